"""`python -m wikimem`."""

from wikimem.cli import run

if __name__ == "__main__":
    run()
