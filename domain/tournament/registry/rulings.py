"""The commands on disputes, rulings and appeals (TD-9 to TD-13). Anyone who is a party speaks, appeals and withdraws
for themselves; all else is a matter of the parties, of who plays what is decided, and of anyone that a remedy names."""

from collections.abc import Sequence

from domain.kernel.ids import PersonId
from domain.officiating.remedies import Remedy
from domain.tournament.command import Seen
from domain.tournament.decisions.rulings import appeals, decisions, giving
from domain.tournament.decisions.rulings.admissibility import parties_to, parties_to_ruling
from domain.tournament.guards.conflicts_of_interest import Interested, interested_in_ruling, interested_parties
from domain.tournament.guards.context import Context
from domain.tournament.guards.lookup import find_appeal, find_dispute, find_ruling
from domain.tournament.guards.permissions import acts_for, is_person
from domain.tournament.registry.spec import (
    SINCE_THE_START,
    UNTIL_THE_END,
    Role,
    Row,
    nobody,
    of_appeal,
    of_ruling,
    or_staff,
)
from domain.tournament.rulings import commands
from domain.tournament.rulings.state import Ruling
from domain.tournament.state import Status, Tournament

OfRuling = commands.SuspendRuling | commands.ResumeRuling | commands.WithdrawRuling | commands.LodgeAppeal
OfAppeal = commands.FormCommittee | commands.CastVote | commands.WithdrawAppeal


def _is_party(state: Tournament, command: commands.OpenDispute, context: Context) -> bool:
    parties = parties_to(state, command.about, command.parties)
    return any(acts_for(context.actor, state.entries[number]) for number in parties)


def _speaks(state: Tournament, command: commands.RecordStatement, context: Context) -> bool:
    parties = find_dispute(state, command.dispute).parties
    own = context.actor.person == command.person and command.kind in ("statement", "evidence-given", "agreement")
    return own and any(acts_for(context.actor, state.entries[number]) for number in parties)


def _is_judge(_: Tournament, command: commands.GiveRuling, context: Context) -> bool:
    return any(is_person(context.actor, person) for person in command.committee)


def _appeals(state: Tournament, command: commands.LodgeAppeal, context: Context) -> bool:
    if command.person is not None:
        return is_person(context.actor, command.person)
    entry = None if command.entry is None else state.entries.get(command.entry)
    return entry is not None and acts_for(context.actor, entry)


def _has_appealed(state: Tournament, command: commands.WithdrawAppeal, context: Context) -> bool:
    appeal = find_appeal(state, command.appeal)
    if appeal.entry is None:
        return is_person(context.actor, appeal.lodged_by)
    return acts_for(context.actor, state.entries[appeal.entry])


def _is_member(state: Tournament, command: commands.ProposeAlternative, context: Context) -> bool:
    return any(is_person(context.actor, person) for person in find_appeal(state, command.appeal).members)


def _votes(_: Tournament, command: commands.CastVote, context: Context) -> bool:
    return is_person(context.actor, command.member)


def _of_the_entry(state: Tournament, command: commands.AppealDecision, context: Context) -> bool:
    entry = state.entries.get(command.entry)
    return entry is not None and acts_for(context.actor, entry)


def _parties_of_dispute(state: Tournament, command: commands.RecordStatement) -> Interested:
    return Interested(find_dispute(state, command.dispute).parties)


def _of_new_ruling(state: Tournament, command: commands.GiveRuling) -> Interested:
    return interested_parties(state, parties_to_ruling(state, command), command.at_issue)


def _seen_of_new_ruling(state: Tournament, command: commands.GiveRuling) -> tuple[Seen, ...]:
    return giving.seen_of_new_ruling(state, command.about, command.remedies)


def _of_ruling(state: Tournament, command: OfRuling) -> Interested:
    return interested_in_ruling(state, find_ruling(state, command.ruling))


def _appealed_ruling(state: Tournament, number: int) -> Ruling:
    return state.directing.rulings[find_appeal(state, number).ruling]


def _of_appeal(state: Tournament, command: OfAppeal) -> Interested:
    return interested_in_ruling(state, _appealed_ruling(state, command.appeal))


def _of_alternative(state: Tournament, command: commands.ProposeAlternative) -> Interested:
    return interested_in_ruling(state, _appealed_ruling(state, command.appeal), command.remedies)


def _of_decision(state: Tournament, command: commands.DecideAppeal) -> Interested:
    alternatives = find_appeal(state, command.appeal).alternatives
    remedies: Sequence[Remedy] = [remedy for one in alternatives for remedy in one.remedies]
    return interested_in_ruling(state, _appealed_ruling(state, command.appeal), remedies)


def _committee(_: Tournament, command: commands.GiveRuling) -> tuple[PersonId, ...]:
    return command.committee


def _members(state: Tournament, command: commands.ProposeAlternative) -> tuple[PersonId, ...]:
    return find_appeal(state, command.appeal).members


def _to_be_members(_: Tournament, command: commands.FormCommittee) -> tuple[PersonId, ...]:
    return command.members


_PARTY = Role("a party to the dispute", _is_party)
_SPEAKER = Role("the party whose statement it is", _speaks)
_JUDGE = Role("a member of the committee that rules", _is_judge, own=False)
_APPELLANT = Role("the party that appeals", _appeals)
_HAS_APPEALED = Role("the party that has appealed", _has_appealed)
_MEMBER = Role("a member of the committee", _is_member, own=False)
_VOTER = Role("the member whose vote it is", _votes, office=True)

_ENTRY_OF = Role("the entry that appeals", _of_the_entry)
_ALWAYS: tuple[Status, ...] = ("announced", "started", "completed")
"""Also before the start: an entry is refused then."""

COMMANDS = (
    Row(commands.OpenDispute, giving.open_dispute, nobody).at(
        "disputes",
        permission=or_staff(_PARTY, "Only a party or the staff bring a dispute."),
        during=SINCE_THE_START,
        creates=("dispute",),
    ),
    Row(commands.RecordStatement, giving.record_statement, _parties_of_dispute).at(
        "disputes/{dispute}/statements",
        permission=or_staff(_SPEAKER, "Only the party itself, or the staff, may record what somebody says."),
        during=SINCE_THE_START,
    ),
    Row(commands.GiveRuling, giving.give, _of_new_ruling).at(
        "rulings",
        permission=or_staff(_JUDGE, "A director rules, or a committee that the parties have chosen."),
        sees=_seen_of_new_ruling,
        judges=_committee,
        creates=("ruling",),
    ),
    Row(commands.SuspendRuling, giving.suspend, _of_ruling).at("rulings/{ruling}/suspension", revision=of_ruling),
    Row(commands.ResumeRuling, giving.resume, _of_ruling).at("rulings/{ruling}/resumption", revision=of_ruling),
    Row(commands.WithdrawRuling, giving.withdraw, _of_ruling).at("rulings/{ruling}/withdrawal", revision=of_ruling),
    Row(commands.LodgeAppeal, appeals.lodge, _of_ruling).at(
        "rulings/{ruling}/appeals",
        permission=or_staff(_APPELLANT, "A party appeals itself; the staff may record it."),
        during=SINCE_THE_START,
        revision=of_ruling,
        creates=("appeal",),
    ),
    Row(commands.AppealDecision, decisions.appeal_decision, decisions.interested_in_appeal).at(
        "directors-decisions/{decision}/appeals",
        permission=or_staff(_ENTRY_OF, "A party appeals itself; the staff may record it."),
        during=_ALWAYS,
        creates=("appeal", "ruling"),
    ),
    Row(commands.CarryOutAppeal, decisions.carry_out, nobody).at(
        "appeals/{appeal}/carrying-out", during=_ALWAYS, revision=of_appeal
    ),
    Row(commands.FormCommittee, appeals.form, _of_appeal).at(
        "appeals/{appeal}/committee", during=_ALWAYS, revision=of_appeal, judges=_to_be_members
    ),
    Row(commands.ProposeAlternative, appeals.propose_alternative, _of_alternative).at(
        "appeals/{appeal}/alternatives",
        permission=or_staff(_MEMBER, "A member of the committee puts alternatives forward."),
        during=_ALWAYS,
        judges=_members,
        creates=("alternative",),
    ),
    Row(commands.CastVote, appeals.vote, _of_appeal).at(
        "appeals/{appeal}/votes",
        permission=or_staff(_VOTER, "Members vote themselves; the staff may record it."),
        during=_ALWAYS,
    ),
    Row(commands.DecideAppeal, appeals.decide, _of_decision).at(
        "appeals/{appeal}/decision", during=UNTIL_THE_END, revision=of_appeal
    ),
    Row(commands.WithdrawAppeal, appeals.withdraw, _of_appeal).at(
        "appeals/{appeal}/withdrawal",
        permission=or_staff(_HAS_APPEALED, "The party that appealed withdraws it; the staff may record it."),
        during=_ALWAYS,
        revision=of_appeal,
    ),
)
