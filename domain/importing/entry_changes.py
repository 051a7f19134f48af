"""Changes of an entry to what a list says of it now: the commands that the staff would send, as far as there are
any."""

from collections.abc import Collection, Iterator

from domain.application.entry_lines import EntryLine
from domain.importing.desk import Desk
from domain.importing.together import Together
from domain.kernel.ids import TournamentId
from domain.kernel.refusal import Refused
from domain.kernel.replacing import replace
from domain.tournament.command import Command
from domain.tournament.entries.commands import ChangeEntry, GiveColour, RequestEntry, SubstitutePlayer
from domain.tournament.state import Entry

_AGAIN = "withdraw it and enter it again, or keep what is here"


def why_refused(
    desk: Desk, tournament: TournamentId, line: EntryLine, entry: Entry, names: Collection[str]
) -> str | None:
    """Why these facts of the entry can't become what the line says, and what to do; None: they can."""
    if "members" in names and line.request and len(line.request.members) != len(entry.members):
        return f"entry {entry.number} was made with {len(entry.persons)} players: {_AGAIN}"
    if "status" in names and line.approval is None:
        return f"entry {entry.number} is {entry.status} already: withdraw it, or keep what is here"
    trying = replace(desk, log=Together(desk.log, desk.log.now))
    try:
        for command in changes(line, entry, names):
            trying.tournament(tournament, command)
    except Refused as refused:
        return f"entry {entry.number} can't be changed ({refused.detail.rstrip('.')}): {_AGAIN}"
    return None


def changes(line: EntryLine, entry: Entry, names: Collection[str]) -> Iterator[Command]:
    """The commands that make these facts of the entry what the line says: its approval or colour, a substitute for each
    member who is another one now, and the team's name and the club."""
    if line.request is None:
        return
    if line.approval is not None and "status" in names:
        yield line.approval_of(entry.number)
    elif line.approval is not None and line.approval.colour is not None and "colour" in names:
        yield GiveColour(entry=entry.number, colour=line.approval.colour)
    if "members" in names:
        yield from _substitutes(line.request, entry)
    given = {name: getattr(line.request, name) for name in ("team_name", "club") if name in names}
    if given:
        yield ChangeEntry.model_validate({"entry": entry.number, **given})


def _substitutes(request: RequestEntry, entry: Entry) -> Iterator[Command]:
    gone = [one for one in entry.members if one not in request.members]
    new = [one for one in request.members if one not in entry.members]
    for before, person in zip(gone, new, strict=False):
        reason = "The list of entries names another member."
        yield SubstitutePlayer(entry=entry.number, person=person, instead_of=before, reason=reason)
