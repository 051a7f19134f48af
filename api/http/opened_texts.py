"""The one place where boxes are opened for readers: in the JSON of an answer, each in place of itself.

What is withheld from a reader has been taken out by then; who may read what is decided before.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import orjson
from starlette.responses import Response

from api.http.responses import bytes_answer, json_of
from domain.journal.journal import Journal
from domain.kernel.personal_text import Sealed

_MARK = b'"shares":['
_FIELDS = frozenset(Sealed.model_fields)


def opened_answer(body: object, journal: Journal, headers: Mapping[str, str] | None = None) -> Response:
    """200 with the body, its texts opened. Raises `Corrupt`, `Unavailable`."""
    return bytes_answer(with_texts(json_of(body), journal), headers=headers)


def with_texts(content: bytes, journal: Journal) -> bytes:
    """The JSON with the texts in place of their boxes, and null where one can't be opened any more.

    Raises `Corrupt`, `Unavailable`.
    """
    if _MARK not in content:
        return content
    body = orjson.loads(content)
    opened = journal.open_boxes(list(_boxes(body)))
    return orjson.dumps(_open_boxes(body, opened))


def _is_box(value: object) -> bool:
    return isinstance(value, dict) and value.keys() == _FIELDS


def _boxes(value: Any) -> Iterator[Sealed]:  # noqa: ANN401 -- any JSON
    if _is_box(value):
        yield Sealed.model_validate(value)
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _boxes(part)


def _open_boxes(value: Any, opened: Any) -> Any:  # noqa: ANN401 -- any JSON
    if _is_box(value):
        return opened[value["bound_to"]]
    if isinstance(value, dict):
        return {name: _open_boxes(part, opened) for name, part in value.items()}
    return [_open_boxes(part, opened) for part in value] if isinstance(value, list) else value
