"""A person in the registry, as the events describe them. Name, contact and texts stay in their boxes here, and are gone
once the person is erased."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import takewhile
from typing import Any, Literal

from domain.kernel.envelope import Actor, Event, Recorded
from domain.kernel.ids import PersonId, StreamName
from domain.kernel.personal_text import PersonalText
from domain.kernel.replacing import replace
from domain.person import events as person_events
from domain.person.bans import WAITING, Ban, BanReview, BanStatus, Ordered
from domain.person.details import PersonalDetails

Status = Literal["registered", "merged", "erased"]


@dataclass(frozen=True, slots=True)
class OpeningRating:
    """The rating that the person brings to a pool: rating in millionths of a point, and experience."""

    rating: int
    experience: int


@dataclass(frozen=True, slots=True)
class Resignation:
    """A resignation from a tournament, as one of its entries (ALL-8): it counts once it is `confirmed`. `by` has
    recorded it."""

    tournament: str
    entry: int
    at: datetime
    by: Actor
    confirmed: bool

    def of(self, event: person_events.ResignationConfirmed | person_events.ResignationWithdrawn) -> bool:
        """Whether it is that resignation."""
        return (self.tournament, self.entry) == (event.tournament, event.entry)


@dataclass(frozen=True, slots=True)
class SittingOut:
    """A season of a series which the person is asked to sit out, by the tournament that removed them (SWI-5)."""

    tournament: str
    series: str
    season: int
    version: int = 0


@dataclass(frozen=True, slots=True)
class Holder:
    """A record that another one was merged into, by itself or with the one that held it, and since when."""

    person: PersonId
    since: datetime


@dataclass(frozen=True, slots=True)
class PendingErasure:
    """An erasure that was requested, by whom (nobody: with a key for nobody), and when it takes effect unless it is
    stopped."""

    requested_by: tuple[PersonId, ...]
    due_at: datetime


@dataclass(frozen=True, slots=True)
class Person:
    """The state. `status` is None until the person is registered; `correction_requested` waits for the office;
    `publication_consent` is None until it is recorded; `forgiven` resignations no longer ban the person
    (ALL-8); wins and seasons to sit out are those that have not been withdrawn. `resignations_version` and
    `wins_version` are those of the events that last changed what counts of them. `holders` are the records that
    this one was merged into, each into the next; `records` are all that were merged into this one, each with its
    opening ratings. `registered_by` are those who may have registered the person. `revision` is the version of the
    newest event that is not about bans."""

    stream: StreamName
    version: int = 0
    status: Status | None = None
    details: PersonalDetails | None = None
    correction_requested: PersonalText | None = None
    publication_consent: bool | None = None
    distinct_from: frozenset[PersonId] = frozenset()
    registered_at: datetime | None = None
    registered_by: tuple[PersonId, ...] = ()
    erasure: PendingErasure | None = None
    erased_at: datetime | None = None
    opening_ratings: Mapping[str, OpeningRating] = field(default_factory=dict)
    holders: tuple[Holder, ...] = ()
    records: Mapping[PersonId, Mapping[str, OpeningRating]] = field(default_factory=dict)
    resignations: tuple[Resignation, ...] = ()
    forgiven: int = 0
    bans: tuple[Ban, ...] = ()
    wins: tuple[person_events.TournamentWon, ...] = ()
    sitting_out: tuple[SittingOut, ...] = ()
    resignations_version: int = 0
    wins_version: int = 0
    revision: int = 0

    @property
    def id(self) -> str:
        return self.stream.removeprefix("person-")

    def is_as_seen(self, seen: int, *, bans: bool) -> bool:
        """Whether nothing was changed since that revision or version; of `bans` only a reader of the record knows, who
        sees every version."""
        if bans:
            return seen in (self.version, self.revision)
        return self.revision <= seen <= self.version

    @property
    def merged_into(self) -> PersonId | None:
        """The record that is kept of the person; None where it is this one."""
        return self.holders[-1].person if self.holders else None

    @property
    def merged_at(self) -> datetime | None:
        """When this record was merged."""
        return self.holders[0].since if self.holders else None

    @property
    def openings(self) -> Mapping[str, OpeningRating]:
        """The opening ratings that count for the person under this id: their own, then those of the record that was
        merged first (REG-1)."""
        every = (self.opening_ratings, *self.records.values())
        counting = {pool: opening for record in reversed(every) for pool, opening in record.items()}
        return {} if self.status == "merged" else counting

    @property
    def resignations_counted(self) -> int:
        """The number of resignations that count towards the limit (ALL-8)."""
        return sum(one.confirmed for one in self.resignations[self.forgiven :])


def initial(stream: StreamName) -> Person:
    """The state before the first event."""
    return Person(stream)


def evolve(state: Person, recorded: Recorded[Any]) -> Person:
    """The state after one more event of its stream."""
    event = recorded.event
    revision = state.revision if isinstance(event, person_events.ABOUT_BANS) else recorded.version
    return replace(_EVOLVE[type(event)](state, event, recorded), version=recorded.version, revision=revision)


def _register(state: Person, event: person_events.PersonRegistered, recorded: Recorded[Any]) -> Person:
    known: dict[str, Any] = {"details": event.details, "distinct_from": frozenset(event.distinct_from)}
    return replace(
        state, status="registered", registered_at=recorded.recorded_at, registered_by=recorded.actor.persons, **known
    )


def _details_corrected(state: Person, event: person_events.PersonDetailsCorrected, _: Recorded[Any]) -> Person:
    return replace(state, details=event.details, correction_requested=None)


def _correction_requested(state: Person, event: person_events.CorrectionRequested, _: Recorded[Any]) -> Person:
    return replace(state, correction_requested=event.request)


def _correction_declined(state: Person, _: person_events.CorrectionDeclined, __: Recorded[Any]) -> Person:
    return replace(state, correction_requested=None)


def _consent_recorded(state: Person, event: person_events.PublicationConsentRecorded, _: Recorded[Any]) -> Person:
    return replace(state, publication_consent=event.granted)


def _distinct_person(state: Person, event: person_events.DistinctPersonRecorded, _: Recorded[Any]) -> Person:
    return replace(state, distinct_from=state.distinct_from | {event.other_person})


def _opening_rating_set(state: Person, event: person_events.OpeningRatingSet, _: Recorded[Any]) -> Person:
    opening = OpeningRating(event.rating_millionths, event.experience)
    return replace(state, opening_ratings={**state.opening_ratings, event.pool: opening})


def _merge(state: Person, event: person_events.PersonMerged, recorded: Recorded[Any]) -> Person:
    """Into another record; or back into one of its holders, which is nobody else's again."""
    below = tuple(takewhile(lambda one: one.person != event.merged_into, state.holders))
    again = state.holders[len(below) : len(below) + 1]
    holders = (*below, *(again or (Holder(event.merged_into, recorded.recorded_at),)))
    return replace(state, status="merged", holders=holders)


def _merge_taken_back(state: Person, _: person_events.MergeTakenBack, __: Recorded[Any]) -> Person:
    return replace(state, status="registered", holders=())


def _record_taken_in(state: Person, event: person_events.RecordTakenIn, _: Recorded[Any]) -> Person:
    taken: dict[str, OpeningRating] = {}
    for one in event.opening_ratings:
        taken[one.pool] = OpeningRating(one.rating_millionths, one.experience)
    return replace(state, records={**state.records, event.record: taken})


def _record_given_back(state: Person, event: person_events.RecordGivenBack, _: Recorded[Any]) -> Person:
    return replace(state, records={one: taken for one, taken in state.records.items() if one != event.record})


def _erasure_requested(state: Person, event: person_events.ErasureRequested, recorded: Recorded[Any]) -> Person:
    return replace(state, erasure=PendingErasure(recorded.actor.persons, event.due_at))


def _erasure_stopped(state: Person, _: person_events.ErasureStopped, __: Recorded[Any]) -> Person:
    return replace(state, erasure=None)


def _erase(state: Person, _: person_events.PersonErased, recorded: Recorded[Any]) -> Person:
    bans = tuple(replace(ban, reason=None, review=replace(ban.review, reason=None)) for ban in state.bans)
    gone: dict[str, Any] = {"details": None, "correction_requested": None, "erasure": None}
    return replace(state, status="erased", erased_at=recorded.recorded_at, bans=bans, **gone)


def _resignation_counted(state: Person, event: person_events.ResignationCounted, recorded: Recorded[Any]) -> Person:
    by, at = recorded.actor, recorded.recorded_at
    resignation = Resignation(event.tournament, event.entry, at, by, event.confirmed)
    return replace(state, resignations=(*state.resignations, resignation), resignations_version=recorded.version)


def _resignation_confirmed(state: Person, event: person_events.ResignationConfirmed, recorded: Recorded[Any]) -> Person:
    resignations = tuple(replace(one, confirmed=True) if one.of(event) else one for one in state.resignations)
    return replace(state, resignations=resignations, resignations_version=recorded.version)


def _resignation_withdrawn(state: Person, event: person_events.ResignationWithdrawn, recorded: Recorded[Any]) -> Person:
    """Those that follow it move up by one."""
    gone = [one.of(event) for one in state.resignations]
    left = tuple(one for one, goes in zip(state.resignations, gone, strict=True) if not goes)
    forgiven = state.forgiven - sum(gone[: state.forgiven])
    return replace(state, resignations=left, forgiven=forgiven, resignations_version=recorded.version)


def _resignation_ban_lifted(state: Person, _: person_events.ResignationBanLifted, recorded: Recorded[Any]) -> Person:
    return replace(state, forgiven=len(state.resignations), resignations_version=recorded.version)


def _ban_placed(state: Person, event: person_events.BanPlaced, recorded: Recorded[Any]) -> Person:
    at, version = recorded.recorded_at, recorded.version
    ban = Ban(event.ban, event.kind, at, event.until, at, event.reason, version=version, by=recorded.actor)
    return _with_ban(state, ban, recorded.actor)


def _ban_ordered(state: Person, event: person_events.BanOrdered, recorded: Recorded[Any]) -> Person:
    ordered = Ordered(event.tournament, event.ruling, event.clause)
    number, at, version = len(state.bans) + 1, recorded.recorded_at, recorded.version
    ban = Ban(number, event.kind, at, event.until, at, ordered=ordered, version=version, by=recorded.actor)
    return _with_ban(state, ban, recorded.actor)


def _with_ban(state: Person, ban: Ban, by: Actor) -> Person:
    """The person with that ban too, which is suspended where one was that may be by the same person."""
    suspended = (one.review for one in reversed(state.bans) if one.review.status == "suspended" and one.may_be_by(by))
    return replace(state, bans=(*state.bans, replace(ban, review=next(suspended, WAITING))))


def _ban_suspended(state: Person, event: person_events.BanSuspended, recorded: Recorded[Any]) -> Person:
    review = BanReview("suspended", recorded.actor, recorded.recorded_at, event.reason)
    return _review_ban(state, event.ban, review, recorded)


def _ban_resumed(state: Person, event: person_events.BanResumed, recorded: Recorded[Any]) -> Person:
    return _review_ban(state, event.ban, WAITING, recorded)


def _ban_confirmed(state: Person, event: person_events.BanConfirmed, recorded: Recorded[Any]) -> Person:
    review = BanReview("confirmed", recorded.actor, recorded.recorded_at)
    return _review_ban(state, event.ban, review, recorded)


def _review_ban(state: Person, number: int, review: BanReview, recorded: Recorded[Any]) -> Person:
    bans = (
        replace(ban, review=review, version=recorded.version) if ban.number == number else ban for ban in state.bans
    )
    return replace(state, bans=tuple(bans))


def _ban_lifted(state: Person, event: person_events.BanLifted, recorded: Recorded[Any]) -> Person:
    return _with_bans(state, lambda ban: ban.number == event.ban, "lifted", recorded)


def _suspend_bans(state: Person, event: person_events.OrderedBansSuspended, recorded: Recorded[Any]) -> Person:
    return _with_bans(state, lambda ban: ban.of(event) and ban.status == "in-force", "suspended", recorded)


def _resume_bans(state: Person, event: person_events.OrderedBansResumed, recorded: Recorded[Any]) -> Person:
    return _with_bans(state, lambda ban: ban.of(event) and ban.status == "suspended", "in-force", recorded)


def _reverse_bans(state: Person, event: person_events.OrderedBansReversed, recorded: Recorded[Any]) -> Person:
    return _with_bans(state, lambda ban: ban.of(event), "reversed", recorded)


def _with_bans(state: Person, those: Callable[[Ban], bool], status: BanStatus, recorded: Recorded[Any]) -> Person:
    """The person with that status of those bans."""
    changed: dict[str, Any] = {"status": status, "since": recorded.recorded_at, "version": recorded.version}
    return replace(state, bans=tuple(replace(ban, **changed) if those(ban) else ban for ban in state.bans))


def _tournament_won(state: Person, event: person_events.TournamentWon, recorded: Recorded[Any]) -> Person:
    return replace(state, wins=(*state.wins, event), wins_version=recorded.version)


def _win_withdrawn(state: Person, event: person_events.WinWithdrawn, recorded: Recorded[Any]) -> Person:
    left = tuple(win for win in state.wins if win.tournament != event.tournament)
    return replace(state, wins=left, wins_version=recorded.version)


def _sitting_out_asked(state: Person, event: person_events.AskedToSitOut, recorded: Recorded[Any]) -> Person:
    asked = SittingOut(event.tournament, event.series, event.season, recorded.version)
    return replace(state, sitting_out=(*state.sitting_out, asked))


def _sitting_out_withdrawn(state: Person, event: person_events.RequestToSitOutWithdrawn, _: Recorded[Any]) -> Person:
    left = tuple(asked for asked in state.sitting_out if asked.tournament != event.tournament)
    return replace(state, sitting_out=left)


_EVOLVE: Mapping[type[Event], Callable[[Person, Any, Recorded[Any]], Person]] = {
    person_events.ErasureRequested: _erasure_requested,
    person_events.ResignationCounted: _resignation_counted,
    person_events.BanPlaced: _ban_placed,
    person_events.BanOrdered: _ban_ordered,
    person_events.BanSuspended: _ban_suspended,
    person_events.BanResumed: _ban_resumed,
    person_events.BanConfirmed: _ban_confirmed,
    person_events.PersonRegistered: _register,
    person_events.PersonDetailsCorrected: _details_corrected,
    person_events.CorrectionRequested: _correction_requested,
    person_events.CorrectionDeclined: _correction_declined,
    person_events.PublicationConsentRecorded: _consent_recorded,
    person_events.DistinctPersonRecorded: _distinct_person,
    person_events.OpeningRatingSet: _opening_rating_set,
    person_events.PersonMerged: _merge,
    person_events.MergeTakenBack: _merge_taken_back,
    person_events.RecordTakenIn: _record_taken_in,
    person_events.RecordGivenBack: _record_given_back,
    person_events.ErasureStopped: _erasure_stopped,
    person_events.PersonErased: _erase,
    person_events.ResignationConfirmed: _resignation_confirmed,
    person_events.ResignationWithdrawn: _resignation_withdrawn,
    person_events.ResignationBanLifted: _resignation_ban_lifted,
    person_events.BanLifted: _ban_lifted,
    person_events.OrderedBansSuspended: _suspend_bans,
    person_events.OrderedBansResumed: _resume_bans,
    person_events.OrderedBansReversed: _reverse_bans,
    person_events.TournamentWon: _tournament_won,
    person_events.WinWithdrawn: _win_withdrawn,
    person_events.AskedToSitOut: _sitting_out_asked,
    person_events.RequestToSitOutWithdrawn: _sitting_out_withdrawn,
}
