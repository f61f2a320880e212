"""What agents read: `llms.txt` (https://llmstxt.org) and the places of the Markdown copies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath


@dataclass(frozen=True, slots=True)
class Copy:
    """The Markdown copy of a page."""

    title: str
    address: str


def llms(title: str, description: str, sections: Iterable[tuple[str, Sequence[Copy]]]) -> str:
    """The list of a site's pages: its title, what it is, and below each section's name the copies of its pages."""
    blocks = [f"# {title}", *([f"> {description}"] if description else [])]
    for name, copies in sections:
        if copies:
            blocks += [f"## {name}"] if name else []
            blocks.append("\n".join(f"- [{copy.title}]({copy.address})" for copy in copies))
    return "\n\n".join(blocks) + "\n"


def copy_of(source: str, address: str) -> str:
    """Where the copy of a page stands, from the site's root.

    Args:
        source: the page's path in the documentation's folder, such as `en/guide/index.md`.
        address: the path of the built page, such as `guide/index.html`.

    A copy stands where its page's source would, so that links from copy to copy arrive: `guide/start.md` beside
    the folder `guide/start/`, and `index.md` beside `index.html`.
    """
    built = PurePosixPath(address)
    if built.name == "index.html" and PurePosixPath(source).stem.lower() not in ("index", "readme"):
        built = built.parent
    stem = built.name.removesuffix(".html")
    return built.with_name(f"{stem}.md").as_posix()
