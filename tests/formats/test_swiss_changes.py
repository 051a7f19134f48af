"""Results of a Swiss that change after the next round was paired (ALL-4)."""

import pytest

from domain.formats.contract.steps import Ask, Due, Wait
from domain.scoring.result import Unplayed, WinnerOnly
from domain.tournament.command import Choice
from domain.tournament.derived.stage import current_stage
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from tests.formats.swiss_desk import LONG, SwissDesk, due, started_swiss
from tests.formats.test_byes_on_request import win_all


def removed_b() -> SwissDesk:
    """A wins against B by default, C beats D, E beats F; then A meets C, E meets D, and F has the bye."""
    desk = started_swiss("ABCDEF", options=LONG)
    desk.play(1, "A WD-LD B", "C W-L D", "E W-L F")
    assert desk.drawn(2) == [("A", "C"), ("E", "D"), ("F", "")]
    return desk


def b_has_played(desk: SwissDesk, choice: Choice | None = None) -> None:
    """It turns out that A and B had played, and that A had won."""
    match = desk.match("A-B", 1)
    won = WinnerOnly(winner="first")
    desk.do(match_commands.CorrectResult(match=match.number, result=won, reason="Found the sheet", choice=choice))


def mark(desk: SwissDesk, letter: str) -> str | None:
    return next(row.mark for row in desk.swiss().rows if row.entry == desk.entry(letter))


@pytest.mark.rule("ALL-4", "SWI-5")
def test_player_who_comes_back_meets_the_one_with_the_bye_and_the_pairings_stand() -> None:
    desk = removed_b()
    b_has_played(desk)
    assert mark(desk, "B") == "in"
    assert sorted(map("".join, map(sorted, (pair.split("-") for pair in desk.round(2))))) == ["AC", "BF", "DE"]


@pytest.mark.rule("ALL-4")
def test_a_changed_result_alone_leaves_the_pairings_of_the_next_round() -> None:
    desk = removed_b()
    desk.reverse("D-C", round_=1)
    assert desk.round(2) == ["A-C", "E-D", "F"]
    # The bye counts at once. Solkoff: E has met F and D (2 each), D has met E (2) and C (0), F has met E (2).
    assert desk.lines("match_points", "solkoff")[:4] == ["1 E 2 4 in", "2 D 2 2 in", "3 F 2 2 in", "4 A 2 0 in"]


@pytest.mark.rule("ALL-4", "SWI-5")
def test_rewind_puts_back_anyone_who_was_removed() -> None:
    # A's and C's match goes, and so does what hangs on A's result alone; C waits with A and B for a pairing.
    desk = removed_b()
    desk.won("A-C")
    b_has_played(desk, "rewind")
    step = due(desk)
    assert (step.round, desk.letters(one.entry for one in step.contenders)) == (2, "ABC")
    assert desk.drawn(2) == [("A", "C"), ("B", "")]


@pytest.mark.rule("ALL-4", "SWI-5", "SWI-10")
def test_removed_player_is_back_with_stand_for_rounds_not_yet_made() -> None:
    # A gave the match away: it is B's by default. With `stand` A's match of round 2 stays; A is out then, and B is in.
    desk = removed_b()
    desk.won("A-C")
    match = desk.match("A-B", 1)
    turned = Unplayed(reported_by="first" if match.sides[0] == desk.entry("B") else "second")
    desk.do(match_commands.CorrectResult(match=match.number, result=turned, reason="Slip", choice="stand"))
    assert "A-C" in desk.round(2)
    assert (mark(desk, "A"), mark(desk, "B")) == ("removed", "in")
    points = {desk.letter(row.entry): row.values["match_points"] for row in desk.swiss().rows}
    assert (points["A"], points["B"]) == (2, 2)


@pytest.mark.rule("ALL-4", "SWI-5")
def test_round_whose_matches_are_all_void_is_missed_by_nobody() -> None:
    # Round 3 was played at wrong tables, and is void. B, who had played A, has missed round 2, and is in the third.
    desk = started_swiss("ABCDE", options=LONG)
    desk.play(1, "A WD-LD B", "C W-L D", "E WB")
    desk.draw(2)
    win_all(desk)
    desk.draw(3)
    played = sorted(desk.state.awaiting)
    win_all(desk)
    for number in played:
        desk.do(match_commands.VoidMatch(match=number, reason="Wrong tables", choice="rewind"))
    b_has_played(desk, "stand")
    stood = desk.state.override(desk.match("A-B", 1).number)
    assert stood is not None
    assert stood.missed == ((desk.entry("B"), 2, 1),)
    assert "B" in desk.letters(one.entry for one in due(desk).contenders)
    assert due(desk).round == 3


@pytest.mark.rule("ALL-4", "ALL-5")
def test_one_without_an_opponent_in_a_round_under_way_is_for_the_director() -> None:
    # C resigns, and A wins their match without playing. The director voids that: A has nobody to meet in round 2, in
    # which E and D have played, until A is paired with F, who has the bye.
    desk = removed_b()
    desk.won("E-D")
    desk.resign("C")
    assert isinstance(desk.step(), Due)
    desk.do(match_commands.VoidMatch(match=desk.match("A-C").number, reason="C had resigned before", choice="rewind"))
    step = desk.step()
    assert isinstance(step, Ask)
    assert step.question == f"behind-2-{desk.entry('A')}"
    assert [choice.name for choice in step.choices] == ["pair-by-hand", "annul-round", "miss-round"]
    desk.pair(2, "A-F")
    assert desk.step() == Wait((desk.match("A-F").number,))


@pytest.mark.rule("ALL-4", "SWI-10")
def test_a_result_in_doubt_takes_back_what_virtual_opponents_made_since() -> None:
    # Once round 2 has closed, B, who was removed, has drawn it for A; C, A's other opponent, has 2 points.
    desk = removed_b()
    desk.won("A-C", "E-D")
    assert solkoff(desk, "A") == 1 + 2
    match = desk.match("E-D")
    desk.do(match_commands.VoidMatch(match=match.number, reason="Slip", choice="rewind"))
    assert solkoff(desk, "A") == 0 + 2
    desk.do(match_commands.ReinstateMatch(match=match.number, reason="No slip"))
    assert solkoff(desk, "A") == 1 + 2


def solkoff(desk: SwissDesk, letter: str) -> int:
    return next(row.values["solkoff"] for row in desk.swiss().rows if row.entry == desk.entry(letter))


@pytest.mark.rule("ALL-4", "ALL-5", "SWI-9")
def test_two_who_come_back_when_others_have_gone_on_may_miss_what_they_have_missed() -> None:
    # A and B both lose; C, D, E and F play round 2. Then it turns out that A had beaten B: both are in again, and have
    # only each other to meet in round 2. The director lets A miss it, then B; they are in round 3 with all others.
    desk = started_swiss("ABCDEF", options=LONG)
    desk.play(1, "A LD-LD B", "C W-L D", "E W-L F")
    desk.play(2, "C W-L E", "D W-L F")
    won = match_commands.CorrectResult(
        match=desk.match("A-B").number, result=WinnerOnly(winner="first"), reason="Sheet"
    )
    desk.do(won)
    assert solkoff(desk, "A") == 0
    for letter in "AB":
        step = desk.step()
        assert isinstance(step, Ask)
        assert step.question == f"behind-2-{desk.entry(letter)}"
        assert ("rematches" in [choice.name for choice in step.choices]) == (letter == "A")
        desk.do(round_commands.DecideQuestion(question=step.question, choice="miss-round", reason="It is over."))
    step = due(desk)
    assert (step.round, len(step.contenders)) == (3, 6)
    # A has their win and nothing of round 2: totals 2, 2. D and E, with 2 points too, have met two opponents, and F as
    # well: D and E, with 2 each; B has met A only.
    lines = desk.lines("match_points", "solkoff", "cumulative")
    assert lines[3:] == ["4 A 2 0 4 in", "5 F 0 4 0 in", "6 B 0 2 0 in"]


@pytest.mark.rule("ALL-5", "SWI-8")
def test_two_who_come_back_may_meet_again_where_the_director_allows_it() -> None:
    desk = started_swiss("ABCDEF", options=LONG)
    desk.play(1, "A LD-LD B", "C W-L D", "E W-L F")
    desk.play(2, "C W-L E", "D W-L F")
    won = match_commands.CorrectResult(
        match=desk.match("A-B").number, result=WinnerOnly(winner="first"), reason="Sheet"
    )
    desk.do(won)
    question = f"behind-2-{desk.entry('A')}"
    desk.do(round_commands.DecideQuestion(question=question, choice="rematches", reason="Both want to play."))
    assert desk.drawn(2) == [("A", "B")]


@pytest.mark.rule("SWI-5")
def test_player_with_an_ld_as_it_counts_is_asked_to_sit_out() -> None:
    desk = removed_b()
    assert desk.letters(asked_to_sit_out(desk)) == "B"
    b_has_played(desk)
    assert desk.letters(asked_to_sit_out(desk)) == ""


def asked_to_sit_out(desk: SwissDesk) -> list[int]:
    return list(current_stage(desk.state).asked_to_sit_out())
