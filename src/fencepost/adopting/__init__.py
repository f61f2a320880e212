"""`fencepost init`: begin on a project that is there already."""
