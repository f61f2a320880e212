"""What users import; a change here is a change of the contract, and has a line in the changelog."""

from __future__ import annotations

import importlib
import inspect
import subprocess
import sys

import pytest

import fencepost
from fencepost.testing import Docs

NAMES = {
    "fencepost": "ContractResult FenceResult Finding PageResult Place Report Rule TranslationResult __version__ check",
    "fencepost.plugins": "Check Comparer Difference Excerpt Finding Page Place Plugin Rule SourceKind",
    "fencepost.stub": (
        "AUTHORITY Ask Dialect Failure Fault Guard Issuer Memory Model RefusedError Reply Request Response Scope Script "
        "ScriptError Stub StubFaultError StubServer Violation event event_stream issuer_in json_response parse_script "
        "sealed secret_names serve variables without_secrets"
    ),
    "fencepost.testing": "Answer Docs",
    "wikimem": (
        "DIARY_PROMPT DIARY_PROMPT_ZH DIARY_TOOL_DESCRIPTION DIARY_TOOL_DESCRIPTION_ZH Diary DiaryItem DiaryToolError "
        "Journal LLM MemoryStore RECALL_TOOL_DESCRIPTION RECALL_TOOL_DESCRIPTION_ZH diary_tool handle_diary_tool "
        "handle_recall_tool memorize parse_entries recall_tool"
    ),
}
SIGNATURES = {
    "fencepost.check": (
        "(root: 'str | PathLike[str]' = '.', paths: 'Sequence[str]' = (), *, "
        "base: 'str | PathLike[str] | None' = None, run: 'bool | None' = None, "
        "audit_skips: 'bool' = False, insert: 'bool' = False, reuse: 'bool' = False, select: 'Sequence[str]' = (), "
        "ignore: 'Sequence[str]' = (), "
        "baseline: 'str | PathLike[str] | Literal[False] | None' = None, "
        "changed_since: 'str | None' = None, texts: 'Mapping[str, str] | None' = None, "
        "tell: 'Callable[[str], None] | None' = None) -> 'Report'"
    ),
    "fencepost.Report": (
        "(running: 'bool', pages: 'tuple[PageResult, ...]' = (), fences: 'tuple[FenceResult, ...]' = (), "
        "contracts: 'tuple[ContractResult, ...]' = (), findings: 'tuple[Finding, ...]' = (), "
        "translations: 'tuple[TranslationResult, ...]' = (), notes: 'tuple[str, ...]' = (), accepted: 'int' = 0, "
        "settled: 'bool' = True) "
        "-> None"
    ),
    "fencepost.Finding": (
        "(code: 'str', message: 'str', place: 'Place', fence: 'str | None' = None, related: 'tuple[Place, ...]' = (), "
        "help: 'str' = '', detail: 'tuple[str, ...]' = (), edits: 'tuple[Edit, ...]' = (), "
        "offers: 'tuple[Offer, ...]' = (), severity: 'Severity | None' = None, rule: 'Rule | None' = None) -> None"
    ),
    "fencepost.Place": (
        "(path: 'str', line: 'int', column: 'int' = 1, end_line: 'int | None' = None, end_column: 'int | None' = None) "
        "-> None"
    ),
    "fencepost.Rule": (
        "(code: 'str', name: 'str', summary: 'str', why: 'str', fix: 'str', severity: 'Severity' = 'error') -> None"
    ),
    "fencepost.plugins.Excerpt": "(text: 'str', path: 'str', line: 'int' = 1) -> None",
    "fencepost.plugins.Difference": (
        "(line: 'int', twin_line: 'int', text: 'str' = '', twin_text: 'str' = '', why: 'str' = '') -> None"
    ),
    "fencepost.stub.serve": (
        "(script: 'str | Sequence[object]' = '', *, unscripted: \"Literal['allow', 'fail']\" = 'allow', "
        "hosts: 'Iterable[str]' = ()) -> 'Generator[Model]'"
    ),
    "fencepost.testing.Docs": "(root: 'Path', files: 'Mapping[str, str]') -> 'None'",
}


@pytest.mark.parametrize("module", NAMES)
def test_the_public_names_are_these_and_all_are_there(module: str) -> None:
    imported = importlib.import_module(module)
    assert sorted(imported.__all__) == sorted(NAMES[module].split())
    assert all(getattr(imported, name) is not None for name in imported.__all__)


@pytest.mark.parametrize("name", SIGNATURES)
def test_the_signatures_are_these(name: str) -> None:
    module, _, attribute = name.rpartition(".")
    assert str(inspect.signature(getattr(importlib.import_module(module), attribute))) == SIGNATURES[name]


def test_what_a_plugin_may_offer_is_this() -> None:
    from fencepost.plugins import Plugin

    assert [*inspect.signature(Plugin).parameters] == ["rules", "checks", "sources", "comparers", "formats"]


def test_the_helpers_for_tests_are_these() -> None:
    methods = {name for name in vars(Docs) if not name.startswith("_")}
    assert methods == {"write", "read", "check", "findings", "found", "outcomes", "exit_code", "command"}


@pytest.mark.parametrize(("statement", "most"), [("import fencepost", 1), ("import fencepost.cli", 4)])
def test_importing_it_costs_next_to_nothing(statement: str, most: int) -> None:
    code = f"{statement}, sys; print([n for n in sys.modules if n.split('.')[0] in ('fencepost', 'pydantic', 'yaml')])"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = answer.stdout.strip()
    assert len(loaded.strip("[]").split(", ")) <= most, loaded


def test_a_name_that_is_not_there_is_said_as_python_does() -> None:
    with pytest.raises(AttributeError, match="has no attribute `nothing`"):
        _ = fencepost.nothing  # ty: ignore[missing-attribute]


def test_dir_shows_what_is_imported_late() -> None:
    assert {"check", "Report"} <= set(dir(fencepost))
