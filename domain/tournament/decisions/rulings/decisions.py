"""Decisions of directors other than rulings, which can be appealed as these are (1.4.1, 5.2, TD-11).

Readings: a director's decision without a ruling is a ruling once it is appealed. It has the reason that was given, no
remedies, and the time and author of the decision. So everything of an appeal holds for it. What a committee reverses,
staff carry out by the commands there are, and record what they did: it waits for them until then. A party is the entry
that was decided on, or a side of the match. Where the tournament as a whole is concerned, any entry is.
"""

from collections.abc import Iterator
from datetime import datetime

from domain.kernel.refusal import Refused
from domain.problems.rulings import APPEAL_STATUS, APPEAL_TOO_LATE, DECISION_UNKNOWN, NOT_A_PARTY
from domain.tournament.derived.decided import concerned_entries
from domain.tournament.guards.conflicts_of_interest import Interested, require_no_conflict
from domain.tournament.guards.context import Context, Events, settings_of
from domain.tournament.guards.lookup import find_appeal, find_entry
from domain.tournament.guards.permissions import is_staff
from domain.tournament.guards.windows import appeal_window_closes
from domain.tournament.rulings import commands as ruling_commands
from domain.tournament.rulings import events as ruling_events
from domain.tournament.rulings.state import Appeal, Decision, Ruling
from domain.tournament.state import Tournament


def find_decision(state: Tournament, number: int) -> Decision:
    """The decision that was recorded with that version. Raises Refused where none was."""
    decision = state.directing.decisions.get(number)
    if decision is None:
        raise Refused(DECISION_UNKNOWN, f"No director decided anything with version {number}.", decision=number)
    return decision


def interested_in_appeal(state: Tournament, command: ruling_commands.AppealDecision) -> Interested:
    """Those affected by the admission of the appeal: the entry that appeals."""
    return Interested((find_entry(state, command.entry).number,))


def appeal_decision(state: Tournament, command: ruling_commands.AppealDecision, context: Context) -> Events:
    """TD-11, 5.2: by a party, within the window, or with an override and a reason by staff who are no party."""
    decision = find_decision(state, command.decision)
    _require_appealable(state, decision, command)
    deadline = appeal_deadline(state, decision)
    late = deadline is not None and context.now > deadline
    if late and not (command.override and is_staff(state, context.actor)):
        raise Refused(
            APPEAL_TOO_LATE, f"The time to appeal decision {command.decision} is over.", decision=command.decision
        )
    if late:
        require_no_conflict(state, interested_in_appeal(state, command), context.actor.persons)
    appealed = ruling_events.DecisionAppealed(
        appeal=len(state.directing.appeals) + 1,
        ruling=len(state.directing.rulings) + 1,
        decision=decision.version,
        about=decision.on,
        clause=decision.clause,
        entry=command.entry,
        lodged_by=state.entries[command.entry].person,
        late=late,
        reason=command.reason,
        appeal_deadline=deadline,
    )
    return (appealed,)


def _require_appealable(state: Tournament, decision: Decision, command: ruling_commands.AppealDecision) -> None:
    """Raises Refused where the entry is no party, or the decision was appealed before."""
    parties = concerned_entries(state, decision)
    if command.entry not in parties:
        detail = f"Decision {command.decision} is not about entry {command.entry}."
        raise Refused(NOT_A_PARTY, detail, parties=parties)
    ruled = _ruling_of(state, decision)
    if ruled is not None:
        detail = f"Decision {command.decision} was appealed and has become ruling {ruled.number}."
        raise Refused(APPEAL_STATUS, detail, ruling=ruled.number)


def appeal_deadline(state: Tournament, decision: Decision) -> datetime | None:
    """Until when it can be appealed (TD-11); None: without a limit."""
    return appeal_window_closes(settings_of(state), decision.at)


def _ruling_of(state: Tournament, decision: Decision) -> Ruling | None:
    rulings = state.directing.rulings.values()
    return next((ruling for ruling in rulings if ruling.decision == decision.version), None)


def carry_out(state: Tournament, command: ruling_commands.CarryOutAppeal, _: Context) -> Events:
    """TD-13: by the staff, who say what they did, once."""
    appeal = find_appeal(state, command.appeal)
    if not waits_to_be_carried_out(state, appeal):
        raise Refused(APPEAL_STATUS, f"Appeal {appeal.number} left nothing to carry out.", appeal=appeal.number)
    return (ruling_events.AppealCarriedOut(appeal=appeal.number, text_about=appeal.lodged_by, reason=command.reason),)


def waits_to_be_carried_out(state: Tournament, appeal: Appeal) -> bool:
    """Whether a committee has reversed or replaced a decision, and the staff have not said what they did about it."""
    ruling = state.directing.rulings.get(appeal.ruling)
    decided = ruling is not None and ruling.decision is not None and ruling.status in ("reversed", "replaced")
    return decided and not appeal.carried_out and appeal.decision not in (None, "withdrawn")


def open_to_appeal(state: Tournament) -> Iterator[Decision]:
    """The decisions that nobody has appealed, by version; whether the window is closed the reader says."""
    appealed = {ruling.decision for ruling in state.directing.rulings.values()}
    return (one for number, one in sorted(state.directing.decisions.items()) if number not in appealed)
