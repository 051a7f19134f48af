"""Canonical JSON (RFC 8785), as the guide narrows it: integers within 2^53 - 1 and keys of ASCII."""

import json
from typing import NoReturn

LARGEST = 2**53 - 1
DEEPEST = 254


def _refused(text: str) -> NoReturn:
    raise ValueError(text)


def _integer(text: str) -> int:
    number = int(text)
    return number if abs(number) <= LARGEST else _refused(text)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    return {key if key.isascii() else _refused(key): value for key, value in pairs}


def written(value: object) -> bytes:
    """The one way to write it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def parsed(text: bytes) -> object:
    """What the text says. Raises ValueError where it is not canonical."""
    try:
        value: object = json.loads(
            text.decode(),
            parse_int=_integer,
            parse_float=_refused,
            parse_constant=_refused,
            object_pairs_hook=_object,
        )
        same = written(value) == text
    except RecursionError:
        _refused("too deep")
    return value if same and _is_flat(value) else _refused("not canonical")


def _is_flat(value: object) -> bool:
    """Whether objects and lists stand in each other no deeper than they may."""
    level, depth = [value], 0
    while level := [one for one in level if isinstance(one, dict | list)]:
        depth += 1
        level = [inner for one in level for inner in (one.values() if isinstance(one, dict) else one)]
    return depth <= DEEPEST


def parsed_object(text: bytes) -> dict[str, object]:
    """The object that the text is. Raises ValueError where it is none."""
    value = parsed(text)
    return value if isinstance(value, dict) else _refused("no object")


def number_in(held: dict[str, object], name: str) -> int | None:
    """The number of that name, if there is one; truth is no number."""
    value = held.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def text_in(held: dict[str, object], name: str) -> str | None:
    """The text of that name, if there is one."""
    value = held.get(name)
    return value if isinstance(value, str) else None
