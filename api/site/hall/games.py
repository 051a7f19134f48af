"""Who plays who in a round, in the orders that a hall wants it: by table, and by name."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from api.http import parameters
from api.http.problems import ROUTE_UNKNOWN, Problem
from api.routes.tournament.standings import list_matches
from api.site.frame.visit import Json, Visit
from api.site.public.shown_tournament import about, rooms_of, rounds_of


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody in a round: against whom and at which table; without an opponent they have that bye."""

    name: str
    table: int | None
    opponent: str | None
    bye: str | None


def games_of(visit: Visit, tournament: str, wanted: int | None) -> Json:
    """The content of the papers of a round: its pairings by table, its byes, and everybody by name; the newest round
    that was drawn unless one is wanted, and open matches that belong to no round, alone where the round is over.
    Raises Problem for a round that was not drawn."""
    made = about(visit, tournament)
    rounds = [one for one in rounds_of(visit, tournament) if one["pairings"] or one["byes"]]
    drawn = [one for one in rounds if wanted in (None, one["number"])]
    if wanted is not None and not drawn:
        raise Problem(ROUTE_UNKNOWN, "That round was not drawn.")
    games, byes = _of_round(drawn[-1]) if drawn else ([], [])
    beside = [] if wanted is not None else _beside_rounds(visit, tournament)
    if beside and all(one["status"] != "open" for one in games):
        games, byes, drawn = [], [], []
    found = by_table([*games, *beside])
    return {
        **made,
        "round": drawn[-1]["number"] if drawn else None,
        "rounds": [one["number"] for one in rounds],
        "closes_at": (drawn[-1]["schedule"] or {}).get("closes_at") if drawn else None,
        "games": found,
        "byes": byes,
        "lines": by_name(found, byes, made["entrants"]),
        "rooms": rooms_of(visit, tournament),
    }


def _of_round(told: Json) -> tuple[list[Json], list[Json]]:
    numbered = ({**one, "number": one["match"], "round": told["number"]} for one in told["pairings"])
    games = [one for one in numbered if one["status"] != "void"]
    return games, [one for one in told["byes"] if not one["void"]]


def _beside_rounds(visit: Visit, tournament: parameters.Tournament) -> list[Json]:
    """Open matches that belong to no round: those of a format without rounds, and those for the last places."""
    found: list[Json] = visit.asks_all(list_matches, tournament=tournament, status="open")["items"]
    return [one for one in found if not one["abandoned"] and not one["round"]]


def by_table(games: Iterable[Json]) -> list[Json]:
    """The games by table; those without one come last, by number."""
    return sorted(games, key=lambda one: (one["table"] is None, one["table"] or 0, one["number"]))


def by_name(games: Iterable[Json], byes: Iterable[Json], entrants: Mapping[int, Json]) -> list[Line]:
    """Everybody of a round by name, each with the opponent."""

    def name(entry: int) -> str:
        return str(entrants[entry]["shown"])

    lines = [
        Line(name(own), one["table"], name(other), None)
        for one in games
        for own, other in (one["sides"], one["sides"][::-1])
    ]
    alone = [Line(name(one["entry"]), None, None, one["kind"]) for one in byes]
    return sorted((*lines, *alone), key=lambda one: (one.name.casefold(), one.table or 0))
