"""A person's matches at a moment past: found by their sides of then, and shown from the states of their tournaments."""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice
from typing import Any

from domain.kernel.ids import TournamentId
from domain.tournament.state import Tournament
from projections.queries.pages import Page
from projections.views.tournaments import MatchStatus, PersonMatchView, match_fields

PLAYED = """
SELECT entered.id::text, entered.document::jsonb ->> 'name', (entered.document::jsonb ->> 'version')::bigint,
    entered.announced_at::text, array_agg(match.number ORDER BY match.number)
FROM (
    SELECT id, announced_at, named.document, number AS entry,
        CASE WHEN id = ANY(%(seen)s::uuid[]) THEN NULL ELSE held END AS last
    FROM projected.entries AS entry JOIN projected.tournaments AS named ON id = tournament
    WHERE persons @> ARRAY[%(person)s::uuid]
) AS entered JOIN LATERAL (
    SELECT number FROM projected.match_sides WHERE tournament = entered.id AND first = entered.entry
    UNION ALL SELECT number FROM projected.match_sides WHERE tournament = entered.id AND second = entered.entry
) AS match ON entered.last IS NULL OR match.number <= entered.last
WHERE %(moment)s::timestamptz IS NULL OR (entered.announced_at, entered.id, -match.number)
    < (%(moment)s::timestamptz, %(id)s::uuid, -%(number)s::bigint)
GROUP BY entered.id, entered.document, entered.announced_at
ORDER BY entered.announced_at DESC, entered.id DESC
"""
"""The tournaments in which the person had matches then, the last announced first: its name, how many events it had, and
the numbers of these matches."""

At = Callable[[TournamentId, int], Tournament]
"""A tournament after so many of its events."""


def shown(
    played: Sequence[tuple[Any, ...]], at: At, statuses: Collection[MatchStatus] | None, limit: int
) -> Page[PersonMatchView]:
    """The first page of them: those with one of the statuses, where any are named."""
    found = list(islice(_views(played, at, statuses), limit + 1))
    moment, last = found[limit - 1] if len(found) > limit else (None, None)
    following = None if moment is None or last is None else (moment, last.tournament, last.number)
    return Page(tuple(view for _, view in found[:limit]), following)


def _views(
    played: Sequence[tuple[Any, ...]], at: At, statuses: Collection[MatchStatus] | None
) -> Iterator[tuple[str, PersonMatchView]]:
    for tournament, name, version, moment, numbers in played:
        state = at(tournament, version)
        for number in numbers:
            fields = match_fields(state, state.matches[number])
            if statuses is None or fields["status"] in statuses:
                yield moment, PersonMatchView(**fields, tournament=tournament, tournament_name=name)
