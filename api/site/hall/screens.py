"""What a hall throws on a wall: lists that turn their pages by themselves and follow what happens, and a draw that was
recorded, pair by pair.

Pages turn by the header Refresh, so no program runs in them; anyone who wants one to stay names its page.
"""

from typing import Annotated, Literal

from fastapi import Query
from pydantic import Field
from starlette.responses import Response

from api.http import parameters
from api.site.frame.shared import shared_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.hall.games import games_of
from api.site.hall.papers import Round, pictured
from api.site.public.shown_tournament import about, is_soon, now_played, table_of
from api.site.public.tournament import T
from api.site.replay.live_shown import live_views

router = shared_pages()

Wall = Literal["tables", "names", "standings", "picture"]
Lines = Annotated[Literal["10", "15", "20", "30"], Query(description="How many stand on a page: fewer are larger.")]
Seconds = Annotated[
    Annotated[int, Field(ge=3, le=600), parameters.PLAIN_DIGITS], Query(description="How long a page stays.")
]
Pairs = Annotated[
    Annotated[int, Field(ge=0, le=100_000), parameters.PLAIN_DIGITS],
    Query(description="How many pairs have been read out."),
]
_COLUMNS = 2
"""In how many columns names are listed that have a line without anything else."""
Page = Annotated[parameters.Number | None, Query(description="Only this page, which then does not turn.")]


@router.get(f"{T}/screen/{{wall}}")
def show_wall(
    visit: Visiting,
    tournament: parameters.Tournament,
    wall: Wall,
    lines: Lines = "20",
    seconds: Seconds = 12,
    turn: Annotated[parameters.Number, Query(description="The page to be shown now.")] = 1,
    page: Page = None,
) -> Response:
    """A page of a list, in large letters; before the start, what comes and who is in."""
    values = about(visit, tournament)
    is_coming = values["tournament"]["status"] == "announced"
    made, rows = (values, _who_is_in(values)) if is_coming else _made(visit, values, wall)
    on_each = 1 if made.get("parts") else int(lines) * (_COLUMNS if is_coming else 1)
    pages = max(1, -(-len(rows) // on_each))
    now = min(page or turn, pages)
    stays = page is not None or pages == 1
    told: Json = {"rows": rows[(now - 1) * on_each : now * on_each], "page": now, "pages": pages, "per_page": lines}
    template = "coming" if is_coming else wall
    answer = visit.page(f"hall/screen_{template}.html", **made, **told, wall="picture" if is_coming else wall)
    if not stays:
        turned = visit.request.url.include_query_params(turn=now % pages + 1).replace(scheme="", netloc="")
        answer.headers["Refresh"] = f"{seconds}; url={turned}"
    return answer


def _who_is_in(values: Json) -> list[Json]:
    return sorted((one for one in values["entrants"].values() if one["entrant"]), key=lambda one: one["shown"])


def _made(visit: Visit, values: Json, wall: Wall) -> tuple[Json, list[Json]]:
    """What the page is made of, and the rows that are shared out to its pages."""
    tournament = values["tournament"]["id"]
    if wall == "standings":
        table = table_of(visit, tournament)
        return {**values, "table": table, "parts": table["groups"]}, table["groups"] or table["rows"]
    if wall == "picture":
        drawn = pictured(visit, tournament)
        return {**values, **drawn}, drawn["parts"] or (drawn["chart"] or {}).get("lines", [])
    made = games_of(visit, tournament, None)
    live = live_views(visit, made["tournament"], now_played(visit, tournament))
    return {**made, "live": live, "ends_at": _ends_at(visit, made)}, made["games" if wall == "tables" else "lines"]


def _ends_at(visit: Visit, made: Json) -> str | None:
    """When the round on the wall ends, where that is counted down to: it is played, and ends this evening."""
    is_played = any(one["status"] == "open" for one in made["games"])
    closes_at = made["closes_at"] if is_played else None
    return closes_at if is_soon(visit, closes_at) else None


@router.get(f"{T}/present")
def present_draw(
    visit: Visiting,
    tournament: parameters.Tournament,
    round_: Annotated[Round, Query(alias="round")] = None,
    pairs: Pairs = 0,
) -> Response:
    """A draw that was recorded, as it is read out: one pair more with each step (ALL-2: none is shown before)."""
    made = games_of(visit, tournament, round_)
    said = min(pairs, len(made["games"]))
    newest = made["games"][said - 1] if said else None
    before = made["games"][: max(said - 1, 0)]
    return visit.page("hall/present.html", **made, newest=newest, before=before, said=said, wall="draw")
