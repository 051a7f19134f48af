"""Round robins worked by hand (RR-1 to RR-14, ALL-4)."""

from collections.abc import Mapping, Sequence

import pytest

from domain.formats.contract.steps import Done, Wait
from domain.formats.registry import FormatOptions
from domain.formats.round_robin.options import RoundRobinOptions
from domain.kernel.refusal import Refused
from domain.problems.tournament import OPTION_WITHOUT_EFFECT, TOO_MANY_ENTRANTS
from domain.scoring.result import Drawn
from domain.standings.round_robin_chart import RoundRobinChart
from domain.tournament.derived.stage import current_stage
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle.commands import AnnounceTournament, StartTournament, WithdrawStart
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from tests.desk import Desk, entered, person
from tests.formats.brackets_play import started as on_a_desk
from tests.formats.knockout_play import KnockoutDesk


def options(**told: object) -> RoundRobinOptions:
    return RoundRobinOptions.model_validate({"kind": "round-robin", "seeding": "entry-order", "lengths": (1,), **told})


def started(entrants: int, **told: object) -> KnockoutDesk:
    return on_a_desk(entrants, options(**told))


def rounds(desk: KnockoutDesk) -> Mapping[int, str]:
    """By round its live matches, and who rests or has a walkover."""
    made = sorted({place.round for place in desk.facts.places})
    return {one: " ".join(desk.round(one)) for one in made}


def table(desk: KnockoutDesk) -> Sequence[str]:
    """Rank, letter, match points, and the mark."""
    return [
        f"{row.rank} {desk.letter(row.entry)} {row.values['match_points']} {row.mark or ''}".strip()
        for row in desk.standings().rows
    ]


def play(desk: KnockoutDesk, *said: str) -> None:
    for one in said:
        desk.act(one)


@pytest.mark.rule("RR-1", "RR-3", "RR-6", "RR-13")
def test_round_comes_into_being_when_the_one_before_is_played() -> None:
    """Four: 1-4 2-3 | 4-3 1-2 | 2-4 3-1."""
    desk = started(4)
    assert rounds(desk) == {1: "A-D B-C"}
    play(desk, "A beats D")
    assert rounds(desk) == {1: "A-D B-C"}
    play(desk, "B beats C")
    assert rounds(desk) == {1: "A-D B-C", 2: "A-B D-C"}
    play(desk, "A beats B", "C beats D", "B beats D", "A beats C")
    assert rounds(desk)[3] == "B-D C-A"
    assert table(desk) == ["1 A 6 champion", "2 B 4", "3 C 2", "4 D 0"]
    assert desk.step() == Done(champion=desk.entry("A"))


@pytest.mark.rule("RR-10")
def test_late_player_enters_a_round_robin_by_its_start_taken_back() -> None:
    """Three have started, A has the rest, and D comes: refused, as the table is made; the director takes the start
    back, and all four are in the new table. Once a match has a result the start stays."""
    desk = started(3)
    late = entry_commands.RequestEntry(person=person("D"))
    desk.when(late).refused("entries-closed")
    desk.do(WithdrawStart(reason="D has come."))
    entered(desk, "D")
    desk.act("starts")
    assert rounds(desk) == {1: "A-D B-C"}
    play(desk, "A beats D")
    desk.when(WithdrawStart(reason="E has come.")).refused("start-built-on")
    desk.when(entry_commands.RequestEntry(person=person("E"))).refused("entries-closed")


@pytest.mark.rule("RR-6")
def test_rounds_before_may_still_be_open() -> None:
    desk = started(4, rounds_open=2)
    assert rounds(desk) == {1: "A-D B-C", 2: "A-B D-C"}
    play(desk, "A beats B", "C beats D")
    assert 3 not in rounds(desk)
    play(desk, "A beats D", "B beats C")
    assert rounds(desk)[3] == "B-D C-A"


@pytest.mark.rule("RR-6", "RR-5")
def test_open_pace_has_all_matches_from_the_start() -> None:
    desk = started(3, pace="at-once", cycles=2)
    # Three: 1-4 2-3 | 4-3 1-2 | 2-4 3-1, where 4 is nobody; then the sides are exchanged.
    assert rounds(desk) == {1: "B-C A", 2: "A-B C", 3: "C-A B", 4: "C-B A", 5: "B-A C", 6: "A-C B"}
    assert isinstance(desk.step(), Wait)


@pytest.mark.rule("RR-2", "RR-12")
def test_numbers_come_by_lot_and_the_crosstable_has_the_order_of_the_table() -> None:
    desk = started(4, seeding="lot", pace="at-once")
    lots = {entrant.lot: desk.letter(entrant.number) for entrant in desk.facts.entrants}
    a, b, c, d = (lots[number] for number in (1, 2, 3, 4))
    assert desk.round(1) == sorted([f"{a}-{d}", f"{b}-{c}"])
    play(desk, f"{d} beats {a}", f"{b} beats {d}")
    chart = chart_of(desk)
    assert [(desk.letter(line.entry), line.points) for line in chart.groups[0].lines] == [
        (b, 2),
        (d, 2),
        (a, 0),
        (c, 0),
    ]
    met = {desk.letter(one.opponent): (one.round, one.code) for one in chart.groups[0].lines[1].meetings}
    assert met == {a: (1, "W"), c: (2, None), b: (3, "L")}


def chart_of(desk: KnockoutDesk) -> RoundRobinChart:
    stage = current_stage(desk.state)
    chart = stage.rules.chart(stage.options, stage.facts)
    assert isinstance(chart, RoundRobinChart)
    return chart


@pytest.mark.rule("RR-4", "RR-14")
@pytest.mark.parametrize(("byes", "points"), [("rest", [2, 2, 2]), ("win", [4, 4, 4])])
def test_rest_is_worth_nothing_or_a_win(byes: str, points: Sequence[int]) -> None:
    """Three in a circle: A beats B, B beats C, C beats A; each rests once."""
    desk = started(3, byes=byes, pace="at-once")
    play(desk, "A beats B", "B beats C", "C beats A")
    rows = desk.standings().rows
    assert [row.values["match_points"] for row in rows] == points
    assert [row.values["wins"] for row in rows] == [1, 1, 1]
    assert len({row.rank for row in rows}) == 3, "the lot tells them apart"


@pytest.mark.rule("RR-14")
def test_cut_after_so_many_rounds() -> None:
    desk = started(6, rounds=2, pace="at-once")
    assert rounds(desk) == {1: "A-F B-E C-D", 2: "A-B E-C F-D"}


@pytest.mark.rule("RR-7")
def test_rank_is_explained_by_the_match_between_those_tied() -> None:
    """A beat D, B and lost to C; B beat C and D; C beat A; so A and B have 4, and A beat B. C has 4 too, having beaten
    D: among the three A beat B, B beat C, C beat A. Wins 2 each; SB: each has beaten one of the others and D."""
    desk = started(4, pace="at-once")
    play(desk, "A beats D", "A beats B", "B beats C", "B beats D", "C beats A")
    match = desk.live("CD")[-1]
    desk.do(match_commands.ReportResult(match=match.number, result=Drawn()))
    # C: 2 + 1 = 3; D: 1.
    assert table(desk) == ["1 A 4 champion", "2 B 4", "3 C 3", "4 D 1"]
    reason = desk.standings().rows[1].reason
    assert (reason.criterion, reason.value, reason.value_above) == ("direct_encounter", 2, 1)


@pytest.mark.rule("ALL-3", "ALL-4")
@pytest.mark.parametrize("choice", ["rewind", "stand", None])
def test_correction_after_the_next_round_changes_points_and_nothing_else(choice: str | None) -> None:
    """Nothing is made from a result, so that nothing is to be chosen: with either choice, or none."""
    desk = started(4)
    play(desk, "A beats D", "B beats C", "A beats B", "C beats D")
    before = rounds(desk)
    play(desk, f"D beat A, {choice}" if choice else "D beat A")
    assert rounds(desk) == before
    assert {row.entry: row.values["match_points"] for row in desk.standings().rows} == {
        desk.entry("A"): 2,
        desk.entry("B"): 2,
        desk.entry("C"): 2,
        desk.entry("D"): 2,
    }
    play(desk, "B beats D", "A beats C")
    assert table(desk)[0] == "1 A 4 champion"


@pytest.mark.rule("ALL-4")
def test_voided_match_is_made_again_and_goes_when_it_is_reinstated() -> None:
    desk = started(4)
    play(desk, "A beats D", "B beats C", "voids A-D")
    assert rounds(desk) == {1: "A-D B-C", 2: "A-B D-C"}
    assert len(desk.live("AD")) == 1
    again = desk.live("AD")[0].number
    play(desk, "D beats A")
    assert {row.entry: row.values["match_points"] for row in desk.standings().rows}[desk.entry("D")] == 2
    play(desk, "reinstates A-D, rewind")
    assert desk.state.matches[again].void
    assert {row.entry: row.values["match_points"] for row in desk.standings().rows}[desk.entry("A")] == 2


@pytest.mark.rule("RR-8")
@pytest.mark.parametrize(
    ("leaving", "points"),
    [
        # D has lost to A and conceded D-C: one of three played, fewer than half, so nothing of D's counts.
        ("half", {"A": 2, "B": 2, "C": 0, "D": 0}),
        # All counts: A's and C's wins against D, and B's walkover in round 3.
        ("count-all", {"A": 4, "B": 4, "C": 2, "D": 0}),
        ("count-none", {"A": 2, "B": 2, "C": 0, "D": 0}),
    ],
)
def test_leaving_before_half_counts_as_the_tournament_says(leaving: str, points: Mapping[str, int]) -> None:
    """1-4 2-3 | 4-3 1-2 | 2-4 3-1. A beats D, B beats C; in round 2 A beats B, and D resigns; then B-D is a walkover,
    and A-C is still open."""
    desk = started(4, leaving=leaving)
    play(desk, "A beats D", "B beats C", "A beats B")
    desk.resign("D")
    assert rounds(desk)[3] == "C-A B"
    values = {desk.letter(row.entry): row.values["match_points"] for row in desk.standings().rows}
    assert values == points
    assert table(desk)[-1].endswith("D 0 resigned")


@pytest.mark.rule("RR-8")
def test_player_who_leaves_after_half_has_lost_the_rest_and_all_counts() -> None:
    desk = started(4)
    play(desk, "D beats A", "B beats C", "A beats B", "D beats C")
    desk.resign("D")
    assert rounds(desk)[3] == "B-D C-A", "made already, and conceded"
    values = {desk.letter(row.entry): row.values["match_points"] for row in desk.standings().rows}
    assert values == {"A": 2, "B": 4, "C": 0, "D": 4}
    play(desk, "C beats A")
    assert desk.step() == Done(champion=desk.entry("B")), "B beats D by default, who is no longer there"


@pytest.mark.rule("RR-8", "ALL-4")
def test_half_is_counted_again_when_a_result_is_voided() -> None:
    """Five in an open pace: D has played two of four, and resigns; then one of the two is voided, and conceded."""
    desk = started(5, pace="at-once")
    play(desk, "D beats A", "D beats B")
    desk.resign("D")
    points = {desk.letter(row.entry): row.values["match_points"] for row in desk.standings().rows}
    assert points == {"A": 0, "B": 0, "C": 2, "D": 4, "E": 2}
    play(desk, "voids A-D")
    points = {desk.letter(row.entry): row.values["match_points"] for row in desk.standings().rows}
    assert points == {"A": 0, "B": 0, "C": 0, "D": 0, "E": 0}


@pytest.mark.rule("RR-9", "SWI-4")
def test_player_who_told_the_director_has_won_when_the_round_is_closed() -> None:
    desk = started(4, round_days=7)
    play(desk, "A beats D")
    match = desk.live("BC")[0]
    desk.do(match_commands.ReportNoTimeAgreed(match=match.number, reported_by="first"))
    desk.do(round_commands.CloseRound(round=1, reason="Time", early=True))
    assert {row.entry: row.values["match_points"] for row in desk.standings().rows}[desk.entry("B")] == 2


@pytest.mark.parametrize(
    "told", [{"pace": "at-once", "rounds_open": 2}, {"pace": "at-once", "round_days": 7}, {"seeding": "rating"}]
)
def test_options_without_effect_are_refused(told: Mapping[str, object]) -> None:
    with pytest.raises(Refused) as refusal:
        Desk().do(AnnounceTournament(name="League", format=options(**told)))
    assert refusal.value.problem.slug in (OPTION_WITHOUT_EFFECT.slug, "format-requirement-missing")


def test_cut_of_several_cycles_is_refused() -> None:
    with pytest.raises(ValueError, match="leave the rounds out"):
        options(cycles=2, rounds=3)


@pytest.mark.rule("RR-1")
def test_field_too_large_is_refused_with_what_would_work() -> None:
    desk = KnockoutDesk()
    chosen: FormatOptions = options(cycles=8)
    desk.do(AnnounceTournament(name="League", format=chosen))
    entered(desk, "ABCDEFGHIJKLMNOPQRSTUVWX")  # 24 players: 276 matches a cycle, 2,208 in eight
    desk.when(StartTournament()).refused(TOO_MANY_ENTRANTS, "2208 matches")


@pytest.mark.rule("RR-6", "ALL-4")
def test_round_that_has_come_into_being_stays_when_a_match_before_it_is_open_again() -> None:
    desk = started(4)
    play(desk, "A beats D", "B beats C", "A beats B", "voids B-C")
    assert rounds(desk) == {1: "A-D B-C", 2: "A-B D-C"}
    play(desk, "C beats D")
    assert 3 not in rounds(desk), "the next waits for it"
    play(desk, "C beats B")
    assert rounds(desk)[3] == "B-D C-A"
