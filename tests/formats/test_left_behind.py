"""What a reversed ruling leaves behind, in each format: told as short stories (TD-13, ALL-4)."""

from collections.abc import Mapping
from typing import Any

import pytest

from domain.formats.contract.steps import Done
from domain.formats.dual_ring import DualRingOptions
from domain.formats.knockout import KnockoutOptions
from domain.formats.registry import FormatOptions
from domain.formats.swiss import SwissOptions
from domain.scoring.result import Drawn
from domain.tournament.decisions.reviews.after_reversal import left_behind
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.events import LaterStage
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rulings import commands as ruling_commands
from tests.desk import entered, player
from tests.formats import appealing
from tests.formats.appealing import lodge, vote
from tests.formats.champion_desk import champion
from tests.rounds import RoundsDesk, chosen, started_nxe

KNOCKOUT = KnockoutOptions(kind="knockout", lengths=(3,))


def started(options: FormatOptions, letters: str, *stages: LaterStage) -> RoundsDesk:
    desk = RoundsDesk()
    desk.do(lifecycle_commands.AnnounceTournament(name="Rulings", format=options, stages=stages))
    entered(desk, letters)
    desk.do(lifecycle_commands.StartTournament())
    return desk


def put_out(desk: RoundsDesk, letter: str, choice: str | None = None) -> None:
    """Expels the player."""
    number = desk.entry(letter)
    rule(desk, {"kind": "entry", "number": number}, {"kind": "expulsion", "entry": number}, choice)


def award(desk: RoundsDesk, result: str, choice: str | None = None) -> None:
    """`A-B`: the match is A's."""
    match = desk.match(result)
    winner = desk.winner_only(match, result[0]).model_dump()
    remedy = {"kind": "result-award", "result": winner}
    rule(desk, {"kind": "match", "number": match.number}, remedy, choice)


def rule(desk: RoundsDesk, about: dict[str, Any], remedy: dict[str, Any], choice: str | None) -> None:
    said = {"clause": "1.2.3", "facts": "As seen", "reasons": "As written", "choice": choice}
    desk.do(ruling_commands.GiveRuling.model_validate({"about": about, "remedies": [remedy], **said}))


def reverse(desk: RoundsDesk, choice: str | Mapping[int, str] | None = None) -> None:
    """Has the newest ruling reversed, with that choice."""
    appeal = lodge(desk, len(desk.state.directing.rulings))
    vote(desk, appeal, "reversed")
    command = {"appeal": appeal, "reasons": "As voted", **chosen(choice)}
    desk.do(ruling_commands.DecideAppeal.model_validate(command))


def resign(desk: RoundsDesk, letter: str, open_matches: str = "concede") -> None:
    command = {"entry": desk.entry(letter), "open_matches": open_matches, "reason": "Told the desk."}
    desk.do(entry_commands.Resign.model_validate(command))


def invite(desk: RoundsDesk, name: str) -> None:
    """The first side invites the second, who acknowledges: the match has begun (NXE-5)."""
    number = desk.match(name).number
    desk.do(match_commands.SendInvitation(match=number, invited_by="first"))
    desk.do(match_commands.AcknowledgeInvitation(match=number))


def take_back(desk: RoundsDesk, letter: str) -> None:
    """The player is in again, and what was made and played meanwhile stands."""
    desk.do(entry_commands.WithdrawResignation(entry=desk.entry(letter), choice="stand"), player(letter))


def marks(desk: RoundsDesk) -> list[str]:
    """The table from the top, those who share a rank by entry number: `A champion`."""
    return [f"{desk.letter(row.entry)} {row.mark}" for row in desk.standings().rows]


def left(desk: RoundsDesk) -> list[str]:
    """What is left behind: `A round-missed 2`, with the letter of who has what instead."""
    return [
        " ".join(
            (
                desk.letter(one.entry),
                one.kind,
                *(str(number) for number in (one.round, one.stage) if number is not None),
                *(desk.name(desk.state.matches[number]) for number in (one.match,) if number is not None),
                *(desk.letter(other) for other in (one.other_entry,) if other is not None),
            )
        )
        for one in left_behind(desk.state)
    ]


@pytest.mark.rule("TD-13", "NXE-7")
def test_player_expelled_from_an_nxe_misses_no_round_having_a_place_in_it_after_all() -> None:
    desk = started_nxe("ABCDE", losses=2)
    desk.pair(1, "A-B C-D", "E")
    desk.won("A-B", "C-D")
    put_out(desk, "A")
    desk.pair(2, "C-E B-D")
    reverse(desk)
    assert left(desk) == []
    desk.won("C-E", "B-D")
    desk.pair(2, "", "A")
    assert left(desk) == []


@pytest.mark.rule("TD-13", "NXE-8")
def test_player_who_lost_by_a_ruling_and_is_in_again_has_missed_the_rounds_since() -> None:
    desk = started_nxe("ABCD", losses=1)
    desk.pair(1, "A-B C-D")
    desk.won("A-B", "C-D")
    award(desk, "B-A")
    desk.pair(2, "B-C")
    assert left(desk) == []
    reverse(desk)
    assert (desk.round(2), left(desk)) == (["A-C"], []), "nothing was started: the right player takes the place"


@pytest.mark.rule("TD-13", "ALL-4")
def test_player_whose_advancement_is_kept_is_named_with_whom_it_cost_the_place() -> None:
    desk = started_nxe("ABCD", losses=1)
    desk.pair(1, "A-B C-D")
    desk.won("A-B", "C-D")
    award(desk, "B-A")
    desk.pair(2, "B-C")
    desk.won("B-C")
    reverse(desk, "stand")
    assert left(desk) == ["A round-missed 2"]  # A is in for what is not yet made


@pytest.mark.rule("TD-13", "SWI-8")
def test_a_late_entrant_of_a_swiss_has_missed_only_what_the_ruling_made_him_miss() -> None:
    desk = started(SwissOptions(kind="swiss", rounds=4, late_entries=True), "ABCD")
    desk.pair(1, "A-B C-D")
    desk.won("A-B", "C-D")
    entered(desk, "E")
    put_out(desk, "E")
    desk.pair(2, "A-C B-D")
    reverse(desk)
    assert left(desk) == ["E round-missed 2"]


@pytest.mark.rule("TD-13", "CHM-2")
def test_player_expelled_from_a_champion_tournament_has_their_places_in_the_round_after_all() -> None:
    desk = champion({"A": 2, "B": 2, "C": 2})
    put_out(desk, "C")
    desk.do(round_commands.DrawRound(round=1))
    reverse(desk)
    assert left(desk) == []
    desk.do(round_commands.DrawRound(round=1))
    assert (desk.round(1), left(desk)) == (["B-A", "B-A", "C", "C"], [])


@pytest.mark.rule("TD-13", "SEL-3")
def test_player_who_kept_a_place_in_a_bracket_is_named_with_whom_it_belongs_to() -> None:
    desk = started(KNOCKOUT, "ABCD")
    desk.won("A-D", "B-C")
    award(desk, "D-A", "rewind")
    desk.won("D-B")
    reverse(desk, "stand")
    assert left(desk) == ["A outcome-kept A-D D"]


@pytest.mark.rule("TD-13", "SEL-3", "ALL-9")
def test_a_walkover_that_nobody_has_played_on_goes_to_who_is_back() -> None:
    desk = started(KNOCKOUT, "ABCD")
    desk.won("A-D")
    put_out(desk, "A")
    desk.won("B-C")
    assert desk.standings().rows[0].mark == "champion"
    reverse(desk, "stand")
    assert (left(desk), [desk.name(match) for match in desk.matches() if not match.void][-1]) == ([], "A-B")


@pytest.mark.rule("TD-13", "SEL-3", "ALL-9")
def test_a_match_that_came_of_a_walkover_is_named_with_whom_it_cost_theirs() -> None:
    desk = started(KNOCKOUT, "ABCDEFGH")
    desk.won("A-H", "B-G", "C-F")
    put_out(desk, "A")
    desk.won("D-E", "B-C", "D-B")
    reverse(desk, "stand")
    assert left(desk) == ["A pairing-kept 3 D-B", "A walkover-kept 2 D"]


@pytest.mark.rule("ALL-4", "ALL-5", "SEL-3", "TD-13")
def test_player_who_is_back_stays_out_of_a_bracket_where_another_keeps_the_place_and_the_end_is_reached() -> None:
    desk = started(KNOCKOUT, "ABCDE")
    desk.won("C-B")
    put_out(desk, "A")
    desk.won("E-D", "E-C")
    reverse(desk, "stand")
    assert left(desk) == ["A pairing-kept 3 E-C", "A walkover-kept 2 E"]
    assert (desk.step(), marks(desk)) == (
        Done(desk.entry("E")),
        ["E champion", "C finalist", "A kept-out", "B out", "D out"],
    )


@pytest.mark.rule("ALL-4", "ALL-5", "ALL-8", "SEL-3")
def test_a_resignation_taken_back_leaves_nobody_waiting_for_a_match_that_another_has_gone_past() -> None:
    """A waits for the winner of D and E, and resigns; that winner has played the final when A is back."""
    desk = started(KNOCKOUT.model_copy(update={"third_place": True}), "ABCDE")
    desk.won("C-B")
    resign(desk, "A")
    desk.won("E-D", "E-C")
    take_back(desk, "A")
    assert desk.step() == Done(desk.entry("E"))
    assert marks(desk) == ["E champion", "C finalist", "B third", "A kept-out", "D out"]
    assert left(desk) == ["A pairing-kept 3 E-C", "A walkover-kept 2 E", "A walkover-kept 3 B"]


@pytest.mark.rule("ALL-4", "ALL-5", "ALL-8", "SEL-3")
def test_a_drawn_match_that_one_side_had_left_is_not_played_again_where_the_other_keeps_the_next_place() -> None:
    desk = started(KNOCKOUT, "ABCD")
    resign(desk, "D", open_matches="finish")
    desk.do(match_commands.ReportResult(match=desk.match("A-D").number, result=Drawn()))
    desk.won("B-C", "A-B")
    take_back(desk, "D")
    assert not desk.state.awaiting
    assert (desk.step(), marks(desk)) == (Done(desk.entry("A")), ["A champion", "B finalist", "C out", "D kept-out"])


@pytest.mark.rule("TD-13", "RNG-7")
def test_games_that_stay_abandoned_are_named() -> None:
    desk = started(DualRingOptions(kind="dual-ring", resigning="abandon"), "ABCD")
    put_out(desk, "A")
    assert left(desk) == []
    invite(desk, "D-B")
    reverse(desk, "stand")
    assert left(desk) == ["A game-abandoned A-B", "A game-abandoned D-A"]
    assert sorted(desk.name(desk.state.matches[number]) for number in desk.state.awaiting) == ["B-C", "C-D", "D-B"]


@pytest.mark.rule("TD-13", "RNG-4", "RNG-7", "ALL-4")
def test_player_put_out_of_a_ring_stays_out_where_what_was_played_since_stands() -> None:
    """B goes out by the game that A's neighbours got; of C and D, D has won a game and C none."""
    desk = started(DualRingOptions(kind="dual-ring", resigning="abandon"), "ABCD")
    put_out(desk, "A")
    desk.won("D-B")
    assert desk.standings().rows[0].mark == "champion"
    reverse(desk, "stand")
    assert [(desk.letter(row.entry), row.mark) for row in desk.standings().rows] == [
        ("D", "champion"),
        ("C", "finalist"),
        ("B", "out"),
        ("A", "kept-out"),
    ]
    assert left(desk) == ["A game-abandoned A-B", "A game-abandoned D-A", "C game-abandoned C-D D"], "each by its side"


@pytest.mark.rule("TD-13", "RNG-7", "ALL-4")
@pytest.mark.parametrize("choice", [None, "rewind"])
def test_player_put_out_of_a_ring_is_in_again_where_nothing_stands(choice: str | None) -> None:
    desk = started(DualRingOptions(kind="dual-ring", resigning="abandon"), "ABCD")
    put_out(desk, "A")
    if choice:
        desk.won("D-B")
    reverse(desk, choice)
    assert [row.mark for row in desk.standings().rows] == ["in"] * 4
    assert left(desk) == []


@pytest.mark.rule("TD-13", "RNG-7", "ALL-4")
def test_player_who_stays_out_of_a_ring_does_so_since_they_were_put_out_whatever_is_ruled_and_reversed_later() -> None:
    desk = started(DualRingOptions(kind="dual-ring", resigning="abandon"), "ABCDE")
    put_out(desk, "A")
    desk.won("E-B")
    reverse(desk, "stand")
    before = desk.standings()
    put_out(desk, "A")
    reverse(desk)
    assert desk.standings().rows == before.rows
    assert desk.letter(before.rows[-1].entry) == "A"


@pytest.mark.rule("TD-13", "RNG-7", "ALL-4")
def test_player_who_stays_out_of_a_ring_by_games_conceded_to_a_reversed_ruling_is_named() -> None:
    desk = started(DualRingOptions(kind="dual-ring"), "ABCDE")
    put_out(desk, "A")
    desk.won("E-B")
    reverse(desk, "stand")
    assert left(desk) == ["A outcome-kept A-B B", "A outcome-kept E-A E"]
    assert {desk.letter(row.entry) for row in desk.standings().rows if row.mark == "out"} == {"A", "B"}


@pytest.mark.rule("RNG-7", "ALL-4", "ALL-8")
def test_player_who_has_taken_back_a_resignation_from_a_ring_is_named_with_what_stands() -> None:
    desk = started(DualRingOptions(kind="dual-ring"), "ABCDE")
    resign(desk, "A")
    desk.won("E-B")
    take_back(desk, "A")
    assert left(desk) == ["A outcome-kept A-B B", "A outcome-kept E-A E"]


@pytest.mark.rule("TD-13", "RNG-7", "SEL-1", "ALL-4")
def test_player_who_stays_out_of_one_stage_and_goes_up_plays_in_the_ring_that_follows() -> None:
    ring = LaterStage(format=DualRingOptions(kind="dual-ring"), qualifiers=4)
    desk = started(KNOCKOUT, "ABCDE", ring)
    desk.won("C-B")
    put_out(desk, "A")
    desk.won("E-D", "E-C")
    reverse(desk, "stand")
    assert marks(desk) == ["E champion", "C finalist", "A kept-out", "B out", "D out"]
    desk.do(round_commands.PublishCommitment())
    desk.do(round_commands.OpenStage(stage=2))
    assert [f"{desk.letter(row.entry)} {row.mark}" for row in desk.standings().rows if row.mark == "in"] == [
        "A in",
        "B in",
        "C in",
        "E in",
    ]
    assert len(desk.state.awaiting) == 4


@pytest.mark.rule("TD-13", "SEL-1")
def test_player_who_would_have_gone_up_has_missed_the_stage() -> None:
    desk = started(SwissOptions(kind="swiss", rounds=1), "ABCD", LaterStage(format=KNOCKOUT, qualifiers=2))
    desk.pair(1, "A-B C-D")
    desk.won("A-B", "C-D")
    put_out(desk, "A")
    desk.do(round_commands.OpenStage(stage=2))
    reverse(desk)
    assert "A stage-missed 2" in left(desk)
    assert all(one.startswith("A ") for one in left(desk))


@pytest.mark.rule("TD-13", "SEL-1", "ALL-4")
def test_a_third_player_who_would_have_gone_up_has_missed_the_stage_that_is_kept() -> None:
    desk = started(SwissOptions(kind="swiss", rounds=1), "ABCD", LaterStage(format=KNOCKOUT, qualifiers=2))
    desk.pair(1, "A-B C-D")
    desk.won("A-B", "C-D")
    award(desk, "B-A")
    desk.do(round_commands.OpenStage(stage=2))
    desk.won("B-C")
    reverse(desk, {2: "stand"})
    assert "A stage-missed 2" in left(desk)


@pytest.mark.rule("TD-13", "ALL-4", "ALL-9")
def test_a_walkover_stays_while_both_have_lost_although_its_player_is_put_out_later() -> None:
    desk = started(KNOCKOUT, "ABC")
    both_lose = [{"kind": "match-loss", "loser": side} for side in ("first", "second")]
    lost = {"about": {"kind": "match", "number": desk.match("B-C").number}, "clause": "4.2", "facts": "As seen"}
    again = {**lost, "remedies": [*both_lose, {"kind": "disqualification", "entry": desk.entry("A")}]}
    for fields in ({**lost, "remedies": both_lose}, again):
        desk.do(ruling_commands.GiveRuling.model_validate({**fields, "reasons": "As written"}))
    appealing.reverse(desk, 1)
    assert desk.standings().rows[0].values["rounds_won"] == 2  # the bye of round 1, and the final that nobody reached
