from __future__ import annotations

import json

from fencepost import report
from fencepost.model import ContractResult, FenceResult, Finding, PageResult, Place, Report

FENCE = FenceResult("a.md::t[1]", "a.md", 3, 5, "python", "run", "python fence", "not_run")
PAGE = PageResult("a.md", None, None, "0")


def summary(result: Report) -> list[str]:
    return report.render(result, "full").splitlines()


def test_what_was_not_run_is_said_with_the_flag() -> None:
    result = Report(False, (PAGE,), (FENCE,))
    assert summary(result) == ["1 page, 1 fence (1 run)", "1 fence not run (add --run)", "all held"]


def test_a_fence_that_failed_already_is_not_waiting_to_be_run() -> None:
    failed = FenceResult("a.md::t[1]", "a.md", 3, 5, "python", "run", "python fence", "failed")
    finding = Finding("FP109", "no", Place("a.md", 4), severity="error")
    result = Report(False, (PAGE,), (failed,), (), (finding,))
    assert summary(result)[-2:] == ["1 page, 1 fence (1 run)", "1 error"]


def test_contracts_that_could_not_be_held_are_counted() -> None:
    contract = ContractResult("a.md::t[1]-output", "output", None, "a.md", "a.md::t[1]", "not_checked")
    lines = summary(Report(False, (PAGE,), (FENCE,), (contract,)))
    assert "1 fence not run, 1 contract not checked (add --run)" in lines


def test_infos_are_shown_on_request_only() -> None:
    result = Report(True, (PAGE,), (), (), (Finding("FP211", "made up", Place("a.md", 4), severity="info"),))
    assert "FP211" not in report.render(result, "full")
    assert "FP211 reply-unscripted (info) made up" in report.render(result, "full", verbose=True)
    assert report.exit_code(result) == 0


def test_verbose_lists_what_is_not_run_and_why() -> None:
    skipped = FenceResult("a.md::t[2]", "a.md", 9, 11, "python", "skipped", "skip: needs a GPU", "skipped")
    assert "a.md:9: skipped: skip: needs a GPU" in report.render(
        Report(True, (PAGE,), (skipped,)), "full", verbose=True
    )


def test_a_warning_alone_is_no_failure() -> None:
    result = Report(True, (PAGE,), (), (), (Finding("FP113", "x", Place("a.md", 4), severity="warning"),))
    assert report.exit_code(result) == 0
    assert summary(result)[-1] == "0 errors, 1 warning"


def test_what_no_encoding_takes_is_shown_as_an_escape() -> None:
    found = Finding("FP201", "raised ValueError: \udc80", Place("a.md", 1), severity="error")
    for style in ("full", "concise"):
        assert "ValueError: \\udc80\n" in report.render(Report(True, findings=(found,)), style)
    document = report.render(Report(True, findings=(found,)), "json")
    assert json.loads(document.encode("utf-8"))["findings"][0]["message"] == found.message
