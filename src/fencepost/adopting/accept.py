"""A baseline of today's findings."""

from __future__ import annotations

from collections import Counter

from fencepost import baseline
from fencepost.adopting.draft import Draft
from fencepost.adopting.step import Step
from fencepost.adopting.tables import CannotEditError, quoted, with_key, with_table
from fencepost.engine import examine
from fencepost.project_plan import plan
from fencepost.report import plural
from fencepost.rules import rule_of
from fencepost.settings import FILES

FILE = "fencepost-baseline.jsonl"
"""Where a baseline stands unless another name is given."""
_WHY = """\
From now on only new findings are reported. The baseline may only become smaller: an entry that is
no longer needed is a warning, and `fencepost check --fix` removes it. `--no-baseline` shows all."""


def step(draft: Draft, file: str) -> Step:
    """Write a baseline that accepts all that is found today, and name it in the settings."""
    loaded = draft.loaded()
    named = loaded.settings.baseline
    if named is not None:
        return Step("baseline", f"the settings name the baseline {named} already")
    if draft.read(file) is not None:
        return Step("baseline", f"{file} is there already; a baseline only becomes smaller")
    planned = plan(draft.project())
    report, _ = examine(planned, loaded.settings.run, importing=True)
    found = [finding for finding in report.findings if baseline.acceptable(finding)]
    if not found:
        return Step("baseline", "there is no finding that a baseline would accept")
    pages = {page.path: page for page in planned.project.pages}
    after = draft.with_text(file, baseline.written(found, pages))
    line = f"baseline = {quoted(file)}"
    name = loaded.file.name if loaded.file else next((one for one in reversed(FILES) if draft.read(one)), FILES[0])
    old = draft.read(name) or ""
    left: tuple[str, ...] = ()
    try:
        new = with_key(old, line, own=name == FILES[0]) if loaded.file or not old else with_table(old, f"{line}\n")
        after = after.with_text(name, new)
    except CannotEditError as error:
        left = (f"{name} cannot be edited: {error}; write `{line}` there",)
    names = {finding.code: rule_of(finding).name for finding in found}
    counts = Counter(finding.code for finding in found).most_common()
    shown = tuple(f"{number:5} {code} {names[code]}" for code, number in counts)
    return Step("baseline", f"accept the {plural(len(found), 'finding')} of today in {file}", _WHY, shown, left, after)
