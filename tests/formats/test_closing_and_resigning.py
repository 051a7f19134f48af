"""Closing a round or resigning can decide an earlier match, from which later ones were made that have been played: what
becomes of those is chosen, as with any other change of a result (ALL-4)."""

import pytest

from domain.formats.swiss import SwissOptions
from domain.tournament.command import Choice
from domain.tournament.entries.commands import Resign
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches.events import ConsequencesChosen
from domain.tournament.rounds.commands import CloseRound
from domain.tournament.rulings.commands import GiveRuling
from tests.desk import entered
from tests.rounds import RoundsDesk, started_nxe
from tests.story import Given

CHOICES: tuple[Choice, ...] = ("rewind", "stand")


def annulled_and_played_on(desk: RoundsDesk) -> Given:
    """A has beaten B in round 1, and both have played round 2 on it; then the result of round 1 is annulled, and what
    has been played stands."""
    desk.pair(1, "A-B C-D")
    desk.won("A-B", "C-D")
    desk.pair(2, "A-C B-D")
    desk.won("A-C", "B-D")
    annulment = {"about": {"kind": "match", "number": 1}, "remedies": [{"kind": "result-annulment"}], "choice": "stand"}
    desk.do(GiveRuling.model_validate({**annulment, "clause": "4.2", "facts": "As seen", "reasons": "As written"}))
    return Given(tuple((one.event, one.actor) for one in desk.history))


def nxe() -> Given:
    return annulled_and_played_on(started_nxe("ABCD"))


def swiss() -> Given:
    desk = RoundsDesk()
    desk.do(lifecycle_commands.AnnounceTournament(name="Evening", format=SwissOptions(kind="swiss", rounds=3)))
    entered(desk, "ABCD")
    desk.do(lifecycle_commands.StartTournament())
    return annulled_and_played_on(desk)


@pytest.mark.rule("ALL-4", "NXE-8")
def test_resigning_asks_what_becomes_of_matches_played_on_a_result_that_it_decides() -> None:
    nxe().when(Resign(entry=1, reason="Told the desk.")).refused(
        "choice-needed", match=1, choices=["rewind", "stand"], started=[3, 4]
    )


@pytest.mark.rule("ALL-4", "SWI-4")
def test_closing_a_round_asks_what_becomes_of_matches_played_on_a_result_that_it_decides() -> None:
    close = CloseRound(round=1, early=True, reason="The week is over")
    swiss().when(close).refused("choice-needed", match=1, choices=["rewind", "stand"], started=[3, 4])


@pytest.mark.rule("ALL-4", "NXE-8", "SWI-4")
@pytest.mark.parametrize("choice", CHOICES)
def test_matches_are_void_or_stand_by_an_event_that_says_so(choice: Choice) -> None:
    resign = Resign(entry=1, choice=choice, reason="Told the desk.")
    close = CloseRound(round=1, early=True, reason="The week is over", choice=choice)
    for told in (nxe().when(resign), swiss().when(close)):
        [chosen] = [event for event in told.then().events if isinstance(event, ConsequencesChosen)]
        assert (chosen.choice, chosen.by_default, [one.match for one in chosen.changed]) == (choice, False, [1])
        assert [told.desk.state.matches[number].void for number in (3, 4)] == [choice == "rewind"] * 2
