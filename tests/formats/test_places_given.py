"""Places that go to others before play: a substitute takes one over (SE-12), or a player withdraws from it before their
first match, and the next who waits has it, or nobody."""

from collections.abc import Sequence
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.brackets.stepladder import StepladderOptions
from domain.formats.contract.steps import Done
from domain.formats.knockout import KnockoutOptions
from domain.formats.registry import FormatOptions
from domain.kernel.envelope import Event
from domain.kernel.refusal import Refused
from domain.problems.entries import ENTRIES_CLOSED, ENTRY_EXISTS, ENTRY_STATUS, RESIGN_INSTEAD, SUBSTITUTE_REFUSED
from domain.problems.rulings import CONFLICT_OF_INTEREST
from domain.scoring.result import WinnerOnly
from domain.tournament.entries.commands import (
    ApproveEntry,
    NoteFee,
    RefuseEntry,
    RequestEntry,
    SubstitutePlayer,
    WithdrawEntry,
)
from domain.tournament.entries.events import (
    EntryApproved,
    EntryRequested,
    EntryWithdrawn,
    PlaceAskedFor,
    PlaceGivenUp,
    PlayerSubstituted,
)
from domain.tournament.hall.events import FixedTableSet
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.commands import AnnounceTournament, StartTournament
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds.events import PlaceTaken
from tests.desk import Drawer, director, entered, person, player
from tests.formats.acting import Deed, doer
from tests.formats.appealing import give_as, reverse
from tests.formats.brackets_play import placed, play_on, ranks
from tests.formats.conformance import Conformance
from tests.formats.directing import check_nobody_out_has_to_play, deeds, finish, play
from tests.formats.knockout_play import LETTERS, KnockoutDesk
from tests.formats.starting import started_as
from tests.formats.test_late_entries import CONSOLATION, DOUBLE, KNOCKOUT, OPEN, started
from tests.reaching import reached
from tests.rounds import RoundsDesk
from tests.when import When


def give(desk: KnockoutDesk, to: str, letter: str) -> None:
    """The place of the one goes to the other."""
    desk.do(giving(desk, to, letter))


def giving(desk: KnockoutDesk, to: str, letter: str) -> SubstitutePlayer:
    """The command that does so."""
    return SubstitutePlayer(entry=desk.entry(letter), person=person(to), reason="The train was late.")


def withdraw(desk: KnockoutDesk, letter: str) -> None:
    desk.do(WithdrawEntry(entry=desk.entry(letter), reason="Ill."))


def with_waiting(entrants: int, waiting: str, options: FormatOptions) -> KnockoutDesk:
    """Brackets of so many places, all taken, and others who wait for one; no late entries are announced."""
    desk = KnockoutDesk(secrets=Drawer("late"))
    desk.do(AnnounceTournament(name="Full", format=options, conditions=Conditions(places=entrants)))
    entered(desk, LETTERS[:entrants] + waiting)
    desk.do(StartTournament())
    return desk


@pytest.mark.rule("SE-12")
def test_substitute_has_number_seed_and_first_match_of_the_place() -> None:
    desk = started(4, KNOCKOUT)
    before = desk.state.rounds.seeds
    give(desk, "Z", "D")
    assert placed(desk) == {"1-1": "A-Z", "1-2": "B-C"}
    assert (desk.entry("Z"), desk.state.entries[4].held_before) == (4, (person("D"),))
    assert desk.state.rounds.seeds == before
    desk.act("Z beats A")
    desk.act("B beats C")
    desk.act("Z beats B")
    assert desk.step() == Done(champion=4)


@pytest.mark.rule("SE-12")
def test_substitute_is_taken_until_the_first_match_has_begun_and_a_walkover_is_none() -> None:
    desk = started(3, KNOCKOUT)
    assert placed(desk)["1-1"] == "A alone"
    give(desk, "Z", "A")
    desk.act("B beats C")
    match = desk.live("BZ")[0].number
    give(desk, "Y", "Z")
    desk.when(giving(desk, "X", "B")).refused(SUBSTITUTE_REFUSED, "Entry 2 has begun to play.")
    desk.do(match_commands.SendInvitation(match=match))
    desk.do(match_commands.AcknowledgeInvitation(match=match))
    desk.when(giving(desk, "X", "Y")).refused(SUBSTITUTE_REFUSED)


@pytest.mark.rule("SE-12")
def test_begun_match_that_was_voided_has_begun_all_the_same() -> None:
    desk = started(4, KNOCKOUT)
    desk.act("A beats D")
    desk.act("voids AD")
    desk.when(giving(desk, "Z", "D")).refused(SUBSTITUTE_REFUSED, "Entry 4 has begun to play.")


@pytest.mark.rule("SE-12")
def test_substitute_holds_and_held_no_place_but_this() -> None:
    desk = started(4, KNOCKOUT)
    desk.when(giving(desk, "B", "D")).refused(SUBSTITUTE_REFUSED, "The person is in entry 2.")
    give(desk, "Z", "D")
    desk.when(giving(desk, "D", "C")).refused(SUBSTITUTE_REFUSED, "The person has given up the place of entry 4.")
    give(desk, "D", "Z")
    assert (placed(desk)["1-1"], desk.state.entries[4].held_before) == ("A-D", (person("Z"),))


@pytest.mark.rule("SE-12", "TD-9")
def test_director_gives_no_place_to_themselves_nor_takes_their_opponents() -> None:
    desk = started(4, KNOCKOUT)
    desk.do(lifecycle_commands.AppointDirector(person=person("Y")))
    desk.do(lifecycle_commands.AppointDirector(person=person("A")))
    for to, letter, by in (("Y", "D", "Y"), ("Z", "D", "A"), ("Z", "A", "A")):
        command = SubstitutePlayer(entry=desk.entry(letter), person=person(to), reason="Late.")
        desk.when(command, director(by)).refused(CONFLICT_OF_INTEREST)
    desk.when(SubstitutePlayer(entry=4, person=person("Z"), reason="Late."), director("Y")).then()


@pytest.mark.rule("SE-12", "ALL-10")
def test_substitute_of_a_team_takes_the_place_of_the_member_named() -> None:
    desk = KnockoutDesk(secrets=Drawer("late"))
    desk.do(AnnounceTournament(name="Doubles", format=KNOCKOUT))
    desk.do(RequestEntry(person=person("A"), members=(person("B"),), team_name="Foxes"))
    desk.do(ApproveEntry(entry=1))
    desk.when(SubstitutePlayer(entry=1, person=person("Z"), instead_of=person("C"), reason="Late.")).refused(
        SUBSTITUTE_REFUSED
    )
    desk.do(SubstitutePlayer(entry=1, person=person("Z"), instead_of=person("B"), reason="Late."))
    desk.do(SubstitutePlayer(entry=1, person=person("Y"), reason="Late."))
    assert desk.state.entries[1].persons == (person("Y"), person("Z"))
    assert {letter: person(letter) in desk.state.entry_of for letter in "ABYZ"} == {
        **dict.fromkeys("AB", False),
        **dict.fromkeys("YZ", True),
    }


@pytest.mark.rule("SE-12")
def test_place_of_an_entry_that_is_out_goes_to_nobody() -> None:
    desk = started(4, KNOCKOUT)
    number = desk.entry("D")
    desk.resign("D")
    desk.when(SubstitutePlayer(entry=number, person=person("Z"), reason="Late.")).refused(ENTRY_STATUS)


@pytest.mark.rule("SE-12", "ALL-14")
def test_substitute_is_recorded_with_who_it_was_and_what_was_looked_at() -> None:
    desk = started(4, KNOCKOUT)
    give(desk, "Z", "D")
    told = next(one.event for one in desk.history if isinstance(one.event, PlayerSubstituted))
    assert (told.person, told.instead_of, told.reason) == (person("Z"), person("D"), "The train was late.")
    assert [one.person for one in told.admission.members] == [person("Z")]


@pytest.mark.rule("SE-12", "ALL-8")
def test_withdrawn_before_play_leaves_the_opponent_a_walkover_and_is_no_resignation() -> None:
    desk = started(4, KNOCKOUT)
    events = desk.do(WithdrawEntry(entry=4, reason="Ill."))
    assert [type(one) for one in events[:2]] == [EntryWithdrawn, PlaceGivenUp]
    assert placed(desk) == {"1-1": "A alone", "1-2": "B-C"}
    desk.act("C beats B")
    desk.act("A beats C")
    assert ranks(desk) == "A champion, C finalist, B=D withdrawn"
    assert desk.state.entries[4].status == "withdrawn"


@pytest.mark.rule("SE-12", "CON-4")
@pytest.mark.parametrize("options", [DOUBLE, CONSOLATION])
def test_withdrawn_before_play_is_in_no_bracket_below(options: FormatOptions) -> None:
    """Eight: A meets H, D meets E. H withdraws: A has a walkover, and who loses to D has one below."""
    desk = started(8, options)
    withdraw(desk, "H")
    desk.act("D beats E")
    now = placed(desk)
    below = next(pair for name, pair in now.items() if name.split("-")[0] in ("lower", "consolation"))
    assert (below, [pair for pair in now.values() if "H" in pair]) == ("E alone", [])
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("SE-12", "TD-21")
@pytest.mark.parametrize("options", [KNOCKOUT, DOUBLE, CONSOLATION])
def test_place_given_up_goes_to_the_next_who_waits(options: FormatOptions) -> None:
    """Four places, and Y and Z wait. D withdraws: Y meets A. Y withdraws too, and Z does."""
    desk = with_waiting(4, "YZ", options)
    withdraw(desk, "D")
    assert "A-Y" in placed(desk).values()
    moved = [one.event for one in desk.history if isinstance(one.event, EntryApproved)][-1]
    assert (moved.moved_up, moved.in_place_of) == (True, 4)
    assert isinstance(desk.history[-2].event, PlaceTaken)
    withdraw(desk, "Y")
    assert "A-Z" in placed(desk).values()
    play_on(desk, better=False)
    assert desk.step() == Done(champion=desk.entry("Z"))
    assert len(desk.standings().rows) == 6


@pytest.mark.rule("SE-12", "TD-21")
def test_place_of_a_seed_with_a_bye_goes_to_the_next_who_waits() -> None:
    """Three: A has no opponent in round 1, and withdraws as B and C are to meet; Z waits."""
    desk = with_waiting(3, "Z", KNOCKOUT)
    withdraw(desk, "A")
    assert placed(desk) == {"1-1": "Z alone", "1-2": "B-C"}
    desk.act("B beats C")
    assert placed(desk)["2-1"] == "Z-B"


@pytest.mark.rule("SE-12", "SE-9")
def test_place_given_up_is_taken_by_a_late_entry_until_its_opponent_plays_on() -> None:
    desk = started(4, KNOCKOUT)
    withdraw(desk, "D")
    entered(desk, "E")
    assert placed(desk) == {"1-1": "A-E", "1-2": "B-C"}
    withdraw(desk, "E")
    desk.act("B beats C")
    assert placed(desk)["2-1"] == "A-B"
    match = desk.live("AB")[0].number
    desk.do(match_commands.SendInvitation(match=match))
    desk.do(match_commands.AcknowledgeInvitation(match=match))
    with pytest.raises(Refused) as late:
        entered(desk, "F")
    assert late.value.problem is ENTRIES_CLOSED


@pytest.mark.rule("SE-12")
@pytest.mark.parametrize(
    "options", [KNOCKOUT, DOUBLE, StepladderOptions(kind="stepladder", seeding="entry-order", lengths=(1,))]
)
def test_withdrawn_before_play_comes_back_to_the_own_place_while_nobody_has_it(options: FormatOptions) -> None:
    desk = with_waiting(4, "", options)
    before = placed(desk)
    withdraw(desk, "D")
    assert placed(desk) != before
    desk.do(ApproveEntry(entry=4))
    assert (placed(desk), desk.state.entries[4].place_given_up) == (before, False)
    play_on(desk)
    assert isinstance(desk.step(), Done)


def ask(desk: KnockoutDesk, letter: str) -> Sequence[Event]:
    return desk.do(RequestEntry(person=person(letter)), player(letter))


def asked(desk: KnockoutDesk, letter: str) -> When[KnockoutDesk]:
    return desk.when(RequestEntry(person=person(letter)), player(letter))


@pytest.mark.rule("SE-12", "SE-9", "TD-2")
@pytest.mark.parametrize("conditions", [OPEN, Conditions(), Conditions(places=5)])
@pytest.mark.parametrize("options", [KNOCKOUT, DOUBLE, CONSOLATION])
def test_withdrawn_before_play_asks_for_entry_again_and_comes_back_to_the_own_place(
    options: FormatOptions, conditions: Conditions
) -> None:
    """Five: B has nobody to play at first. While B asks, D beats E, and everybody else sits where they sat."""
    desk = started(5, options, conditions)
    before = placed(desk)
    withdraw(desk, "B")
    events = ask(desk, "B")
    assert [type(one) for one in events] == [PlaceAskedFor, EntryRequested]
    assert desk.state.entries[2].place_given_up
    desk.act("D beats E")
    assert "A-D" in placed(desk).values()
    desk.do(ApproveEntry(entry=2))
    assert before.items() <= placed(desk).items()
    assert not desk.state.entries[2].place_given_up
    play_on(desk)
    assert desk.step() == Done(champion=1)


@pytest.mark.rule("TD-4", "TD-13", "SE-12")
def test_disqualified_before_play_does_not_come_back_by_withdrawing_and_asking_again() -> None:
    """Five: A waits for the winner of D and E, is put out, and withdraws. Only a reversed ruling lets A ask again."""
    desk = started(5, KNOCKOUT, OPEN)
    said = {"clause": "4.2", "facts": "As seen", "reasons": "As written"}
    remedies = [{"kind": "disqualification", "entry": 1}]
    ruling = give_as(desk, {"about": {"kind": "entry", "number": 1}, "remedies": remedies, **said})
    assert ruling is not None
    withdraw(desk, "A")
    asked(desk, "A").refused(ENTRY_EXISTS)
    assert desk.state.entries[1].excluded_by
    reverse(desk, ruling)
    ask(desk, "A")
    desk.do(ApproveEntry(entry=1))
    assert not desk.state.entries[1].gone
    assert placed(desk)["1-1"] == "A alone"


@pytest.mark.rule("SE-12")
def test_request_in_an_older_history_has_left_the_place_for_good() -> None:
    desk = started(5, KNOCKOUT)
    withdraw(desk, "B")
    desk.lay([EntryRequested(entry=2, person=person("B"))], player("B"))
    entry = desk.state.entries[2]
    assert (entry.status, entry.place_given_up, entry.left_at) == ("requested", False, None)


@pytest.mark.rule("SE-12", "SE-9")
def test_entry_in_place_of_another_comes_back_to_that_place() -> None:
    """E has the place of D, opposite A; E withdraws, and comes back, asked by the director or of themselves."""
    for asks in (False, True):
        desk = started(4, KNOCKOUT)
        withdraw(desk, "D")
        entered(desk, "E")
        before = placed(desk)
        withdraw(desk, "E")
        if asks:
            ask(desk, "E")
        desk.do(ApproveEntry(entry=5))
        assert (placed(desk), desk.state.entries[5].in_place_of) == (before, 4)


@pytest.mark.rule("SE-12", "SE-9")
@pytest.mark.parametrize("options", [KNOCKOUT, DOUBLE, CONSOLATION])
def test_withdrawn_player_whose_place_is_taken_asks_for_another_with_a_new_entry(options: FormatOptions) -> None:
    """E has come instead of D, and B withdraws: D has that place with entry 6, and stays in the table with entry 4."""
    desk = started(4, options)
    withdraw(desk, "D")
    entered(desk, "E")
    desk.when(ApproveEntry(entry=4)).refused(
        ENTRIES_CLOSED.under("SE-12"), "another place once that entry is refused or withdrawn."
    )
    withdraw(desk, "B")
    [requested] = ask(desk, "D")
    assert isinstance(requested, EntryRequested)
    assert requested.entry == 6
    desk.do(ApproveEntry(entry=6))
    assert {"A-E", "D-C"} <= {*placed(desk).values()}
    play_on(desk)
    assert isinstance(desk.step(), Done)
    assert [row.entry for row in desk.standings().rows if row.entry in (2, 4)] == [2, 4]


@pytest.mark.rule("SE-12", "SE-9")
def test_withdrawn_player_whose_place_is_lost_is_refused_as_any_late_entrant_is() -> None:
    """E has come instead of D, and no other place is empty. Where late entries are not announced, none ever is."""
    desk = started(4, KNOCKOUT)
    withdraw(desk, "D")
    entered(desk, "E")
    asked(desk, "D").refused(
        ENTRIES_CLOSED, "The bracket has no empty place against an opponent who has not begun to play."
    )
    desk = with_waiting(4, "Y", KNOCKOUT)
    withdraw(desk, "D")
    withdraw(desk, "B")
    asked(desk, "D").refused(ENTRIES_CLOSED, "The bracket was made at the start.")
    desk.when(ApproveEntry(entry=4)).refused(ENTRIES_CLOSED.under("SE-12"), "no longer free.")


@pytest.mark.rule("SE-12", "SE-9")
def test_request_for_a_place_that_somebody_else_takes_is_refused_and_then_another_is_asked_for() -> None:
    """D asks for the place again, and E gets it before the director has answered."""
    desk = started(4, KNOCKOUT)
    withdraw(desk, "D")
    ask(desk, "D")
    entered(desk, "E")
    desk.when(ApproveEntry(entry=4)).refused(
        ENTRIES_CLOSED.under("SE-12"), "another place once that entry is refused or withdrawn."
    )
    withdraw(desk, "B")
    asked(desk, "D").refused(ENTRY_EXISTS)
    desk.do(RefuseEntry(entry=4, reason="Somebody else has the place."))
    ask(desk, "D")
    desk.do(ApproveEntry(entry=6))
    assert placed(desk) == {"1-1": "A-E", "1-2": "D-C"}


@pytest.mark.rule("SE-12", "TD-4")
def test_disqualified_player_whose_place_is_lost_asks_for_no_other() -> None:
    """Seven: A has nobody to play at first, is put out and withdraws. H and I have the places there, B's is free."""
    desk = started(7, KNOCKOUT)
    said = {"clause": "4.2", "facts": "As seen", "reasons": "As written"}
    remedies = [{"kind": "disqualification", "entry": 1}]
    give_as(desk, {"about": {"kind": "entry", "number": 1}, "remedies": remedies, **said})
    withdraw(desk, "A")
    entered(desk, "HI")
    withdraw(desk, "B")
    asked(desk, "A").refused(ENTRIES_CLOSED.under("SE-12"))


@pytest.mark.rule("SE-12", "REG-6")
@pytest.mark.parametrize("is_taken", [False, True])
def test_entry_asked_for_again_keeps_its_fee_and_its_table(is_taken: bool) -> None:
    """D has paid, and always plays at table 1. With the own place or another, D is still paid and plays there."""
    desk = started(4, KNOCKOUT)
    desk.do(NoteFee(entry=4, paid=True))
    desk.lay([FixedTableSet(entry=4, table=1)], director("Z"))
    withdraw(desk, "D")
    if is_taken:
        entered(desk, "E")
        withdraw(desk, "B")
    ask(desk, "D")
    entry = desk.state.entries[desk.entry("D")]
    assert (entry.number, entry.fee_paid, entry.fixed_table) == (6 if is_taken else 4, True, 1)


@pytest.mark.rule("SE-12")
def test_entry_asked_for_again_still_says_who_held_it_before() -> None:
    """X has the place of A, withdraws before the start and asks again: A held an entry here, and takes no other."""
    desk = KnockoutDesk(secrets=Drawer("late"))
    desk.do(AnnounceTournament(name="Full", format=KNOCKOUT))
    entered(desk, "ABCD")
    give(desk, "X", "A")
    withdraw(desk, "X")
    ask(desk, "X")
    assert desk.state.entries[1].held_before == (person("A"),)
    desk.when(giving(desk, "A", "B")).refused(SUBSTITUTE_REFUSED)


@pytest.mark.rule("SE-12", "TD-13")
def test_resigned_entry_does_not_ask_for_entry_again() -> None:
    desk = started(5, KNOCKOUT)
    desk.resign("D")
    asked(desk, "D").refused(ENTRIES_CLOSED.under("SE-12"))
    assert placed(desk)["2-1"] == "A-E"


@pytest.mark.rule("SE-12", "TD-21")
def test_player_who_waits_for_the_own_place_does_not_get_that_of_another() -> None:
    """Five of five places: D withdraws, and F has come in the meantime. D asks, and waits; then B withdraws: nobody
    gets the place of B, and D comes back to the own."""
    desk = started(5, KNOCKOUT, OPEN.model_copy(update={"places": 5}))
    withdraw(desk, "D")
    entered(desk, "F")
    assert placed(desk)["1-4"] == "C-F"
    ask(desk, "D")
    desk.do(ApproveEntry(entry=4))
    assert desk.state.entries[4].status == "waiting"
    withdraw(desk, "B")
    assert desk.state.entries[4].status == "waiting"
    desk.do(ApproveEntry(entry=4))
    assert (placed(desk)["1-2"], "1-3" in placed(desk)) == ("D-E", False)


@pytest.mark.rule("SE-12")
def test_withdrawn_before_play_does_not_come_back_once_the_place_is_taken() -> None:
    desk = with_waiting(4, "Z", KNOCKOUT)
    withdraw(desk, "D")
    desk.when(ApproveEntry(entry=4)).refused(ENTRIES_CLOSED.under("SE-12"))


@pytest.mark.rule("SE-12")
def test_both_of_a_first_match_withdraw_and_their_next_has_a_walkover() -> None:
    desk = started(4, KNOCKOUT)
    withdraw(desk, "D")
    withdraw(desk, "A")
    assert placed(desk) == {"1-2": "B-C"}
    desk.act("B beats C")
    assert desk.step() == Done(champion=2)


@pytest.mark.rule("SE-12")
def test_player_who_has_begun_resigns() -> None:
    desk = started(4, KNOCKOUT)
    desk.act("A beats D")
    for letter in "AD":
        with pytest.raises(Refused) as refusal:
            withdraw(desk, letter)
        assert refusal.value.problem is RESIGN_INSTEAD


@pytest.mark.rule("SE-12", "ALL-4")
@pytest.mark.parametrize("choice", ["rewind", "stand"])
def test_correction_after_a_place_went_to_others(choice: str) -> None:
    """Four, and Z waits. D withdraws, Z meets A and wins, Y is the substitute of B and loses to C; Z beats C. Then it
    is said that A had beaten Z."""
    desk = with_waiting(4, "Z", KNOCKOUT)
    withdraw(desk, "D")
    give(desk, "Y", "B")
    for said in ("Z beats A", "C beats Y", "Z beats C", f"A beat Z, {choice}"):
        desk.act(said)
    assert placed(desk)["2-1"] == ("A-C" if choice == "rewind" else "Z-C")
    play_on(desk)
    assert isinstance(desk.step(), Done)


class GivingPlaces(Conformance):
    """Whatever directors do, places are given to others and given up while they do it."""

    def __init__(self, options: FormatOptions) -> None:
        self.options = options

    def started(self, entrants: int) -> RoundsDesk:
        announcement = AnnounceTournament(name="Places", format=self.options, conditions=OPEN)
        desk = started_as(self.desk, announcement, entrants)
        desk.do(WithdrawEntry(entry=entrants, reason="Ill."))
        desk.do(SubstitutePlayer(entry=1, person=person("t"), reason="Late."))
        return desk

    def play(self, desk: RoundsDesk, deed: Deed) -> None:
        entry = deed.first % len(desk.state.entries) + 1
        with suppress(Refused):
            match deed.second % 5:
                case 0:
                    other = person(LETTERS[deed.first % 30])
                    desk.do(SubstitutePlayer(entry=entry, person=other, reason="Late."), doer(desk, deed))
                case 1:
                    desk.do(WithdrawEntry(entry=entry, reason="Ill."), doer(desk, deed))
                case 2:
                    desk.do(ApproveEntry(entry=entry), doer(desk, deed))
                case 3:
                    entered(desk, LETTERS[deed.first % 30])
        play(desk, deed)


@pytest.mark.rule("SE-12", "ALL-4", "ALL-5")
@pytest.mark.parametrize(
    "options",
    [KnockoutOptions(kind="knockout", lengths=(1,), third_place=True), DOUBLE, CONSOLATION],
    ids=lambda one: one.kind,
)
@given(st.sampled_from((3, 4, 6, 7)), deeds)
def test_nobody_has_two_places_while_places_are_given(
    options: FormatOptions, entrants: int, tried: Sequence[Deed]
) -> None:
    directing = GivingPlaces(options)
    desk = directing.started(entrants)
    for deed in tried:
        with suppress(Refused):
            directing.attempt(desk, deed)
        inside = [one for entry in desk.state.entries.values() if not entry.gone for one in entry.persons]
        assert len(inside) == len(set(inside))
        for match in desk.matches():
            assert len({desk.state.entries[side].person for side in match.sides}) == 2
    check_nobody_out_has_to_play(desk)
    finish(desk)
    reached()
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("SE-12")
def test_result_of_the_others_does_not_hang_on_a_place_given_up() -> None:
    desk = started(4, KNOCKOUT)
    desk.do(match_commands.ReportResult(match=desk.live("BC")[0].number, result=WinnerOnly(winner="first")))
    withdraw(desk, "D")
    assert placed(desk) == {"1-1": "A alone", "1-2": "B-C", "2-1": "A-B"}


@pytest.mark.rule("SE-12", "ALL-2")
def test_start_taken_back_forgets_places_that_were_left() -> None:
    """Five, and A withdraws. The start is taken back, A comes in again, and all are seated as they entered."""
    desk = started(5, KNOCKOUT)
    withdraw(desk, "A")
    desk.do(lifecycle_commands.WithdrawStart(reason="Too early."))
    assert (desk.state.entries[1].place_given_up, desk.state.entries[1].left_at) == (False, None)
    desk.do(ApproveEntry(entry=1))
    desk.do(StartTournament())
    assert placed(desk) == {"1-1": "A alone", "1-2": "D-E", "1-3": "B alone", "1-4": "C alone", "2-2": "B-C"}
