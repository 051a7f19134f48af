"""What each page of the desk is made of: answers of the API to whoever looks at it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from api.http.etags import SETTINGS, Resource
from api.routes.person.found import list_waiting
from api.routes.tournament.hall import read_hall
from api.routes.tournament.reports import read_report
from api.routes.tournament.rounds import read_rounds
from api.routes.tournament.rulings import list_appeals, list_disputes
from api.routes.tournament.standings import list_entries, list_matches, list_tournaments, read_standings
from api.routes.tournament.standings import read_tournament as read
from api.site.frame.visit import Json, Visit
from projections.queries.finding.tournaments import Wanted

OPEN, REPORTED = "open", "reported"


def home(visit: Visit) -> Json:
    """What waits for whoever asks, and the tournaments that they direct."""
    caller = visit.reader.caller
    own = caller.person if caller.role == "director" else None
    listed = {
        status: visit.asks(list_tournaments, wanted=Wanted(status=status, director=own))["items"]
        for status in ("started", "announced", "completed")
    }
    return {"waiting": visit.asks(list_waiting)["items"], "tournaments": listed}


def tournament(visit: Visit, id_: str) -> Json:
    """The tournament, its rounds, and the names of its entries: what every page of it has."""
    read_now, entries = visit.asks(read, tournament=id_), visit.asks_all(list_entries, tournament=id_)
    names = {one["number"]: _name(one, entries["names"]) for one in entries["items"]}
    return {
        "tournament": read_now,
        "settings_etag": SETTINGS.etag(read_now["revision"], read_now["version"]),
        "entries": entries["items"],
        "entry_names": names,
        "rounds": visit.asks(read_rounds, tournament=id_),
    }


def _name(entry: Json, names: Mapping[str, str]) -> str:
    return str(entry.get("team") or names.get(entry["person"]) or f"#{entry['number']}")


def now(visit: Visit, id_: str) -> Json:
    """What comes next, and what waits."""
    waiting = [one for one in visit.asks_all(list_waiting)["items"] if one["tournament"] == id_]
    return {"waiting": waiting, **_to_verify(visit, id_)}


def _to_verify(visit: Visit, id_: str) -> Json:
    return {"reported": visit.asks_all(list_matches, tournament=id_, status=REPORTED)["items"]}


def entries(visit: Visit, id_: str) -> Json:
    """Who has entered, and the hall that they will play in."""
    return {"hall": visit.asks(read_hall, tournament=id_)}


def rounds(visit: Visit, id_: str) -> Json:
    """What is to be entered and verified."""
    still = visit.asks_all(list_matches, tournament=id_, status=OPEN)["items"]
    number = next((one["round"] for one in still if one["round"]), None)
    by = "table" if _has_tables(still) else "match"
    return {"open": still, "number": number, "by": by, **_to_verify(visit, id_)}


def _has_tables(matches: list[Json]) -> bool:
    return bool(matches) and all(one["table"] is not None for one in matches)


def standings(visit: Visit, id_: str) -> Json:
    """The table, with why each line stands where it does."""
    return {"standings": visit.asks(read_standings, tournament=id_)}


def finish(visit: Visit, id_: str) -> Json:
    """What is still missing, and the report."""
    still = {
        status: visit.asks_all(list_matches, tournament=id_, status=status)["items"] for status in (OPEN, REPORTED)
    }
    matters = {
        "disputes": _open(visit.asks_all(list_disputes, tournament=id_)["items"]),
        "appeals": _open(visit.asks_all(list_appeals, tournament=id_)["items"]),
    }
    return {**still, **matters, "report": visit.asks(read_report, tournament=id_)}


def _open(matters: list[Json]) -> list[Json]:
    return [one for one in matters if one.get("status") in ("open", "pending", "lodged")]


PAGES: Mapping[str, Callable[[Visit, str], Json]] = {
    "now": now,
    "entries": entries,
    "rounds": rounds,
    "standings": standings,
    "finish": finish,
}
"""By what stands in the address behind the tournament."""


def etag_of_match(match: Mapping[str, Any]) -> str:
    """The ETag of a match as it was read."""
    return Resource("match", match["number"]).etag(match["revision"])


def etag_of_entry(entry: Mapping[str, Any]) -> str:
    """The ETag of an entry as it was read."""
    return Resource("entry", entry["number"]).etag(entry["revision"])


def changed_since(history: list[Json], version: int) -> Iterator[Json]:
    """What was recorded after that version, the newest last."""
    return (one for one in history if one["version"] > version)
