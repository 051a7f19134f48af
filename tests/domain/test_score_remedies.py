"""Remedies on a score against the match as it was recorded, and what stays of it through its sittings."""

from typing import Any

import pytest

from domain.formats.knockout import KnockoutOptions
from domain.kernel.refusal import Refused
from domain.match import layering
from domain.officiating.remedies import MatchResumption
from domain.tournament.command import Command
from domain.tournament.decisions.reviews.after_reversal import left_behind
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.rulings import commands as ruling_commands
from tests.desk import Desk, entered, player, started
from tests.domain.test_rulings import LOST, TWO_POINTS, reversed_by, ruling, started_with
from tests.formats.knockout_play import KnockoutDesk

REPLAY = {"kind": "match-replay"}


def resumption(first: int, second: int) -> dict[str, Any]:
    return {"kind": "match-resumption", "first": first, "second": second}


def annulment(
    game: int, ended: str | None, counts_at: int = 1, ground: str = "crawford", doubler: str = "first"
) -> dict[str, Any]:
    """`A4g`: A has won it, with the cube at 4, as a gammon."""
    told = {"kind": "double-annulment", "ground": ground, "game": game, "counts_at": counts_at}
    told |= {"doubler": doubler} if ground == "dead-cube" else {}
    return told if ended is None else told | {"game_as_scored": game_of(ended)}


def game_of(word: str) -> dict[str, Any]:
    how = {"s": "single", "g": "gammon", "b": "backgammon"}
    return {"winner": "first" if word[0] == "A" else "second", "cube": int(word[1]), "won": how[word[2]]}


def reporting(result: dict[str, Any], match: int = 1) -> match_commands.ReportResult:
    return match_commands.ReportResult.model_validate({"match": match, "result": result, "score_checked": True})


def reported(desk: Desk, result: dict[str, Any], match: int = 1) -> None:
    desk.do(reporting(result, match))


def score(first: int, second: int) -> dict[str, Any]:
    return {"kind": "score", "first": first, "second": second}


def answer(desk: Desk, command: Command) -> str | None:
    """The kind of the refusal, if it was refused."""
    try:
        desk.do(command)
    except Refused as refusal:
        return refusal.problem.slug
    return None


@pytest.mark.rule("TD-10", "TD-17")
@pytest.mark.source("ausbgf 4.4.4", "ausbgf 4.4.7")
@pytest.mark.parametrize(
    ("games", "order", "slug"),
    [
        # To 5: the games begin at 0-0, 2-0 and 4-0 (the Crawford game).
        ("A2s A2s B8s", annulment(3, "B8s"), None),
        ("A2s A2s B8s", annulment(3, "B4g"), "no-double-to-annul"),
        ("A2s A2s B8s", annulment(2, "A2s"), "double-stands"),
        ("A2s A2s B8s", annulment(4, None), "no-double-to-annul"),
        ("A2s A2s B8s", annulment(9, None), "no-double-to-annul"),
        # A has 4, and at 2 the game wins the match: the cube is dead that A holds, and alive in B's hands.
        ("A2s A2s B8s", annulment(3, "B8s", 2, "dead-cube"), None),
        ("A2s A2s B8s", annulment(3, "B8s", 2, "dead-cube", "second"), "no-double-to-annul"),
        ("A2s B8s", annulment(2, "B8s", 2, "dead-cube"), "no-double-to-annul"),
        ("A2s B8s", annulment(2, "B8s", 4, "dead-cube"), None),
        # The fourth game began at 4-2, but the third was the Crawford game.
        ("A2s A2s B2s B4s", annulment(3, "B2s"), "double-stands"),
        ("A2s A2s B2s B4s", annulment(4, "B4s"), "no-double-to-annul"),
    ],
)
def test_a_double_is_annulled_only_where_there_was_one(games: str, order: dict[str, Any], slug: str | None) -> None:
    desk = started_with(5, "A-B C-D")
    reported(desk, {"kind": "games", "games": [game_of(word) for word in games.split()]})
    assert answer(desk, ruling(order)) == slug


@pytest.mark.rule("TD-10")
@pytest.mark.parametrize(
    ("first", "second", "order", "slug"),
    [
        (4, 8, annulment(3, "B8s"), None),  # 4-0 before it
        (4, 8, annulment(6, "B8s"), "no-double-to-annul"),  # at 4-0 there had been four games at most
        (4, 8, annulment(3, None), "no-double-to-annul"),  # no game is in progress
        (3, 8, annulment(3, "B8s"), "no-double-to-annul"),  # 3-0 before it
        (3, 8, annulment(3, "B8s", 2, "dead-cube"), None),  # A has 3, and 2 win the match
    ],
)
def test_score_known_alone_has_to_allow_for_the_double(
    first: int, second: int, order: dict[str, Any], slug: str | None
) -> None:
    desk = started_with(5, "A-B C-D")
    reported(desk, score(first, second))
    assert answer(desk, ruling(order)) == slug


@pytest.mark.rule("TD-10")
def test_nothing_is_ordered_of_a_score_ahead_of_its_own_replay() -> None:
    desk = started_with(5, "A-B C-D")
    reported(desk, score(5, 3))
    assert answer(desk, ruling(TWO_POINTS, REPLAY)) == "remedy-without-effect"
    assert answer(desk, ruling(REPLAY, TWO_POINTS)) is None


@pytest.mark.rule("TD-10")
def test_no_score_is_corrected_before_one_is_reported() -> None:
    desk = started_with(5, "A-B C-D")
    assert answer(desk, ruling({"kind": "score-correction", "first": 3, "second": 2})) == "remedy-without-effect"


@pytest.mark.rule("TD-10")
def test_a_resumed_match_is_not_reported_with_less_than_it_went_on_with() -> None:
    desk = started_with(5, "A-B C-D")
    reported(desk, score(5, 3))
    desk.do(ruling(resumption(4, 3)))
    assert answer(desk, reporting(score(1, 5))) == "score-impossible"
    reported(desk, score(4, 5))
    correction = match_commands.CorrectResult.model_validate({"match": 1, "reason": "Slip", "result": score(3, 5)})
    assert answer(desk, correction) == "score-impossible"


@pytest.mark.rule("ALL-3", "TD-13")
def test_the_sitting_that_counts_is_that_of_the_newest_ruling_whenever_it_came_into_force() -> None:
    desk = started_with(5, "A-B C-D")
    reported(desk, score(5, 3))
    desk.do(ruling(claimed=(REPLAY,)))
    desk.do(ruling(resumption(3, 3)))
    reported(desk, score(3, 5))
    reversed_by(desk, 1)  # the replay is in force now, below the resumption, which was played on
    ended = desk.outcome(1)
    assert ended is not None
    assert (ended.winner, ended.points) == ("second", (3, 5))


@pytest.mark.rule("ALL-4")
def test_a_match_that_is_being_played_on_has_been_started() -> None:
    desk = started_knockout()
    reported(desk, score(5, 4))
    reported(desk, score(5, 4), match=2)
    reported(desk, score(5, 4), match=3)
    desk.do(ruling_commands.GiveRuling.model_validate({**ruling(resumption(4, 4)).model_dump(), "about": FINAL}))
    correction = match_commands.CorrectResult.model_validate({"match": 1, "reason": "Slip", "result": score(4, 5)})
    assert answer(desk, correction) == "choice-needed"


@pytest.mark.rule("ALL-3", "TD-16")
def test_corrected_sides_and_length_hold_when_a_match_is_played_again() -> None:
    desk = started("ABCD")
    desk.report("A 5-3 B")
    to_seven = {"sides": (desk.entry("A"), desk.entry("C")), "length": 7, "result": score(7, 3)}
    desk.do(match_commands.CorrectResult.model_validate({"match": 1, "reason": "Slip", **to_seven}))
    desk.do(ruling(resumption(5, 3)))
    desk.do(ruling(REPLAY))
    desk.when(reporting(score(2, 7)), player("B")).refused("not-allowed")
    desk.do(reporting(score(2, 7)), player("C"))
    effective = desk.state.matches[1].effective
    assert effective is not None
    assert (effective.sides, effective.length, effective.winner) == (to_seven["sides"], 7, desk.entry("C"))


@pytest.mark.rule("ALL-3", "TD-5")
def test_sides_that_a_ruling_speaks_of_are_not_corrected() -> None:
    desk = started("ABCD")
    desk.report("A 5-3 B")
    desk.do(ruling(LOST))
    swapped = {"match": 1, "reason": "Slip", "sides": (desk.entry("B"), desk.entry("A"))}
    assert answer(desk, match_commands.CorrectResult.model_validate(swapped)) == "sides-ruled-on"
    played = {"match": 1, "reason": "Slip", "result": score(5, 4)}
    assert answer(desk, match_commands.CorrectResult.model_validate(played)) is None


@pytest.mark.rule("TD-10", "TD-12")
def test_ruling_left_idle_by_another_is_in_nobodys_way() -> None:
    desk = started_with(5, "A-B C-D")
    reported(desk, {"kind": "winner", "winner": "first"})
    desk.do(ruling(REPLAY))
    reported(desk, score(4, 8))
    desk.do(ruling(annulment(3, "B8s")))
    desk.do(ruling(claimed=(LOST,)))
    reversed_by(desk, 1)  # of the winner alone nothing is left for the double to be taken from
    assert answer(desk, ruling(TWO_POINTS)) is None
    assert answer(desk, ruling({"kind": "disqualification", "entry": 1}, about={"kind": "entry", "number": 1})) is None
    reversed_by(desk, 3)
    ended = desk.outcome(1)
    assert ended is not None
    assert ended.winner == "second"


@pytest.mark.rule("TD-12")
def test_a_committees_decision_is_announced_although_what_it_orders_finds_nothing_to_act_on() -> None:
    desk = started_with(7, "A-B C-D")
    reported(desk, score(7, 4))
    desk.do(ruling({"kind": "score-correction", "first": 7, "second": 5}))
    desk.do(ruling(claimed=({"kind": "score-correction", "first": 5, "second": 7},)))
    desk.do(ruling({"kind": "match-voiding"}))
    reversed_by(desk, 2)
    assert desk.state.directing.rulings[2].status == "reversed"


FINAL = {"kind": "match", "number": 3}


def started_knockout() -> KnockoutDesk:
    """Four players, to 5."""
    desk = KnockoutDesk()
    desk.do(
        lifecycle_commands.AnnounceTournament(name="Knockout", format=KnockoutOptions(kind="knockout", lengths=(5,)))
    )
    entered(desk, "ABCD")
    desk.do(lifecycle_commands.StartTournament())
    return desk


@pytest.mark.rule("ALL-3", "TD-13")
def test_a_ruling_given_in_a_sitting_that_goes_acts_on_the_one_before_and_is_shown_to_the_director() -> None:
    # Played again A wins 7-0, less B's two points: still A. When the replay goes, they are added to 7-4.
    desk = started_with(7, "A-B C-D")
    reported(desk, score(7, 4))
    desk.do(ruling(REPLAY))
    reported(desk, score(7, 0))
    desk.do(ruling({"kind": "penalty-points", "offender": "first", "beneficiary": "second", "points": 2}))
    assert list(left_behind(desk.state)) == []
    reversed_by(desk, 1)
    ended = desk.outcome(1)
    assert ended is not None
    assert (ended.winner, ended.points) == ("first", (7, 6))
    assert [(one.kind, one.match, one.ruling) for one in left_behind(desk.state)] == [("sitting-hidden", 1, 2)]
    desk.do(ruling_commands.WithdrawRuling(ruling=2, reason="It was about the match played again."))
    assert list(left_behind(desk.state)) == []


@pytest.mark.rule("TD-10", "TD-13")
def test_a_match_that_an_annulled_double_leaves_undecided_is_resumed_at_once() -> None:
    desk = started("AB")
    desk.do(match_commands.MakeMatch(sides=(1, 2), length=5))
    reported(desk, score(4, 5))
    desk.do(ruling(annulment(5, "B4s")))
    match = desk.state.matches[1]
    assert (match.left_undecided, match.sitting.report, desk.outcome(1)) == (False, None, None)
    assert desk.state.directing.rulings[1].orders.layers[0].remedies[-1] == MatchResumption(first=4, second=2)
    reported(desk, score(4, 5))
    assert desk.state.verdict(1) == 2
    reversed_by(desk, 1)
    assert desk.state.verdict(1) == 2


@pytest.mark.rule("TD-10", "TD-13", "ALL-3")
@pytest.mark.parametrize(("by_play", "corrected", "goes_on_at"), [((4, 8), (4, 5), None), ((4, 5), (4, 6), (4, 2))])
def test_match_without_a_double_goes_on_by_the_rulings_before(
    by_play: tuple[int, int], corrected: tuple[int, int], goes_on_at: tuple[int, int] | None
) -> None:
    """B's last game, at a cube of 4, counts 1: of 8 points 5 are left, which still win the match."""
    desk = started("AB")
    desk.do(match_commands.MakeMatch(sides=(1, 2), length=5))
    reported(desk, score(*by_play))
    desk.do(ruling({"kind": "score-correction", "first": corrected[0], "second": corrected[1]}))
    desk.do(ruling(annulment(5, "B4s")))
    assert layering.opening_score_of(desk.state.matches[1]) == (4, corrected[1] - 3)
    reversed_by(desk, 1)
    ended = desk.outcome(1)
    if goes_on_at is None:
        assert ended is not None
        assert (ended.winner, ended.points) == ("second", (4, 5))
    else:
        assert (ended, layering.opening_score_of(desk.state.matches[1])) == (None, goes_on_at)
