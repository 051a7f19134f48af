"""Finding a person's matches, in whichever tournament."""

from collections.abc import Sequence

from domain.kernel.ids import PersonId
from projections.queries.pages import Cursor, Page, page
from projections.queries.pool import Reader
from projections.views.tournaments import MatchStatus, PersonMatchView

_FOUND = """
WITH held AS MATERIALIZED (
    SELECT announced_at, id, number AS entry FROM projected.entries JOIN projected.tournaments ON id = tournament
    WHERE persons @> ARRAY[%(person)s::uuid]
), found AS (
    SELECT held.announced_at, held.id, match.number
    FROM held
    JOIN LATERAL (
        SELECT number, status FROM projected.matches WHERE tournament = held.id AND first = held.entry
        UNION ALL
        SELECT number, status FROM projected.matches WHERE tournament = held.id AND second = held.entry
    ) AS match ON %(statuses)s::text[] IS NULL OR match.status = ANY(%(statuses)s::text[])
    WHERE (%(moment)s::timestamptz IS NULL OR (held.announced_at, held.id, -match.number)
        < (%(moment)s::timestamptz, %(id)s::uuid, -%(number)s::bigint))
    ORDER BY held.announced_at DESC, held.id DESC, match.number LIMIT %(limit)s
)
SELECT (match.document::jsonb
        || jsonb_build_object('tournament', id, 'tournament_name', held.document::jsonb -> 'name'))::text,
    found.announced_at::text, id::text, found.number
FROM found JOIN projected.tournaments AS held USING (id)
JOIN projected.matches AS match ON match.tournament = id AND match.number = found.number
ORDER BY found.announced_at DESC, id DESC, found.number
"""


class FindingMatches(Reader):
    """Of an unknown person there is nothing."""

    def matches_of(
        self,
        person: PersonId,
        statuses: Sequence[MatchStatus] | None = None,
        after: Cursor | None = None,
        limit: int = 50,
    ) -> Page[PersonMatchView]:
        """The person's matches, be it in a team: all, or those with one of these statuses; those of the tournament that
        was announced last come first, by number."""
        moment, last, number = after or (None, None, None)
        wanted = {"person": person, "statuses": None if statuses is None else list(statuses)}
        rows = self._rows(_FOUND, **wanted, moment=moment, id=last, number=number, limit=limit + 1)
        return page(rows, limit, lambda row: PersonMatchView.model_validate_json(row[0]), lambda row: row[1:])
