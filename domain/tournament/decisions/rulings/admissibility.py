"""The grounds that a ruling must rest on, and the persons it can reach (TD-4, TD-9).

Readings: a ruling orders something, dismisses what was claimed, or decides a dispute. A dispute is ruled on once,
unless that ruling was reversed or withdrawn. It is decided by a ruling on the same subject, one of its parties, a match
of its entry, or the tournament; one about the tournament by any. After the ruling the parties have been heard: only
evidence is still taken, for an appeal that is open. Only who is in can be put out; anyone who is not yet, is refused
instead. Expulsion goes beyond disqualification, so who is disqualified can still be expelled, and not the other way
round. Anyone who has entered here and is named by a remedy, ordered or claimed, is a party to the ruling, and can
appeal it. So is any other person that a remedy names. A part in the tournament have players who have asked or were
entered, directors and monitors; who watches is named as a spectator. What a committee decides is final; so its
alternatives are against parties alone.
"""

from collections.abc import Sequence

from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.officiating.remedies import (
    Ban,
    DirectorBan,
    Disqualification,
    Expulsion,
    Remedy,
    entries_named,
    persons_named,
)
from domain.problems.entries import ENTRY_STATUS
from domain.problems.rulings import (
    DISPUTE_ELSEWHERE,
    DISPUTE_RULED,
    GAME_ELSEWHERE,
    NO_PART,
    NOTHING_RULED,
    REMEDY_MISPLACED,
    REMEDY_WITHOUT_EFFECT,
    SPECTATOR_UNASKED,
)
from domain.tournament.guards.lookup import find_dispute, find_entry, find_match
from domain.tournament.rulings.commands import GiveRuling, RecordStatement
from domain.tournament.rulings.events import About
from domain.tournament.rulings.in_game import InGame
from domain.tournament.rulings.state import Dispute, Ruling
from domain.tournament.state import Tournament


def require_matter(state: Tournament, command: GiveRuling, dispute: Dispute | None) -> None:
    """Raises Refused where there is nothing to rule on: neither remedies, ordered or claimed, nor a dispute that is
    still to be decided there."""
    if dispute is None:
        if not (command.remedies or command.claimed):
            raise Refused(NOTHING_RULED, "The ruling must name a remedy or a dispute.")
        return
    _require_undecided(state, dispute)
    if not _decides(state, command.about, dispute):
        detail = f"Dispute {dispute.number} is about {dispute.on.kind} {dispute.on.number}."
        raise Refused(DISPUTE_ELSEWHERE, detail, dispute=dispute.number)


def _decides(state: Tournament, about: About, dispute: Dispute) -> bool:
    """Whether a ruling about that decides the dispute."""
    match (about.kind, dispute.on.kind):
        case ("tournament", _) | (_, "tournament"):
            return True
        case ("entry", _):
            return about.number in dispute.parties
        case ("match", "entry"):
            return about.number is not None and dispute.on.number in state.matches[about.number].as_played[0]
        case _:
            return about.number == dispute.on.number


def require_heard(state: Tournament, dispute: Dispute, command: RecordStatement) -> None:
    """Raises Refused for a spectator that nobody has asked. It does so after the ruling, unless its appeal is open and
    the committee can hear it [5.3]."""
    asked = [one.person for one in dispute.statements if one.kind == "spectator-asked"]
    if command.kind == "spectator" and command.person not in asked:
        detail = f"Person {command.person} was not asked in dispute {dispute.number}."
        raise Refused(SPECTATOR_UNASKED, detail, dispute=dispute.number, person=command.person)
    appeal = None if dispute.ruling is None else state.directing.appeal_of(dispute.ruling)
    appealed = appeal is not None and appeal.decision is None
    if not appealed or command.kind == "agreement":
        _require_undecided(state, dispute)


def _require_undecided(state: Tournament, dispute: Dispute) -> None:
    ruling = None if dispute.ruling is None else state.directing.rulings[dispute.ruling]
    if ruling is not None and ruling.status not in ("reversed", "withdrawn"):
        detail = f"Dispute {dispute.number} was decided by ruling {ruling.number}."
        raise Refused(DISPUTE_RULED, detail, dispute=dispute.number, ruling=ruling.number)


def entries_reached(state: Tournament, remedies: Sequence[Remedy]) -> tuple[int, ...]:
    """The entries that the remedies name, and those of the persons who they name."""
    persons = persons_named(remedies)
    return (*entries_named(remedies), *(number for person in persons for number in _entries_of(state, person)))


def _entries_of(state: Tournament, person: PersonId) -> tuple[int, ...]:
    """Those that a person is in who has asked for it."""
    return state.entries_of(person) if person in state.entry_of else ()


def subject_of(state: Tournament, parties: Sequence[int], remedies: Sequence[Remedy]) -> PersonId | None:
    """The person that facts and reasons are about first: the first who a remedy names, else the first party; None where
    it is about nobody of the registry."""
    of_entries = [state.entries[entry].person for entry in entries_named(remedies)]
    of_parties = [state.entries[party].person for party in parties]
    return next(iter((*of_entries, *persons_named(remedies), *of_parties)), None)


def require_place(state: Tournament, about: About) -> None:
    """There is what it is about."""
    if about.kind == "tournament":
        if about.number is not None:
            raise Refused(REMEDY_MISPLACED, "A ruling on the tournament has no number: leave it out.")
    elif about.number is None:
        raise Refused(REMEDY_MISPLACED, f"Give the number of the {about.kind} that the ruling is about.")
    elif about.kind == "match":
        find_match(state, about.number)
    else:
        find_entry(state, about.number)


def require_in_game(state: Tournament, about: About, in_game: InGame | None) -> None:
    """GAM-7: a place in a game is in the match that it is about, and its transcript is kept with that match."""
    if in_game is None:
        return
    require_place(state, about)
    if about.kind != "match" or about.number is None:
        raise Refused(GAME_ELSEWHERE, "A game can only be given where the matter is about a match.")
    number = in_game.attachment
    if number is not None and number not in state.match_records.of(about.number).transcripts:
        detail = f"No transcript is kept as attachment {number} of match {about.number}."
        raise Refused(GAME_ELSEWHERE, detail, match=about.number, number=number)


def parties_to_ruling(state: Tournament, command: GiveRuling) -> tuple[int, ...]:
    """Those a ruling is about, those named as parties, who a remedy names, and the parties to its dispute."""
    heard = () if command.dispute is None else find_dispute(state, command.dispute).parties
    named = (*command.parties, *entries_reached(state, command.at_issue), *heard)
    return parties_to(state, command.about, named)


def parties_to(state: Tournament, about: About, named: Sequence[int]) -> tuple[int, ...]:
    """Those it is about first, then who else was named, each once. Raises Refused where one of them is not there."""
    require_place(state, about)
    first: tuple[int, ...] = ()
    if about.kind == "match" and about.number is not None:
        match = state.matches[about.number]
        first = match.as_played[0]
    elif about.kind == "entry" and about.number is not None:
        first = (about.number,)
    parties = tuple(dict.fromkeys((*first, *named)))
    for number in parties:
        find_entry(state, number)
    return parties


def require_part(state: Tournament, remedies: Sequence[Remedy]) -> None:
    """Raises Refused where somebody is banned, and not as a spectator, who has no part in the tournament (TD-4)."""
    strangers = [
        remedy.person
        for remedy in remedies
        if isinstance(remedy, Ban | DirectorBan) and not _has_part(state, remedy.person)
    ]
    if strangers:
        raise Refused(NO_PART, f"Person {strangers[0]} does not play or direct here.", persons=strangers)


def _has_part(state: Tournament, person: PersonId) -> bool:
    return person in state.entry_of or person in state.directors or state.match_records.watches(person)


def require_parties(state: Tournament, remedies: Sequence[Remedy], ruling: Ruling) -> None:
    """Raises Refused where a remedy in place of the ruling's is against somebody who is no party to it (TD-12)."""
    others = [one for one in persons_named(remedies) if one not in ruling.named and one not in state.entry_of]
    if others:
        detail = f"Person {others[0]} is not a party to ruling {ruling.number} and could not appeal a decision on it."
        raise Refused(REMEDY_MISPLACED, detail, persons=others)
    beyond = [entry for entry in entries_reached(state, remedies) if entry not in ruling.parties]
    if beyond:
        detail = (
            f"Entry {beyond[0]} is not a party to ruling {ruling.number} and could not appeal what a committee decides."
        )
        raise Refused(REMEDY_MISPLACED, detail, entries=beyond, parties=ruling.parties)


def require_to_put_out(state: Tournament, remedies: Sequence[Remedy], ruling: int) -> None:
    """Raises Refused where a remedy of that ruling puts an entry out that is not in, or is out already by as much."""
    put_out: set[int] = set()
    for remedy in remedies:
        if not isinstance(remedy, Disqualification | Expulsion):
            continue
        entry = state.entries[remedy.entry]
        if entry.status != "approved":
            raise Refused(
                ENTRY_STATUS, f"Entry {entry.number} is {entry.status}.", entry=entry.number, status=entry.status
            )
        others = [one.kind for one in entry.excluded_by if one.ruling != ruling]
        if entry.number in put_out or "expelled" in others or (others and isinstance(remedy, Disqualification)):
            detail = f"Entry {entry.number} is already out of the tournament."
            raise Refused(REMEDY_WITHOUT_EFFECT, detail, entry=entry.number, remedies=[remedy.kind])
        put_out.add(entry.number)
