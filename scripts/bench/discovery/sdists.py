#!/usr/bin/env python3
"""Compare fencepost with the sites of installed packages whose source distributions ship their documentation.

    python scripts/bench/discovery/sdists.py [PACKAGE…] [--into FOLDER]

The source distribution of the version that is installed here is fetched with pip, and each folder `docs` beside a
`mkdocs.yml` is given to `scripts/against_site.py`. Exit code 1 says that there were differences.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

PACKAGES = ("mcp", "markdown", "starlette")
_COMPARE = Path(__file__).parents[2] / "against_site.py"


def fetch(package: str, folder: Path) -> Path:
    """The unpacked source distribution of a package. Raises `CalledProcessError`."""
    into = folder / package
    command = ["pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", "--dest", str(into)]
    subprocess.run([*command, f"{package}=={version(package)}"], check=True)
    (archive,) = into.glob("*.tar.gz")
    with tarfile.open(archive) as file:
        file.extractall(into, filter="data")
    (unpacked,) = (path for path in into.iterdir() if path.is_dir())
    return unpacked


def main(argv: Sequence[str] | None = None) -> int:
    """Fetch and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="*", default=PACKAGES, metavar="PACKAGE")
    parser.add_argument("--into", type=Path, help="keep what was fetched in this folder")
    arguments = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as temporary:
        differing = 0
        for package in arguments.packages:
            folder = fetch(package, arguments.into or Path(temporary))
            print(f"{package} {version(package)}", flush=True)
            # The snippets of a site are looked for from its own folder.
            command = [sys.executable, str(_COMPARE), "docs", "--config", "mkdocs.yml"]
            differing |= subprocess.run(command, cwd=folder, check=False).returncode
    return differing


if __name__ == "__main__":
    sys.exit(main())
