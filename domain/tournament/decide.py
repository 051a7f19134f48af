"""Decisions: a command and a state make events, or a refusal. Pure; whatever else counts comes as the context."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from domain.tournament.difference import require_outcome
from domain.tournament.entries import commands as entry_commands
from domain.tournament.entries import flight_offers, registration, resignation
from domain.tournament.guards.context import Context, Events, Unseen
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle import lifecycle
from domain.tournament.match_record import commands as match_record_commands
from domain.tournament.match_record import recording, retraction
from domain.tournament.matches import commands as match_commands
from domain.tournament.matches import invitations, results, wrong_length
from domain.tournament.reporting import commands as report_commands
from domain.tournament.reporting import federation_report
from domain.tournament.reviews import commands as review_commands
from domain.tournament.reviews import review_items
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds import commitments, deadlines, drawing, seeding, stage_opening
from domain.tournament.rounds.automatic import with_service
from domain.tournament.rulings import appeals, giving
from domain.tournament.rulings import commands as ruling_commands
from domain.tournament.state import Tournament

Decide = Callable[[Tournament, Any, Context], Events]


def decide(state: Tournament, command: lifecycle_commands.Command, context: Context) -> Events:
    """The events that carry the command out on this state. Raises Refused, and then nothing of it happens."""
    if command.expected is not None:
        # As it is previewed, so that a draw that is not recorded is not shown by this either.
        shown = _decided(state, command, replace(context, secrets=Unseen()))
        require_outcome(state, shown, context, command.expected)
    return _decided(state, command, context)


def _decided(state: Tournament, command: lifecycle_commands.Command, context: Context) -> Events:
    return with_service(state, _DECIDE[type(command)](state, command, context), context)


_DECIDE: Mapping[type[lifecycle_commands.Command], Decide] = {
    lifecycle_commands.AnnounceTournament: lifecycle.announce,
    lifecycle_commands.ChangeConditions: lifecycle.change_conditions,
    lifecycle_commands.AppointDirector: lifecycle.appoint_director,
    lifecycle_commands.ReleaseDirector: lifecycle.release_director,
    lifecycle_commands.StartTournament: lifecycle.start,
    lifecycle_commands.CompleteTournament: lifecycle.complete,
    lifecycle_commands.CancelTournament: lifecycle.cancel,
    lifecycle_commands.ReopenTournament: lifecycle.reopen,
    entry_commands.RequestEntry: registration.request,
    entry_commands.ApproveEntry: registration.approve,
    entry_commands.GiveColour: registration.give_colour,
    entry_commands.RefuseEntry: registration.refuse,
    entry_commands.OfferFlight: flight_offers.offer,
    entry_commands.AnswerFlight: flight_offers.answer,
    entry_commands.WithdrawEntry: registration.withdraw,
    match_commands.MakeMatch: results.make,
    match_commands.ReportResult: results.report,
    match_commands.EnterResults: results.enter_list,
    match_commands.VerifyResult: results.verify,
    match_commands.CorrectResult: results.correct,
    match_commands.SettleLength: wrong_length.settle,
    match_commands.VoidMatch: results.void,
    match_commands.ReinstateMatch: results.reinstate,
    round_commands.CommitChance: commitments.commit,
    round_commands.RevealChance: commitments.reveal,
    round_commands.DrawRound: drawing.draw,
    round_commands.PairByHand: drawing.pair,
    round_commands.AnnulRound: drawing.annul,
    round_commands.DecideQuestion: drawing.decide_question,
    entry_commands.Resign: resignation.resign,
    match_commands.Invite: invitations.invite,
    match_commands.Acknowledge: invitations.acknowledge,
    round_commands.SeedField: seeding.by_hand,
    round_commands.OpenStage: stage_opening.open_stage,
    round_commands.PlayOff: stage_opening.play_off,
    round_commands.CloseRound: deadlines.close,
    match_commands.TellDirector: deadlines.tell,
    round_commands.ScheduleRound: deadlines.schedule,
    round_commands.RequestBye: deadlines.request_bye,
    round_commands.WithdrawByeRequest: deadlines.withdraw_request,
    report_commands.FileReport: federation_report.file,
    review_commands.SettleReview: review_items.settle,
    match_record_commands.AppointMonitor: recording.appoint,
    match_record_commands.ReleaseMonitor: recording.release,
    match_record_commands.GiveConsent: recording.consent,
    match_record_commands.RevokeConsent: recording.revoke,
    match_record_commands.BeginBreak: recording.begin_break,
    match_record_commands.EndBreak: recording.end_break,
    match_record_commands.RecordClock: recording.record_clock,
    match_record_commands.DeclareOutOfTime: recording.declare,
    match_record_commands.Attach: recording.attach,
    match_record_commands.MakeRequest: recording.ask,
    match_record_commands.AnswerRequest: recording.answer,
    match_record_commands.MakeException: recording.make_exception,
    match_record_commands.TakeBack: retraction.take_back,
    ruling_commands.OpenDispute: giving.open_dispute,
    ruling_commands.RecordStatement: giving.record_statement,
    ruling_commands.GiveRuling: giving.give,
    ruling_commands.SuspendRuling: giving.suspend,
    ruling_commands.ResumeRuling: giving.resume,
    ruling_commands.WithdrawRuling: giving.withdraw,
    ruling_commands.LodgeAppeal: appeals.lodge,
    ruling_commands.FormCommittee: appeals.form,
    ruling_commands.PutForward: appeals.put_forward,
    ruling_commands.CastVote: appeals.vote,
    ruling_commands.DecideAppeal: appeals.decide,
    ruling_commands.WithdrawAppeal: appeals.withdraw,
}
