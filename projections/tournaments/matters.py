"""Disputes and appeals that are open, dice that draws wait for, matches that the service leaves to a director, declared
losses on time, requests without an answer, and what each needs next (TD-9, TD-12, TD-7, TD-23, ALL-2, SWI-4)."""

from collections.abc import Iterable, Iterator, Sequence

from psycopg import Connection

from domain.kernel.outside_source import Dice
from domain.officiating.committees import Committee, count
from domain.tournament.decisions.match_record.recording import unruled_declarations
from domain.tournament.decisions.rounds.left_open import left_open
from domain.tournament.decisions.rulings.decisions import waits_to_be_carried_out
from domain.tournament.derived.outside_value import value_awaited
from domain.tournament.rulings.state import Appeal
from domain.tournament.state import Tournament, announced_settings
from projections.engine.rows import Row, array
from projections.engine.tables import Table

TABLE = Table("matters", ("tournament", "kind", "number"), ("needs", "members", "committee", "revision", "due_at"))

_CLEAR = "DELETE FROM matters WHERE tournament = ANY(%s::uuid[])"


def write(connection: Connection, tournaments: Sequence[Tournament]) -> None:
    """Write these tournaments' open matters in place of those that are there."""
    connection.execute(_CLEAR, ([state.id for state in tournaments],))
    TABLE.upsert(connection, list(rows(tournaments)))


def _dice(state: Tournament) -> Dice | None:
    source = announced_settings(state).outside_source
    return source if isinstance(source, Dice) else None


def rows(tournaments: Iterable[Tournament]) -> Iterator[Row]:
    """These tournaments' open matters."""
    for state in tournaments:
        directing = state.directing
        for number in directing.undecided:
            yield state.id, "dispute", number, "ruling", array(()), array(()), directing.disputes[number].revision, None
        for number, appeal in sorted(directing.appeals.items()):
            if appeal.decision is None:
                needs, members = _needs(appeal)
                yield state.id, "appeal", number, needs, array(members), array(appeal.members), appeal.revision, None
            elif waits_to_be_carried_out(state, appeal):
                yield state.id, "appeal", number, "carrying-out", array(()), array(()), appeal.revision, None
        yield from _of_dice(state)
        yield from _of_matches(state)
        yield from _of_records(state)


def _of_dice(state: Tournament) -> Iterator[Row]:
    dice = _dice(state)
    if dice and value_awaited(state) and announced_settings(state).status in ("announced", "started"):
        needs, member = ("throw", dice.thrower) if state.rounds.outside is None else ("witness", dice.witness)
        yield state.id, "dice", 0, needs, array((member,)), array(()), 0, None


def _of_matches(state: Tournament) -> Iterator[Row]:
    """The reason why the service leaves it open says what each needs; from `due_at` on it waits."""
    for left in left_open(state):
        revision = state.matches[left.match].revision
        yield state.id, "match", left.match, left.because, array(()), array(()), revision, left.due_at


def _of_records(state: Tournament) -> Iterator[Row]:
    for number in unruled_declarations(state):
        yield state.id, "time", number, "ruling-on-time", array(()), array(()), state.matches[number].revision, None
    for number, wish in enumerate(state.match_records.requests, 1):
        if wish.open:
            yield state.id, "request", number, "answer", array(()), array(()), 0, None


def _needs(appeal: Appeal) -> tuple[str, tuple[str, ...]]:
    """The next need of the appeal, and whose votes it lacks."""
    if not appeal.members:
        return "committee", ()
    counted = count(Committee(members=appeal.members), appeal.votes, len(appeal.alternatives))
    done = counted.verdict is not None or not counted.silent
    return ("decision", ()) if done else ("votes", counted.silent)
