"""The disputes and appeals that are open, with what each needs next (TD-9, TD-12), and what rulings have ordered
against persons, bans apart."""

from collections.abc import Iterable, Iterator, Sequence

from psycopg import Connection

from domain.officiating.committees import Committee, count
from domain.tournament.reporting.sanction_register import sanctioned
from domain.tournament.rulings.state import Appeal
from domain.tournament.state import Tournament
from projections.engine.rows import Row, array
from projections.engine.tables import Table
from projections.views.sanctions import of_ruling

MATTERS = Table("matters", ("tournament", "kind", "number"), ("needs", "members", "committee", "revision"))

_CLEAR_MATTERS = "DELETE FROM matters WHERE tournament = ANY(%s::uuid[])"


def write_matters(connection: Connection, tournaments: Sequence[Tournament]) -> None:
    """Write these tournaments' open matters in place of those that stand there."""
    disputed = [state for state in tournaments if state.directing.disputes or state.directing.appeals]
    if disputed:
        connection.execute(_CLEAR_MATTERS, ([state.id for state in disputed],))
        MATTERS.upsert(connection, list(matter_rows(disputed)))


def matter_rows(tournaments: Iterable[Tournament]) -> Iterator[Row]:
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


SANCTIONS = Table("sanctions", ("tournament", "ruling", "place", "person"), ("given_at", "document"))

_CLEAR_SANCTIONS = "DELETE FROM sanctions WHERE tournament = ANY(%s::uuid[])"


def write_sanctions(connection: Connection, tournaments: Sequence[Tournament]) -> None:
    """Write these tournaments' sanctions in place of those that stand there."""
    ruled = [state for state in tournaments if state.directing.rulings]
    if not ruled:
        return
    connection.execute(_CLEAR_SANCTIONS, ([state.id for state in ruled],))
    SANCTIONS.upsert(connection, list(sanction_rows(ruled)))


def sanction_rows(tournaments: Iterable[Tournament]) -> Iterator[Row]:
    """These tournaments' sanctions."""
    for state in tournaments:
        for one in sanctioned(state):
            yield state.id, one.ruling, one.place, one.person, one.at, of_ruling(state.id, one).model_dump_json()
