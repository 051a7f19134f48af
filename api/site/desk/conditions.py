"""All conditions of a tournament on one form, which has what holds now; after the start a reason is asked for.

What is as the form had it is sent as it holds, to the second; what was emptied is sent as nothing.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from starlette.responses import Response

from api.http.parameters import Tournament
from api.routes.tournament.standings import read_tournament
from api.site.desk import showing, typed
from api.site.desk.announcing import INPUTS, emptied
from api.site.desk.changing import Changing
from api.site.desk.commands.inputs import Input
from api.site.desk.commands.reading import Typed, changed, fields, written
from api.site.frame.forms import Form, FormSent, FormVisit
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting

router = new_pages()

_ASKED = next(one for one in INPUTS if one.name == "conditions").parts
_BEFORE = "conditions."
_UNTIL_THEN = ("entries_close_at", "reentries_close_at")
"""What is until a moment: a day that is included ends where the next one begins."""


@router.get("/desk/{tournament}/conditions")
def show_conditions(visit: Visiting, tournament: Tournament) -> Response:
    """The form with what holds now."""
    showing.require_login(visit)
    return _CHANGING.page(visit, tournament, _first_form(visit.asks(read_tournament, tournament=tournament)))


@router.post("/desk/{tournament}/conditions")
async def take_conditions(visit: FormSent, tournament: Tournament) -> Response:
    """A step of it: `add` and `drop` in a list, or `send`, which goes on to the page that leads here."""
    return await _CHANGING.take(visit, tournament)


def _body(visit: FormVisit, tournament: str) -> Json:
    told = visit.asks(read_tournament, tournament=tournament)
    holds, begun = told["conditions"], _first_form(told)
    new = [one for one in _ASKED if _of(visit.form, one) != _of(begun, one)]
    said = fields(new, Typed(visit.form, str, told["time_zone"]), _BEFORE)
    return {**typed.reason(visit), "conditions": emptied(new, holds, said)}


def _of(form: Form, one: Input) -> list[tuple[str, str]]:
    """What the form has of one condition."""
    name = f"{_BEFORE}{one.name}."
    return sorted((key, text) for key, text in form.multi_items() if text.strip() and f"{key}.".startswith(name))


def _first_form(told: Json) -> Form:
    """The form as the tournament has its conditions."""
    there = _there(_ASKED, told["conditions"], ZoneInfo(told["time_zone"]))
    return Form(list(written(_ASKED, there, str, _BEFORE)))


def _there(asked: Iterable[Input], told: Mapping[str, Any], zone: ZoneInfo) -> Json:
    """The same with its moments as they are typed there."""
    return {**told, **{one.name: _as_typed(one, told[one.name], zone) for one in asked if told[one.name] is not None}}


def _as_typed(one: Input, value: Any, zone: ZoneInfo) -> Any:  # noqa: ANN401 -- a value of JSON
    if one.kind == "list":
        return [_there(one.parts, item, zone) for item in value]
    if one.kind not in ("day", "moment"):
        return value
    moment = datetime.fromisoformat(value).astimezone(zone)
    if one.kind == "moment":
        return moment.strftime("%Y-%m-%dT%H:%M")
    return (moment - timedelta(microseconds=one.name in _UNTIL_THEN)).date().isoformat()


def _beside(_: Visit, _told: Json, _form: Form) -> Json:
    return {"asked": _ASKED}


_CHANGING = Changing("conditions", "announcement/conditions.html", _body, changed, _beside)
