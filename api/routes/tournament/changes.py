"""What was changed between two moments, command by command: of a tournament, a pool, a person; and by one event."""

from collections.abc import Callable

from starlette.responses import Response

from api.documents.lists import Page
from api.http import parameters
from api.http.paging import NUMBERS, Paged, Paging
from api.http.read_requests import Reader, Reading
from api.http.routing import new_router
from api.queries.as_of import state_at, state_read
from api.queries.changes import answer_changes, events_of, later, positions, shown_changes, sights_of
from api.queries.known import require_person
from domain.kernel.ids import PersonId, StreamName, tournament_stream
from domain.rating.pools import require_pool
from projections.explain.changes import ChangesView, changes
from projections.explain.documents import EventName

router = new_router("explanations")

Wanted = Callable[[ChangesView], ChangesView]


class EventChanges(ChangesView):
    """What the command of one event has changed at once, with whatever was rated again because of it; and `later` the
    events that changed the same matches and entries again."""

    later: tuple[EventName, ...]
    names: dict[PersonId, str]


@router.get("/tournaments/{tournament}/changes", response_model=Page[ChangesView])
def list_changes(
    reader: Reading,
    tournament: parameters.Tournament,
    paging: Paged,
    since: parameters.SinceVersion = None,
    until: parameters.UntilVersion = None,
) -> Response:
    """List what has changed in a tournament between two moments, command by command (ALL-1, ALL-4, ELO-6)

    Lines of the table, matches, and rating lines, here and in later tournaments, each before and after, with the events
    that caused it. While there is a header Link this is not all.
    """
    state_at(reader.services, tournament, None)
    stream = tournament_stream(tournament)
    return _answer(reader, stream, (since, until), lambda change: change, paging)


@router.get("/tournaments/{tournament}/changes/{version}", response_model=EventChanges)
def read_changes_of_event(reader: Reading, tournament: parameters.Tournament, version: parameters.Version) -> Response:
    """Read what one event has changed, at once and later (ALL-1, ALL-4, ELO-6)

    What the command that it belongs to did to tables, matches and ratings, with every line that was rated again; and
    the later events that changed the same matches and entries once more.
    """
    journal, stream = reader.services.journal, tournament_stream(tournament)
    state, position = state_read(reader.services, tournament, None)
    events = journal.command_at(journal.position_of(stream, version))
    with reader.services.replays.turn():
        (change,) = changes(journal, [events], reader.services.readings.then)
        followed = later(reader.services, state, change)
    shown = shown_changes(reader, change, sights_of(reader)).content
    body = {**shown, "later": followed, "names": reader.names(change.persons)}
    return reader.answer(body, position)


@router.get("/ratings/{pool}/changes", response_model=Page[ChangesView])
def list_rating_changes(
    reader: Reading,
    pool: parameters.Pool,
    paging: Paged,
    since: parameters.SincePosition = None,
    until: parameters.UntilPosition = None,
) -> Response:
    """List what has changed in a pool between two moments, command by command (ELO-1, ELO-5, ELO-6)

    Each rating and each line of the ledger before and after, with the events that caused it. A page may be empty while
    there is a header Link: what is rare is looked for bit by bit.
    """
    require_pool(reader.services.federation().rating_pools, pool)
    return _answer(reader, None, (since, until), lambda change: change.of_pool(pool), paging)


@router.get("/persons/{person}/changes", response_model=Page[ChangesView])
def list_changes_of_person(
    reader: Reading,
    person: parameters.Person,
    paging: Paged,
    since: parameters.SincePosition = None,
    until: parameters.UntilPosition = None,
) -> Response:
    """List what has changed for a person between two moments, command by command (ALL-1, ELO-5, ELO-6)

    Their ranks, matches, rating lines and ratings, anyone who played the match that changed them. A page may be empty
    while there is a header Link: what is rare is looked for bit by bit.
    """
    require_person(reader.services, person)
    return _answer(reader, None, (since, until), lambda change: change.of_person(person), paging)


def _answer(
    reader: Reader,
    stream: StreamName | None,
    span: tuple[parameters.Moment | None, parameters.Moment | None],
    wanted: Wanted,
    paging: Paging,
) -> Response:
    journal, after = reader.services.journal, NUMBERS.read(paging.cursor)
    first, last = positions(journal, stream, *span)
    stored = events_of(journal, stream, first if after is None else int(after[0]), last)
    return answer_changes(reader, stored, wanted, sights_of(reader), paging.limit)
