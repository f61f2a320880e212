"""`python -m fencepost`."""

from fencepost.cli import run

if __name__ == "__main__":
    run()
