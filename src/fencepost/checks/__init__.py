"""The families of checks, a module each."""
