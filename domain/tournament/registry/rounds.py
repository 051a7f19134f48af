"""The commands on rounds, stages and draws. A recorded draw is nobody's own matter (ALL-2), nor is what follows from
the rules alone; an order by hand is a matter of all who it places.

Readings: a pairing by hand is a matter of all who are due in the round, since it takes players out of the draw; and an
annulled round is one of all who had a place in it, who may be given another. So a director who plays has such a round
drawn, or leaves it to somebody else. Who misses a round under way is a matter of all who are due in it. That somebody
is absent is nobody's own matter: the player says otherwise themselves (SWX-4). A draw with rematches is nobody's own
matter either: there are as few as can be, and the draw is recorded (SWI-8). Who met is one of all who did, and of all
who had been paired. A round is closed for all but the matches of anyone who closes it, which the event names; so
closing is nobody's own matter (SWI-4). Its closing time is a matter of those who have an open match in it. Until then a
side can report that no time could be agreed. Where the service closes rounds, it is one of all who are in, also before
the draw.
"""

from domain.kernel.outside_source import Dice
from domain.tournament.decisions.matches import who_met
from domain.tournament.decisions.rounds import (
    absences,
    before_closing,
    commitments,
    deadlines,
    drawing,
    holding,
    outside_value,
    seeding,
    stage_opening,
)
from domain.tournament.decisions.rounds.drawing import due_by_hand, question_asked
from domain.tournament.decisions.rounds.rolling_on import rolls_on
from domain.tournament.derived.progress import StageDue, due_at_the_cut, next_of
from domain.tournament.derived.stage import current_stage
from domain.tournament.guards.conflicts_of_interest import Interested, sides_of
from domain.tournament.guards.context import Context, settings_of
from domain.tournament.guards.lookup import find_entry, find_match
from domain.tournament.guards.permissions import is_person
from domain.tournament.registry.spec import (
    BY_STAFF,
    ENTRY,
    UNTIL_THE_END,
    Permission,
    Role,
    Row,
    nobody,
    of_entry,
    of_tournament,
    or_staff,
    who_are_in,
)
from domain.tournament.rounds import commands
from domain.tournament.state import Tournament


def _approved_entries(state: Tournament, _: commands.SeedField) -> Interested:
    """All approved entries: anyone who is not named is behind those who are, so all are placed by it."""
    return Interested(tuple(sorted(number for number, entry in state.entries.items() if entry.status == "approved")))


def _due_or_named(state: Tournament, command: commands.PairByHand) -> Interested:
    named = {entry for sides in command.pairings for entry in sides} | set(command.byes)
    due = due_by_hand(state)
    return Interested(tuple(sorted(named | {one.entry for one in due.contenders} if due else named)))


def _before_and_after(state: Tournament, command: commands.CorrectPairings) -> Interested:
    were = {side for one in command.matches for side in find_match(state, one.match).sides}
    said = {side for one in command.matches for side in one.sides}
    byes = {entry for one in command.byes for entry in (one.given_to, one.had_by)}
    return Interested(tuple(sorted(were | {find_entry(state, entry).number for entry in said | byes})))


def _in_round(state: Tournament, command: commands.AnnulRound) -> Interested:
    facts = current_stage(state).facts
    places = (place for place in facts.places if place.round + facts.rounds_before == command.round)
    return Interested(tuple(sorted({entry for place in places for entry in place.entries})))


def _who_has_until_then(state: Tournament, command: commands.ScheduleRound) -> Interested:
    """SWI-4: nobody who plays says how long their opponent has, by a time at which somebody else closes the round."""
    if command.closes_at == state.rounds.closes_at(command.round):
        return Interested()
    open_matches = sorted(number for number in state.awaiting if state.matches[number].round == command.round)
    if open_matches or not rolls_on(state):
        return Interested(sides_of(state, open_matches))
    return who_are_in(state)


def _entries_decided_for(state: Tournament, command: commands.DecideQuestion) -> Interested:
    named = () if command.entry is None else (command.entry,)
    question = question_asked(state, command.question)
    chosen = [choice for choice in question.choices if choice.name == command.choice] if question else []
    return Interested((*named, *(entry for choice in chosen for entry in choice.decides_for)))


def _field_by_hand(state: Tournament, command: commands.OpenStage) -> Interested:
    if command.seeds is None:
        return Interested()
    due = next_of(state)
    groups = due.groups if isinstance(due, StageDue) else ()
    return Interested(tuple(dict.fromkeys((*command.seeds, *(entry for group in groups for entry in group)))))


def _at_the_cut(state: Tournament, _: commands.MakePlayOff) -> Interested:
    due = due_at_the_cut(state)
    return Interested(() if due is None else due.at_the_cut)


def _throws(state: Tournament, _: object, context: Context) -> bool:
    dice = settings_of(state).outside_source
    return isinstance(dice, Dice) and is_person(context.actor, dice.thrower)


def _witnesses(state: Tournament, _: object, context: Context) -> bool:
    dice = settings_of(state).outside_source
    return isinstance(dice, Dice) and is_person(context.actor, dice.witness)


def _keeps_time(state: Tournament, _: object, context: Context) -> bool:
    return context.actor.role == "service" and rolls_on(state)


_SERVICE = Permission(
    (*BY_STAFF.roles, Role("the service, where rounds roll on by themselves", _keeps_time, office=True))
)
_THROWER = Role("anyone who throws the dice", _throws, office=True)
_WITNESS = Role("the announced witness", _witnesses, office=True)
_ABSENCE_PERMISSION = or_staff(ENTRY, "Only the player or the staff may say who is absent.")
_BYE_PERMISSION = or_staff(ENTRY, "Only the player or the staff may ask for a bye.")

COMMANDS = (
    Row(commands.PublishCommitment, commitments.commit, nobody).at("commitment"),
    Row(commands.RevealSecret, commitments.reveal, nobody).at("reveal", during=("completed", "cancelled")),
    Row(commands.RecordOutsideValue, outside_value.record, nobody).at(
        "outside-value",
        permission=or_staff(_THROWER, "Only the staff or anyone who throws the dice may record the value."),
        during=UNTIL_THE_END,
    ),
    Row(commands.WitnessOutsideValue, outside_value.witness, nobody).at(
        "outside-value/witness",
        permission=Permission((_WITNESS,), "Only the announced witness may say how the dice fell."),
        during=UNTIL_THE_END,
    ),
    Row(commands.DrawRound, drawing.draw, nobody).at("rounds/{round}/draw", permission=_SERVICE, creates=("round",)),
    Row(commands.PairByHand, drawing.pair, _due_or_named).at("rounds/{round}/pairings"),
    Row(commands.CorrectPairings, who_met.correct, _before_and_after).at("rounds/{round}/corrections"),
    Row(commands.ReleasePairings, holding.release, nobody).at("release"),
    Row(commands.AnnulRound, drawing.annul, _in_round).at("rounds/{round}/annulment"),
    Row(commands.DecideQuestion, drawing.decide_question, _entries_decided_for).at("decisions"),
    Row(commands.SeedField, seeding.by_hand, _approved_entries).at(
        "seeding", during=("announced",), revision=of_tournament
    ),
    Row(commands.OpenStage, stage_opening.open_stage, _field_by_hand).at(
        "stages/{stage}/opening", permission=_SERVICE, creates=("stage",)
    ),
    Row(commands.MakePlayOff, stage_opening.play_off, _at_the_cut).at("stages/{stage}/play-off", creates=("match",)),
    Row(commands.CloseRound, deadlines.close, nobody).at("rounds/{round}/closing", permission=_SERVICE),
    Row(commands.ScheduleRound, before_closing.schedule, _who_has_until_then).at(
        "rounds/{round}/schedule", during=UNTIL_THE_END
    ),
    Row(commands.RequestBye, before_closing.request_bye, nobody).at(
        "entries/{entry}/bye-requests", permission=_BYE_PERMISSION, during=UNTIL_THE_END, revision=of_entry
    ),
    Row(commands.WithdrawByeRequest, before_closing.withdraw_request, nobody).at(
        "entries/{entry}/bye-requests/{round}/withdrawal",
        permission=_BYE_PERMISSION,
        during=UNTIL_THE_END,
        revision=of_entry,
    ),
    Row(commands.MarkAbsent, absences.mark, nobody).at(
        "entries/{entry}/absence", permission=_ABSENCE_PERMISSION, revision=of_entry
    ),
    Row(commands.EndAbsence, absences.end, nobody).at(
        "entries/{entry}/absence/end", permission=_ABSENCE_PERMISSION, revision=of_entry
    ),
)
