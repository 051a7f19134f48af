"""A list that begins with its newest day: the order of the matches of one day is asked, once."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import pytest

from domain.importing.lists import look_over
from domain.importing.looked_at import Listed, LookedAt
from domain.importing.match_lists.club import FEDERATION_TERMS
from domain.importing.recording import record
from domain.importing.together import Together
from domain.importing.whom import Register
from domain.journal.journal import Journal
from domain.kernel.refusal import Refused
from domain.lists.reading import Reading, RowOrder
from domain.tournament.guards.context import no_ratings
from domain.tournament.state import Tournament
from tests.importing.memory import MemoryLog

NEWEST_FIRST = ("2025-02-03,C,A,9", "2025-02-02,A,B,7", "2025-02-02,C,D,5", "2025-02-01,B,D,3")
"""On 2 February C beat D to 5 before A beat B to 7, if the sheet runs backwards throughout."""
ASKED = "the list begins with its newest day: say which match of one day it has first, the oldest or the newest"


def listed(log: MemoryLog, rows: Sequence[str], order: RowOrder | None = None) -> Listed:
    register = Register(lambda _: True, lambda _: (), lambda _: {})
    text = "date,winner,loser,length\n" + "".join(f"{row}\n" for row in rows)
    made = Listed(text, "Sheet", "a file", None, None, register, no_ratings, log.now, log.draw, rating=FEDERATION_TERMS)
    return replace(made, says=Reading(row_order=order))


def tried(log: MemoryLog, *rows: str) -> list[LookedAt]:
    return list(look_over("matches", listed(log, rows), Together(log, log.now)).lines)


def recorded(log: MemoryLog, rows: Sequence[str], order: RowOrder | None = None) -> int:
    """How many results were recorded of it."""
    return record(cast("Journal", log), "matches", listed(log, rows, order), lambda _: None)[1].results


def lengths(log: MemoryLog) -> list[int]:
    """Of all matches, in the order in which they are rated."""
    (found,) = (one for one in log.states.values() if isinstance(one, Tournament))
    results = [one.effective for one in found.matches.values() if one.effective]
    return [one.length for one in sorted(results, key=lambda one: (one.played_at, one.place))]


@pytest.mark.rule("ELO-6")
def test_sheet_that_runs_newest_first_is_noticed_and_asked_about() -> None:
    log = MemoryLog()
    assert [(one.line, one.why) for one in tried(log, *NEWEST_FIRST) if one.becomes == "refused"] == [(0, ASKED)]
    with pytest.raises(Refused, match="begins with its newest day"):
        recorded(log, NEWEST_FIRST)


@pytest.mark.rule("ELO-6")
@pytest.mark.parametrize(
    ("order", "rated"), [("newest-first", [3, 5, 7, 9]), ("oldest-first", [3, 7, 5, 9])], ids=["backwards", "as it is"]
)
def test_answer_is_the_order_of_rating_and_holds_for_the_next_time(order: RowOrder, rated: list[int]) -> None:
    log = MemoryLog()
    assert recorded(log, NEWEST_FIRST, order) == 4
    assert lengths(log) == rated
    before = len(log.recorded)
    assert recorded(log, NEWEST_FIRST) == 0
    assert len(log.recorded) == before
    assert recorded(log, ("2025-02-04,D,B,11", *NEWEST_FIRST)) == 1
    assert lengths(log) == [*rated, 11]


def test_order_of_day_and_month_is_asked_once() -> None:
    log, days_open = MemoryLog(), ("01-03-2025,A,B,5", "02-03-2025,C,D,5")
    assert {one.becomes for one in tried(log, *days_open)} == {"refused"}
    first = replace(listed(log, days_open), says=Reading(day_order="day-first"))
    record(cast("Journal", log), "matches", first, lambda _: None)
    later = (*days_open, "04-02-2026,A,C,7")
    assert [one.becomes for one in tried(log, *later)] == ["before", "before", "taken"]
    assert recorded(log, later) == 1
    (found,) = (one for one in log.states.values() if isinstance(one, Tournament))
    assert sorted(one.effective.played_at.month for one in found.matches.values() if one.effective) == [2, 3, 3]


@pytest.mark.parametrize(
    "rows",
    [NEWEST_FIRST[::-1], NEWEST_FIRST[:2], NEWEST_FIRST[1:3], (*NEWEST_FIRST, "2025-02-09,A,B,5")],
    ids=["oldest first", "one match a day", "one day", "no order"],
)
def test_sheet_of_which_nothing_is_open_is_not_asked_about(rows: Sequence[str]) -> None:
    assert {one.becomes for one in tried(MemoryLog(), *rows)} == {"taken"}
