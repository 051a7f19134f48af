"""Which examples are shown with which command."""

from collections.abc import Callable, Mapping
from typing import Any

from api.examples import commands, formats, match_record, rulings
from domain.tournament.entries import commands as entry_commands
from domain.tournament.imports import commands as import_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.commands import Command
from domain.tournament.match_record import commands as match_record_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.reporting import commands as report_commands
from domain.tournament.reviews import commands as review_commands
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rulings import commands as ruling_commands

EXAMPLES: Mapping[type[Command], Callable[[], dict[str, Any]]] = {
    round_commands.RecordOutsideValue: formats.outside_value,
    round_commands.WitnessOutsideValue: formats.outside_value,
    round_commands.RequestBye: formats.bye_request,
    round_commands.PairByHand: commands.pairings,
    round_commands.AnnulRound: commands.annulment,
    round_commands.ScheduleRound: formats.schedule,
    round_commands.CloseRound: formats.closing,
    round_commands.DecideQuestion: commands.decision,
    round_commands.SeedField: formats.seeding,
    round_commands.OpenStage: formats.opening,
    entry_commands.RequestEntry: commands.entering,
    entry_commands.ApproveEntry: commands.approval,
    entry_commands.GiveColour: commands.colour,
    entry_commands.RefuseEntry: commands.refusal,
    entry_commands.OfferFlight: commands.flight_offer,
    entry_commands.AnswerFlight: commands.flight_answer,
    entry_commands.WithdrawEntry: commands.withdrawal,
    entry_commands.Resign: commands.resignation,
    entry_commands.TakeResignationBack: commands.return_of_entry,
    match_record_commands.AppointMonitor: match_record.monitor,
    match_record_commands.ReleaseMonitor: match_record.release,
    match_record_commands.RecordConsent: match_record.consent,
    match_record_commands.RevokeConsent: match_record.revocation,
    match_record_commands.BeginBreak: match_record.leaving,
    match_record_commands.EndBreak: match_record.returning,
    match_record_commands.RecordClock: match_record.clock,
    match_record_commands.DeclareOutOfTime: match_record.declaring,
    match_record_commands.AddAttachment: match_record.attaching,
    match_record_commands.MakeRequest: match_record.asking,
    match_record_commands.AnswerRequest: match_record.answering,
    match_record_commands.MakeException: match_record.excepting,
    match_record_commands.RetractRecord: match_record.slip,
    match_commands.ReportResult: lambda: commands.report() | formats.reports(),
    match_commands.VerifyResult: formats.verification,
    match_commands.CorrectResult: commands.correction,
    match_commands.ResolveWrongLength: rulings.settling,
    match_commands.VoidMatch: commands.change,
    match_commands.ReinstateMatch: commands.change,
    match_commands.SendInvitation: commands.invitation,
    match_commands.ReportNoTimeAgreed: formats.no_time_agreed,
    match_commands.MakeMatch: commands.new_match,
    match_commands.EnterResults: commands.results,
    report_commands.FileReport: commands.filing,
    import_commands.ConfirmImport: commands.import_confirmation,
    review_commands.ResolveReview: commands.review,
    ruling_commands.OpenDispute: rulings.dispute,
    ruling_commands.RecordStatement: rulings.statement,
    ruling_commands.GiveRuling: rulings.ruling,
    ruling_commands.SuspendRuling: rulings.suspension,
    ruling_commands.ResumeRuling: rulings.suspension,
    ruling_commands.WithdrawRuling: rulings.ruling_withdrawal,
    ruling_commands.LodgeAppeal: rulings.lodging,
    ruling_commands.FormCommittee: rulings.committee,
    ruling_commands.ProposeAlternative: rulings.alternative,
    ruling_commands.CastVote: rulings.vote,
    ruling_commands.DecideAppeal: rulings.decision,
    lifecycle_commands.ChangeConditions: commands.conditions,
    lifecycle_commands.AppointDirector: commands.person,
    lifecycle_commands.CancelTournament: commands.cancellation,
    lifecycle_commands.ReopenTournament: commands.reopening,
}
