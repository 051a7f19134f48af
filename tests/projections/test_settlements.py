"""What persons have staked and been paid follows the log, and is made again from it alike (STK-5)."""

from decimal import Decimal

import pytest

from domain.scoring.result import FinalScore
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from projections.engine.rebuild import rebuild
from projections.queries.queries import Readings
from projections.registry.catalogue import PROJECTIONS
from tests.projections.support import Club, contents, follow, person_id, tournament_id

ROOM = {"kind": "open", "forms": ["five-points"], "stakes": True}


def sit_down(club: Club, tournament: int, *persons: int) -> None:
    fields = {"name": "The room", "format": ROOM, "conditions": {"verification": "at-once"}}
    club.tell(tournament, lifecycle_commands.AnnounceTournament.model_validate(fields))
    club.enter(tournament, *persons)
    club.tell(tournament, lifecycle_commands.StartTournament())


def play(club: Club, tournament: int, stake: str) -> None:
    """Entry 1 beats entry 2 by 5-3."""
    row = match_commands.PlayedMatch(
        sides=(1, 2), form="five-points", stake=Decimal(stake), result=FinalScore(first=5, second=3)
    )
    club.tell(tournament, match_commands.EnterResults(results=(row,)))


@pytest.mark.rule("STK-5")
@pytest.mark.parametrize("largest_batch", [1, 1000])
def test_balances_are_the_same_in_small_steps_in_large_ones_and_made_anew(
    club: Club, database_url: str, readings: Readings, largest_batch: int
) -> None:
    """Person 1 wins 2.50 against 2 in the first room (paid 4.50), loses 5.00 to 2 in the second, where 2 is entry 1
    (paid 9.00). Then the first match turns out to have been won by 2: 4.50 go from 1 to 2."""
    club.register(1, 2)
    sit_down(club, 1, 1, 2)
    sit_down(club, 2, 2, 1)
    play(club, 1, "2.50")
    play(club, 2, "5.00")
    follow(database_url, club.journal, largest_batch=largest_batch)
    assert balance(readings, 1) == ("7.50", "4.50", "-3.00")
    assert balance(readings, 2) == ("7.50", "9.00", "1.50")
    club.turn_over(1, 1, "second")
    follow(database_url, club.journal, largest_batch=largest_batch)
    assert balance(readings, 1) == ("7.50", "0.00", "-7.50")
    assert balance(readings, 2) == ("7.50", "13.50", "6.00")
    assert balance(readings, 3) == ("0.00", "0.00", "0.00")
    live = contents(database_url)
    rebuild(database_url, club.journal, PROJECTIONS["tournaments"], largest_batch=largest_batch)
    assert contents(database_url) == live


@pytest.mark.rule("STK-5")
def test_effects_on_a_person_are_read_page_by_page(club: Club, database_url: str, readings: Readings) -> None:
    club.register(1, 2)
    sit_down(club, 1, 1, 2)
    play(club, 1, "2.50")
    play(club, 1, "5.00")
    club.turn_over(1, 1, "second")
    follow(database_url, club.journal)
    whole = readings.person_postings(person_id(1)).items
    shown = [(one.tournament, one.posting, one.match, str(one.staked), str(one.credited)) for one in whole]
    id_ = tournament_id(1)
    assert shown == [(id_, 3, 1, "0.00", "-4.50"), (id_, 2, 2, "5.00", "9.00"), (id_, 1, 1, "2.50", "4.50")]
    first = readings.person_postings(person_id(1), limit=2)
    assert first.next is not None
    second = readings.person_postings(person_id(1), first.next, 2)
    assert (*first.items, *second.items) == whole
    assert second.next is None


def balance(readings: Readings, person: int) -> tuple[str, ...]:
    return tuple(readings.person_balance(person_id(person)).model_dump(mode="json").values())
