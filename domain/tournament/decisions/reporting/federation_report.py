"""The report to the federation, and whether it is owed (TD-19) [1.4.3, 1.6.5, 1.7.8, 5.5].

Readings: the report tells what holds now. An entry that was refused and approved after all is not among those refused,
and a ruling that was reversed puts nobody out. But a disputed decision is shown with what became of it. Disputed is a
ruling on a dispute, and one that was appealed; a dispute without a ruling is named. A report is owed from the
tournament's end, by a tournament that was cancelled only where there is something to tell; it is owed again where what
it tells has changed since it was filed. The days to file it count from the last end.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, assert_never

from domain.kernel.refusal import Refused
from domain.match import validity
from domain.match.record import Match
from domain.officiating.remedies import Disqualification, Expulsion, Remedy, SpectatorBan, SpectatorExpulsion
from domain.problems.match_record import REPORT_CHANGED, REPORT_FILED
from domain.tournament.derived.attachments import missing
from domain.tournament.derived.irregularities import flags_of
from domain.tournament.derived.kept_places import kept_places
from domain.tournament.guards.context import Context, Events
from domain.tournament.guards.permissions import said_itself
from domain.tournament.reporting import commands as report_commands
from domain.tournament.reporting import events as report_events
from domain.tournament.reporting.state import (
    Appealed,
    DisputedDecision,
    Ended,
    FederationReport,
    FlaggedMatch,
    FlaggedRemedy,
    LeftByOthers,
    MatchResult,
    MetOtherwise,
    MissingAttachment,
    PlaceKept,
    PlayerOut,
    RefusedEntry,
    SpectatorOut,
    TurnedAwayEntry,
)
from domain.tournament.rulings.state import Appeal, Ruling
from domain.tournament.state import Entry, Tournament


def report_of(
    state: Tournament, *, with_results: bool = True, flagged: Collection[int] | None = None
) -> FederationReport:
    """The report of the tournament as it is; without results of matches, where these are reported apart, and with the
    flags of those matches alone that are named."""
    entries = [entry for _, entry in sorted(state.entries.items())]
    rulings = [ruling for _, ruling in sorted(state.directing.rulings.items())]
    matches = [match for _, match in sorted(state.matches.items())] if with_results else []
    looked_at = sorted(state.matches if flagged is None else [number for number in flagged if number in state.matches])
    return FederationReport(
        refused_entries=tuple(_refused_entry(entry) for entry in entries if entry.status == "refused"),
        spectators=tuple(one for ruling in rulings for one in _spectators(ruling)),
        players=tuple(one for ruling in rulings for one in _players(ruling)),
        decisions=tuple(one for ruling in rulings for one in _disputed_decisions(state, ruling)),
        flagged=tuple(one for ruling in rulings for one in _flagged_remedies(ruling)),
        undecided=state.directing.undecided,
        missing=tuple(MissingAttachment(match=one.match, kind=one.kind) for one in missing(state)),
        results=tuple(_result(match) for match in matches),
        flagged_matches=tuple(one for number in looked_at for one in _flagged_match(state, state.matches[number])),
        kept_places=tuple(PlaceKept.from_attributes(one) for one in kept_places(state)),
        left_by_others=tuple(one for entry in entries for one in _left_by_others(entry)),
        met_otherwise=tuple(
            MetOtherwise(match=match.number, round=match.round, paired=match.sides_paired, met=match.sides)
            for _, match in sorted(state.matches.items())
            if match.paired is not None
        ),
    )


def _refused_entry(entry: Entry) -> RefusedEntry:
    offer = entry.offer
    told: dict[str, Any] = {
        "entry": entry.number,
        "persons": entry.persons,
        "reason": entry.reason,
        "flight": offer.flight if offer else None,
        "accepted": offer.accepted if offer else None,
    }
    away = entry.turned_away
    return RefusedEntry(**told) if away is None else TurnedAwayEntry(**told, because=away.because)


def _left_by_others(entry: Entry) -> Iterator[LeftByOthers]:
    """Departures that others recorded for persons who had asked to enter, or were approved; an entry that staff have
    made and withdrawn before it was approved was a slip."""
    departure = entry.departure
    asked = entry.entrant or not set(entry.entered_by).isdisjoint(entry.persons)
    if departure is not None and asked and not said_itself(entry):
        yield LeftByOthers.from_attributes(
            entry,
            entry=entry.number,
            how=entry.status,
            recorded_by=departure.by.person or departure.by.key,
            at=departure.at,
            version=departure.version,
        )


def _in_force(ruling: Ruling) -> tuple[Remedy, ...]:
    return ruling.in_force.remedies if ruling.in_force else ()


def _spectators(ruling: Ruling) -> Iterator[SpectatorOut]:
    for remedy in _in_force(ruling):
        if isinstance(remedy, SpectatorExpulsion | SpectatorBan):
            yield SpectatorOut(
                ruling=ruling.number,
                sanction="banned" if isinstance(remedy, SpectatorBan) else "expelled",
                spectator=remedy.spectator,
                until=remedy.until if isinstance(remedy, SpectatorBan) else None,
                reasons=ruling.reasons,
            )


def _players(ruling: Ruling) -> Iterator[PlayerOut]:
    for remedy in _in_force(ruling):
        if isinstance(remedy, Disqualification | Expulsion):
            yield PlayerOut(
                ruling=ruling.number,
                entry=remedy.entry,
                sanction="expelled" if isinstance(remedy, Expulsion) else "disqualified",
                clause=ruling.clause,
                reasons=ruling.reasons,
            )


def _disputed_decisions(state: Tournament, ruling: Ruling) -> Iterator[DisputedDecision]:
    appeals = [appeal for _, appeal in sorted(state.directing.appeals.items()) if appeal.ruling == ruling.number]
    if ruling.dispute is None and not appeals:
        return
    yield DisputedDecision.from_attributes(
        ruling,
        **ruling_fields(ruling),
        matter=None if ruling.dispute is None else state.directing.disputes[ruling.dispute].matter,
        in_force=_in_force(ruling),
        appeals=tuple(_reported_appeal(appeal) for appeal in appeals),
    )


def ruling_fields(ruling: Ruling) -> dict[str, object]:
    """Fields of every ruling that are shown under other names than its own: what it is about, its orders, and who gave
    it."""
    return {
        "ruling": ruling.number,
        "about": ruling.on.kind,
        "number": ruling.on.number,
        "remedies": ruling.orders.remedies,
        "given_by": ruling.given_by.person or ruling.given_by.key,
        "given_at": ruling.orders.given_at,
    }


def _reported_appeal(appeal: Appeal) -> Appealed:
    return Appealed.from_attributes(
        appeal, appeal=appeal.number, committee=appeal.members, reasons=appeal.decided_because
    )


def _flagged_remedies(ruling: Ruling) -> Iterator[FlaggedRemedy]:
    """Remedies flagged when the ruling was given, with the reason; those that took its place on appeal are the
    committee's."""
    if ruling.in_force is not ruling.orders:
        return
    for flag in ruling.flags:
        kind = ruling.orders.remedies[flag.remedy_number - 1].kind
        yield FlaggedRemedy.from_attributes(flag, ruling=ruling.number, kind=kind)


def _flagged_match(state: Tournament, match: Match) -> Iterator[FlaggedMatch]:
    if validity.counting(match) is not None:
        for flag in flags_of(state, match):
            yield FlaggedMatch(match=match.number, flag=flag)


def _result(match: Match) -> MatchResult:
    counting = validity.counting(match)
    sides, length = match.as_played
    return MatchResult(
        match=match.number,
        stage=match.stage,
        round=match.round,
        sides=sides,
        length=length,
        form=match.form,
        ended=_match_end(match),
        winner=counting.winner if counting else None,
        points=counting.outcome.points if counting else None,
        played_at=counting.played_at if counting else None,
        rulings=tuple(layer.ruling for layer in match.layers),
    )


def _match_end(match: Match) -> Ended:
    ended = validity.end_of_match(match)
    if ended is not None:
        return ended.how
    match match.phase:
        case "open" | "needs-ruling" | "void" | "abandoned" as phase:
            return phase
        case "reported" | "announced":
            return "unannounced"
        case _:
            assert_never(match.phase)


@dataclass(frozen=True, slots=True)
class Debt:
    """Whether the report is owed. `due_at` is until when, None while the tournament has not ended; `filed` is whether
    an earlier one was, `overdue` whether it is owed and the time is over."""

    owed: bool
    due_at: datetime | None
    filed: bool
    overdue: bool


def has_owed_report(state: Tournament) -> bool:
    """Whether the tournament has ended and what there is to tell has not been filed."""
    if state.settings is None or state.settings.ended_at is None:
        return False
    report = report_of(state)
    if state.settings.status == "cancelled" and report.empty and not state.filings:
        return False
    return not _is_filed(state, report)


def _is_filed(state: Tournament, report: FederationReport) -> bool:
    """Whether the newest report that was filed tells the same, and nobody has left by others since."""
    if not state.filings or state.filings[-1].digest != report.digest:
        return False
    return all(one.version <= state.filings[-1].version for one in report.left_by_others)


def debt(state: Tournament, now: datetime) -> Debt:
    """Status of the report at that moment."""
    due = state.settings.report_due_at if state.settings else None
    is_owed = has_owed_report(state)
    return Debt(is_owed, due, bool(state.filings), is_owed and due is not None and now > due)


def file(state: Tournament, command: report_commands.FileReport, _: Context) -> Events:
    """TD-19: the report as it is; filed again only where it tells something else."""
    report = report_of(state)
    digest = report.digest
    if command.digest != digest:
        raise Refused(REPORT_CHANGED, "The report has changed since it was read.", digest=digest, version=state.version)
    if _is_filed(state, report):
        detail = f"The report was filed as {state.filings[-1].reference}."
        raise Refused(REPORT_FILED, detail, reference=state.filings[-1].reference)
    filed = report_events.ReportFiled(
        tournament_version=state.version, digest=digest, reference=command.reference, note=command.note
    )
    return (filed,)
