"""What rulings make of a match, by the pages worked by hand and by random layers (ALL-3, TD-5, TD-10)."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.refusal import Refused
from domain.match.effective_result import Ruled, Undecided, Void, penalties
from domain.officiating.remedies import DoubleAnnulment, MatchReplay, PenaltyPoints, Remedy
from domain.scoring.games import Outcome
from domain.scoring.result import Drawn, FinalScore, Form
from domain.scoring.score import Score
from domain.scoring.six_games import SeatedGame, SixGames
from tests.directing.decided import ruled
from tests.directing.words import letter, remedies, remedy, result
from tests.golden.tables import Row, table

CASES = table("directing/layers", 1)
LATE_START = table("directing/layers", 2)
CRAWFORD = table("directing/layers", 3)

NO_RESULT = ("under way", "not begun")


def comes_to(reported: str, length: int, remedies: Sequence[Remedy]) -> Ruled:
    played = None if reported in NO_RESULT else result(reported)
    return ruled(played, length, remedies, play_began=reported == "under way")


def written(outcome: Outcome | Undecided | Void) -> str:
    """As the pages write it."""
    match outcome:
        case Void():
            return "void"
        case Undecided(played=played, given=added):
            return f"undecided {_score(played)}" + (f" +{_score(added)}" if added != (0, 0) else "")
        case Outcome(ended="both-lost"):
            return "both lost"
        case Outcome():
            began = "" if outcome.play_began else ", not begun"
            return f"{letter(outcome.winner)} {_score(outcome.points)}{began}"


def _score(points: Score | None) -> str:
    return "?" if points is None else f"{points[0]}-{points[1]}"


@pytest.mark.rule("ALL-3", "TD-4", "TD-5", "TD-6", "TD-10", "ALL-9")
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['reported']} with {case['remedies'] or 'nothing'}")
def test_the_layers_of_a_match_come_to_what_was_worked_by_hand(case: Row) -> None:
    came = comes_to(case["reported"], int(case["length"]), remedies(case["remedies"]))
    assert written(came.outcome) == case["comes to"]
    assert came.idle == remedies(case["idle"])


@pytest.mark.rule("TD-5", "TD-13", "ALL-3")
@pytest.mark.parametrize("step", LATE_START, ids=lambda step: step["what happens"])
def test_a_late_start_and_the_appeal_against_it(step: Row) -> None:
    assert written(comes_to(step["reported"], 7, remedies(step["in force"])).outcome) == step["comes to"]


@pytest.mark.rule("TD-10", "TD-17")
@pytest.mark.parametrize("step", CRAWFORD, ids=lambda step: step["what happens"])
def test_a_doubled_crawford_game_found_after_the_match(step: Row) -> None:
    assert written(comes_to(step["reported"], 5, remedies(step["in force"])).outcome) == step["comes to"]


@pytest.mark.rule("TD-10")
def test_annulling_a_double_in_the_game_in_progress_leaves_the_score() -> None:
    in_progress = DoubleAnnulment(ground="crawford", game=3, counts_at=1)
    assert ruled(FinalScore(first=4, second=0), 5, [in_progress]) == Ruled(Undecided((4, 0)))


@pytest.mark.rule("GAM-4")
@pytest.mark.parametrize(
    ("reported", "start", "problem"),
    [
        ("7-7", "", "two-winners"),
        ("A4s A2s A1s B1s", "", "game-after-end"),
        ("A4s A1s", "resume 4-4", "game-after-end"),
    ],
)
def test_impossible_score_is_refused(reported: str, start: str, problem: str) -> None:
    with pytest.raises(Refused) as refusal:
        comes_to(reported, 7, remedies(start))
    assert refusal.value.problem.slug == problem


@pytest.mark.rule("SIX-2", "TD-10")
def test_a_six_game_match_can_be_lost_or_awarded_but_has_no_score_to_rule_on() -> None:
    three = SixGames(games=tuple(SeatedGame(winner="first", first_seat="first") for _ in range(3)))
    for on_points in remedies("B+1, B loses game 1s, score 2-2, annul A2s at 1, resume 1-1"):
        assert ruled(three, 6, [on_points], "six-games") == Ruled(Outcome("first", None), (on_points,))
    assert ruled(three, 6, [remedy("A loses")], "six-games").outcome == Outcome("second", None)
    assert ruled(three, 6, remedies("award B"), "six-games").outcome == Outcome("second", None)
    assert ruled(three, 6, remedies("void"), "six-games").outcome == Void()
    assert ruled(None, 6, [], "six-games").outcome == Undecided(None)


@pytest.mark.rule("SIX-1", "GAM-4")
@pytest.mark.parametrize(("reported", "form"), [("4-2", "six-games"), ("A1s A1s", "six-games"), ("AAA", "points")])
def test_a_result_told_as_that_of_another_form_is_refused(reported: str, form: Form) -> None:
    three = SixGames(games=tuple(SeatedGame(winner="first", first_seat="first") for _ in range(3)))
    with pytest.raises(Refused) as refusal:
        ruled(three if reported == "AAA" else result(reported), 6, [], form)
    assert refusal.value.problem.slug == "result-form"


@pytest.mark.rule("ALL-3")
def test_a_drawn_match_stays_drawn_under_fewer_penalty_points_than_decide() -> None:
    assert ruled(Drawn(), 7, remedies("A+3")).outcome == Outcome(None, None, ended="drawn")


REMEDIES = st.sampled_from(
    remedies(
        "A+1, A+3, B+1, B+4, A loses game 1s, B loses game 2g, A loses, B loses, annul A2s at 1, annul B4g at 2, "
        "score 5-7, score 3-3, resume 4-4, resume 6-0, replay, award A, award B 5-7, award A 3-3, annul result, void"
    )
)
SCORES = st.tuples(st.integers(0, 6), st.integers(0, 9)) | st.tuples(st.integers(0, 9), st.integers(0, 6))


@pytest.mark.rule("ALL-3", "TD-10")
@given(st.none() | SCORES, st.lists(REMEDIES, max_size=4), st.lists(REMEDIES, max_size=4))
def test_nothing_of_before_counts_in_a_match_that_is_played_again(
    played: Score | None, before: Sequence[Remedy], since: Sequence[Remedy]
) -> None:
    told = None if played is None else FinalScore(first=played[0], second=played[1])
    assert ruled(told, 7, [*before, MatchReplay(), *since]) == ruled(told, 7, since)


@pytest.mark.rule("TD-5", "TD-10")
def test_penalty_points_of_before_a_replay_count_no_more() -> None:
    assert penalties(7, remedies("A+2, B loses game 2g, B+1, A+1")) == (3, 1)
    assert penalties(7, remedies("A+2, resume 4-4, B+1")) == (2, 1)
    assert penalties(7, remedies("A+2, replay, B+1")) == (0, 1)


@pytest.mark.rule("ALL-3")
@given(st.none() | SCORES, st.lists(REMEDIES, max_size=6), st.booleans())
def test_every_ruling_lets_the_match_come_to_something(
    played: Score | None, orders: Sequence[Remedy], began: bool
) -> None:
    told = None if played is None else FinalScore(first=played[0], second=played[1])
    answer = ruled(told, 7, orders, play_began=began)
    assert all(one in orders for one in answer.idle)
    match answer.outcome:
        case Outcome(winner=None, ended=how):
            assert how == "both-lost"
        case Outcome(winner=winner, points=points):
            assert winner is not None
            assert points is None or max(points) >= 7 or _penalties(orders, winner) > 3
        case Undecided(played=score, given=added):
            assert score is None or max(score[0] + added[0], score[1] + added[1]) < 7


def _penalties(orders: Sequence[Remedy], beneficiary: str) -> int:
    return sum(one.points for one in orders if isinstance(one, PenaltyPoints) and one.beneficiary == beneficiary)
