"""The order of a Swiss, its draw, its virtual opponents, and who goes up: worked by hand (SWI-7..11, SEL-1).

Lots are in the order of the letters."""

import pytest

from domain.formats.contract.steps import Ask, Contender, Drawing, Due, Terms
from domain.formats.elimination.nxe import NxeOptions
from domain.formats.swiss import Swiss, SwissOptions
from domain.formats.swiss.rules import window_of
from domain.kernel.chance import Chance
from domain.kernel.values import Why
from domain.tournament.decisions.rounds.draw_audit import considered_draws, events_with_state
from domain.tournament.derived.progress import StageDue
from domain.tournament.lifecycle.events import LaterStage
from domain.tournament.rounds import commands as round_commands
from tests.formats.swiss_desk import LONG, due, started_swiss
from tests.golden.tables import Row, table

OPTIONS = SwissOptions(kind="swiss")
SEASONS = 6
"""On the page of those who go up."""


@pytest.mark.rule("SWI-7")
@pytest.mark.source("gokodom II.E")
def test_the_order_is_by_points_then_solkoff_then_cumulative_then_lot() -> None:
    # Round 1: A, C, E win against B, D, F. Round 2: A beats C; E beats B (the first that E has not met, all 2 away);
    # D and F draw. Points: A and E 4, C 2, D and F 1, B 0.
    # Solkoff: A has met B 0 and C 2: 2. E has met F 1 and B 0: 1. D: C 2, F 1: 3. F: E 4, D 1: 5.
    desk = started_swiss("ABCDEF", options=LONG)
    desk.play(1, "A W-L B", "C W-L D", "E W-L F")
    desk.play(2, "A W-L C", "E W-L B", "D D-D F")
    assert desk.lines("match_points", "solkoff", "cumulative") == [
        *("1 A 4 2 6 in", "2 E 4 1 6 in", "3 C 2 5 4 in", "4 F 1 5 1 in", "5 D 1 3 1 in", "6 B 0 8 0 in"),
    ]


@pytest.mark.rule("SWI-7")
@pytest.mark.source("gokodom II.E")
def test_cumulative_score_goes_before_the_lot() -> None:
    """Everybody has won one match of two, and met opponents with 2 points each: Solkoff 4. Who won the first one, A and
    C, have running totals of 2 and 2, and the others of 0 and 2."""
    desk = started_swiss("ABCD", options=LONG)
    desk.play(1, "A W-L B", "C W-L D")
    desk.pair(2, "D-A B-C")
    desk.won("D-A")
    desk.won("B-C")
    assert desk.lines("match_points", "solkoff", "cumulative") == [
        *("1 A 2 4 4 in", "2 C 2 4 4 in", "3 B 2 4 2 in", "4 D 2 4 2 in"),
    ]


@pytest.mark.rule("SWI-7")
@pytest.mark.source("gokodom II.E")
def test_solkoff_goes_before_the_cumulative_score() -> None:
    """A has drawn with B and E, who have 3 points each; F has lost to E and beaten C, who has 2; C has beaten D, who
    has none, before. Of these three with 2 points C has the highest cumulative score, 2 + 2, and comes last."""
    desk = started_swiss("ABCDEF", options=LONG)
    desk.play(1, "A D-D B", "C W-L D", "E W-L F")
    desk.pair(2, "A-E F-C B-D")
    desk.happen(2, [("A", "D-D", "E"), ("F", "W-L", "C"), ("B", "W-L", "D")])
    assert desk.lines("match_points", "solkoff", "cumulative") == [
        *("1 E 3 4 5 in", "2 B 3 2 4 in", "3 A 2 6 3 in", "4 F 2 5 2 in", "5 C 2 2 4 in", "6 D 0 5 0 in"),
    ]


@pytest.mark.rule("SWI-8")
def test_windows_widen_after_two_and_after_four_rounds() -> None:
    assert [window_of(round_) for round_ in range(2, 9)] == [1, 1, 2, 2, 3, 3, 3]
    # 4 points, 2 points, 1 point; A has met nobody. In round 3 the window is 1, in round 4 it is 2.
    field = {"A": (4, "red"), "B": (3, "red"), "C": (2, "blue"), "D": (2, "red")}
    assert drawn(field, 3) == [("A", "B"), ("C", "D")]
    assert drawn(field, 4) == [("A", "C"), ("B", "D")]


@pytest.mark.rule("SWI-8")
@pytest.mark.source("gokodom II.F", "gokodom II.G")
def test_window_counts_without_the_other_colour_and_without_both_only_whom_nobody_has_met() -> None:
    other_colour = {"A": (4, "red"), "B": (4, "red"), "C": (3, "blue"), "D": (3, "blue")}
    same_colour = {"A": (4, "red"), "B": (3, "red"), "C": (1, "red"), "D": (0, "red")}
    far_away = {"A": (4, "red"), "B": (2, "red"), "C": (1, "blue"), "D": (0, "blue")}
    assert drawn(other_colour, 3) == [("A", "C"), ("B", "D")]
    assert drawn(same_colour, 3) == [("A", "B"), ("C", "D")]
    assert drawn(far_away, 2) == [("A", "B"), ("C", "D")]


def drawn(field: dict[str, tuple[int, str]], round_: int, rematches: int = 0, met: str = "") -> list[tuple[str, str]]:
    """The pairs among players with points and colours, all of whom have met `met`."""
    names = "".join(field)
    contenders = [
        Contender.model_validate(
            {
                "entry": names.index(name) + 1,
                "counts": {"points": points} | ({"rematches": 1} if rematches else {}),
                "met": tuple(names.index(other) + 1 for other in met if other != name),
                "colour": colour,
            }
        )
        for name, (points, colour) in field.items()
    ]
    drawing = Swiss().draw(OPTIONS, Due(round_, tuple(contenders), Terms(5)), Chance(bytes(32)))
    return [(names[pair.sides[0] - 1], names[pair.sides[1] - 1]) for pair in drawing.pairs]


@pytest.mark.rule("SWI-8", "ALL-2")
def test_the_draw_depends_on_what_is_due_alone_and_refuses_to_repeat_a_match_by_itself() -> None:
    level = {"A": (1, "red"), "B": (1, "red")}
    assert drawn(level, 2, rematches=1, met="AB") == [("A", "B")]
    with pytest.raises(ValueError, match="without a rematch"):
        drawn(level, 2, met="AB")
    assert Swiss().draw(OPTIONS, Due(1, (), Terms(5)), Chance(bytes(32))) == Drawing((), ())


@pytest.mark.rule("SWI-8", "ALL-5")
def test_director_decides_where_nobody_can_be_paired_without_a_rematch() -> None:
    desk = started_swiss("AB", options=LONG)
    desk.play(1, "A W-L B")
    step = desk.step()
    assert isinstance(step, Ask)
    assert (step.question, tuple(choice.name for choice in step.choices)) == (
        "no-pairing-2",
        ("rematches", "pair-by-hand"),
    )
    desk.when(round_commands.DrawRound(round=2)).refused("round-not-due")
    desk.do(round_commands.DecideQuestion(question="no-pairing-2", choice="rematches", reason="We want to play on."))
    assert {one.counts["rematches"] for one in due(desk).contenders} == {1}
    assert desk.drawn(2) == [("A", "B")]
    why = desk.matches()[-1].why
    assert why is not None
    assert why.counts["rematch"] == 1
    desk.won("B-A")
    desk.pair(3, "B-A")  # it is asked again, and here the director pairs by hand
    assert desk.matches()[-1].why == Why(counts={"rematch": 1})


@pytest.mark.rule("SWI-9")
@pytest.mark.source("gokodom II.F", "gokodom II.I.2")
@pytest.mark.parametrize("result", ["WD-LD", "DD-DD", "LD-LD", "D-D"])
def test_paired_players_have_met_played_or_not(result: str) -> None:
    desk = started_swiss("AB", options=LONG)
    desk.drawn(1)
    desk.happen(1, [("A", result, "B")])
    # Both are each other's opponents in tie-breaks: nobody else could give a Solkoff of more than 0 after a round.
    points = {row.entry: row.values["match_points"] for row in desk.swiss().rows}
    assert [row.values["solkoff"] for row in desk.swiss().rows] == [points[3 - row.entry] for row in desk.swiss().rows]
    if "LD" not in result:
        assert isinstance(desk.step(), Ask)


@pytest.mark.rule("SWI-10")
def test_virtual_scores_move_when_the_round_has_closed() -> None:
    # Round 1: A beats B, C beats D by default, E has the bye. D is out, and draws from round 2 on as an opponent.
    # Round 2: A beats C, while E and B are still playing; the virtual opponents have not moved. Then E and B draw.
    desk = started_swiss("ABCDE", options=LONG)
    desk.play(1, "A W-L B", "C WD-LD D", "E WB")
    assert desk.drawn(2) == [("A", "C"), ("E", "B")]
    desk.won("A-C")
    before = {desk.letter(row.entry): row.values["solkoff"] for row in desk.swiss().rows}
    assert before == {"A": 0 + 2, "C": 0 + 4, "E": 0 + 0, "B": 4 + 2, "D": 2}
    desk.happen(2, [("E", "D-D", "B")])
    after = {desk.letter(row.entry): row.values["solkoff"] for row in desk.swiss().rows}
    assert after == {"A": 1 + 2, "C": 1 + 4, "E": 1 + 1, "B": 4 + 3, "D": 2}


@pytest.mark.rule("SWI-10")
def test_resigning_player_keeps_their_points_and_draws_on_for_opponents() -> None:
    # A beats B and resigns. B's Solkoff: A 2, and a draw for each of the rounds 2 and 3; A's own row stands still, but
    # with a Solkoff of B's, who wins round 2 against D, and draws round 3 with C.
    desk = started_swiss("ABCD", options=LONG)
    desk.play(1, "A W-L B", "C W-L D")
    desk.resign("A")
    desk.pair(2, "B-D", "C")
    desk.won("B-D")
    desk.pair(3, "B-C", "D")
    desk.happen(3, [("B", "D-D", "C")])
    rows = {desk.letter(row.entry): row for row in desk.swiss().rows}
    assert (rows["A"].mark, rows["A"].values["match_points"], rows["A"].values["cumulative"]) == ("resigned", 2, 2)
    assert rows["A"].values["solkoff"] == 3
    assert rows["B"].values["solkoff"] == (2 + 1 + 1) + 2 + 5  # A, D with their bye, C: a win, a bye, a draw
    assert rows["B"].values["opponents_cumulative"] == (2 + 3 + 4) + (0 + 0 + 2) + (2 + 4 + 5)


@pytest.mark.rule("SEL-1")
@pytest.mark.source("gokodom III.A")
@pytest.mark.parametrize("season", range(1, SEASONS + 1))
def test_the_order_into_the_next_stage(season: int) -> None:
    played, seeds = table("swiss/seeding", 2 * season - 1), table("swiss/seeding", 2 * season)
    desk = started_swiss("".join(sorted(row["player"] for row in seeds)), options=LONG)
    for round_ in sorted({int(row["round"]) for row in played}):
        desk.play(round_, *(result(row) for row in played if row["round"] == str(round_)))
    expected: dict[str, str] = {}
    for row in seeds:
        expected[row["seed"]] = expected.get(row["seed"], "") + row["player"]
    assert desk.seeds() == ["".join(sorted(group)) for group in expected.values()]


def result(row: Row) -> str:
    return f"{row['first']} {row['came to']} {row['second']}"


@pytest.mark.rule("SEL-1", "SWI-1")
def test_a_stage_that_follows_is_seeded_and_has_no_champion_before_it() -> None:
    # A beats B, C beats D; A beats C, B and D draw: A 4, C 2, B and D 1 each. B lost to A (4), D to C (2).
    later = (LaterStage(format=NxeOptions(kind="nxe", losses=1), qualifiers=4),)
    desk = started_swiss("ABCD", stages=later)
    desk.play(1, "A W-L B", "C W-L D")
    desk.play(2, "A W-L C", "B D-D D")
    assert desk.seeds() == ["A", "C", "B", "D"]
    assert "champion" not in [row.mark for row in desk.swiss().rows]
    step = desk.step()
    assert isinstance(step, StageDue)
    assert step.groups == tuple((desk.entry(letter),) for letter in "ACBD")


@pytest.mark.rule("SEL-1", "SWI-10")
def test_player_who_has_left_does_not_go_up_however_many_points_they_have() -> None:
    desk = started_swiss("ABCD")
    desk.play(1, "A W-L B", "C W-L D")
    desk.play(2, "A W-L C", "B D-D D")
    desk.resign("A")
    assert desk.seeds() == ["C", "B", "D"]
    assert desk.lines("match_points")[:2] == ["1 A 4 resigned", "2 C 2 champion"]


@pytest.mark.rule("SWI-11")
def test_the_crosstable_shows_each_round_of_each() -> None:
    desk = started_swiss("ABC", red="A", blue="BC", options=LONG)
    desk.ask_for_byes(1, [("C", "BR", "")])
    desk.drawn(1)
    chart = Swiss().chart(LONG, desk.facts)
    assert (chart.rounds, len(chart.lines)) == (9, 3)
    lines = {desk.letter(one.entry): one for one in chart.lines}
    assert (lines["A"].colour, lines["B"].colour) == ("red", "blue")
    assert [(c.code, c.opponent, c.match, c.total) for c in lines["A"].cells] == [(None, desk.entry("B"), 1, None)]
    assert [(c.code, c.opponent, c.match, c.total) for c in lines["C"].cells] == [("BR", None, None, 1)]
    desk.won("A-B")
    assert [desk.letter(one.entry) for one in Swiss().chart(LONG, desk.facts).lines] == ["A", "C", "B"]


@pytest.mark.rule("ALL-1", "ALL-2")
def test_the_order_in_which_results_arrive_changes_neither_table_nor_draw() -> None:
    results = (("A", "W-L", "B"), ("C", "D-D", "D"), ("E", "L-W", "F"), ("G", "LD-WD", "H"))
    desks = [started_swiss("ABCDEFGH", red="ABEF", blue="CDGH") for _ in range(2)]
    for desk, order in zip(desks, (1, -1), strict=True):
        desk.pair(1, "A-B C-D E-F G-H")
        desk.happen(1, results[::order])
    assert desks[0].swiss() == desks[1].swiss()
    assert desks[0].drawn(2) == desks[1].drawn(2)


@pytest.mark.rule("SWI-8")
def test_avoided_opponents_are_worked_out_again_from_the_history() -> None:
    # A and B are red, C and D blue. Round 1, by lot: A passes over B, who has the same colour, and takes C.
    # Round 2: A and B have won; of the other colour C has been met, and D is two match points away, so A takes B.
    desk = started_swiss("ABCD", red="AB", blue="CD")
    desk.drawn(1)
    desk.won("A-C", "B-D")
    desk.drawn(2)
    assert desk.round(2) == ["A-B", "C-D"]
    a, b = desk.entry("A"), desk.entry("B")
    (first,) = considered_draws(events_with_state(desk.history), 1, a)
    assert [(one.entry, one.because) for one in first.passed_over] == [(b, "colour")]
    (second,) = considered_draws(events_with_state(desk.history), 2, a)
    assert second.passed_over == ()
    assert list(considered_draws(events_with_state(desk.history), 3, a)) == []
