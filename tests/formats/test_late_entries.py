"""Entries after the start, in any bracket (SE-9): the place that each takes, what is given up for it, and what follows
when a result changes afterwards (ALL-4)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from domain.formats.brackets.consolation import ConsolationOptions
from domain.formats.brackets.double_elimination import DoubleEliminationOptions
from domain.formats.contract.protocol import RoundPlace
from domain.formats.contract.steps import Done
from domain.formats.knockout import KnockoutOptions
from domain.formats.registry import FormatOptions
from domain.kernel.refusal import ProblemType, Refused
from domain.match.record import Match
from domain.problems.entries import ENTRIES_CLOSED
from domain.problems.rounds import PLACED_ELSEWHERE
from domain.tournament.entries import commands as entry_commands
from domain.tournament.entries.events import EntryApproved
from domain.tournament.lifecycle.commands import AnnounceTournament, StartTournament
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds.events import PairingsCorrected, PlaceTaken
from tests.desk import Drawer, entered, person
from tests.formats.acting import Deed
from tests.formats.brackets_play import placed, play_on
from tests.formats.conformance import Conformance
from tests.formats.directing import check_invariants, deeds, finish, play
from tests.formats.knockout_play import LETTERS, KnockoutDesk
from tests.formats.starting import started_as
from tests.formats.test_who_met import correct
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
    desk.when(entry_commands.ApproveEntry(entry=6)).refused(ENTRIES_CLOSED)


@pytest.mark.rule("SE-9", "SE-12")
@pytest.mark.parametrize("options", [KNOCKOUT, DOUBLE, CONSOLATION])
def test_place_of_a_late_entry_is_not_given_out_again_when_its_opponent_withdraws(options: FormatOptions) -> None:
    """Three, and D comes late, opposite A, who then withdraws: D is alone there. E has A's seat, and meets D."""
    desk = started(3, options)
    entered(desk, "D")
    desk.do(entry_commands.WithdrawEntry(entry=1, reason="Ill."))
    entered(desk, "E")
    assert "E-D" in placed(desk).values()
    taken = [one.event for one in desk.history if isinstance(one.event, EntryApproved)][-1]
    assert taken.in_place_of == 1
    refused(desk, "F")


@pytest.mark.rule("SE-9", "TD-14")
def test_late_entry_keeps_its_seat_and_has_its_match_where_it_met() -> None:
    """D comes late, opposite A; B meets C. A has met C, and D has met B: D goes on from there, and meets C."""
    desk = started(3, KNOCKOUT)
    entered(desk, "D")
    for said in ("D beats A", "C beats B", "C beats D"):
        desk.act(said)
    correct(desk, 1, "A-D B-C", "A-C B-D", "rewind")
    assert placed(desk) == {"1-1": "A-C", "1-2": "B-D", "2-1": "C-D"}
    assert dict(desk.state.rounds.places_taken.items()) == {4: "1-1"}
    play_on(desk)
    assert desk.step() == Done(champion=desk.entry("C"))


@pytest.mark.rule("SE-9", "SE-12", "TD-14")
@pytest.mark.parametrize(("options", "begins"), [(KNOCKOUT, ""), (DOUBLE, "upper-"), (CONSOLATION, "main-")])
def test_place_is_empty_where_who_withdrew_from_it_sat_after_a_correction(options: FormatOptions, begins: str) -> None:
    """A meets D, and B C, until it is corrected: A meets C. Who comes instead of D meets B, and so does D again."""
    for comes in "DE":
        desk = started(4, options)
        correct(desk, 1, "A-D B-C", "A-C B-D")
        desk.act("A beats C")
        desk.do(entry_commands.WithdrawEntry(entry=4, reason="Ill."))
        assert placed(desk)[f"{begins}1-2"] == "B alone"
        if comes == "D":
            desk.do(entry_commands.ApproveEntry(entry=4))
        else:
            entered(desk, comes)
        assert placed(desk)[f"{begins}1-2"] == f"B-{comes}"
        play_on(desk)
        assert desk.step() == Done(champion=desk.entry("A"))


@pytest.mark.rule("SE-9", "SE-12", "TD-14")
@pytest.mark.parametrize(("options", "begins"), [(KNOCKOUT, ""), (DOUBLE, "upper-"), (CONSOLATION, "main-")])
@pytest.mark.parametrize(
    ("leaves", "first", "second"),
    [("", "1-4 C-F", "2-1 A-D"), ("B", "1-4 C-F", "2-1 A-D"), ("C", "1-3 B-F", "2-1 A-D")],
)
def test_late_entry_takes_back_the_matches_that_were_corrected_together(
    options: FormatOptions, begins: str, leaves: str, first: str, second: str
) -> None:
    """Five, and D has beaten E: A meets C, and B D, since it was corrected. F comes late, opposite C; or opposite B,
    once C has withdrawn. Of A-C and B-D neither is left, so that D meets A, and nobody has two places or none."""
    desk = started(5, options)
    desk.act("D beats E")
    correct(desk, 2, "A-D B-C", "A-C B-D")
    if leaves:
        desk.do(entry_commands.WithdrawEntry(entry=desk.entry(leaves), reason="Ill."))
    entered(desk, "F")
    now = {f"{name} {pair}" for name, pair in placed(desk).items()}
    assert {begins + first, begins + second} <= now
    assert f"{begins}2-2" not in placed(desk)


@pytest.mark.rule("SE-9", "TD-14")
def test_place_is_not_free_once_a_match_that_was_corrected_together_with_the_next_has_begun() -> None:
    desk = started(5, KNOCKOUT)
    desk.act("D beats E")
    correct(desk, 2, "A-D B-C", "A-C B-D")
    desk.act("A beats C")
    refused(desk, "F")


def withdraw(desk: KnockoutDesk, letters: str) -> None:
    for letter in letters:
        desk.do(entry_commands.WithdrawEntry(entry=desk.entry(letter), reason="Ill."))


@pytest.mark.rule("SE-12", "TD-14")
@pytest.mark.parametrize(("options", "begins"), [(KNOCKOUT, ""), (DOUBLE, "upper-"), (CONSOLATION, "main-")])
@pytest.mark.parametrize(
    ("leave", "then"),
    [
        ("D", "1-1 A-C, 1-2 B alone"),
        ("DA", "1-1 C alone, 1-2 B alone, 2-1 C-B"),
        ("AD", "1-1 C alone, 1-2 B alone, 2-1 C-B"),
        ("CB", "1-1 A alone, 1-2 D alone, 2-1 A-D"),
        ("AB", "1-1 C alone, 1-2 D alone, 2-1 C-D"),
        ("AC", "1-2 B-D"),
    ],
)
def test_player_keeps_the_seat_of_a_correction_when_others_withdraw(
    options: FormatOptions, begins: str, leave: str, then: str
) -> None:
    """Three, and D comes late, opposite A. A has met C, and B has met D: so they sit, whoever leaves, in any order."""
    desk = started(3, options)
    entered(desk, "D")
    correct(desk, 1, "A-D B-C", "A-C B-D")
    withdraw(desk, leave)
    in_first = {name: pair for name, pair in placed(desk).items() if name.startswith(begins)}
    assert [f"{name.removeprefix(begins)} {pair}" for name, pair in in_first.items()] == then.split(", ")


@pytest.mark.rule("SE-12", "TD-14")
@pytest.mark.parametrize("leave", ["BG", "GB"])
@pytest.mark.parametrize("now", ["D-G", "G-D"])
def test_player_keeps_a_seat_above_the_bye_of_who_withdrew_from_it(leave: str, now: str) -> None:
    """Nine: all but H and I have a bye, and D-E and B-G are second matches. B and D have changed places: E is opposite
    B, and D opposite G. B and G withdraw, so that D and E go on alone, and meet neither of them."""
    desk = started(9, KNOCKOUT)
    correct(desk, 2, "D-E B-G", f"B-E {now}")
    withdraw(desk, leave)
    assert (placed(desk)["2-2"], placed(desk)["2-3"]) == ("E alone", "D alone")


@pytest.mark.rule("SE-12", "TD-14")
def test_entry_in_place_of_one_that_withdrew_has_the_seat_of_its_correction() -> None:
    """A has met C, and B D; D and A withdraw. E has the place of D, opposite B, and F that of A, opposite C."""
    desk = started(3, KNOCKOUT)
    entered(desk, "D")
    correct(desk, 1, "A-D B-C", "A-C B-D")
    withdraw(desk, "DA")
    entered(desk, "EF")
    assert {*placed(desk)["1-2"]} == {*"B-F"}
    assert {*placed(desk)["1-1"]} == {*"C-E"}
    withdraw(desk, "EF")
    assert placed(desk) == {"1-1": "C alone", "1-2": "B alone", "2-1": "C-B"}


@pytest.mark.rule("TD-14", "ALL-4", "ALL-5")
def test_void_match_leaves_the_seat_of_its_correction_to_who_is_still_there() -> None:
    """A has met C, and B D, who has resigned. Both matches are void: C sits opposite A, and B has nobody to play."""
    desk = started(4, KNOCKOUT)
    correct(desk, 1, "A-D B-C", "A-C B-D")
    desk.resign("D")
    for sides in ("B-D", "A-C"):
        desk.do(match_commands.VoidMatch(match=desk.match(sides, 1).number, reason="Wrong board"))
    assert placed(desk) == {"1-1": "A-C", "1-2": "B alone"}


def move(desk: KnockoutDesk, kind: str, first: int, second: int) -> None:
    """Plays a match, swaps who met in two open ones, withdraws an entry that has not begun, has another enter, or one
    come back that withdrew."""
    open_matches = [desk.state.matches[number] for number in desk.facts.awaited]
    if kind == "w":
        desk.do(entry_commands.WithdrawEntry(entry=first % len(desk.state.entries) + 1, reason="Ill."))
    elif kind == "b":
        come_back(desk, first, asks=bool(second % 2))
    elif kind == "l":
        entered(desk, LETTERS[len(desk.state.entries)])
    elif kind == "p" and open_matches:
        one = open_matches[first % len(open_matches)]
        winner = one.sides[second % 2]
        desk.act(f"{desk.letter(winner)} beats {desk.letter(*({*one.sides} - {winner}))}")
    elif kind == "s" and open_matches:
        swap(desk, open_matches, first, second)


def come_back(desk: KnockoutDesk, number: int, *, asks: bool) -> None:
    gone = [one.number for one in desk.facts.entrants if one.withdrawn]
    if gone:
        entry = gone[number % len(gone)]
        if asks:
            person_ = desk.state.entries[entry].person
            desk.do(entry_commands.RequestEntry(person=person_))
            event(f"asks for another place: {desk.state.entry_of[person_] != entry}")
            entry = desk.state.entry_of[person_]
        desk.do(entry_commands.ApproveEntry(entry=entry))


def refusal_of(desk: KnockoutDesk, kind: str, first: int, second: int) -> ProblemType | None:
    """Why the move is refused, where it is."""
    try:
        move(desk, kind, first, second)
    except Refused as refused:
        return refused.problem
    return None


def swap(desk: KnockoutDesk, open_matches: Sequence[Match], first: int, second: int) -> None:
    """Corrects who met in one of them and in another of its round; a side changes places with either of the other."""
    one = open_matches[first % len(open_matches)]
    others = [each for each in open_matches if _round(each) == _round(one) and each is not one]
    if others:
        pairs = "-".join(map(desk.letter, one.sides)), "-".join(map(desk.letter, others[second % len(others)].sides))
        (a, b), (c, d) = (pair.split("-") for pair in pairs)
        now = f"{a}-{d} {c}-{b}" if first // len(open_matches) % 2 else f"{c}-{b} {d}-{a}"
        correct(desk, one.round or 0, " ".join(pairs), now)


def _round(match: Match) -> str:
    """Of which bracket it is, and which round there."""
    return (match.slot or "").rpartition("-")[0]


def check_places(desk: KnockoutDesk, begins: str) -> None:
    """Everybody who is still there has one place where all begin: nothing is drawn here, and no match is void."""
    first = Counter(entry for place in desk.facts.places if _begins(place, begins) for entry in place.entries)
    there = [one.number for one in desk.facts.entrants if not one.withdrawn]
    assert {entry: first[entry] for entry in there} == dict.fromkeys(there, 1)


def _begins(place: RoundPlace, begins: str) -> bool:
    return (place.slot or "").startswith(f"{begins}1-")


@pytest.mark.rule("SE-9", "SE-12", "TD-14")
@pytest.mark.parametrize("kinds", ["psslll", "pwwlll", "swlsw", "pswlb", "wbl", "wwlbb"])
@pytest.mark.parametrize(
    ("options", "losses", "begins"), [(KNOCKOUT, 1, ""), (DOUBLE, 2, "upper-"), (CONSOLATION, 1, "main-")]
)
@given(st.sampled_from((3, 4, 5, 6, 7, 9)), st.lists(st.tuples(*[st.integers(0, 99)] * 3), min_size=6, max_size=18))
def test_nobody_goes_out_unbeaten_or_has_two_places_whatever_is_changed_and_taken(
    options: FormatOptions, losses: int, begins: str, kinds: str, entrants: int, moved: Sequence[tuple[int, int, int]]
) -> None:
    """Results are not corrected here, and nobody resigns: who has not withdrawn has lost as often as it takes."""
    desk = started(entrants, options)
    for kind, first, second in moved:
        problem = refusal_of(desk, kinds[kind % len(kinds)], first, second)
        assert kinds[kind % len(kinds)] == "s" or problem is not PLACED_ELSEWHERE
        check_invariants(desk.state)
        check_places(desk, begins)
    play_on(desk)
    unbeaten = [one for one in desk.facts.entrants if not one.withdrawn and desk.facts.setbacks(one.number) < losses]
    step = desk.step()
    event(f"places changed: {any(isinstance(each.event, PairingsCorrected | PlaceTaken) for each in desk.history)}")
    reached()
    assert {one.number for one in unbeaten} == ({step.champion} if isinstance(step, Done) else set())


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
        seats = [slot for entry, slot in taken.items() if desk.facts.entrant(entry).instead_of is None]
        assert len({*seats}) == len(seats)
        finish(desk)
        for entry, slot in taken.items():
            mine = [place.slot for place in desk.facts.places if entry in place.entries]
            mine += [match.slot for match in desk.matches() if match.void and entry in match.sides]
            reached()
            assert slot in mine or desk.facts.entrant(entry).withdrawn or self.sits_elsewhere(desk, entry, slot)

    def sits_elsewhere(self, desk: RoundsDesk, entry: int, slot: str) -> bool:
        """Whether it is corrected who met in the round, and the entry met somebody in another place of it (TD-14)."""
        there = desk.facts.sits_elsewhere(slot, entry)
        return there is not None and there.slot.rpartition("-")[0] == slot.rpartition("-")[0]


class TestKnockoutLate(LateEntries):
    """A knockout."""

    options = KNOCKOUT


class TestDoubleEliminationLate(LateEntries):
    """Double elimination."""

    options = DOUBLE


class TestConsolationLate(LateEntries):
    """A consolation, long and progressive."""

    options = CONSOLATION
