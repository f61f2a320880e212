"""Blocks that look like a constant, bound to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from fencepost.adopting import bind
from fencepost.adopting.draft import Draft
from fencepost.compare.template import inferred
from fencepost.engine import check

PROMPT = (
    "You keep the diary of {name}.\n- One event per entry.\n- Never invent anything.\n- Ask {name} first.\nAnswer.\n"
)
RULES = "".join(f"{number}. Keep rule {number} of the house.\n" for number in range(20))
MODULE = f'PROMPT = """\\\n{PROMPT}"""\nRULES = """\\\n{RULES}"""\n'


def project(root: Path, page: str, settings: str = "") -> Draft:
    (root / "bot.py").write_text(MODULE, "utf-8")
    (root / "page.md").write_bytes(page.encode("utf-8"))
    (root / "fencepost.toml").write_text(settings, "utf-8")
    return Draft(root)


def block(text: str) -> str:
    return f"```text\n{text}```\n"


def page_after(draft: Draft | None) -> str:
    assert draft is not None
    return draft.read("page.md") or ""


@pytest.mark.parametrize(
    ("shown", "directive"),
    [
        (PROMPT, "quote bot:PROMPT"),
        ("".join(RULES.splitlines(keepends=True)[4:9]), "quote bot:RULES subset"),
        (PROMPT.format(name="Mira"), "quote bot:PROMPT view=rendered value.name=Mira"),
        (PROMPT.format(name='old "Mo"'), 'quote bot:PROMPT view=rendered value.name="old \\"Mo\\""'),
    ],
)
def test_a_block_that_holds_is_bound_as_it_is_shown(tmp_path: Path, shown: str, directive: str) -> None:
    step = bind.step(project(tmp_path, f"# T\n\n{block(shown)}"), in_settings=False)
    assert page_after(step.after) == f"# T\n\n<!-- fencepost: {directive} -->\n{block(shown)}"
    (tmp_path / "page.md").write_text(page_after(step.after), "utf-8")
    report = check(tmp_path)
    assert [contract.outcome for contract in report.contracts] == ["passed"]
    assert report.findings == ()


def test_what_was_bound_is_not_bound_again(tmp_path: Path) -> None:
    step = bind.step(project(tmp_path, block(PROMPT)), in_settings=False)
    assert step.after is not None
    assert bind.step(step.after, in_settings=False).after is None


@pytest.mark.parametrize(("opening", "indent"), [("- item\n\n", "    "), ("", "> "), ("!!! note\n\n", "    ")])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_container_goes_on_around_the_directive(tmp_path: Path, opening: str, indent: str, newline: str) -> None:
    body = "".join(f"{indent}{line}\n" for line in block(PROMPT).splitlines())
    settings = 'dialect = "mkdocs"\n'
    step = bind.step(project(tmp_path, (opening + body).replace("\n", newline), settings), in_settings=False)
    wanted = f"{opening}{indent}<!-- fencepost: quote bot:PROMPT -->\n{body}"
    assert page_after(step.after) == wanted.replace("\n", newline)


def test_a_block_that_differs_is_another_step(tmp_path: Path) -> None:
    draft = project(tmp_path, block(PROMPT.replace("Never invent", "Do not invent")))
    assert bind.step(draft, in_settings=False).after is None
    near = bind.near_step(draft, in_settings=False)
    assert near is not None
    assert not near.usual
    assert "% alike)" in near.shown[0]
    assert "<!-- fencepost: quote bot:PROMPT -->" in page_after(near.after)


def test_bindings_may_stand_in_the_settings(tmp_path: Path) -> None:
    page = f"# T\n\n## A b\n\n```text\nx\n```\n\n{block(PROMPT.format(name='Mo'))}"
    step = bind.step(project(tmp_path, page, "strict = true\n"), in_settings=True)
    assert step.after is not None
    assert page_after(step.after) == page
    list(step.after.write())
    report = check(tmp_path)
    assert [(contract.id, contract.outcome) for contract in report.contracts] == [("page.md::a-b[2]-quote", "passed")]


@pytest.mark.parametrize(
    ("template", "text", "values"),
    [
        ("a {x} b {y}", "a 1 b 2", {"x": "1", "y": "2"}),
        ("{x}-{x}\n{x}", "1-1\n1", {"x": "1"}),
        ("{x}-{x}", "1-2", None),
        ("{{{x}}}", "{1}", {"x": "1"}),
        ("{x:>4}", "   1", None),
        ("{0}", "1", None),
        ("{", "{", None),
        ("a\nb", "a", None),
        ("{x}", "", None),
        ("plain", "plain", {}),
    ],
)
def test_values_are_found_from_what_a_template_came_to(template: str, text: str, values: dict[str, str] | None) -> None:
    assert inferred(template, text) == values
