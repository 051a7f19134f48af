"""A largest matching in any graph, and whom each vertex could be matched with instead.

From a single vertex a tree of alternating paths is grown (Edmonds 1965). Whatever it reaches over an even number of
edges is *outer*: it could be single instead of the root. An edge between two outer vertices closes an odd circle, a
*blossom*, all of whose vertices are outer then; its *base* is where the tree enters it. A tree that comes upon another
single vertex makes the matching larger by one.

One tree answers all that a walk asks of a player: take the player away, and the outer vertices of the tree that grows
from the former partner are exactly those the player could have instead. Libraries match one graph at a time, from
nothing: where a field of 1,000 has met in three circles of friends, one such answer takes seconds, and a walk would ask
thousands of times.
"""

from collections.abc import Mapping, Sequence

from domain.pairing.bits import bit, lowest


class Matching:
    """A largest matching of the vertices in `adjacent`, which says the neighbours of each, as bits. A vertex that would
    be single has a *joker*, an extra vertex that is a neighbour of all."""

    def __init__(self, adjacent: Mapping[int, int]) -> None:
        self._adjacent = dict(adjacent)
        self._mate: dict[int, int] = {}
        self._present = sum(bit(vertex) for vertex in adjacent)
        for vertex in adjacent:
            self._match(vertex)
        self._jokers = self._with_jokers([vertex for vertex in adjacent if vertex not in self._mate])

    @property
    def jokers(self) -> int:
        """The jokers that have not been taken."""
        return self._jokers & self._present

    def take(self, vertex: int, wishes: Sequence[int]) -> int:
        """Takes a vertex and a neighbour away: the lowest of the first wish without whom the others still can all be
        matched. Wishes are sets of neighbours. Raises LookupError, and takes nothing, where none can be had."""
        tree = Tree(self._adjacent, self._mate, self._mate[vertex], self._present & ~bit(vertex))
        chosen = tree.first(wishes)
        tree.make_single(chosen)
        self._present &= ~(bit(vertex) | bit(chosen))
        return chosen

    def _match(self, vertex: int) -> None:
        if vertex not in self._mate:
            tree = Tree(self._adjacent, self._mate, vertex, self._present)
            found = tree.single()
            if found is not None:
                tree.match_from(found)

    def _with_jokers(self, single: Sequence[int]) -> int:
        """Adds a joker for each who is single. Answers the jokers."""
        first = self._present.bit_length()
        jokers = bit(first + len(single)) - bit(first)
        for vertex in self._adjacent:
            self._adjacent[vertex] |= jokers
        for joker, mate in enumerate(single, first):
            self._adjacent[joker] = self._present
            self._mate[joker], self._mate[mate] = mate, joker
        self._present |= jokers
        return jokers


class Tree:
    """The alternating paths from `root` among the vertices `present`. `mate` is the matching; a present vertex without
    a mate is single."""

    def __init__(self, adjacent: Mapping[int, int], mate: dict[int, int], root: int, present: int) -> None:
        self._adjacent = adjacent
        self._mate = mate
        self._root = root
        self._unseen = present & ~bit(root)
        self._outer = bit(root)
        self._waiting = [root]
        self._depth = {root: 0}
        self._before: dict[int, int] = {}
        self._nearer_base: dict[int, int] = {}
        self._blossom: dict[int, int] = {}

    def single(self) -> int | None:
        """Another single vertex, or None where the tree comes upon none."""
        for vertex in self._waiting:
            found = self._branch(vertex)
            if found is not None:
                return found
            self._close_circles(vertex)
        return None

    def first(self, wishes: Sequence[int]) -> int:
        """The lowest outer vertex of the first wish that has any, where the root alone is single. Raises LookupError
        where no wish has one."""
        wanted = [wish for wish in wishes if wish]
        if wanted:
            self._grow(until=lowest(wanted[0]))
        for wish in wanted:
            if wish & self._outer:
                return lowest(wish & self._outer)
        raise LookupError("without any of the wishes, somebody else would be single")

    def make_single(self, outer: int) -> None:
        """Matches again along the path to an outer vertex, which is single then instead of the root."""
        if outer != self._root:
            self.match_from(self._mate[outer])

    def match_from(self, inner: int) -> None:
        """Matches a vertex next to an outer one with it, and the others along the path to it again."""
        while (outer := self._before[inner]) != self._root:
            following = self._mate[outer]
            self._marry(inner, outer)
            inner = following
        self._marry(inner, outer)

    def _marry(self, one: int, other: int) -> None:
        self._mate[one], self._mate[other] = other, one

    def _grow(self, until: int) -> None:
        """Grows until that vertex is outer, or there is nothing left to grow."""
        for vertex in self._waiting:
            if self._outer & bit(until):
                return
            self._branch(vertex)
            self._close_circles(vertex)

    def _branch(self, outer: int) -> int | None:
        """Adds the unseen neighbours of an outer vertex, each with its mate; answers one that is single, if any."""
        while fresh := self._adjacent[outer] & self._unseen:
            inner = lowest(fresh)
            self._before[inner] = outer
            mate = self._mate.get(inner)
            if mate is None:
                return inner
            self._unseen &= ~(bit(inner) | bit(mate))
            self._depth[mate] = self._depth[self._base(outer)] + 1
            self._add_outer(mate)
        return None

    def _add_outer(self, vertex: int) -> None:
        self._outer |= bit(vertex)
        self._waiting.append(vertex)

    def _close_circles(self, outer: int) -> None:
        """Joins in one blossom the outer neighbours of an outer vertex."""
        while others := self._adjacent[outer] & self._outer & ~self._blossom_of(self._base(outer)):
            other = lowest(others)
            base = self._meeting(outer, other)
            sides = self._side(outer, other, base) | self._side(other, outer, base)
            self._blossom[base] = self._blossom_of(base) | sides

    def _meeting(self, one: int, other: int) -> int:
        """The base at which the ways of two outer vertices to the root meet."""
        one, other = self._base(one), self._base(other)
        while one != other:
            if self._depth[one] < self._depth[other]:
                one, other = other, one
            one = self._base(self._before[self._mate[one]])
        return one

    def _side(self, vertex: int, neighbour: int, base: int) -> int:
        """Walks one side of a circle from the edge that closes it, vertex to neighbour, down to its base. Each inner
        vertex on the way is outer now, reached the other way round. Answers what joins the blossom."""
        joined = 0
        while self._base(vertex) != base:
            self._before[vertex] = neighbour
            neighbour = self._mate[vertex]
            if not self._outer & bit(neighbour):
                self._add_outer(neighbour)
            joined |= self._join(vertex, base) | self._join(neighbour, base)
            vertex = self._before[neighbour]
        return joined

    def _join(self, vertex: int, base: int) -> int:
        """Puts the blossom of which the vertex is the base into a larger one. Answers its vertices."""
        if self._base(vertex) != vertex:
            return 0
        self._nearer_base[vertex] = base
        return self._blossom_of(vertex)

    def _blossom_of(self, base: int) -> int:
        return self._blossom.get(base, bit(base))

    def _base(self, vertex: int) -> int:
        """The base of the outermost blossom a vertex is in, or itself; the way there is shortened for the next time."""
        nearer = self._nearer_base
        while (near := nearer.get(vertex)) is not None:
            nearer[vertex] = nearer.get(near, near)
            vertex = near
        return vertex
