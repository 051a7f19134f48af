"""Matches and results: made, reported, verified, corrected, voided and reinstated (TD-14, ALL-3, ALL-12)."""

from collections.abc import Iterator
from datetime import datetime
from typing import assert_never

from domain.formats.contract.acts import CorrectMatch, EndMatch, PairThemselves, end_of
from domain.kernel.envelope import Event
from domain.kernel.refusal import Refused
from domain.match import layering
from domain.match.record import Match
from domain.match.sitting import Report
from domain.problems.entries import ENTRY_STATUS
from domain.problems.matches import (
    CORRECTION_TOO_LATE,
    GAME_AFTER_END,
    MATCH_HAS_NO_RESULT,
    MATCH_HAS_RESULT,
    MATCH_NOT_VOID,
    MATCH_UNFINISHED,
    MATCH_VOID,
    NOT_BY_LINK,
    NOTHING_CORRECTED,
    PLAYED_BEFORE_START,
    PLAYED_IN_FUTURE,
    RESULT_ANNOUNCED,
    SCORE_IMPOSSIBLE,
    SELF_PAIRING,
    SIDES_RULED_ON,
    TWO_WINNERS,
)
from domain.scoring.games import GamesPlayed, Outcome
from domain.scoring.outcome import require_likely
from domain.scoring.result import TO_POINTS, FinalScore, Result
from domain.tournament.decisions.matches.byes import byes_listed
from domain.tournament.derived.sides import side_of
from domain.tournament.derived.stage import current_stage, stage_of_match
from domain.tournament.evolve.matches import correction_of
from domain.tournament.guards.conflicts_of_interest import reporting_sides
from domain.tournament.guards.context import CLOCK_DIFFERENCE, Context, Events, outcome_of, settings_of
from domain.tournament.guards.lookup import find_entry, find_match, open_match, require_not_void, void_match
from domain.tournament.guards.permissions import (
    counts_at_once,
    is_neutral,
    may_confirm,
    may_confirm_by_link,
    require_own_word,
    speaks_for,
)
from domain.tournament.guards.windows import correction_window_closes
from domain.tournament.matches import commands as match_commands
from domain.tournament.matches import events as match_events
from domain.tournament.rulings.events import About, DisputeOpened
from domain.tournament.state import Tournament


def make(state: Tournament, command: match_commands.MakeMatch, context: Context) -> Events:
    """OPN-1: two entrants agree on a match, or report one that has been played."""
    number = len(state.matches) + 1
    made = _new_match(state, command, number)
    if command.result is None:
        return (made,)
    return made, result_of(state, _as_made(state, command, number), _report_in(command, command.result), context)


def to_be_made(state: Tournament, terms: match_commands.MatchTerms) -> Match:
    """The match that two entrants would make. Raises Refused where they can't."""
    number = len(state.matches) + 1
    _new_match(state, terms, number)
    return _as_made(state, terms, number)


def _report_in(command: match_commands.MakeMatch, result: Result) -> match_commands.ReportedResult:
    return match_commands.ReportedResult(
        result=result,
        played_at=command.played_at,
        starters=command.starters,
        score_checked=command.score_checked,
    )


def report(state: Tournament, command: match_commands.ReportResult, context: Context) -> Events:
    """TD-14: by a side of the match or the staff. The opponent who reports the same confirms what was reported."""
    match = find_match(state, command.match)
    if match.sitting.result == command.result and match.sitting.is_unannounced:
        require_own_word(state, match, context)
        if may_confirm(state, match, context) or may_confirm_by_link(state, match, context):
            return _verify_result(state, match, context)
    if _mends_own(state, match, command, context):
        return (result_of(state, match, command, context),)
    return (_result_report(state, command, context),)


def _mends_own(state: Tournament, match: Match, command: match_commands.ReportResult, context: Context) -> bool:
    """Whether the side that has reported says otherwise what nobody has confirmed, corrected or ruled on (TD-14)."""
    if match.phase != "reported" or match.layers or not match.sitting.says_otherwise(command.result, command.starters):
        return False
    own = side_of(state, match, context.actor.person)
    return own is not None and reporting_sides(state, match) == (own,)


def enter_list(state: Tournament, command: match_commands.EnterResults, context: Context) -> Events:
    """A whole list at once: every row is checked, then all are recorded; among several a refusal names its row. Byes
    follow."""
    return *_rows(state, command, context), *byes_listed(state, command)


def _rows(state: Tournament, command: match_commands.EnterResults, context: Context) -> Iterator[Event]:
    number, reported = len(state.matches), set[int]()
    for row_number, row in enumerate(command.results, 1):
        try:
            if isinstance(row, match_commands.PlayedMatch):
                number += 1
                yield _new_match(state, row, number)
                yield result_of(state, _as_made(state, row, number), row, context)
            elif row.match in reported:
                raise Refused(MATCH_HAS_RESULT, f"Match {row.match} is in the list twice.", match=row.match)
            else:
                reported.add(row.match)
                yield _result_report(state, row, context)
        except Refused as refusal:
            if len(command.results) == 1:
                raise
            raise Refused(
                refusal.problem, f"Row {row_number}: {refusal.detail}", **{**refusal.facts, "row": row_number}
            ) from refusal


def _as_made(state: Tournament, terms: match_commands.MatchTerms, number: int) -> Match:
    """The match that is made with its result."""
    return Match(
        number,
        terms.sides,
        terms.played_to,
        0,
        form=terms.form,
        stake=terms.stake,
        point_value=terms.worth,
        verification=settings_of(state).conditions.verification,
        directors_link_confirms=settings_of(state).conditions.directors_link_confirms,
    )


def _new_match(state: Tournament, pairing: match_commands.MatchTerms, number: int) -> match_events.MatchMade:
    require_two(pairing.sides)
    _require_approved(state, pairing.sides)
    length, form, stake = pairing.played_to, pairing.form, pairing.stake
    current_stage(state).require(PairThemselves(length, form, stake))
    return match_events.MatchMade(
        match=number,
        sides=pairing.sides,
        length=length,
        form=form,
        stake=stake,
        point_value=pairing.worth,
        round=pairing.round if isinstance(pairing, match_commands.PlayedMatch) else None,
    )


def require_two(sides: tuple[int, int]) -> None:
    """Raises Refused where both sides are the same."""
    if sides[0] == sides[1]:
        raise Refused(SELF_PAIRING, f"Entry {sides[0]} is on both sides of the match.", entry=sides[0])


def _require_approved(state: Tournament, sides: tuple[int, int]) -> None:
    for side in sides:
        entry = find_entry(state, side)
        if entry.gone:
            status = entry.excluded_by[-1].kind if entry.excluded_by else entry.status
            raise Refused(ENTRY_STATUS, f"Entry {side} is {status}.", entry=side, status=status)


def _result_report(
    state: Tournament, command: match_commands.ReportResult | match_commands.ExistingMatch, context: Context
) -> match_events.ResultReported:
    return result_of(state, open_match(state, command.match), command, context)


def result_of(
    state: Tournament,
    match: Match,
    report: match_commands.ReportedResult,
    context: Context,
    *,
    by_resigning: bool = False,
) -> match_events.ResultReported:
    """The report of a match's result, verified where it needs no director's word (TD-14)."""
    played_at = context.now if report.played_at is None else _checked_time_played(state, report.played_at, context)
    outcome = outcome_of(state, match, report.result, match.as_played[1])
    if not report.score_checked:
        require_likely(report.result, match.as_played[1], match.form)
    ended = _final_outcome(match, Report(report.result, outcome, played_at, context.now, None))
    stage_of_match(state, match).require(EndMatch(match.number, match.sides, ended, played_at))
    _require_started(report.result, len(report.starters))
    return match_events.ResultReported(
        match=match.number,
        result=report.result,
        outcome=outcome,
        played_at=played_at,
        verified=counts_at_once(state, match, ended, context),
        starters=report.starters,
        by_resigning=by_resigning,
        in_name_of=speaks_for(state, match.as_played[0], context),
    )


def _require_started(result: Result | None, started: int) -> None:
    """GAM-5: nobody has started a game that was not played."""
    games = result.games if isinstance(result, GamesPlayed) else None
    if games is not None and started > len(games):
        detail = f"Games started: {started}; played: {len(games)}."
        raise Refused(GAME_AFTER_END, detail, game=len(games) + 1)


def _final_outcome(match: Match, report: Report) -> Outcome:
    """The outcome of the match by the report and the rulings in force (ALL-3). Raises Refused where it is not over."""
    if not match.layers and report.outcome is not None:
        return report.outcome
    _require_gone_on(match, report.result)
    reported = layering.with_newest_report(match, report, match.revision)
    outcome = reported.outcome
    if outcome is None:
        raise _unfinished_match(match)
    _require_one_winner(reported, report.reported_at)
    return outcome


def _unfinished_match(match: Match) -> Refused:
    detail = f"With that result and the rulings in force match {match.number} is not over."
    return Refused(MATCH_UNFINISHED, detail, match=match.number)


def _require_one_winner(match: Match, reported_at: datetime) -> None:
    """GAM-4: with what rulings had given before it was reported, nobody played on who had won. Only a match to points
    is won by reaching a number of them."""
    if match.form not in TO_POINTS:
        return
    given = tuple(layer for layer in match.layers if layer.given_at <= reported_at)
    outcome = layering.with_rulings(match, given, match.revision).outcome
    points = outcome.points if outcome else None
    if points is not None and min(points) >= match.as_played[1]:
        detail = (
            f"With the points from rulings the score is {points[0]}-{points[1]}, at which the loser had already won."
        )
        raise Refused(TWO_WINNERS, detail, match=match.number, points=points)


def _require_gone_on(match: Match, result: Result | None) -> None:
    """TD-10: in a match that was resumed nobody has fewer points than it went on with."""
    begun = layering.opening_score_of(match)
    if isinstance(result, FinalScore) and (result.first < begun[0] or result.second < begun[1]):
        detail = (
            f"Match {match.number} continued from {begun[0]}-{begun[1]}, and {result.first}-{result.second} is less."
        )
        raise Refused(SCORE_IMPOSSIBLE, detail, match=match.number, points=begun)


def _checked_time_played(state: Tournament, played_at: datetime, context: Context) -> datetime:
    """ELO-6: staff who play nothing here may record what was played before the start, as on a list kept elsewhere."""
    if played_at > context.now + CLOCK_DIFFERENCE:
        raise Refused(PLAYED_IN_FUTURE, f"{played_at.isoformat()} is in the future.")
    started_at = settings_of(state).started_at or context.now
    if played_at < started_at - CLOCK_DIFFERENCE and not is_neutral(state, context.actor):
        detail = f"The tournament was started at {started_at.isoformat()}."
        raise Refused(PLAYED_BEFORE_START, detail)
    return played_at


def verify(state: Tournament, command: match_commands.VerifyResult, context: Context) -> Events:
    """TD-14: the director verifies and announces, or the opponent confirms, be it what rulings have decided without it
    (ALL-12)."""
    return _verify_result(state, find_match(state, command.match), context)


def _verify_result(state: Tournament, match: Match, context: Context) -> Events:
    refusal = _refuse_to_verify(match)
    if refusal is not None:
        raise refusal
    announced = layering.with_announcement(match, context.now, match.revision)
    _require_end(state, match if announced.outcome is None else announced)
    return (match_events.ResultVerified(match=match.number),)


def confirm(state: Tournament, command: match_commands.ConfirmResult, _: Context) -> Events:
    """TD-9: what counts by a director's link alone counts like any other from here on."""
    match = find_match(state, command.match)
    require_not_void(match)
    if match.by_link_of is None:
        raise Refused(NOT_BY_LINK, f"Match {match.number} is not waiting for a confirmation.", match=match.number)
    return (match_events.ResultConfirmed(match=match.number),)


def _refuse_to_verify(match: Match) -> Refused | None:
    """Why there is nothing to verify; rulings alone may have decided what has a report that is not announced."""
    match match.phase:
        case "reported" | "announced":
            announced = Refused(
                RESULT_ANNOUNCED, f"The result of match {match.number} is already announced.", match=match.number
            )
            return None if match.sitting.is_unannounced else announced
        case "open" | "needs-ruling" | "abandoned":
            return _no_result(match)
        case "void":
            return void_match(match)
        case _:
            assert_never(match.phase)


def _require_end(state: Tournament, match: Match) -> None:
    """Raises Refused where the match has ended in a way that its format does not know."""
    end = end_of(match)
    if end is not None:
        stage_of_match(state, match).require(end)


def _no_result(match: Match) -> Refused:
    return Refused(MATCH_HAS_NO_RESULT, f"Match {match.number} has no result.", match=match.number)


def take_back(state: Tournament, command: match_commands.WithdrawResult, context: Context) -> Events:
    """TD-14: within the correction window; the dispute is brought with it (TD-9)."""
    match = find_match(state, command.match)
    require_not_void(match)
    until = _correctable_until(state, match.sitting.announced_at)
    if until is not None and context.now > until:
        detail = f"The result of match {match.number} could be taken back until {until.isoformat()}."
        raise Refused(CORRECTION_TOO_LATE, detail, match=match.number, until=until.isoformat())
    sides, _ = match.as_played
    dispute = DisputeOpened(
        dispute=len(state.directing.disputes) + 1,
        about=About(kind="match", number=match.number),
        parties=sides,
        text_about=state.entries[sides[0]].person,
        matter=command.matter,
    )
    return match_events.ResultTakenBack(match=match.number), dispute


def correct(state: Tournament, command: match_commands.CorrectResult, context: Context) -> Events:
    """ALL-3, TD-14: lays a clerical correction over the record. Void matches take corrections too (ALL-4)."""
    match = find_match(state, command.match)
    if not match.sitting.is_reported:
        raise _no_result(match)
    late = require_in_time(state, match, override=command.override, now=context.now)
    _require_correctable(state, match, command, context)
    outcome = _corrected_outcome(state, match, command)
    event = match_events.ResultCorrected(
        match=match.number, outcome=outcome, late=late, reason=command.reason, **command.parts
    )
    _require_allowed(state, match, event)
    return (event,)


def _corrected_outcome(state: Tournament, match: Match, command: match_commands.CorrectResult) -> Outcome | None:
    """The outcome under the correction; the rules are asked only where it speaks of that."""
    recorded = layering.told_result(match)
    if recorded is None:
        raise _no_result(match)
    if command.result is None and command.length is None:
        return recorded.outcome
    result, length = command.result or recorded.result, command.length or match.as_played[1]
    outcome = outcome_of(state, match, result, length)
    if result is not None and not command.score_checked:
        require_likely(result, length, match.form)
    return outcome


def require_in_time(state: Tournament, match: Match, *, override: bool, now: datetime) -> bool:
    """Whether the correction window had closed. Raises Refused where it had, unless that is overridden (TD-14)."""
    until = _correctable_until(state, match.sitting.announced_at)
    late = until is not None and now > until
    if until is not None and late and not override:
        detail = f"Match {match.number} could be corrected until {until.isoformat()}."
        raise Refused(CORRECTION_TOO_LATE, detail, match=match.number, until=until.isoformat())
    return late


def _correctable_until(state: Tournament, announced_at: datetime | None) -> datetime | None:
    """When the time for corrections is over; None: never, or it has not begun."""
    return None if announced_at is None else correction_window_closes(settings_of(state), announced_at)


def _require_correctable(
    state: Tournament, match: Match, command: match_commands.CorrectResult, context: Context
) -> None:
    if command.sides is not None:
        require_unruled(state, match)
        require_two(command.sides)
        require_entrants(state, match, command.sides)
    if command.played_at is not None:
        _checked_time_played(state, command.played_at, context)
    if command.sides is not None or command.length is not None:
        length = command.length or match.as_played[1]
        stage_of_match(state, match).require(CorrectMatch(command.sides is not None, length, match.form))


def require_unruled(state: Tournament, match: Match) -> None:
    """ALL-3: a ruling's remedies name a side of the match, and are meant for who sat there."""
    rulings = [one for one in state.directing.rulings.values() if one.orders.remedies or one.claimed]
    if any((one.on.kind, one.on.number) == ("match", match.number) for one in rulings):
        raise Refused(SIDES_RULED_ON, f"A ruling names the sides of match {match.number}.", match=match.number)


def require_entrants(state: Tournament, match: Match, sides: tuple[int, int]) -> None:
    """Anyone who has withdrawn since may be a side of a corrected match; who was never an entrant may not."""
    for side in sides:
        if not find_entry(state, side).entrant:
            raise Refused(ENTRY_STATUS, f"Entry {side} was never approved.", entry=side, match=match.number)


def _require_allowed(state: Tournament, match: Match, event: match_events.ResultCorrected) -> None:
    """Requires a result that differs from the present one, and that the format knows."""
    after = layering.with_correction(match, correction_of(event), match.revision)
    if layering.as_recorded(after) == layering.as_recorded(match):
        raise Refused(NOTHING_CORRECTED, f"Match {match.number} is already recorded like this.", match=match.number)
    if event.result is not None or event.starters is not None:
        _require_started(layering.result_of(after), len(layering.starters(after)))
    _require_gone_on(after, layering.result_of(after))
    if after.left_undecided and not match.left_undecided:
        raise _unfinished_match(match)
    if match.sitting.reported_at is not None:
        _require_one_winner(after, match.sitting.reported_at)
    _require_end(state, after)


def void(state: Tournament, command: match_commands.VoidMatch, _: Context) -> Events:
    """The match counts nowhere from here on; its history stays."""
    match = find_match(state, command.match)
    if match.void_reason is not None:
        raise Refused(MATCH_VOID, f"Match {match.number} is void.", match=match.number)
    return (match_events.MatchVoided(match=match.number, reason=command.reason),)


def reinstate(state: Tournament, command: match_commands.ReinstateMatch, _: Context) -> Events:
    """Takes a voiding back; what was corrected meanwhile counts from then on (ALL-4)."""
    match = find_match(state, command.match)
    if match.void_reason is None:
        raise Refused(MATCH_NOT_VOID, f"Match {match.number} was not voided on its own.", match=match.number)
    return (match_events.MatchReinstated(match=match.number, reason=command.reason),)
