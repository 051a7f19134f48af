"""How a list is read is kept with it, so that the next import asks none of it again (REG-4)."""

from collections.abc import Sequence
from typing import Any, cast

import pytest

from domain.importing.encodings import text_in
from domain.importing.lists import ListKind, look_over
from domain.importing.looked_at import Listed, Looked
from domain.importing.match_lists.club import FEDERATION_TERMS
from domain.importing.recording import record
from domain.importing.together import Together
from domain.importing.whom import Register
from domain.journal.journal import Journal
from domain.kernel.refusal import Refused
from domain.lists.events import ReadingKept
from domain.lists.reading import Decimals, NamedColumn, Reading
from domain.tournament.guards.context import no_ratings
from domain.tournament.state import Tournament
from tests.importing.memory import MemoryLog

GERMAN = "Datum;Gewinner;Verlierer;Punkte;Bemerkung\n01-03-2025;Anna;Bert;5;im Club\n"
COLUMNS = (
    *(NamedColumn(named=named, column=column) for named, column in (("datum", "date"), ("Gewinner", "winner"))),
    *(NamedColumn(named=named, column=column) for named, column in (("VERLIERER", "loser"), ("Punkte", "length"))),
    NamedColumn(named="Bemerkung", column=None),
)
SAID = Reading(columns=COLUMNS, day_order="day-first")
TRF = """012 Kept length
042 2025/02/08
142 1
001    1      Vos,Karin                                                          1.0    1     2 w 1
001    2      Holm,Jens                                                          0.0    2     1 b 0
"""


def listed(log: MemoryLog, text: str, says: Reading | None = None, name: str = "Sheet") -> Listed:
    register = Register(lambda _: True, lambda _: (), lambda _: {})
    terms: dict[str, Any] = {"rating": FEDERATION_TERMS, "says": says or Reading()}
    return Listed(text, name, "a file", None, None, register, no_ratings, log.now, log.draw, **terms)


def tried(log: MemoryLog, kind: ListKind, list_: Listed) -> Looked:
    return look_over(kind, list_, Together(log, log.now))


def recorded(log: MemoryLog, kind: ListKind, list_: Listed) -> list[Reading]:
    """The readings that were kept by that import."""
    before = len(log.recorded)
    record(cast("Journal", log), kind, list_, lambda _: None)
    return [one.event.reading for one in log.recorded[before:] if isinstance(one.event, ReadingKept)]


def becomes(looked: Looked) -> Sequence[str]:
    return [one.becomes for one in looked.lines]


@pytest.mark.rule("REG-4")
def test_columns_and_order_of_days_are_said_once() -> None:
    log = MemoryLog()
    with pytest.raises(Refused, match="column winner is missing"):
        tried(log, "matches", listed(log, GERMAN))
    assert recorded(log, "matches", listed(log, GERMAN, SAID)) == [SAID]
    later = GERMAN + "04-05-2025;Anna;Cleo;7;\n"
    looked = tried(log, "matches", listed(log, later))
    assert (becomes(looked), looked.reading) == (["before", "taken"], SAID)
    assert recorded(log, "matches", listed(log, later)) == []
    before = len(log.recorded)
    assert recorded(log, "matches", listed(log, later, SAID)) == []
    assert len(log.recorded) == before


@pytest.mark.rule("REG-4")
def test_list_whose_columns_are_called_as_here_again_is_read_too() -> None:
    log = MemoryLog()
    recorded(log, "matches", listed(log, GERMAN, SAID))
    looked = tried(log, "matches", listed(log, "date,winner,loser,length\n01-03-2025,Anna,Bert,5\n"))
    assert becomes(looked) == ["before"]


@pytest.mark.rule("REG-4")
def test_other_choice_is_recorded_and_holds_from_then_on() -> None:
    log, both = MemoryLog(), "date,winner,loser,length\n01-03-2025,A,B,5\n"
    assert recorded(log, "matches", listed(log, both, Reading(day_order="day-first"))) == [
        Reading(day_order="day-first")
    ]
    other = Reading(day_order="month-first", source="The club's book")
    assert recorded(log, "matches", listed(log, both, other)) == [other]
    (match,) = [one for state in log.states.values() if isinstance(state, Tournament) for one in state.matches.values()]
    assert match.effective is not None
    assert f"{match.effective.played_at:%Y-%m-%d}" == "2025-01-03"
    assert recorded(log, "matches", listed(log, both)) == []


@pytest.mark.rule("REG-4")
def test_days_that_tell_their_order_count_more_than_what_is_kept() -> None:
    log = MemoryLog()
    recorded(
        log, "matches", listed(log, "date,winner,loser,length\n01-03-2025,A,B,5\n", Reading(day_order="day-first"))
    )
    american = "date,winner,loser,length\n01-03-2025,A,B,5\n01-25-2025,A,B,7\n"
    assert becomes(tried(log, "matches", listed(log, american)))[-1] == "taken"


@pytest.mark.rule("ELO-2", "REG-4")
def test_length_of_a_report_file_is_kept() -> None:
    log = MemoryLog()
    recorded(log, "report-file", listed(log, TRF, Reading(length=9), name=""))
    before = len(log.recorded)
    recorded(log, "report-file", listed(log, TRF, name=""))
    assert len(log.recorded) == before
    (match,) = [one for state in log.states.values() if isinstance(state, Tournament) for one in state.matches.values()]
    assert match.length == 9


@pytest.mark.rule("ELO-1", "REG-4")
@pytest.mark.parametrize(
    ("decimals", "written", "rating"),
    [
        ("comma", "1.623,5", "1623.5"),
        ("point", "1,623.5", "1623.5"),
        ("comma", "1.623", "1623"),
        (None, "1623,5", "1623.5"),
    ],
)
def test_decimals_of_ratings_are_read_as_was_said_once(decimals: Decimals | None, written: str, rating: str) -> None:
    log, text = MemoryLog(), f"name;rating\nAnna;{written}\n"
    recorded(log, "persons", listed(log, text, Reading(decimals=decimals), name=""))
    looked = tried(log, "persons", listed(log, text, name=""))
    assert becomes(looked) == ["before"]
    (state,) = (one for name, one in log.states.items() if name.startswith("person-"))
    assert str(state.openings["normal"].rating / 1_000_000).removesuffix(".0") == rating


def test_encoding_is_told_by_the_bytes_then_kept_then_guessed() -> None:
    greek = "Νίκος".encode("cp1253")
    assert text_in(greek, None, "cp1253") == ("Νίκος", "cp1253")
    assert text_in("Νίκος".encode(), None, "cp1253") == ("Νίκος", "utf-8")
    assert text_in(greek, "cp1253", "cp1251") == ("Νίκος", "cp1253")
    assert text_in("é".encode("cp1252"))[1] == "cp1252"
