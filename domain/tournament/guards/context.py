"""Knowledge of a decision besides its tournament, and its effect. Events are applied here without being recorded, by
the same fold as when they are; and what a result comes to is decided here once, by the rules of the match's stage, and
kept in its event (ALL-11)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Unpack

from domain.clubs.state import Club
from domain.federation import state as federation
from domain.federation.state import Federation
from domain.kernel.chance import Commitment, Secrets
from domain.kernel.entry_keys import entries_in
from domain.kernel.envelope import Actor, Event, Recorded, as_recorded
from domain.kernel.facts import Facts
from domain.kernel.ids import FEDERATION, ClubId, PersonId, SeriesId, TournamentId
from domain.kernel.refusal import Refused
from domain.match import layering
from domain.match.record import Match
from domain.officiating.remedies import Remedy, ResultAward, ScoreCorrection
from domain.person.state import Person
from domain.problems.clubs import CLUB_UNKNOWN
from domain.problems.matches import CIRCULAR_DEPENDENCY
from domain.problems.persons import SERIES_UNKNOWN
from domain.problems.rounds import DRAW_NOT_SHOWN, NOT_SEEDABLE
from domain.problems.tournament import STALE, TOURNAMENT_STATUS, TOURNAMENT_UNKNOWN
from domain.scoring.games import Outcome
from domain.scoring.outcome import outcome_by_itself
from domain.scoring.result import FinalScore, Result
from domain.series.state import Series
from domain.tournament.derived.stage import stage_of_match
from domain.tournament.evolve.tournament import evolve
from domain.tournament.lifecycle.events import RatingTerms
from domain.tournament.rulings.events import RulingSuspended
from domain.tournament.state import Settings, Status, Tournament

Events = tuple[Event, ...]

CLOCK_DIFFERENCE = timedelta(minutes=5)
"""The most that a reporter's clock may run ahead of ours before a match counts as not played yet."""


Ratings = Callable[[RatingTerms, Sequence[PersonId]], tuple[Mapping[PersonId, int], int]]
"""The ratings of persons in a pool, in millionths of a point, and the position of the log they were read at."""


ErrorRates = Callable[[str, datetime, Sequence[PersonId]], tuple[Mapping[PersonId, tuple[int, int]], int]]
"""Error rates that a program found, for persons who have any: the number of matches, and the sum in thousandths. Staff
attached the analyses since a moment; and the position of the log at which that was so."""


def no_error_rates(
    _program: str, _since: datetime, _persons: Sequence[PersonId]
) -> tuple[Mapping[PersonId, tuple[int, int]], int]:
    """Where error rates can't be looked up, nobody is seeded as if there were none."""
    raise Refused(NOT_SEEDABLE, "Error rates can't be looked up here: start the tournament by itself.")


def no_ratings(rating: RatingTerms, persons: Sequence[PersonId]) -> tuple[Mapping[PersonId, int], int]:
    """Where ratings can't be looked up, everybody has the starting rating of the policy (ELO-1)."""
    start, _ = rating.pinned.start_in(rating.pool)
    return dict.fromkeys(persons, start), 0


def as_founded() -> Federation:
    """Where the federation can't be looked up, nothing was settled."""
    return federation.initial(FEDERATION)


def no_series(series: SeriesId) -> Series:
    """Where series can't be looked up there is none."""
    raise Refused(SERIES_UNKNOWN, f"There is no series {series}.", series=series)


def no_other(tournament: TournamentId) -> Tournament:
    """Where other tournaments can't be looked up there is none."""
    raise Refused(TOURNAMENT_UNKNOWN, f"There is no tournament {tournament}.", tournament=tournament)


def no_club(club: ClubId) -> Club:
    """Where clubs can't be looked up there is none."""
    raise Refused(CLUB_UNKNOWN, f"There is no club {club}.", club=club)


class Unseen:
    """Stands in for the sealed secrets: it knows none, and the commitment it makes is published nowhere."""

    def commit(self) -> Commitment:
        return "0" * 64

    def secret(self, commitment: Commitment) -> bytes:
        raise Refused(DRAW_NOT_SHOWN, "It would have to draw by lot.", commitment=commitment)


@dataclass(frozen=True, slots=True)
class Shown:
    """The sealed secrets, of a command that was previewed, or that others follow which may be refused: it publishes
    commitments, and draws nothing."""

    secrets: Secrets

    def commit(self) -> Commitment:
        return self.secrets.commit()

    def secret(self, commitment: Commitment) -> bytes:
        return Unseen().secret(commitment)


@dataclass(frozen=True, slots=True)
class Context:
    """The actor who asks, the moment (UTC), the sealed secrets of draws (ALL-2), and look-ups. These find persons,
    present ratings and error rates, the federation's settings, an announced series, another announced tournament, and a
    club."""

    actor: Actor
    now: datetime
    person: Callable[[PersonId], Person]
    secrets: Secrets
    ratings: Ratings = no_ratings
    federation: Callable[[], Federation] = as_founded
    series: Callable[[SeriesId], Series] = no_series
    tournament: Callable[[TournamentId], Tournament] = no_other
    club: Callable[[ClubId], Club] = no_club
    error_rates: ErrorRates = no_error_rates


def settings_of(state: Tournament) -> Settings:
    """The tournament's settings. Raises Refused if it was never announced."""
    if state.settings is None:
        raise Refused(TOURNAMENT_UNKNOWN, f"There is no tournament {state.id}.", tournament=state.id)
    return state.settings


def require_status(state: Tournament, *allowed: Status) -> Settings:
    """The settings, if the tournament's status is one of those allowed; else raises Refused."""
    settings = settings_of(state)
    if settings.status not in allowed:
        detail = f"The tournament is {settings.status}; this can only be done while it is {' or '.join(allowed)}"
        if settings.status in ("completed", "cancelled") and "started" in allowed:
            detail += f": reopen it at /v1/tournaments/{state.id}/reopening"
        raise Refused(TOURNAMENT_STATUS, detail + ".", status=settings.status)
    return settings


def require_seen(revision: int, seen: int | None, /, **facts: Unpack[Facts]) -> None:
    """Raises Refused (412) where the sender looked at another revision of the resource."""
    if seen is not None and seen != revision:
        raise Refused(
            STALE,
            f"The resource is at revision {revision} now, and you saw revision {seen}.",
            **{**facts, "revision": revision, "seen": seen},
        )


@dataclass(frozen=True, slots=True)
class Effect:
    """Events decided on a state, and the state after them, each folded once. In `laid` are the matches that they touch,
    directly or not, and minus the entries."""

    before: Tournament
    after: Tournament
    events: Events = ()
    laid: frozenset[int] = frozenset()

    def then(self, events: Iterable[Event], context: Context) -> "Effect":
        """With more events, as they would be recorded now."""
        return self._then(partial(_envelope, event=event, context=context) for event in events)

    def _then(self, envelopes: Iterable[Callable[[Tournament], Recorded[Any]]]) -> "Effect":
        state, events, laid = self.after, list(self.events), set(self.laid)
        for envelope in envelopes:
            recorded = envelope(state)
            state = evolve(state, recorded)
            events.append(recorded.event)
            laid.update(state.laid)
        return Effect(self.before, state, tuple(events), frozenset(laid))

    @staticmethod
    def of_recorded(before: Tournament, recorded: Iterable[Recorded[Any]]) -> "Effect":
        """Effect of the events that were recorded next on that state."""
        return Effect(before, before)._then(partial(_as_recorded, one) for one in recorded)

    def without_circle(self) -> "Effect":
        """Itself. Raises Refused where what has happened makes something depend on its own result (ALL-4)."""
        found = self.after.rounds.circular
        if found is None or found.version <= self.before.version:
            return self
        kind, number = found.made
        detail = f"Circular dependency: {kind} {number} would depend on its own result."
        raise Refused(CIRCULAR_DEPENDENCY, detail, kind=kind, number=number)

    @property
    def matches(self) -> list[int]:
        """The touched matches that were there before, by number."""
        return sorted(number for number in self.laid if number in self.before.matches)

    @property
    def entries(self) -> list[int]:
        """The touched entries, by number."""
        return entries_in(self.laid)


def effect_of(state: Tournament, events: Iterable[Event], context: Context) -> Effect:
    """Effect of these events on the state that they were decided on."""
    return Effect(state, state).then(events, context)


def foreseen(state: Tournament, events: Iterable[Event], context: Context) -> Tournament:
    """The state after the events, as they would be recorded now."""
    return effect_of(state, events, context).after


def without_rulings(state: Tournament, context: Context) -> Tournament:
    """As it would be if none of the rulings in force had been given, and nothing followed from that."""
    rulings = sorted(number for number, ruling in state.directing.rulings.items() if ruling.in_force)
    return foreseen(state, (RulingSuspended(ruling=number) for number in rulings), context)


def _as_recorded(recorded: Recorded[Any], _: Tournament) -> Recorded[Any]:
    return recorded


def _envelope(state: Tournament, event: Event, context: Context) -> Recorded[Any]:
    return as_recorded(event, state.stream, state.version + 1, context.actor, context.now)


def outcome_of(state: Tournament, match: Match, result: Result, length: int) -> Outcome | None:
    """Outcome of the result in that match without rulings, played to `length`; None where it takes a ruling's points to
    end it. Raises Refused where the rules of the stage know no such result."""
    rule = stage_of_match(state, match).outcome
    if not match.layers:
        return rule(result, length, match.form)
    return outcome_by_itself(rule, result, length, match.form, layering.opening_score_of(match))


def outcome_ordered(state: Tournament, match: Match, remedies: Sequence[Remedy]) -> Outcome | None:
    """Outcome of the result that the remedies award, or of the score that they set; None where that does not end the
    match. Raises Refused like `outcome_of` for a result; a score that the rules don't know ends nothing."""
    for remedy in remedies:
        if isinstance(remedy, ResultAward):
            return stage_of_match(state, match).outcome(remedy.result, match.as_played[1], match.form)
        if isinstance(remedy, ScoreCorrection):
            return _outcome_at(state, match, FinalScore(first=remedy.first, second=remedy.second))
    return None


def _outcome_at(state: Tournament, match: Match, score: FinalScore) -> Outcome | None:
    try:
        return stage_of_match(state, match).outcome(score, match.as_played[1], match.form)
    except Refused:
        return None
