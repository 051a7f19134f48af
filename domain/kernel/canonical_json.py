"""Canonical JSON (RFC 8785) for the values events are made of: the bytes that are stored are those that are hashed.

orjson with sorted keys writes exactly that form as long as keys are ASCII, numbers are integers within
2^53-1 either way and text holds no lone surrogates; anything else is refused here.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import orjson

JSON: TypeAlias = "bool | int | str | Sequence[JSON] | Mapping[str, JSON] | None"

_PLAIN = frozenset({str, int, bool, type(None)})
_OPTIONS = orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER | orjson.OPT_PASSTHROUGH_SUBCLASS
_MAYBE_NAMED_FRACTION = re.compile(rb'":-?[0-9]+[.e]')
_MAYBE_LISTED_FRACTION = re.compile(rb"[\[,]-?[0-9]+[.e]")
"""Every number in an object, or in a list, that is no integer, and perhaps a text that looks like one. A pattern for
both takes more than twice as long."""


def encode(value: JSON) -> bytes:
    """The canonical bytes of `value`. Raises `ValueError` for what has none here: floats, large integers,
    keys that are not ASCII text, lone surrogates, and types JSON does not know."""
    _check(value)
    try:
        return orjson.dumps(value, option=_OPTIONS)
    except orjson.JSONEncodeError as problem:
        raise ValueError(f"not canonical JSON: {problem}") from problem


def decode(text: bytes) -> Any:  # noqa: ANN401 -- the shape is the caller's to check
    """The value of canonical bytes. Raises `ValueError` where they are not JSON."""
    return orjson.loads(text)


def exactly(text: bytes) -> Any:  # noqa: ANN401 -- the shape is the caller's to check
    """The value of the text; None where it is not JSON, or not written as its canonical form is."""
    try:
        value = orjson.loads(text)
        if orjson.dumps(value, option=_OPTIONS) != text:
            return None
        if not text.isascii() or type(value) is float or _may_hold_fraction(text):
            _check(value)
    except (ValueError, orjson.JSONEncodeError):
        return None
    return value


def _may_hold_fraction(text: bytes) -> bool:
    return bool(_MAYBE_NAMED_FRACTION.search(text) or _MAYBE_LISTED_FRACTION.search(text))


def _check(value: object) -> None:
    if type(value) in _PLAIN:
        return
    if isinstance(value, dict):
        _check_keys(value)
        _check_all(value.values())
    elif isinstance(value, list | tuple):
        _check_all(value)
    else:
        raise ValueError(f"not canonical JSON: a value of type {type(value).__name__}")


def _check_all(values: Iterable[object]) -> None:
    for one in values:
        if type(one) not in _PLAIN:  # most are, and a call for each takes longer than to write them
            _check(one)


def _check_keys(value: dict[object, object]) -> None:
    if set(map(type, value)) <= {str} and "".join(map(str, value)).isascii():
        return
    wrong = next(key for key in value if type(key) is not str or not key.isascii())
    raise ValueError(f"not canonical JSON: the key {wrong!r} is not ASCII text")
