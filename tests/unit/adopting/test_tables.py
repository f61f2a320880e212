"""Settings put into TOML files."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fencepost.adopting.tables import CannotEditError, listed, quoted, with_entry, with_key, with_table

PROJECT = '# kept\n[project]\nname = "p" # here\n\n[tool.ruff]\nline-length = 100'


@pytest.mark.parametrize("text", [PROJECT, PROJECT + "\n", PROJECT + "\n\n", "\ufeff" + PROJECT])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_table_comes_to_the_end_and_the_rest_stays_byte_for_byte(text: str, newline: str) -> None:
    old = text.replace("\n", newline)
    new = with_table(old, 'pages = ["docs"]\n')
    assert new.startswith(old)
    assert new.endswith(f'[tool.fencepost]{newline}pages = ["docs"]{newline}')
    assert "\n" not in new.replace(newline, "")
    assert tomllib.loads(new.removeprefix("\ufeff"))["tool"]["fencepost"] == {"pages": ["docs"]}


@pytest.mark.parametrize(
    "text", ["tool = { ruff = {} }\n", "[tool]\nfencepost = 1\n", "[tool.fencepost]\nrun = true\n"]
)
def test_where_toml_would_break_it_is_refused(text: str) -> None:
    with pytest.raises(CannotEditError):
        with_table(text, 'pages = ["docs"]\n')


def test_a_key_comes_first_in_its_table() -> None:
    text = PROJECT + "\n[tool.fencepost]\r\nrun = true\r\n[tool.other]\r\nx = 1\r\n"
    new = with_key(text, 'baseline = "b"', own=False)
    assert new == text.replace("post]\r\n", 'post]\r\nbaseline = "b"\r\n')


def test_a_key_comes_first_in_a_file_of_its_own() -> None:
    assert with_key("\ufeffrun = true\n", "strict = true", own=True) == "\ufeffstrict = true\nrun = true\n"


def test_a_key_that_is_there_is_refused() -> None:
    with pytest.raises(CannotEditError):
        with_key("strict = true\n", "strict = true", own=True)


def test_without_a_table_of_its_own_a_key_is_refused() -> None:
    with pytest.raises(CannotEditError):
        with_key("tool.fencepost.run = true\n", "strict = true", own=False)


def test_an_entry_has_the_name_of_its_file() -> None:
    entry = '[[quote]]\npage = "a.md"\n'
    assert with_entry("run = true\n", entry, own=True) == "run = true\n\n" + entry
    assert tomllib.loads(with_entry("[tool.fencepost]\n", entry, own=False))["tool"]["fencepost"]["quote"]


@given(st.lists(st.text()))
def test_texts_are_written_as_toml_reads_them(texts: list[str]) -> None:
    assert tomllib.loads(f"a = {listed(texts)}") == {"a": texts}
    assert all(tomllib.loads(f"a = {quoted(text)}") == {"a": text} for text in texts)
