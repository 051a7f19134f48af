"""A Swiss, rule by rule, worked by hand (SWI-1..6). Lots are in the order of the letters."""

from datetime import timedelta

import pytest
from pydantic import ValidationError

from domain.formats.contract.acts import ReportNoTimeAgreed
from domain.formats.contract.steps import Ask, Done, Terms, Wait
from domain.formats.swiss import Swiss, SwissOptions
from domain.problems.matches import MATCH_HAS_RESULT
from domain.scoring.result import Drawn, Unplayed, WinnerOnly
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from projections.views.tournaments import standings_view
from tests.desk import entered, person, player
from tests.formats.swiss_desk import LONG, announced_swiss, due, started_swiss
from tests.formats.swiss_long_way import POINTS
from tests.rounds import REASON

OPTIONS = SwissOptions(kind="swiss")


@pytest.mark.rule("SWI-1")
def test_rounds_are_the_logarithm_of_the_starters_rounded_up_or_as_announced() -> None:
    rounds = {starters: OPTIONS.rounds_for(starters) for starters in (0, 1, 2, 3, 4, 5, 8, 9, 16, 17, 32, 33, 1000)}
    assert rounds == {0: 0, 1: 0, 2: 1, 3: 2, 4: 2, 5: 3, 8: 3, 9: 4, 16: 4, 17: 5, 32: 5, 33: 6, 1000: 10}
    assert SwissOptions(kind="swiss", rounds=4).rounds_for(100) == 4


@pytest.mark.rule("SWI-1")
def test_number_of_rounds_stays_though_players_leave() -> None:
    # Five start, so there are three rounds, though two would do for the three who stay.
    desk = started_swiss("ABCDE")
    desk.resign("A")
    desk.resign("B")
    desk.play(1, "C W-L D", "E WB")
    desk.play(2, "C W-L E", "D WB")
    desk.play(3, "E W-L D", "C WB")
    assert desk.step() == Done(champion=desk.entry("C"))


@pytest.mark.rule("SWI-1", "SIX-1")
def test_match_is_played_to_the_length_of_its_round() -> None:
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
    desk.do(match_commands.ReportResult(match=1, result=Drawn()))
    longer = match_commands.CorrectResult(match=1, length=7, reason="Slip")
    desk.when(longer).refused("length-not-allowed")
    to_points = started_swiss("AB")
    to_points.drawn(1)
    to_points.won("A-B")
    to_points.do(longer)
    assert to_points.matches()[0].effective is not None


@pytest.mark.rule("SWI-2", "ALL-2")
@pytest.mark.source("gokodom II.A")
def test_lots_are_drawn_once_at_the_start_for_those_who_play() -> None:
    desk = announced_swiss()
    desk.enter("ABCDE", {})
    desk.do(entry_commands.WithdrawEntry(entry=desk.entry("C"), reason="Told the desk."))
    assert not desk.state.rounds.lots
    desk.do(lifecycle_commands.StartTournament())
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
    # A and B are red, C, D and E blue.
    # A takes C, the first blue one; B takes D; E is left over.
    desk = started_swiss("ABCDE", red="AB", blue="CDE")
    assert desk.drawn(1) == [("A", "C"), ("B", "D"), ("E", "")]
    why = desk.matches()[0].why
    assert why is not None
    assert (why.rule, why.counts["score_difference"], why.counts["other_colour"]) == ("SWI-8", 0, 1)


@pytest.mark.rule("SWI-2")
@pytest.mark.source("gokodom II.A")
def test_all_have_a_colour_at_the_start_or_nobody() -> None:
    desk = announced_swiss()
    desk.enter("ABC", {"A": "red"})
    desk.when(lifecycle_commands.StartTournament()).refused("colours-incomplete")
    for letter in "BC":
        desk.do(entry_commands.GiveColour(entry=desk.entry(letter), colour="red"))
    desk.do(entry_commands.GiveColour(entry=desk.entry("C"), colour="blue"))
    desk.when(entry_commands.GiveColour(entry=desk.entry("C"), colour="blue")).refused("colour-unchanged")
    desk.when(entry_commands.GiveColour(entry=desk.entry("C"), colour="red"), player("C")).refused("not-allowed")
    desk.do(lifecycle_commands.StartTournament())
    assert [entrant.colour for entrant in desk.facts.entrants] == ["red", "red", "blue"]
    desk.when(entry_commands.GiveColour(entry=desk.entry("C"), colour="red")).refused("tournament-status")


@pytest.mark.rule("SWI-3", "SWI-4")
@pytest.mark.source("gokodom I.D")
def test_a_round_is_closed_when_its_time_has_come() -> None:
    desk = started_swiss("AB")
    desk.drawn(1)
    desk.when(round_commands.CloseRound(round=1, reason=REASON)).refused("round-still-open")  # it has no closing time
    closes_at = desk.now + timedelta(days=7)
    desk.do(round_commands.ScheduleRound(round=1, closes_at=closes_at))
    desk.when(round_commands.CloseRound(round=1, reason=REASON)).refused("round-still-open")
    desk.now = closes_at
    desk.do(round_commands.CloseRound(round=1, reason=REASON))
    assert isinstance(desk.step(), Ask)


@pytest.mark.rule("SWI-4", "SWI-5")
@pytest.mark.source("gokodom II.B.4", "gokodom II.B.5", "gokodom II.B.6", "gokodom II.D")
@pytest.mark.parametrize(
    ("told", "codes", "points", "marks"),
    [
        ("A", "WD-LD", (2, 0), "A in, B removed"),
        ("B", "LD-WD", (0, 2), "B in, A removed"),
        ("AB", "DD-DD", (1, 1), "A in, B in"),
        ("", "LD-LD", (0, 0), "A removed, B removed"),
    ],
)
def test_player_who_told_the_director_decides_an_unplayed_match(
    told: str, codes: str, points: tuple[int, int], marks: str
) -> None:
    desk = started_swiss("ABCD", options=LONG)
    assert desk.drawn(1) == [("A", "B"), ("C", "D")]
    desk.won("C-D")
    for letter in told:
        match = desk.match("A-B")
        side = "first" if letter == "A" else "second"
        desk.do(
            match_commands.ReportNoTimeAgreed.model_validate({"match": match.number, "reported_by": side}),
            player(letter),
        )
    desk.do(round_commands.CloseRound(round=1, reason=REASON, early=True))
    rows = {desk.letter(row.entry): row for row in desk.swiss().rows if desk.letter(row.entry) in "AB"}
    assert (rows["A"].values["match_points"], rows["B"].values["match_points"]) == points
    assert (POINTS[codes[:2]], POINTS[codes[3:]]) == points
    assert ", ".join(f"{letter} {row.mark}" for letter, row in rows.items()) == marks
    assert [row.values["defaults"] for row in rows.values()] == [int(codes == "DD-DD")] * 2


@pytest.mark.rule("SWI-4")
@pytest.mark.source("gokodom II.B.5")
def test_director_rules_in_the_last_round_where_both_have_told() -> None:
    desk = started_swiss("AB")
    desk.drawn(1)
    for side in ("first", "second"):
        desk.do(match_commands.ReportNoTimeAgreed.model_validate({"match": 1, "reported_by": side}))
    desk.when(round_commands.CloseRound(round=1, reason=REASON, early=True)).refused("no-default-result")
    both = Unplayed(reported_by="both")
    desk.when(match_commands.ReportResult(match=1, result=both)).refused("last-round-default-draw")
    desk.do(match_commands.ReportResult(match=1, result=WinnerOnly(winner="second")))
    desk.when(match_commands.CorrectResult(match=1, result=both, reason="Slip")).refused("last-round-default-draw")
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
    desk.do(match_commands.ReportResult(match=1, result=Drawn()))
    refusal = Swiss().refuse(LONG, desk.facts, ReportNoTimeAgreed(1))
    assert refusal is not None
    assert refusal.problem is MATCH_HAS_RESULT


@pytest.mark.rule("SWI-4", "SWI-5")
@pytest.mark.source("gokodom II.B.3")
def test_a_played_draw_is_a_point_each_and_no_default() -> None:
    desk = started_swiss("AB")
    desk.play(1, "A D-D B")
    assert desk.lines("match_points", "defaults") == ["1 A 1 0 champion", "2 B 1 0 in"]


@pytest.mark.rule("SWI-5", "ALL-7", "ALL-9")
@pytest.mark.source("gokodom II.B.6", "gokodom V.B.1")
def test_removed_player_is_not_paired_again_and_stays_in_the_table() -> None:
    # Round 1: A and B lose both, C beats D, E has the bye. Round 2, window 1: C meets E, D is left over.
    desk = started_swiss("ABCDE", options=LONG)
    desk.play(1, "A LD-LD B", "C W-L D", "E WB")
    assert desk.letters(one.entry for one in due(desk).contenders) == "CDE"
    desk.play(2, "C W-L E", "D WB")
    assert [line for line in desk.lines("match_points") if "removed" in line] == ["4 A 0 removed", "5 B 0 removed"]


@pytest.mark.rule("SWI-6")
@pytest.mark.source("gokodom I.E", "gokodom II.B.8")
def test_bye_of_the_next_round_can_be_asked_for_until_it_is_drawn() -> None:
    desk = started_swiss("ABCDEFGH")
    ask = round_commands.RequestBye
    desk.when(ask(entry=desk.entry("B"), round=2)).refused("bye-not-offered")  # round 1 comes first
    desk.do(ask(entry=desk.entry("A"), round=1), player("A"))
    assert desk.drawn(1) == [("B", "C"), ("D", "E"), ("F", "G"), ("H", ""), ("A", "")]
    desk.when(ask(entry=desk.entry("B"), round=1)).refused("bye-not-offered")
    desk.do(ask(entry=desk.entry("B"), round=2))  # while round 1 is played
    desk.won("B-C", "D-E", "F-G")
    desk.do(ask(entry=desk.entry("C"), round=2))  # after its last result, before round 2 is drawn
    desk.do(round_commands.WithdrawByeRequest(entry=desk.entry("B"), round=2))
    assert desk.drawn(2)[-1] == ("C", "")
    desk.when(ask(entry=desk.entry("D"), round=3)).refused("bye-not-offered")  # the last round
    desk.when(ask(entry=desk.entry("D"), round=4)).refused("bye-not-offered")


@pytest.mark.rule("SWI-6")
@pytest.mark.source("gokodom I.E")
def test_bye_is_asked_for_by_the_end_of_the_round_before() -> None:
    desk = started_swiss("ABCDEFGH")
    ask = round_commands.RequestBye
    desk.drawn(1)
    closes_at = desk.now + timedelta(days=7)
    desk.do(round_commands.ScheduleRound(round=1, closes_at=closes_at))
    desk.now = closes_at - timedelta(minutes=5)
    desk.do(ask(entry=desk.entry("A"), round=2), player("A"))
    desk.do(ask(entry=desk.entry("B"), round=2), player("B"))
    desk.now = closes_at
    desk.when(ask(entry=desk.entry("C"), round=2), player("C")).refused("bye-not-offered")
    desk.when(ask(entry=desk.entry("C"), round=2)).refused("bye-not-offered")
    desk.do(round_commands.WithdrawByeRequest(entry=desk.entry("B"), round=2), player("B"))
    assert set(desk.state.rounds.requests[2]) == {desk.entry("A")}


@pytest.mark.rule("SWI-6")
def test_player_no_longer_in_asks_for_no_bye() -> None:
    desk = started_swiss("ABCD", options=LONG)
    desk.play(1, "A WD-LD B", "C W-L D")
    desk.resign("C")
    for letter in "BC":
        desk.when(round_commands.RequestBye(entry=desk.entry(letter), round=2)).refused("no-longer-playing")


@pytest.mark.rule("SWI-5", "SWI-6", "SWI-7", "SWI-4")
@pytest.mark.source("gokodom II.B.8", "gokodom II.E")
def test_requested_byes_stand_last_are_not_paired_and_give_one_point() -> None:
    # A and C have won. A asks for the bye: the order is C, B, D, A. C is left B (2 points away, having met D).
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


@pytest.mark.rule("SWI-5", "SWI-6")
def test_a_requested_bye_given_by_hand_is_a_requested_one() -> None:
    desk = started_swiss("ABCD", options=LONG)
    desk.ask_for_byes(1, [("A", "BR", "")])
    desk.pair(1, "B-C", "AD")
    assert desk.lines("match_points")[:2] == ["1 D 2 in", "2 A 1 in"]


@pytest.mark.rule("SWI-6", "ALL-5")
def test_all_may_ask_for_the_bye_at_once() -> None:
    desk = started_swiss("ABC", options=LONG)
    desk.ask_for_byes(1, [(letter, "BR", "") for letter in "ABC"])
    assert desk.drawn(1) == [("A", ""), ("B", ""), ("C", "")]
    assert due(desk).round == 2


@pytest.mark.rule("SWI-8", "TD-2")
def test_entries_and_pairings_are_the_swiss_own() -> None:
    desk = started_swiss("ABCD")
    desk.when(entry_commands.RequestEntry(person=person("E"))).refused("entries-closed")
    desk.when(match_commands.MakeMatch(sides=(1, 2), length=5)).refused("paired-by-round")
    desk.when(entry_commands.WithdrawEntry(entry=1, reason="Told the desk.")).refused("resign-instead")
    desk.drawn(1)
    desk.won("A-B")
    swapped = match_commands.CorrectResult(match=1, sides=desk.matches()[0].sides[::-1], reason="Slip")
    desk.when(swapped).refused("sides-drawn")


@pytest.mark.rule("SWI-2", "SWI-7")
def test_late_entrant_plays_from_the_next_round_on_without_points_for_rounds_missed() -> None:
    # F enters while round 1 is played, and gets the lot after all others. In round 2 F has 0 points.
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
    # A bye in round 2: their virtual opponent had nothing before it, and loses it.
    assert (values["match_points"], values["solkoff"], values["cumulative"]) == (2, 0, 2)
    desk.drawn(3)
    desk.when(entry_commands.RequestEntry(person=person("G"))).refused("entries-closed")


@pytest.mark.rule("ALL-5", "SWI-5")
def test_one_left_has_won_and_with_nobody_left_the_director_decides() -> None:
    desk = started_swiss("ABCD")
    desk.play(1, "A WD-LD B", "C LD-LD D")
    assert desk.step() == Done(champion=desk.entry("A"))
    desk.resign("A")
    step = desk.step()
    assert isinstance(step, Ask)
    assert (step.question, [choice.name for choice in step.choices]) == ("nobody-left-1", ["champion", "no-champion"])
    named = round_commands.DecideQuestion(
        question="nobody-left-1", choice="champion", entry=desk.entry("A"), reason="Most"
    )
    desk.do(named)
    assert desk.step() == Done(champion=desk.entry("A"))
    assert next(row.mark for row in desk.swiss().rows if row.entry == desk.entry("A")) == "champion"


@pytest.mark.rule("ALL-5")
def test_nobody_has_won_before_the_start() -> None:
    desk = announced_swiss()
    entered(desk, "A")
    assert [row.mark for row in standings_view(desk.state).rows] == ["in"]
    entered(desk, "B")
    desk.do(lifecycle_commands.StartTournament())
    desk.resign("B")
    assert desk.step() == Done(champion=desk.entry("A"))
