"""Documents of how a match is played, and of what was asked (TD-3, TD-6 to TD-8, TD-20, TD-23, TD-24)."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Instant, Side, Value
from domain.kernel.visibility import FOR_STAFF
from domain.officiating.equipment import DiceInUse, Right, dice_in_use, right_to
from domain.scoring.clock import ClockTerms, LostOnTime, PlayOnWithoutClock, out_of_time
from domain.scoring.lateness import Lateness
from domain.tournament.decisions.match_record.breaks import late_from_break, review_nth_break
from domain.tournament.decisions.match_record.recording import break_terms_of, default_terms, is_foreseen
from domain.tournament.derived.attachments import missing
from domain.tournament.lifecycle.conditions import Required
from domain.tournament.match_record import commands as match_record_commands
from domain.tournament.match_record.events import ClockRecorded, MatchRecordEvent, Readings
from domain.tournament.match_record.state import Declaration, MadeException, MatchRecord, Noted, Wish, standing
from domain.tournament.state import Tournament, announced_settings


class NotedView(Value):
    """Something that was recorded. What was taken back counts for nothing; the reason goes with whom it was about."""

    number: int
    at: Instant
    retracted_at: Instant | None
    retracted_because: PersonalText | None


class MonitorView(NotedView, match_record_commands.Monitoring):
    """A monitor, until the release."""

    reason: PersonalText | None  # type: ignore[assignment]  # sealed since it was told
    released_at: Instant | None


class ConsentView(NotedView, match_record_commands.ConsentAnswer):
    """A consent, given or refused; `revoked` is the director's reason, None while it holds. A reason goes when
    one of those it is about is erased."""

    reason: PersonalText | None  # type: ignore[assignment]  # sealed since it was told
    revoked: PersonalText | None


class BreakView(NotedView):
    """A side's break: when it is due back, how many it has left, what is not as the rules have it, and what may be
    awarded to the other side since it was late (TD-5). Nothing is held against a side of what was taken back."""

    side: Side
    number_of_breaks: int
    started_at: Instant
    due_back: Instant
    ended_at: Instant | None
    left: int
    flags: tuple[Literal["too-many", "during-game", "during-match"], ...]
    late: Lateness | None
    readings: Readings | None


class ClockView(NotedView, match_record_commands.ClockReading):
    """An action on the clocks; flagged where they were paused in a situation that the rules don't name."""

    reason: PersonalText | None  # type: ignore[assignment]  # sealed since it was told
    flags: tuple[Literal["unlisted-pause"], ...]


class DeclarationView(NotedView, match_record_commands.Declaring):
    """That time is out, and what that comes to: the director rules it (TD-7). Nothing, where it was taken back."""

    comes_to: LostOnTime | PlayOnWithoutClock | None


class AttachmentView(NotedView, match_record_commands.Attaching):
    """A recording, an analysis, a sheet or a transcript. `is_kept`: its text is kept here too, and checked (GAM-7)."""

    is_kept: bool
    reference: PersonalText | None  # type: ignore[assignment]  # sealed since it was told


class MatchRecordView(Value):
    """The record of a match besides its result. `required` is what the conditions require of it (TD-6, TD-20);
    `clock_terms` what its clocks are set by, None where a director has to say so first (TD-7); `dice` are those of a
    match with a clock once one is announced for it or recorded."""

    tournament: TournamentId
    match: int
    version: int
    required: Required
    clock_terms: ClockTerms | None
    dice: DiceInUse
    monitors: tuple[MonitorView, ...]
    consents: tuple[ConsentView, ...]
    breaks: tuple[BreakView, ...]
    clocks: tuple[ClockView, ...]
    declarations: tuple[DeclarationView, ...]
    attachments: tuple[AttachmentView, ...]


class RequestView(NotedView):
    """A request or an insistence; `right` is what the rules let a player insist on, None where they may only ask.
    `granted` is None until it is answered. Texts go when one of those they are about is erased."""

    kind: str
    entry: int | None
    match: int | None
    insists: bool
    right: Right | None
    reason: PersonalText | None
    granted: bool | None
    answer: PersonalText | None
    answered_at: Instant | None


class ExceptionView(NotedView, match_record_commands.Excepting):
    """An exception of the director's; flagged where its clause does not allow one."""

    exception: PersonalText | None  # type: ignore[assignment]  # sealed since it was told
    reason: PersonalText | None  # type: ignore[assignment]  # sealed since it was told
    flags: tuple[Literal["unlisted-clause"], ...]


class MissingView(Value):
    """The parts that the conditions require and a match lacks (TD-20)."""

    match: int
    kind: Literal["recording", "analysis"]


class MatchRecordsView(Value):
    """The requests in a tournament, the director's exceptions, and what matches lack."""

    tournament: TournamentId
    version: int
    requests: tuple[RequestView, ...]
    exceptions: Annotated[tuple[ExceptionView, ...], FOR_STAFF]
    missing: tuple[MissingView, ...]


def match_record_of(state: Tournament, number: int) -> MatchRecordView:
    """Those of one match that there is."""
    of, match = state.match_records.of(number), state.matches[number]
    conditions = announced_settings(state).conditions
    required = conditions.required_records(match.round, number)
    return MatchRecordView(
        tournament=state.id,
        match=number,
        version=state.version,
        required=required,
        clock_terms=conditions.clock_terms or default_terms(state, match),
        dice=dice_in_use(clock=required.clock == "obligation" or bool(standing(of.clocks))),
        monitors=tuple(
            MonitorView.from_attributes(one.appointed, **_note_fields(one, one.appointed), released_at=one.released_at)
            for one in of.monitors
        ),
        consents=tuple(
            ConsentView.from_attributes(one.recorded, **_note_fields(one, one.recorded), revoked=one.revoked)
            for one in of.consents
        ),
        breaks=tuple(_break(state, of, number, nth) for nth in range(1, len(of.breaks) + 1)),
        clocks=tuple(
            ClockView.from_attributes(
                one.recorded, **_note_fields(one, one.recorded), flags=_unlisted_pauses(one.recorded)
            )
            for one in of.clocks
        ),
        declarations=tuple(
            DeclarationView.from_attributes(one.declared, **_note_fields(one, one.declared), comes_to=_comes_to(one))
            for one in of.declarations
        ),
        attachments=tuple(
            AttachmentView.from_attributes(one.added, **_note_fields(one, one.added), is_kept=one.kept_at is not None)
            for one in of.attachments
        ),
    )


def _note_fields(one: Noted, event: MatchRecordEvent) -> dict[str, Any]:
    retracted = one.retracted
    return {
        "number": event.number,
        "at": one.at,
        "retracted_at": retracted.at if retracted else None,
        "retracted_because": retracted.reason if retracted else None,
    }


def _unlisted_pauses(recorded: ClockRecorded) -> tuple[Literal["unlisted-pause"], ...]:
    return ("unlisted-pause",) if recorded.action == "paused" and recorded.paused_for is None else ()


def _comes_to(one: Declaration) -> LostOnTime | PlayOnWithoutClock | None:
    return None if one.retracted else out_of_time(one.declared.out_of_time)


def _break(state: Tournament, of: MatchRecord, match: int, number: int) -> BreakView:
    length, form = state.matches[match].as_played[1], state.matches[match].form
    terms = break_terms_of(state, state.matches[match])
    taken, review = of.breaks[number - 1], review_nth_break(of, length, number, form, terms)
    return BreakView.from_attributes(
        review,
        **_note_fields(taken, taken.begun),
        side=taken.begun.side,
        number_of_breaks=taken.begun.break_taken.number_of_breaks,
        started_at=taken.begun.break_taken.started_at,
        ended_at=taken.ended_at,
        late=late_from_break(of, length, number, terms),
        readings=taken.begun.readings,
    )


def match_records_view(state: Tournament, of: Iterable[int] | None) -> MatchRecordsView:
    """All of a tournament for the staff; for others the requests of these entries alone."""
    mine = None if of is None else frozenset(of)
    requests = [wish for wish in state.match_records.requests if mine is None or wish.made.entry in mine]
    return MatchRecordsView(
        tournament=state.id,
        version=state.version,
        requests=tuple(_request(state, wish) for wish in requests),
        exceptions=tuple(map(_exception, state.match_records.exceptions)) if mine is None else (),
        missing=tuple(
            MissingView(match=one.match, kind=one.kind)
            for one in missing(state)
            if mine is None or mine & set(state.matches[one.match].sides)
        ),
    )


def _request(state: Tournament, wish: Wish) -> RequestView:
    made, answered = wish.made, wish.answered
    required = announced_settings(state).conditions.required_records(_round_of(state, made.match), made.match or 0)
    return RequestView.from_attributes(
        made,
        **_note_fields(wish, made),
        right=right_to(made.kind, required.clock, required.baffle_box),
        granted=answered.granted if answered else None,
        answer=answered.reason if answered else None,
        answered_at=wish.answered_at,
    )


def _round_of(state: Tournament, match: int | None) -> int | None:
    return None if match is None else state.matches[match].round


def _exception(one: MadeException) -> ExceptionView:
    flags = () if is_foreseen(one.made.clause) else ("unlisted-clause",)
    return ExceptionView.from_attributes(one.made, **_note_fields(one, one.made), flags=flags)


def persons_in(view: MatchRecordView) -> set[PersonId]:
    """Everybody who it names."""
    consents = {consent.applies_to for consent in view.consents if consent.applies_to is not None}
    return {monitor.person for monitor in view.monitors} | consents
