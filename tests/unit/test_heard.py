"""What no finding could be shown of is not checked, and nothing that is shown comes out otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from fencepost import engine, report
from fencepost.heard import heard
from fencepost.model import Report
from fencepost.rules import RULES
from fencepost.testing import Docs

ENGLISH = """# One {#one}

A `name` and [a link](gone.md).

```python
print(undefined)
```

```python
client.chat.completions.create()
```

```python
def f(:
```

```pycon
>>> def f(:
```

```json
{
```

- a
- b

<!-- fencepost: ignore FP108 reason="nothing" -->

Text.
"""
FILES = {
    "fencepost.toml": 'shell = "syntax"\n[languages]\nen = ["en"]\nzh = ["zh"]\n',
    "en/a.md": ENGLISH,
    "zh/a.md": ENGLISH.replace("A `name` and", "一个名称和").replace("print(undefined)", "print(other)"),
    "en/b.md": '# B\n\n<!-- fencepost: ignore FP110 reason="x" -->\n\n```bash\nif\n```\n\n```python\nx\n```\n',
}


def check(root: Path, files: dict[str, str] | None = None, **options: list[str] | Path) -> Report:
    return engine.check(Docs(root, files or FILES).root, run=False, **options)  # ty: ignore[invalid-argument-type]


def outcomes(result: Report, kind: str) -> set[str | None]:
    everything = [*((one.fate, one.outcome) for one in result.fences), *((c.kind, c.outcome) for c in result.contracts)]
    return {outcome for name, outcome in everything if name == kind}


FOUND = ["FP108", "FP109", "FP110", "FP113", "FP115", "FP116", "FP401", "FP405", "FP501"]


@pytest.mark.parametrize("codes", [["FP4"], ["FP108", "FP109", "FP110"], ["FP306"], *([one] for one in FOUND)])
def test_a_selection_finds_what_a_whole_check_finds_of_its_codes(tmp_path: Path, codes: list[str]) -> None:
    everything = check(tmp_path).findings
    picked = tuple(one for one in everything if one.code.startswith(tuple(codes)))
    assert check(tmp_path, select=codes).findings == picked
    assert check(tmp_path, ignore=codes).findings == tuple(one for one in everything if one not in picked)


def test_the_pages_of_these_tests_have_much_to_find(tmp_path: Path) -> None:
    assert {one.code for one in check(tmp_path).findings} >= {*FOUND}


def test_what_nobody_would_hear_of_is_not_checked(tmp_path: Path) -> None:
    files = {
        "a.md": "[x](b.md)\n\n```json\n{}\n```\n\n```sh\nls\n```\n\n<!-- fencepost: parse -->\n```python\nx\n```\n"
    }
    settings = 'shell = "syntax"\n'
    files["fencepost.toml"] = settings
    assert outcomes(check(tmp_path, files), "parsed") == {"passed", "failed"}
    assert outcomes(check(tmp_path, files, select=["FP501"]), "parsed") == {"not_checked"}
    assert outcomes(check(tmp_path, files, ignore=["FP5"]), "links") == {"not_checked"}
    files["fencepost.toml"] = settings + '[severity]\nFP108 = "off"\nFP109 = "off"\nFP110 = "off"\nFP115 = "off"\n'
    assert outcomes(check(tmp_path, files), "parsed") == {"not_checked"}
    files["fencepost.toml"] += '"*.md" = { FP108 = "error", FP109 = "info", FP115 = "error" }\n'
    assert outcomes(check(tmp_path, files), "parsed") == {"passed", "failed"}


def test_languages_that_are_not_compared_have_no_standing(tmp_path: Path) -> None:
    assert check(tmp_path, select=["FP5"]).translations == ()
    assert outcomes(check(tmp_path, select=["FP5"]), "pair") == {"not_checked"}
    off = "".join(f'{code} = "off"\n' for code in RULES if code.startswith("FP4") or code == "FP113")
    quiet = check(tmp_path, {**FILES, "fencepost.toml": f"{FILES['fencepost.toml']}[severity]\n{off}"})
    assert outcomes(quiet, "pair") == {"failed"}
    assert quiet.translations


def test_a_baseline_counts_what_a_selection_leaves_out(tmp_path: Path) -> None:
    Docs(tmp_path, FILES).command("init", "--baseline", "accepted.jsonl")
    baseline = tmp_path / "accepted.jsonl"
    whole = check(tmp_path, baseline=baseline)
    assert whole.accepted > 5
    for code in ("FP108", "FP110", "FP405", "FP501"):
        assert check(tmp_path, baseline=baseline, ignore=[code]).accepted == whole.accepted
    mended = FILES | {"en/a.md": ENGLISH.replace("gone.md", "b.md")}
    found = check(tmp_path, mended, baseline=baseline, select=["FP113"]).findings
    spare = [one for one in found if one.place.path == baseline.name]
    assert len(spare) == 1


def test_the_summary_hints_at_a_run_only_where_that_would_hold_more(tmp_path: Path) -> None:
    files = {"a.md": "[x](b.md)\n\n```json\n{}\n```\n"}
    shown = report.render(check(tmp_path, files, select=["FP1"]), "full")
    assert "1 contract not checked\n" in shown


def test_only_the_asked_for_standing_is_left_out() -> None:
    audience = heard({"FP402": "off", "FP403": "off", "docs/**": {"FP403": "warning"}}, (), ("FP401",), ("FP404",))
    assert audience.silent == {"FP401", "FP402"}
    assert audience.unasked == {"FP401"}
    assert heard({}, ("FP1",), (), ("FP401",)).any_of(("FP401",))
    assert not heard({}, ("FP1",), ()).any_of(("FP401",))
