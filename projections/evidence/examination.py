"""Recomputes the log's tree from the events and holds it against everything that is kept of it.

All of it, or what came after some position: then the tree before that is taken as it is kept, and every checkpoint
since must have its root. Anyone who changes an event can change its tile as well. So what is wrong is named in this
order: rows that contradict themselves, rows that are not what the tree has of them, and, where all of that agrees, the
signed checkpoints between which something was changed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from psycopg import Connection

from domain.evidence import merkle, notes
from domain.evidence.checkpoints import checkpoint_in
from domain.evidence.keys import BadKeyError, VerifierKey, verifier_key
from domain.evidence.leaves import leaf_hashes
from domain.evidence.merkle import HASH_BYTES, Hash
from domain.evidence.notes import NoteError
from domain.evidence.tiles import WIDTH, Hashes, append_hashes, nodes_in
from domain.kernel import canonical_json
from projections.evidence.tree import Tree, read_tree

BATCH = 5_000
MOST_NAMED = 5

_EVENTS = """
SELECT position, stream, version, topic, state FROM public.events
WHERE position > %(after)s ORDER BY position LIMIT %(limit)s
"""
_CHECKPOINTS = """
SELECT size, root, note FROM public.checkpoints
WHERE origin = (SELECT origin FROM public.checkpoints ORDER BY number DESC LIMIT 1) AND size >= %s ORDER BY size
"""
_BEFORE_NEWEST = """
SELECT coalesce(max(size), 0) FROM public.checkpoints AS signed JOIN (
    SELECT origin, max(size) AS newest FROM public.checkpoints
    WHERE origin = (SELECT origin FROM public.checkpoints ORDER BY number DESC LIMIT 1) GROUP BY origin
) AS last USING (origin) WHERE size < newest
"""
_OVERTAKEN = """
SELECT newest.size, largest.size
FROM (SELECT origin, size FROM public.checkpoints ORDER BY number DESC LIMIT 1) AS newest
CROSS JOIN LATERAL (SELECT max(size) AS size FROM public.checkpoints WHERE origin = newest.origin) AS largest
WHERE newest.size < largest.size
"""
_KEYS = "SELECT vkey FROM public.log_keys ORDER BY number"


class SignedTree(Protocol):
    """A tree that was signed: its size, and its root."""

    @property
    def size(self) -> int: ...
    @property
    def root(self) -> Hash: ...


@dataclass(slots=True)
class Recomputed:
    """The tree made again from the events after a position, on the tree as it is `kept` before that, and what was wrong
    with them by themselves."""

    kept: Tree
    size: int = 0
    is_whole: bool = True
    tiles: dict[tuple[int, int], Hashes] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def tile_at(self, level: int, index: int) -> Hashes:
        """A tile, made again or else as it is kept."""
        made = self.tiles.get((level, index))
        return self.kept.tile_at(level, index) if made is None else made

    def root(self, size: int) -> Hash:
        """The root of the first `size` leaves."""
        return merkle.root(size, nodes_in(self.tile_at))


@dataclass(frozen=True, slots=True)
class Examined:
    """The faults found, in a few words each, the first first, and the position up to which events and tree were looked
    at."""

    problems: Sequence[str]
    reached: int


def problems_of(connection: Connection, head: SignedTree | None, after: int = 0) -> Sequence[str]:
    """The faults of the log after that position, of its tree or its checkpoints; none where all is well. `head` is the
    newest signed head, as it is known from elsewhere. `connection` is to see one moment of the database."""
    return examine(connection, head, after, None).problems


def before_newest(connection: Connection) -> int:
    """The size of the newest checkpoint but one, 0 where there is none: what came since is from there on."""
    row = connection.execute(_BEFORE_NEWEST).fetchone()
    return 0 if row is None else int(row[0])


def examine(connection: Connection, head: SignedTree | None, after: int, limit: int | None) -> Examined:
    """The same of `limit` events at most, None: of all."""
    try:
        made = _recompute_tree(connection, after, limit)
        found = [
            *made.problems,
            *_against_tiles(made),
            *_against_checkpoints(connection, made, after),
            *_overtaken(connection),
            *_against(head, made),
        ]
    except LookupError as lacking:
        return Examined((f"the tree is not whole: {lacking}",), after)
    return Examined(found[:MOST_NAMED], max(min(made.size, made.kept.size), after))


def root_at(connection: Connection, size: int) -> Hash:
    """The root of the first `size` events: of the tree as it is kept, and made from the events where it has not come so
    far. `connection` is to see one moment of the database."""
    tree = read_tree(connection)
    return tree.root(size) if size <= tree.size else _recompute_tree(connection, tree.size, size - tree.size).root(size)


def _recompute_tree(connection: Connection, after: int, limit: int | None) -> Recomputed:
    made = Recomputed(read_tree(connection), after)
    with connection.cursor(name="events_of_the_log") as cursor:
        cursor.execute(_EVENTS, {"after": after, "limit": limit})
        while rows := cursor.fetchmany(BATCH):
            made.problems += [problem for row in rows for problem in _in_row(*row)]
            leaves = leaf_hashes((stream, version, state) for _, stream, version, _, state in rows)
            made.tiles |= append_hashes(made.size, made.tile_at, leaves)
            made.size += len(rows)
    made.is_whole = limit is None or made.size - after < limit
    return made


def _in_row(position: int, stream: str, version: int, topic: str, state: bytes) -> Iterator[str]:
    """Where the columns contradict the bytes."""
    try:
        said = canonical_json.exactly(state)
        wrong = [
            f"{name} was"
            for name, column in (("stream", stream), ("version", version), ("topic", topic))
            if said[name] != column
        ]
    except (KeyError, TypeError):
        wrong = ["bytes were"]
    if wrong:
        yield f"event {position} ({stream}@{version}): its {wrong[0]} changed"


def _against_tiles(made: Recomputed) -> Iterator[str]:
    """Events that are not what the tree has of them, then tiles that don't fit those below."""
    if made.is_whole and made.kept.size > made.size:
        yield f"events {made.size + 1} to {made.kept.size} are gone: the tree has leaves of them"
    for level, index in sorted(made.tiles):
        for place, (own, theirs) in enumerate(_pairs(_kept_tile(made, level, index), made.tiles[level, index])):
            if own == theirs:
                continue
            number = index * WIDTH + place + 1
            yield (
                f"event {number} is not the one that the tree has"
                if level == 0
                else f"tile {index} of level {level} is wrong"
            )
            return


def _kept_tile(made: Recomputed, level: int, index: int) -> Hashes:
    """The tile as it is kept; empty where the tree has not come so far."""
    try:
        return made.kept.tile_at(level, index)
    except LookupError:
        return b""


def _pairs(kept: Hashes, made: Hashes) -> Iterator[tuple[Hash, Hash]]:
    """Hash by hash, as far as both go: the tree follows the log, and what it lacks of the newest is no fault."""
    for place in range(0, min(len(kept), len(made)), HASH_BYTES):
        yield kept[place : place + HASH_BYTES], made[place : place + HASH_BYTES]


def _against_checkpoints(connection: Connection, made: Recomputed, after: int) -> Iterator[str]:
    keys: list[VerifierKey] = []
    for (vkey,) in connection.execute(_KEYS).fetchall():
        try:
            keys.append(verifier_key(vkey))
        except BadKeyError as wrong:
            yield f"a key of the log can't be read: {wrong}"
    good = 0
    for size, root, note in connection.execute(_CHECKPOINTS, (after,)).fetchall():
        if size > made.size and not made.is_whole:
            return
        if not _is_signed(bytes(note), size, bytes(root), keys):
            yield f"the checkpoint of {size} events is not signed by a key of the log"
        elif made.kept.size < size <= made.size:
            yield f"the tree is not whole: it has {made.kept.size} leaves, and a checkpoint covers {size}"
            return
        elif size > made.size:
            yield f"events {made.size + 1} to {size} are gone: a checkpoint covers them"
            return
        elif made.root(size) != bytes(root):
            yield f"among the events {good + 1} to {size} is another than was signed"
            return
        good = size


def _overtaken(connection: Connection) -> Iterator[str]:
    """Whether the checkpoint that is shown is not the one that was signed last."""
    for shown, largest in connection.execute(_OVERTAKEN).fetchall():
        yield f"the newest checkpoint is not the newest: it covers {shown} events, and another {largest}"


def _is_signed(content: bytes, size: int, root: bytes, keys: Sequence[VerifierKey]) -> bool:
    try:
        note = notes.parse(content)
        said = checkpoint_in(note)
        notes.verify(note, keys)
    except NoteError:
        return False
    return (said.size, said.root) == (size, root)


def _against(head: SignedTree | None, made: Recomputed) -> Iterator[str]:
    """Against what was signed last, which nobody can change who has the database alone."""
    if head is None or head.size == 0 or (head.size > made.size and not made.is_whole):
        return
    if head.size > made.size:
        yield f"events {made.size + 1} to {head.size} are gone: they were signed"
    elif made.root(head.size) != head.root:
        yield f"among the events 1 to {head.size} is another than was signed"
