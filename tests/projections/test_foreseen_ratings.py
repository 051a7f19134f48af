"""What a preview says of ratings is what then happens, however often the pools were tried before (ALL-4, ELO-6)."""

from collections.abc import Mapping

import pytest

from domain.kernel.ids import PersonId
from domain.person.commands import SetOpeningRating
from domain.scoring.result import FinalScore
from domain.tournament.command import Command
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.state import Tournament
from projections.engine.states import Touched
from projections.queries.queries import Readings
from projections.ratings.pools import pools_at
from projections.ratings.preview import ForeseenRatings, Rerating
from projections.ratings.rated_then import pools_so_far
from tests.projections.support import Club, follow, tournament_id

LOST = FinalScore(first=2, second=5)
LONGER = FinalScore(first=7, second=6)


def tried(club: Club, kept: ForeseenRatings, tournament: int, command: Command) -> Rerating:
    """What the kept pools say of it, and pools made again with them; then it is done."""
    before, position = club.state(tournament), club.journal.position()
    ratings = current(club)
    club.tell(tournament, command)
    after = club.state(tournament)
    foreseen = kept.would_change(touched(before, after), position)
    assert foreseen == ForeseenRatings(club.journal).would_change(touched(before, after), position)
    happened = current(club)
    changed = {
        player: (ratings[player], happened[player]) for player in happened if ratings[player] != happened[player]
    }
    assert {player: (old, new) for _, player, old, new in foreseen.players} == changed
    return foreseen


def touched(before: Tournament, after: Tournament) -> Touched:
    """What has become of one state."""
    changed = {number for number, match in after.matches.items() if before.matches.get(number) is not match}
    return Touched(after, before, matches=changed)


def current(club: Club) -> Mapping[PersonId, int]:
    pool = pools_at(club.journal, club.journal.position()).pool("normal")
    pool.settle()
    return {player: pool.ledger.current(player).rating for player in pool.ledger.players()}


@pytest.mark.rule("ALL-4", "ELO-6", "ALL-13")
def test_trial_made_before_leaves_nothing_behind(club: Club) -> None:
    """Two tournaments of the same three, three matches each; the second is rated after the first."""
    club.register(1, 2, 3)
    for tournament in (1, 2):
        club.begin(tournament, 1, 2, 3)
        club.play(tournament, (1, 2, 5, 3), (2, 3, 5, 1), (1, 3, 5, 4))
    kept = ForeseenRatings(club.journal)
    turned = tried(club, kept, 1, match_commands.CorrectResult(match=1, result=LOST, reason="Slip"))
    assert turned.matches[tournament_id(2)] == 3  # all of the later one are rated again
    tried(club, kept, 1, match_commands.CorrectResult(match=2, result=LONGER, length=7, reason="Slip"))
    tried(club, kept, 2, match_commands.VoidMatch(match=3, reason="Never played"))
    tried(club, kept, 2, match_commands.ReinstateMatch(match=3, reason="It was"))
    cancelled = tried(club, kept, 1, lifecycle_commands.CancelTournament(reason="Not announced in time"))
    assert cancelled.matches[tournament_id(1)] == 3


@pytest.mark.rule("ALL-4")
def test_a_preview_that_is_not_carried_out_changes_nothing_of_the_next(club: Club) -> None:
    club.register(1, 2, 3)
    club.begin(1, 1, 2, 3)
    club.play(1, (1, 2, 5, 3), (2, 3, 5, 1))
    kept = ForeseenRatings(club.journal)
    before, position = club.state(1), club.journal.position()
    club.turn_over(1, 1, "second")
    once = kept.would_change(touched(before, club.state(1)), position)
    assert once.players
    assert kept.would_change(touched(before, club.state(1)), position) == once
    new = club.state(1)
    club.play(1, (1, 3, 5, 0))
    made = kept.would_change(touched(new, club.state(1)), position)  # a match that the pools have not seen yet
    assert [made.matches, kept.would_change(touched(new, club.state(1)), position)] == [{tournament_id(1): 1}, made]


@pytest.mark.rule("ALL-4", "ELO-6")
def test_pools_that_begin_with_the_tables_are_those_of_the_log(
    club: Club, readings: Readings, database_url: str
) -> None:
    club.register(1, 2, 3)
    club.tell_of(
        2, SetOpeningRating(pool="normal", rating_millionths=1_500_000_000, experience=10, reason="As before.")
    )
    club.begin(1, 1, 2, 3)
    club.play(1, (1, 2, 5, 3), (2, 3, 5, 1), (1, 3, 5, 4))
    follow(database_url, club.journal, "ratings")
    shown = club.journal.position()
    club.play(1, (3, 2, 5, 3))  # what the tables lack is read from the log
    kept = ForeseenRatings(club.journal, readings.then)
    pools, position = pools_so_far(readings.then, club.journal.position())
    assert (position, len(pools.pool("normal").ledger)) == (shown, 3)
    turned = tried(club, kept, 1, match_commands.CorrectResult(match=2, result=LOST, reason="Slip"))
    assert turned.matches == {tournament_id(1): 3}
