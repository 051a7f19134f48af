"""A Monrad that is accelerated, and one whose field is numbered by seeds, worked by hand (SWX-8, MON-2)."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.queries.report_file import report_of
from domain.formats.contract.steps import Due
from domain.formats.knockout import KnockoutOptions
from domain.formats.monrad.acceleration import ACCELERATION, points_in_pairing
from domain.formats.monrad.options import MonradOptions
from domain.kernel.refusal import Refused
from domain.tournament.command import Choice
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.events import LaterStage, RatingTerms
from domain.tournament.rounds import commands as round_commands
from domain.trf.form import Accelerated
from domain.trf.reading import read_trf
from domain.trf.writing import write_report
from tests.formats.conformance import Conformance
from tests.formats.directing import finish, steps_played
from tests.formats.machine import director_of
from tests.formats.swiss_desk import SwissDesk, announced_swiss, started_swiss
from tests.formats.test_monrad import pairs_after_correction
from tests.reaching import reached

KNOCKOUT = LaterStage(format=KnockoutOptions(kind="knockout", lengths=(1,)), qualifiers=4)


def options(**told: object) -> MonradOptions:
    settings = {"kind": "monrad", "order": "lots", "lengths": (1,), "acceleration": "baku", **told}
    return MonradOptions.model_validate(settings)


def started(lots: str, **told: object) -> SwissDesk:
    """An accelerated Monrad of these players, whose lots are in that order."""
    return started_swiss(lots, options=options(**told))


def scores(desk: SwissDesk) -> dict[str, tuple[int, int]]:
    """By letter the score that each is paired by, and what of it counts in pairing alone."""
    step = desk.step()
    assert isinstance(step, Due)
    told = ((one.entry, one.counts) for one in step.contenders)
    return {desk.letter(entry): (counts["score"], counts.get(ACCELERATION, 0)) for entry, counts in told}


@pytest.mark.rule("SWX-8")
@pytest.mark.parametrize(
    ("starters", "rounds", "group", "won", "drawn"),
    [(21, 7, 12, 2, 4), (178, 11, 90, 3, 6), (8, 3, 4, 1, 2), (5, 1, 4, 1, 1)],
)
def test_group_and_rounds_of_acceleration_are_as_published(
    starters: int, rounds: int, group: int, won: int, drawn: int
) -> None:
    """A win is two points, a draw one: the first `group` numbers have two in rounds up to `won`, then one up to
    `drawn`. The first two lines are worked in the rulebook."""
    for round_ in range(1, rounds + 1):
        worth = 2 if round_ <= won else 1 if round_ <= drawn else 0
        for number in range(1, starters + 1):
            assert points_in_pairing(number, starters, round_, rounds) == (worth if number <= group else 0)


@pytest.mark.rule("SWX-8", "MON-2", "MON-3")
def test_first_of_the_field_meet_each_other_in_the_accelerated_rounds() -> None:
    """Eight in three rounds: A to D have two points more in round 1, one in round 2. By halves within each score A-C,
    B-D, E-G, F-H; without acceleration A would meet E. A, B, E and F win: A and B have 3, E and F 2, C and D 1, G and H
    0. In round 3 nobody has any: A and E have 4, B, C, F and G 2 each, D and H 0."""
    desk = started("ABCDEFGH", rounds=3, first_round="halves")
    assert desk.drawn(1) == [("A", "C"), ("B", "D"), ("E", "G"), ("F", "H")]
    desk.won("A-C", "B-D", "E-G", "F-H")
    assert scores(desk)["A"] == (3, 1)
    assert {frozenset(one) for one in desk.drawn(2)} == {*map(frozenset, ("AB", "EF", "CD", "GH"))}
    desk.won("A-B", "E-F", "C-D", "G-H")
    assert scores(desk) == {
        "A": (4, 0),
        "E": (4, 0),
        "B": (2, 0),
        "C": (2, 0),
        "F": (2, 0),
        "G": (2, 0),
        "D": (0, 0),
        "H": (0, 0),
    }
    assert {frozenset(one) for one in desk.drawn(3)} == {*map(frozenset, ("AE", "BC", "FG", "DH"))}


@pytest.mark.rule("SWX-8", "TB-5")
def test_acceleration_is_in_no_table() -> None:
    desk = started("ABCD", rounds=3)
    desk.play(1, "A W-L B", "C W-L D")
    assert {row.values["match_points"] for row in desk.standings().rows} == {0, 2}


@pytest.mark.rule("SWX-8", "SWX-12")
def test_tables_are_by_the_score_in_pairing() -> None:
    """Five, by the lots: in round 2 A and C have 3 points in pairing, E 2 by a bye, B and D 1. A-C is first; E meets B,
    3 together; D has the bye."""
    desk = started("ABCDE", rounds=4, tables_by_score=True)
    desk.play(1, "A W-L B", "C W-L D", "E WB")
    assert scores(desk) == {"A": (3, 1), "C": (3, 1), "E": (2, 0), "B": (1, 1), "D": (1, 1)}
    assert [{*pair} for pair in desk.drawn(2)] == [{*"AC"}, {*"EB"}, {"D", ""}]


@pytest.mark.rule("MON-2", "SWX-8")
def test_field_is_numbered_by_hand_where_that_is_announced() -> None:
    """D and B are seeded; A and C, who are not, come behind by their lots: D-B, then the other two."""
    desk = announced_swiss(options(seeding="by-hand", rounds=2))
    desk.enter("ABCD", {})
    seeds = tuple(desk.entry(letter) for letter in "DB")
    desk.do(round_commands.SeedField(order=seeds, reason="By their ratings"))
    desk.do(lifecycle_commands.StartTournament())
    assert {frozenset(one) for one in desk.drawn(1)} == {frozenset("DB"), frozenset("AC")}


@pytest.mark.rule("SWX-8")
def test_accelerated_points_go_out_by_the_numbers_of_the_file() -> None:
    """Eight in four rounds, of which two are accelerated: the first four seeds have a win in round 1, a draw in round
    2. By hand G, B, A and H are seeded; they have the numbers 7, 2, 1 and 8 of the file."""
    desk = announced_swiss(options(seeding="by-hand", rounds=4))
    desk.enter("ABCDEFGH", {})
    assert report_of(desk.state, {}, {}).accelerated == ()
    seeds = tuple(desk.entry(letter) for letter in "GBAH")
    desk.do(round_commands.SeedField(order=seeds, reason="By their ratings"))
    desk.do(lifecycle_commands.StartTournament())
    report = report_of(desk.state, {}, {})
    assert report.accelerated == (
        Accelerated(10, (1, 1), (1, 2)),
        Accelerated(10, (1, 1), (7, 8)),
        Accelerated(5, (2, 2), (1, 2)),
        Accelerated(5, (2, 2), (7, 8)),
    )
    assert read_trf(write_report(report).decode())[0].accelerated == report.accelerated


@pytest.mark.rule("SWX-8")
@pytest.mark.parametrize("told", [{}, {"seeding": "rating"}])
def test_accelerated_points_in_the_file_are_those_that_pair(told: dict[str, object]) -> None:
    """In every round that is due, whoever was numbered by lot or by rating."""
    desk = SwissDesk()
    rating = RatingTerms(pool="normal", policy="room", policy_version=1)
    terms = {"name": "Rated", "format": options(**told, rounds=5), "rating": rating}
    desk.do(lifecycle_commands.AnnounceTournament.model_validate(terms))
    desk.enter("FAGBECD", {})
    desk.do(lifecycle_commands.StartTournament())
    rounds = 0
    for step in steps_played(desk, [True, False, True] * 6):
        if isinstance(step, Due):
            rounds += 1
            lines = report_of(desk.state, {}, {}).accelerated
            own = [one for one in lines if one.rounds[0] <= step.round <= one.rounds[1]]
            said = {number: one.points for one in own for number in range(one.numbers[0], one.numbers[1] + 1)}
            counted = {one.entry: 5 * one.counts[ACCELERATION] for one in step.contenders if ACCELERATION in one.counts}
            assert said == counted
    assert rounds >= 5


@pytest.mark.rule("MON-2", "SWX-8")
def test_field_is_numbered_by_rating_where_that_is_announced() -> None:
    """Of equal ratings the first entry is first: A-B and C-D, whatever their lots."""
    desk = SwissDesk()
    rating = RatingTerms(pool="normal", policy="room", policy_version=1)
    desk.do(
        lifecycle_commands.AnnounceTournament(name="Rated", format=options(seeding="rating", rounds=2), rating=rating)
    )
    desk.enter("ABCD", {})
    desk.do(lifecycle_commands.StartTournament())
    assert [one.seed for one in desk.facts.entrants] == [1, 2, 3, 4]
    assert {frozenset(one) for one in desk.drawn(1)} == {frozenset("AB"), frozenset("CD")}


@pytest.mark.rule("ALL-3", "ALL-4", "SWX-8")
@pytest.mark.parametrize(
    ("choice", "then"),
    [
        # B has won after all, and nothing of round 2 is left. B and C have 3, A and D 1: B-C, A-D.
        ("rewind", {frozenset("BC"), frozenset("AD")}),
        # What was played stays.
        ("stand", {frozenset("AC"), frozenset("BD")}),
    ],
)
def test_result_is_corrected_after_an_accelerated_round(choice: Choice, then: set[frozenset[str]]) -> None:
    desk = started("ABCD", rounds=3)
    assert pairs_after_correction(desk, choice) == then
    finish(desk)


@pytest.mark.rule("SWX-8", "TD-21")
def test_acceleration_is_settled_by_the_start() -> None:
    desk = started("ABCD", rounds=3)
    other = {"format": options(acceleration="none", rounds=3), "reason": "Better."}
    desk.when(lifecycle_commands.ChangeSettings.model_validate(other)).refused("format-fixed")


@pytest.mark.rule("SWX-8", "MON-2")
@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"seeding": "rating", "acceleration": "none", "order": "random"}, "order by lots"),
        ({"rules_version": 4}, "leave rules_version out"),
        ({"acceleration": "sofia"}, "baku"),
    ],
)
def test_acceleration_and_seeds_without_effect_are_no_settings(told: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        options(**told)


@pytest.mark.rule("MON-2")
def test_seeds_that_nobody_can_have_are_refused() -> None:
    with pytest.raises(Refused, match="rated tournament"):
        announced_swiss(options(seeding="rating"))
    with pytest.raises(Refused, match="numbered by lot"):
        announced_swiss(
            options(acceleration="none"),
            (LaterStage(format=options(seeding="by-hand"), qualifiers=4),),
        )


class TestAcceleratedMonrad(Conformance):
    """By halves, with late entries and byes on request."""

    options = MonradOptions(
        kind="monrad", order="lots", first_round="halves", acceleration="baku", late_entries=True, half_byes=1
    )

    @pytest.mark.rule("SWX-8", "SWX-2")
    @given(st.integers(4, 9), st.lists(st.booleans(), min_size=12, max_size=30))
    def test_accelerated_points_are_added_to_those_of_the_table(self, entrants: int, wins: Sequence[bool]) -> None:
        desk = self.started(entrants)
        for step in steps_played(desk, wins):
            table = {row.entry: row.values["match_points"] for row in desk.standings().rows}
            for one in step.contenders if isinstance(step, Due) else ():
                reached()
                assert one.counts["score"] - one.counts.get(ACCELERATION, 0) == table[one.entry]


TestRandomDirector = director_of([MonradOptions(kind="monrad", acceleration="baku", tables_by_score=True)], tried=5)
