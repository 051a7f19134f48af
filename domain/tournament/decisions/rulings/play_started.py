"""Whether play had begun in a match that a ruling decides, so that it is rated (ALL-6).

Reading: where the ruling does not say, play had begun if a report, an acknowledged invitation or a record of the match
shows it. Such a record is a break, which is taken between games; clocks that were started, paused, read or reset; time
declared out. What was taken back shows nothing, nor what was before the match was last to be replayed. A ruling that
decides several matches says one thing of them all: that play had begun where it had in each.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime

from domain.match import layering, validity
from domain.match.record import Match
from domain.scoring.games import Outcome
from domain.tournament.match_record.state import MatchRecord, standing
from domain.tournament.state import Tournament


def play_began(state: Tournament, said: bool | None, ruled: Iterable[Match]) -> bool:
    """The answer that the next ruling has `said`. Else whether play is known to have begun in each match that it
    decides, as it would be by it; not so where it decides none."""
    if said is not None:
        return said
    decided = (match.number for match in ruled if isinstance(layering.as_ruled(match).outcome, Outcome))
    known = [_shows_play(state, state.matches[number]) for number in decided]
    return bool(known) and all(known)


def decided_before_play(before: Tournament, after: Tournament, matches: Iterable[int]) -> tuple[int, ...]:
    """Those that have a winner now and had none, without play having begun as far as is known: they are not rated."""
    turned = (number for number in matches if _winner(before.matches[number]) is None)
    return tuple(number for number in turned if _won_without_play(after.matches[number]))


def _winner(match: Match) -> int | None:
    counting = validity.counting(match)
    return counting.winner if counting else None


def _won_without_play(match: Match) -> bool:
    counting = validity.counting(match)
    return counting is not None and counting.winner is not None and not counting.outcome.play_began


def _shows_play(state: Tournament, match: Match) -> bool:
    since = _last_replay_at(match)
    recorded = _moments_of_play(state.match_records.of(match.number))
    shown = any(since is None or at > since for at in recorded)
    outcome = match.outcome
    return shown or (outcome is not None and outcome.play_began) or layering.began(match)


def _last_replay_at(match: Match) -> datetime | None:
    return max((layer.given_at for layer in match.layers if layer.replays), default=None)


def _moments_of_play(of: MatchRecord) -> Iterator[datetime]:
    yield from (one.at for one in (*standing(of.breaks), *standing(of.declarations)))
    yield from (one.at for one in standing(of.clocks) if one.recorded.action != "set")
