"""A preview looks at the files that pages quote."""

from __future__ import annotations

from pathlib import Path

from fencepost.watching import quoted_files

PAGE = """\
<!-- fencepost: quote pack:PROMPT -->
```text
```

<!-- fencepost: quote file:LICENSE -->
```text
```

<!-- fencepost: quote pack.lost:PROMPT -->
```text
```
"""


def test_the_file_that_defines_a_quoted_constant_is_looked_at(tmp_path: Path) -> None:
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "__init__.py").write_text("from pack.texts import PROMPT\n")
    (tmp_path / "pack" / "texts.py").write_text('PROMPT = "You are kind."\n')
    (tmp_path / "LICENSE").write_text("Free.\n")
    (tmp_path / "a.md").write_text(PAGE)
    (tmp_path / "fencepost.toml").write_text('[[agree]]\nname = "a"\nsources = ["pack.texts:PROMPT", "rules:PROMPT"]\n')
    (tmp_path / "rules.py").write_text('PROMPT = "You are kind."\n')
    found = [path.relative_to(tmp_path).as_posix() for path in quoted_files(tmp_path)]
    assert found == ["LICENSE", "pack/texts.py", "rules.py"]


def test_wrong_settings_are_not_told_twice(tmp_path: Path) -> None:
    (tmp_path / "fencepost.toml").write_text("nonsense = 1\n")
    assert quoted_files(tmp_path) == []
