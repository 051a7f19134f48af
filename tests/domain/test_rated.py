"""What is rated, and as what (ALL-6, ALL-12, ALL-13, ELO-2)."""

from dataclasses import replace

import pytest

from domain.match import validity
from domain.scoring.result import BothLost, Conceded, FinalScore
from domain.tournament.decisions.matches.rated import RatedMatch, as_rated_match
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.events import RatingTerms
from domain.tournament.matches import commands as match_commands
from tests.desk import Desk, person, player, started

RATING = RatingTerms(pool="normal", policy="room", policy_version=1)


def line(desk: Desk, match: int = 1) -> RatedMatch | None:
    return as_rated_match(desk.state, desk.state.matches[match])


def played() -> Desk:
    desk = started("AB", rating=RATING)
    desk.report("A 3-5 B")
    return desk


@pytest.mark.rule("ALL-6", "ELO-2")
def test_an_announced_match_is_rated_with_its_length_as_n() -> None:
    rated_match = line(played())
    assert rated_match is not None
    assert (rated_match.pool, rated_match.policy.key, rated_match.n) == ("normal", ("room", 1), 5)
    assert (rated_match.winner, rated_match.loser) == (person("B"), person("A"))


@pytest.mark.rule("ALL-6")
def test_a_match_given_up_after_play_began_is_rated_and_one_given_up_before_is_not() -> None:
    desk = started("AB", rating=RATING)
    for number, began in enumerate((True, False), 1):
        desk.do(match_commands.MakeMatch(sides=(1, 2), length=5))
        desk.do(match_commands.ReportResult(match=number, result=Conceded(loser="first", play_began=began)))
    assert line(desk, 1) is not None
    assert line(desk, 2) is None


@pytest.mark.rule("ALL-6", "ELO-5")
def test_a_match_without_a_winner_is_not_rated_although_it_was_played() -> None:
    desk = started("AB", rating=RATING)
    desk.do(match_commands.MakeMatch(sides=(1, 2), length=5))
    desk.do(match_commands.ReportResult(match=1, result=BothLost(play_began=True)))
    assert validity.counting(desk.state.matches[1]) is not None
    assert line(desk) is None


@pytest.mark.rule("SIX-3", "ELO-2")
def test_a_six_game_match_is_not_rated_by_a_policy_that_names_no_n() -> None:
    desk = played()
    assert as_rated_match(desk.state, replace(desk.state.matches[1], form="six-games")) is None


@pytest.mark.rule("ALL-12")
def test_a_result_that_is_not_announced_is_not_rated() -> None:
    desk = started("AB", rating=RATING)
    desk.report("A 5-3 B", by=player("A"))
    assert line(desk) is None
    desk.do(match_commands.VerifyResult(match=1))
    assert line(desk) is not None


@pytest.mark.rule("ALL-13")
def test_nothing_of_a_cancelled_tournament_is_rated_until_it_is_reopened() -> None:
    desk = played()
    desk.do(lifecycle_commands.CancelTournament(reason="Fire"))
    assert line(desk) is None
    desk.do(lifecycle_commands.ReopenTournament(reason="False alarm"))
    assert line(desk) is not None


@pytest.mark.rule("ALL-6")
def test_void_matches_and_those_of_an_unrated_tournament_are_not_rated() -> None:
    desk = played()
    desk.do(match_commands.VoidMatch(match=1, reason="Entered twice"))
    assert line(desk) is None
    unrated = started("AB")
    unrated.report("A 5-3 B")
    assert line(unrated) is None


@pytest.mark.rule("ELO-6")
def test_a_corrected_match_keeps_its_place_and_its_first_report() -> None:
    desk = played()
    before = line(desk)
    assert before is not None
    desk.do(match_commands.CorrectResult(match=1, sides=(2, 1), reason="Sides mixed up"))
    after = line(desk)
    assert after is not None
    assert (after.played_at, after.place, after.reported_at) == (before.played_at, before.place, before.reported_at)
    assert (after.winner, after.loser) == (before.loser, before.winner)


@pytest.mark.rule("ELO-6")
def test_place_counts_the_reports_of_the_tournament_as_its_documentation_says() -> None:
    # Three matches are made, and reported in the order 3, 1, 2.
    desk = started()
    for sides in ((1, 2), (3, 4), (1, 3)):
        desk.do(match_commands.MakeMatch(sides=sides, length=5))
    for number in (3, 1, 2):
        desk.do(match_commands.ReportResult(match=number, result=FinalScore(first=5, second=3)))
    results = [desk.state.matches[number].effective for number in (3, 1, 2)]
    assert [result.place for result in results if result] == [1, 2, 3]
    said = " ".join((match_commands.CorrectResult.__doc__ or "").split())
    assert "The result reported third has place 3" in said
    assert "match's number" not in said
