"""The same list under another name: named in the dry run, since it would be recorded twice."""

from collections.abc import Mapping
from typing import cast

from domain.importing.lists import look_over
from domain.importing.looked_at import Listed
from domain.importing.match_lists.club import FEDERATION_TERMS
from domain.importing.recording import record
from domain.importing.together import Together
from domain.importing.whom import Register
from domain.journal.journal import Journal
from domain.kernel.ids import PersonId
from domain.lists.state import ListState
from domain.tournament.guards.context import no_ratings
from tests.importing.memory import MemoryLog

ROWS = ("2025-02-01,A,B,5", "2025-02-01,C,D,5", "2025-02-02,A,C,7", "2025-02-03,B,D,7")


def listed(log: MemoryLog, name: str, *rows: str, known: Mapping[str, PersonId]) -> Listed:
    names = {person: name for name, person in known.items()}

    def called(persons: object) -> Mapping[PersonId, str]:
        return {one: names[one] for one in cast("list[PersonId]", persons) if one in names}

    register = Register(lambda _: True, lambda one: [known[one.name]] if one.name in known else [], called)
    text = "date,winner,loser,length\n" + "".join(f"{row}\n" for row in rows)
    return Listed(text, name, "list.csv", None, None, register, no_ratings, log.now, log.draw, rating=FEDERATION_TERMS)


def recorded(log: MemoryLog, name: str, *rows: str) -> Mapping[str, PersonId]:
    """The list, recorded; who its names mean."""
    record(cast("Journal", log), "matches", listed(log, name, *rows, known={}), lambda _: None)
    (found,) = (one for one in log.states.values() if isinstance(one, ListState))
    return {str(one.name): one.person for one in found.names.values()}


def noted(log: MemoryLog, name: str, *rows: str, known: Mapping[str, PersonId]) -> list[str | None]:
    looked = look_over("matches", listed(log, name, *rows, known=known), Together(log, log.now))
    return [one.why for one in looked.lines if one.becomes == "noted"]


def test_same_list_under_another_name_is_named() -> None:
    log = MemoryLog()
    known = recorded(log, "Spring", *ROWS)
    told = "4 of 4 matches are in the list 'Spring' already; if it is the same list, import it by that name"
    assert noted(log, "Spring again", *ROWS, known=known) == [told]
    assert noted(log, "Spring", *ROWS, known=known) == []


def test_list_that_has_gone_on_is_named_and_one_with_other_matches_is_not() -> None:
    log = MemoryLog()
    known = recorded(log, "Spring", *ROWS)
    further = ("2025-03-01,A,B,5", "2025-03-01,B,A,5")
    (told,) = noted(log, "Later", *reversed(ROWS), *further, known=known)
    assert told is not None
    assert told.startswith("4 of 6 matches")
    assert noted(log, "Autumn", *further, "2025-02-01,A,B,5", known=known) == []
