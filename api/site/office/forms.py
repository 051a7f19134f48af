"""The forms of the office's commands, made from their fields; a form is sent to the command's own route."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

from fastapi import Depends, Path, Query
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from api.http import parameters
from api.http.callers import Caller
from api.http.problems import ROUTE_UNKNOWN, Problem
from api.http.responses import NEVER
from api.routes.federation.clubs import list_clubs
from api.routes.federation.federation import read_federation
from api.routes.federation.policies import list_rating_policies
from api.routes.tournament.standings import list_tournaments
from api.site.desk.commands.persons import candidates, meant
from api.site.desk.commands.reading import Typed, changed, fields, places, written
from api.site.frame.codes import address_of
from api.site.frame.forms import Answered, Form, FormSent, FormVisit, WrongTypedError, once, tried
from api.site.frame.refilled import OWN_KEY, SEEN
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.office.columns import Column, Kind
from api.site.office.commands import COMMANDS, Command
from api.site.office.numbered import known
from api.site.office.showing import names, require_administrator
from projections.queries.finding.tournaments import Wanted

router = new_pages()

Name = Annotated[str, Path(max_length=40, pattern=r"^[a-z-]+$")]
Id = Annotated[parameters.Id | None, Query()]
Number = Annotated[parameters.Number | None, Query()]
Word = Annotated[parameters.SlugText | None, Query()]
_THINGS = {"persons": "person", "clubs": "club", "series": "series", "webhooks": "webhook", "lists": "list"}
"""The rooms in which each thing has a page, and what commands and their answers call it."""
SHOWN = ("id", "key", "code", "link", "secret")
"""What is shown of an answer that shows something this once."""
_ONCE = ("key", "secret")
"""What makes it one."""
_POLICY = "policy"
"""Of a pool, by name and version: chosen in one field."""
TOLD_FIRST: Mapping[str, Kind] = {
    "person": "person",
    "merged_into": "person",
    "other_person": "person",
    "club": "club",
    "series": "series",
    "tournament": "tournament",
    "key": "code",
    "ban": "number",
    "resignation": "number",
    "membership": "number",
    "offer": "number",
    "request": "number",
    "precedent": "number",
    "season": "number",
}
"""What a form says first that its address names, and what kind of thing each is."""


def _given_names(
    person: Id = None,
    other_person: Id = None,
    merged_into: Id = None,
    club: Id = None,
    series: Id = None,
    webhook: Id = None,
    list: Id = None,  # noqa: A002 -- as the address calls it
    tournament: Id = None,
    tournament_version: Number = None,
    key: Annotated[str | None, Query(pattern=r"^[0-9a-f]{16}$")] = None,
    ban: Number = None,
    resignation: Number = None,
    membership: Number = None,
    offer: Number = None,
    request: Number = None,
    precedent: Number = None,
    season: Number = None,
    kind: Word = None,
    back: Word = None,
) -> dict[str, str]:
    """The address's values for the command, and the room to come back to."""
    return {name: str(told) for name, told in locals().items() if told is not None}


Given = Annotated[dict[str, str], Depends(_given_names)]


@router.get("/office/do/{command}")
def show_form(visit: Visiting, command: Name, given: Given) -> Response:
    """The form of a command, with what is known already."""
    wanted = _wanted_command(visit, command, given)
    read = wanted.read(visit, given)
    begun = written(wanted.inputs, wanted.begins(read), lambda one: f"{visit.names([one])[one]} {one}")
    return _page(visit, wanted, given, Form([*begun, *wanted.told(given).items()]), {"read": read})


@router.post("/office/do/{command}")
async def take_form(visit: FormSent, command: Name, given: Given) -> Response:
    """A step of it: `add` and `drop` in a list, or `send`."""
    wanted = await run_in_threadpool(_wanted_command, visit, command, given)
    step = visit.said("step")
    if step != "send":
        return await run_in_threadpool(_page, visit, wanted, given, changed(visit.form, step), {})
    answered = await tried(lambda: _send(visit, wanted, given))
    if not answered.done:
        return await run_in_threadpool(_page, visit, wanted, given, visit.form, {"refused": answered.body})
    if any(name in answered.body for name in _ONCE):
        return _once(visit, wanted, given, answered.body)
    return visit.goes_to(f"{_next(wanted, given, answered.body)}?done={command}")


async def _send(visit: FormVisit, wanted: Command, given: Mapping[str, str]) -> Answered:
    """The API's answer to the command. Raises WrongTypedError."""
    if wanted.takes_key:
        visit = await run_in_threadpool(_with_own_key, visit)
    body = await run_in_threadpool(_body, visit, wanted, given)
    return await visit.sends(wanted.path.format(**given), body, seen=visit.said(SEEN) or None)


def _with_own_key(visit: FormVisit) -> FormVisit:
    """The same, sent with the key that was typed into the form. Raises WrongTypedError where it is none of theirs."""
    text = visit.said(OWN_KEY)
    key = visit.reader.services.keys.find(text)
    if key is None or key.person != visit.reader.caller.person:
        raise WrongTypedError("key")
    return replace(visit, reader=replace(visit.reader, caller=Caller(key, text)))


def _body(visit: FormVisit, wanted: Command, given: Mapping[str, str]) -> Json:
    """The body as it was typed. Raises WrongTypedError."""
    zone = visit.asks(read_federation)["time_zone"]
    form = Form([*visit.form.multi_items(), *wanted.told(given).items(), *_parts_of_policy(visit.said(_POLICY))])
    return fields(wanted.inputs, Typed(form, lambda text: meant(visit, text), zone))


def _parts_of_policy(chosen: str) -> Iterator[tuple[str, str]]:
    """The fields of a policy that was chosen by its name and version."""
    name, _, version = chosen.partition(" ")
    if name:
        yield from ((f"{_POLICY}.policy", name), (f"{_POLICY}.policy_version", version))


def _wanted_command(visit: Visit, name: str, given: Mapping[str, str]) -> Command:
    """The command. Raises Problem where there is none, or its address lacks something."""
    require_administrator(visit)
    if name not in COMMANDS or not set(COMMANDS[name].names) <= set(given):
        raise Problem(ROUTE_UNKNOWN, "There is no such form, or its address lacks something.")
    return COMMANDS[name]


def _page(visit: Visit, wanted: Command, given: Mapping[str, str], form: Form, told: Json) -> Response:
    """The form with what was typed into it, and what was answered (`told`)."""
    refused = told.get("refused")
    read = told["read"] if "read" in told else wanted.read(visit, given)
    further, line = known(visit, given)
    asked = {one.name for one in wanted.inputs}
    on = (*(Column(name, kind) for name, kind in TOLD_FIRST.items() if name in given), *further)
    on_what = {**line, **given}
    return visit.page(
        "office/form.html",
        status=refused["status"] if refused else 200,
        wanted=wanted,
        given=given,
        begins=wanted.told(given),
        on=on,
        on_what=on_what,
        is_fixed=True,
        is_chosen_here=True,
        form=form,
        seen=form.get(SEEN) or wanted.etag(read),
        refused=refused,
        once=once(),
        places=places,
        back=_next(wanted, given, {}),
        alike=candidates(visit, refused),
        likely=visit.names(refused.get("persons", ())) if refused else {},
        clubs=visit.asks_all(list_clubs)["items"] if asked & {"club", "clubs"} else (),
        policies=visit.asks(list_rating_policies)["items"] if _POLICY in asked else (),
        of_season=_of_season(visit, given),
        **names(visit, [(on, on_what)]),
    )


def _of_season(visit: Visit, given: Mapping[str, str]) -> Sequence[Json]:
    """The tournaments of the season that the form is about, in the order in which they were announced; none where it
    is about no season."""
    if not {"series", "season"} <= given.keys():
        return ()
    wanted = Wanted(series=given["series"], season=int(given["season"]))
    found: list[Json] = visit.asks_all(list_tournaments, wanted=wanted)["items"]
    return found[::-1]


def _once(visit: FormVisit, wanted: Command, given: Mapping[str, str], body: Json) -> Response:
    """The secret that is shown this once: a key, or a secret."""
    link = address_of(visit.request, body["link"]) if body.get("link") else None
    answer = visit.page(
        "office/once.html", wanted=wanted, told={**body, "link": link}, names=SHOWN, back=_next(wanted, given, body)
    )
    answer.headers.update(NEVER)
    return answer


def _next(wanted: Command, given: Mapping[str, str], body: Mapping[str, Any]) -> str:
    """The page that follows: that of what was made, else the one that the form was opened from, else that of what was
    changed."""
    room = wanted.path.split("/")[2]
    thing = _THINGS.get(room, "")
    if "back" in given and (thing in given or thing not in body):
        return f"/office/{given['back']}"
    of = {**body, **given}.get(thing)
    return "/office" if of is None else f"/office/{room}/{of}"
