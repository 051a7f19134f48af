"""Whose history is meant by a name: a person's, a tournament's, a series' or a club's, or that by which it is kept."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from api.routes.federation.clubs import list_clubs
from api.routes.federation.series import list_series
from api.routes.person.persons_read import list_persons
from api.routes.tournament.standings import list_tournaments
from api.site.desk.meant import particulars
from api.site.frame.visit import Json, Visit
from api.site.office.named import of_stream
from domain.kernel.ids import ACCESS, CLUBS, FEDERATION, WEBHOOKS
from projections.queries.finding.tournaments import Wanted

OWN_HISTORIES = (FEDERATION, ACCESS, CLUBS, WEBHOOKS)
"""Those that are of no one thing. All clubs have one together, of which one club's is a part."""
_MOST = 20


@dataclass(frozen=True, slots=True)
class History:
    """A history: what it is kept as (`stream`), and of what `kind` and name it is; of a person what tells them apart
    from others, of a tournament when it was announced, and of a club which one."""

    stream: str
    kind: str = ""
    name: str = ""
    particulars: Json | None = None
    day: str | None = None
    club: str | None = None


def meant(visit: Visit, text: str) -> Sequence[History]:
    """The histories that may be meant."""
    kept = text.strip()
    if kept in OWN_HISTORIES or of_stream(kept):
        return (History(kept),)
    return (*_persons(visit, text), *_tournaments(visit, text), *_series(visit, text), *_clubs(visit, text))


def _persons(visit: Visit, text: str) -> Iterator[History]:
    found = visit.asks(list_persons, search=text, limit=_MOST)["items"]
    known = particulars(visit, [one["id"] for one in found])
    return (History(f"person-{one['id']}", "person", one["name"], known.get(one["id"])) for one in found)


def _tournaments(visit: Visit, text: str) -> Iterator[History]:
    found = visit.asks(list_tournaments, wanted=Wanted(name=text), limit=_MOST)["items"]
    return (History(f"tournament-{one['id']}", "tournament", one["name"], day=one["announced_at"]) for one in found)


def _series(visit: Visit, text: str) -> Iterator[History]:
    found = visit.asks(list_series, search=text, limit=_MOST)["items"]
    return (History(f"series-{one['id']}", "series", one["name"]) for one in found)


def _clubs(visit: Visit, text: str) -> Iterator[History]:
    words = text.casefold().split()
    clubs = visit.asks_all(list_clubs)["items"]
    found = (one for one in clubs if all(word in one["name"].casefold() for word in words))
    return (History(CLUBS, "club", one["name"], club=one["id"]) for one in found)
