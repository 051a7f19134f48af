"""The disputes and appeals that are open, and what each needs next (TD-9, TD-12)."""

from collections.abc import Iterable, Iterator, Sequence

from psycopg import Connection

from domain.officiating.committees import Committee, count
from domain.tournament.rulings.state import Appeal
from domain.tournament.state import Tournament
from projections.engine.rows import Row, array
from projections.engine.tables import Table

TABLE = Table("matters", ("tournament", "kind", "number"), ("needs", "members", "committee", "revision"))

_CLEAR = "DELETE FROM matters WHERE tournament = ANY(%s::uuid[])"


def write(connection: Connection, tournaments: Sequence[Tournament]) -> None:
    """Write these tournaments' open matters in place of those that stand there."""
    disputed = [state for state in tournaments if state.directing.disputes or state.directing.appeals]
    if disputed:
        connection.execute(_CLEAR, ([state.id for state in disputed],))
        TABLE.upsert(connection, list(rows(disputed)))


def rows(tournaments: Iterable[Tournament]) -> Iterator[Row]:
    """These tournaments' open matters."""
    for state in tournaments:
        directing = state.directing
        for number in directing.undecided:
            yield state.id, "dispute", number, "ruling", array(()), array(()), directing.disputes[number].revision
        for number, appeal in sorted(directing.appeals.items()):
            if appeal.decision is None:
                needs, members = _needs(appeal)
                yield state.id, "appeal", number, needs, array(members), array(appeal.members), appeal.revision


def _needs(appeal: Appeal) -> tuple[str, tuple[str, ...]]:
    """What the appeal needs next, and whose votes it lacks."""
    if not appeal.members:
        return "committee", ()
    counted = count(Committee(members=appeal.members), appeal.votes, len(appeal.alternatives))
    done = counted.verdict is not None or not counted.silent
    return ("decision", ()) if done else ("votes", counted.silent)
