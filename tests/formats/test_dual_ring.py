"""The Dual Ring beyond its pages: order by lot, refusals, questions, verification, rulings, and what is shown of it."""

from collections.abc import Sequence

import pytest
from pydantic import ValidationError

from domain.formats.contract.steps import Ask, Done, Wait
from domain.formats.dual_ring import DualRingOptions
from domain.formats.knockout import KnockoutOptions
from domain.pairing.ring_chart import RingGame
from domain.tournament.decisions.matches.rated import as_rated_match
from domain.tournament.derived.stage import current_stage
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.events import LaterStage, RatingTerms
from domain.tournament.matches import commands as match_commands
from domain.tournament.matches.events import MatchesMade
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds.events import LotsDrawn
from tests.desk import entered, player
from tests.formats.appealing import give, reverse
from tests.formats.orders import Ordered
from tests.formats.ring_desk import RingDesk, announced_ring, clock, started_ring
from tests.formats.test_dual_ring_pages import played


def called(desk: RingDesk, games: Sequence[RingGame]) -> list[str]:
    """What the games of a chart are called."""
    return [f"{desk.letter(game.white)}-{desk.letter(game.black)}" for game in games]


def told(desk: RingDesk) -> dict[str, str]:
    """What each player has to do: the games that stop, are paused and begin; `!` where the player sets one up."""
    shown = {}
    for one in desk.chart().instructions:
        stop, pause = (called(desk, games) for games in (one.stop, one.pause))
        begin = [f"{called(desk, [new.game])[0]}{'!' if new.sets_up else ''}" for new in one.begin]
        words = (("stop", stop), ("pause", pause), ("begin", begin))
        shown[desk.letter(one.entry)] = "; ".join(f"{word} {' '.join(games)}" for word, games in words if games)
    return shown


@pytest.mark.rule("RNG-3", "RNG-5")
def test_the_options_are_the_defaults_of_the_rules() -> None:
    options = DualRingOptions(kind="dual-ring")
    assert options.model_dump() == {
        "kind": "dual-ring",
        "rules_version": 1,
        "order": "entry-order",
        "colours": "balanced",
        "drawn_games": "replay",
        "resigning": "concede",
        "length": 1,
    }
    with pytest.raises(ValidationError):
        DualRingOptions.model_validate({"kind": "dual-ring", "length": 0})


@pytest.mark.rule("RNG-1", "ALL-2")
def test_each_is_white_by_lot_against_the_next_lot() -> None:
    desk = started_ring("ABCDE", order="lot")
    (drawn,) = (one.event for one in desk.history if isinstance(one.event, LotsDrawn))
    assert sorted(drawn.order) == [1, 2, 3, 4, 5]
    letters = [desk.letter(entry) for entry in drawn.order]
    assert letters != sorted(letters)
    assert desk.open_games() == [
        f"{one}-{following}" for one, following in zip(letters, [*letters[1:], letters[0]], strict=True)
    ]


@pytest.mark.rule("RNG-1", "RNG-7")
def test_a_game_is_to_one_point_unless_announced_otherwise() -> None:
    assert {match.length for match in started_ring("ABC").matches()} == {1}
    assert {match.length for match in started_ring("ABC", length=3).matches()} == {3}


@pytest.mark.rule("RNG-1", "RNG-6")
def test_the_ring_says_who_meets() -> None:
    desk = started_ring("ABC")
    desk.when(entry_commands.RequestEntry(person=player("D").person or "")).refused("entries-closed")
    desk.when(match_commands.MakeMatch(sides=(1, 2), length=1)).refused("made-by-results")
    desk.when(round_commands.RequestBye(entry=1, round=1)).refused("made-by-results")
    desk.when(match_commands.ReportNoTimeAgreed(match=1, reported_by="first")).refused("made-by-results")
    desk.when(entry_commands.WithdrawEntry(entry=1, reason="Told the desk.")).refused("resign-instead")
    desk.act("A-B A")
    desk.when(match_commands.CorrectResult(match=1, sides=(1, 3), reason="Slip")).refused("who-meets-is-fixed")
    told = {"match": 3, "result": {"kind": "unplayed", "reported_by": "first"}}
    desk.when(match_commands.ReportResult.model_validate(told)).refused("no-default-result")


@pytest.mark.rule("RNG-2", "ALL-6", "ELO-2")
def test_three_games_of_the_worked_example_are_rated_and_four_abandoned() -> None:
    desk = RingDesk()
    rating = RatingTerms(pool="normal", policy="room", policy_version=1)
    desk.do(lifecycle_commands.AnnounceTournament(name="Ring", format=DualRingOptions(kind="dual-ring"), rating=rating))
    entered(desk, "ABCD")
    desk.act("starts")
    for said in ("D-A D", "B-C B", "D-B D"):
        desk.act(said)
    ratings = [one for match in desk.matches() if (one := as_rated_match(desk.state, match))]
    assert (len(desk.matches()), len(ratings), {one.n for one in ratings}) == (7, 3, {1})
    assert sum(match.abandoned for match in desk.matches()) == 4
    desk.when(lifecycle_commands.CompleteTournament()).then()


@pytest.mark.rule("RNG-6")
def test_matches_that_begin_and_are_abandoned_are_announced_with_the_result() -> None:
    desk = started_ring("ABCD")
    _, made = desk.do(match_commands.ReportResult(match=4, result=desk.told("D-A", "D")))
    assert isinstance(made, MatchesMade)
    assert [(one.match, one.slot, one.sides, one.why.rule) for one in made.matches] == [(5, "4-2", (4, 2), "RNG-2")]
    assert made.matches[0].made_from == ((1, "abandoned"), (4, 4))
    assert [(one.match, one.because_of) for one in made.abandoned] == [(1, ((4, 4),))]


@pytest.mark.rule("RNG-4", "RNG-5")
def test_each_game_says_by_which_rule_it_came_about() -> None:
    rules = {match.slot: match.why.rule for match in played("worked_balanced").matches() if match.why}
    assert (rules["1-2"], rules["4-2"], rules["final-1"]) == ("RNG-1", "RNG-2", "RNG-4")
    desk = started_ring("ABC")
    desk.act("A-B drawn")
    (again,) = (match for match in desk.matches() if match.slot == "1-2" and match.effective is None)
    assert again.why is not None
    assert (again.why.rule, again.made_from) == ("RNG-5", ((1, "drawn"),))


@pytest.mark.rule("RNG-5", "ALL-5", "ALL-9")
def test_none_left_is_for_the_director() -> None:
    desk = started_ring("AB")
    desk.act("A-B nobody")
    step = desk.step()
    assert isinstance(step, Ask)
    assert (step.question, [choice.name for choice in step.choices]) == ("nobody-left-1-2", ["champion", "no-champion"])
    desk.when(lifecycle_commands.CompleteTournament()).refused("decision-awaited")
    desk.do(round_commands.DecideQuestion(question=step.question, choice="champion", entry=2, reason="Came at least"))
    assert desk.step() == Done(champion=2)
    assert [(row["rank"], row["player"], row["mark"]) for row in desk.rows()] == [
        ("1", "B", "champion"),
        ("2", "A", "out"),
    ]


@pytest.mark.rule("RNG-7", "ALL-5")
def test_a_decision_is_for_those_who_were_the_last_to_go_and_no_others() -> None:
    desk = started_ring("ABC")
    for letter in "ABC":
        desk.act(f"{letter} resigns")
    step = desk.step()
    assert isinstance(step, Ask)
    assert step.question == "nobody-left-3"
    desk.do(round_commands.DecideQuestion(question=step.question, choice="no-champion", reason="Everybody left"))
    assert desk.step() == Done(champion=None)
    assert [(row["rank"], row["player"]) for row in desk.rows()] == [("1", "C"), ("2", "B"), ("3", "A")]


@pytest.mark.rule("RNG-7", "ALL-5")
def test_one_left_is_the_champion_and_none_is_for_the_director() -> None:
    desk = started_ring("AB")
    desk.resign("B")
    assert desk.step() == Done(champion=1)
    desk.resign("A")
    step = desk.step()
    assert isinstance(step, Ask)
    assert [choice.name for choice in step.choices] == ["champion", "no-champion"]


@pytest.mark.rule("RNG-1", "ALL-7")
def test_player_withdrawn_before_the_start_has_no_seat_and_is_last() -> None:
    desk = announced_ring("ABCD")
    desk.do(entry_commands.WithdrawEntry(entry=desk.entry("B"), reason="Told the desk."))
    assert desk.step() == Wait(())
    desk.act("starts")
    assert desk.open_games() == ["A-C", "C-D", "D-A"]
    desk.act("A-C A")
    assert [(row["rank"], row["player"], row["mark"]) for row in desk.rows()] == [
        ("1", "A", "champion"),
        ("2", "D", "finalist"),
        ("3", "C", "out"),
        ("4", "B", "withdrawn"),
    ]


@pytest.mark.rule("RNG-7")
def test_players_out_at_the_same_moment_share_a_rank() -> None:
    desk = started_ring("ABCDEF")
    desk.act("A-B A", "18:10")
    desk.act("D-E D", "18:10")
    assert [row["rank"] for row in desk.rows()] == ["1", "1", "1", "1", "5", "5"]


@pytest.mark.rule("RNG-7")
def test_resigned_player_does_not_go_up_to_another_stage() -> None:
    desk = played("resigned")
    stage = current_stage(desk.state)
    rows = stage.rules.onward(stage.options, stage.facts).rows
    assert [(row.rank, desk.letter(row.entry)) for row in rows] == [(1, "A")]


@pytest.mark.rule("RNG-7", "SWI-11")
def test_the_wins_can_be_opened_up() -> None:
    desk = played("worked_balanced")
    stage = current_stage(desk.state)
    (account,) = stage.rules.accounts(stage.options, stage.facts, desk.entry("D"))
    assert (account.name, account.total) == ("wins", 2)
    assert [(part.label, part.match, part.opponent) for part in account.parts] == [("won", 4, 1), ("won", 7, 2)]
    assert [(desk.letter(seat.entry), seat.wins) for seat in desk.chart().seats] == [("D", 2)]


@pytest.mark.rule("RNG-6")
@pytest.mark.source("dual_ring 2", "dual_ring 14", "dual_ring 15")
def test_the_winner_pauses_the_other_game_that_goes_on_and_sets_the_new_one_up() -> None:
    desk = started_ring("ABCD")
    assert told(desk) == {
        "A": "begin A-B! D-A",
        "B": "begin A-B B-C!",
        "C": "begin B-C C-D!",
        "D": "begin C-D D-A!",
    }
    desk.act("D-A D")
    assert told(desk) == {"A": "stop A-B", "B": "stop A-B; begin D-B", "D": "pause C-D; begin D-B!"}
    desk.act("C-D drawn")
    assert told(desk) == {"C": "pause B-C; begin C-D!", "D": "begin C-D"}
    desk.act("B-C B")
    both = "stop D-B; begin B-D! D-B!"
    assert told(desk) == {"B": both, "C": "stop C-D", "D": "stop D-B C-D; begin B-D D-B"}
    desk.act("D-B D")
    assert told(desk) == {"B": "stop B-D", "D": "stop B-D"}


@pytest.mark.rule("RNG-6")
@pytest.mark.parametrize(
    ("colours", "colour", "start"),
    [("balanced", "White", "Make your move and start Black's clock."), ("as-written", "Black", "Start White's clock.")],
)
def test_an_instruction_says_it_in_words(colours: str, colour: str, start: str) -> None:
    desk = announced_ring("ABCD", colours=colours)
    desk.act("starts")
    desk.act("D-A D")
    texts = {desk.letter(one.entry): one.text for one in desk.chart().instructions}
    assert texts["D"] == (
        f"Pause match 3 against entry 3. Set up match 5 against entry 2: you are {colour}. {start} "
        "Then go on with match 3 against entry 3."
    )
    other = "Black" if colour == "White" else "White"
    assert texts["B"] == (
        "Match 1 against entry 1 is abandoned: stop its clock. "
        f"Match 5 against entry 4 begins, and you are {other}; your opponent sets it up."
    )


@pytest.mark.rule("RNG-6", "RNG-7")
def test_white_sets_up_the_game_that_follows_from_a_resignation() -> None:
    desk = started_ring("ABCDE")
    desk.act("C resigns")
    assert told(desk) == {
        "B": "pause A-B; begin B-D!",
        "D": "begin B-D",
    }


@pytest.mark.rule("RNG-1", "RNG-7")
def test_the_chart_shows_the_ring_and_who_went_out() -> None:
    desk = started_ring("ABCDE")
    assert announced_ring("ABC").chart_or_none() is None
    desk.act("A-B A", "18:10")
    desk.act("D resigns")
    chart = desk.chart()
    assert [(desk.letter(seat.entry), seat.wins, called(desk, seat.games)) for seat in chart.seats] == [
        ("A", 1, ["E-A", "A-C"]),
        ("C", 1, ["A-C", "C-E"]),
        ("E", 1, ["E-A", "C-E"]),
    ]
    departures = [(desk.letter(one.entry), one.game and one.game.match) for one in chart.departures]
    assert departures == [("D", None), ("B", 1)]
    assert chart.departures[1].at == clock("18:10")


@pytest.mark.rule("RNG-6", "TD-14", "ALL-12")
def test_a_result_counts_once_it_is_verified_and_then_by_when_it_was_played() -> None:
    desk = started_ring("ABCD")
    # B loses to A at 18:10 and beats C at 18:20; both are reported before the director looks at either.
    for match, name, ended, at in ((1, "A-B", "A", "18:10"), (2, "B-C", "B", "18:20")):
        report = match_commands.ReportResult(match=match, result=desk.told(name, ended), played_at=clock(at))
        desk.do(report, player(ended))
    assert desk.open_games() == ["A-B", "B-C", "C-D", "D-A"]
    desk.do(match_commands.VerifyResult(match=1))
    assert desk.open_games() == ["C-D", "D-A", "A-C"]
    desk.when(match_commands.VerifyResult(match=2)).refused("game-abandoned")


@pytest.mark.rule("RNG-6", "TD-14")
def test_a_result_verified_after_one_it_would_have_prevented_is_refused_with_that_one() -> None:
    desk = started_ring("ABCD")
    report = match_commands.ReportResult(match=1, result=desk.told("A-B", "A"), played_at=clock("18:10"))
    desk.do(report, player("A"))
    desk.act("B-C B", "18:20")
    desk.when(match_commands.VerifyResult(match=1)).refused("results-contradict", contradicting=[2])
    desk.act("voids B-C")
    desk.do(match_commands.VerifyResult(match=1))
    assert desk.open_games() == ["C-D", "D-A", "A-C"]


@pytest.mark.rule("RNG-6", "TD-14")
def test_a_report_of_a_game_that_came_into_being_only_later_is_refused_with_what_made_it() -> None:
    desk = started_ring("ABCD")
    desk.act("A-B A", "18:10")
    new = desk.game("A-C").number
    report = match_commands.ReportResult(match=new, result=desk.told("A-C", "A"), played_at=clock("18:20"))
    desk.do(report, player("A"))
    desk.act("corrects A-B A", "18:30")
    said = f"Match {new} was created at 2026-03-01T18:30:00+00:00, by match 1."
    desk.when(match_commands.VerifyResult(match=new)).refused("results-contradict", said, contradicting=[1, new])
    desk.do(match_commands.CorrectResult(match=new, played_at=clock("18:40"), reason="Played since"))
    desk.when(match_commands.VerifyResult(match=new)).then()


@pytest.mark.rule("RNG-6", "RNG-7")
def test_a_report_of_a_game_from_before_somebody_left_who_made_room_for_it_is_refused_with_that_game() -> None:
    desk = started_ring("ABCD", resigning="abandon")
    desk.act("B resigns")
    new, left_at = desk.game("A-C").number, desk.now
    report = match_commands.ReportResult(match=new, result=desk.told("A-C", "A"), played_at=clock("18:20"))
    said = f"Match {new} was created at {left_at.isoformat()}."
    desk.when(report).refused("results-contradict", said, contradicting=[new])


@pytest.mark.rule("ALL-4")
def test_a_voided_game_is_played_anew_and_reinstated_takes_its_place_again() -> None:
    desk = started_ring("ABCD")
    desk.act("A-B A")
    assert desk.changed("voids A-B") == {"begins": "A-B", "void": "A-B A-C", "back": "B-C"}
    assert desk.changed("reinstates A-B") == {"abandoned": "B-C", "void": "A-B", "back": "A-C"}
    assert desk.open_games() == ["C-D", "D-A", "A-C"]


@pytest.mark.rule("RNG-4", "ALL-4")
def test_a_game_that_came_into_being_while_the_next_stage_was_void_is_abandoned_as_that_comes_back() -> None:
    desk = RingDesk()
    final = LaterStage(format=KnockoutOptions(kind="knockout"), qualifiers=2)
    ring = DualRingOptions(kind="dual-ring")
    desk.do(lifecycle_commands.AnnounceTournament(name="Ring and final", format=ring, stages=(final,)))
    entered(desk, "ABCD")
    desk.act("starts")
    desk.act("B-C B")
    desk.act("A-B B")  # B and D are left, and meet in the final without having met here
    desk.do(round_commands.OpenStage(stage=2))
    desk.won("B-D")
    assert desk.changed("voids B-C, rewind") == {"refused": "choice-needed"}
    assert "D-B" in desk.changed("voids B-C, rewind rewind")["begins"]
    assert desk.changed("reinstates B-C, restore restore")["abandoned"] == "C-D B-D D-B"
    assert (desk.step(), desk.open_games(), list(desk.state.awaiting)) == (Done(champion=desk.entry("B")), [], [])


@pytest.mark.rule("ALL-4")
def test_voided_with_stand_nobody_comes_back() -> None:
    desk = started_ring("ABCD")
    desk.act("A-B A")
    desk.act("A-C A")
    assert desk.step() == Done(champion=desk.entry("A"))
    assert desk.changed("voids A-B, stand") == {"void": "A-B"}
    assert desk.open_games() == []
    assert [(row["player"], row["wins"]) for row in desk.rows()] == [("A", "1"), ("D", "0"), ("C", "0"), ("B", "0")]


@pytest.mark.rule("ALL-4")
def test_voided_with_stand_before_anybody_played_on_a_game_is_played_anew() -> None:
    desk = started_ring("ABCD")
    desk.act("A-B A")
    assert desk.changed("voids A-B, stand") == {"begins": "A-B", "void": "A-B A-C", "back": "B-C"}


@pytest.mark.rule("ALL-4", "RNG-5")
def test_a_draw_that_put_both_out_is_not_voided_with_stand() -> None:
    # With the draw out of the record nothing would say any more that the two had gone out.
    desk = started_ring("ABCDE", drawn_games="eliminate-both")
    desk.act("A-B drawn")
    desk.act("E-C E")
    assert desk.changed("voids A-B, stand") == {"refused": "results-contradict"}


@pytest.mark.rule("TD-4", "TD-13", "ALL-4", "ALL-7")
def test_disqualified_player_is_out_until_that_is_reversed() -> None:
    desk = started_ring("ABCDE")
    before = desk.open_games()
    number = give(desk, Ordered("disqualification", desk.entry("B") - 1, first=True, size=1))
    assert number is not None
    assert desk.open_games() == ["C-D", "D-E", "E-A", "A-C"]
    assert next(desk.rows())["rank"] == "1"
    reverse(desk, number)
    assert desk.open_games() == before


@pytest.mark.rule("ALL-4")
def test_a_changed_result_of_the_first_ring_makes_the_final_void() -> None:
    desk = played("worked_balanced")
    changed = desk.changed("corrects B-C C, rewind")
    # A and B are out; C, with a win as D has, stands next to D.
    assert changed == {"begins": "C-D D-C", "void": "B-D D-B"}
    # D-B comes back with D's win, and with it B-D, which was abandoned for it.
    assert desk.changed("corrects B-C B, restore") == {"abandoned": "B-D", "void": "C-D D-C"}
    assert desk.step() == Done(champion=desk.entry("D"))


@pytest.mark.rule("RNG-6")
def test_first_played_of_two_final_games_decides_and_a_late_one_before_it_contradicts() -> None:
    desk = started_ring("AB")
    desk.act("A-B A", "18:20")
    assert desk.changed("B-A B", "18:20") == {"refused": "game-abandoned"}
    assert desk.changed("B-A B", "18:10") == {"refused": "results-contradict"}
    desk.act("voids A-B")
    desk.act("B-A B", "18:10")
    assert desk.step() == Done(champion=desk.entry("B"))


@pytest.mark.rule("RNG-6")
def test_the_rows_of_a_list_may_not_contradict_each_other() -> None:
    desk = started_ring("ABCDE")

    def listed(*played: tuple[str, str, str]) -> match_commands.EnterResults:
        rows = [
            match_commands.ExistingMatch(
                match=desk.game(name).number, result=desk.told(name, ended), played_at=clock(at)
            )
            for name, ended, at in played
        ]
        return match_commands.EnterResults(results=tuple(rows))

    desk.when(listed(("A-B", "A", "18:10"), ("B-C", "B", "18:20"))).refused("results-contradict")
    desk.do(listed(("A-B", "A", "18:20"), ("B-C", "B", "18:10"), ("D-E", "D", "18:15")))
    assert desk.open_games() == ["A-D", "D-A"]
