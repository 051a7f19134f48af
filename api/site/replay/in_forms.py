"""What the forms of disputes and rulings hold of the transcript that they are about (GAM-7)."""

from collections.abc import Mapping

from api.site.desk.commands.offered import Known
from api.site.frame.visit import Visit
from api.site.public.shown_tournament import about
from api.site.replay.cited import CitedTurn, cited_by, cited_in, cited_turn, said_differences, said_turn


def turn_of(visit: Visit, tournament: str, wanted: Known) -> CitedTurn | None:
    """The turn that the form's address points at, or the dispute that it rules on; None: it points at none."""
    if wanted.spec.room != "rulings":
        return None
    matter = wanted.read.get("dispute", {}).get("matter") or ""
    return cited_turn(visit, tournament, cited_by(wanted.given) or cited_in(tournament, matter))


def said_of_transcript(visit: Visit, tournament: str, wanted: Known) -> dict[str, str]:
    """What the form holds to begin with: which turn it is about and the clause that its first finding names, or in what
    a transcript differs from what is recorded."""
    field = {"open-dispute": "matter", "give-ruling": "facts"}.get(wanted.spec.name)
    if field is None:
        return {}
    turn = turn_of(visit, tournament, wanted)
    if turn is not None:
        said = {field: said_turn(visit, tournament, turn, _names(visit, tournament, wanted, turn.cited.match))}
        return {**said, **({"clause": turn.clause} if turn.clause and field == "facts" else {})}
    if not {"match", "attachment"} <= set(wanted.given):
        return {}
    match, attachment = int(wanted.given["match"]), int(wanted.given["attachment"])
    said_so = said_differences(visit, tournament, match, attachment)
    return {field: said_so} if said_so else {}


def _names(visit: Visit, tournament: str, wanted: Known, number: int) -> Mapping[str, str]:
    """What the sides of the match are called."""
    entrants, match = about(visit, tournament)["entrants"], wanted.match
    sides = match["sides"] if match and match["number"] == number else ()
    return {side: entrants[entry]["shown"] for side, entry in zip(("first", "second"), sides, strict=False)}
