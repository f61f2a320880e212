"""Add a built site to a folder of versions, as GitHub Pages publishes it.

    python scripts/versions.py SITE FOLDER VERSION [--default]

SITE is copied to FOLDER/VERSION, in place of what stood there, byte for byte as it was checked. `versions.json`, in the
format that Material's version selector reads, lists all versions, the newest first; `--default` leads readers who
come to FOLDER's own address to this one.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
from pathlib import Path

REDIRECT = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>To the documentation</title>
<meta http-equiv="refresh" content="0; url={version}/">
<link rel="canonical" href="{version}/">
<p><a href="{version}/">To the documentation</a>
"""


def order(version: str) -> tuple[bool, tuple[int, ...]]:
    """Sorts `1.10` above `1.9`, and what is no number, such as `dev`, above both."""
    numbers = re.fullmatch(r"\d+(?:\.\d+)*", version)
    return numbers is None, tuple(map(int, version.split("."))) if numbers else ()


def add(site: Path, folder: Path, version: str, *, default: bool) -> None:
    """Put a site into the folder and write the list anew."""
    shutil.rmtree(folder / version, ignore_errors=True)
    shutil.copytree(site, folder / version)
    known = sorted((path.parent.name for path in folder.glob("*/index.html")), key=order, reverse=True)
    entries = [{"version": name, "title": name, "aliases": []} for name in known]
    (folder / "versions.json").write_text(json.dumps(entries, indent=2) + "\n", "utf-8")
    # Without this file GitHub leaves out what begins with an underscore.
    (folder / ".nojekyll").touch()
    if default or not (folder / "index.html").exists():
        (folder / "index.html").write_text(REDIRECT.format(version=version), "utf-8")
    if (site / "404.html").exists():
        shutil.copy(site / "404.html", folder / "404.html")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("version")
    parser.add_argument("--default", action="store_true")
    options = parser.parse_args()
    if not (options.site / "index.html").is_file():
        parser.error(f"{options.site} is no built site: it has no index.html")
    if not re.fullmatch(r"[\w.-]+", options.version) or options.version.startswith("."):
        parser.error(f"`{options.version}` is no name of a version")
    add(options.site, options.folder, options.version, default=options.default)


if __name__ == "__main__":
    main()
