"""Recomputes the log's tree from the events and holds it against everything that is kept of it.

Whoever changes an event can change its tile as well. So what is wrong is named in this order: rows that contradict
themselves, rows that are not what the tree has of them, and, where all of that agrees, the signed checkpoints between
which something was changed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import psycopg

from domain.evidence import merkle, notes
from domain.evidence.checkpoints import checkpoint_in
from domain.evidence.keys import VerifierKey, verifier_key
from domain.evidence.leaves import leaf_hashes
from domain.evidence.merkle import HASH_BYTES, Hash
from domain.evidence.notes import NoteError
from domain.evidence.tiles import WIDTH, Hashes, extended, nodes_in
from domain.kernel import canonical_json
from ops.evidence.key_folder import Head

BATCH = 5_000
MOST_NAMED = 5

_EVENTS = "SELECT position, stream, version, topic, state FROM events ORDER BY position"
_TILES = "SELECT level, index, hashes FROM projected.log_tiles"
_CHECKPOINTS = """
SELECT size, root, note FROM checkpoints
WHERE origin = (SELECT origin FROM checkpoints ORDER BY number DESC LIMIT 1) ORDER BY size
"""
_KEYS = "SELECT vkey FROM log_keys ORDER BY number"


@dataclass(slots=True)
class Recomputed:
    """The tree made anew from the events, and what was wrong with them by themselves."""

    size: int = 0
    tiles: dict[tuple[int, int], Hashes] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def root(self, size: int) -> Hash:
        """The root of the first `size` leaves."""
        return merkle.root(size, nodes_in(lambda *place: self.tiles[place]))


def problems_of(connection: psycopg.Connection, head: Head | None) -> Sequence[str]:
    """What is wrong with the log, its tree or its checkpoints, in a few words each, the first first; none where all is
    well. `head` is what was signed last, from outside the database. `connection` is to see one moment of it."""
    made = _recomputed(connection)
    kept = {(level, index): bytes(hashes) for level, index, hashes in connection.execute(_TILES).fetchall()}
    found = [
        *made.problems,
        *_against_tiles(made, kept),
        *_against_checkpoints(connection, made),
        *_against(head, made),
    ]
    return found[:MOST_NAMED]


def _recomputed(connection: psycopg.Connection) -> Recomputed:
    made = Recomputed()
    with connection.cursor(name="events_of_the_log") as cursor:
        cursor.execute(_EVENTS)
        while rows := cursor.fetchmany(BATCH):
            made.problems += [problem for row in rows for problem in _in_row(*row)]
            leaves = leaf_hashes((stream, version, state) for _, stream, version, _, state in rows)
            made.tiles |= extended(made.size, lambda *place: made.tiles[place], leaves)
            made.size += len(rows)
    return made


def _in_row(position: int, stream: str, version: int, topic: str, state: bytes) -> Iterator[str]:
    """Where the columns contradict the bytes."""
    try:
        said = canonical_json.decode(state)
        wrong = [
            name
            for name, column in (("stream", stream), ("version", version), ("topic", topic))
            if said[name] != column
        ]
    except (ValueError, KeyError, TypeError):
        wrong = ["bytes"]
    if wrong:
        yield f"event {position} ({stream}@{version}): its {wrong[0]} was changed"


def _against_tiles(made: Recomputed, kept: Mapping[tuple[int, int], Hashes]) -> Iterator[str]:
    """Events that are not what the tree has of them, then tiles that don't fit those below."""
    size = max(
        (index * WIDTH + len(found) // HASH_BYTES for (level, index), found in kept.items() if level == 0), default=0
    )
    if size > made.size:
        yield f"events {made.size + 1} to {size} are gone: the tree has leaves of them"
    for level, index in sorted(kept):
        for place, (own, theirs) in enumerate(_pairs(kept[level, index], made.tiles.get((level, index), b""))):
            if own == theirs:
                continue
            number = index * WIDTH + place + 1
            yield (
                f"event {number} is not the one that the tree has"
                if level == 0
                else f"tile {index} of level {level} is wrong"
            )
            return


def _pairs(kept: Hashes, made: Hashes) -> Iterator[tuple[Hash, Hash]]:
    """Hash by hash, as far as both go: the tree follows the log, and what it lacks of the newest is no fault."""
    for place in range(0, min(len(kept), len(made)), HASH_BYTES):
        yield kept[place : place + HASH_BYTES], made[place : place + HASH_BYTES]


def _against_checkpoints(connection: psycopg.Connection, made: Recomputed) -> Iterator[str]:
    keys = [verifier_key(vkey) for (vkey,) in connection.execute(_KEYS).fetchall()]
    good = 0
    for size, root, note in connection.execute(_CHECKPOINTS).fetchall():
        if not _is_signed(bytes(note), size, bytes(root), keys):
            yield f"the checkpoint of {size} events is not signed by a key of the log"
        elif size > made.size:
            yield f"events {made.size + 1} to {size} are gone: a checkpoint covers them"
            return
        elif made.root(size) != bytes(root):
            yield f"among the events {good + 1} to {size} is another than was signed"
            return
        good = size


def _is_signed(content: bytes, size: int, root: bytes, keys: Sequence[VerifierKey]) -> bool:
    try:
        note = notes.parse(content)
        said = checkpoint_in(note)
        notes.verify(note, keys)
    except NoteError:
        return False
    return (said.size, said.root) == (size, root)


def _against(head: Head | None, made: Recomputed) -> Iterator[str]:
    """Against what was signed last, which nobody can change who has the database alone."""
    if head is None or head.size == 0:
        return
    if head.size > made.size:
        yield f"events {made.size + 1} to {head.size} are gone: they were signed"
    elif made.root(head.size) != head.root:
        yield f"among the events 1 to {head.size} is another than was signed"
