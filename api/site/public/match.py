"""The page of a match, layer by layer: what was played, what was corrected, what was ruled."""

from starlette.responses import Response

from api.http import parameters
from api.routes.tournament.replays import read_replays_of_match
from api.routes.tournament.rulings import list_disputes, list_rulings
from api.routes.tournament.standings import read_match
from api.site.frame.shared import shared_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.public.shown_tournament import about, rooms_of, rounds_of
from api.site.public.tournament import T
from api.site.replay.kept import analyses, is_monitor, kept_transcripts, may_read_record
from api.site.replay.live_pages import may_keep
from api.site.replay.live_shown import is_kept, live_views
from domain.kernel.refusal import Refused

router = shared_pages()

TO_EVERYBODY = "to-everybody"


@router.get(f"{T}/matches/{{match}}")
def show_match(visit: Visiting, tournament: parameters.Tournament, match: parameters.Match) -> Response:
    """One match."""
    try:
        told = visit.asks(read_match, tournament=tournament, match=match)
    except Refused as refused:
        return _not_there(visit, tournament, match, refused)
    pairings = [one for each in rounds_of(visit, tournament, told["sides"][0]) for one in each["pairings"]]
    rulings = visit.asks_all(list_rulings, tournament=tournament)["items"]
    disputes = visit.asks_all(list_disputes, tournament=tournament)["items"]
    values = about(visit, tournament)
    return visit.page(
        "public/match.html",
        **values,
        match=told,
        live=live_views(visit, values["tournament"], [told]).get(match),
        keeps=is_kept(told) and may_keep(visit, tournament, told),
        pairing=next((one for one in pairings if one["match"] == match), None),
        rulings=[one for one in rulings if match in one["matches"] or _is_about(one, match)],
        disputes=[one for one in disputes if one["ruling"] is None and _is_about(one, match)],
        rooms=rooms_of(visit, tournament),
        transcripts=kept_transcripts(visit, tournament, match),
        replays=_replays(visit, values["tournament"], match),
        analyses=analyses(visit, tournament, match),
        can_upload=may_read_record(visit, tournament, match),
        watches=is_monitor(visit, tournament, match),
    )


def _replays(visit: Visit, told: Json, match: int) -> list[Json]:
    """Those that everybody may see."""
    if told["conditions"]["replays_shown"] != TO_EVERYBODY:
        return []
    found: list[Json] = visit.asks(read_replays_of_match, tournament=told["id"], match=match)["replays"]
    return found


def _not_there(visit: Visit, tournament: str, match: int, refused: Refused) -> Response:
    """What is shown of every match that the reader can't see, be it held or not, where draws may be held. Raises the
    refusal elsewhere."""
    values = about(visit, tournament)
    told = values["tournament"]
    if (told["status"], told["conditions"]["pairings_shown"]) != ("started", "when-released"):
        raise refused
    return visit.page("public/not_released.html", **values, status=404, number=match)


def _is_about(one: Json, match: int) -> bool:
    return bool(one["about"] == {"kind": "match", "number": match})
