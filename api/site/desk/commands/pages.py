"""The form of a command, made from its fields: filled in, tried where it changes matches, and sent.

Nothing is kept on the server between the steps: each comes with all that was typed, and goes back with it.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from fastapi import Depends, Path, Query
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from api.http.parameters import Id, Number, Tournament
from api.http.problems import ROUTE_UNKNOWN, Problem
from api.routes.tournament.rounds import read_rounds
from api.site.desk import showing, typed
from api.site.desk.commands.inputs import inputs
from api.site.desk.commands.ladders import ladders, ordered
from api.site.desk.commands.offered import OFFERED, Known, known
from api.site.desk.commands.persons import candidates, meant
from api.site.desk.commands.reading import Typed, changed, fields, places
from api.site.desk.commands.rules import COMMON, begun_with, found
from api.site.frame.forms import Answered, Form, FormSent, FormVisit, tried
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.public.shown_tournament import numbers_of
from api.site.replay.in_forms import place_of, said_of_transcript
from api.site.words.commands import WORDS

router = new_pages()

Name = Annotated[str, Path(max_length=40, pattern=r"^[a-z-]+$")]
Of = Annotated[Number | None, Query()]


def _numbers_given(
    match: Of = None,
    entry: Of = None,
    dispute: Of = None,
    ruling: Of = None,
    appeal: Of = None,
    round: Of = None,  # noqa: A002 -- as the command calls it
    number: Of = None,
    stage: Of = None,
    person: Annotated[Id | None, Query()] = None,
    kind: Annotated[str | None, Query(max_length=40, pattern=r"^[a-z-]+$")] = None,
    attachment: Of = None,
    game: Of = None,
    turn: Of = None,
    decision: Of = None,
) -> dict[str, str]:
    """What the address says of the command."""
    return {name: str(told) for name, told in locals().items() if told is not None}


Given = Annotated[dict[str, str], Depends(_numbers_given)]


@router.get("/desk/{tournament}/do/{command}")
def show_form(visit: Visiting, tournament: Tournament, command: Name, given: Given) -> Response:
    """The form of a command, with next to nothing typed yet."""
    wanted = _find_command(visit, tournament, command, given)
    return _page(visit, tournament, wanted, Form(_likely(visit, tournament, wanted)))


def _likely(visit: Visit, tournament: str, wanted: Known) -> dict[str, str]:
    """What the form holds to begin with, to be changed: a bye is most likely wanted in the round that comes next; and a
    dispute or a ruling says which turn of a transcript it is about; a player's word is their own statement; and a
    line-up begins with the whole team."""
    if wanted.spec.name == "record-statement" and visit.reader.caller.role == "player":
        return {"kind": "statement", "person": _own_name(visit, tournament)}
    if wanted.spec.name == "name-line-up" and "entry" in wanted.read:
        names = showing.persons(visit, tournament)
        entry = wanted.read["entry"]
        return {"players": "\n".join(names.get(one, one) for one in (entry["person"], *entry["members"]))}
    if wanted.spec.room == "rulings":
        return said_of_transcript(visit, tournament, wanted)
    if wanted.spec.name != "request-bye":
        return {}
    rounds = visit.asks(read_rounds, tournament=tournament)["rounds"]
    return {"round": str(max((one["number"] for one in rounds if one["draws"]), default=0) + 1)}


def _own_name(visit: Visit, tournament: str) -> str:
    """By what a form means anyone who fills it in: their name, or their id where another is called so."""
    own, names = visit.reader.caller.person or "", showing.persons(visit, tournament)
    alike = [one for one, name in names.items() if name == names.get(own)]
    return names[own] if alike == [own] else own


@router.post("/desk/{tournament}/do/{command}")
async def take_form(visit: FormSent, tournament: Tournament, command: Name, given: Given) -> Response:
    """A step of it: `add` and `drop` in a list, `look` at what a clause permits, `try`, or `send`."""
    wanted = await run_in_threadpool(_find_command, visit, tournament, command, given)
    step = visit.said("step")
    if step not in ("try", "send"):
        form = _after(visit, wanted, step)
        return await run_in_threadpool(_page, visit, tournament, wanted, form)
    answered = await tried(lambda: _send_command(visit, tournament, wanted, step))
    if answered.done and step == "send":
        return visit.goes_to(wanted.way_back(visit.reader.caller.role))
    values = {"preview" if answered.done else "refused": answered.body}
    return await run_in_threadpool(_page, visit, tournament, wanted, visit.form, values)


def _after(visit: FormVisit, wanted: Known, step: str) -> Form:
    """The form after a step that sends nothing."""
    form, (what, _, rest) = visit.form, step.partition(" ")
    if what == "rule" and rest in WORDS["rule"]:
        return begun_with(visit, wanted, form, rest)
    if what == "order":
        sanction, _, entry = rest.partition(" ")
        return ordered(wanted, form, sanction, entry)
    return changed(form, step)


async def _send_command(visit: FormVisit, tournament: str, wanted: Known, step: str) -> Answered:
    """What the API answers to the command, or to its trial."""
    command = await run_in_threadpool(_command, visit, tournament, wanted)
    path, seen = f"/v1/tournaments/{tournament}", visit.said("seen") or None
    if step == "try":
        own = {} if seen is None else {"seen": typed.revision(seen)}
        tried = {"command": {"kind": wanted.spec.name, **command, **own}}
        return await visit.sends(f"{path}/previews", tried, part="-preview")
    expected = {"expected": visit.said("expected")} if visit.said("expected") else {}
    body = {name: told for name, told in command.items() if name not in wanted.spec.numbers}
    place = wanted.spec.path.format(**{name: command[name] for name in wanted.spec.numbers})
    return await visit.sends(f"{path}/{place}", {**body, **expected}, seen=seen)


def _command(visit: FormVisit, tournament: str, wanted: Known) -> Json:
    """The command as it was typed, numbers of its address included. Raises WrongTypedError and Problem."""
    said = Typed(
        Form([*visit.form.multi_items(), *wanted.begins.items()]),
        lambda text: meant(visit, text, showing.persons(visit, tournament)),
        wanted.read["tournament"]["time_zone"],
    )
    return fields(inputs(wanted.spec.command), said)


def _find_command(visit: Visit, tournament: str, command: str, given: Mapping[str, str]) -> Known:
    showing.require_login(visit)
    if command not in OFFERED:
        raise Problem(ROUTE_UNKNOWN, "There is no form under that name.")
    missing = [name for name in OFFERED[command].numbers if name not in given]
    if missing:
        raise Problem(ROUTE_UNKNOWN, f"The address of the form lacks: {', '.join(missing)}.")
    wanted = known(visit, tournament, command, given)
    return replace(wanted, cited=place_of(visit, tournament, wanted))


def _page(visit: Visit, tournament: str, wanted: Known, form: Form, told: Mapping[str, Any] | None = None) -> Response:
    """The form with what was typed into it, and what was answered (`told`)."""
    said = {"refused": None, "preview": None, **(told or {})}
    made, refused = showing.tournament(visit, tournament), said["refused"]
    return visit.page(
        "commands/form.html",
        **made,
        **showing.frame(tournament, wanted.page),
        **said,
        zone=made["tournament"]["time_zone"],
        status=refused["status"] if refused else 200,
        wanted=wanted,
        form=form,
        places=places,
        changes=showing.meanwhile(visit, tournament, form, refused["status"]) if refused else (),
        alike=candidates(visit, refused),
        cited=wanted.cited,
        persons=visit.names([*_persons(wanted), *_rated_anew(said["preview"])], numbers_of(made["entries"])),
        ladders=list(ladders(visit, tournament, wanted, form.get("clause", ""), made["entries"])),
        rules=found(visit, wanted, form.get("clause", "")),
        common=COMMON,
    )


def _rated_anew(preview: Json | None) -> list[str]:
    """The persons whose ratings the command would change, as far as anyone who sends it is shown of them."""
    return [one["person"] for one in (preview or {}).get("ratings", ()) if "person" in one]


def _persons(wanted: Known) -> list[str]:
    """The persons who the form names: those who vote on an appeal, who have said something, and who its address
    says."""
    own = [wanted.given["person"]] if "person" in wanted.given else []
    own += [one["person"] for one in wanted.read.get("dispute", {}).get("statements") or ()]
    return [*own, *wanted.read.get("appeal", {}).get("members", ())]
