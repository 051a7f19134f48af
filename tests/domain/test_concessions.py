"""What somebody who is put out leaves open: lost by them while nothing else decides it, whatever becomes of the rulings
below (TD-4, TD-13, ALL-3, ALL-9). All worked by hand: one match of A and B in a round with C and D."""

from typing import Any

import pytest

from domain.officiating.remedies import Concession, MatchLoss, ResultAward
from domain.problems.rulings import REMEDY_MISPLACED
from domain.scoring.games import Outcome
from domain.scoring.result import WinnerOnly
from domain.tournament.entries import commands as entry_commands
from domain.tournament.entries.events import ConcededMatch, MatchesConceded
from domain.tournament.matches import commands as match_commands
from domain.tournament.rulings import commands as ruling_commands
from tests.desk import player
from tests.directing.decided import ruled
from tests.formats.appealing import give_as, lodge, put_instead, reverse, vote
from tests.formats.directing import check_invariants, check_nobody_out_has_to_play
from tests.rounds import RoundsDesk, started_nxe

A_OUT = Concession(loser="first", ruling=1)
B_OUT = Concession(loser="second", ruling=2)


def paired(length: int = 1) -> RoundsDesk:
    """A-B is match 1, C-D match 2; both are open."""
    desk = started_nxe("ABCD", length=length)
    desk.pair(1, "A-B C-D")
    return desk


def out(*letters: str, kind: str = "disqualification") -> dict[str, Any]:
    """A ruling that puts these out, A being entry 1."""
    remedies = [{"kind": kind, "entry": "ABCD".index(letter) + 1} for letter in letters]
    return on({"kind": "entry", "number": remedies[0]["entry"]}, *remedies)


def on(about: dict[str, Any], *remedies: dict[str, Any]) -> dict[str, Any]:
    return {"about": about, "clause": "4.2", "facts": "As seen", "reasons": "As written", "remedies": remedies}


def of_match(*remedies: dict[str, Any]) -> dict[str, Any]:
    return on({"kind": "match", "number": 1}, *remedies)


def winner(desk: RoundsDesk) -> str | None:
    """Who has won A-B, as it counts: `nobody` where both have lost, None while it is open."""
    outcome = desk.outcome(1)
    return None if outcome is None else {None: "nobody", "first": "A", "second": "B"}[outcome.winner]


def check_conceded_by_a(desk: RoundsDesk) -> None:
    """The last event is that A, who is out, has lost A-B without play."""
    conceded = ConcededMatch(match=1, entry=1, play_began=False)
    assert desk.steps[-1].events[-1] == MatchesConceded(conceded=(conceded,))
    assert winner(desk) == "B"
    check_nobody_out_has_to_play(desk)


@pytest.mark.rule("TD-4", "TD-13")
def test_player_put_out_twice_has_lost_while_either_ruling_is_in_force() -> None:
    desk = paired()
    first, second = give_as(desk, out("A")), give_as(desk, out("A", kind="expulsion"))
    assert first is not None
    assert second is not None
    reverse(desk, first)
    assert winner(desk) == "B"
    reverse(desk, second)
    assert winner(desk) is None


@pytest.mark.rule("TD-13", "ALL-3")
def test_a_result_that_comes_back_counts_although_its_winner_is_out_by_now() -> None:
    desk = paired()
    desk.won("A-B")
    annulled = give_as(desk, of_match({"kind": "result-annulment"}))
    assert annulled is not None
    assert give_as(desk, out("A")) is not None
    assert winner(desk) == "B"
    reverse(desk, annulled)
    assert winner(desk) == "A"


@pytest.mark.rule("TD-13", "TD-14", "ALL-3", "ALL-12")
@pytest.mark.parametrize("annulled_first", [True, False])
def test_a_report_that_comes_back_unverified_is_verified_although_a_side_is_out_by_now(*, annulled_first: bool) -> None:
    """Whether or not the match was open while that side was put out."""
    desk = paired()
    desk.do(match_commands.ReportResult(match=1, result=WinnerOnly(winner="first")), by=player("A"))
    annulled = give_as(desk, of_match({"kind": "result-annulment"})) if annulled_first else None
    assert give_as(desk, out("B")) is not None
    if annulled is not None:
        assert winner(desk) == "A"
        reverse(desk, annulled)
    assert winner(desk) is None
    assert sorted(desk.state.awaiting) == [1, 2]
    desk.do(match_commands.VerifyResult(match=1))
    assert winner(desk) == "A"


@pytest.mark.rule("TD-13", "ALL-3")
def test_an_award_to_who_is_out_by_now_holds_until_it_is_reversed() -> None:
    desk = paired()
    awarded = give_as(desk, of_match({"kind": "result-award", "result": {"kind": "winner", "winner": "first"}}))
    assert awarded is not None
    assert give_as(desk, out("A")) is not None
    assert winner(desk) == "A"
    reverse(desk, awarded)
    assert winner(desk) == "B"


@pytest.mark.rule("TD-13", "ALL-3")
def test_a_match_that_was_void_when_its_player_was_put_out_is_lost_once_it_no_longer_is() -> None:
    desk = paired()
    voided = give_as(desk, of_match({"kind": "match-voiding"}))
    assert voided is not None
    assert give_as(desk, out("A")) is not None
    assert winner(desk) is None
    reverse(desk, voided)
    assert winner(desk) == "B"


@pytest.mark.rule("TD-4", "ALL-3")
@pytest.mark.parametrize("remedy", [{"kind": "result-annulment"}, {"kind": "match-replay"}])
def test_player_put_out_by_the_ruling_that_takes_their_result_away_has_lost(remedy: dict[str, Any]) -> None:
    desk = paired()
    desk.won("A-B")
    number = give_as(desk, of_match(remedy, *out("A")["remedies"]))
    assert number is not None
    assert winner(desk) == "B"
    reverse(desk, number)
    assert winner(desk) == "A"


OPENING = [
    {"kind": "result-annulment"},
    {"kind": "match-replay"},
    {"kind": "match-resumption", "first": 0, "second": 0},
]
by_each_opener = pytest.mark.parametrize("remedy", OPENING, ids=lambda one: str(one["kind"]))


@pytest.mark.rule("TD-4", "TD-13", "NXE-8")
@by_each_opener
def test_match_that_a_granted_claim_opens_again_is_lost_once_more_by_who_is_out(remedy: dict[str, Any]) -> None:
    """A is put out and so loses to B. A committee grants a claim on that match, which leaves that loss behind: A is out
    and loses what was opened too. Once the first ruling is reversed, A has the match to play."""
    desk = paired()
    first = give_as(desk, out("A"))
    claim = give_as(desk, of_match() | {"claimed": [remedy]})
    assert first is not None
    assert claim is not None
    reverse(desk, claim)
    check_conceded_by_a(desk)
    reverse(desk, first)
    assert winner(desk) is None
    check_invariants(desk.state)


def granted_score(desk: RoundsDesk, first: int, second: int) -> None:
    """A committee grants a claim on A-B: that was its score."""
    correction = {"kind": "score-correction", "first": first, "second": second}
    claim = give_as(desk, of_match() | {"claimed": [correction]})
    assert claim is not None
    reverse(desk, claim)


@pytest.mark.rule("TD-13", "NXE-8", "ALL-3", "ALL-6")
@pytest.mark.parametrize("first", [0, 1])
def test_match_that_a_granted_claim_leaves_undecided_is_lost_by_who_has_resigned(first: int) -> None:
    """A resigns, and so loses to B. A committee grants a claim on it: the score was 0-0, or 1-0. That takes the place
    of what resigning was reported as: A is out, and concedes what goes on. By points that were won, play had begun.
    Once A is back, it is to be played."""
    desk = paired(length=3)
    desk.resign("A")
    granted_score(desk, first, 0)
    conceded = ConcededMatch(match=1, entry=1, play_began=first > 0)
    assert desk.steps[-1].events[-1] == MatchesConceded(conceded=(conceded,))
    assert winner(desk) == "B"
    check_nobody_out_has_to_play(desk)
    desk.do(entry_commands.WithdrawResignation(entry=1), by=player("A"))
    assert winner(desk) is None
    check_invariants(desk.state)


@pytest.mark.rule("TD-4", "TD-12", "NXE-8")
def test_match_replayed_while_an_exclusion_is_suspended_is_lost_once_it_acts_again() -> None:
    """A is put out, and in again while that is suspended. A-B is to be replayed. Then A is out again, and loses it."""
    desk = paired()
    first = give_as(desk, out("A"))
    assert first is not None
    appeal = lodge(desk, first)
    desk.do(ruling_commands.SuspendRuling(ruling=first))
    assert give_as(desk, of_match({"kind": "match-replay"})) is not None
    assert winner(desk) is None
    desk.do(ruling_commands.ResumeRuling(ruling=first))
    assert winner(desk) == "B"
    check_nobody_out_has_to_play(desk)
    vote(desk, appeal, "reversed")
    desk.do(ruling_commands.DecideAppeal(appeal=appeal, reasons="As voted"))
    assert winner(desk) is None


@pytest.mark.rule("TD-12", "TD-13")
def test_an_expulsion_in_place_of_a_disqualification_leaves_the_match_lost() -> None:
    desk = paired()
    number = give_as(desk, out("A"))
    assert number is not None
    put_instead(desk, number, out("A", kind="expulsion")["remedies"])
    assert winner(desk) == "B"


@pytest.mark.rule("ALL-9")
def test_both_put_out_by_one_ruling_lose() -> None:
    desk = paired()
    number = give_as(desk, out("A", "B"))
    assert number is not None
    assert winner(desk) == "nobody"
    reverse(desk, number)
    assert winner(desk) is None


@pytest.mark.rule("ALL-9", "TD-13")
def test_first_of_two_put_out_one_after_the_other_has_lost_while_they_are_out() -> None:
    desk = paired()
    first, second = give_as(desk, out("A")), give_as(desk, out("B"))
    assert first is not None
    assert second is not None
    assert winner(desk) == "B"
    reverse(desk, first)
    assert winner(desk) == "A"


@pytest.mark.rule("TD-10")
def test_an_award_and_its_winner_put_out_in_one_ruling_leave_him_the_award() -> None:
    desk = paired()
    award = {"kind": "result-award", "result": {"kind": "winner", "winner": "first"}}
    assert give_as(desk, of_match(award, {"kind": "disqualification", "entry": 1})) is not None
    assert winner(desk) == "A"


def test_nobody_orders_a_concession() -> None:
    desk = paired()
    concession = {"kind": "concession", "loser": "first", "ruling": 1}
    desk.when(ruling_commands.GiveRuling.model_validate(of_match(concession))).refused(REMEDY_MISPLACED)


@pytest.mark.rule("ALL-3", "ALL-9")
@pytest.mark.parametrize(
    ("result", "remedies", "expected"),
    [
        (None, (A_OUT,), Outcome("second", None, play_began=False)),
        (None, (A_OUT, B_OUT), Outcome("second", None, play_began=False)),
        (None, (B_OUT, A_OUT), Outcome("first", None, play_began=False)),
        (None, (A_OUT, MatchLoss(loser="second")), Outcome("first", None, play_began=False)),
        (None, (A_OUT, ResultAward(result=WinnerOnly(winner="first"))), Outcome("first", None, play_began=True)),
        (WinnerOnly(winner="first"), (A_OUT,), Outcome("first", None, play_began=True)),
    ],
)
def test_conceded_matches_give_way_to_all_else(result: Any, remedies: tuple[Any, ...], expected: Outcome) -> None:  # noqa: ANN401 -- any result
    assert ruled(result, 5, remedies).outcome == expected


@pytest.mark.rule("ALL-3", "ELO-6")
def test_rulings_after_a_match_was_ended_do_not_change_when_it_ended() -> None:
    desk = paired()
    loss = of_match({"kind": "match-loss", "loser": "first"})
    assert give_as(desk, loss) is not None
    ended = desk.state.matches[1].effective
    assert ended is not None
    assert give_as(desk, out("A")) is not None
    assert give_as(desk, loss | {"clause": "4.3"}) is not None
    assert desk.state.matches[1].effective == ended
