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
from domain.officiating.committees import Committee, Party, Vote, count, joint_committee, refuse_named, refuse_to_rule
from domain.officiating.remedies import Remedy, persons_named
from domain.problems.rulings import NOT_CARRIED
from domain.tournament.guards.context import Context
from domain.tournament.guards.permissions import is_person, is_staff, require, require_staff
from domain.tournament.rulings import commands as ruling_commands
from domain.tournament.rulings.state import Dispute, Ruling
from domain.tournament.state import Tournament


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


def require_may_rule(state: Tournament, committee: Sequence[PersonId], context: Context) -> None:
    """Raises Refused unless whoever asks is staff here or, of a committee's ruling, one of its members (TD-9)."""
    member = any(is_person(context.actor, person) for person in committee)
    require(member or is_staff(state, context.actor), "A director rules, or a committee that the parties have chosen.")


def judged(
    state: Tournament,
    command: ruling_commands.GiveRuling,
    dispute: Dispute | None,
    parties: Sequence[int],
    context: Context,
) -> tuple[int, ...]:
    """The parties that have agreed to the committee which gives the ruling; none where a director does. Raises Refused
    where he is a party or named by a remedy, where a party has not agreed, and without the votes of the majority
    (TD-9)."""
    member = any(is_person(context.actor, person) for person in command.committee)
    require_unnamed((*command.committee, context.actor.person), command.at_issue)
    if not member:
        require_neutral(state, parties, context)
    if not command.committee:
        return ()
    told = command.agreed if is_staff(state, context.actor) else ()
    agreements = {} if dispute is None else agreements_in(state, dispute)
    members = frozenset(command.committee)
    agreed = tuple(number for number in parties if number in told or agreements.get(number) == members)
    committee = joint_committee(command.committee, directors_of(state), parties_of(state, parties), agreed)
    for person in committee.members:
        context.person(person)
    _require_carried(committee, command.votes)
    return agreed


def agreements_in(state: Tournament, dispute: Dispute) -> dict[int, frozenset[PersonId]]:
    """The members whom each party that has agreed to a committee has agreed to last."""
    entries = {person: number for number in dispute.parties for person in state.entries[number].persons}
    said = (one for one in dispute.statements if one.kind == "agreement" and one.person in entries)
    return {entries[one.person]: frozenset(one.committee) for one in said}


def _require_carried(committee: Committee, votes: Sequence[Vote]) -> None:
    counted = count(committee, votes)
    if counted.verdict != "upheld":
        detail = f"The ruling needs {committee.majority} votes of the committee's {len(committee.members)}."
        raise Refused(NOT_CARRIED, detail, silent=list(counted.silent))
