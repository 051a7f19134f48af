"""Who may act in a dispute, in a ruling and in its appeal (TD-9, TD-11, TD-12, ALL-10).

Readings: whoever is a party acts for himself alone, whatever else he is: as staff he neither rules nor suspends, forms
or decides anything in his own case, and records nothing that others have said, voted or taken back. Another director
does, or an administrator of the federation, who counts as a director wherever there is no other; so nobody is stuck
whose only director plays. The same holds for whoever plays a match that a ruling decides, as it does where it puts
his opponent out, although he is no party to that; and for whoever a remedy names, as by a bar from directing.

A committee that the parties have chosen jointly rules in a director's place. A party agrees to its members by his own
statement in the dispute, or tells staff who are no party; what he agreed to last counts. The committee votes on the
ruling as it is worded: `upheld` is for it. One of its members brings the ruling with the votes, or staff who are no
party record it; so it can be given where every director is a party, and without an administrator.
"""

from collections.abc import Collection, Iterable, Sequence

from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.match.record import Match
from domain.officiating.committees import Party, refuse_named, refuse_to_rule
from domain.officiating.remedies import Remedy, persons_named
from domain.problems.matches import OWN_RESULT
from domain.tournament.guards.context import Context
from domain.tournament.guards.permissions import is_staff, require, require_staff
from domain.tournament.rulings.state import Ruling
from domain.tournament.state import Entry, Tournament


def parties_of(state: Tournament, entries: Sequence[int]) -> list[Party]:
    """The entries with all their members (ALL-10)."""
    return [Party(entry=number, persons=state.entries[number].persons) for number in entries]


def directors_of(state: Tournament) -> tuple[PersonId, ...]:
    """The tournament's directors. Administrators are staff everywhere: as such they are no director here (TD-11)."""
    return state.settings.directors if state.settings else ()


def require_neutral_staff(state: Tournament, parties: Sequence[int], context: Context) -> None:
    """Raises Refused unless whoever asks is staff here, and none of these entries' (TD-9)."""
    require_staff(state, context.actor)
    require_neutral(state, parties, context)


def require_own(own: bool, state: Tournament, parties: Sequence[int], context: Context, detail: str) -> None:
    """Raises Refused unless it is one's `own` to do, or one is staff here and no party; `detail` says whose it is."""
    require(own or is_staff(state, context.actor), detail)
    if not own:
        require_neutral(state, parties, context)


def require_neutral(state: Tournament, parties: Sequence[int], context: Context) -> None:
    """Raises Refused where whoever asks is one of these entries, or in its team (TD-9)."""
    refusal = refuse_to_rule(context.actor.person, parties_of(state, parties))
    if refusal is not None:
        raise refusal


def sides_of(state: Tournament, matches: Iterable[int]) -> tuple[int, ...]:
    """Who plays these matches."""
    found = (state.matches[number] for number in matches)
    return tuple(dict.fromkeys(side for match in found for side in match.as_played[0]))


def open_against(state: Tournament, entries: Collection[int]) -> tuple[int, ...]:
    """The matches without a result that these entries play."""
    awaiting = sorted(state.awaiting)
    return tuple(number for number in awaiting if not set(entries).isdisjoint(state.matches[number].as_played[0]))


def touched_by(state: Tournament, ruling: Ruling) -> tuple[int, ...]:
    """Its parties, and who else plays the matches that it decides."""
    sides = sides_of(state, (layer.match for layer in ruling.orders.layers))
    return tuple(dict.fromkeys((*ruling.parties, *sides)))


def require_no_player(
    state: Tournament, committee: Sequence[PersonId], matches: Iterable[int], context: Context
) -> None:
    """Raises Refused where whoever rules, alone or on the committee, plays a match that the ruling decides (TD-9)."""
    players = parties_of(state, sides_of(state, matches))
    for judge in (*committee, context.actor.person):
        refusal = refuse_to_rule(judge, players)
        if refusal is not None:
            raise refusal


def require_no_part(state: Tournament, ruling: Ruling, context: Context) -> None:
    """Raises Refused where the ruling is whoever asks's own matter: as a party, as a player, or by name (TD-9)."""
    require_neutral(state, touched_by(state, ruling), context)
    require_unnamed((context.actor.person,), ruling.at_issue)


def require_unnamed(judges: Sequence[PersonId | None], remedies: Sequence[Remedy]) -> None:
    """Raises Refused where one of the judges is named by one of the remedies (TD-9)."""
    refusal = refuse_named(judges, persons_named(remedies))
    if refusal is not None:
        raise refusal


def side_of(state: Tournament, match: Match, person: PersonId | None) -> int | None:
    """The side that the person is, or is in the team of (ALL-10); None where he does not play it."""
    sides, _ = match.as_played
    return next((side for side in sides if person in state.entries[side].persons), None)


def require_no_opponent(state: Tournament, entry: Entry, context: Context) -> None:
    """TD-9: whoever has a match open against an entry gains by its leaving, and leaves that to others."""
    for number in sorted(state.awaiting):
        match = state.matches[number]
        if entry.number in match.as_played[0] and side_of(state, match, context.actor.person) is not None:
            detail = f"You play match {number} against entry {entry.number}: other staff record that it leaves."
            raise Refused(OWN_RESULT, detail, match=number, entry=entry.number)
