"""Permissions: who may send which command to a tournament (TD-1), and whose word makes a report count (TD-9, TD-14).
The domain decides it, so every way in has the same rules.

Reading: a person banned from directing is barred from acting as a director [1.2.3]. Until the ban ends they can't be
appointed, and do nothing as a director of a running tournament. Another director goes on with it, or an administrator,
who can appoint a successor. What a player may do they still do in matches of their own.

Readings of what a club's officers do for its players (REG-5): an officer proposes entries of members, and withdraws or
resigns them. An officer reports their results, too. A report of theirs is that of the side they speak for. The opponent
confirms it, or takes it back, and the side itself does not. Anyone who plays the match, or is staff, speaks for
themselves.

Readings of reports: anyone who has entered their opponent, or made the key that did, needs the opponent's confirmation.
This holds even if results count at once. Where every director plays the match, its opponent takes their place. So a
usual club evening goes on, whose only director plays. Anyone who reports that they have lost needs nobody to confirm
it. A director who plays neither side may have issued the links of both. They could settle the match anyway, and gain
nothing by it. A change of the conditions holds for matches that are made afterwards.
"""

from collections.abc import Collection
from datetime import datetime

from domain.kernel.envelope import Actor
from domain.kernel.ids import EntryNumber, PersonId
from domain.kernel.refusal import Refused
from domain.match.record import Match, Verification
from domain.person.banned import ban_to_directing
from domain.person.state import Person
from domain.problems.matches import CODE_AFTER_MATCH, CODE_DENIED, LINK_OF_BANNED, LINK_OF_OPPONENT
from domain.problems.tournament import NOT_ALLOWED
from domain.scoring.games import Outcome
from domain.tournament.derived.links import code_spoken, director_by_link, has_director_beside, issuer, link_counts
from domain.tournament.derived.sides import side_of, sides_played
from domain.tournament.guards.conflicts_of_interest import reporting_sides
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


def said_itself(entry: Entry) -> bool:
    """Whether the entry said that it leaves, by a key that is the player's alone, or that of a member of the team
    (ALL-10)."""
    by = entry.departure.by if entry.departure else None
    return by is not None and acts_for(by, entry) and not by.behind


def plays(state: Tournament, actor: Actor, match: Match) -> bool:
    """Whether the actor is one of the match's present sides."""
    sides, _ = match.as_played
    return any(acts_for(actor, state.entries[side]) for side in sides)


def require(allowed: bool, detail: str) -> None:
    """Raises Refused (403) unless `allowed`."""
    if not allowed:
        raise Refused(NOT_ALLOWED, detail)


def require_staff(state: Tournament, actor: Actor) -> None:
    """Raises Refused unless the actor is staff here."""
    require(is_staff(state, actor), "Only a director of this tournament or an administrator can do this.")


def _issues_links(state: Tournament, actor: Actor) -> bool:
    """Whether the tournament names the actor as its director, be it that they act here as an administrator."""
    is_director = state.settings is not None and actor.person in state.settings.directors
    return directs(state, actor) or (actor.role == "administrator" and is_director)


def require_links_to(state: Tournament, entry: EntryNumber, person: PersonId, actor: Actor) -> None:
    """Raises Refused unless the actor, a director of this tournament, may issue a link to that person of the entry."""
    require(_issues_links(state, actor), "Only a director of this tournament can issue links to its players.")
    if person not in find_entry(state, entry).persons:
        raise no_entry(entry)


def require_screens(state: Tournament, actor: Actor) -> None:
    """Raises Refused unless the actor is a director of this tournament, which there is, and it is not over."""
    settings_of(state)
    require(_issues_links(state, actor), "Only a director of this tournament can issue links to its screens.")
    require_status(state, "announced", "started")


def require_may_direct(person: PersonId, context: Context) -> None:
    """Raises Refused where the person is unknown, or banned from directing now (TD-4)."""
    require_not_banned(context.person(person), context.now)


def require_not_banned(person: Person, now: datetime) -> None:
    """Raises Refused where the person is banned from directing at that moment (TD-4)."""
    refusal = ban_to_directing(person, now)
    if refusal is not None:
        raise refusal


def require_link_of_none_banned(state: Tournament, context: Context) -> None:
    """Raises Refused where the actor's key was made by a director of this tournament who is now banned from directing.
    Such a director could act by it [1.2.3]."""
    for maker in context.actor.behind:
        if maker in state.directors and ban_to_directing(context.person(maker), context.now) is not None:
            raise Refused(
                LINK_OF_BANNED, f"Person {maker} issued this link and is banned from directing.", person=maker
            )


def capacity(state: Tournament, actor: Actor) -> Actor:
    """The actor as recorded: as whose director the act is done, where it is."""
    return actor.model_copy(update={"staff_of": state.id}) if directs(state, actor) else actor


def keeps(entry: Entry, context: Context) -> bool:
    """Whether the actor is an officer of the entry's club."""
    return entry.club is not None and context.club(entry.club).is_kept_by(context.actor)


def speaks_for(state: Tournament, sides: Collection[EntryNumber], context: Context) -> EntryNumber | None:
    """The side in whose name the actor speaks, as an officer of its club; None where they are staff, or a side."""
    entries = [state.entries[side] for side in sides if side in state.entries]
    if is_staff(state, context.actor) or any(acts_for(context.actor, entry) for entry in entries):
        return None
    return next((entry.number for entry in entries if keeps(entry, context)), None)


def verification_of(state: Tournament, match: Match) -> Verification:
    """The way in which a report of the match comes to count."""
    if match.verification == "at-once" and _entered_the_other(state, match):
        return "confirmed"
    if match.verification != "by-director":
        return match.verification
    return "by-director" if has_director_beside(state, match) else "confirmed"


def _entered_the_other(state: Tournament, match: Match) -> bool:
    first, second = (state.entries[side] for side in match.as_played[0])
    return any(not set(one.entered_by).isdisjoint(other.persons) for one, other in ((first, second), (second, first)))


def counts_at_once(state: Tournament, match: Match, ended: Outcome, context: Context) -> bool:
    """Whether a report with that outcome needs nobody else's word. That is so for staff who do not play the match, and
    where it was announced so. It is also so where the opponent would confirm it and the reporter has lost."""
    own = _sides_believed(state, match, context)
    if not own:
        return is_staff(state, context.actor) or match.verification == "at-once"
    how = verification_of(state, match)
    sides, _ = match.as_played
    lost = ended.winner is not None and own == (sides[1 if ended.winner == "first" else 0],)
    return how == "at-once" or (how == "confirmed" and lost)


def sides_spoken_for(state: Tournament, match: Match, context: Context) -> tuple[int, ...]:
    """The sides that the actor is, or in whose name they speak."""
    spoken_for = speaks_for(state, match.as_played[0], context)
    return sides_played(state, match, context.actor.persons) or (() if spoken_for is None else (spoken_for,))


def _sides_believed(state: Tournament, match: Match, context: Context) -> tuple[int, ...]:
    """The sides for which the actor speaks: by a director's link that counts, only the one who holds it."""
    persons = context.actor.persons
    if link_counts(state, match) and issuer(state, match, persons):
        return sides_played(state, match, persons[:1])
    return sides_spoken_for(state, match, context)


def _is_opposed(state: Tournament, match: Match, context: Context) -> bool:
    """Whether the actor is to confirm it, as far as they themselves speak, and anyone who has reported it did."""
    own, told = (sides_played(state, match, one[:1]) for one in (context.actor.persons, match.sitting.reported_by))
    return bool(own and told) and set(own).isdisjoint(told) and verification_of(state, match) == "confirmed"


def may_confirm_by_link(state: Tournament, match: Match, context: Context) -> bool:
    """Whether the actor is to confirm it, be it that a director who plays it may have said both (TD-9)."""
    by_link = director_by_link(state, match, context.actor.persons) is not None
    return by_link and link_counts(state, match) and _is_opposed(state, match, context)


def require_own_word(state: Tournament, match: Match, context: Context) -> None:
    """Raises Refused where the actor is to confirm it, and speaks by a link of the director who they play, which does
    not count; or by a code that they have chosen too late."""
    require_code_in_time(state, match, context)
    by_link = issuer(state, match, context.actor.persons) is not None
    if by_link and not link_counts(state, match) and _is_opposed(state, match, context):
        detail = f"Your opponent in match {match.number} directs here and has issued your link."
        raise Refused(LINK_OF_OPPONENT, detail, match=match.number)


def require_no_code(state: Tournament, actor: Actor) -> None:
    """Raises Refused where the actor speaks by a code that a player has chosen here. The issuer of the player's link
    may have chosen it, and would not be named. So a code never does what a link does not, such as speak for a club."""
    require(actor.key not in state.codes, "A code confirms a result of its player's, and does nothing else.")


def require_code_in_time(state: Tournament, match: Match, context: Context) -> None:
    """Raises Refused where the actor's code was chosen after the match was made, or its player has said that another
    used it there."""
    code = code_spoken(state, match, context.actor)
    if code is not None and match.number <= code.after:
        raise Refused(CODE_AFTER_MATCH, f"Match {match.number} was made before.", match=match.number)
    if code is not None and match.code_denied:
        detail = f"The player has denied a word by their code in match {match.number}."
        raise Refused(CODE_DENIED, detail, match=match.number)


def may_confirm(state: Tournament, match: Match, context: Context) -> bool:
    """Whether the actor plays the match against anyone who has reported it, and is to confirm it."""
    own, told = sides_played(state, match, context.actor.persons), reporting_sides(state, match)
    by = [person for person in match.sitting.reported_by if person in context.actor.persons]
    another = match.sitting.is_reported and all(_neither_plays_nor_gains(state, match, person) for person in by)
    opposed = bool(own and told) and set(own).isdisjoint(told)
    return another and opposed and verification_of(state, match) == "confirmed"


def _neither_plays_nor_gains(state: Tournament, match: Match, person: PersonId) -> bool:
    """Whether that is a director on neither side, who has issued the links of both."""
    return person in state.directors and side_of(state, match, person) is None
