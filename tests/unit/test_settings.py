from __future__ import annotations

from pathlib import Path

import pytest

from fencepost.model import Finding, Place
from fencepost.settings import SettingsError, find_root, load


def write(root: Path, text: str, name: str = "pyproject.toml") -> Path:
    (root / name).write_text(text, "utf-8")
    return root


def refused(root: Path) -> list[tuple[int, str]]:
    with pytest.raises(SettingsError) as caught:
        load(root)
    return [(finding.place.line, finding.message) for finding in caught.value.findings]


def test_without_settings_everything_has_a_default(tmp_path: Path) -> None:
    loaded = load(tmp_path)
    assert loaded.file is None
    assert loaded.settings.run is False


def test_a_language_may_be_one_folder_or_several(tmp_path: Path) -> None:
    write(tmp_path, '[tool.fencepost.languages]\nen = "docs/en"\nzh = ["docs/zh", "README.zh.md"]\n')
    assert load(tmp_path).settings.languages == {"en": ["docs/en"], "zh": ["docs/zh", "README.zh.md"]}


def test_a_file_of_its_own_goes_before_pyproject(tmp_path: Path) -> None:
    write(tmp_path, "[tool.fencepost]\nrun = false\n")
    write(tmp_path, "run = true\n", "fencepost.toml")
    assert load(tmp_path).settings.run is True


def test_all_mistakes_come_at_once_with_file_line_key_and_the_nearest_name(tmp_path: Path) -> None:
    write(
        tmp_path,
        '[project]\nname = "x"\n\n[tool.fencepost]\npagse = ["docs"]\nrun = "yes"\nunscripted = "maybe"\n\n'
        '[[tool.fencepost.agree]]\nname = "a"\nsources = ["m:A", "m:B"]\nline = "^- "\n',
    )
    found = refused(tmp_path)
    assert sorted(line for line, _ in found) == [5, 6, 7, 12]
    messages = "\n".join(message for _, message in found)
    assert "tool.fencepost.pagse: unknown key; did you mean `pages`?" in messages
    assert "tool.fencepost.agree.0.line: unknown key; did you mean `lines`?" in messages
    assert "tool.fencepost.run" in messages
    assert "'maybe'" in messages


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("lang", "did you mean `languages`?"),
        ("severities", "did you mean `severity`?"),
        ("timeout", "allowed: pages, dialect"),
    ],
)
def test_only_a_name_that_is_near_is_proposed(key: str, said: str, tmp_path: Path) -> None:
    write(tmp_path, f"[tool.fencepost]\n{key} = 2\n")
    ((_, message),) = refused(tmp_path)
    assert said in message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[tool.fencepost\n", "is no TOML"),
        ("[tool.fencepost.severity]\nFP31 = 'off'\n", "knows no rule `FP31`; did you mean `FP301`"),
        ("[tool.fencepost.severity]\nFP301 = 'loud'\n", "takes one of error, warning, info, off"),
        ("[tool.fencepost]\nsource-language = 'en'\n", "is none of the languages"),
        (
            "[[tool.fencepost.agree]]\nname = 'a'\nsources = ['m:A', 'm:B']\nlines = '('\n",
            "is not a regular expression",
        ),
        ("[[tool.fencepost.agree]]\nname = 'a'\nsources = ['m:A']\n", "at least 2 items"),
    ],
)
def test_what_cannot_be_used_is_said(tmp_path: Path, text: str, said: str) -> None:
    ((_, message),) = refused(write(tmp_path, text))
    assert said in message


def test_a_file_that_is_not_utf8_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_bytes(b"[tool.fencepost]\n# \xff\n")
    ((_, message),) = refused(tmp_path)
    assert "not UTF-8" in message


def test_the_most_particular_severity_wins(tmp_path: Path) -> None:
    write(tmp_path, '[tool.fencepost.severity]\nFP301 = "warning"\n"docs/old/**" = { FP301 = "off" }\n')
    settings = load(tmp_path).settings
    assert settings.severity_of(Finding("FP301", "", Place("docs/a.md", 1))) == "warning"
    assert settings.severity_of(Finding("FP301", "", Place("docs/old/a.md", 1))) == "off"
    assert settings.severity_of(Finding("FP302", "", Place("docs/a.md", 1))) == "error"


def test_strict_makes_errors_of_warnings(tmp_path: Path) -> None:
    write(tmp_path, "[tool.fencepost]\nstrict = true\n")
    assert load(tmp_path).settings.severity_of(Finding("FP113", "", Place("a.md", 1))) == "error"


def test_the_root_is_the_nearest_folder_with_settings(tmp_path: Path) -> None:
    write(tmp_path, "[tool.fencepost]\n")
    below = tmp_path / "docs" / "en"
    below.mkdir(parents=True)
    (tmp_path / "docs" / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    assert find_root(below) == tmp_path


def test_a_page_that_is_nobodys_is_its_own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    below = tmp_path / "home" / "notes"
    below.mkdir(parents=True)
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    assert find_root(below, base=tmp_path) == tmp_path
    assert find_root(below, base=tmp_path / "home") == below
    assert find_root(below, base=Path("/")) == below


def test_an_entry_is_found_again_by_its_line(tmp_path: Path) -> None:
    write(tmp_path, '[tool.fencepost]\n\n[[tool.fencepost.agree]]\nname = "a"\nsources = ["m:A", "m:B"]\n')
    assert load(tmp_path).line_of("agree", "a") == 4


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('agree = ["x"]', "agree.0: input should be a valid dictionary (found 'x')"),
        ('same = [["a", true]]', "same.0.1"),
        ("shell = 1", "shell"),
        ('shell = ["ls", 1]', "shell"),
        ('[[quote]]\npage = "a.md"\nsource = ""', "quote.0.source: string should have at least 1 character (found '')"),
        (
            '[[quote]]\npage = "a.md"\nsource = "m:A"\nfence = 0',
            "quote.0.fence: input should be greater than or equal to 1",
        ),
        ('[[agree]]\nname = "a"\nsources = ["m:A"]', "agree.0.sources: list should have at least 2 items"),
        ("[[translates]]", "translates.0.source: field required"),
        ("[languages]\nen = [1]", "languages.en.0: input should be a valid string (found 1)"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_with_its_key(tmp_path: Path, text: str, said: str) -> None:
    write(tmp_path, text, "fencepost.toml")
    assert any(message.startswith(said) for _, message in refused(tmp_path))


def test_every_mistake_in_a_table_of_entries_comes_with_its_own_line(tmp_path: Path) -> None:
    write(
        tmp_path,
        'run = "yes"\n\n[severity]\nFP999 = "error"\nFP301 = "fatal"\n\n[severity."docs/*"]\nFP30 = "off"\n\n'
        '[patterns]\nok = "x"\nbad = "("\n"b c" = "x"\n\n[names]\nx = "nonsense"\n"a b" = "m:a"\n',
        "fencepost.toml",
    )
    found = refused(tmp_path)
    assert [line for line, _ in found] == [1, 4, 5, 8, 12, 13, 16, 17]
    keys = [message.partition(":")[0] for _, message in found]
    assert keys == ["run", "severity", "severity", "severity", "patterns", "patterns", "names", "names"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('import = ["a.b"]', "import: takes top-level modules: write `a`, not `a.b`"),
        ('import = ["1x"]', "import: `1x` is no name of a module"),
        ('same = [["a", "b"], ["c"]]', "same: a group takes two values or more, and ['c'] has 1"),
        ("same = [[]]", "same: a group takes two values or more, and [] has none"),
        ('hosts = ["https://x.y/z"]', "hosts: takes names of hosts such as `api.example.com`, not `https://x.y/z`"),
        ('hosts = ["x.y:80"]', "hosts: takes names of hosts"),
        ('shell = ["python -c"]', "shell: takes names of programs, not `python -c`; their arguments are not named"),
        ('shell = "on"', "shell: input should be 'off', 'syntax' or a list of texts (found 'on')"),
        ('same = [["a", true]]', "same.0.1: input should be a text or a number (found True)"),
        ('pages = ["[z-a].md"]', "pages: `[z-a].md` is no glob"),
        ('languages = { en = ["docs/[z-a]"] }', "languages: `docs/[z-a]` is no glob"),
        ('[severity."[z-a]"]\nFP301 = "off"', "severity: `[z-a]` is no glob"),
        ('source-language = "fr"\nlanguages = { en = "en", fre = "f" }', "source-language: `fr` is none"),
        ("[tool.fencepost]\nrun = true", "tool: unknown key; here the keys stand without `[tool.fencepost]`"),
        (
            '[[agree]]\nname = "a"\nsources = ["m:A", "m:B"]\n[[agree]]\nname = "a"\nsources = ["m:C", "m:D"]',
            "agree: 2 entries have the name `a`",
        ),
    ],
)
def test_one_mistake_is_one_finding_that_says_what_is_allowed(tmp_path: Path, text: str, said: str) -> None:
    write(tmp_path, text, "fencepost.toml")
    ((_, message),) = refused(tmp_path)
    assert message.startswith(said)


@pytest.mark.parametrize("host", ["api.example.com", "*.example.com", "10.0.0.1", "::1", "my_host", "münchen.example"])
def test_hosts_are_names_patterns_and_addresses(tmp_path: Path, host: str) -> None:
    write(tmp_path, f'hosts = ["{host}"]', "fencepost.toml")
    assert load(tmp_path).settings.hosts == [host]
