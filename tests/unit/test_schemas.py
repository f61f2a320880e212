"""The JSON Schemas describe what there is, all of it, and nothing else."""

from __future__ import annotations

import json
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from fencepost import engine, report
from fencepost.cli import main
from fencepost.schemas import report_schema, settings_schema
from fencepost.settings import Settings
from fencepost.validation import WrongTableError, validated

ROOT = Path(__file__).parents[2]
PAGE = """\
<!-- fencepost: quote texts:PROMPT -->
```text
You are blunt.
```

```python
print(1)
```
"""


def closed(schema: Any) -> Any:
    """The schema with every object shut to keys that it does not describe."""
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    shut = {"additionalProperties": False} if "properties" in schema and schema.get("type") == "object" else {}
    return {key: closed(value) for key, value in schema.items()} | shut


def holds(schema: dict[str, Any], document: object) -> bool:
    return jsonschema.Draft202012Validator(schema).is_valid(document)


def test_the_schemas_are_sound():
    jsonschema.Draft202012Validator.check_schema(settings_schema())
    jsonschema.Draft202012Validator.check_schema(report_schema())


def test_a_report_with_findings_holds_nothing_that_its_schema_lacks(tmp_path: Path):
    (tmp_path / "fencepost.toml").write_text("")
    (tmp_path / "texts.py").write_text('PROMPT = "You are kind."\n')
    (tmp_path / "guide.md").write_text(PAGE)
    document = report.as_json(engine.check(tmp_path, run=False))
    assert [finding["code"] for finding in document["findings"]] == ["FP301"]
    jsonschema.Draft202012Validator(closed(report_schema())).validate(json.loads(json.dumps(document)))
    document["fences"][0]["fate"] = "forgotten"
    assert not holds(report_schema(), document)


def test_the_settings_of_this_project_fit():
    table = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["fencepost"]
    assert holds(settings_schema(), table)


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ('languages = {en = "docs/en", zh = ["docs/zh"]}', True),
        ('severity = {FP306 = "off", "docs/*" = {FP301 = "info"}}', True),
        ('severity = {FP306 = "loud"}', False),
        ('shell = ["fencepost"]', True),
        ('shell = "on"', False),
        ("runs = true", False),
        ('[[agree]]\nname = "a"\nsources = ["m:A"]', False),
    ],
)
def test_an_editor_tells_what_the_command_tells(text: str, fits: bool):
    table = tomllib.loads(text)
    assert holds(settings_schema(), table) is fits
    if fits:
        validated(table)
    else:
        with pytest.raises(WrongTableError):
            validated(table)


def test_every_key_is_there_with_its_meaning():
    properties = settings_schema()["properties"]
    assert set(properties) == {one.name.rstrip("_").replace("_", "-") for one in fields(Settings)}
    told = {key for key, entry in properties.items() if entry.get("description") or key in ("agree", "translates")}
    assert told == set(properties)


def test_the_command_prints_a_schema(capsys: pytest.CaptureFixture[str]):
    assert main(["schema", "report"]) == 0
    assert json.loads(capsys.readouterr().out) == report_schema()
