"""Facts of entries in lists, that can be compared with what they said before and with the entry here."""

from collections.abc import Mapping

from domain.application.entry_lines import EntryLine
from domain.importing.three_ways import Facts
from domain.kernel import canonical_json
from domain.kernel.canonical_json import JSON
from domain.tournament.state import Entry

_AS_APPROVED = ("approved", "waiting")


def entry_said(line: EntryLine) -> Mapping[str, JSON]:
    """The line's text about the entry."""
    request, approval = line.request, line.approval
    if request is None:
        return {}
    facts = {"members": " ".join(sorted(request.members)), "team_name": request.team_name, "club": request.club}
    colour = approval.colour if approval else None
    said = {**facts, "colour": colour, "status": "approved" if approval else "requested"}
    return {name: value for name, value in said.items() if value}


def said_by_id(line: EntryLine) -> str:
    """The same as a text, for somebody whom the list names by their id."""
    return canonical_json.encode({"entry": dict(entry_said(line))}).decode()


def entry_here(entry: Entry) -> Facts:
    """The facts of the entry, whose team's name is open."""
    status = "approved" if entry.status in _AS_APPROVED else entry.status
    facts: dict[str, JSON] = {"members": " ".join(sorted(entry.members)), "club": entry.club, "colour": entry.colour}
    team = entry.team_name if isinstance(entry.team_name, str) else None
    return {name: value for name, value in {**facts, "team_name": team, "status": status}.items() if value}
