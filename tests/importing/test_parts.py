"""A long list recorded in parts: compared twice, whatever its length, and the same as where all of it is one part."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, cast

import pytest

from domain.importing import recording
from domain.importing.lists import look_over
from domain.importing.looked_at import Listed
from domain.importing.match_lists.club import FEDERATION_TERMS
from domain.importing.whom import Chosen, Register
from domain.journal.journal import Journal
from domain.lists.state import ListState
from domain.tournament.guards.context import no_ratings
from domain.tournament.state import Tournament
from tests.importing.memory import MemoryLog

NAME = "Long list"
ROWS = [
    "2025-02-01,A,B,5",
    "2025-02-01,C,D,5",
    "2025-02-02,E,F,7",
    "2025-02-02,G,a,7",
    "2025-02-02,A,C,5",
    "2025-02-03,B,D,5",
    "2025-02-03,F,E,3",
    "2025-02-04,G,A,5",
]
SAME = {"a": Chosen(same_as="A")}


def listed(log: MemoryLog, *rows: str) -> Listed:
    register = Register(lambda _: True, lambda _: (), lambda _: {}, SAME)
    text = "date,winner,loser,length\n" + "".join(f"{row}\n" for row in rows)
    return Listed(text, NAME, "list.csv", None, None, register, no_ratings, log.now, log.draw, rating=FEDERATION_TERMS)


def record(log: MemoryLog, *rows: str, told: Callable[[int], None] = lambda _: None) -> Any:  # noqa: ANN401 -- counts
    journal = cast("Journal", log)
    return recording.record(journal, "matches", listed(log, *rows), told)[1]


def matches(log: MemoryLog) -> list[tuple[datetime, int | None, int | None, int]]:
    """All matches in the order of ELO-6, by the places of their entries."""
    (found,) = (one for one in log.states.values() if isinstance(one, Tournament))
    results = [one.effective for one in found.matches.values() if one.effective]
    ordered = sorted(results, key=lambda one: (one.played_at, one.place))
    return [(one.played_at, one.winner, one.loser, one.length) for one in ordered]


def lines_said(log: MemoryLog) -> int:
    (found,) = (one for one in log.states.values() if isinstance(one, ListState))
    return len(found.lines)


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Counts how often the list is compared, and makes parts of two rows."""
    counted = list[int]()

    def counting(*asked: Any) -> Any:  # noqa: ANN401 -- as it is called
        counted.append(1)
        return look_over(*asked)

    monkeypatch.setattr(recording, "look_over", counting)
    monkeypatch.setattr(recording, "ROWS_AT_ONCE", 2)
    return counted


def test_list_in_parts_comes_to_the_same_and_is_compared_twice(compared: list[int]) -> None:
    parts, whole, advanced = MemoryLog(), MemoryLog(), list[int]()
    counts = record(parts, *ROWS, told=advanced.append)
    assert (counts.results, counts.registered, counts.entered) == (8, 7, 7)
    assert advanced == [2, 2, 2, 2]
    assert len(compared) == 2
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recording, "ROWS_AT_ONCE", 100)
        record(whole, *ROWS)
    assert matches(parts) == matches(whole)
    assert lines_said(parts) == 8


@pytest.mark.usefixtures("compared")
def test_dry_run_and_recording_in_parts_say_the_same_of_each_line() -> None:
    log = MemoryLog()
    rows = [*ROWS, "2025-02-05,B,n.n.,5"]
    journal = cast("Journal", log)
    told = recording.try_list(journal, "matches", listed(log, *rows))[0].lines
    done = recording.record(journal, "matches", listed(log, *rows), lambda _: None)[0].lines
    assert [(one.line, one.becomes) for one in told] == [(one.line, one.becomes) for one in done]
    assert {one.becomes for one in done} == {"taken", "left-out"}
    again = recording.record(journal, "matches", listed(log, *rows), lambda _: None)[0].lines
    assert {one.becomes for one in again} == {"before", "left-out"}


def test_rows_that_belong_between_are_placed_by_the_last_part(compared: list[int]) -> None:
    parts, whole = MemoryLog(), MemoryLog()
    first, rest = ROWS[4:6], ROWS
    for log, at_once in ((parts, 2), (whole, 100)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(recording, "ROWS_AT_ONCE", at_once)
            record(log, *first)
            record(log, *rest)
    assert [one[0] for one in matches(parts)] == sorted(one[0] for one in matches(parts))
    by_names = [[(one[0], one[3]) for one in matches(log)] for log in (parts, whole)]
    assert by_names[0] == by_names[1]
    assert len(compared) > 2


def test_list_that_somebody_else_records_meanwhile_is_compared_again(compared: list[int]) -> None:
    log, others = MemoryLog(), list[int]()

    def other_import(_: int) -> None:
        if not others:
            others.append(1)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(recording, "ROWS_AT_ONCE", 100)
                record(log, *ROWS)

    counts = record(log, *ROWS, told=other_import)
    assert (counts.results, len(matches(log)), lines_said(log)) == (2, 8, 8)
    assert len(compared) == 3


def test_interrupted_list_goes_on_and_records_nothing_twice(compared: list[int]) -> None:
    log = MemoryLog()
    with log.interrupted(after=2):
        record(log, *ROWS)
    assert len(matches(log)) == 4
    assert record(log, *ROWS).results == 4
    assert len(matches(log)) == 8
    before = len(log.recorded)
    assert record(log, *ROWS).results == 0
    assert len(log.recorded) == before
    assert compared
