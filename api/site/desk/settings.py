"""Name, format, later stages and rating on one form, which has what holds now; after the start a reason is asked for.

Another format is chosen first, and shows its own settings. What is as it holds is not sent.
"""

from typing import Annotated, Any

from fastapi import Query
from starlette.responses import Response

from api.http.parameters import Tournament
from api.routes.tournament.standings import read_tournament
from api.site.desk import showing, typed
from api.site.desk.announcing import (
    INPUTS,
    after_step,
    as_text,
    chosen_rating,
    emptied,
    ratings,
    settings_of,
)
from api.site.desk.changing import Changing
from api.site.desk.commands.inputs import KIND, Input
from api.site.desk.commands.reading import Typed, fields, written
from api.site.frame.forms import Form, FormSent, FormVisit
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting
from domain.formats.registry import KINDS, read_options

router = new_pages()

_ASKED: dict[str, Input] = {one.name: one for one in INPUTS if one.name in ("name", "format", "stages")}
Kind = Annotated[str | None, Query(max_length=50, pattern=r"^[a-z0-9-]*$")]


@router.get("/desk/{tournament}/settings")
def show_settings(visit: Visiting, tournament: Tournament, kind: Kind = None) -> Response:
    """The form with what holds now, or with another format as it is by itself."""
    showing.require_login(visit)
    told = visit.asks(read_tournament, tournament=tournament)
    chosen = settings_of(kind) if kind in KINDS and kind != told["format"][KIND] else told["format"]
    return _CHANGING.page(visit, tournament, _first_form({**told, "format": chosen}))


@router.post("/desk/{tournament}/settings")
async def take_settings(visit: FormSent, tournament: Tournament) -> Response:
    """A step of it: `add`, `drop` and `look` in the list of stages, or `send`, which goes on to the board."""
    return await _CHANGING.take(visit, tournament)


def _body(visit: FormVisit, tournament: str) -> Json:
    """What differs from what holds. Raises WrongTypedError."""
    told = visit.asks(read_tournament, tournament=tournament)
    said = fields(_ASKED.values(), Typed(visit.form, str, told["time_zone"]))
    said = {"stages": [], **said, "rating": chosen_rating(visit)}
    if "format" in said:
        kind = said["format"].get(KIND, told["format"][KIND])
        parts, before = _ASKED["format"].variants[kind], settings_of(kind)
        said["format"] = {KIND: kind, **emptied(parts, before, said["format"])}
    return {**typed.reason(visit), **{name: value for name, value in said.items() if not _is_held(told, name, value)}}


def _is_held(told: Json, name: str, value: Any) -> bool:  # noqa: ANN401 -- a value of JSON
    """Whether that setting is so already, with all that a format has by itself."""
    if name == "format":
        return _same_format(told["format"], value)
    if name == "stages":
        return len(told["stages"]) == len(value) and all(
            all(one[each] == other.get(each, one[each]) for each in ("qualifiers", "seeded_by", "play_off_length"))
            and _same_format(one["format"], other.get("format", {}))
            for one, other in zip(told["stages"], value, strict=True)
        )
    if name == "rating" and told["rating"] is not None and value is not None:
        return as_text(told["rating"]) == as_text(value)
    return bool(told[name] == value)


def _same_format(held: Json, said: Json) -> bool:
    """Whether these settings of a format come to those. Where they come to none the API says why."""
    try:
        return bool(read_options(said).model_dump(mode="json") == held)
    except ValueError:
        return False


def _first_form(told: Json) -> Form:
    """The form as the tournament has its settings."""
    rating = [] if told["rating"] is None else [("rating", as_text(told["rating"]))]
    return Form([*written(_ASKED.values(), {name: told[name] for name in _ASKED}, str), *rating])


def _beside(visit: Visit, told: Json, form: Form) -> Json:
    """What is asked, the formats and ratings to choose from, and the format whose settings are shown."""
    return {
        "asked": _ASKED,
        "kinds": KINDS,
        "kind": form.get(f"format.{KIND}", told["format"][KIND]),
        "ratings": {as_text(one): one for one in ratings(visit)},
    }


_CHANGING = Changing("settings", "announcement/changed.html", _body, after_step, _beside)
