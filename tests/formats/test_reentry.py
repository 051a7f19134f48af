"""Entering again in any bracket (SE-10): who may, what is given up, and what follows when the loss is taken back."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.contract.steps import Done
from domain.formats.registry import FormatOptions
from domain.formats.swiss import SwissOptions
from domain.kernel.refusal import Refused
from domain.problems.entries import ENTRIES_CLOSED, ENTRY_EXISTS, ENTRY_STATUS, REENTRY_PLAYS, REENTRY_REFUSED
from domain.problems.tournament import OPTION_WITHOUT_EFFECT, REASON_MISSING
from domain.scoring.result import WinnerOnly
from domain.tournament.entries.commands import ApproveEntry, RefuseEntry, RequestEntry, WithdrawReentry
from domain.tournament.entries.events import EntryReentered, ReentryTakenBack
from domain.tournament.lifecycle.commands import AnnounceTournament, ChangeConditions
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.matches import commands as match_commands
from tests.desk import NOON, Drawer, entered, person, player
from tests.formats.acting import Deed
from tests.formats.brackets_play import placed, play_on
from tests.formats.conformance import Conformance
from tests.formats.directing import check_nobody_out_has_to_play, deeds, finish, play
from tests.formats.knockout_play import LETTERS, KnockoutDesk
from tests.formats.starting import started_as
from tests.formats.test_late_entries import CONSOLATION, DOUBLE, KNOCKOUT, started
from tests.reaching import reached
from tests.rounds import RoundsDesk

AGAIN = Conditions(reentries=2, reentry_price="half the fee")


def refused(desk: KnockoutDesk, letter: str) -> Refused:
    with pytest.raises(Refused) as refusal:
        entered(desk, letter)
    return refusal.value


@pytest.mark.rule("SE-10")
def test_loser_takes_an_empty_place_as_another_entry() -> None:
    """Five: A, B and C have no opponent in round 1. E loses to D, and takes the place opposite C as entry 6."""
    desk = started(5, KNOCKOUT, AGAIN)
    desk.act("D beats E")
    entered(desk, "E")
    assert placed(desk) == {"1-1": "A alone", "1-2": "D-E", "1-3": "B alone", "1-4": "C-E", "2-1": "A-D"}
    given_up = next(one.event for one in desk.history if isinstance(one.event, EntryReentered))
    assert (given_up.entry, given_up.again, given_up.matches, given_up.byes) == (5, 6, (), ())
    for said in ("E beats C", "E beats B", "A beats D", "E beats A"):
        desk.act(said)
    assert desk.step() == Done(champion=6)
    table = [(row.rank, desk.letter(row.entry), row.mark) for row in desk.standings().rows]
    assert table[:2] == [(1, "E", "champion"), (2, "A", "finalist")]
    assert {*table[2:]} == {(3, "B", "out"), (3, "D", "out"), (5, "C", "out"), (5, "E", "re-entered")}


@pytest.mark.rule("SE-10", "CON-4")
def test_reentry_leaves_its_place_in_the_consolation_empty() -> None:
    """Six: A and B alone; E and F lose, and are to meet in the consolation. E enters again instead, opposite B, so that
    F has a walkover there; B had met C already, and that match had not begun."""
    desk = started(6, CONSOLATION, AGAIN)
    desk.act("D beats E")
    assert placed(desk)["consolation-1-1"] == "E alone"
    desk.act("C beats F")
    entered(desk, "E")
    now = placed(desk)
    assert (now["main-1-3"], now["main-1-4"], now["main-2-1"]) == ("B-E", "C-F", "A-D")
    assert "consolation-1-1" not in now
    assert "E" not in "".join(pair for name, pair in now.items() if name.startswith("consolation"))
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("SE-10")
def test_nobody_enters_again_before_a_loss_while_playing_too_often_or_without_a_word_of_it() -> None:
    desk = started(5, DOUBLE, AGAIN.model_copy(update={"reentries": 1}))
    assert refused(desk, "B").problem is REENTRY_REFUSED
    desk.act("D beats E")
    entered(desk, "E")
    assert refused(desk, "E").detail == "Entry 6 has not lost its last match."
    desk.act("C beats E")
    assert refused(desk, "E").detail == "The conditions allow no more re-entries than this: 1."
    silent = started(5, KNOCKOUT)
    silent.act("D beats E")
    assert refused(silent, "E").problem is ENTRY_EXISTS


@pytest.mark.rule("SE-10")
def test_entry_whose_next_match_has_begun_is_not_given_up() -> None:
    """Fourteen: M and L lose, and meet in the consolation. A and B have nobody to meet in round 1,
    and have not begun."""
    desk = started(14, CONSOLATION, AGAIN)
    for said in ("D beats M", "E beats L"):
        desk.act(said)
    match = next(one for one in desk.matches() if one.slot and one.slot.startswith("consolation") and not one.void)
    desk.do(match_commands.SendInvitation(match=match.number))
    desk.do(match_commands.AcknowledgeInvitation(match=match.number))
    for letter in map(desk.letter, match.sides):
        assert refused(desk, letter).detail.endswith("is being played.")
    entered(desk, "Z")


@pytest.mark.rule("SE-10", "TD-21")
def test_entering_again_ends_at_its_moment() -> None:
    desk = started(5, KNOCKOUT, AGAIN.model_copy(update={"reentries_close_at": NOON + timedelta(minutes=1)}))
    desk.act("D beats E")
    desk.when(RequestEntry(person=person("E")), player("E")).refused(REENTRY_REFUSED)
    desk.when(RequestEntry(person=person("E"))).refused(REASON_MISSING)
    desk.do(RequestEntry(person=person("E"), reason="E asked in time."))
    desk.do(ApproveEntry(entry=6))
    assert placed(desk)["1-4"] == "C-E"


@pytest.mark.rule("SE-10", "TD-2")
def test_refused_reentry_leaves_the_former_entry_as_it_was() -> None:
    desk = started(6, CONSOLATION, AGAIN)
    desk.act("D beats E")
    before = placed(desk)
    desk.do(RequestEntry(person=person("E")), player("E"))
    assert desk.state.entries[7].again_of == 5
    desk.do(RefuseEntry(entry=7, reason="No."))
    assert (placed(desk), desk.state.entries[5].status) == (before, "approved")
    desk.do(RequestEntry(person=person("E")), player("E"))
    assert len(desk.state.entries) == 7, "it is asked for again, under the same number"
    desk.do(ApproveEntry(entry=7))
    assert [desk.state.entries[one].status for one in (5, 7)] == ["re-entered", "approved"]


@pytest.mark.rule("SE-10", "ALL-3", "ALL-4")
def test_loss_taken_back_brings_the_former_entry_back_while_the_new_one_has_not_begun() -> None:
    desk = started(5, KNOCKOUT, AGAIN)
    before = {**placed(desk), "2-1": "A-E"}
    desk.act("D beats E")
    entered(desk, "E")
    desk.act("E beat D")
    assert placed(desk) == before, "C has no opponent again, and meets B"
    assert [desk.state.entries[one].status for one in (5, 6)] == ["approved", "withdrawn"]
    entered(desk, "F")
    assert placed(desk)["1-4"] == "C-F", "the place is empty again"
    desk.act("D beat E")
    assert (placed(desk)["1-3"], desk.entry("E"), len(desk.standings().rows)) == ("B-E", 6, 7)
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("SE-10", "ALL-3", "ALL-4")
def test_loss_given_back_brings_the_reentry_back_even_after_its_moment() -> None:
    """E loses to D and is entry 6, opposite C. Re-entries close; twice E is said to have won by mistake."""
    desk = started(5, KNOCKOUT, AGAIN)
    desk.act("D beats E")
    entered(desk, "E")
    before = placed(desk)
    closed = AGAIN.model_copy(update={"reentries_close_at": desk.now})
    desk.do(ChangeConditions(conditions=closed, reason="The evening is long."))
    for _ in range(2):
        desk.act("E beat D")
        assert [desk.state.entries[one].status for one in (5, 6)] == ["approved", "withdrawn"]
        desk.act("D beat E")
        assert placed(desk) == before
        assert [desk.state.entries[one].status for one in (5, 6)] == ["re-entered", "approved"]
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("SE-10", "ALL-3", "ALL-4")
@pytest.mark.parametrize("choice", ["rewind", "stand"])
def test_loss_given_back_after_the_former_entry_played_on_brings_the_reentry_back_by_rewind(choice: str) -> None:
    """By hand: E is said to have beaten D, and beats A. Then D beat E after all. By rewind E's match with A is void,
    A meets D, and E is entry 6 opposite C again. If the match stands, E is in the final as entry 5, and 6 is void."""
    desk = started(5, KNOCKOUT, AGAIN)
    desk.act("D beats E")
    entered(desk, "E")
    desk.act("E beat D")
    desk.act("E beats A")
    desk.act(f"D beat E, {choice}")
    now = placed(desk)
    if choice == "rewind":
        assert (now["2-1"], now["1-4"], now["1-3"]) == ("A-D", "C-E", "B alone")
        assert [desk.state.entries[one].status for one in (5, 6)] == ["re-entered", "approved"]
    else:
        assert (now["2-1"], now["1-4"], now["2-2"]) == ("A-E", "C alone", "B-C")
        assert [desk.state.entries[one].status for one in (5, 6)] == ["approved", "withdrawn"]
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("SE-10", "SE-9", "ALL-4")
def test_loss_given_back_leaves_the_loser_out_while_no_place_is_empty() -> None:
    """F, G and H take the places opposite C, B and A."""
    desk = started(5, KNOCKOUT, AGAIN)
    desk.act("D beats E")
    entered(desk, "E")
    desk.act("E beat D")
    for letter in "FGH":
        entered(desk, letter)
    desk.act("D beat E")
    assert [desk.state.entries[one].status for one in (5, 6)] == ["approved", "withdrawn"]
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("SE-10", "ALL-4")
def test_loss_given_back_does_not_bring_back_a_reentry_that_a_director_took_back() -> None:
    desk = started(5, KNOCKOUT, AGAIN)
    desk.act("D beats E")
    entered(desk, "E")
    desk.do(WithdrawReentry(entry=6, reason="E goes home."))
    desk.act("E beat D")
    desk.act("D beat E")
    assert [desk.state.entries[one].status for one in (5, 6)] == ["approved", "withdrawn"]


@pytest.mark.rule("SE-10", "ALL-3", "ALL-4")
@pytest.mark.parametrize("choice", ["rewind", "stand"])
def test_loss_corrected_after_the_new_entry_played_leaves_it_in_until_taken_back(choice: str) -> None:
    """E has lost to D and beaten C; now it is said that E had beaten D, who has begun nothing. A has nobody to meet,
    since E plays on as entry 6; a director takes that back, and E meets A as entry 5, and B goes on alone."""
    desk = started(5, KNOCKOUT, AGAIN)
    desk.act("D beats E")
    entered(desk, "E")
    desk.act("E beats C")
    desk.act("A beats D")
    desk.act(f"E beat D, {choice}")
    assert placed(desk)["2-2"] == "B-E"
    assert placed(desk)["2-1"] == ("A alone" if choice == "rewind" else "A-D")
    desk.do(WithdrawReentry.model_validate({"entry": 6, "reason": "E plays on there.", "choice": choice}))
    assert placed(desk)["2-1"] == ("A-E" if choice == "rewind" else "A-D")
    assert placed(desk)["2-2"] == "B alone"
    assert [desk.state.entries[one].status for one in (5, 6)] == ["approved", "withdrawn"]
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("SE-10")
def test_reentry_is_taken_back_only_between_its_matches() -> None:
    desk = started(5, KNOCKOUT, AGAIN)
    desk.act("D beats E")
    entered(desk, "E")
    match = desk.live("CE")[-1].number
    desk.do(match_commands.SendInvitation(match=match))
    desk.do(match_commands.AcknowledgeInvitation(match=match))
    desk.when(WithdrawReentry(entry=6, reason="Slip")).refused(REENTRY_PLAYS)
    desk.act("C beats E")
    desk.when(WithdrawReentry(entry=5, reason="Slip")).refused(ENTRY_STATUS)
    desk.do(WithdrawReentry(entry=6, reason="Slip"))
    back = next(one.event for one in desk.history if isinstance(one.event, ReentryTakenBack))
    assert (back.former, back.played, back.matches) == (5, True, ())


@pytest.mark.rule("SE-10", "SE-9")
def test_entering_again_needs_an_empty_place() -> None:
    desk = started(4, KNOCKOUT, AGAIN)
    desk.act("A beats D")
    assert refused(desk, "D").problem is ENTRIES_CLOSED


@pytest.mark.rule("SE-10", "TD-21")
def test_formats_without_empty_places_announce_no_reentries() -> None:
    desk = KnockoutDesk(secrets=Drawer("again"))
    swiss = SwissOptions(kind="swiss", lengths=(3,), late_entries=True)
    desk.when(AnnounceTournament(name="Swiss", format=swiss, conditions=AGAIN)).refused(OPTION_WITHOUT_EFFECT)
    desk.do(AnnounceTournament(name="Swiss", format=swiss))
    desk.when(ChangeConditions(conditions=Conditions(reentries=1))).refused(OPTION_WITHOUT_EFFECT)


@pytest.mark.rule("SE-10", "TD-4")
def test_player_put_out_or_resigned_does_not_enter_again() -> None:
    desk = started(5, KNOCKOUT, AGAIN)
    desk.act("D beats E")
    desk.resign("E")
    entry = replace(desk.state.entries[5])
    assert entry.status == "resigned"
    desk.when(RequestEntry(person=person("E"))).refused(
        ENTRIES_CLOSED.under("SE-12"), "has left its place in the bracket"
    )
    assert desk.entry("E") == 5, "nothing was asked for by another entry"


class Reentering(Conformance):
    """Whatever directors do, the loser of the first match enters again, and others do so while they do it."""

    def __init__(self, options: FormatOptions) -> None:
        self.options = options

    def started(self, entrants: int) -> RoundsDesk:
        desk = started_as(self.desk, AnnounceTournament(name="Again", format=self.options, conditions=AGAIN), entrants)
        desk.do(match_commands.ReportResult(match=1, result=WinnerOnly(winner="first")))
        entered(desk, desk.letter(desk.state.matches[1].sides[1]))
        return desk

    def play(self, desk: RoundsDesk, deed: Deed) -> None:
        if deed.second % 3 == 0:
            with suppress(Refused):
                entered(desk, LETTERS[deed.first % 7])
        again = [number for number, entry in sorted(desk.state.entries.items()) if entry.again_of]
        if deed.second % 5 == 0:
            with suppress(Refused):
                desk.do(WithdrawReentry(entry=again[deed.first % len(again)], reason="Slip"))
        play(desk, deed)


@pytest.mark.rule("SE-10", "ALL-4", "ALL-5")
@pytest.mark.parametrize("options", [KNOCKOUT, DOUBLE, CONSOLATION], ids=lambda one: one.kind)
@given(st.sampled_from((3, 5, 6, 7)), deeds)
def test_nobody_meets_themselves_or_is_in_twice(options: FormatOptions, entrants: int, tried: Sequence[Deed]) -> None:
    directing = Reentering(options)
    desk = directing.started(entrants)
    for deed in tried:
        with suppress(Refused):
            directing.attempt(desk, deed)
        entries = desk.state.entries
        inside = Counter(entry.person for entry in entries.values() if entry.status == "approved")
        assert max(inside.values(), default=0) <= 1
        for match in desk.matches():
            assert len({entries[side].person for side in match.sides}) == 2
    check_nobody_out_has_to_play(desk)
    finish(desk)
    reached()
    assert isinstance(desk.step(), Done)
