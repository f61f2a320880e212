"""`fencepost prove`: breaks each contract on purpose and shows that the gate turns red."""
