"""The files of a project as they will be: nothing is written before everything is decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from fencepost.edits import unified, write_atomic
from fencepost.project import Project, open_project
from fencepost.settings import FILES, Loaded, load, parse


@dataclass(frozen=True, slots=True)
class Draft:
    """A project's files with the new texts of some of them."""

    root: Path
    texts: Mapping[str, str] = field(default_factory=dict)
    """New texts by their paths from the root."""

    def read(self, path: str) -> str | None:
        """The text of a file; `None` where there is none. Raises `OSError` and `UnicodeDecodeError`."""
        return self.texts[path] if path in self.texts else self._on_disk(path)

    def _on_disk(self, path: str) -> str | None:
        file = self.root / path
        return file.read_bytes().decode("utf-8") if file.is_file() else None

    def with_text(self, path: str, text: str) -> Draft:
        """The draft with another text of a file."""
        return replace(self, texts={**self.texts, path: text})

    def loaded(self) -> Loaded:
        """The settings of the draft. Raises `SettingsError`."""
        named = next((name for name in FILES if name in self.texts), None)
        return load(self.root) if named is None else parse(self.root, self.root / named, self.texts[named])

    def project(self) -> Project:
        """The pages of the draft. Raises `SettingsError` and `SiteError`."""
        return open_project(self.loaded()).with_texts(self.texts)

    def changed(self) -> Iterator[tuple[str, str | None, str]]:
        """The path, the old text (`None` for a new file) and the new text of each file that changes."""
        for path, text in self.texts.items():
            old = self._on_disk(path)
            if old != text:
                yield path, old, text

    def patch(self) -> str:
        """All changes as a patch."""
        return "".join(unified(path, old or "", new) for path, old, new in self.changed())

    def write(self) -> Iterator[str]:
        """Write each file whole, and yield its path. Raises `OSError`."""
        for path, _, text in list(self.changed()):
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            write_atomic(self.root / path, text)
            yield path
