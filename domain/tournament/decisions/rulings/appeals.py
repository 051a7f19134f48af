"""Appeals: lodged by a party, decided by a committee, and what becomes of the ruling (TD-11 to TD-13).

Readings: a ruling is appealed once, for the committee's decision is final; after an appeal that was withdrawn another
party can still appeal. Once a majority of its committee has voted an appeal is not withdrawn any more.
The votes are counted when the decision is announced: once one verdict has the majority of all members, or all have
voted. A committee can be formed again until somebody has voted; what its former members put forward goes with them.
A ban that would come into force and has ended meanwhile is left out. The window for appeals is the one of the
conditions under which the ruling was given. Where what takes the ruling's place decides its match, that has ended when
the ruling was given; anyone who is put out by it is out since the appeal was decided.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.officiating.bans import without_bans_over
from domain.officiating.committees import Committee, Vote, alternative_of, committee_of_appeal, count
from domain.officiating.remedies import Remedy
from domain.problems.rulings import (
    APPEAL_STATUS,
    APPEAL_TOO_LATE,
    MEMBER_TOO_NEW,
    NOT_A_PARTY,
    RULING_STATUS,
    VOTE_BY_THE_JUDGE,
    VOTES_MISSING,
)
from domain.problems.tournament import NOT_ALLOWED
from domain.tournament.decisions.rulings.admissibility import require_parties, require_to_put_out
from domain.tournament.decisions.rulings.giving import layers_of, layers_resumed, require_valid
from domain.tournament.decisions.rulings.remedy_effect import require_effect, require_sides_in
from domain.tournament.guards.conflicts_of_interest import interested_in_ruling, parties_of, require_no_conflict
from domain.tournament.guards.context import Context, Events, foreseen, require_status, settings_of
from domain.tournament.guards.lookup import find_appeal, find_ruling
from domain.tournament.guards.permissions import is_staff
from domain.tournament.rulings import commands as ruling_commands
from domain.tournament.rulings import events as ruling_events
from domain.tournament.rulings.state import Appeal, Ruling
from domain.tournament.state import Tournament

_EVER = datetime.min.replace(tzinfo=UTC)


def lodge(state: Tournament, command: ruling_commands.LodgeAppeal, context: Context) -> Events:
    """TD-11: by a party, within the window, or with an override and a reason by staff who are no party."""
    ruling = find_ruling(state, command.ruling)
    person = _appellant(state, command, ruling)
    _require_appealable(state, ruling, command.entry, person)
    late = ruling.appeal_deadline is not None and context.now > ruling.appeal_deadline
    if late:
        _require_admitted(state, command, ruling, context)
    lodged = ruling_events.AppealLodged(
        appeal=len(state.directing.appeals) + 1,
        ruling=ruling.number,
        entry=command.entry,
        lodged_by=person,
        late=late,
        reason=command.reason,
    )
    return (lodged,)


def _appellant(state: Tournament, command: ruling_commands.LodgeAppeal, ruling: Ruling) -> PersonId:
    """The person who appeals: the entry's, or one who a remedy names. Raises Refused where that is no party."""
    if command.person is not None and command.person in ruling.named:
        return command.person
    if command.entry is not None and command.entry in ruling.parties:
        return state.entries[command.entry].person
    who = f"Person {command.person}" if command.entry is None else f"Entry {command.entry}"
    raise Refused(NOT_A_PARTY, f"{who} is not a party to ruling {ruling.number}.", parties=ruling.parties)


def _require_appealable(state: Tournament, ruling: Ruling, by: int | None, person: PersonId) -> None:
    if ruling.status == "withdrawn":
        detail = f"Ruling {ruling.number} was taken back and can't be appealed."
        raise Refused(RULING_STATUS, detail, ruling=ruling.number, status=ruling.status)
    appeal = state.directing.appeal_of(ruling.number)
    if appeal is not None:
        said = "being decided" if appeal.decision is None else "decided, and that is final"
        detail = f"Appeal {appeal.number} of ruling {ruling.number} is {said}."
        raise Refused(APPEAL_STATUS, detail, appeal=appeal.number)
    for number, former in sorted(state.directing.appeals.items()):
        if (former.ruling, former.entry, former.lodged_by) == (ruling.number, by, person):
            who = "The person" if by is None else f"Entry {by}"
            detail = f"{who} already appealed ruling {ruling.number} and withdrew appeal {number}."
            raise Refused(APPEAL_STATUS, detail, appeal=number)


def _require_admitted(
    state: Tournament, command: ruling_commands.LodgeAppeal, ruling: Ruling, context: Context
) -> None:
    if not (command.override and is_staff(state, context.actor)):
        raise Refused(APPEAL_TOO_LATE, f"The time to appeal ruling {ruling.number} is over.", ruling=ruling.number)
    require_no_conflict(state, interested_in_ruling(state, ruling), context.actor.persons)


def form(state: Tournament, command: ruling_commands.FormCommittee, context: Context) -> Events:
    """TD-11: by a director who is no party; None of the members is a director here, a party, gave the ruling, or has
    served here since, unless an administrator allows them."""
    appeal, ruling = _open(state, command.appeal)
    if appeal.votes:
        raise Refused(APPEAL_STATUS, f"Appeal {appeal.number} is being voted on.", appeal=appeal.number)
    for member in command.members:
        context.person(member)
    parties = parties_of(state, interested_in_ruling(state, ruling).entries)
    allowed = _allow_members(command, appeal, ruling, context)
    served = [one for one in command.members if one not in command.allowed and has_served(state, ruling, one)]
    committee = committee_of_appeal(command.members, state.directors, parties, ruling.judges, served)
    _require_known_before(ruling, committee.members, context)
    return ruling_events.CommitteeFormed(appeal=appeal.number, members=committee.members), *allowed


def _allow_members(
    command: ruling_commands.FormCommittee, appeal: Appeal, ruling: Ruling, context: Context
) -> Iterator[ruling_events.MembersAllowed]:
    """The record of members who are allowed. Raises Refused unless an administrator does who is none of them, and has
    not given the ruling."""
    if command.reason is None:
        return
    others = (*ruling.given_by.persons, *ruling.judges, *command.allowed)
    if context.actor.role != "administrator" or not context.actor.is_none_of(others):
        raise Refused(NOT_ALLOWED, "Only an administrator who did not give the ruling can allow a member.")
    yield ruling_events.MembersAllowed(appeal=appeal.number, members=command.allowed, reason=command.reason)


def has_served(state: Tournament, ruling: Ruling, person: PersonId) -> bool:
    """Whether the person has directed, assisted, monitored or administered the tournament since what is ruled on.
    *Reading:* that is since the start for a ruling on a match, and else since the announcement [1.3.1, 1.3.2, 5.2]."""
    settings = settings_of(state)
    since = (settings.started_at if ruling.on.kind == "match" else None) or settings.announced_at
    served = (at for one, at in state.served.items() if state.known_id(one) == person)
    return state.match_records.has_monitored(person, since) or any(at >= since for at in served)


def _require_known_before(ruling: Ruling, members: Sequence[PersonId], context: Context) -> None:
    """TD-11: anyone who has given the ruling finds no committee for it among persons who were registered since."""
    new = [person for person in members if (context.person(person).registered_at or _EVER) > ruling.orders.given_at]
    by_another = context.actor.role == "administrator" and context.actor.is_another_than(ruling.given_by)
    if new and not by_another:
        detail = f"Members who were registered since ruling {ruling.number} was given: {len(new)}."
        raise Refused(MEMBER_TOO_NEW, detail, members=new)


def propose_alternative(state: Tournament, command: ruling_commands.ProposeAlternative, context: Context) -> Events:
    """TD-12: an alternative with remedies of its own, by a member or the staff for the committee."""
    appeal, ruling = _open(state, command.appeal)
    _require_committee(appeal)
    _require_valid(state, ruling, command.remedies, context)
    put = ruling_events.AlternativeProposed(
        appeal=appeal.number, alternative=len(appeal.alternatives) + 1, remedies=command.remedies
    )
    return (put,)


def vote(state: Tournament, command: ruling_commands.CastVote, context: Context) -> Events:
    """TD-12: each member once, by a key of their own, or recorded by staff other than who gave the ruling."""
    appeal, ruling = _open(state, command.appeal)
    committee = _require_committee(appeal)
    cast = Vote(member=command.member, verdict=command.verdict)
    count(committee, (*appeal.votes, cast), len(appeal.alternatives))
    own = context.actor.persons == (command.member,)
    if not own and not context.actor.is_another_than(ruling.given_by):
        detail = f"The same person gave ruling {ruling.number} and records the vote, or the ruling names no author."
        if context.actor.person == command.member:
            detail = (
                f"The person who made the member's key may still know it, and may have given ruling {ruling.number}."
            )
        raise Refused(VOTE_BY_THE_JUDGE, detail, person=command.member, ruling=ruling.number)
    return (ruling_events.VoteCast(appeal=appeal.number, member=command.member, verdict=command.verdict),)


def decide(state: Tournament, command: ruling_commands.DecideAppeal, context: Context) -> Events:
    """TD-12, TD-13: what the votes come to, and what becomes of matches and entries by it."""
    appeal, ruling = _open(state, command.appeal)
    committee = _require_committee(appeal)
    counted = count(committee, appeal.votes, len(appeal.alternatives))
    if counted.verdict is None and counted.silent:
        detail = f"Members who have not voted: {', '.join(f'person {member}' for member in counted.silent)}."
        raise Refused(VOTES_MISSING, detail, appeal=appeal.number, not_voted=list(counted.silent))
    decision = counted.verdict or "no-majority"
    remedies = without_bans_over(_instead(appeal, ruling, decision), context.now)
    decided = ruling_events.AppealDecided(
        appeal=appeal.number,
        decision=decision,
        text_about=appeal.lodged_by,
        reasons=command.reasons,
        remedies=remedies,
        layers=_layers_decided(state, ruling, decision, remedies, context),
    )
    return (decided,)


def _layers_decided(
    state: Tournament, ruling: Ruling, decision: str, remedies: tuple[Remedy, ...], context: Context
) -> tuple[ruling_events.MatchLayer, ...]:
    if decision in ("upheld", "no-majority"):
        return layers_resumed(state, ruling, context)
    return _layers_instead(state, ruling, remedies, context)


def _instead(appeal: Appeal, ruling: Ruling, decision: str) -> tuple[Remedy, ...]:
    """The orders in the ruling's place: those it had dismissed, or the alternative's own (TD-13)."""
    if decision == "reversed":
        return ruling.claimed
    chosen = [one for one in appeal.alternatives if one.number == alternative_of(decision)]
    return chosen[0].remedies if chosen else ()


def _layers_instead(
    state: Tournament, ruling: Ruling, remedies: tuple[Remedy, ...], context: Context
) -> tuple[ruling_events.MatchLayer, ...]:
    """Layers of the remedies for matches in the ruling's place, as if it had not been given (TD-13)."""
    return layers_of(_without(state, ruling, context), ruling.on, remedies, ruling.number, context)


def _without(state: Tournament, ruling: Ruling, context: Context) -> Tournament:
    return foreseen(state, (ruling_events.RulingSuspended(ruling=ruling.number),), context)


def withdraw(state: Tournament, command: ruling_commands.WithdrawAppeal, context: Context) -> Events:
    """By the party that lodged it; a ruling that was suspended is in force again."""
    appeal, ruling = _open(state, command.appeal)
    if appeal.members and len(appeal.votes) >= Committee(members=appeal.members).majority:
        detail = f"Most members have already voted on appeal {appeal.number}."
        raise Refused(APPEAL_STATUS, detail, appeal=appeal.number)
    if ruling.status == "suspended":
        require_status(state, "started")
    layers = layers_resumed(state, ruling, context)
    return (ruling_events.AppealWithdrawn(appeal=appeal.number, layers=layers),)


def _open(state: Tournament, number: int) -> tuple[Appeal, Ruling]:
    """The appeal, still open, and its ruling."""
    appeal = find_appeal(state, number)
    if appeal.decision is not None:
        raise Refused(APPEAL_STATUS, f"Appeal {number} {_came_to(appeal)}.", appeal=number)
    return appeal, state.directing.rulings[appeal.ruling]


def _came_to(appeal: Appeal) -> str:
    """Its end, in words."""
    if appeal.decision == "withdrawn":
        return "was withdrawn"
    alternative = alternative_of(appeal.decision)
    if alternative is not None:
        return f"is decided: alternative {alternative} takes the ruling's place"
    stands = {"upheld": "the ruling is upheld", "reversed": "the ruling is reversed"}
    return f"is decided: {stands.get(appeal.decision or '', 'without a majority the ruling stands')}"


def _require_committee(appeal: Appeal) -> Committee:
    if not appeal.members:
        raise Refused(APPEAL_STATUS, f"Appeal {appeal.number} has no committee yet.", appeal=appeal.number)
    return Committee(members=appeal.members)


def _require_valid(state: Tournament, ruling: Ruling, remedies: tuple[Remedy, ...], context: Context) -> None:
    require_valid(state, remedies, context)
    require_parties(state, remedies, ruling)
    require_to_put_out(state, remedies, ruling.number)
    layers = _layers_instead(state, ruling, remedies, context)
    ordered = require_effect(state, layers, ruling.number, context)
    require_sides_in(_without(state, ruling, context), ordered)
