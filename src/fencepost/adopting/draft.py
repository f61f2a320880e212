"""The files of a project as they will be: nothing is written before everything is decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from fencepost.edits import unified, write_atomic
from fencepost.project import Project, open_project
from fencepost.settings import FILES, Loaded, load, parse


class ChangedError(Exception):
    """A file is no longer what it was when its new text was made."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A project's files with the new texts of some of them."""

    root: Path
    texts: Mapping[str, str] = field(default_factory=dict)
    """New texts by their paths from the root."""
    before: Mapping[str, str | None] = field(default_factory=dict)
    """What stood in these files when their new texts were made; `None` for new files."""

    def read(self, path: str) -> str | None:
        """The text of a file; `None` where there is none. Raises `OSError` and `UnicodeDecodeError`."""
        return self.texts[path] if path in self.texts else self._on_disk(path)

    def _on_disk(self, path: str) -> str | None:
        file = self.root / path
        return file.read_bytes().decode("utf-8") if file.is_file() else None

    def with_text(self, path: str, text: str) -> Draft:
        """The draft with another text of a file."""
        before = self.before if path in self.before else {**self.before, path: self._on_disk(path)}
        return replace(self, texts={**self.texts, path: text}, before=before)

    def loaded(self) -> Loaded:
        """The settings of the draft. Raises `SettingsError`."""
        named = next((name for name in FILES if name in self.texts), None)
        return load(self.root) if named is None else parse(self.root, self.root / named, self.texts[named])

    def project(self) -> Project:
        """The pages of the draft. Raises `SettingsError` and `SiteError`."""
        return open_project(self.loaded()).with_texts(self.texts)

    def changed(self) -> Iterator[tuple[str, str, str]]:
        """The path, the old text and the new text of each file that changes."""
        for path, text in self.texts.items():
            if self.before[path] != text:
                yield path, self.before[path] or "", text

    def patch(self) -> str:
        """All changes as a patch."""
        return "".join(unified(path, old, new) for path, old, new in self.changed())

    def write(self) -> Iterator[str]:
        """Write each file whole, and yield its path.

        Raises `ChangedError` before anything is written, and `OSError`.
        """
        changes = list(self.changed())
        for path, _, _ in changes:
            if self._on_disk(path) != self.before[path]:
                raise ChangedError(f"{path} was changed meanwhile: nothing was written")
        for path, _, text in changes:
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            write_atomic(self.root / path, text, self.root)
            yield path
