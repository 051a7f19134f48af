"""A tournament announced with all its settings: a form made from the fields of the announcement.

It begins with a format, with what a source says (a preset), or with what another tournament has. Nothing is kept on the
server between the steps: each comes with all that was typed, and goes back with it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Query
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from api.http.parameters import Id
from api.http.problems import ROUTE_UNKNOWN, Problem
from api.routes.federation.clubs import list_clubs
from api.routes.federation.federation import read_federation
from api.routes.federation.policies import list_rating_policies
from api.routes.federation.pools import list_rating_pools
from api.routes.federation.reference import list_presets
from api.routes.federation.series import list_series
from api.routes.tournament.standings import read_tournament
from api.site.desk import showing
from api.site.desk.commands.inputs import KIND, Input, inputs
from api.site.desk.commands.persons import candidates, meant
from api.site.desk.commands.reading import Typed, changed, fields, places, written
from api.site.frame.forms import Answered, Form, FormSent, FormVisit, WrongTypedError, once, tried
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting
from domain.formats.registry import KINDS, format_of, read_options
from domain.kernel.calendar import time_zones
from domain.problems.tournament import LANGUAGE_MISSING
from domain.tournament.decisions.lifecycle.editions import OFFICIAL_LANGUAGES
from domain.tournament.lifecycle.commands import AnnounceTournament
from domain.tournament.lifecycle.conditions import MOMENTS, Conditions
from domain.tournament.presets.registry import PRESETS

router = new_pages()

TAKEN = ("cloned_from", "preset", "rating")
"""What is not made from the fields: where the settings are taken from, and a rating that is chosen as a whole."""
INPUTS: tuple[Input, ...] = tuple(one for one in inputs(AnnounceTournament) if one.name not in TAKEN)
_LANGUAGES = "conditions.languages"
_WITHIN = ("format", "conditions")
"""The settings of which each is taken from elsewhere where it is not said."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """What the announcement begins with: a format, the word of a preset, or another tournament."""

    kind: str | None = None
    preset: str | None = None
    like: str | None = None

    @property
    def taken(self) -> Json:
        """Where the announcement says that it takes its settings from."""
        named = {"preset": self.preset, "cloned_from": self.like}
        return {name: told for name, told in named.items() if told is not None}


def _beginning(
    begins: Annotated[str, Query(max_length=50, pattern=r"^(format|preset)-[a-z0-9-]+$")] = f"format-{KINDS[0]}",
    like: Annotated[Id | None, Query()] = None,
) -> Beginning:
    """What the address says. Raises Problem where it names no format."""
    if like is not None:
        return Beginning(like=like)
    what, _, word = begins.partition("-")
    if what == "preset":
        return Beginning(preset=word)
    if word not in KINDS:
        raise Problem(ROUTE_UNKNOWN, "There is no format of that name.")
    return Beginning(kind=word)


Begins = Annotated[Beginning, Depends(_beginning)]


@router.get("/desk/announcement/settings")
def show_settings(visit: Visiting, begins: Begins) -> Response:
    """The form as its beginning has it."""
    told = _first_settings(visit, begins)
    named = [("name", text)] if (text := visit.request.query_params.get("name", "")) else []
    return _page(visit, begins, Form([*written(INPUTS, told, str), *named]))


@router.post("/desk/announcement/settings")
async def take_settings(visit: FormSent, begins: Begins) -> Response:
    """A step of it: `add` and `drop` in a list, `look` at what a kind asks for, or `send`, which goes on to the
    tournament's entries."""
    step = visit.said("step")
    if step != "send":
        return await run_in_threadpool(_page, visit, begins, after_step(visit.form, step))
    answered = await tried(lambda: _send_announcement(visit, begins))
    if answered.done:
        return visit.goes_to(f"/desk/{answered.body['tournament']}/entries")
    return await run_in_threadpool(_page, visit, begins, _with_language(visit.form, answered.body), answered.body)


def _with_language(form: Form, refused: Json) -> Form:
    """The form with the language that its edition of the rules makes official, where it was refused for want of it
    [1.5]: it is sent again, and nothing is announced that nobody has seen."""
    language = OFFICIAL_LANGUAGES.get(refused.get("edition", ""))
    if language is None or not refused["type"].endswith(LANGUAGE_MISSING.slug):
        return form
    others = [(name, text) for name, text in form.multi_items() if name != _LANGUAGES]
    return Form([*others, (_LANGUAGES, "\n".join(filter(None, (language, form.get(_LANGUAGES, "")))))])


def _plays_for_credits(begins: Beginning) -> bool:
    """Whether who enters has to have won a tournament of a series."""
    preset = None if begins.preset is None else PRESETS.get(begins.preset)
    if preset is not None:
        return format_of(preset.settings["format"]).plays_for_credits
    return begins.kind is not None and format_of(read_options({KIND: begins.kind})).plays_for_credits


def after_step(form: Form, step: str) -> Form:
    """The form after a step that sends nothing. A stage whose format was chosen has what the format has by itself."""
    after = changed(form, step)
    return Form([*after.multi_items(), *_of_new_stages(after)])


def _of_new_stages(form: Form) -> Iterator[tuple[str, str]]:
    stages = next(one for one in INPUTS if one.name == "stages")
    formats = next(one for one in stages.parts if one.name == "format").variants
    for place in places(form, stages.name):
        before = f"{stages.name}.{place}.format."
        kind = form.get(f"{before}{KIND}", "")
        if kind in formats and sum(name.startswith(before) for name in form) == 1:
            yield from written(formats[kind], settings_of(kind), str, before)


async def _send_announcement(visit: FormVisit, begins: Beginning) -> Answered:
    """What the API answers to the announcement. Raises WrongTypedError and Problem."""
    return await visit.sends("/v1/tournaments", await run_in_threadpool(_body, visit, begins))


def _body(visit: FormVisit, begins: Beginning) -> Json:
    told = _first_settings(visit, begins)
    zone = visit.said("time_zone") or told.get("time_zone") or visit.asks(read_federation)["time_zone"]
    if zone not in time_zones():
        raise WrongTypedError("zone", zone)
    body = fields(INPUTS, Typed(visit.form, lambda text: meant(visit, text), zone))
    within = {name: emptied(_parts(name, told), told[name], body.get(name, {})) for name in _WITHIN}
    return {**body, **within, **_rating(visit), **begins.taken}


def _parts(name: str, told: Json) -> Sequence[Input]:
    """The inputs within the conditions, or within the format that was told."""
    one = next(one for one in INPUTS if one.name == name)
    return one.parts or one.variants[told[name][KIND]]


def emptied(asked: Sequence[Input], told: Mapping[str, Any], body: Mapping[str, Any]) -> Json:
    """What was typed, and nothing where something stood at first: left out, it would be that again."""
    empty = (one for one in asked if one.name not in body and (one.default or told.get(one.name)))
    return {**body, **{one.name: [] if isinstance(told.get(one.name), list) else None for one in empty}}


def _rating(visit: FormVisit) -> Json:
    """The rating that was chosen, if any. Raises WrongTypedError."""
    found = chosen_rating(visit)
    return {"rating": found} if found else {}


def chosen_rating(visit: FormVisit) -> Json | None:
    """The pool and the policy that were chosen; None: not rated. Raises WrongTypedError."""
    text = visit.said("rating")
    found = next((one for one in ratings(visit) if as_text(one) == text), None)
    if text and found is None:
        raise WrongTypedError("rating", text)
    return found


def ratings(visit: Visit) -> list[Json]:
    """Every pool by its own policy, or by the newest version of each where it has none."""
    newest = {one["name"]: one["version"] for one in visit.asks(list_rating_policies)["items"]}
    policies = [{"policy": policy, "policy_version": version} for policy, version in newest.items()]
    return [
        {"pool": pool["pool"], **policy}
        for pool in visit.asks(list_rating_pools)["items"]
        for policy in ([pool["policy"]] if pool["policy"] else policies)
    ]


def as_text(rating: Json) -> str:
    return f"{rating['pool']} {rating['policy']} {rating['policy_version']}"


def _first_settings(visit: Visit, begins: Beginning) -> Json:
    """The settings that it begins with. Raises Problem where there is no such tournament or preset."""
    if begins.like is not None:
        return _as_there(visit.asks(read_tournament, tournament=begins.like))
    if begins.preset is not None:
        return _as_there(_preset(visit, begins.preset))
    return {"format": settings_of(str(begins.kind)), "conditions": Conditions().model_dump(mode="json")}


def settings_of(kind: str) -> Json:
    """What a format has by itself."""
    return dict(read_options({KIND: kind}).model_dump(mode="json"))


def _preset(visit: Visit, word: str) -> Json:
    found = next((one for one in visit.asks(list_presets, request=visit.request)["items"] if one["word"] == word), None)
    if found is None:
        raise Problem(ROUTE_UNKNOWN, "No tournament is announced by that word.")
    return dict(found)


def _as_there(there: Json) -> Json:
    """Its settings, without what is of that tournament alone."""
    conditions = {name: told for name, told in there["conditions"].items() if name not in MOMENTS}
    stages = [{**stage, "format": _for_others(stage["format"])} for stage in there["stages"]]
    told = {"format": _for_others(there["format"]), "stages": stages, "time_zone": there["time_zone"]}
    return {**told, "conditions": conditions}


def _for_others(told: Json) -> Json:
    """The format's settings without what names entries of that tournament."""
    return dict(read_options(told).for_others.model_dump(mode="json"))


def _page(visit: Visit, begins: Beginning, form: Form, refused: Json | None = None) -> Response:
    """The form with what was typed into it, and why it was refused."""
    showing.require_login(visit)
    return visit.page(
        "announcement/settings.html",
        status=refused["status"] if refused else 200,
        begins=begins,
        kinds=KINDS,
        presets=visit.asks(list_presets, request=visit.request)["items"],
        own=[one for listed in showing.directed(visit).values() for one in listed],
        asked={one.name: one for one in INPUTS},
        ratings={as_text(one): one for one in ratings(visit)},
        clubs=visit.asks_all(list_clubs)["items"],
        series=visit.asks_all(list_series)["items"],
        zones=sorted(time_zones()),
        form=form,
        refused=refused,
        alike=candidates(visit, refused),
        once=once(),
        plays_for_credits=_plays_for_credits(begins),
        places=places,
        is_fixed=True,
        is_chosen_here=True,
    )
