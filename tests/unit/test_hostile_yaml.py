"""YAML that breaks its parser or grows without end, wherever YAML is read: a finding or nothing, and soon."""

from __future__ import annotations

from pathlib import Path

import pytest

from fencepost.cli import main
from fencepost.stub import ScriptError, parse_script

SCALARS = (
    "2026-99-99",
    "2026-01-01 99:00:00",
    "2026-01-01 00:00:00 +99:99",
    "9" * 5000,
    "0x_",
    "!!int x",
    "!!float x",
    "!!bool x",
    "!!timestamp x",
)
"""What PyYAML takes for a number, a date or the like and then cannot make one of."""
LAUGHS = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}' if n else 'x'] * 9)}]\n" for n in range(12))
PAIRS = "".join(
    f"a{n}: &a{n}\n  <<: [{', '.join([f'*a{n - 1}'] * 9)}]\n  k{n}: x\n" if n else "a0: &a0 {k: x}\n" for n in range(12)
)
ITSELF = "a11: &a [x, *a]\n"
GROWING = {"laughs": LAUGHS, "merged": PAIRS, "itself": ITSELF}


@pytest.fixture
def check(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    def run(**files: str) -> tuple[int, str]:
        for name, text in files.items():
            (tmp_path / name.replace("__", ".")).write_text(text)
        code = main(["check", "--no-run", "--root", str(tmp_path)])
        return code, capsys.readouterr().out

    return run


def indented(text: str) -> str:
    return text.replace("\n", "\n    ")


def with_block(options: str) -> dict[str, str]:
    """A page with a fence in a block of these options, and its site."""
    page = f"# T\n\n/// tab | A\n    {options}\n\n```json\n{{\n```\n///\n"
    site = "site_name: x\nmarkdown_extensions: [pymdownx.superfences, pymdownx.blocks.tab]\n"
    return {"a__md": page, "mkdocs__yml": site}


@pytest.mark.parametrize("scalar", SCALARS)
def test_a_scalar_that_is_none_in_a_sites_file(check, scalar: str) -> None:
    code, shown = check(a__md="# T\n", mkdocs__yml=f"site_name: x\nextra:\n  x: {scalar}\n")
    assert (code, "mkdocs.yml:3:1: FP901" in shown, " is no " in shown) == (2, True, True), shown


@pytest.mark.parametrize("scalar", SCALARS)
def test_a_scalar_that_is_none_in_the_options_of_a_block(check, scalar: str) -> None:
    code, shown = check(**with_block(f"new: {scalar}"))
    assert (code, "FP108" in shown) == (1, True)


LANGUAGES = 'languages = {en = ["a.md"], zh = ["a.zh.md"]}\n'


def fence(data: str) -> str:
    return f"# T\n\n```yaml\n{data}\n```\n"


@pytest.mark.parametrize("scalar", SCALARS)
def test_a_scalar_that_is_none_in_a_fence_and_its_translation(check, scalar: str) -> None:
    files = {"a__md": fence(f"x: {scalar}"), "fencepost__toml": LANGUAGES}
    assert check(a__zh__md=fence(f"x: {scalar}"), **files)[0] == 0
    code, shown = check(a__zh__md=fence(f"x: {scalar}\ny: z"), **files)
    assert (code, "a.zh.md:" in shown, "FP4" in shown) == (1, True, True)


@pytest.mark.parametrize("name", GROWING)
def test_aliases_that_grow_in_a_fence_and_its_translation(check, name: str) -> None:
    data = GROWING[name]
    files = {"a__md": fence(data), "fencepost__toml": LANGUAGES}
    assert check(a__zh__md=fence(data), **files)[0] == 0
    code, shown = check(a__zh__md=fence(data.replace("x", "y")), **files)
    assert (code, "a.zh.md:" in shown, "FP4" in shown) == (1, True, True)


@pytest.mark.parametrize("name", GROWING)
@pytest.mark.parametrize(
    "use",
    [
        "markdown_extensions: *a11",
        "plugins: *a11",
        "markdown_extensions: [pymdownx.snippets: {base_path: *a11}]",
        "plugins: [i18n: {languages: [{locale: *a11}]}]",
        "nav: *a11",
        "docs_dir: !relative *a11",
        "extra: !ENV [A, *a11]",
    ],
)
def test_aliases_that_grow_in_a_sites_file(check, name: str, use: str) -> None:
    data = GROWING[name].replace("&a ", "&a11 ").replace("*a]", "*a11]")
    code, shown = check(a__md="# T\n", mkdocs__yml=f"site_name: x\n{data}{use}\n")
    assert (code, "mkdocs.yml:" in shown, "FP901" in shown) == (2, True, True), shown


@pytest.mark.parametrize("name", GROWING)
def test_aliases_that_grow_in_the_options_of_a_block(check, name: str) -> None:
    code, shown = check(**with_block(indented(GROWING[name])))
    assert (code, "FP108" in shown) == (1, True)


@pytest.mark.parametrize("name", GROWING)
def test_aliases_that_grow_in_a_script(name: str) -> None:
    with pytest.raises(ScriptError, match="alias"):
        parse_script(f"- json:\n    {indented(GROWING[name])}")


def test_aliases_that_stay_small_are_nothing_special(check) -> None:
    data = "base: &base {image: a}\none:\n  <<: *base\ntwo: [*base, *base]\n"
    assert (
        check(a__md=fence(data), mkdocs__yml=f"site_name: x\nextra:\n  {data.replace(chr(10), chr(10) + '  ')}\n")[0]
        == 0
    )
