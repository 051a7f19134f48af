"""A committee that the parties have chosen jointly gives a ruling in the director's place (TD-9)."""

from collections.abc import Sequence

from domain.kernel.envelope import Actor
from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.officiating.committees import Committee, Vote, count, joint_committee
from domain.problems.rulings import COMMITTEE_NEEDED, NO_MAJORITY_FOR_RULING
from domain.tournament.guards.conflicts_of_interest import parties_of
from domain.tournament.guards.context import Context
from domain.tournament.rulings import commands as ruling_commands
from domain.tournament.rulings.state import Dispute
from domain.tournament.state import Tournament, announced_settings


def agreeing_parties(
    state: Tournament,
    command: ruling_commands.GiveRuling,
    dispute: Dispute | None,
    parties: Sequence[int],
    context: Context,
) -> tuple[int, ...]:
    """The parties that have agreed to the committee which gives the ruling; none where a director does. Raises Refused
    where a party has not agreed, and without the votes of the majority (TD-9)."""
    if not command.committee:
        _require_director(state, parties)
        return ()
    for person in command.committee:
        context.person(person)
    agreements = {} if dispute is None else agreements_in(state, dispute, context.actor)
    members = frozenset(command.committee)
    agreed = tuple(number for number in parties if agreements.get(number) == members)
    committee = joint_committee(command.committee, state.directors, parties_of(state, parties), agreed)
    _require_carried(committee, command.votes)
    return agreed


def _require_director(state: Tournament, parties: Sequence[int]) -> None:
    """Raises Refused where every director is a party: then a committee rules, and an administrator only where that was
    announced [5.1]."""
    directors = set(state.directors)
    party = {person for one in parties_of(state, parties) for person in one.persons}
    if directors and directors <= party and not announced_settings(state).conditions.administrators_give_rulings:
        raise Refused(COMMITTEE_NEEDED, "Every director of this tournament is a party.", directors=sorted(directors))


def agreements_in(
    state: Tournament, dispute: Dispute, brought_by: Actor | None = None
) -> dict[int, frozenset[PersonId]]:
    """The members that each party to a committee has agreed to last, by the party's own act. For anyone who brings a
    ruling of theirs, what another has recorded counts too."""
    entries = {person: number for number in dispute.parties for person in state.entries[number].persons}
    agreed = (one for one in dispute.statements if one.kind == "agreement" and one.person in entries)
    said = (one for one in agreed if brought_by is None or one.is_own or brought_by.is_another_than(one.by))
    return {entries[one.person]: frozenset(one.committee) for one in said}


def _require_carried(committee: Committee, votes: Sequence[Vote]) -> None:
    counted = count(committee, votes)
    if counted.verdict != "upheld":
        detail = f"The ruling needs {committee.majority} of the committee's {len(committee.members)} votes."
        raise Refused(NO_MAJORITY_FOR_RULING, detail, silent=list(counted.silent))
