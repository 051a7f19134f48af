"""Finding a person's matches, in whichever tournament."""

from collections.abc import Collection, Sequence

from domain.kernel.ids import PersonId, TournamentId
from projections.queries.pages import Cursor, Page, page
from projections.queries.pool import Reader
from projections.views.tournaments import MatchStatus, PersonMatchView

_FOUND = """
WITH entered AS MATERIALIZED (
    SELECT announced_at, id, number AS entry, CASE WHEN id = ANY(%(seen)s::uuid[]) THEN NULL ELSE held END AS last
    FROM projected.entries JOIN projected.tournaments ON id = tournament
    WHERE persons @> ARRAY[%(person)s::uuid]
), found AS (
    SELECT entered.announced_at, entered.id, match.number
    FROM entered
    JOIN LATERAL (
        SELECT number, status, second AS other FROM projected.matches
        WHERE tournament = entered.id AND first = entered.entry
        UNION ALL
        SELECT number, status, first AS other FROM projected.matches
        WHERE tournament = entered.id AND second = entered.entry
    ) AS match ON (entered.last IS NULL OR match.number <= entered.last)
        AND (%(statuses)s::text[] IS NULL OR match.status = ANY(%(statuses)s::text[]))
        AND (%(opponent)s::uuid IS NULL OR EXISTS (
            SELECT FROM projected.entries AS against WHERE against.tournament = entered.id
            AND against.number = match.other AND against.persons @> ARRAY[%(opponent)s::uuid]
        ))
    WHERE (%(moment)s::timestamptz IS NULL OR (entered.announced_at, entered.id, -match.number)
        < (%(moment)s::timestamptz, %(id)s::uuid, -%(number)s::bigint))
    ORDER BY entered.announced_at DESC, entered.id DESC, match.number LIMIT %(limit)s
)
SELECT (match.document::jsonb
        || jsonb_build_object('tournament', id, 'tournament_name', named.document::jsonb -> 'name'))::text,
    found.announced_at::text, id::text, found.number
FROM found JOIN projected.tournaments AS named USING (id)
JOIN projected.matches AS match ON match.tournament = id AND match.number = found.number
ORDER BY found.announced_at DESC, id DESC, found.number
"""

_HELD = "SELECT id::text FROM projected.tournaments WHERE held IS NOT NULL ORDER BY id"


class FindingMatches(Reader):
    """Of an unknown person there is nothing."""

    def matches_of(
        self,
        person: PersonId,
        statuses: Sequence[MatchStatus] | None = None,
        after: Cursor | None = None,
        limit: int = 50,
        seen: Collection[TournamentId] = (),
        opponent: PersonId | None = None,
    ) -> Page[PersonMatchView]:
        """The person's matches, be it in a team: all, or those with one of these statuses; those of the tournament that
        was announced last come first, by number. What is drawn and held from the public is left out, but for
        tournaments of which all is `seen`. With an `opponent`, only those against that person."""
        moment, last, number = after or (None, None, None)
        wanted = {"person": person, "statuses": None if statuses is None else list(statuses), "seen": list(seen)}
        wanted["opponent"] = opponent
        rows = self._rows(_FOUND, **wanted, moment=moment, id=last, number=number, limit=limit + 1)
        return page(rows, limit, lambda row: PersonMatchView.model_validate_json(row[0]), lambda row: row[1:])

    def held_tournaments(self) -> Sequence[TournamentId]:
        """Those in which something drawn is held from the public."""
        return [TournamentId(row[0]) for row in self._rows(_HELD)]
