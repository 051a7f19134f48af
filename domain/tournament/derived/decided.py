"""Decisions of staff without a ruling, and the persons they concern (1.4.1, 5.2): each such event, its clause and its
subject."""

from collections.abc import Callable, Mapping

from domain.kernel.envelope import Event
from domain.tournament.entries import events as entry_events
from domain.tournament.hall import events as hall_events
from domain.tournament.lifecycle import events as lifecycle_events
from domain.tournament.match_record import events as record_events
from domain.tournament.matches import events as match_events
from domain.tournament.rounds import events as round_events
from domain.tournament.rulings.events import About
from domain.tournament.rulings.state import Decision
from domain.tournament.state import Tournament

_ENTRY, _FLIGHT, _OTHER = "1.4.1", "1.4.2", "5.2"


def _of_entry(event: Event) -> About:
    return About(kind="entry", number=getattr(event, "entry", None))


def _of_match(event: Event) -> About:
    number = getattr(event, "match", None)
    return About(kind="tournament") if number is None else About(kind="match", number=number)


def _of_tournament(_: Event) -> About:
    return About(kind="tournament")


DECISIONS: Mapping[type[Event], tuple[str, Callable[[Event], About]]] = {
    entry_events.EntryRefused: (_ENTRY, _of_entry),
    entry_events.FlightOffered: (_FLIGHT, _of_entry),
    entry_events.EntryWithdrawn: (_ENTRY, _of_entry),
    entry_events.EntryResigned: (_ENTRY, _of_entry),
    entry_events.EntryLeftForToday: (_ENTRY, _of_entry),
    entry_events.PlayerSubstituted: (_ENTRY, _of_entry),
    entry_events.ReentryTakenBack: (_OTHER, _of_entry),
    entry_events.ResignationTakenBack: (_OTHER, _of_entry),
    hall_events.FixedTableSet: (_OTHER, _of_entry),
    hall_events.MatchMoved: (_OTHER, _of_match),
    match_events.ResultReported: (_OTHER, _of_match),
    match_events.ResultVerified: (_OTHER, _of_match),
    match_events.ResultCorrected: (_OTHER, _of_match),
    match_events.WrongLengthResolved: (_OTHER, _of_match),
    match_events.MatchVoided: (_OTHER, _of_match),
    match_events.MatchReinstated: (_OTHER, _of_match),
    match_events.PlayOffMade: (_OTHER, _of_match),
    match_events.LineUpNamed: (_OTHER, _of_match),
    record_events.MonitorAppointed: (_OTHER, _of_match),
    record_events.ConsentRecorded: (_OTHER, _of_match),
    record_events.ConsentRevoked: (_OTHER, _of_match),
    record_events.ClockRecorded: (_OTHER, _of_match),
    record_events.OutOfTimeDeclared: (_OTHER, _of_match),
    record_events.RequestAnswered: (_OTHER, _of_match),
    record_events.ExceptionMade: (_OTHER, _of_match),
    round_events.RoundPaired: (_OTHER, _of_tournament),
    round_events.PairingsCorrected: (_OTHER, _of_tournament),
    round_events.RoundAnnulled: (_OTHER, _of_tournament),
    round_events.RoundClosed: (_OTHER, _of_tournament),
    round_events.RoundScheduled: (_OTHER, _of_tournament),
    round_events.FieldSeeded: (_OTHER, _of_tournament),
    round_events.StageOpened: (_OTHER, _of_tournament),
    round_events.PlayOffsDrawn: (_OTHER, _of_tournament),
    round_events.QuestionDecided: (_OTHER, _of_tournament),
    lifecycle_events.ConditionsChanged: (_OTHER, _of_tournament),
    lifecycle_events.SettingsChanged: (_OTHER, _of_tournament),
    lifecycle_events.StartTakenBack: (_OTHER, _of_tournament),
    lifecycle_events.TournamentCancelled: (_OTHER, _of_tournament),
    lifecycle_events.TournamentReopened: (_OTHER, _of_tournament),
}
"""By the kind of event: the clause, and what it is about."""


def concerned_entries(state: Tournament, decision: Decision) -> tuple[int, ...]:
    """The entries that may appeal it, by number."""
    number = decision.on.number
    if decision.on.kind == "entry" and number is not None and number in state.entries:
        return (number,)
    if decision.on.kind == "match" and number is not None and number in state.matches:
        return tuple(sorted(state.matches[number].as_played[0]))
    return tuple(sorted(state.entries))
