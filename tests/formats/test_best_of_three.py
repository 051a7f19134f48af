"""Best of three matches as a form of a knockout's match, with breaks between matches only [2.2.2]."""

import pytest
from pydantic import ValidationError

from domain.formats.knockout import KnockoutOptions
from domain.formats.swiss.options import SwissOptions
from domain.kernel.refusal import Refused
from domain.scoring.clock import ClockTerms
from domain.scoring.outcome import outcome
from domain.scoring.result import BestOfThree, FinalScore, MatchScore
from domain.tournament.decisions.match_record.breaks import review_nth_break
from domain.tournament.decisions.match_record.recording import clock_terms_of
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.match_record import commands as match_record_commands
from domain.tournament.matches import commands as match_commands
from projections.views.match_record import match_record_of
from tests.desk import entered
from tests.rounds import RoundsDesk


def played(*scores: str) -> BestOfThree:
    """The matches, from `5-3`."""
    pairs = (map(int, score.split("-")) for score in scores)
    return BestOfThree(matches=tuple(MatchScore(first=first, second=second) for first, second in pairs))


def cup(letters: str = "ABCD") -> RoundsDesk:
    desk = RoundsDesk()
    options = KnockoutOptions(kind="knockout", form="best-of-three", lengths=(5,))
    desk.do(lifecycle_commands.AnnounceTournament(name="Cup", format=options))
    entered(desk, letters).do(lifecycle_commands.StartTournament())
    return desk


@pytest.mark.rule("SEL-3", "TD-8")
def test_winner_of_two_matches_has_won() -> None:
    assert outcome(played("5-3", "2-5", "4-6"), 5, "best-of-three").winner == "second"
    assert outcome(played("5-3", "5-0"), 5, "best-of-three").winner == "first"


@pytest.mark.rule("TD-8")
@pytest.mark.parametrize(
    ("scores", "problem"),
    [
        (("5-3", "3-5"), "match-unfinished"),
        (("5-3", "5-0", "5-1"), "game-after-end"),
        (("5-3", "4-3"), "match-unfinished"),
        (("5-3", "5-5"), "two-winners"),
    ],
)
def test_games_that_make_no_best_of_three_are_refused(scores: tuple[str, ...], problem: str) -> None:
    with pytest.raises(Refused) as refusal:
        outcome(played(*scores), 5, "best-of-three")
    assert refusal.value.problem.slug == problem


@pytest.mark.rule("SEL-3", "SEL-4")
def test_a_knockout_is_played_in_best_of_three() -> None:
    desk = cup()
    first, second = (match.number for match in desk.matches())
    final_score = match_commands.ReportResult(match=first, result=FinalScore(first=5, second=3))
    desk.when(final_score).refused("result-form")
    for number in (first, second):
        desk.do(match_commands.ReportResult(match=number, result=played("5-3", "2-5", "5-4")))
    final = desk.matches()[-1]
    assert (final.form, final.length) == ("best-of-three", 5)
    desk.do(match_commands.ReportResult(match=final.number, result=played("1-5", "5-2", "0-5")))
    assert desk.standings().rows[0].entry == final.sides[1]


@pytest.mark.rule("TD-8")
@pytest.mark.source("ausbgf 2.2.2")
def test_a_break_within_one_of_the_matches_is_flagged() -> None:
    desk = cup("AB")
    [match] = desk.matches()
    desk.do(match_record_commands.BeginBreak(match=match.number, side="first"))
    desk.do(match_record_commands.BeginBreak(match=match.number, side="second", between_matches=True))
    of = desk.state.match_records.of(match.number)
    assert [review_nth_break(of, 5, number, match.form).flags for number in (1, 2)] == [("during-match",), ()]
    assert review_nth_break(of, 5, 1).flags == ()


@pytest.mark.rule("TD-8")
def test_best_of_three_is_a_form_of_a_knockout_s_match_only() -> None:
    with pytest.raises(ValidationError, match="knockout"):
        SwissOptions(kind="swiss", form="best-of-three")


@pytest.mark.rule("TD-7")
@pytest.mark.source("ausbgf 3.5.5")
def test_a_best_of_three_has_the_time_that_the_director_specifies() -> None:
    desk = cup("AB")
    [match] = desk.matches()
    with pytest.raises(Refused) as refused:
        clock_terms_of(desk.state, match)
    assert refused.value.problem.slug == "clock-terms-missing"
    assert match_record_of(desk.state, match.number).clock_terms is None
    specified = ClockTerms(seconds_per_point=90, delay_seconds=10)
    conditions = Conditions(clock_terms=specified)
    desk.do(lifecycle_commands.ChangeConditions(conditions=conditions, reason="Said at the opening."))
    assert clock_terms_of(desk.state, match) == specified
