"""Entries left out of the rounds to come, since they are not there (SWX-4)."""

from domain.formats.progress import newest_round
from domain.kernel.refusal import Refused
from domain.problems.rounds import ABSENCE_REFUSED, BYE_NOT_OFFERED
from domain.tournament.derived.stage import current_stage
from domain.tournament.guards.context import Context, Events
from domain.tournament.guards.empty_places import place_taken
from domain.tournament.guards.lookup import find_entry
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds import events as round_events
from domain.tournament.state import Tournament


def mark(state: Tournament, command: round_commands.MarkAbsent, _: Context) -> Events:
    """From the next round on that is drawn."""
    return (_absent(state, command.entry),)


def _absent(state: Tournament, entry: int) -> round_events.EntryAbsent:
    round_ = _next_round(state, entry)
    if state.rounds.is_absent(entry, round_):
        raise Refused(ABSENCE_REFUSED, f"Entry {entry} is marked as absent already.", entry=entry)
    return round_events.EntryAbsent(entry=entry, round=round_)


def for_one_round(state: Tournament, command: round_commands.RequestBye) -> Events:
    """SWX-3: a bye that is worth nothing is an absence in the next round alone."""
    absent = _absent(state, command.entry)
    if absent.round != command.round:
        raise Refused(BYE_NOT_OFFERED, f"Round {absent.round} is the next one.", round=command.round)
    return absent, round_events.EntryCameBack(entry=command.entry, round=command.round + 1)


def end(state: Tournament, command: round_commands.EndAbsence, _: Context) -> Events:
    """For the next round that is drawn; into a seat that is empty since the entry was absent, where it has one
    (CON-6)."""
    entry, stage = command.entry, current_stage(state)
    round_ = _next_round(state, entry, comes_back=True)
    if not state.rounds.is_absent(entry, round_):
        raise Refused(ABSENCE_REFUSED, f"Entry {entry} is not marked as absent.", entry=entry)
    seat = stage.rules.late_seat(stage.options, stage.facts, entry)
    return (round_events.EntryCameBack(entry=entry, round=round_), *place_taken(seat, entry))


def absent_next(state: Tournament) -> tuple[int, ...]:
    """Those who are in, and are left out of the next round to be drawn."""
    stage = current_stage(state)
    if not state.rounds.absences or not stage.rules.leaves_absent_out:
        return ()
    round_ = newest_round(stage.facts) + 1
    absent = (entry for entry in stage.facts.numbers if stage.facts.is_absent(entry, round_))
    return tuple(entry for entry in absent if stage.rules.may_come_back(stage.options, stage.facts, entry))


def _next_round(state: Tournament, entry: int, *, comes_back: bool = False) -> int:
    """The round after the newest, for somebody who is in, or may be again. Raises Refused where nobody is left out of a
    round."""
    find_entry(state, entry)
    stage = current_stage(state)
    if not stage.rules.leaves_absent_out:
        raise Refused(ABSENCE_REFUSED, "In this format nobody is left out of a round.", entry=entry)
    is_in = stage.rules.may_come_back if comes_back else stage.rules.is_in
    if not is_in(stage.options, stage.facts, entry):
        raise Refused(ABSENCE_REFUSED, f"Entry {entry} is not in.", entry=entry)
    return newest_round(stage.facts) + stage.facts.rounds_before + 1
