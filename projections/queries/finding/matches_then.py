"""A person's matches at a moment past: found by their sides of then, and shown from the states of their tournaments."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from domain.kernel.ids import PersonId, TournamentId
from domain.tournament.state import Tournament
from projections.queries.pages import Cursor, Page
from projections.views.tournaments import MatchStatus, PersonMatchView, match_fields

TOURNAMENTS_AT_ONCE = 64
PLAYED = """
SELECT entered.id::text, entered.document::jsonb ->> 'name', (entered.document::jsonb ->> 'version')::bigint,
    entered.announced_at::text, (
        SELECT array_agg(match.number ORDER BY match.number)
        FROM projected.entries AS entry JOIN LATERAL (
            SELECT number FROM projected.match_sides WHERE tournament = entry.tournament AND first = entry.number
            UNION ALL
            SELECT number FROM projected.match_sides WHERE tournament = entry.tournament AND second = entry.number
        ) AS match ON entered.last IS NULL OR match.number <= entered.last
        WHERE entry.tournament = entered.id AND entry.persons @> ARRAY[%(person)s::uuid]
            AND (%(id)s::uuid IS DISTINCT FROM entered.id OR match.number > %(number)s::bigint)
    )
FROM (
    SELECT id, announced_at, named.document, CASE WHEN id = ANY(%(seen)s::uuid[]) THEN NULL ELSE held END AS last
    FROM projected.tournaments AS named
    WHERE id IN (SELECT tournament FROM projected.entries AS entry WHERE persons @> ARRAY[%(person)s::uuid])
        AND (%(moment)s::timestamptz IS NULL OR (announced_at, id) < (%(moment)s::timestamptz, %(id)s::uuid)
            OR (id = %(id)s::uuid AND %(number)s::bigint IS NOT NULL))
    ORDER BY announced_at DESC, id DESC LIMIT %(at_once)s
) AS entered
ORDER BY entered.announced_at DESC, entered.id DESC
"""
"""Tournaments in which the person was entered then, the last announced first, so many of them: the name of each, how
many events it had, and the numbers of the person's matches in it. They come after a tournament, or after a match of
it."""

At = Callable[[TournamentId, int], Tournament]
"""A tournament after so many of its events."""

Pair = tuple[PersonId, PersonId]
Wanted = tuple[Collection[MatchStatus] | None, Pair | None]
"""Only matches with one of these statuses, and of the first of two persons against the second, where they are named."""

Played = tuple[Any, ...]
"""A line of `PLAYED`."""


def played_matches(read: Callable[[Mapping[str, object]], Sequence[Played]], after: Cursor | None) -> Iterator[Played]:
    """All of them that come after that place, asked for as they are needed."""
    moment, last, number = after or (None, None, None)
    while True:
        found = read({"moment": moment, "id": last, "number": number, "at_once": TOURNAMENTS_AT_ONCE})
        yield from found
        if len(found) < TOURNAMENTS_AT_ONCE:
            return
        (last, _, _, moment, _), number = found[-1], None


def first_page(played: Iterable[Played], at: At, wanted: Wanted, limit: int) -> Page[PersonMatchView]:
    """The first page of those that are wanted."""
    found = list(islice(_views(played, at, *wanted), limit + 1))
    moment, last = found[limit - 1] if len(found) > limit else (None, None)
    following = None if moment is None or last is None else (moment, last.tournament, last.number)
    return Page(tuple(view for _, view in found[:limit]), following)


def _views(
    played: Iterable[Played], at: At, statuses: Collection[MatchStatus] | None, pair: Pair | None
) -> Iterator[tuple[str, PersonMatchView]]:
    for tournament, name, version, moment, numbers in played:
        if numbers is None:
            continue
        state = at(tournament, version)
        for number in numbers:
            fields = match_fields(state, state.matches[number])
            if pair is not None and not _is_between(state, fields["sides"], *pair):
                continue
            if statuses is None or fields["status"] in statuses:
                yield moment, PersonMatchView(**fields, tournament=tournament, tournament_name=name)


def _is_between(state: Tournament, sides: Iterable[int], person: PersonId, opponent: PersonId) -> bool:
    """Whether the opponent is on the side that is not the person's."""
    teams = (state.entries[one].persons for one in sides)
    return any(opponent in one and person not in one for one in teams)
