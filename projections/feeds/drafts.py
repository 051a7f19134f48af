"""Drafts of feed entries: a command's changes of results, tournaments, persons and bans."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from domain.journal.journal import Stored
from domain.kernel.envelope import Event
from domain.kernel.ids import PersonId
from domain.match import validity
from domain.match.record import Effective, Match
from domain.person.bans import Ban
from domain.person.events import (
    MergeTakenBack,
    PersonDetailsCorrected,
    PersonErased,
    PersonMerged,
    PersonRegistered,
    PublicationConsentRecorded,
)
from domain.person.state import Person
from domain.tournament.derived.rated_pools import pools_of
from domain.tournament.state import Tournament
from projections.engine.states import Batch, Touched
from projections.feeds.documents import (
    BanChanged,
    Cause,
    PersonChange,
    PersonChanged,
    ResultChanged,
    Told,
    TournamentChanged,
)
from projections.ratings.pools import to_look_at

_PERSON_CHANGES: Mapping[type[Event], PersonChange] = {
    PersonRegistered: "registered",
    PersonDetailsCorrected: "details-corrected",
    PublicationConsentRecorded: "publication-consent-recorded",
    PersonMerged: "merged",
    MergeTakenBack: "merge-taken-back",
    PersonErased: "erased",
}


@dataclass(frozen=True, slots=True)
class Draft:
    """The content of an entry to be written. `subject` is what it is about, `about` the matter on which it supersedes
    another."""

    subject: str
    about: str
    told: Told


def drafts_of(command: Sequence[Stored], batch: Batch, cause: Cause) -> Iterator[Draft]:
    """The entries that tell of a command, but for ratings; `batch` is what it made of its streams."""
    for touched in batch.tournaments.values():
        yield from _of_results(touched, cause)
        yield from _of_tournament(touched)
    for stored in command:
        change = _PERSON_CHANGES.get(type(stored.recorded.event))
        if change is not None:
            person = batch.persons[stored.recorded.stream]
            told = PersonChanged(person=person.id, change=change, merged_into=person.merged_into)
            yield _draft(f"persons/{person.id}", told)
    for state in batch.persons.values():
        first = min(one.recorded.version for one in command if one.recorded.stream == state.stream)
        for ban in state.bans:
            if ban.version >= first:
                yield _draft(f"persons/{state.id}/bans/{ban.number}", _ban(state, ban))


def _draft(subject: str, told: Told) -> Draft:
    return Draft(subject, subject, told)


def _of_results(touched: Touched, cause: Cause) -> Iterator[Draft]:
    for number in to_look_at(touched):
        (before, whose, said), (after, now, says) = (
            _counting(state, number) for state in (touched.before, touched.state)
        )
        if before != after or (after is not None and (whose, said) != (now, says)):
            told = _result(touched.state, touched.state.matches[number], after, cause)
            yield _draft(f"tournaments/{touched.state.id}/matches/{number}", told)


def _counting(
    state: Tournament | None, number: int
) -> tuple[Effective | None, Sequence[tuple[PersonId, ...]], PersonId | None]:
    """The result that is shown of the match, as far as it counts, whose it is, and by whose link alone it counts."""
    if state is None or state.settings is None or state.settings.status == "cancelled" or number not in state.matches:
        return None, (), None
    match = state.matches[number]
    result = validity.counting(match)
    return result, () if result is None else [_persons(state, entry) for entry in result.sides], match.by_link_of


def _result(state: Tournament, match: Match, result: Effective | None, cause: Cause) -> ResultChanged:
    sides, length = (match.as_played) if result is None else (result.sides, result.length)
    told = ResultChanged(
        tournament=state.id,
        match=match.number,
        revision=match.revision,
        counts=result is not None,
        sides=(_persons(state, sides[0]), _persons(state, sides[1])),
        length=length,
        form=match.form,
        round=match.round,
        stage=match.stage,
        cause=cause,
    )
    if result is None:
        return told
    outcome = result.outcome
    said = {"winner": outcome.winner, "ended": outcome.ended, "points": outcome.points, "played_at": result.played_at}
    return told.model_copy(update={**said, "by_link_of": match.by_link_of})


def _persons(state: Tournament, entry: int) -> tuple[PersonId, ...]:
    return state.entries[entry].persons


def _of_tournament(touched: Touched) -> Iterator[Draft]:
    before, after = _tournament(touched.before), _tournament(touched.state)
    if after is not None and before != after:
        yield _draft(f"tournaments/{touched.state.id}", after)


def _tournament(state: Tournament | None) -> TournamentChanged | None:
    if state is None or state.settings is None:
        return None
    settings = state.settings
    return TournamentChanged(
        tournament=state.id,
        status=settings.status,
        format=settings.format.kind,
        pools=pools_of(settings),
        series=settings.series.series if settings.series else None,
        season=settings.series.season if settings.series else None,
        champions=() if settings.champion is None else _persons(state, settings.champion),
    )


def _ban(person: Person, ban: Ban) -> BanChanged:
    return BanChanged(
        person=person.id,
        ban=ban.number,
        kind=ban.kind,
        status=ban.standing,
        placed_at=ban.placed_at,
        until=ban.until,
        tournament=ban.ordered.tournament if ban.ordered else None,
        ruling=ban.ordered.ruling if ban.ordered else None,
    )
