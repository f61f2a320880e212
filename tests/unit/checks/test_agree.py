from __future__ import annotations

from fencepost.checks.agree import check_agree
from fencepost.model import Finding, Place

from .pages import source_of

PLACE = Place("pyproject.toml", 9)


def agree(*texts: str, lines: str = "^- ", except_: tuple[str, ...] = ()) -> list[Finding]:
    sources = {
        f"mod:{name}": source_of(text, expression=f"mod:{name}", line=100 * number)
        for number, (name, text) in enumerate(zip("ABCD", texts, strict=False), 1)
    }
    return check_agree("rules", lines, except_, sources, PLACE)


def places(findings: list[Finding]) -> list[tuple[str, str, list[str]]]:
    return [(finding.code, str(finding.place), [str(place) for place in finding.related]) for finding in findings]


def test_what_stands_in_all_of_them_is_fine() -> None:
    assert agree("x\n- one\n- two\n", "- one\ny\n- two\n", "- one\n- two") == []


def test_a_reworded_line_is_one_finding_with_both_places() -> None:
    findings = agree("- one\n- use few words\n- three\n", "- one\n- use three words\n- three\n")
    assert places(findings) == [("FP304", "mod.py:202:1", ["mod.py:102:1"])]
    assert "`- use three words` of mod:B is worded otherwise in mod:A: `- use few words`" in findings[0].message
    assert findings[0].detail[1:] == (
        "- 202     | - use three words",
        "          |       ^^^^^",
        "+     102 | - use few words",
        "          |       ^^^",
    )


def test_a_line_that_is_reworded_beyond_recognition_is_one_finding_too() -> None:
    assert len(agree("- one\n- abc\n- three\n", "- one\n- xyz\n- three\n")) == 1


def test_a_missing_line_points_to_where_it_stands() -> None:
    assert places(agree("- one\n- two\n", "- one\n")) == [("FP304", "mod.py:102:1", ["mod.py:200:1"])]
    assert places(agree("- one\n", "- one\n- two\n")) == [("FP304", "mod.py:202:1", ["mod.py:100:1"])]


def test_a_reworded_line_beside_a_missing_one() -> None:
    findings = agree("- one\n- use few words\n", "- zero\n- one\n- use three words\n- four and more\n")
    assert [finding.message.split(" of ")[0] for finding in findings] == [
        "agree `rules`: `- zero`",
        "agree `rules`: `- use three words`",
        "agree `rules`: `- four and more`",
    ]


def test_another_order_is_one_finding() -> None:
    findings = agree("- one\n- two\n- three\n", "- two\n- three\n- one\n")
    assert places(findings) == [("FP304", "mod.py:203:1", ["mod.py:101:1"])]
    assert "stands in another order" in findings[0].message


def test_the_one_that_differs_from_most_is_named() -> None:
    findings = agree("- one!\n", "- one\n", "- one\n")
    assert places(findings) == [("FP304", "mod.py:101:1", ["mod.py:201:1"])]


def test_blanks_and_indentation_count() -> None:
    assert len(agree("- one\n", "- one \n")) == 1


def test_repeated_lines_are_counted() -> None:
    assert len(agree("- one\n- one\n", "- one\n")) == 1


def test_exceptions_are_whole_lines() -> None:
    texts = "- one\n- only here\n", "- one\n- only there\n"
    assert agree(*texts, except_=("- only here", "- only there")) == []
    findings = agree(*texts, except_=("- only her",))
    assert [finding.code for finding in findings] == ["FP303", "FP304"]
    assert str(findings[0].place) == "pyproject.toml:9:1"
    assert (
        "the exception `- only her` is no line that `^- ` matches; the nearest is `- only here`" in findings[0].message
    )


def test_a_pattern_that_matches_nothing_is_said() -> None:
    findings = agree("- one\n", "* one\n")
    assert places(findings) == [("FP303", "pyproject.toml:9:1", ["mod.py:200:1"])]
    assert "`^- ` matches no line of mod:B" in findings[0].message
    assert [finding.code for finding in agree("one\n", "two\n")] == ["FP303", "FP303"]


def test_a_pattern_that_is_none_gives_no_traceback() -> None:
    assert [finding.code for finding in agree("- one\n", "- one\n", lines="(")] == ["FP303"]


def test_line_ends_do_not_matter() -> None:
    assert agree("- one\r\n- two\r\n", "- one\n- two") == []
