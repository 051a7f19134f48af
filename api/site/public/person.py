"""The page of a person: their record, ratings match by match, opponents and results, the newest first; and two persons
head to head."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated

from fastapi import Path
from starlette.responses import RedirectResponse, Response

from api.http import parameters
from api.http.problems import RATING_UNKNOWN, Problem
from api.routes.federation.publications import list_publications
from api.routes.person.error_rates import list_error_rates_of_person, list_published_error_rates_of_person
from api.routes.person.found import list_matches_of_person
from api.routes.person.memberships import read_public_club
from api.routes.person.persons_read import read_person
from api.routes.person.rating_teams import list_rated_teams_of_person, read_rated_team
from api.routes.person.ratings import read_rating, read_rating_history
from api.routes.person.records import read_wins_of_person
from api.site.desk.matters import asked
from api.site.frame.shared import shared_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.frame.written import first
from api.site.pictures import curve
from domain.kernel.ids import PersonId

router = shared_pages()

_MATCHES, _COMING, _LINES, _RIVALS, _RATES = 50, 10, 500, 12, 100


@router.get("/persons/{person}")
def show_person(visit: Visiting, person: parameters.Person, cursor: parameters.CursorText = None) -> Response:
    """What everybody may know of a person."""
    kept = visit.request.path_params["person"]
    if getattr(visit.request.state, "content_location", None):
        return RedirectResponse(f"/persons/{kept}", 307)
    team = team_of(visit, person)
    if team is not None:
        return _show_team(visit, team)
    told = visit.asks(read_person, person=person)
    matches = visit.asks(list_matches_of_person, person=person, limit=_MATCHES, cursor=cursor)
    ratings = [found for pool in visit.pools() if (found := _rating_shown(visit, pool, person)) is not None]
    coming = visit.asks(list_matches_of_person, person=person, status="open", limit=_COMING)
    met = {one for match in (*matches["items"], *coming["items"]) for one in (*match["persons"], *match["members"])}
    errors = _error_rates(visit, person)
    met |= {one["opponent"] for one in errors["lines"]}
    teams = visit.asks(list_rated_teams_of_person, person=person)["items"]
    played = [_match_shown(visit, one, matches["names"]) for one in matches["items"] if one["status"] != "open"]
    return visit.page(
        "public/person.html",
        person={**told, "shown": visit.called(told["name"])},
        matches=sorted(played, key=lambda one: one["played_at"] or "", reverse=True),
        coming=[_match_shown(visit, one, coming["names"]) for one in coming["items"] if not one["abandoned"]],
        further=visit.on(matches["next"]),
        ratings=ratings,
        teams=teams,
        club=visit.asks(read_public_club, person=person),
        wins=visit.asks(read_wins_of_person, person=person),
        errors=errors,
        names=visit.names(met | {one["id"] for one in teams} | _persons_met(ratings)),
    )


def _show_team(visit: Visit, team: Json) -> Response:
    """What everybody may know of a team that is rated as one side (TEA-8)."""
    ratings = [found for pool in visit.pools() if (found := _rating_shown(visit, pool, team["id"])) is not None]
    met = _persons_met(ratings) | {line["opponent"] for each in ratings for line in each["lines"]}
    names = visit.names({team["id"], *team["persons"], *met})
    return visit.page("public/rated_team.html", team=team, ratings=ratings, names=names)


def _persons_met(ratings: Iterable[Json]) -> set[str]:
    return {rival.person for each in ratings for rival in each["rivals"]}


def team_of(visit: Visit, person: PersonId) -> Json | None:
    """The team that is rated by this id; None where it is a person's."""
    try:
        return visit.asks(read_rated_team, team=person)
    except Problem:
        return None


@router.get("/persons/{person}/against/{other}")
def show_head_to_head(visit: Visiting, person: parameters.Person, other: Annotated[PersonId, Path()]) -> Response:
    """The matches of two persons with each other: those that were rated by pool, and all others."""
    persons = (person, other if team_of(visit, other) else visit.asks(read_person, person=other)["id"])
    pools = {pool: _between(visit, pool, *persons) for pool in visit.pools()}
    met = {} if team_of(visit, person) else _matches_between(visit, *persons)
    rated = {(line["tournament"], line["match"]) for lines in pools.values() for line in lines}
    others = [one for key, one in met.items() if key not in rated and one["winner"] is not None]
    return visit.page(
        "public/head_to_head.html", persons=persons, names=visit.names(persons), pools=pools, met=met, others=others
    )


def _matches_between(visit: Visit, person: PersonId, other: PersonId) -> dict[tuple[str, int], Json]:
    """The matches of the two, by tournament and number; each with the first one's side as `own`."""
    found = visit.asks_all(list_matches_of_person, person=person, opponent=other)["items"]
    return {(one["tournament"], one["number"]): {**one, "own": _own_side(one, person)} for one in found}


def _own_side(match: Json, person: PersonId) -> int:
    """Which side is the person's, be it in a team."""
    return match["persons"].index(person) if person in match["persons"] else int(person in match["members"][1:])


def _between(visit: Visit, pool: str, person: PersonId, other: PersonId) -> list[Json]:
    """The lines of the first, the newest first; nothing where one of them is not in the pool."""
    if rating_in(visit, pool, person) is None:
        return []
    lines = visit.asks(read_rating_history, pool=pool, person=person, limit=_LINES)["items"]
    return [one for one in lines if one["opponent"] == other]


def _match_shown(visit: Visit, match: Json, names: Mapping[PersonId, str]) -> Json:
    return {**match, "players": _players(visit, match, names)}


def _players(visit: Visit, match: Json, names: Mapping[PersonId, str]) -> list[str]:
    return [visit.called(names.get(one), entry) for one, entry in zip(match["persons"], match["sides"], strict=True)]


def rating_in(visit: Visit, pool: str, person: str) -> Json | None:
    """The rating in a pool; None without one."""
    try:
        return visit.asks(read_rating, pool=pool, person=person)
    except Problem as problem:
        if problem.kind is not RATING_UNKNOWN:
            raise
        return None


def _rating_shown(visit: Visit, pool: str, person: PersonId) -> Json | None:
    """The rating in a pool, its newest lines with their curve, and who the person met most; None without one."""
    rating = rating_in(visit, pool, person)
    if rating is None:
        return None
    lines = visit.asks(read_rating_history, pool=pool, person=person, limit=_LINES)["items"]
    played = [Decimal(line["rating_after"]) for line in reversed(lines)]
    before = [Decimal(lines[-1]["rating_before"])] if lines else []
    picture = curve.drawn([*before, *played]) if lines else None
    won = sum(line["won"] for line in lines)
    record = {"won": won, "lost": len(lines) - won, "is_whole": len(lines) < _LINES}
    lists = visit.asks(list_publications, kind="rating-list", pool=pool, sort="newest", limit=1)["items"]
    told = {"rating": rating, "lines": lines, "picture": picture, "rivals": rivals(lines), "record": record}
    return {**told, "official": first(lists)}


def _error_rates(visit: Visit, person: PersonId) -> Json:
    """The newest error rates with their curve and average: all for the person and the staff, else the public ones."""
    whole = asked(visit, list_error_rates_of_person, person=person, limit=_RATES)
    found = whole or visit.asks(list_published_error_rates_of_person, person=person, limit=_RATES)
    lines: list[Json] = found["items"]
    rates = [Decimal(one["rate"]) for one in reversed(lines)]
    average = (sum(rates, Decimal(0)) / len(rates)).quantize(Decimal("0.001")) if rates else None
    picture = curve.drawn(rates) if rates else None
    return {"lines": lines, "picture": picture, "average": average, "is_whole": whole is not None}


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody met: how often the person has won against them, and lost."""

    person: PersonId
    won: int
    lost: int


def rivals(lines: Iterable[Mapping[str, object]]) -> list[Rival]:
    """Who these rated matches were played against, the most matches first."""
    tally: dict[str, list[int]] = {}
    for line in lines:
        tally.setdefault(str(line["opponent"]), [0, 0])[0 if line["won"] else 1] += 1
    found = [Rival(PersonId(person), won, lost) for person, (won, lost) in tally.items()]
    return sorted(found, key=lambda one: (-one.won - one.lost, -one.won, one.person))[:_RIVALS]
