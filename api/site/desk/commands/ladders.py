"""The sanctions that a clause permits against each party, and a remedy filled in as far as the ladder knows it."""

from collections.abc import Iterator
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError

from api.http.problems import Problem
from api.routes.tournament.sanction_ladder import read_sanction_ladder
from api.site.desk.commands.inputs import KIND, Input
from api.site.desk.commands.offered import Known
from api.site.desk.commands.reading import places
from api.site.frame.forms import Form
from api.site.frame.visit import Json, Visit
from domain.kernel.values import Side, other
from domain.officiating.remedies import EquipmentImposition
from domain.officiating.sanction_catalogue import Clause

_CLAUSE: TypeAdapter[str] = TypeAdapter(Clause)
_EQUIPMENT = get_args(EquipmentImposition.model_fields["equipment"].annotation)
_SIDES: tuple[Side, ...] = get_args(Side)


def ladders(visit: Visit, tournament: str, wanted: Known, clause: str, entries: list[Json]) -> Iterator[Json]:
    """For each party that is a match's side or an entry, what the clause permits; nothing for who may not read it."""
    try:
        _CLAUSE.validate_python(clause)
    except ValidationError:
        return
    for entry in (one for one in entries if one["number"] in _against(wanted)):
        try:
            read = visit.asks(read_sanction_ladder, tournament=tournament, person=entry["person"], clause=clause)
        except Problem:
            return
        yield {"entry": entry["number"], **read["ladder"]}


def _against(wanted: Known) -> list[int]:
    if wanted.match is not None:
        return list(wanted.match["sides"])
    return [int(wanted.begins["about.number"])] if wanted.begins.get("about.kind") == "entry" else []


def ordered(wanted: Known, form: Form, sanction: str, entry: str) -> Form:
    """The form with that sanction against the entry among its remedies, to be looked over."""
    kind = "equipment-imposition" if sanction in _EQUIPMENT else sanction
    remedies = next(one for one in wanted.inputs if one.name == "remedies")
    place = f"remedies.{max(places(form, 'remedies'), default=0) + 1}"
    filled = _fitting_texts(remedies, kind, {**_against_entry(wanted, entry), "equipment": sanction})
    return Form([*form.multi_items(), *((f"{place}.{name}", text) for name, text in {KIND: kind, **filled}.items())])


def _against_entry(wanted: Known, entry: str) -> dict[str, str]:
    """What a remedy against the entry says, whichever of these it has."""
    told = {"entry": entry, f"to.{KIND}": "entry", "to.entry": entry, "points": "1"}
    if wanted.match is None or not entry.isdecimal() or int(entry) not in wanted.match["sides"]:
        return told
    side = _SIDES[wanted.match["sides"].index(int(entry))]
    return {**told, "offender": side, "loser": side, "beneficiary": other(side)}


def _fitting_texts(remedies: Input, kind: str, told: dict[str, Any]) -> dict[str, str]:
    has = {one.name for one in remedies.variants.get(kind, ())}
    return {name: text for name, text in told.items() if name.partition(".")[0] in has}
