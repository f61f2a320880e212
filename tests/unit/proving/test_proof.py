"""The proof without running: nothing survives where the checks are whole, and everything that they let through does."""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import Path

import pytest

from fencepost.checks import quote as quote_check
from fencepost.checks.names import Names
from fencepost.cli import main
from fencepost.proving import proof
from fencepost.proving.proof import Proof, prove

SOURCE = '''\
PROMPT = """\\
You are {name}, a careful keeper.
- Keep the scene and the feeling.
- Never invent anything.
- Write in the `user` language.
Answer as [{{"content": "text"}}], see https://a.test/rules.
"""
PROMPT_ZH = """\\
你是{name}，细心的保管人。
- 场景和心情写在一起。
- 绝不编造。
- 用 `user` 的语言写。
回答 [{{"content": "正文"}}]，见 https://a.test/rules 。
"""
TOOL = """\\
Use this when something happened.
- Keep the scene and the feeling.
- Never invent anything.
- Only the tool has this.
"""
'''
SETTINGS = """\
source-language = "en"
import = ["m"]

[languages]
en = ["en"]
zh = ["zh"]

[[agree]]
name = "rules"
sources = ["m:PROMPT", "m:TOOL"]
lines = "^- "
except = ["- Only the tool has this.", "- Write in the `user` language."]

[[translates]]
source = "m:PROMPT"
rewrite = "m:PROMPT_ZH"

[[quote]]
page = "en/a.md"
heading = "bound"
source = "file:t.txt"
"""
EN = """\
# A {#a}

<!-- fencepost: quote m:PROMPT -->
```text
You are {name}, a careful keeper.
- Keep the scene and the feeling.
- Never invent anything.
- Write in the `user` language.
Answer as [{{"content": "text"}}], see https://a.test/rules.
```

<!-- fencepost: quote m:PROMPT subset -->
```text
- Never invent anything.
- Write in the `user` language.
```

<!-- fencepost: quote m:PROMPT elide -->
```text
...
- Keep the scene and the feeling.
- Never invent anything.
...
```

<!-- fencepost: quote m:PROMPT view=rendered value.name=Nono from="You are" to="Keep" -->
```text
You are Nono, a careful keeper.
- Keep the scene and the feeling.
```

## Bound {#bound}

```text
one line
two lines
```

```python
import json

value = json.loads("1")
print(value)
```

```json
{"key": 1}
```

[Here](#bound), [there](a.md), [elsewhere](https://a.test/) and `[nowhere](b.md)`.
"""
ZH = (
    EN.replace("# A {", "# 甲 {")
    .replace("Bound {", "绑定 {")
    .replace(
        EN[EN.index("<!-- fencepost: quote m:PROMPT -->") : EN.index("<!-- fencepost: quote m:PROMPT subset")],
        "<!-- fencepost: translates m:PROMPT -->\n```text\n你是{name}，细心的保管人。\n- 场景和心情写在一起。\n"
        '- 绝不编造。\n- 用 `user` 的语言写。\n回答 [{{"content": "正文"}}]，见 https://a.test/rules 。\n```\n\n',
    )
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "m.py").write_text(SOURCE, "utf-8")
    (tmp_path / "t.txt").write_text("one line\ntwo lines\n")
    (tmp_path / "fencepost.toml").write_text(
        SETTINGS + '\n[[quote]]\npage = "zh/a.md"\nheading = "bound"\nsource = "file:t.txt"\n'
    )
    for language, text in (("en", EN), ("zh", ZH)):
        (tmp_path / language).mkdir()
        (tmp_path / language / "a.md").write_text(text, "utf-8")
    return tmp_path


def shape(found: Proof) -> Counter[tuple[str, str]]:
    return Counter((fault.group, fault.kind) for fault in found.made)


def test_every_fault_of_a_whole_project_is_noticed(project: Path) -> None:
    found = prove(project, run=False)
    assert (found.survivors, found.red, found.exit_code) == ([], [], 0)
    assert set(shape(found)) == {
        *(("quote", kind) for kind in ("word", "line", "swap", "blank", "field", "brace")),
        *(("translates", kind) for kind in ("field", "brace", "url", "span", "line")),
        *(("agree", kind) for kind in ("word", "line", "swap", "blank")),
        *(("pair", kind) for kind in ("statement", "key", "heading", "contract")),
        ("links", "link"),
        ("run", "name"),
    }
    assert shape(found)["links", "link"] == 4
    assert {Path(fault.place.path).suffix for fault in found.made} == {".md", ".py", ".txt"}
    assert found.bare == []


def test_nothing_is_written_to_the_project(project: Path) -> None:
    def state() -> dict[str, str]:
        files = (path for path in project.rglob("*") if path.is_file())
        return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}

    before = state()
    prove(project, run=False)
    assert state() == before


@pytest.mark.parametrize(
    ("sabotage", "kinds"),
    [
        (lambda page, source: None, {"word", "line", "swap", "blank", "field", "brace"}),
        (
            lambda page, source: (
                quote_check.match.Mismatch(0, 0)
                if [line.rstrip() for line in page] != [line.rstrip() for line in source]
                else None
            ),
            {"blank"},
        ),
        (
            lambda page, source: quote_check.match.Mismatch(0, 0) if sorted(page) != sorted(source) else None,
            {"swap"},
        ),
    ],
    ids=["blind", "blanks", "order"],
)
def test_what_a_broken_check_lets_through_survives_with_its_place(
    project: Path, monkeypatch: pytest.MonkeyPatch, sabotage, kinds: set[str]
) -> None:
    monkeypatch.setattr(quote_check, "_compare", lambda options: sabotage)
    found = prove(project, ["en/a.md"], run=False, select=["quote"])
    assert {fault.kind for fault in found.survivors} >= kinds
    assert found.exit_code == 1
    said = proof.render(found)
    assert all(str(fault.place) in said and fault.held in said for fault in found.survivors)


@pytest.mark.parametrize(
    ("name", "group"),
    [
        ("check_agree", "agree"),
        ("check_translates", "translates"),
        ("compare_pages", "pair"),
        ("names_of", "run"),
    ],
)
def test_a_check_that_finds_nothing_leaves_survivors(
    project: Path, monkeypatch: pytest.MonkeyPatch, name: str, group: str
) -> None:
    nothing = Names({}, {}) if name == "names_of" else []
    for module in ("static", "block", "agree", "translates", "translation", "names"):
        monkeypatch.setattr(f"fencepost.checks.{module}.{name}", lambda *_, **__: nothing, raising=False)
    found = prove(project, run=False, select=[group])
    # A name that reading misses is left to the run.
    assert (len(found.survivors) > 0) is (group != "run")
    assert len(found.survivors) == len(found.made)


def test_what_the_kind_allows_is_not_made(project: Path) -> None:
    found = prove(project, run=False, select=["quote"])
    subset = [fault for fault in found.made if fault.held == "en/a.md::a[2]-quote" and fault.place.path == "en/a.md"]
    assert {fault.kind for fault in subset} == {"word", "swap", "blank"}
    dots = [fault for fault in found.made if fault.held == "en/a.md::a[3]-quote" and fault.place.path == "en/a.md"]
    assert {fault.place.line for fault in dots if fault.kind == "word"} == {21, 22}
    assert not {21, 22} & {fault.place.line for fault in dots if fault.kind == "line"}
    part = [fault for fault in found.made if fault.held == "en/a.md::a[4]-quote" and fault.place.path == "m.py"]
    assert {fault.place.line for fault in part} == {2, 3}


def test_a_rewrite_may_be_reworded(project: Path) -> None:
    found = prove(project, run=False, select=["translates"])
    assert "word" not in {fault.kind for fault in found.made}


def test_fences_that_may_differ_are_left_alone(project: Path) -> None:
    page = project / "zh" / "a.md"
    page.write_text(
        page.read_text("utf-8")
        .replace("```python", '<!-- fencepost: differs reason="x" -->\n```python')
        .replace("json.loads", "json.dumps"),
        "utf-8",
    )
    assert "statement" not in {fault.kind for fault in prove(project, run=False, select=["pair"]).made}


def test_a_severity_that_the_settings_lower_is_no_survivor(project: Path) -> None:
    settings = project / "fencepost.toml"
    settings.write_text(settings.read_text() + '\n[severity]\nFP405 = "warning"\n')
    found = prove(project, run=False, select=["pair"])
    assert found.survivors == []
    assert "statement" not in {fault.kind for fault in found.made}


def test_what_is_red_already_is_said_and_not_proved(project: Path) -> None:
    (project / "t.txt").write_text("one line\ntwo line\n")
    found = prove(project, run=False, select=["quote"])
    assert found.red == ["en/a.md::bound[1]-quote", "zh/a.md::bound[1]-quote"]
    assert found.exit_code == 1
    assert "en/a.md::bound[1]-quote: does not hold as it is; `fencepost check` says why" in proof.render(found)


def test_a_sample_takes_so_many_of_each_contract(project: Path) -> None:
    found = prove(project, run=False, sample=2)
    counts = Counter(fault.held for fault in found.made)
    assert set(counts.values()) == {2}


def test_the_time_may_be_up(project: Path) -> None:
    found = prove(project, run=False, budget=0)
    assert (found.stopped, found.made, found.exit_code) == (True, [], 2)
    assert "the time was up before all faults were made" in proof.render(found)


def test_what_cannot_be_broken_is_said(project: Path) -> None:
    for language in ("en", "zh"):
        (project / language / "b.md").write_text("# B {#b}\n")
    found = prove(project, ["en/b.md"], run=False, select=["pair"])
    assert (found.bare, found.exit_code) == (["zh/b.md::translation"], 2)
    assert "zh/b.md::translation: nothing was found that could be broken" in proof.render(found)


def test_imported_sources_are_broken_in_the_copy(project: Path) -> None:
    (project / "m.py").write_text(SOURCE + 'def schema():\n    return {"name": "some words", "n": 1}\n', "utf-8")
    body = '{\n  "name": "some words",\n  "n": 1\n}\n'
    (project / "en" / "b.md").write_text(f"# B\n\n<!-- fencepost: quote m:schema() -->\n```json\n{body}```\n")
    found = prove(project, ["en/b.md"], select=["quote"])
    assert ("m.py", "word") in {(fault.place.path, fault.kind) for fault in found.made}
    assert found.survivors == []
    (project / "fencepost.toml").write_text(SETTINGS.replace("import", "#"))
    assert prove(project, ["en/b.md"], select=["quote"]).red == ["en/b.md::b[1]-quote"]


def test_a_quoted_fence_of_another_page_is_broken_there(project: Path) -> None:
    (project / "en" / "b.md").write_text(
        "# B\n\n<!-- fencepost: quote page:en/a.md#bound[1] -->\n```text\none line\ntwo lines\n```\n"
    )
    found = prove(project, ["en"], run=False, select=["quote"])
    there = [fault for fault in found.made if fault.held == "en/b.md::b[1]-quote" and fault.place.path == "en/a.md"]
    assert {fault.kind for fault in there} >= {"word", "line", "swap", "blank"}
    assert found.survivors == []


@pytest.mark.parametrize(("settings", "paths", "code"), [("nonsense = 1", [], "FP901"), ("", ["nowhere.md"], "FP902")])
def test_what_keeps_it_from_being_made_is_a_finding(project: Path, settings: str, paths: list[str], code: str) -> None:
    (project / "fencepost.toml").write_text(settings)
    found = prove(project, paths)
    assert ([finding.code for finding in found.findings], found.exit_code) == ([code], 2)
    assert code in proof.render(found)


class TestCommand:
    @pytest.fixture(autouse=True)
    def inside(self, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(project)

    def test_it_prints_contracts_faults_and_survivors(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["prove", "--no-run", "--select", "quote,agree"]) == 0
        captured = capsys.readouterr()
        lines = captured.out.splitlines()
        assert [line.split()[0] for line in lines[:2]] == ["quote", "agree"]
        assert lines[-1].startswith("10 contracts and 0 fences that run: ")
        assert lines[-1].endswith(" faults made, 0 survivors")
        assert captured.err == ""

    def test_a_kind_that_it_does_not_know_is_a_usage_error(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["prove", "--select", "quotes"]) == 2
        assert "did you mean quote?" in capsys.readouterr().err

    @pytest.mark.parametrize("given", ["0", "x"])
    def test_a_sample_is_a_number_above_zero(self, given: str) -> None:
        with pytest.raises(SystemExit) as ended:
            main(["prove", "--sample", given])
        assert ended.value.code == 2

    def test_on_a_terminal_it_tells_how_far_it_is(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr("sys.stderr.isatty", lambda: True)
        main(["prove", "--no-run", "--select", "agree"])
        told = capsys.readouterr().err
        assert "\r\x1b[K[########################] 1 of 1 contracts, " in told
        assert told.endswith("\r\x1b[K")
