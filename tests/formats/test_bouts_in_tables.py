"""Bouts where a table ranks, and in lives: several matches between the same two (SER-1 to SER-7)."""

from decimal import Decimal

import pytest

from domain.formats.contract.steps import Done, Due, Wait
from domain.formats.elimination.lives_options import LivesOptions
from domain.formats.knockout import KnockoutOptions
from domain.formats.monrad.options import MonradOptions
from domain.formats.registry import FormatOptions
from domain.formats.round_robin.options import GroupsOptions, RoundRobinOptions
from domain.formats.swiss import SwissOptions
from domain.tournament.derived.progress import next_of
from domain.tournament.lifecycle.commands import AnnounceTournament
from domain.tournament.lifecycle.events import LaterStage
from domain.tournament.match_record.commands import AddAttachment
from domain.tournament.match_record.events import ErrorRates
from domain.tournament.matches import commands as match_commands
from tests.formats.appealing import give_as, reverse
from tests.formats.conformance import Conformance
from tests.formats.directing import check_invariants
from tests.formats.machine import director_of
from tests.formats.starting import started_as
from tests.rounds import RoundsDesk

KNOCKOUT = (LaterStage(format=KnockoutOptions(kind="knockout", lengths=(3,)), qualifiers=2),)


def round_robin(**told: object) -> RoundRobinOptions:
    return RoundRobinOptions.model_validate({"kind": "round-robin", "seeding": "entry-order", "lengths": (3,), **told})


def monrad(**told: object) -> MonradOptions:
    return MonradOptions.model_validate({"kind": "monrad", "lengths": (3,), **told})


def lives(**told: object) -> LivesOptions:
    return LivesOptions.model_validate({"kind": "lives", "lengths": (3,), **told})


def swiss(**told: object) -> SwissOptions:
    return SwissOptions.model_validate({"kind": "swiss", "lengths": (3,), "rounds": 2, **told})


def groups(**told: object) -> GroupsOptions:
    return GroupsOptions.model_validate({"kind": "groups", "seeding": "entry-order", "lengths": (3,), **told})


def started(options: FormatOptions, entrants: int) -> RoundsDesk:
    return started_as(RoundsDesk, AnnounceTournament.model_validate({"name": "Bouts", "format": options}), entrants)


def of(desk: RoundsDesk, name: str) -> list[str]:
    """The live matches of these two in order, each with its first side and who has won it."""
    found = [match for match in desk.matches() if match.live and {*desk.name(match)} - {"-"} == {*name}]
    return [f"{desk.letter(one.sides[0])}:{_winner(desk, one.number)}" for one in found]


def _winner(desk: RoundsDesk, number: int) -> str:
    effective = desk.state.matches[number].effective
    return "?" if effective is None else desk.letter(effective.winner) if effective.winner else "="


def points(desk: RoundsDesk) -> list[str]:
    """The table: letter and match points."""
    return [f"{desk.letter(row.entry)} {row.values['match_points']}" for row in desk.standings().rows]


@pytest.mark.rule("SER-1", "SER-2", "SER-3", "SER-5")
def test_bout_of_a_round_robin_counts_once_in_its_table() -> None:
    """A beats B by 2-1; the next round waits for that. By hand: one win, and not two."""
    desk = started(round_robin(bout_matches=(3,)), 3)
    [first, *_] = [match for match in desk.matches() if match.live]
    one, other = map(desk.letter, first.sides)
    name = f"{one}-{other}"
    desk.won(name, name[::-1])
    assert of(desk, one + other) == [f"{one}:{one}", f"{other}:{other}", f"{one}:?"]
    assert {match.round for match in desk.matches() if match.live} == {1}
    desk.won(name)
    assert {match.round for match in desk.matches() if match.live} == {1, 2}
    assert points(desk)[0] == f"{one} 2"


@pytest.mark.rule("SER-2", "SER-4")
def test_bout_of_two_matches_that_is_level_is_drawn_in_a_table() -> None:
    """Each wins one: a point each, as of any drawn match."""
    desk = started(round_robin(bouts="all", bout_matches=(2,)), 2)
    desk.won("A-B", "B-A")
    assert sorted(points(desk)) == ["A 1", "B 1"]
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("SER-5", "TB-25")
def test_points_of_all_matches_of_a_bout_are_counted_where_points_rank() -> None:
    """3-1, 1-3 and 3-2: A has 7 points and B 6, so that the difference is one."""
    order = {"criteria": ("PTS", "PD", "LOT"), "edition": "fide-2026"}
    desk = started(round_robin(bout_matches=(3,), tie_breaks=order), 2)
    for name, score in (("A-B", (3, 1)), ("B-A", (3, 1)), ("A-B", (3, 2))):
        match = desk.match(name)
        mine, theirs = score if desk.letter(match.sides[0]) == name[0] else score[::-1]
        told = {"kind": "score", "first": mine, "second": theirs}
        desk.do(match_commands.ReportResult.model_validate({"match": match.number, "result": told}))
    assert [row.values["points_difference"] for row in desk.standings().rows] == [1, -1]


@pytest.mark.rule("SER-2", "MON-6")
def test_bout_costs_a_life_once() -> None:
    """With one life: A beats B by 2-1 and has won. Level after two, a third match follows (SER-4)."""
    desk = started(lives(lives=1, end="last", bouts="all", bout_matches=(2,)), 2)
    desk.draw(1)
    desk.won("A-B", "B-A")
    assert isinstance(desk.step(), Wait)
    desk.won("A-B")
    assert desk.step() == Done(champion=desk.entry("A"))
    assert [row.values["losses"] for row in desk.standings().rows] == [0, 1]


@pytest.mark.rule("SER-1", "MON-1", "SWI-3")
@pytest.mark.parametrize("options", [monrad(bout_matches=(3,)), swiss(bout_matches=(3,)), lives(bout_matches=(3,))])
def test_round_waits_for_the_last_match_of_a_bout(options: FormatOptions) -> None:
    desk = started(options, 4)
    for name in desk.draw(1):
        desk.won(name)
        assert isinstance(desk.step(), Wait)
    for name in desk.round(1)[:2]:
        desk.won(name)
    assert isinstance(desk.step(), Due | Wait)
    while isinstance(desk.step(), Wait):
        open_ = desk.state.matches[desk.facts.awaited[0]]
        desk.won(desk.name(open_))
    assert isinstance(desk.step(), Due)


def second_round() -> tuple[RoundsDesk, str, str]:
    """A Monrad of four in which each bout of round 1 went to who is named first, by 2-1, and round 2 has begun: with
    the bout of those who have won, and the match of round 1 that decided the first of them."""
    desk = started(monrad(bout_matches=(3,), rounds=2), 4)
    names = desk.draw(1)
    for name in names:
        desk.won(name, name[::-1], name)
    desk.draw(2)
    top = next(name for name in desk.round(2) if {*name} == {names[0][0], names[1][0], "-"})
    desk.won(top)
    return desk, names[0], top


@pytest.mark.rule("SER-6", "ALL-4", "MON-1")
@pytest.mark.parametrize("choice", ["rewind", "stand"])
def test_bout_of_a_monrad_turned_after_the_next_round_began_is_rewound_or_stands(choice: str) -> None:
    """The third match of the first bout was the other's: rewound, round 2 is drawn again; standing, it is played."""
    desk, first, top = second_round()
    third = next(match for match in reversed(desk.matches()) if {*desk.name(match)} == {*first} and match.round == 1)
    turned = match_commands.CorrectResult(match=third.number, result=desk.winner_only(third, first[2]), reason="Slip")
    desk.when(turned).refused("choice-needed")
    desk.do(turned.model_copy(update={"choice": choice}))
    assert desk.state.verdict(desk.match(first, 1).begun_by or 0) == desk.entry(first[2])
    assert (top in desk.round(2)) == (choice == "stand")
    if choice == "rewind":
        desk.draw(2)
    while isinstance(desk.step(), Wait):
        desk.won(desk.name(desk.state.matches[desk.facts.awaited[0]]))
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("SER-5", "SWI-4")
def test_match_of_a_bout_not_played_in_time_is_lost_by_default_and_loses_the_bout() -> None:
    """A has won the first match of three; B told the director that no time was found for the second."""
    desk = started(swiss(bout_matches=(3,), rounds=1), 2)
    desk.draw(1)
    desk.won("A-B")
    second = desk.match("A-B")
    side = "first" if desk.letter(second.sides[0]) == "B" else "second"
    told = {"match": second.number, "result": {"kind": "unplayed", "reported_by": side}}
    desk.do(match_commands.ReportResult.model_validate(told))
    ended = desk.facts.places[0].ended
    assert ended is not None
    assert (ended.how, ended.winner) == ("default", desk.entry("B"))


def rated(desk: RoundsDesk, match: int, rates: dict[str, str], digest: str = "0") -> None:
    first, second = (Decimal(rates[desk.letter(side)]) for side in desk.state.matches[match].sides)
    found = ErrorRates(program="An analyser", first=first, second=second)
    told = {"match": match, "kind": "analysis", "reference": "https://example.org/a", "digest": digest * 64}
    desk.do(AddAttachment.model_validate({**told, "error_rates": found}))


@pytest.mark.rule("SER-7", "TD-20")
def test_bout_to_points_in_a_round_robin_waits_for_its_analyses_and_may_be_drawn() -> None:
    """Each wins a match, and each plays one better: 2-2, and means that are alike. The table has a drawn match."""
    desk = started(round_robin(bouts="points", bout_matches=(2,), bout_points=(3,)), 2)
    desk.won("A-B", "B-A")
    assert desk.step() == next_of(desk.state) == Wait((1, 2))
    rated(desk, 1, {"A": "3", "B": "5"})
    rated(desk, 2, {"A": "5", "B": "3"})
    assert sorted(points(desk)) == ["A 1", "B 1"]
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("TD-20", "SER-5")
def test_point_for_the_lower_error_rate_of_a_bout_is_by_all_its_matches() -> None:
    """A wins both matches; B's mean of 2 and 4 is lower than A's of 5 and 3. 2 points each."""
    desk = started(round_robin(bouts="all", bout_matches=(2,), error_rate_point=True), 2)
    desk.won("A-B", "A-B")
    step = desk.step()
    assert "1, 2" in getattr(step, "detail", "")
    rated(desk, 1, {"A": "5", "B": "2"})
    assert "2" in getattr(desk.step(), "detail", "")
    rated(desk, 2, {"A": "3", "B": "4"})
    assert sorted(points(desk)) == ["A 2", "B 2"]


@pytest.mark.rule("SER-1")
@pytest.mark.parametrize(
    ("make", "told"),
    [
        (round_robin, {"bout_matches": (2,)}),
        (round_robin, {"bout_matches": (3,), "rules_version": 3}),
        (
            round_robin,
            {"bouts": "points", "bout_matches": (2,), "bout_points": (3,), "error_rate_point": True},
        ),
        (monrad, {"bouts": "points", "bout_matches": (2,)}),
        (monrad, {"bout_matches": (3,), "rules_version": 2}),
        (lives, {"bouts": "all"}),
        (swiss, {"bout_matches": (3,), "bout_points": (4,)}),
    ],
)
def test_options_of_bouts_in_tables_that_make_no_sense_are_refused(make: object, told: dict[str, object]) -> None:
    assert callable(make)
    with pytest.raises(ValueError, match=r"bout|rules|Input|Extra"):
        make(**told)


@pytest.mark.parametrize(("make", "rules"), [(round_robin, 4), (groups, 4), (monrad, 3), (swiss, 4), (lives, 6)])
def test_rules_of_bouts_follow_from_their_being_announced(make: object, rules: int) -> None:
    assert callable(make)
    assert make(bout_matches=(3,)).rules_version == rules


class OfBouts(Conformance):
    """Each pairing is several matches."""


class TestRoundRobinOfBouts(OfBouts):
    """Both matches are played."""

    options = round_robin(bouts="all", bout_matches=(2,))


class TestMonradOfBouts(OfBouts):
    """Best of three from round 2 on."""

    options = monrad(bout_matches=(1, 3))


class TestSwissOfBouts(OfBouts):
    """Both matches are played."""

    options = swiss(bouts="all", bout_matches=(2,))


class TestLivesOfBouts(OfBouts):
    """Best of three."""

    options = lives(bout_matches=(3,))


TestRandomDirector = director_of(
    [
        round_robin(bout_matches=(3,)),
        monrad(bouts="all", bout_matches=(2,)),
        lives(bout_matches=(3,)),
        swiss(bout_matches=(3,)),
    ],
    tried=3,
)
TestRandomDirectorOfGroups = director_of([groups(groups=1, bouts="all", bout_matches=(2,))], stages=KNOCKOUT, tried=3)


@pytest.mark.rule("SER-6", "TD-13")
def test_next_match_of_a_bout_stays_as_the_one_before_it_is_open_again() -> None:
    """Both matches are played. Penalty points give the first to one side, so that the second is made, and perhaps
    begun. The ruling is reversed: both matches are open, and no other is made once the first has its result."""
    desk = started(round_robin(bouts="all", bout_matches=(2,)), 2)
    [first] = desk.matches()
    points = {"kind": "penalty-points", "offender": "second", "beneficiary": "first", "points": first.length}
    about = {"kind": "match", "number": first.number}
    said = {"clause": "4.2", "facts": "As seen", "reasons": "As written", "play_began": True}
    number = give_as(desk, {"about": about, "remedies": [points], **said})
    assert number is not None
    second = desk.matches()[1].number
    assert desk.step() == Wait((second,))
    reverse(desk, number)
    assert desk.step() == Wait((first.number, second))
    desk.do(match_commands.ReportResult(match=first.number, result=desk.winner_only(first, "A")))
    assert (len(desk.matches()), desk.step()) == (2, Wait((second,)))
    check_invariants(desk.state)
