"""The score of open matches while they are played, as everybody is shown it (ALL-12)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from api.http.live_scores import LiveScores
from api.site.desk import typed
from api.site.frame.visit import Json, Visit
from domain.backgammon.live_score import KEPT, LiveScore
from domain.kernel.values import Side
from domain.scoring.result import TO_POINTS
from domain.scoring.score import Score

_PERHAPS_OPEN_TO_OTHERS = ("reported", "needs-ruling")
"""As those see it who are told of results before they are announced."""


@dataclass(frozen=True, slots=True)
class LiveView:
    """Both sides' points, of a best of three the matches that each has won, the cube, and who holds it; None: it is in
    the middle."""

    points: Score
    matches: Score | None
    cube: int
    holder: Side | None


def scores_kept(visit: Visit) -> LiveScores:
    """Where they are kept."""
    return visit.reader.services.live_scores


def live_views(visit: Visit, told: Json, matches: Iterable[Json]) -> Mapping[int, LiveView]:
    """By the number of a match its score, of those of the tournament `told` that are still open and whose score
    somebody keeps. What was kept of a match that has its result is dropped; while that is not announced, the public
    sees what it saw, so that nobody can tell that there is one."""
    kept = scores_kept(visit)
    found = kept.all_of(told["id"])
    views = {}
    for match in (one for one in matches if one["number"] in found):
        if is_kept(match):
            views[match["number"]] = _view(told, match, found[match["number"]])
        elif match["abandoned"] or match["status"] not in _PERHAPS_OPEN_TO_OTHERS:
            kept.drop(told["id"], match["number"])
    return {number: view for number, view in views.items() if view is not None}


def is_kept(match: Json) -> bool:
    """Whether the score of a match can be kept: it is to points or a best of three, and is being played."""
    return bool(match["form"] in KEPT and match["status"] == "open" and not match["abandoned"])


def _view(told: Json, match: Json, score: LiveScore) -> LiveView | None:
    waits = told["conditions"]["verification"] != typed.AT_ONCE
    form, length = match["form"], match["length"]
    shown = score.before_announcement(form, length) if waits else score
    if shown == LiveScore():
        return None
    standing = shown.standing(form, length)
    matches = None if form in TO_POINTS else standing.matches
    return LiveView(standing.points, matches, shown.cube.value, shown.cube.holder)
