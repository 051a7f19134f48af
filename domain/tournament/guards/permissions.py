"""Who may ask what of a tournament (TD-1). The domain decides it, so every way in has the same rules.

Reading: a person banned from directing can't be appointed while the ban lasts, whoever names them; a ban is from future
tournaments, so they go on with those they already direct, unless they are released (TD-4).

Readings of what a club's officers do for whoever plays for it (REG-5): an officer enters members for the club,
withdraws such an entry, records that it resigns, and reports what its matches came to. A report of theirs is that of
the side in whose name they give it: the opponent confirms it, or takes it back, and the side itself does not. Whoever
plays the match, or is staff, speaks for themselves.
"""

from collections.abc import Collection

from domain.kernel.envelope import Actor
from domain.kernel.ids import EntryNumber, PersonId
from domain.kernel.refusal import Refused
from domain.match.record import Match
from domain.person.banned import ban_to_directing
from domain.problems.tournament import NOT_ALLOWED
from domain.tournament.guards.context import Context, require_status, settings_of
from domain.tournament.guards.lookup import find_entry, no_entry
from domain.tournament.state import Entry, Tournament


def directs(state: Tournament, actor: Actor) -> bool:
    """Whether the actor is a director of this tournament, by a key that may direct."""
    return state.settings is not None and _is_among(state.settings.directors, actor)


def is_staff(state: Tournament, actor: Actor) -> bool:
    """Directors of this tournament and the federation's administrators."""
    return actor.role == "administrator" or directs(state, actor)


def is_neutral(state: Tournament, actor: Actor) -> bool:
    """Whether the actor is staff here, and neither they nor who made their key have an entry."""
    return is_staff(state, actor) and not any(person in state.entry_of for person in actor.persons)


def is_staff_beside(directors: Collection[PersonId], actor: Actor) -> bool:
    """Whether the actor is staff of a tournament that these direct."""
    return actor.role == "administrator" or _is_among(directors, actor)


def _is_among(directors: Collection[PersonId], actor: Actor) -> bool:
    return actor.role == "director" and actor.person in directors


def is_person(actor: Actor, person: PersonId) -> bool:
    """Whether the actor is that person."""
    return actor.person == person and actor.role in ("player", "director")


def acts_for(actor: Actor, entry: Entry) -> bool:
    """Whether the actor is the entry's person, or a member of its team (ALL-10)."""
    return any(is_person(actor, person) for person in entry.persons)


def plays(state: Tournament, actor: Actor, match: Match) -> bool:
    """Whether the actor is one of the match's sides, as it now stands."""
    sides, _ = match.as_played
    return any(acts_for(actor, state.entries[side]) for side in sides)


def require(allowed: bool, detail: str) -> None:
    """Raises Refused (403) unless `allowed`."""
    if not allowed:
        raise Refused(NOT_ALLOWED, detail)


def require_staff(state: Tournament, actor: Actor) -> None:
    """Raises Refused unless the actor is staff here."""
    require(is_staff(state, actor), "Only a director of this tournament or an administrator may do this.")


def require_links_to(state: Tournament, entry: EntryNumber, person: PersonId, actor: Actor) -> None:
    """Raises Refused unless the actor, a director of this tournament, may issue a link to that person of the entry."""
    require(directs(state, actor), "Only a director of this tournament issues links to its players.")
    if person not in find_entry(state, entry).persons:
        raise no_entry(entry)


def require_screens(state: Tournament, actor: Actor) -> None:
    """Raises Refused unless the actor is a director of this tournament, which there is, and it is not over."""
    settings_of(state)
    require(directs(state, actor), "Only a director of this tournament issues links to its screens.")
    require_status(state, "announced", "started")


def require_may_direct(person: PersonId, context: Context) -> None:
    """Raises Refused where the person is unknown, or banned from directing now (TD-4)."""
    refusal = ban_to_directing(context.person(person), context.now)
    if refusal is not None:
        raise refusal


def capacity(state: Tournament, actor: Actor) -> Actor:
    """The actor as recorded: as whose director the act is done, where it is."""
    return actor.model_copy(update={"staff_of": state.id}) if directs(state, actor) else actor


def keeps(entry: Entry, context: Context) -> bool:
    """Whether the actor is an officer of the club that the entry stands for."""
    return entry.club is not None and context.club(entry.club).is_kept_by(context.actor)


def speaks_for(state: Tournament, sides: Collection[EntryNumber], context: Context) -> EntryNumber | None:
    """The side in whose name the actor speaks, as an officer of its club; None where they are staff, or a side."""
    entries = [state.entries[side] for side in sides if side in state.entries]
    if is_staff(state, context.actor) or any(acts_for(context.actor, entry) for entry in entries):
        return None
    return next((entry.number for entry in entries if keeps(entry, context)), None)
