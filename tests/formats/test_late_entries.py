"""Entries after the start, in any bracket (SE-9): the place that each takes, what is given up for it, and what follows
when a result changes afterwards (ALL-4)."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.brackets.consolation import ConsolationOptions
from domain.formats.brackets.double_elimination import DoubleEliminationOptions
from domain.formats.contract.steps import Done
from domain.formats.knockout import KnockoutOptions
from domain.formats.registry import FormatOptions
from domain.kernel.refusal import Refused
from domain.problems.entries import ENTRIES_CLOSED
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle.commands import AnnounceTournament, StartTournament
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds.events import PlaceTaken
from tests.desk import Drawer, entered, person
from tests.formats.acting import Deed
from tests.formats.brackets_play import placed, play_on
from tests.formats.conformance import Conformance
from tests.formats.directing import deeds, finish, play
from tests.formats.knockout_play import LETTERS, KnockoutDesk
from tests.formats.starting import started_as
from tests.reaching import reached
from tests.rounds import RoundsDesk

KNOCKOUT = KnockoutOptions(kind="knockout", lengths=(1,))
DOUBLE = DoubleEliminationOptions(kind="double-elimination", seeding="entry-order", lengths=(1,))
CONSOLATION = ConsolationOptions(kind="consolation", seeding="entry-order", lengths=(1,))
OPEN = Conditions(entries_close_at=datetime(2026, 12, 31, tzinfo=UTC))


def started(entrants: int, options: FormatOptions, conditions: Conditions = OPEN) -> KnockoutDesk:
    """Brackets of so many, started; entries are announced to end much later."""
    desk = KnockoutDesk(secrets=Drawer("late"))
    desk.do(AnnounceTournament(name="Late", format=options, conditions=conditions))
    entered(desk, LETTERS[:entrants])
    desk.do(StartTournament())
    return desk


def refused(desk: KnockoutDesk, letter: str) -> str:
    with pytest.raises(Refused) as refusal:
        entered(desk, letter)
    assert refusal.value.problem is ENTRIES_CLOSED
    return refusal.value.detail


@pytest.mark.rule("SE-9")
def test_late_entries_take_the_empty_places_from_the_first_empty_seed_on() -> None:
    """Five: A alone, D-E, B alone, C alone, and B meets C at once. Seed 6 is opposite 3, 7 opposite 2, 8 opposite 1."""
    desk = started(5, KNOCKOUT)
    assert placed(desk) == {"1-1": "A alone", "1-2": "D-E", "1-3": "B alone", "1-4": "C alone", "2-2": "B-C"}
    entered(desk, "F")
    assert placed(desk) == {"1-1": "A alone", "1-2": "D-E", "1-3": "B alone", "1-4": "C-F"}
    taken = next(one.event for one in desk.history if isinstance(one.event, PlaceTaken))
    assert (taken.slot, len(taken.matches), len(taken.byes)) == ("1-4", 1, 1)
    entered(desk, "GH")
    assert placed(desk) == {"1-1": "A-H", "1-2": "D-E", "1-3": "B-G", "1-4": "C-F"}
    assert refused(desk, "I") == "The bracket has no empty place against an opponent who has not begun to play."
    for said in ("H beats A", "E beats D", "G beats B", "F beats C"):
        desk.act(said)
    assert {name: pair for name, pair in placed(desk).items() if name[0] == "2"} == {"2-1": "H-E", "2-2": "G-F"}
    play_on(desk, better=False)
    assert desk.step() == Done(champion=desk.entry("H"))
    assert len(desk.standings().rows) == 8


@pytest.mark.rule("SE-9")
def test_place_is_taken_no_more_once_its_opponent_has_begun() -> None:
    desk = started(5, KNOCKOUT)
    match = desk.live("BC")[0]
    desk.do(match_commands.SendInvitation(match=match.number))
    desk.do(match_commands.AcknowledgeInvitation(match=match.number))
    entered(desk, "F")
    assert placed(desk)["1-1"] == "A-F", "B and C play, so that only A's place is left"
    desk.act("B beats C")
    refused(desk, "G")


@pytest.mark.rule("SE-9")
def test_late_entries_are_off_unless_their_end_is_announced() -> None:
    desk = started(5, KNOCKOUT, Conditions())
    assert refused(desk, "F") == "The bracket was made at the start."


@pytest.mark.rule("SE-9", "DE-5")
def test_walkover_of_the_lower_bracket_is_given_up_too() -> None:
    """E has lost to D, and has a walkover in the lower bracket; the place opposite A is the third to be taken."""
    desk = started(5, DOUBLE)
    desk.act("D beats E")
    assert placed(desk)["lower-1-1"] == "E alone"
    assert placed(desk)["upper-2-1"] == "A-D"
    entered(desk, "FGH")
    assert placed(desk) == {"upper-1-1": "A-H", "upper-1-2": "D-E", "upper-1-3": "B-G", "upper-1-4": "C-F"}
    for said in ("A beats H", "B beats G", "C beats F"):
        desk.act(said)
    assert placed(desk)["lower-1-1"] == "H-E"
    assert placed(desk)["lower-1-2"] == "G-F"
    play_on(desk)
    assert desk.step() == Done(champion=desk.entry("A"))


@pytest.mark.rule("SE-9", "CON-2")
def test_place_is_not_free_where_the_consolation_has_gone_on_from_its_walkover() -> None:
    """Six: A and B alone, D-E and C-F. The losers E and F have walkovers in the consolation, and A-D and B-C follow.
    A beats D, who meets F; once they have begun, neither A's place nor B's is free: B has lost to C as well."""
    desk = started(6, CONSOLATION)
    for said in ("D beats E", "C beats F", "A beats D"):
        desk.act(said)
    entered(desk, "G")
    assert placed(desk)["main-1-3"] == "B-G"
    assert "main-2-2" not in placed(desk)
    desk.act("G beats B")
    refused(desk, "H")
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("SE-9", "ALL-3", "ALL-4")
@pytest.mark.parametrize(("choice", "semifinal"), [("rewind", "B-F"), ("stand", "B-C")])
def test_result_of_a_late_entry_is_corrected_after_play_went_on(choice: str, semifinal: str) -> None:
    desk = started(5, KNOCKOUT)
    entered(desk, "F")
    for said in ("C beats F", "B beats C", f"F beat C, {choice}"):
        desk.act(said)
    assert placed(desk)["2-2"] == semifinal
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("SE-9", "TD-13")
def test_late_entry_that_resigns_leaves_the_place_to_its_opponent() -> None:
    desk = started(5, KNOCKOUT)
    entered(desk, "F")
    desk.resign("F")
    assert placed(desk)["2-2"] == "B-C"
    assert placed(desk)["1-3"] == "B alone"


@pytest.mark.rule("SE-9", "TD-2")
def test_place_may_be_gone_before_the_entry_is_approved() -> None:
    desk = started(5, KNOCKOUT)
    desk.do(entry_commands.RequestEntry(person=person("F")))
    for said in ("B beats C", "D beats E", "A beats D"):
        desk.act(said)
    with pytest.raises(Refused) as refusal:
        desk.do(entry_commands.ApproveEntry(entry=6))
    assert refusal.value.problem is ENTRIES_CLOSED


class LateEntries(Conformance):
    """Whatever directors do, others enter while they do it."""

    def started(self, entrants: int) -> RoundsDesk:
        announcement = AnnounceTournament(name="Late", format=self.options, conditions=OPEN)
        return started_as(self.desk, announcement, entrants)

    def play(self, desk: RoundsDesk, deed: Deed) -> None:
        if deed.second % 3 == 0:
            with suppress(Refused):
                entered(desk, LETTERS[len(desk.state.entries)])
        play(desk, deed)

    @pytest.mark.rule("SE-9")
    @given(st.sampled_from((3, 5, 6, 7)), deeds)
    def test_each_late_entry_has_a_place_of_its_own(self, entrants: int, tried: Sequence[Deed]) -> None:
        desk = self.started(entrants)
        entered(desk, LETTERS[entrants])
        for deed in tried:
            with suppress(Refused):
                self.attempt(desk, deed)
        taken: Mapping[int, str] = dict(desk.state.rounds.places_taken.items())
        assert len({*taken.values()}) == len(taken)
        finish(desk)
        for entry, slot in taken.items():
            mine = [place.slot for place in desk.facts.places if entry in place.entries]
            reached()
            assert slot in mine or desk.facts.entrant(entry).withdrawn


class TestKnockoutLate(LateEntries):
    """A knockout."""

    options = KNOCKOUT


class TestDoubleEliminationLate(LateEntries):
    """Double elimination."""

    options = DOUBLE


class TestConsolationLate(LateEntries):
    """A consolation, long and progressive."""

    options = CONSOLATION
