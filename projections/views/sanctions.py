"""What is shown of the register of warnings and sanctions (TD-4)."""

from domain.kernel.ids import TournamentId
from domain.kernel.values import Instant, Value
from domain.officiating.sanction_catalogue import Sanction
from domain.person.state import Ban, BanStatus
from domain.tournament.reporting.sanction_register import Sanctioned


class SanctionView(Value):
    """A sanction against a person: by a ruling of a tournament under that clause, on an entry and perhaps a match, with
    the penalty points; or by the federation. A `ban` has its number, and lasts until that moment, None: for good.
    `status` is what it is now, `reversed` where an appeal has taken it away; a ban that is past stays in force."""

    kind: Sanction
    at: Instant
    status: BanStatus
    tournament: TournamentId | None = None
    ruling: int | None = None
    clause: str | None = None
    entry: int | None = None
    match: int | None = None
    points: int | None = None
    ban: int | None = None
    until: Instant | None = None


def of_ruling(tournament: TournamentId, one: Sanctioned) -> SanctionView:
    """A sanction in its tournament."""
    return SanctionView(
        kind=one.kind,
        at=one.at,
        status=one.status,
        tournament=tournament,
        ruling=one.ruling,
        clause=one.clause,
        entry=one.entry,
        match=one.match,
        points=one.points,
    )


def of_ban(ban: Ban) -> SanctionView:
    """A ban, which reaches beyond."""
    ordered = ban.ordered
    return SanctionView(
        kind=ban.kind,
        at=ban.placed_at,
        status=ban.status,
        tournament=ordered.tournament if ordered else None,
        ruling=ordered.ruling if ordered else None,
        clause=ordered.clause if ordered else None,
        ban=ban.number,
        until=ban.until,
    )
