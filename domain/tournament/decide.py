"""Decisions: a command and a state make events, or a refusal. Pure; whatever else counts comes as the context."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from domain.tournament import (
    appeals,
    closing,
    commitments,
    entries,
    entry_commands,
    flights,
    leaving,
    lengths,
    lifecycle,
    match_commands,
    proceedings,
    proceedings_commands,
    report,
    report_commands,
    results,
    review_commands,
    reviewing,
    round_commands,
    rounds,
    ruling_commands,
    rulings,
    seeding,
    stages,
    taking_back,
)
from domain.tournament import commands as asked
from domain.tournament.context import Context, Events, Unseen
from domain.tournament.outcome import require_outcome
from domain.tournament.serving import with_service
from domain.tournament.state import Tournament

Decide = Callable[[Tournament, Any, Context], Events]


def decide(state: Tournament, command: asked.Command, context: Context) -> Events:
    """The events that carry the command out on this state. Raises Refused, and then nothing of it happens."""
    if command.expected is not None:
        # As it is previewed, so that a draw that is not recorded is not shown by this either.
        shown = _decided(state, command, replace(context, secrets=Unseen()))
        require_outcome(state, shown, context, command.expected)
    return _decided(state, command, context)


def _decided(state: Tournament, command: asked.Command, context: Context) -> Events:
    return with_service(state, _DECIDE[type(command)](state, command, context), context)


_DECIDE: Mapping[type[asked.Command], Decide] = {
    asked.AnnounceTournament: lifecycle.announce,
    asked.ChangeConditions: lifecycle.change_conditions,
    asked.AppointDirector: lifecycle.appoint_director,
    asked.ReleaseDirector: lifecycle.release_director,
    asked.StartTournament: lifecycle.start,
    asked.CompleteTournament: lifecycle.complete,
    asked.CancelTournament: lifecycle.cancel,
    asked.ReopenTournament: lifecycle.reopen,
    entry_commands.RequestEntry: entries.request,
    entry_commands.ApproveEntry: entries.approve,
    entry_commands.GiveColour: entries.give_colour,
    entry_commands.RefuseEntry: entries.refuse,
    entry_commands.OfferFlight: flights.offer,
    entry_commands.AnswerFlight: flights.answer,
    entry_commands.WithdrawEntry: entries.withdraw,
    match_commands.MakeMatch: results.make,
    match_commands.ReportResult: results.report,
    match_commands.EnterResults: results.enter_list,
    match_commands.VerifyResult: results.verify,
    match_commands.CorrectResult: results.correct,
    match_commands.SettleLength: lengths.settle,
    match_commands.VoidMatch: results.void,
    match_commands.ReinstateMatch: results.reinstate,
    round_commands.CommitChance: commitments.commit,
    round_commands.RevealChance: commitments.reveal,
    round_commands.DrawRound: rounds.draw,
    round_commands.PairByHand: rounds.pair,
    round_commands.AnnulRound: rounds.annul,
    round_commands.DecideQuestion: rounds.decide_question,
    entry_commands.Resign: leaving.resign,
    match_commands.Invite: leaving.invite,
    match_commands.Acknowledge: leaving.acknowledge,
    round_commands.SeedField: seeding.by_hand,
    round_commands.OpenStage: stages.open_stage,
    round_commands.PlayOff: stages.play_off,
    round_commands.CloseRound: closing.close,
    match_commands.TellDirector: closing.tell,
    round_commands.ScheduleRound: closing.schedule,
    round_commands.RequestBye: closing.request_bye,
    round_commands.WithdrawByeRequest: closing.withdraw_request,
    report_commands.FileReport: report.file,
    review_commands.SettleReview: reviewing.settle,
    proceedings_commands.AppointMonitor: proceedings.appoint,
    proceedings_commands.ReleaseMonitor: proceedings.release,
    proceedings_commands.GiveConsent: proceedings.consent,
    proceedings_commands.RevokeConsent: proceedings.revoke,
    proceedings_commands.BeginBreak: proceedings.begin_break,
    proceedings_commands.EndBreak: proceedings.end_break,
    proceedings_commands.RecordClock: proceedings.record_clock,
    proceedings_commands.DeclareOutOfTime: proceedings.declare,
    proceedings_commands.Attach: proceedings.attach,
    proceedings_commands.MakeRequest: proceedings.ask,
    proceedings_commands.AnswerRequest: proceedings.answer,
    proceedings_commands.MakeException: proceedings.make_exception,
    proceedings_commands.TakeBack: taking_back.take_back,
    ruling_commands.OpenDispute: rulings.open_dispute,
    ruling_commands.RecordStatement: rulings.record_statement,
    ruling_commands.GiveRuling: rulings.give,
    ruling_commands.SuspendRuling: rulings.suspend,
    ruling_commands.ResumeRuling: rulings.resume,
    ruling_commands.WithdrawRuling: rulings.withdraw,
    ruling_commands.LodgeAppeal: appeals.lodge,
    ruling_commands.FormCommittee: appeals.form,
    ruling_commands.PutForward: appeals.put_forward,
    ruling_commands.CastVote: appeals.vote,
    ruling_commands.DecideAppeal: appeals.decide,
    ruling_commands.WithdrawAppeal: appeals.withdraw,
}
