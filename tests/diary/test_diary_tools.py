"""The table of malformed calls, its order, and the shapes that the vendors' own types accept."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable
from types import MappingProxyType
from typing import Any
from unittest.mock import Mock

import pytest
from pydantic import TypeAdapter

from wikimem import (
    DIARY_TOOL_DESCRIPTION,
    DIARY_TOOL_DESCRIPTION_ZH,
    RECALL_TOOL_DESCRIPTION_ZH,
    Diary,
    DiaryItem,
    DiaryToolError,
    diary_tool,
    handle_diary_tool,
    recall_tool,
)

DAY = "2026-07-30"
TS = "2026-07-30T13:15:00+00:00"


class Mute:
    def __str__(self) -> str:
        raise RuntimeError("no name")


class Verbose:
    def __str__(self) -> str:
        return "x" * 100_000


class Peculiar:
    """Hashes like the accepted name and has its own idea of equality."""

    def __hash__(self) -> int:
        return hash("content")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("not comparable")

    def __str__(self) -> str:
        return "peculiar"


class Liar:
    @property
    def __class__(self) -> type:
        raise RuntimeError("no class")


class NamelessMeta(type):
    @property
    def __name__(cls) -> str:  # ty: ignore[incompatible-property-override]
        raise RuntimeError("no name")


class Nameless(metaclass=NamelessMeta):
    def __str__(self) -> str:
        raise RuntimeError("no name")


class Text(str):
    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("not comparable")

    __hash__ = str.__hash__


JSON = "diary tool arguments are not valid JSON: "
OBJECT = "diary tool arguments must be a JSON object, got "
CONTENT = "diary tool call is missing a string 'content'"


def unexpected(names: str) -> str:
    return (
        f"diary tool call has unexpected argument(s): {names}; "
        "only 'content' is accepted (the host stamps time and provenance)"
    )


MALFORMED: list[tuple[str, object, str]] = [
    ("broken", '{"content": ', JSON + "Expecting value: line 1 column 13 (char 12)"),
    ("empty", "", JSON + "Expecting value: line 1 column 1 (char 0)"),
    ("twice", '{"content": "a", "content": "b"}', JSON + "the argument 'content' appears twice"),
    ("json null", "null", OBJECT + "NoneType"),
    ("json array", '[{"content": "x"}]', OBJECT + "list"),
    ("json string", '"content"', OBJECT + "str"),
    ("json number", "5", OBJECT + "int"),
    ("list", [], OBJECT + "list"),
    ("none", None, OBJECT + "NoneType"),
    ("number", 5, OBJECT + "int"),
    ("object", object(), OBJECT + "object"),
    ("bytes", b'{"content": "x"}', OBJECT + "bytes"),
    ("key int", {5: "x"}, unexpected("5")),
    ("keys mixed", {"b": 1, 5: 2, None: 3}, unexpected("5, None, b")),
    ("key tuple", {("a", 1): "x"}, unexpected("('a', 1)")),
    ("key none", {None: "x"}, unexpected("None")),
    ("key bool", {True: "x"}, unexpected("True")),
    ("key float", {1.5: "x"}, unexpected("1.5")),
    ("extra one", {"date": DAY}, unexpected("date")),
    ("extra two", {"time": "09:00", "date": DAY}, unexpected("date, time")),
    ("extra beside content", '{"content": "x", "date": "2026-07-30"}', unexpected("date")),
    ("missing", {}, CONTENT),
    ("content number", {"content": 5}, CONTENT),
    ("content none", '{"content": null}', CONTENT),
    ("content list", {"content": ["a"]}, CONTENT),
    ("blank", {"content": " \n"}, "diary entry content is empty"),
    ("invisible", {"content": "\u200b"}, "diary entry content is empty"),
    (
        "surrogate",
        '{"content": "ab\\ud800"}',
        "diary entry content is not valid text: lone surrogate at position 2",
    ),
]
MONSTROUS: list[tuple[str, object, str]] = [
    ("nested", "[" * 100_000, JSON + "nested too deeply"),
    ("nested objects", '{"content":' * 100_000, JSON + "nested too deeply"),
    ("digits", "9" * (sys.get_int_max_str_digits() + 1), JSON + "Exceeds the limit"),
    ("twice and long", '{"KEY": 1, "KEY": 2}'.replace("KEY", "a\\n" * 10_000), JSON + "the argument"),
    ("twice deep down", '{"content": {"a": 1, "a": 2}}', JSON + "the argument 'a' appears twice"),
    ("key mute", {Mute(): "x"}, unexpected("<Mute>")),
    ("key verbose", {Verbose(): "x"}, unexpected("x" * 59 + "…")),
    ("key peculiar", {Peculiar(): "y"}, unexpected("peculiar")),
    ("key nameless", {Nameless(): "x"}, unexpected("<object>")),
    ("key with line ends", {"a\nb\u2028c": 1}, unexpected("a\\nb\\u2028c")),
    ("key surrogate", {"\ud800": 1}, unexpected("\\ud800")),
    ("key turning the line round", {"a\u202eb": 1}, unexpected("a\\u202eb")),
    ("key huge number", {10**5000: 1}, unexpected("<int>")),
    ("key empty", {"": 1}, unexpected("")),
    ("many keys", {f"k{i:04}": i for i in range(5000)}, "diary tool call has unexpected argument(s): k0000, k0001"),
    ("nameless", Nameless(), OBJECT + "object"),
    ("long name", type("T" * 10_000, (), {})(), OBJECT + "T" * 59 + "…"),
    ("liar", Liar(), OBJECT + "Liar"),
    ("mock", Mock(spec=dict), OBJECT + "Mock"),
    ("mapping", MappingProxyType({"content": "x"}), OBJECT + "mappingproxy"),
    ("content liar", {"content": Liar()}, CONTENT),
    ("content mock", {"content": Mock(spec=str)}, CONTENT),
]


@pytest.mark.parametrize(("args", "message"), [each[1:] for each in MALFORMED], ids=[each[0] for each in MALFORMED])
def test_every_malformed_call_says_what_is_wrong_and_writes_nothing(diary: Diary, args: object, message: str):
    with pytest.raises(DiaryToolError) as caught:
        handle_diary_tool(diary, args)
    assert str(caught.value) == message
    assert not diary.root.exists()


@pytest.mark.parametrize(("args", "message"), [each[1:] for each in MONSTROUS], ids=[each[0] for each in MONSTROUS])
def test_monstrous_calls_get_a_short_message_on_one_line(diary: Diary, args: object, message: str):
    with pytest.raises(DiaryToolError) as caught:
        handle_diary_tool(diary, args)
    text = str(caught.value)
    assert text.startswith(message)
    assert len(text.splitlines()) == 1
    assert len(text.encode("utf-8")) < 1000
    assert not diary.root.exists()


def test_many_names_are_counted(diary: Diary):
    with pytest.raises(DiaryToolError, match=r"k0007, … \(5000 in all\); only 'content'"):
        handle_diary_tool(diary, {f"k{i:04}": i for i in range(5000)})


@pytest.mark.parametrize(
    "args",
    ['{"content": " Hello. "}', {"content": "Hello."}, {Text("content"): Text("Hello.")}, ' {"content":"Hello."} '],
)
def test_a_good_call_is_stored_with_the_stamps_of_the_host(diary: Diary, args: object):
    item = handle_diary_tool(diary, args, ts=TS, owner="mina", source_conv="conv-7", key="call-1")
    assert item == DiaryItem(DAY, "21:15", "Hello.", "mina", "conv-7", TS)
    assert diary.day(DAY) == [item]
    assert handle_diary_tool(diary, {"content": "Again."}, ts=TS, key="call-1") == item


def test_faults_of_the_host_are_not_the_model_s(diary: Diary, stub: Callable):
    with pytest.raises(TypeError, match="dat"):
        handle_diary_tool(diary, {"content": "x"}, dat=DAY)
    with pytest.raises(ValueError, match="date must be") as caught:
        handle_diary_tool(diary, {"content": "x"}, date="someday")
    assert not isinstance(caught.value, DiaryToolError)
    diary.root.write_text("in the way")
    with pytest.raises(OSError, match="Not a directory"):
        handle_diary_tool(diary, {"content": "x"})


def test_the_schema():
    assert diary_tool() == {
        "type": "function",
        "function": {
            "name": "append_diary",
            "description": DIARY_TOOL_DESCRIPTION,
            "parameters": {
                "type": "object",
                "properties": {
                    "content": {"type": "string", "description": "The text of the entry, one short paragraph."}
                },
                "required": ["content"],
                "additionalProperties": False,
            },
        },
    }


TOOLS: list[Callable[..., dict[str, Any]]] = [diary_tool, recall_tool]
SHAPES = ("openai", "responses", "anthropic", "gemini", "mcp")
SCHEMAS = {
    "openai": "parameters",
    "responses": "parameters",
    "anthropic": "input_schema",
    "gemini": "parameters",
    "mcp": "inputSchema",
}


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_is_fresh_at_every_depth(tool: Callable[..., dict[str, Any]], shape: str):
    def spoil(value: object) -> None:
        if isinstance(value, dict):
            for each in list(value.values()):
                spoil(each)
            value.clear()
        if isinstance(value, list):
            value.clear()

    first = json.dumps(tool(shape))
    spoil(tool(shape))
    assert json.dumps(tool(shape)) == first


@pytest.mark.parametrize("tool", TOOLS)
def test_only_the_gemini_shape_leaves_out_what_its_service_refuses(tool: Callable[..., dict[str, Any]]):
    for shape in SHAPES:
        whole = tool(shape)
        schema = whole.get("function", whole)[SCHEMAS[shape]]
        assert ("additionalProperties" in schema) == (shape != "gemini")
        assert schema.get("required", []) == (["content"] if tool is diary_tool else [])


@pytest.mark.parametrize(
    ("tool", "text"), [(diary_tool, DIARY_TOOL_DESCRIPTION_ZH), (recall_tool, RECALL_TOOL_DESCRIPTION_ZH)]
)
@pytest.mark.parametrize("shape", SHAPES)
def test_another_description(tool: Callable[..., dict[str, Any]], text: str, shape: str):
    whole = tool(shape, description=text)
    assert whole.get("function", whole)["description"] == text


@pytest.mark.parametrize("tool", TOOLS)
def test_an_unknown_shape_names_the_known_ones(tool: Callable[..., dict[str, Any]]):
    with pytest.raises(
        ValueError, match="shape must be one of openai, responses, anthropic, gemini, mcp, got 'cohere'"
    ):
        tool("cohere")


def accepted_by(module: str, name: str, value: dict[str, Any]) -> Any:
    kind = getattr(importlib.import_module(module), name)
    return TypeAdapter(kind).validate_python(value)


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize(
    ("shape", "module", "name"),
    [
        ("openai", "openai.types.chat", "ChatCompletionFunctionToolParam"),
        ("responses", "openai.types.responses", "FunctionToolParam"),
        ("anthropic", "anthropic.types", "ToolParam"),
    ],
)
def test_the_typed_dicts_of_the_vendors(tool: Callable[..., dict[str, Any]], shape: str, module: str, name: str):
    pytest.importorskip(module.partition(".")[0])
    assert accepted_by(module, name, tool(shape)) == tool(shape)


def test_the_flat_shape_is_strict_where_every_property_is_required():
    assert diary_tool("responses")["strict"] is True
    assert recall_tool("responses")["strict"] is False


@pytest.mark.parametrize("tool", TOOLS)
def test_the_model_of_gemini(tool: Callable[..., dict[str, Any]]):
    pytest.importorskip("google.genai")
    declaration = accepted_by("google.genai.types", "FunctionDeclaration", tool("gemini"))
    shown = declaration.model_dump(mode="json", exclude_none=True)
    assert (shown["name"], shown["description"]) == (tool("gemini")["name"], tool("gemini")["description"])
    assert set(shown["parameters"]["properties"]) == set(tool("gemini")["parameters"]["properties"])


@pytest.mark.parametrize("tool", TOOLS)
def test_the_model_of_mcp(tool: Callable[..., dict[str, Any]]):
    pytest.importorskip("mcp")
    shown = accepted_by("mcp.types", "Tool", tool("mcp")).model_dump(by_alias=True, exclude_none=True)
    assert shown == tool("mcp")
