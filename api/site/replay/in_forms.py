"""What the forms of disputes and rulings hold of the game that they are about (GAM-7)."""

from collections.abc import Mapping

from api.site.desk.commands.inputs import inputs
from api.site.desk.commands.offered import Known
from api.site.desk.commands.reading import written
from api.site.frame.visit import Visit
from api.site.public.shown_tournament import about
from api.site.replay.cited import Cited, cited_place, cited_turn, said_differences, said_turn

_OF_A_MATTER = ("dispute", "ruling")


def place_of(visit: Visit, tournament: str, wanted: Known) -> Cited | None:
    """The place that the form's address points at, or that the dispute or the ruling is about; None: there is none."""
    if wanted.spec.room != "rulings":
        return None
    pointed = cited_turn(visit, tournament, wanted.given)
    matters = (wanted.read.get(kind, {}) for kind in _OF_A_MATTER)
    named = ((one["about"]["number"], one["in_game"]) for one in matters if one.get("in_game"))
    return pointed or next((cited_place(visit, tournament, *one) for one in named), None)


def said_of_transcript(visit: Visit, tournament: str, wanted: Known) -> dict[str, str]:
    """The values that the form begins with: which turn it is about, the clause that its first finding names and the
    remedy that it calls for; or in what a transcript differs from what is recorded."""
    field = {"open-dispute": "matter", "give-ruling": "facts"}.get(wanted.spec.name)
    if field is None:
        return {}
    cited = wanted.cited
    if cited is not None and cited.turn is not None:
        said = said_turn(visit, cited, _names(visit, tournament, wanted, cited.match))
        return {field: said, **(_typed_ruling(wanted, cited) if field == "facts" else {})}
    if not {"match", "attachment"} <= set(wanted.given):
        return {}
    match, attachment = int(wanted.given["match"]), int(wanted.given["attachment"])
    said_so = said_differences(visit, tournament, match, attachment)
    return {field: said_so} if said_so else {}


def _typed_ruling(wanted: Known, cited: Cited) -> dict[str, str]:
    """The clause and the remedy, as they are typed."""
    remedies = [] if cited.remedy is None else [cited.remedy]
    listed = [one for one in inputs(wanted.spec.command) if one.name == "remedies"]
    typed = dict(written(listed, {"remedies": remedies}, str))
    return {**typed, **({"clause": cited.clause} if cited.clause else {})}


def _names(visit: Visit, tournament: str, wanted: Known, number: int) -> Mapping[str, str]:
    """The names of the match's sides."""
    entrants, match = about(visit, tournament)["entrants"], wanted.match
    sides = match["sides"] if match and match["number"] == number else ()
    return {side: entrants[entry]["shown"] for side, entry in zip(("first", "second"), sides, strict=False)}
