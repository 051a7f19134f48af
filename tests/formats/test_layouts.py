"""Where the seeds of a knockout sit, and whose byes come first (SE-3, SE-4)."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from domain.formats.brackets.consolation import ConsolationOptions
from domain.formats.brackets.double_elimination import DoubleEliminationOptions
from domain.formats.knockout import KnockoutOptions
from domain.formats.registry import FormatOptions
from domain.kernel.refusal import Refused
from domain.pairing.bracket import seats_as_listed
from domain.pairing.bracket_chart import BracketChart
from domain.tournament.command import Choice
from domain.tournament.derived.stage import current_stage
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle.commands import AnnounceTournament, StartTournament
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.matches.events import MatchesMade
from tests.desk import Drawer, entered, person
from tests.formats.brackets_play import placed, play_on, started
from tests.formats.conformance import Conformance
from tests.formats.knockout_play import LETTERS, KnockoutDesk
from tests.formats.machine import director_of
from tests.formats.newest import LATE
from tests.reaching import reached


def knockout(**told: object) -> KnockoutOptions:
    return KnockoutOptions.model_validate({"kind": "knockout", "lengths": (1,), **told})


def bracket(letters: str, options: FormatOptions, conditions: Conditions | None = None) -> KnockoutDesk:
    """These entered in the order of the alphabet, which is that of the seeds."""
    desk = KnockoutDesk(secrets=Drawer("layout"))
    desk.do(AnnounceTournament(name="Layout", format=options, conditions=conditions or Conditions()))
    entered(desk, letters)
    desk.do(StartTournament())
    return desk


def round_1(desk: KnockoutDesk) -> list[str]:
    """From the top."""
    return [pair for name, pair in sorted(placed(desk).items()) if name.split("-")[-2] == "1"]


@pytest.mark.rule("SE-3")
def test_seeds_as_listed_meet_their_neighbours() -> None:
    assert round_1(bracket("ABCDEFGH", knockout(layout="as-listed"))) == ["A-B", "C-D", "E-F", "G-H"]


@pytest.mark.rule("SE-4")
def test_seats_as_listed_are_empty_in_the_last_matches_one_each() -> None:
    """Six: two seats are empty, those of the second sides of the last two matches, so that E and F are alone. Nine of
    sixteen: one match, and seven alone."""
    assert round_1(bracket("ABCDEF", knockout(layout="as-listed"))) == ["A-B", "C-D", "E alone", "F alone"]
    assert seats_as_listed(9) == (1, 2, 3, 10, 4, 11, 5, 12, 6, 13, 7, 14, 8, 15, 9, 16)


@pytest.mark.rule("SE-4")
@given(st.integers(2, 200))
def test_no_match_as_listed_has_two_empty_seats(entrants: int) -> None:
    seats = seats_as_listed(entrants)
    reached()
    assert sorted(seats) == [*range(1, len(seats) + 1)]
    pairs = list(zip(seats[::2], seats[1::2], strict=True))
    assert all(one <= entrants for one, _ in pairs)
    empty = [other > entrants for _, other in pairs]
    assert empty == sorted(empty), "from the bottom up"
    assert [seed for seed in seats if seed <= entrants] == [*range(1, entrants + 1)], "in their order from the top"


@pytest.mark.rule("SE-9", "SE-4")
def test_late_entry_takes_the_highest_empty_seat_as_listed() -> None:
    """Six: E and F are alone; G, who comes late, meets E, and H meets F."""
    desk = bracket("ABCDEF", knockout(layout="as-listed"), LATE)
    for letter, met in (("G", "E-G"), ("H", "F-H")):
        desk.do(entry_commands.RequestEntry(person=person(letter)))
        desk.do(entry_commands.ApproveEntry(entry=desk.entry(letter)))
        assert met in round_1(desk)


@pytest.mark.rule("SE-3", "ALL-2")
@given(st.integers(2, 20), st.sampled_from([None, 1, 2, 4, 8]))
def test_tiers_change_their_seats_by_lot_and_byes_go_with_the_seats(entrants: int, seeded: int | None) -> None:
    """Seeds 1 and 2 on their seats, 3 and 4 on the two of 3 and 4, and so on; beyond `seeded` all on the seats left."""
    desk = started(entrants, knockout(layout="tiers", seeded=seeded, seeding="entry-order"))
    plain = started(entrants, knockout(seeding="entry-order"))
    seat = {letter: seed for seed, letter in enumerate(LETTERS[:entrants], 1)}
    reached()
    for there, here in zip(round_1(plain), round_1(desk), strict=True):
        assert ("alone" in there) == ("alone" in here), "the empty seats are those of the standard layout"
        for standard, sitting in zip(there.split("-"), here.split("-"), strict=True):
            assert tier(seat[standard[0]], seeded) == tier(seat[sitting[0]], seeded)


def tier(seed: int, seeded: int | None) -> int:
    """1, 2, 4, 8 and so on: the last seed of it; 0 beyond those who are seeded."""
    return 0 if seeded is not None and seed > seeded else 1 << (seed - 1).bit_length()


@pytest.mark.rule("SE-3")
def test_record_and_chart_of_tiers_tell_the_seeds_and_not_the_seats() -> None:
    desk = bracket("ABCDEFGH", knockout(layout="tiers"))
    made = [one for event in desk.history if isinstance(event.event, MatchesMade) for one in event.event.matches]
    for one in made:
        assert one.why is not None
        assert one.why.rule == "SE-3"
        assert tuple(one.why.counts.values()) == one.sides, "entered in the order of their seeds"
    stage = current_stage(desk.state)
    chart = stage.rules.chart(stage.options, stage.facts)
    assert isinstance(chart, BracketChart)
    assert all(seat.seed == seat.entry for slot in chart.rounds[0] for seat in slot.seats)


@pytest.mark.rule("SE-3", "ALL-3", "ALL-4")
@pytest.mark.parametrize(("choice", "then"), [("rewind", "B-C"), ("stand", "A-C")])
def test_result_as_listed_is_corrected_after_the_next_round(choice: Choice, then: str) -> None:
    """A beat B, C beat D and A beat C; then B had beaten A."""
    desk = bracket("ABCD", knockout(layout="as-listed"))
    for said in ("A beats B", "C beats D", "A beats C", f"B beat A, {choice}"):
        desk.act(said)
    assert placed(desk)["2-1"] == then


LISTED: tuple[FormatOptions, ...] = (
    knockout(first_byes=(5, 4)),
    ConsolationOptions(kind="consolation", seeding="entry-order", lengths=(1,), first_byes=(5, 4)),
    DoubleEliminationOptions(kind="double-elimination", seeding="entry-order", lengths=(1,), first_byes=(5, 4)),
)


@pytest.mark.rule("SE-3")
@pytest.mark.parametrize("options", LISTED)
def test_byes_go_first_to_those_of_the_announced_list(options: FormatOptions) -> None:
    """Five: three byes. D and E are on the list; the third goes to the first seed, A. B and C meet."""
    desk = bracket("ABCDE", options)
    assert sorted(pair[0] for pair in round_1(desk) if "alone" in pair) == ["A", "D", "E"]
    whys = {
        one.entry: dict(one.why.counts)
        for event in desk.history
        if isinstance(event.event, MatchesMade)
        for one in event.event.walkovers
        if one.why is not None
    }
    assert [whys[entry].get("bye_listed") for entry in (1, 4, 5)] == [None, 1, 1]
    play_on(desk)


@pytest.mark.rule("SE-3", "ALL-2")
def test_byes_of_a_list_that_is_too_long_are_by_lot_among_those_on_it() -> None:
    """Six: two byes, and C, D, E and F are on the list."""
    desk = bracket("ABCDEF", knockout(first_byes=(3, 4, 5, 6)))
    lots = desk.state.rounds.lots
    first = sorted((3, 4, 5, 6), key=lots.__getitem__)[:2]
    assert sorted(pair[0] for pair in round_1(desk) if "alone" in pair) == sorted(map(desk.letter, first))


@pytest.mark.rule("SE-3")
@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"layout": "as-listed", "reseed": True}, "leave one of both out"),
        ({"layout": "tiers", "byes_to": "lot"}, "a bye goes with its seat"),
        ({"layout": "as-listed", "first_byes": (1,)}, "a bye goes with its seat"),
        ({"seeded": 4}, "only they are by lot"),
        ({"layout": "tiers", "seeded": 3}, "1, 2, 4, 8"),
        ({"layout": "tiers", "rules_version": 4}, "leave rules_version out"),
    ],
)
def test_layouts_that_contradict_themselves_are_no_settings(told: Mapping[str, object], why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        knockout(**told)


@pytest.mark.rule("SE-3", "DE-10")
def test_list_of_byes_is_refused_where_round_1_is_not_played() -> None:
    told = {"kind": "double-elimination", "half_in_lower": True, "first_byes": (1,)}
    with pytest.raises(Refused, match="no byes to give"):
        bracket("ABCDEFGH", DoubleEliminationOptions.model_validate(told))


def test_list_of_byes_is_not_of_another_tournament() -> None:
    assert knockout(first_byes=(1,)).for_others == knockout()


class TestAsListed(Conformance):
    """One below the other."""

    options = knockout(layout="as-listed", third_place=True)


TestRandomDirector = director_of([knockout(layout="as-listed"), knockout(layout="tiers", seeded=2)], tried=3)
