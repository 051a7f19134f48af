"""How events write what something was made from: by its kind, and never by the sign of a number (ALL-4)."""

from typing import Any

import pytest
from pydantic import TypeAdapter

from domain.match.verdict import Made, Source, Verdict

SOURCE: TypeAdapter[Any] = TypeAdapter(Source)
MADE: TypeAdapter[Any] = TypeAdapter(Made)


def of_match(ended: str | None, winner: int | None = None) -> dict[str, object]:
    return {"kind": "match", "match": 3, "ended": ended, "winner": winner}


@pytest.mark.rule("ALL-4")
@pytest.mark.parametrize(
    ("number", "verdict", "written"),
    [
        (3, 5, of_match("won", 5)),
        (3, "default-7", of_match("default", 7)),
        (3, "drawn", of_match("drawn")),
        (3, "drawn-by-default", of_match("drawn-by-default")),
        (3, "both-lost", of_match("both-lost")),
        (3, "abandoned", of_match("abandoned")),
        (3, "void", of_match("void")),
        (3, None, of_match(None)),
        (-7, "out", {"kind": "entry", "entry": 7, "out": True}),
        (-7, None, {"kind": "entry", "entry": 7, "out": False}),
    ],
)
def test_a_source_is_written_by_its_kind_and_read_as_it_was(number: int, verdict: Verdict, written: Any) -> None:  # noqa: ANN401 -- JSON
    assert SOURCE.dump_python((number, verdict), mode="json") == written
    assert SOURCE.validate_python(written) == (number, verdict)


@pytest.mark.rule("ALL-4")
@pytest.mark.parametrize("kind", ["match", "bye", "opening"])
def test_created_thing_is_written_by_its_kind_and_number(kind: str) -> None:
    assert MADE.dump_python((kind, 2), mode="json") == {"kind": kind, "number": 2}
    assert MADE.validate_python({"kind": kind, "number": 2}) == (kind, 2)
