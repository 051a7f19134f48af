"""Finding what waits for somebody, across tournaments."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Literal, NamedTuple

from domain.kernel.ids import ClubId, PersonId, TournamentId
from domain.tournament.decisions.rounds.left_open import LeftBecause
from projections.queries.pages import Cursor, Page, page
from projections.queries.pool import Reader

WaitingKind = Literal[
    "entry-to-approve",
    "entry-to-confirm",
    "result-to-verify",
    "dispute-to-rule-on",
    "committee-to-form",
    "vote-to-cast",
    "appeal-to-decide",
    "appeal-to-carry-out",
    "items-to-review",
    "draw-to-release",
    "ban-to-review",
    "dice-to-throw",
    "dice-to-witness",
    "match-left-open",
    "successor-to-name",
    "loss-on-time-to-rule",
    "request-to-answer",
    "report-to-file",
    "decision-to-answer",
    "sanction-appeal-to-decide",
    "membership-request-to-answer",
    "membership-offer-to-answer",
]

# What is sorted may be thousands of rows: it is narrow, and revisions are looked up for the page's rows alone. A
# person's own entries are few and read once, also by a plan that is kept for anyone who asks.
_WAITING = """
WITH known AS NOT MATERIALIZED (
    SELECT id, announced_at, status, directors, held FROM projected.tournaments
    WHERE status <> 'cancelled' AND (%(only_in)s::uuid IS NULL OR id = %(only_in)s::uuid)
), directed AS NOT MATERIALIZED (
    SELECT * FROM known WHERE %(administers)s OR directors @> ARRAY[%(director)s::uuid]
), own AS MATERIALIZED (
    SELECT tournament, number FROM projected.entries WHERE persons @> ARRAY[%(person)s::uuid]
), waiting (since, source, kind, number, revision, because) AS (
    SELECT announced_at, id, 'entry-to-approve', number, NULL::bigint, NULL
    FROM projected.entries JOIN directed ON id = tournament
    WHERE waits AND status IN ('announced', 'started')
    UNION ALL
    SELECT announced_at, id, 'entry-to-confirm', number, NULL, NULL
    FROM projected.entries AS entry JOIN known ON id = tournament
    WHERE persons @> ARRAY[%(person)s::uuid] AND status IN ('announced', 'started')
    AND entry.document::jsonb ->> 'status' = 'requested' AND entry.document::jsonb -> 'unasked' ? %(person)s::text
    UNION ALL
    SELECT announced_at, id, 'result-to-verify', number, NULL, NULL
    FROM projected.matches AS match JOIN directed ON id = tournament
    WHERE match.status = 'reported' AND NOT EXISTS (
        SELECT FROM own WHERE own.tournament = match.tournament AND own.number IN (match.first, match.second))
    UNION ALL
    SELECT announced_at, id, CASE needs
        WHEN 'ruling' THEN 'dispute-to-rule-on'
        WHEN 'committee' THEN 'committee-to-form'
        WHEN 'carrying-out' THEN 'appeal-to-carry-out'
        ELSE 'appeal-to-decide'
    END, number, revision, NULL
    FROM projected.matters JOIN directed ON id = tournament
    WHERE needs IN ('carrying-out', 'committee', 'decision', 'ruling')
    UNION ALL
    SELECT announced_at, id, CASE needs
        WHEN 'throw' THEN 'dice-to-throw'
        WHEN 'witness' THEN 'dice-to-witness'
        ELSE 'vote-to-cast'
    END, number, revision, NULL
    FROM projected.matters JOIN known ON id = tournament WHERE members @> ARRAY[%(person)s::uuid]
    UNION ALL
    SELECT announced_at, id, 'match-left-open', matter.number, revision, needs
    FROM projected.matters AS matter JOIN directed ON id = tournament
    WHERE matter.kind = 'match' AND status = 'started' AND (due_at IS NULL OR due_at <= %(now)s) AND NOT EXISTS (
        SELECT FROM projected.matches AS match JOIN own USING (tournament)
        WHERE match.tournament = matter.tournament AND match.number = matter.number
        AND own.number IN (match.first, match.second))
    UNION ALL
    SELECT announced_at, id, 'loss-on-time-to-rule', matter.number, revision, NULL
    FROM projected.matters AS matter JOIN directed ON id = tournament
    WHERE matter.kind = 'time' AND status = 'started' AND NOT EXISTS (
        SELECT FROM projected.matches AS match JOIN own USING (tournament)
        WHERE match.tournament = matter.tournament AND match.number = matter.number
        AND own.number IN (match.first, match.second))
    UNION ALL
    SELECT announced_at, id, 'request-to-answer', matter.number, NULL::bigint, NULL
    FROM projected.matters AS matter JOIN directed ON id = tournament
    WHERE matter.kind = 'request' AND status IN ('announced', 'started')
    UNION ALL
    SELECT announced_at, id, 'report-to-file', 0, NULL::bigint, NULL
    FROM projected.reports AS report JOIN projected.tournaments AS ended ON ended.id = report.tournament
    WHERE owed AND (%(only_in)s::uuid IS NULL OR id = %(only_in)s::uuid)
    AND (%(administers)s OR report.directors @> ARRAY[%(director)s::uuid])
    UNION ALL
    SELECT told_at, '00000000-0000-0000-0000-000000000000'::uuid, matter, number, NULL::bigint, NULL
    FROM unnest(%(told)s::text[], %(told_numbers)s::bigint[], %(told_at)s::timestamptz[])
        AS told (matter, number, told_at)
    UNION ALL
    SELECT asked_at, club, kind, number, NULL::bigint, NULL
    FROM unnest(%(kinds)s::text[], %(clubs)s::uuid[], %(numbers)s::bigint[], %(asked_at)s::timestamptz[])
        AS membership (kind, club, number, asked_at)
    UNION ALL
    SELECT announced_at, id, 'items-to-review', 0, NULL, NULL
    FROM known WHERE status IN ('announced', 'started') AND directors @> ARRAY[%(director)s::uuid]
    UNION ALL
    SELECT announced_at, id, 'draw-to-release', 0, NULL, NULL FROM directed WHERE held IS NOT NULL
    UNION ALL
    SELECT DISTINCT announced_at, id, 'successor-to-name', 0, NULL::bigint, NULL
    FROM projected.bans AS ban JOIN directed ON directors @> ARRAY[ban.person]
    WHERE ban.kind = 'director-ban' AND ban.status = 'in-force' AND (until IS NULL OR until > %(now)s)
    AND directed.status IN ('announced', 'started') AND ban.person IS DISTINCT FROM %(person)s::uuid
    UNION ALL
    SELECT placed_at, person, 'ban-to-review', number, revision, NULL
    FROM projected.bans AS ban JOIN projected.persons AS banned ON banned.id = ban.person
    WHERE %(administers)s AND %(only_in)s::uuid IS NULL AND ban.person IS DISTINCT FROM %(person)s::uuid
    AND review = 'waiting' AND status IN ('in-force', 'suspended') AND (until IS NULL OR until > %(now)s)
), shown AS (
    SELECT * FROM waiting
    WHERE %(moment)s::timestamptz IS NULL
    OR (since, source, kind, number) > (%(moment)s::timestamptz, %(id)s::uuid, %(kind)s::text, %(number)s::bigint)
    ORDER BY since, source, kind, number LIMIT %(limit)s
)
SELECT since::text, source::text, kind, number, named.document::jsonb ->> 'name', CASE
    WHEN kind IN ('entry-to-approve', 'entry-to-confirm') THEN (
        SELECT (entry.document::jsonb ->> 'revision')::bigint FROM projected.entries AS entry
        WHERE entry.tournament = source AND entry.number = shown.number)
    WHEN kind = 'result-to-verify' THEN (
        SELECT (match.document::jsonb ->> 'revision')::bigint FROM projected.matches AS match
        WHERE match.tournament = source AND match.number = shown.number)
    ELSE revision
END, because
FROM shown LEFT JOIN projected.tournaments AS named ON named.id = source
ORDER BY since, source, kind, number
"""


class WaitingMembership(NamedTuple):
    """An offer or a request of a membership that waits for an answer, by its number in its club, and since when."""

    kind: WaitingKind
    club: ClubId
    number: int
    at: datetime


class WaitingOffice(NamedTuple):
    """A report that the federation has to answer: its kind, its number, and since when."""

    kind: WaitingKind
    number: int
    at: datetime


@dataclass(frozen=True, slots=True)
class ForWhom:
    """The person that something waits for: a person, who may be a director by their key; or who administers. `only_in`
    is the one tournament that their key is for. `told` is what was told to the federation and that nothing has come of.
    `memberships` are those that they may answer."""

    person: PersonId | None
    director: PersonId | None
    administers: bool
    only_in: TournamentId | None
    told: Sequence[WaitingOffice] = ()
    memberships: Sequence[WaitingMembership] = ()


@dataclass(frozen=True, slots=True)
class Waiting:
    """An item that waits: `source` is the tournament it is in, the person whose ban it is, or the club; `name` the
    tournament's; `because` is why the service leaves a match open."""

    source: str
    kind: WaitingKind
    number: int
    name: str | None
    revision: int | None
    because: LeftBecause | None


def _columns(told: Sequence[WaitingOffice], memberships: Sequence[WaitingMembership]) -> dict[str, Any]:
    """The columns that a query unnests, a list for each field."""
    return {
        "told": [one.kind for one in told],
        "told_numbers": [one.number for one in told],
        "told_at": [one.at for one in told],
        "kinds": [one.kind for one in memberships],
        "clubs": [one.club for one in memberships],
        "numbers": [one.number for one in memberships],
        "asked_at": [one.at for one in memberships],
    }


class FindingWhatWaits(Reader):
    """All is as the tables have it."""

    def waiting(self, whom: ForWhom, now: datetime, after: Cursor | None = None, limit: int = 50) -> Page[Waiting]:
        """The matters that wait for them, by tournament, the one announced first before others. A director has a line
        for each tournament under way, in which there may be something to review."""
        moment, source, kind, number = after or (None, None, None, None)
        place = {"moment": moment, "id": source, "kind": kind, "number": number}
        asked = asdict(whom) | _columns(whom.told, whom.memberships)
        rows = self._rows(_WAITING, **asked, now=now, limit=limit + 1, **place)
        return page(rows, limit, lambda row: Waiting(*row[1:]), lambda row: row[:4])
