"""What a hall throws on a wall: lists that turn their pages by themselves and follow what happens, and a draw that was
recorded, pair by pair.

Pages turn by the header Refresh, so no program runs in them; anyone who wants one to stay names its page.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Literal

from fastapi import Query
from pydantic import Field
from starlette.responses import Response

from api.http import parameters
from api.site.frame.codes import address_of, drawn
from api.site.frame.shared import shared_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.hall.games import by_name, by_table, games_of
from api.site.hall.laid_out import STEPS, Sheet, beside_each_other, in_columns, names_below, packed
from api.site.hall.papers import Round, pictured
from api.site.pictures.bracket import Named
from api.site.public.shown_tournament import about, is_soon, next_round_of, now_played, table_of
from api.site.public.tournament import T
from api.site.replay.live_shown import live_views

router = shared_pages()

Wall = Literal["tables", "names", "standings", "picture"]
Lines = Annotated[
    Literal["10", "15", "20", "30"], Query(description="How many lines are below each other at most: fewer are larger.")
]
Seconds = Annotated[
    Annotated[int, Field(ge=3, le=600), parameters.PLAIN_DIGITS], Query(description="How long a page stays.")
]
Pairs = Annotated[
    Annotated[int, Field(ge=0, le=100_000), parameters.PLAIN_DIGITS],
    Query(description="How many pairs have been read out."),
]
_COMING_HEAD = 6
"""How many lines are above the names: what comes, when and where."""
_RANKED, _CROSSED, _CELL, _PICTURE_LINES = 17.0, 12.0, 1.5, 20
"""How wide, in letters, the table of a group is; and its crosstable without its cells, and each of these. For how many
lines the letters around a picture are."""
Made = tuple[Json, list[Sheet]]
"""What a page is made of, and the pages that it is shared out to."""
Turn = Annotated[parameters.Number, Query(description="The page to be shown now.")]
Page = Annotated[parameters.Number | None, Query(description="Only this page, which then does not turn.")]


@router.get(f"{T}/screen/{{wall}}")
def show_wall(
    visit: Visiting,
    tournament: parameters.Tournament,
    wall: Wall,
    lines: Lines = "20",
    seconds: Seconds = 12,
    turn: Turn = 1,
    page: Page = None,
) -> Response:
    """A page of a list, in large letters; before the start, what comes and who is in."""
    values = about(visit, tournament)
    is_coming = values["tournament"]["status"] == "announced"
    made, sheets = _coming(visit, values, int(lines)) if is_coming else _WALLS[wall](visit, values, int(lines))
    pages = max(1, len(sheets))
    now = min(page or turn, pages)
    sheet = sheets[now - 1] if sheets else Sheet([], 1, STEPS[0])
    told: Json = {"sheet": sheet, "page": now, "pages": pages, "per_page": sheet.lines}
    template = "coming" if is_coming else wall
    answer = visit.page(f"hall/screen_{template}.html", **made, **told, wall="picture" if is_coming else wall)
    if page is None and pages > 1:
        answer.headers["Refresh"] = turning_header(visit, seconds, now % pages + 1)
    return answer


def turning_header(visit: Visit, seconds: int, page: int) -> str:
    """The header Refresh that turns to that page after so many seconds."""
    turned = visit.request.url.include_query_params(turn=page).replace(scheme="", netloc="")
    return f"{seconds}; url={turned}"


def _coming(visit: Visit, values: Json, lines: int) -> Made:
    """The entrants by name, and the code that leads to the page where others sign up."""
    code = drawn(address_of(visit.request, f"/tournaments/{values['tournament']['id']}"))
    who = sorted((one for one in values["entrants"].values() if one["entrant"]), key=lambda one: one["shown"])
    return {**values, "code": code}, names_below(who, lines, _COMING_HEAD)


def _standings(visit: Visit, values: Json, lines: int) -> Made:
    """A table with the numbers that there is room for: two columns, and groups beside each other, have few of them."""
    table = table_of(visit, values["tournament"]["id"])
    groups = table["groups"]
    sheets = beside_each_other(groups, _deepest(groups, "rows"), _RANKED, lines) if groups else []
    return {**values, "table": table}, sheets or in_columns(table["rows"], lines, _RANKED + _CELL)


def _picture(visit: Visit, values: Json, lines: int) -> Made:
    made = pictured(visit, values["tournament"]["id"])
    chart = made["chart"] or {"kind": None}
    groups = [one for one in made["parts"] if isinstance(one, dict)]
    deep = _deepest(groups, "lines")
    sheets = beside_each_other(groups, deep, _CROSSED + _CELL * deep, lines)
    brackets = [one for one in made["parts"] if isinstance(one, Named)]
    sheets += [Sheet([one], 1, _PICTURE_LINES) for one in packed(brackets)]
    if not sheets:
        whole = [[one] for one in made["parts"]]
        sheets = [Sheet(one, 1, _PICTURE_LINES) for one in whole] or in_columns(
            chart.get("lines", []), lines, columns=1
        )
    return {**values, **made}, sheets


def _deepest(groups: Sequence[Json], lines: str) -> int:
    return max((len(one[lines]) for one in groups), default=0)


def _tables(visit: Visit, values: Json, lines: int) -> Made:
    """The matches that are played: the newest round, and the matches of earlier ones that are still open, where rounds
    overlap."""
    made = games_of(visit, values["tournament"]["id"], None)
    played = now_played(visit, made["tournament"]["id"])
    there = {one["number"] for one in made["games"]}
    earlier = [one for one in played if one["number"] not in there]
    games = by_table([*made["games"], *earlier])
    live = live_views(visit, made["tournament"], played)
    told: Json = {"live": live, "overlaps": bool(earlier), **_clock(visit, made, played)}
    told |= {"next_round": next_round_of(visit, made["tournament"]["id"])}
    return {**made, **told, "games": games}, in_columns(sorted(games, key=_is_over) if earlier else games, lines)


def _names(visit: Visit, values: Json, lines: int) -> Made:
    made, _ = _tables(visit, values, lines)
    return made, in_columns(by_name(made["games"], made["byes"], made["entrants"]), lines)


def _is_over(game: Json) -> bool:
    return bool(game["status"] != "open")


_WALLS: Mapping[Wall, Callable[[Visit, Json, int], Made]] = {
    "tables": _tables,
    "names": _names,
    "standings": _standings,
    "picture": _picture,
}


def _clock(visit: Visit, made: Json, played: Sequence[Json]) -> Json:
    """The earliest round that is played, and when it ends, where that is counted down to: this evening. A later round
    has its turn once that one is over, so the countdown never goes back."""
    number = min((one["round"] for one in played if one["round"]), default=None)
    is_newest = number == made["round"]
    of = made if number is None or is_newest else games_of(visit, made["tournament"]["id"], number)
    closes_at = of["closes_at"] if number is not None else None
    return {"clock_round": number, "ends_at": closes_at if is_soon(visit, closes_at) else None}


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
