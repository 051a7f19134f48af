"""A tournament as its events make it: `evolve` lays one recorded event on a frozen state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

from rpds import HashTrieMap, HashTrieSet

from domain import record
from domain.formats.protocol import AnyFormat, Entrant
from domain.formats.registry import FormatOptions, format_of
from domain.history import Event, Recorded
from domain.ids import PersonId, StreamName
from domain.record import Correction, Effective, Match, Report
from domain.standings.tally import Tally
from domain.tournament import events as happened
from domain.tournament.conditions import Conditions
from domain.tournament.events import Rating

Status = Literal["announced", "started", "completed", "cancelled"]
EntryStatus = Literal["requested", "approved", "refused", "withdrawn"]


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry. `entrant` is true once it was approved, for good (ALL-7). `reason` is text about the person."""

    number: int
    person: PersonId
    status: EntryStatus
    revision: int
    entrant: bool = False
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """What was announced, and how far the tournament is. `revision` is the stream version that last changed it."""

    name: str
    format: FormatOptions
    rating: Rating | None
    conditions: Conditions
    time_zone: str
    directors: tuple[PersonId, ...]
    status: Status
    announced_at: datetime
    revision: int

    @property
    def rules(self) -> AnyFormat:
        """The format the tournament is played by."""
        return format_of(self.format)


@dataclass(frozen=True, slots=True)
class Tournament:
    """The state. `settings` is None until the tournament is announced; `awaiting` are the matches without an
    announced result; maps have no order, so whoever lists them sorts by number."""

    stream: StreamName
    version: int = 0
    settings: Settings | None = None
    entries: HashTrieMap[int, Entry] = field(default_factory=HashTrieMap)
    entry_of: HashTrieMap[PersonId, int] = field(default_factory=HashTrieMap)
    matches: HashTrieMap[int, Match] = field(default_factory=HashTrieMap)
    tallies: HashTrieMap[int, Tally] = field(default_factory=HashTrieMap)
    awaiting: HashTrieSet[int] = field(default_factory=HashTrieSet)

    @property
    def id(self) -> str:
        return self.stream.removeprefix("tournament-")

    @property
    def entrants(self) -> Sequence[Entrant]:
        """Everyone who was approved, by entry number."""
        numbers = sorted(number for number, entry in self.entries.items() if entry.entrant)
        entries = [self.entries[number] for number in numbers]
        return [Entrant(e.number, e.person, e.status == "withdrawn") for e in entries]

    @property
    def awaited(self) -> Sequence[int]:
        """Matches that are not void and have no announced result."""
        return sorted(self.awaiting)

    def tally(self, entry: int) -> Tally:
        """What the entry's counting matches add up to."""
        return self.tallies.get(entry, Tally())

    def counting(self, match: Match) -> Effective | None:
        """The match's effective result where it counts."""
        return record.counting(match, self.matches.__getitem__)


def initial(stream: StreamName) -> Tournament:
    """The state before the first event."""
    return Tournament(stream)


def evolve(state: Tournament, recorded: Recorded[Any]) -> Tournament:
    """The state after one more event of its stream."""
    return _EVOLVE[type(recorded.event)](state, recorded.event, recorded)


def _announced(state: Tournament, event: happened.TournamentAnnounced, recorded: Recorded[Any]) -> Tournament:
    settings = Settings(
        name=event.name,
        format=event.format,
        rating=event.rating,
        conditions=event.conditions,
        time_zone=event.time_zone,
        directors=() if event.director is None else (event.director,),
        status="announced",
        announced_at=recorded.recorded_at,
        revision=recorded.version,
    )
    return replace(state, version=recorded.version, settings=settings)


def _settings(state: Tournament, recorded: Recorded[Any], **changes: Any) -> Tournament:  # noqa: ANN401 -- any field
    settings = replace(announced_settings(state), revision=recorded.version, **changes)
    return replace(state, version=recorded.version, settings=settings)


def announced_settings(state: Tournament) -> Settings:
    """The settings of a tournament that has been announced; ValueError if it has not."""
    if state.settings is None:
        raise ValueError(f"{state.stream} has not been announced")
    return state.settings


def _conditions_changed(state: Tournament, event: happened.ConditionsChanged, recorded: Recorded[Any]) -> Tournament:
    return _settings(state, recorded, conditions=event.conditions)


def _director_appointed(state: Tournament, event: happened.DirectorAppointed, recorded: Recorded[Any]) -> Tournament:
    return _settings(state, recorded, directors=(*announced_settings(state).directors, event.person))


def _director_released(state: Tournament, event: happened.DirectorReleased, recorded: Recorded[Any]) -> Tournament:
    directors = announced_settings(state).directors
    return _settings(state, recorded, directors=tuple(p for p in directors if p != event.person))


def _status(status: Status) -> Callable[[Tournament, Event, Recorded[Any]], Tournament]:
    return lambda state, _, recorded: _settings(state, recorded, status=status)


def _entry(state: Tournament, entry: Entry) -> Tournament:
    return replace(state, version=entry.revision, entries=state.entries.insert(entry.number, entry))


def _entry_requested(state: Tournament, event: happened.EntryRequested, recorded: Recorded[Any]) -> Tournament:
    asked_before = state.entries.get(event.entry)
    entrant = asked_before is not None and asked_before.entrant
    entry = Entry(event.entry, event.person, "requested", recorded.version, entrant)
    return replace(_entry(state, entry), entry_of=state.entry_of.insert(event.person, event.entry))


def _entry_approved(state: Tournament, event: happened.EntryApproved, recorded: Recorded[Any]) -> Tournament:
    entry = state.entries[event.entry]
    return _entry(state, replace(entry, status="approved", entrant=True, revision=recorded.version))


def _entry_refused(state: Tournament, event: happened.EntryRefused, recorded: Recorded[Any]) -> Tournament:
    entry = replace(state.entries[event.entry], status="refused", reason=event.reason, revision=recorded.version)
    return _entry(state, entry)


def _entry_withdrawn(state: Tournament, event: happened.EntryWithdrawn, recorded: Recorded[Any]) -> Tournament:
    entry = replace(state.entries[event.entry], status="withdrawn", reason=event.reason, revision=recorded.version)
    return _entry(state, entry)


def _match_made(state: Tournament, event: happened.MatchMade, recorded: Recorded[Any]) -> Tournament:
    match = Match(event.match, event.sides, event.length, recorded.version, made_from=event.made_from)
    return _match(state, match)


def _match(state: Tournament, match: Match) -> Tournament:
    """The state with a match put in its place: tallies move by the difference of what counts."""
    matches = state.matches.insert(match.number, match)
    before = state.matches.get(match.number)
    tallies = state.tallies
    if before is not None:
        tallies = _tallied(tallies, record.counting(before, state.matches.__getitem__), -1)
    tallies = _tallied(tallies, record.counting(match, matches.__getitem__), 1)
    return Tournament(
        state.stream,
        match.revision,
        state.settings,
        state.entries,
        state.entry_of,
        matches,
        tallies,
        _awaiting(state.awaiting, match),
    )


def _tallied(tallies: HashTrieMap[int, Tally], result: Effective | None, sign: int) -> HashTrieMap[int, Tally]:
    if result is None:
        return tallies
    for entry in result.sides:
        tallies = tallies.insert(entry, tallies.get(entry, Tally()).plus(result, entry, sign))
    return tallies


def _awaiting(awaiting: HashTrieSet[int], match: Match) -> HashTrieSet[int]:
    settled = match.void_reason is not None or (
        match.effective is not None and match.effective.announced_at is not None
    )
    return awaiting.discard(match.number) if settled else awaiting.insert(match.number)


def _result_reported(state: Tournament, event: happened.ResultReported, recorded: Recorded[Any]) -> Tournament:
    announced_at = recorded.recorded_at if event.verified else None
    report = Report(event.result, event.played_at, recorded.recorded_at, announced_at)
    return _match(state, record.reported(state.matches[event.match], report, recorded.version))


def _result_verified(state: Tournament, event: happened.ResultVerified, recorded: Recorded[Any]) -> Tournament:
    match = state.matches[event.match]
    return _match(state, record.announced(match, recorded.recorded_at, recorded.version))


def _result_corrected(state: Tournament, event: happened.ResultCorrected, recorded: Recorded[Any]) -> Tournament:
    correction = Correction(event.sides, event.length, event.result, event.played_at, event.place)
    return _match(state, record.corrected(state.matches[event.match], correction, recorded.version))


def _match_voided(state: Tournament, event: happened.MatchVoided, recorded: Recorded[Any]) -> Tournament:
    match = replace(state.matches[event.match], void_reason=event.reason, revision=recorded.version)
    return _match(state, match)


def _match_reinstated(state: Tournament, event: happened.MatchReinstated, recorded: Recorded[Any]) -> Tournament:
    return _match(state, replace(state.matches[event.match], void_reason=None, revision=recorded.version))


_EVOLVE: Mapping[type[Event], Callable[[Tournament, Any, Recorded[Any]], Tournament]] = {
    happened.TournamentAnnounced: _announced,
    happened.ConditionsChanged: _conditions_changed,
    happened.DirectorAppointed: _director_appointed,
    happened.DirectorReleased: _director_released,
    happened.TournamentStarted: _status("started"),
    happened.TournamentCompleted: _status("completed"),
    happened.TournamentCancelled: _status("cancelled"),
    happened.TournamentReopened: _status("started"),
    happened.EntryRequested: _entry_requested,
    happened.EntryApproved: _entry_approved,
    happened.EntryRefused: _entry_refused,
    happened.EntryWithdrawn: _entry_withdrawn,
    happened.MatchMade: _match_made,
    happened.ResultReported: _result_reported,
    happened.ResultVerified: _result_verified,
    happened.ResultCorrected: _result_corrected,
    happened.MatchVoided: _match_voided,
    happened.MatchReinstated: _match_reinstated,
}
