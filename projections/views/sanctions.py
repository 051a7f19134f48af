"""Documents of the register of warnings and sanctions (TD-4)."""

from collections.abc import Iterable

from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.values import Instant, Value
from domain.officiating.sanction_catalogue import Sanction, same_line
from domain.officiating.sanction_ladder import Ladder
from domain.person.bans import Ban, BanStatus
from domain.tournament.decisions.reporting.sanction_register import Sanctioned, sanctions_of
from domain.tournament.state import Tournament
from projections.views.bans import told_of_ban


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


class EarlierSanction(SanctionView):
    """One from before; `same_line` says that a ruling under the clause would rest on the same line of the catalogue."""

    same_line: bool


class LadderView(Value):
    """The sanctions that a clause permits against a person, and their earlier ones, here and elsewhere."""

    ladder: Ladder
    here: tuple[EarlierSanction, ...]
    elsewhere: tuple[EarlierSanction, ...]


def ladder_view(state: Tournament, found: Ladder, person: PersonId, elsewhere: Iterable[SanctionView]) -> LadderView:
    """The ladder, with the person's sanctions of this tournament and those."""
    here = (of_ruling(state.id, one) for one in sanctions_of(state) if one.person == person)

    def earlier(one: SanctionView) -> EarlierSanction:
        same = one.clause is not None and same_line(found.edition, found.clause, one.clause)
        return EarlierSanction(**dict(one), same_line=same)

    return LadderView(ladder=found, here=tuple(map(earlier, here)), elsewhere=tuple(map(earlier, elsewhere)))


def of_ruling(tournament: TournamentId, one: Sanctioned) -> SanctionView:
    """A sanction in its tournament."""
    return SanctionView.from_attributes(one, tournament=tournament, ban=None, until=None)


def of_ban(ban: Ban) -> SanctionView:
    """A ban, which reaches beyond."""
    told = {name: value for name, value in told_of_ban(ban).items() if name in SanctionView.model_fields}
    return SanctionView.from_attributes(
        ban, **told, at=ban.placed_at, ban=ban.number, entry=None, match=None, points=None
    )
