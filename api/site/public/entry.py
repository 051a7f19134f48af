"""The page of an entrant: who they play and where, what their numbers are made of, and their matches."""

from collections.abc import Iterable, Iterator

from starlette.responses import Response

from api.http import parameters
from api.routes.tournament.stages import read_account
from api.routes.tournament.standings import list_matches, read_entry, read_standings
from api.site.frame.shared import shared_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.public.shown_tournament import is_told, next_match_of, rooms_of, rounds_of, shown
from api.site.public.tournament import T
from domain.kernel.ids import EntryNumber, TournamentId
from domain.kernel.refusal import Refused

router = shared_pages()


@router.get(f"{T}/entries/{{entry}}")
def show_entry(visit: Visiting, tournament: parameters.Tournament, entry: parameters.Entry) -> Response:
    """Who the entrant plays now, where, at what time, and why; their line and their matches."""
    return shown(visit, "public/entry.html", tournament, **of_entry(visit, tournament, entry))


def of_entry(visit: Visit, tournament: TournamentId, entry: EntryNumber) -> Json:
    """What their page shows of an entrant."""
    visit.asks(read_entry, tournament=tournament, entry=entry)
    matches = visit.asks_all(list_matches, tournament=tournament, entry=entry)["items"]
    rounds = rounds_of(visit, tournament, entry)
    table = visit.asks(read_standings, tournament=tournament)
    return {
        "entry": entry,
        "now_played": [one for one in matches if one["status"] == "open" and not one["abandoned"]],
        "matches": [one for one in matches if one["status"] != "open"],
        "pairings": {one["match"]: one for _, one in _inside(rounds, "pairings")},
        "byes": [{**one, "round": each["number"]} for each, one in _inside(rounds, "byes") if one["entry"] == entry],
        "line": next((row for row in table["rows"] if row["entry"] == entry), None),
        **_accounts(visit, tournament, entry, table),
        "next_match": next_match_of(visit, tournament, entry),
        "rooms": rooms_of(visit, tournament),
    }


def _accounts(visit: Visit, tournament: TournamentId, entry: EntryNumber, table: Json) -> Json:
    """What their numbers are made of; nothing for an entry that is in no stage, which has no line."""
    try:
        told = visit.asks(read_account, tournament=tournament, entry=entry)
    except Refused:
        return {"accounts": [], "rounds_before": 0}
    accounts = [one for one in told["accounts"] if one["parts"] and is_told(table, one["name"], one["total"])]
    return {"accounts": accounts, "rounds_before": told["rounds_before"]}


def _inside(rounds: Iterable[Json], what: str) -> Iterator[tuple[Json, Json]]:
    """Each round with each of what is in it."""
    return ((each, one) for each in rounds for one in each[what])
