"""How the numbers that are shown came about: each down to the events, as they are in the history (ALL-1, SWI-11)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, cast

from fastapi import Path, Query
from pydantic import StringConstraints
from starlette.responses import Response

from api.documents.ratings import RatedLinePage
from api.documents.tournaments import ExplainedDocument, MatchExplainedDocument
from api.http import parameters
from api.http.paging import EXPLAINED_CHANGES, EXPLAINED_PARTS, RATED_MATCHES, Paged, Paging
from api.http.problems import NUMBER_UNKNOWN, RATING_UNKNOWN, Problem
from api.http.read_requests import Reader, Reading, ReadingAsOf
from api.http.routing import new_router
from api.http.services import Services
from api.queries.as_of import moment, state_read
from api.queries.histories import events_upto, trail_upto
from api.queries.ratings import reached_in
from api.queries.visibility import sight_of
from domain.journal.journal import Stored
from domain.kernel.ids import PersonId, StreamName, person_stream, tournament_stream
from domain.kernel.refusal import Refused
from domain.kernel.visibility import FOR_PLAYERS
from domain.problems.entries import ENTRY_UNKNOWN
from domain.rating.lines import RatedLine
from domain.rating.teams import rated_id
from domain.tournament.derived.settlements import numbers_of_entry
from domain.tournament.guards.lookup import find_match
from domain.tournament.state import Tournament, announced_settings
from projections.explain.causes import Trail, event_name
from projections.explain.documents import EventName, NumberExplained, RankExplained
from projections.explain.lines import ExplainedLine, ExplainedLines
from projections.explain.matches import concerning, layers, match_explained
from projections.explain.numbers import (
    Column,
    Past,
    Place,
    columns_of_rank,
    number_explained,
    parts_page,
    rank_explained,
)
from projections.explain.ratings import changed_line, changes_explained, opening_line, rated_line
from projections.explain.settlements import posting_lines, settlement_explained
from projections.ratings.pools import as_match

router = new_router("explanations")

Number = Annotated[
    Annotated[str, StringConstraints(pattern=r"^[a-z_]{1,40}$")],
    Path(description="The number's name in the standings; `rank`, `rating_changes`, or `settlement`."),
]
StageWanted = Annotated[
    parameters.Number | None,
    Query(description="In this stage's own table. Without: in the standings, by the newest stage the entry came to."),
]

RANK, RATING_CHANGES, SETTLEMENT = "rank", "rating_changes", "settlement"


@router.get("/tournaments/{tournament}/standings/{entry}/explain/{number}", response_model=ExplainedDocument)
def explain_standing(
    reader: Reading,
    tournament: parameters.Tournament,
    entry: parameters.Entry,
    number: Number,
    paging: Paged,
    stage: StageWanted = None,
    as_of: parameters.AsOf = None,
) -> Response:
    """Explain a number of the standings (ALL-1, SWI-11, OPN-1)

    The parts that add up to it, and for each the events it was made of. A rank: the criteria against those of the line
    above, up to the first that differs, and the parts of each. The rating changes: the rated matches with n, P and K.
    What is settled of stakes, for the staff and the entry itself: the postings.
    """
    state, position = state_read(reader.services, tournament, as_of)
    if entry not in state.entries or not state.entries[entry].entrant:
        raise Refused(ENTRY_UNKNOWN, f"Entry {entry} is not in the standings.", entry=entry)
    if number == RATING_CHANGES and stage is None and announced_settings(state).rating is not None:
        return _rating_changes(reader, state, entry, as_of, paging)
    if number == SETTLEMENT and stage is None:
        return _settlement(reader, state, position, entry, paging)
    with reader.services.replays.turn():
        line = _line(reader.services, state, entry, stage)
        past = _past(reader.services, state)
        found, columns = _rank(past, line, stage) if number == RANK else _number(past, line, number)
        after = cast("Place | None", EXPLAINED_PARTS.read(paging.cursor))
        items, further = parts_page(past, columns, after, paging.limit)
    body = reader.page(items, {source.person for item in items for source in item.sources}, explained=found)
    return reader.answer_page(body, position, next_cursor=EXPLAINED_PARTS.write(further))


def _line(services: Services, state: Tournament, entry: int, stage: int | None) -> ExplainedLine:
    line = ExplainedLines(state, services.stages.of(state)).of(entry, stage)
    if line is None:
        raise Refused(ENTRY_UNKNOWN, f"Entry {entry} is not in the standings.", entry=entry)
    return line


def _settlement(reader: Reader, state: Tournament, position: int, entry: int, paging: Paging) -> Response:
    """By what the caller is in the tournament now."""
    sight = sight_of(reader, state.id)
    reader = reader.narrowed_to(FOR_PLAYERS).having(sight.in_entry(entry))
    with reader.services.replays.turn():
        trail = _trail(reader.services, state)
        numbers, further = paging.numbered(numbers_of_entry(state.settlements, entry))
        items = posting_lines(state, trail, entry, numbers)
    body = reader.page(items, explained=settlement_explained(state, entry))
    return reader.answer_page(body, position, next_cursor=further)


def _number(past: Past, line: ExplainedLine, number: str) -> tuple[NumberExplained, Sequence[Column]]:
    if number not in line.values:
        detail = f"The line of entry {line.entry} has no number {number}."
        rated = (RATING_CHANGES,) if announced_settings(past.state).rating is not None else ()
        raise Problem(NUMBER_UNKNOWN, detail, numbers=[*line.values, RANK, *rated])
    return number_explained(past, line, number), [Column(line, number)]


def _rank(past: Past, line: ExplainedLine, stage: int | None) -> tuple[RankExplained, Sequence[Column]]:
    row = line.lines.row(line.entry) if stage is None else line.stage.opened.row(line.entry)
    return rank_explained(past, line, row), columns_of_rank(line, row.reason)


def _past(services: Services, state: Tournament) -> Past:
    def of_person(stream: StreamName, version: int) -> Sequence[Stored]:
        return list(events_upto(services, stream, version))

    def event(version: int) -> Stored:
        return services.journal.history(state.stream, version - 1, 1)[0]

    def at(version: int) -> Tournament:
        return cast("Tournament", services.journal.state(state.stream, version=version))

    return Past(state, _trail(services, state), event, at, of_person)


def _trail(services: Services, state: Tournament) -> Trail:
    """What each event concerned; to be asked for in a turn, since it may have to be found first."""
    return trail_upto(services, state.stream, state.version)


def _rated_person(state: Tournament, entry: int) -> PersonId:
    """By whose id the entry's own matches are rated (TEA-8)."""
    rating, persons = announced_settings(state).rating, state.entries[entry].persons
    as_team = None if rating is None else rated_id(rating.pinned, persons)
    return as_team or persons[0]


def _rating_changes(
    reader: Reader, state: Tournament, entry: int, as_of: int | datetime | None, paging: Paging
) -> Response:
    """By the ledger as it is shown now, or as it stood."""
    at = moment(reader.services, state.id, as_of)
    person = _rated_person(state, entry)
    readings = reader.services.readings if as_of is None else reader.services.as_of(at.position).readings
    found = readings.ledger_lines_in(state.id, person, EXPLAINED_CHANGES.read(paging.cursor), paging.limit)
    totals = readings.rating_changes(state.id).get(person, {})
    with reader.services.replays.turn():
        trail = _trail(reader.services, state)
        items = [changed_line(state, trail, entry, pool, line) for pool, line in found.items]
        explained = changes_explained(state, trail, entry, totals)
    body = reader.page(items, {item.opponent for item in items}, explained=explained)
    further = EXPLAINED_CHANGES.write(found.next)
    return reader.answer_page(body, at.position, incomplete=at.lacks_changes(), next_cursor=further)


@router.get("/tournaments/{tournament}/matches/{match}/explain", response_model=MatchExplainedDocument)
def explain_match(
    reader: Reading,
    tournament: parameters.Tournament,
    match: parameters.Match,
    paging: Paged,
    as_of: parameters.AsOf = None,
) -> Response:
    """Explain how a match came to its score (ALL-3, ALL-4, ALL-12)

    Every event that concerns it, in order: what was reported, corrected and ruled, which of it is still in force, and
    what the match had come to after it. Results not announced are for the staff and the two sides.
    """
    state, position = state_read(reader.services, tournament, as_of)
    found = find_match(state, match)
    part = sight_of(reader, tournament).in_match(found)
    with reader.services.replays.turn():
        past = _past(reader.services, state)
        versions, further = paging.numbered(concerning(state, past.trail, match))
        items = layers(past, match, versions, part)
    body = reader.page(items, **match_explained(state, match).model_dump())
    return reader.having(part).answer_page(body, position, next_cursor=further)


@router.get("/ratings/{pool}/{person}/explain", response_model=RatedLinePage)
def explain_rating(reader: ReadingAsOf, pool: parameters.Pool, person: parameters.Person, paging: Paged) -> Response:
    """Explain a rating (ELO-1, ELO-3, ELO-4, ELO-5, ELO-6, ELO-7)

    What the player began with, and each rated match, the last first, with n, P and K: the rating after one is that
    before the next. How a match came to its result is explained with the match.
    """
    readings, results = reader.services.readings, _Results(reader)
    position, incomplete = reached_in(reader, pool)
    if readings.rating(pool, person) is None:
        detail = f"Nothing of this person is rated in the pool {pool}."
        raise Problem(RATING_UNKNOWN, detail, incomplete=incomplete)
    found = readings.ledger_lines(pool, person, RATED_MATCHES.read(paging.cursor), paging.limit)
    with reader.services.replays.turn():
        items = [rated_line(pool, line, person, results.of(line)) for line in found.items]
    first = found.items[-1] if found.items and found.next is None else None
    opening = None
    if found.next is None:
        opening = opening_line(_persons_history(reader.services, person), pool, first)
    body = reader.page(items, {each.opponent for each in items}, opening=opening)
    return reader.answer_page(body, position, incomplete=incomplete, next_cursor=RATED_MATCHES.write(found.next))


def _persons_history(services: Services, person: PersonId) -> Sequence[Stored]:
    stream = person_stream(person)
    return list(events_upto(services, stream, services.journal.state(stream).version))


class _Results:
    """The events by which rated matches came to what they were at the moment that is read. As far as the tables of now
    show them no tournament is worked out for a line: nothing has changed most matches since."""

    def __init__(self, reader: Reader) -> None:
        self._services = reader.services
        self._now = reader.services_now
        self._shown = self._now.readings.shown_position()
        self._is_past = reader.moment is not None

    def of(self, line: RatedLine) -> EventName | None:
        """The event by which the match last became what it was."""
        tournament, number = as_match(line.match.match)
        stream = tournament_stream(tournament)
        match = self._now.readings.match(tournament, number) if self._tells_of(stream) else None
        found = None if match is None else self._event(stream, match.revision)
        if found is None and self._is_past:
            found = self._event(stream, self._services.tournament(tournament).matches[number].revision)
        return found

    def _tells_of(self, stream: StreamName) -> bool:
        """Whether the tables have come so far."""
        if not self._is_past:
            return True
        return self._shown.position >= self._services.journal.position() and not self._shown.lacks(stream)

    def _event(self, stream: StreamName, version: int) -> EventName | None:
        """None for one that came later than what is read."""
        stored = self._services.journal.history(stream, version - 1, 1)
        return event_name(stored[0]) if stored else None
