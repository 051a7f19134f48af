"""What a replay comes to, in lines: standings with their tie-breaks, ratings, settlements, reports, and digests."""

import hashlib
from collections.abc import Iterator

from domain.tournament.decisions.reporting.federation_report import report_of
from domain.tournament.state import Tournament, announced_settings
from projections.claims.claims import CLAIMS, OF_A_TOURNAMENT, contents
from projections.claims.replay import Replayed
from projections.views.settlements import balances_view
from projections.views.tournaments import standings_view
from projections.views.trials import PoolTrialView, TriedBarView

POINT = 1_000_000
"""Ratings are kept in millionths of a point."""


def lines(replayed: Replayed, *, whole: bool = True) -> Iterator[str]:
    """All of it, each tournament and each pool by itself, then the digest of each table; of one tournament what its own
    events give."""
    for state in replayed.tournaments:
        yield from _tournament(state)
    if whole:
        yield from _ratings(replayed)
    for claim in CLAIMS if whole else OF_A_TOURNAMENT:
        yield from _digest(claim.table.name, contents(claim.sorted_rows(replayed)))


def trial_lines(trial: PoolTrialView) -> Iterator[str]:
    """A pool under another policy: its classes, then its players by what they would gain."""
    yield f"pool {trial.pool}: {trial.matches} rated matches, {trial.matches_after} under the other policy"
    for one in trial.classes:
        mean = "none" if one.mean_change is None else one.mean_change
        counts = f"{one.players} players, {one.players_after} then; {one.gain} gain, {one.lose} lose, {one.stay} stay"
        yield f"  class {one.name}: {counts}; mean change {mean}"
        yield from (f"    {_between(bar)}: {bar.players} players" for bar in one.changes if bar.players)
    for player in trial.players:
        shown = ("not rated" if value is None else value for value in (player.before, player.after, player.change))
        yield "  player {} {} -> {}: {}".format(player.person, *shown)


def _between(bar: TriedBarView) -> str:
    if bar.lowest is None:
        return f"change below {bar.beyond}"
    return f"change {bar.lowest} and more" if bar.beyond is None else f"change {bar.lowest} to below {bar.beyond}"


def _tournament(state: Tournament) -> Iterator[str]:
    settings = announced_settings(state)
    yield f"tournament {state.id} {settings.name!r}, {settings.status}, version {state.version}"
    for row in standings_view(state).rows:
        values = ", ".join(f"{name} {value}" for name, value in sorted(row.values.items()))
        reason = f" (below entry {row.reason.above} by {row.reason.criterion})" if row.reason.criterion else ""
        yield f"  {row.rank or '-'}. entry {row.entry}, person {row.person}: {values}{reason}"
    for share in balances_view(state).shares:
        yield f"  settled: entry {share.entry} staked {share.staked}, credited {share.credited}, net {share.net}"
    yield f"  report: sha256 {report_of(state).digest}"


def _ratings(replayed: Replayed) -> Iterator[str]:
    for name, pool in sorted(replayed.pools.pools.items()):
        shown = [(player, pool.ledger.current(player)) for player in pool.ledger.players() if pool.is_shown(player)]
        yield f"ratings {name}: {len(shown)} players"
        for player, standing in sorted(shown, key=lambda each: (-each[1].rating, each[0])):
            points, rest = divmod(standing.rating, POINT)
            yield f"  person {player}: {points}.{rest:06}, experience {standing.experience}"


def _digest(name: str, pieces: Iterator[bytes]) -> Iterator[str]:
    digest, rows = hashlib.sha256(), -2
    for piece in pieces:
        digest.update(piece)
        rows += 1
    yield f"table {name}: {rows} rows, sha256 {digest.hexdigest()}"
