"""A Swiss, rule by rule, worked by hand (SWI-1..11, SEL-1). Lots are in the order of the letters."""

from datetime import timedelta

import pytest
from pydantic import ValidationError

from domain.chance import Chance
from domain.formats.nxe import NxeOptions
from domain.formats.protocol import Ask, Contender, Done, Drawing, Due, TellDirector, Terms, Wait
from domain.formats.swiss import Swiss, SwissOptions
from domain.formats.swiss.rules import window_of
from domain.problems import MATCH_HAS_RESULT
from domain.scoring.result import Drawn, Unplayed, WinnerOnly
from domain.tournament import commands
from domain.tournament.events import LaterStage
from domain.tournament.stages import StageDue
from domain.values import Why
from projections.views import standings_view
from tests.desk import entered, person, player
from tests.formats.swiss_desk import SwissDesk, announced_swiss, started_swiss
from tests.formats.swiss_long_way import POINTS
from tests.golden.tables import Row, table
from tests.rounds import REASON

OPTIONS = SwissOptions(kind="swiss")
LONG = SwissOptions(kind="swiss", rounds=9)
"""More rounds than are played here, so that none of them is the last."""

SEASONS = 6
"""On the page of those who go up."""


@pytest.mark.rule("SWI-1")
def test_rounds_are_the_logarithm_of_the_starters_rounded_up_or_as_announced() -> None:
    rounds = {starters: OPTIONS.rounds_for(starters) for starters in (0, 1, 2, 3, 4, 5, 8, 9, 16, 17, 32, 33, 1000)}
    assert rounds == {0: 0, 1: 0, 2: 1, 3: 2, 4: 2, 5: 3, 8: 3, 9: 4, 16: 4, 17: 5, 32: 5, 33: 6, 1000: 10}
    assert SwissOptions(kind="swiss", rounds=4).rounds_for(100) == 4


@pytest.mark.rule("SWI-1")
def test_there_are_as_many_rounds_though_players_leave() -> None:
    # Five start, so there are three rounds, though two would do for the three who stay.
    desk = started_swiss("ABCDE")
    desk.resign("A")
    desk.resign("B")
    desk.play(1, "C W-L D", "E WB")
    desk.play(2, "C W-L E", "D WB")
    desk.play(3, "E W-L D", "C WB")
    assert desk.step() == Done(champion=desk.entry("C"))


@pytest.mark.rule("SWI-1", "SIX-1")
def test_what_a_match_is_played_to() -> None:
    options = SwissOptions(kind="swiss", lengths=(3, 5))
    assert [options.terms_of(round_) for round_ in (1, 2, 7)] == [Terms(3), Terms(5), Terms(5)]
    assert OPTIONS.terms_of(1) == Terms(5)
    assert SwissOptions(kind="swiss", form="six-games").terms_of(2) == Terms(6, "six-games")
    with pytest.raises(ValidationError, match="has no length"):
        SwissOptions(kind="swiss", form="six-games", lengths=(5,))


@pytest.mark.rule("SIX-1", "TD-16")
def test_a_six_game_match_is_not_corrected_to_another_length() -> None:
    desk = started_swiss("AB", options=SwissOptions(kind="swiss", form="six-games"))
    desk.drawn(1)
    desk.do(commands.ReportResult(match=1, result=Drawn()))
    longer = commands.CorrectResult(match=1, length=7, reason="Slip")
    assert desk.refused(longer) == "length-not-allowed"
    to_points = started_swiss("AB")
    to_points.drawn(1)
    to_points.won("A-B")
    to_points.do(longer)
    assert to_points.matches()[0].effective is not None


@pytest.mark.rule("SWI-2", "ALL-2")
def test_lots_are_drawn_once_at_the_start_for_those_who_play() -> None:
    desk = announced_swiss()
    desk.enter("ABCDE", {"A": "red"})
    desk.do(commands.WithdrawEntry(entry=desk.entry("C")))
    assert not desk.state.rounds.lots
    desk.do(commands.StartTournament())
    lots = dict(desk.state.rounds.lots.items())
    assert sorted(lots.values()) == [1, 2, 3, 4]
    assert desk.entry("C") not in lots
    assert desk.state.commitment is not None
    order = [desk.letter(row.entry) for row in desk.swiss().rows]
    assert order == [*sorted("ABDE", key=lambda letter: lots[desk.entry(letter)]), "C"]
    assert desk.swiss().rows[-1].mark == "withdrawn"
    desk.resign("A")
    assert dict(desk.state.rounds.lots.items()) == lots


@pytest.mark.rule("SWI-2", "SWI-8")
def test_the_first_round_goes_down_the_lots_and_looks_for_the_other_colour() -> None:
    # A and B are red, C and D blue, E has no colour and so nobody of the other colour.
    # A takes C, the first blue one; B takes D; E is left over.
    desk = started_swiss("ABCDE", red="AB", blue="CD")
    assert desk.drawn(1) == [("A", "C"), ("B", "D"), ("E", "")]
    why = desk.matches()[0].why
    assert why is not None
    assert (why.rule, why.counts["score_difference"], why.counts["other_colour"]) == ("SWI-8", 0, 1)


@pytest.mark.rule("SWI-3", "SWI-4")
def test_a_round_is_closed_when_its_time_has_come() -> None:
    desk = started_swiss("AB")
    desk.drawn(1)
    closes_at = desk.now + timedelta(days=7)
    desk.do(commands.ScheduleRound(round=1, closes_at=closes_at))
    assert desk.refused(commands.CloseRound(round=1, reason=REASON)) == "round-still-open"
    desk.now = closes_at
    desk.do(commands.CloseRound(round=1, reason=REASON))
    assert isinstance(desk.step(), Ask)


@pytest.mark.rule("SWI-4", "SWI-5")
@pytest.mark.parametrize(
    ("told", "codes", "points", "marks"),
    [
        ("A", "WD-LD", (2, 0), "A in, B removed"),
        ("B", "LD-WD", (0, 2), "B in, A removed"),
        ("AB", "DD-DD", (1, 1), "A in, B in"),
        ("", "LD-LD", (0, 0), "A removed, B removed"),
    ],
)
def test_who_told_the_director_decides_an_unplayed_match(
    told: str, codes: str, points: tuple[int, int], marks: str
) -> None:
    desk = started_swiss("ABCD", options=LONG)
    assert desk.drawn(1) == [("A", "B"), ("C", "D")]
    desk.won("C-D")
    for letter in told:
        match = desk.match("A-B")
        side = "first" if letter == "A" else "second"
        desk.do(commands.TellDirector.model_validate({"match": match.number, "by": side}), player(letter))
    desk.do(commands.CloseRound(round=1, reason=REASON))
    rows = {desk.letter(row.entry): row for row in desk.swiss().rows if desk.letter(row.entry) in "AB"}
    assert (rows["A"].values["match_points"], rows["B"].values["match_points"]) == points
    assert (POINTS[codes[:2]], POINTS[codes[3:]]) == points
    assert ", ".join(f"{letter} {row.mark}" for letter, row in rows.items()) == marks
    assert [row.values["defaults"] for row in rows.values()] == [int(codes == "DD-DD")] * 2


@pytest.mark.rule("SWI-4")
def test_in_the_last_round_the_director_rules_where_both_have_told() -> None:
    desk = started_swiss("AB")
    desk.drawn(1)
    for side in ("first", "second"):
        desk.do(commands.TellDirector.model_validate({"match": 1, "by": side}))
    assert desk.refused(commands.CloseRound(round=1, reason=REASON)) == "director-rules"
    both = Unplayed(told="both")
    assert desk.refused(commands.ReportResult(match=1, result=both)) == "last-round-ruled"
    desk.do(commands.ReportResult(match=1, result=WinnerOnly(winner="second")))
    assert desk.refused(commands.CorrectResult(match=1, result=both, reason="Slip")) == "last-round-ruled"
    assert desk.step() == Done(champion=desk.entry("B"))


@pytest.mark.rule("SWI-4")
def test_one_who_told_wins_the_last_round_too() -> None:
    desk = started_swiss("AB")
    desk.drawn(1)
    desk.happen(1, [("A", "LD-WD", "B")])
    assert desk.lines("match_points") == ["1 B 2 champion", "2 A 0 removed"]


@pytest.mark.rule("SWI-4")
def test_the_director_is_told_only_before_there_is_a_result() -> None:
    desk = started_swiss("AB", options=LONG)
    desk.drawn(1)
    desk.do(commands.ReportResult(match=1, result=Drawn()))
    refusal = Swiss().refuse(LONG, desk.facts, TellDirector(1))
    assert refusal is not None
    assert refusal.problem is MATCH_HAS_RESULT


@pytest.mark.rule("SWI-4", "SWI-5")
def test_a_played_draw_is_a_point_each_and_no_default() -> None:
    desk = started_swiss("AB")
    desk.play(1, "A D-D B")
    assert desk.lines("match_points", "defaults") == ["1 A 1 0 champion", "2 B 1 0 in"]


@pytest.mark.rule("SWI-5", "ALL-7", "ALL-9")
def test_who_is_removed_is_not_paired_again_and_stays_in_the_table() -> None:
    # Round 1: A and B lose both, C beats D, E has the bye. Round 2, window 1: C meets E, D is left over.
    desk = started_swiss("ABCDE", options=LONG)
    desk.play(1, "A LD-LD B", "C W-L D", "E WB")
    assert desk.letters(one.entry for one in due(desk).contenders) == "CDE"
    desk.play(2, "C W-L E", "D WB")
    assert [line for line in desk.lines("match_points") if "removed" in line] == ["4 A 0 removed", "5 B 0 removed"]


def due(desk: SwissDesk) -> Due:
    step = desk.step()
    assert isinstance(step, Due)
    return step


@pytest.mark.rule("SWI-6")
def test_a_bye_can_be_asked_for_until_the_round_is_drawn() -> None:
    desk = started_swiss("ABCDEFGH")
    ask = commands.RequestBye
    desk.do(ask(entry=desk.entry("A"), round=1), player("A"))
    assert desk.drawn(1) == [("B", "C"), ("D", "E"), ("F", "G"), ("H", ""), ("A", "")]
    assert desk.refused(ask(entry=desk.entry("B"), round=1)) == "bye-not-offered"
    desk.do(ask(entry=desk.entry("B"), round=2))  # while round 1 is played
    desk.won("B-C", "D-E", "F-G")
    desk.do(ask(entry=desk.entry("C"), round=2))  # after its last result, before round 2 is drawn
    desk.do(commands.WithdrawByeRequest(entry=desk.entry("B"), round=2))
    assert desk.drawn(2)[-1] == ("C", "")
    assert desk.refused(ask(entry=desk.entry("D"), round=3)) == "bye-not-offered"  # the last round
    assert desk.refused(ask(entry=desk.entry("D"), round=4)) == "bye-not-offered"


@pytest.mark.rule("SWI-6")
def test_who_is_no_longer_in_asks_for_no_bye() -> None:
    desk = started_swiss("ABCD", options=LONG)
    desk.play(1, "A WD-LD B", "C W-L D")
    desk.resign("C")
    for letter in "BC":
        assert desk.refused(commands.RequestBye(entry=desk.entry(letter), round=2)) == "not-going-on"


@pytest.mark.rule("SWI-5", "SWI-6", "SWI-7")
def test_requested_byes_stand_last_are_not_paired_and_give_one_point() -> None:
    # A and C have won. A asks for the bye: the order is C, B, D, A. C is left B (2 points away, D he has met).
    desk = started_swiss("ABCD", options=LONG)
    desk.play(1, "A W-L B", "C W-L D")
    desk.ask_for_byes(2, [("A", "BR", "")])
    step = due(desk)
    assert [desk.letter(one.entry) for one in step.contenders] == ["C", "B", "D", "A"]
    assert [one.counts.get("requested_bye", 0) for one in step.contenders] == [0, 0, 0, 1]
    assert desk.drawn(2) == [("C", "B"), ("D", ""), ("A", "")]
    desk.won("C-B")
    assert desk.lines("match_points") == ["1 C 4 in", "2 A 3 in", "3 D 2 in", "4 B 0 in"]
    byes = [bye for _, bye in sorted(desk.state.rounds.byes.items())]
    assert [(desk.letter(bye.entry), bye.requested, bye.why and bye.why.rule) for bye in byes] == [
        ("D", False, "SWI-8"),
        ("A", True, "SWI-6"),
    ]


@pytest.mark.rule("SWI-6", "ALL-5")
def test_all_may_ask_for_the_bye_at_once() -> None:
    desk = started_swiss("ABC", options=LONG)
    desk.ask_for_byes(1, [(letter, "BR", "") for letter in "ABC"])
    assert desk.drawn(1) == [("A", ""), ("B", ""), ("C", "")]
    assert due(desk).round == 2


@pytest.mark.rule("SWI-7")
def test_the_order_is_by_points_then_solkoff_then_cumulative_then_lot() -> None:
    # Round 1: A, C, E win against B, D, F. Round 2: A beats C; E beats B (the first he has not met, all 2 away);
    # D and F draw. Points: A and E 4, C 2, D and F 1, B 0.
    # Solkoff: A has met B 0 and C 2: 2. E has met F 1 and B 0: 1. D: C 2, F 1: 3. F: E 4, D 1: 5.
    desk = started_swiss("ABCDEF", options=LONG)
    desk.play(1, "A W-L B", "C W-L D", "E W-L F")
    desk.play(2, "A W-L C", "E W-L B", "D D-D F")
    assert desk.lines("match_points", "solkoff", "cumulative") == [
        *("1 A 4 2 6 in", "2 E 4 1 6 in", "3 C 2 5 4 in", "4 F 1 5 1 in", "5 D 1 3 1 in", "6 B 0 8 0 in"),
    ]


@pytest.mark.rule("SWI-8")
def test_windows_widen_after_two_and_after_four_rounds() -> None:
    assert [window_of(round_) for round_ in range(2, 9)] == [1, 1, 2, 2, 3, 3, 3]
    # 4 points, 2 points, 1 point; A has met nobody. In round 3 the window is 1, in round 4 it is 2.
    field = {"A": (4, "red"), "B": (3, "red"), "C": (2, "blue"), "D": (2, "red")}
    assert drawn(field, 3) == [("A", "B"), ("C", "D")]
    assert drawn(field, 4) == [("A", "C"), ("B", "D")]


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
def test_where_nobody_can_be_paired_without_a_rematch_the_director_decides() -> None:
    desk = started_swiss("AB", options=LONG)
    desk.play(1, "A W-L B")
    step = desk.step()
    assert isinstance(step, Ask)
    assert (step.question, tuple(choice.name for choice in step.choices)) == (
        "no-pairing-2",
        ("rematches", "pair-by-hand"),
    )
    assert desk.refused(commands.DrawRound(round=2)) == "round-not-due"
    desk.do(commands.DecideQuestion(question="no-pairing-2", choice="rematches", reason="We want to play on."))
    assert {one.counts["rematches"] for one in due(desk).contenders} == {1}
    assert desk.drawn(2) == [("A", "B")]
    why = desk.matches()[-1].why
    assert why is not None
    assert why.counts["rematch"] == 1
    desk.won("B-A")
    desk.pair(3, "B-A")  # it is asked anew, and here he pairs by hand
    assert desk.matches()[-1].why == Why()


@pytest.mark.rule("SWI-9")
@pytest.mark.parametrize("result", ["WD-LD", "DD-DD", "LD-LD", "D-D"])
def test_who_was_paired_has_met_played_or_not(result: str) -> None:
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
def test_who_resigns_keeps_his_points_and_draws_on_for_his_opponents() -> None:
    # A beats B and resigns. B's Solkoff: A 2, and a draw for each of the rounds 2 and 3; A's own row stands still, but
    # his Solkoff is B's, who wins round 2 against D, and draws round 3 with C.
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
    assert rows["B"].values["solkoff"] == (2 + 1 + 1) + 2 + 5  # A, D with his bye, C: a win, a bye, a draw
    assert rows["B"].values["opponents_cumulative"] == (2 + 3 + 4) + (0 + 0 + 2) + (2 + 4 + 5)


@pytest.mark.rule("SEL-1")
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
def test_who_has_left_does_not_go_up_however_many_points_he_has() -> None:
    desk = started_swiss("ABCD")
    desk.play(1, "A W-L B", "C W-L D")
    desk.play(2, "A W-L C", "B D-D D")
    desk.resign("A")
    assert desk.seeds() == ["C", "B", "D"]
    assert desk.lines("match_points")[:2] == ["1 A 4 resigned", "2 C 2 champion"]


@pytest.mark.rule("SWI-11")
def test_the_crosstable_shows_each_round_of_each() -> None:
    desk = started_swiss("ABC", red="A", options=LONG)
    desk.ask_for_byes(1, [("C", "BR", "")])
    desk.drawn(1)
    chart = Swiss().chart(LONG, desk.facts)
    assert (chart.rounds, len(chart.lines)) == (9, 3)
    lines = {desk.letter(one.entry): one for one in chart.lines}
    assert (lines["A"].colour, lines["B"].colour) == ("red", None)
    assert [(c.code, c.opponent, c.match, c.total) for c in lines["A"].cells] == [(None, desk.entry("B"), 1, None)]
    assert [(c.code, c.opponent, c.match, c.total) for c in lines["C"].cells] == [("BR", None, None, 1)]
    desk.won("A-B")
    assert [desk.letter(one.entry) for one in Swiss().chart(LONG, desk.facts).lines] == ["A", "C", "B"]


@pytest.mark.rule("SWI-8", "TD-2")
def test_entries_and_pairings_are_the_swiss_own() -> None:
    desk = started_swiss("ABCD")
    assert desk.refused(commands.RequestEntry(person=person("E"))) == "entries-closed"
    assert desk.refused(commands.MakeMatch(sides=(1, 2), length=5)) == "paired-by-round"
    assert desk.refused(commands.WithdrawEntry(entry=1)) == "resign-instead"
    desk.drawn(1)
    desk.won("A-B")
    swapped = commands.CorrectResult(match=1, sides=desk.matches()[0].sides[::-1], reason="Slip")
    assert desk.refused(swapped) == "sides-drawn"


@pytest.mark.rule("SWI-2", "SWI-7")
def test_who_enters_late_plays_from_the_next_round_on_without_points_for_what_he_missed() -> None:
    # F enters while round 1 is played, and gets the lot after all others. In round 2 he has 0 points.
    desk = started_swiss("ABCD", options=SwissOptions(kind="swiss", rounds=3, late_entries=True))
    desk.drawn(1)
    entered(desk, "F")
    assert desk.state.rounds.lots[desk.entry("F")] == 5
    assert isinstance(desk.step(), Wait)
    desk.won("A-B", "C-D")
    assert desk.letters(one.entry for one in due(desk).contenders) == "ABCDF"
    assert desk.drawn(2) == [("A", "C"), ("B", "D"), ("F", "")]
    desk.won("A-C", "B-D")
    values = next(row.values for row in desk.swiss().rows if row.entry == desk.entry("F"))
    # A bye in round 2: his virtual opponent had nothing before it, and loses it.
    assert (values["match_points"], values["solkoff"], values["cumulative"]) == (2, 0, 2)
    desk.drawn(3)
    assert desk.refused(commands.RequestEntry(person=person("G"))) == "entries-closed"


@pytest.mark.rule("ALL-5", "SWI-5")
def test_one_left_has_won_and_with_nobody_left_the_director_decides() -> None:
    desk = started_swiss("ABCD")
    desk.play(1, "A WD-LD B", "C LD-LD D")
    assert desk.step() == Done(champion=desk.entry("A"))
    desk.resign("A")
    step = desk.step()
    assert isinstance(step, Ask)
    assert (step.question, [choice.name for choice in step.choices]) == ("nobody-left-1", ["champion", "no-champion"])
    named = commands.DecideQuestion(question="nobody-left-1", choice="champion", entry=desk.entry("A"), reason="Most")
    desk.do(named)
    assert desk.step() == Done(champion=desk.entry("A"))
    assert next(row.mark for row in desk.swiss().rows if row.entry == desk.entry("A")) == "champion"


@pytest.mark.rule("ALL-5")
def test_nobody_has_won_before_the_start() -> None:
    desk = announced_swiss()
    entered(desk, "A")
    assert [row.mark for row in standings_view(desk.state).rows] == ["in"]
    desk.do(commands.StartTournament())
    assert desk.step() == Done(champion=desk.entry("A"))
