"""What can be done with the newest round as it stands, so that the desk offers nothing that would be refused."""

from collections.abc import Iterable

from api.site.frame.visit import Json

BY_DRAWS = ("swiss", "nxe", "champion")
"""The formats whose rounds a director draws, and may annul."""
WITH_DEFAULTS = ("swiss",)
"""Those that know what a match comes to that nobody has played."""
_AWAITED = ("open", "reported")


def newest_round(rounds: Json, playing: str, stage: int) -> Json:
    """The `number` of the stage's newest round, None before one is drawn; whether a match of it `has_begun`; and
    whether it can be closed (`closes`) and annulled (`annuls`)."""
    drawn = [one for one in rounds["rounds"] if one["stage"] == stage and _is_live(one)]
    if playing not in BY_DRAWS or not drawn:
        return {"number": None, "has_begun": False, "closes": False, "annuls": False}
    matches = list(_live(drawn[-1]["pairings"]))
    has_begun = any(_has_begun(one) for one in matches)
    closes = playing in WITH_DEFAULTS and any(one["status"] in _AWAITED for one in matches)
    return {"number": drawn[-1]["number"], "has_begun": has_begun, "closes": closes, "annuls": not has_begun}


def _is_live(drawn: Json) -> bool:
    return any(_live(drawn["pairings"])) or any(not one["void"] for one in drawn["byes"])


def _live(pairings: Iterable[Json]) -> Iterable[Json]:
    return (one for one in pairings if one["status"] != "void")


def _has_begun(match: Json) -> bool:
    """Whether it is being played, as far as the round tells."""
    invitation = match["invitation"]
    return match["status"] != "open" or (invitation is not None and invitation["acknowledged_at"] is not None)
