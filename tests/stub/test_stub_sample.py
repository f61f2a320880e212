"""Made-up values fit their schema; vectors behave like vectors."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fencepost.stub import schemas
from fencepost.stub.sample import sample
from fencepost.stub.vectors import dimension_of, vector

_LEAVES = st.one_of(
    st.fixed_dictionaries({"type": st.just("string")}, optional={"minLength": st.integers(0, 9)}),
    st.fixed_dictionaries({"type": st.sampled_from(["integer", "number"])}, optional={"minimum": st.integers(-9, 9)}),
    st.fixed_dictionaries({"type": st.sampled_from(["integer", "number"])}, optional={"maximum": st.integers(-9, 9)}),
    st.fixed_dictionaries({"type": st.just("integer"), "exclusiveMinimum": st.integers(-9, 9)}),
    st.fixed_dictionaries({"type": st.sampled_from(["boolean", "null"])}),
    st.fixed_dictionaries({"enum": st.lists(st.integers() | st.text(max_size=3), min_size=1, max_size=3)}),
    st.fixed_dictionaries({"const": st.integers() | st.text(max_size=3)}),
    st.fixed_dictionaries({"type": st.just(["string", "null"])}),
    st.just({}),
)


def _nested(inner: st.SearchStrategy) -> st.SearchStrategy:
    properties = st.dictionaries(st.text("abc", min_size=1, max_size=2), inner, max_size=3)
    objects = properties.flatmap(
        lambda found: st.fixed_dictionaries(
            {
                "type": st.just("object"),
                "properties": st.just(found),
                "required": st.lists(st.sampled_from(sorted(found)), unique=True) if found else st.just([]),
            }
        )
    )
    arrays = st.fixed_dictionaries(
        {"type": st.just("array"), "items": inner},
        optional={"minItems": st.integers(0, 3), "maxItems": st.integers(3, 5)},
    )
    unions = st.fixed_dictionaries({"anyOf": st.lists(inner, min_size=1, max_size=3)})
    return objects | arrays | unions | st.fixed_dictionaries({"allOf": st.lists(inner, min_size=1, max_size=1)})


@settings(max_examples=100, deadline=None)
@given(st.recursive(_LEAVES, _nested, max_leaves=10))
def test_a_sample_fits_its_schema(schema):
    assert schemas.problem(schema) is None
    assert schemas.misfit(schema, sample(schema)) is None


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "object", "properties": {"day": {"type": "string", "format": "date"}}}, {"day": "2026-01-01"}),
        ({"type": "object", "properties": {"a": {"type": "string"}, "b": {}}, "required": ["b"]}, {"b": "b"}),
        ({"properties": {"a": {"default": 7}}}, {"a": 7}),
        ({"$ref": "#/$defs/A", "$defs": {"A": {"type": "integer"}}}, 1),
        ({"type": "array", "prefixItems": [{"type": "integer"}, {"type": "boolean"}], "items": False}, [1, True]),
        ({"allOf": [{"properties": {"a": {"const": 1}}}, {"properties": {"b": {"const": 2}}}]}, {"a": 1, "b": 2}),
        ({"type": "integer", "multipleOf": 5}, 5),
        ({"type": "string", "maxLength": 2}, "va"),
        ({"examples": ["tea"]}, "tea"),
        ({"type": "array", "maxItems": 0}, []),
    ],
)
def test_samples_are_simple(schema, value):
    assert sample(schema) == value
    assert schemas.misfit(schema, value) is None


def test_a_schema_that_refers_to_itself_ends():
    tree = {
        "type": "object",
        "properties": {"next": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}},
        "required": ["next"],
    }
    assert schemas.misfit(tree, sample(tree)) is None
    endless = {"type": "object", "properties": {"next": {"$ref": "#"}}, "required": ["next"]}
    assert isinstance(sample(endless), dict)
    assert isinstance(sample({"$ref": "#"}), str)


def test_references_are_never_fetched():
    reason = schemas.misfit({"$ref": "https://example.com/schema.json"}, 1)
    assert reason is not None
    assert "cannot be used" in reason


def test_vectors():
    milk, same, other = (vector(text, 64) for text in ("Bought milk.", "bought MILK", "A red car"))
    assert milk == same
    assert math.isclose(sum(value * value for value in milk), 1)
    assert sum(a * b for a, b in zip(milk, other, strict=True)) < 0.9
    assert sum(vector("", 8)) != 0
    assert vector("买牛奶", 64) == vector("牛奶买", 64)
    assert (dimension_of("text-embedding-3-large", None), dimension_of("x", None), dimension_of("x", 3)) == (
        3072,
        1536,
        3,
    )


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=30), st.integers(1, 50))
def test_any_text_has_a_unit_vector(text, dimension):
    assert math.isclose(math.hypot(*vector(text, dimension)), 1)
