"""Canonical bytes: ours are those of RFC 8785, for everything that is let through."""

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel import canonical_json

LARGEST = 2**53 - 1
keys = st.text(st.characters(max_codepoint=127), max_size=8)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
leaves = st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | texts
values = st.recursive(leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4))


@given(values)
def test_the_bytes_are_those_of_the_standard(value: canonical_json.JSON) -> None:
    assert canonical_json.encode(value) == rfc8785.dumps(value)


@given(values)
def test_reading_and_writing_again_gives_the_same_bytes(value: canonical_json.JSON) -> None:
    once = canonical_json.encode(value)
    assert canonical_json.encode(canonical_json.decode(once)) == once


@given(st.dictionaries(keys, leaves, min_size=2))
def test_the_order_of_insertion_does_not_count(value: dict[str, canonical_json.JSON]) -> None:
    assert canonical_json.encode(dict(reversed(value.items()))) == canonical_json.encode(value)


@pytest.mark.rule("ALL-1")
def test_bytes_worked_by_hand() -> None:
    # RFC 8785, 3.2.2.2: \b \t \n \f \r have short forms, other control characters \u00xx in lower case,
    # nothing else is escaped but the quote and the backslash; 3.2.3: keys by code unit.
    value: canonical_json.JSON = {"b": [1, -2, True, None], "B": '\x08\t\n\x0c\r\x0f\x7f"\\/é€', "a": {}}
    expected = '{"B":"\\b\\t\\n\\f\\r\\u000f\x7f\\"\\\\/é€","a":{},"b":[1,-2,true,null]}'
    assert canonical_json.encode(value) == expected.encode()


@pytest.mark.parametrize(
    "value",
    [0.5, 1.0, 2**53, -(2**53), "\ud800", {"é": 1}, {1: 2}, b"bytes", {1, 2}, [[{"x": 1.5}]]],
    ids=str,
)
def test_value_without_a_canonical_form_is_refused(value: canonical_json.JSON) -> None:
    with pytest.raises(ValueError, match="not canonical JSON"):
        canonical_json.encode(value)


@pytest.mark.parametrize(
    "text",
    [
        '{"a":0.5}',
        '{"a":1.0}',
        "[-0.0]",
        "1.5",
        "[1e22]",
        '{"a":[1,2.5]}',
        '{"é":1}',
        '{"a":1,"a":1}',
        "[" * 255 + "]" * 255,
    ],
    ids=lambda text: text[:20],
)
def test_no_other_text_is_taken_for_canonical(text: str) -> None:
    assert canonical_json.exactly(text.encode()) is None


def test_a_text_that_looks_like_a_fraction_is_canonical() -> None:
    text = '{"a":"é","b":["1.5",",2.5",1],"c":' + "[" * 253 + "]" * 253 + "}"
    assert canonical_json.encode(canonical_json.exactly(text.encode())) == text.encode()


def test_the_largest_integers_are_let_through() -> None:
    assert canonical_json.encode([LARGEST, -LARGEST]) == b"[9007199254740991,-9007199254740991]"


def test_keys_of_a_type_of_their_own_are_refused() -> None:
    class Name(str):
        __slots__ = ()

    with pytest.raises(ValueError, match="the key 'a' is not ASCII text"):
        canonical_json.encode({"b": 1, Name("a"): 2})
