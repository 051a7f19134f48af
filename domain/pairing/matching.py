"""A largest matching in any graph, and who each vertex could be matched with instead.

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

from domain.pairing.bits import bit, lowest, positions


class Matching:
    """A largest matching of the vertices in `adjacent`, which says the neighbours of each, as bits. A vertex that would
    be single has a *joker*, an extra vertex that is a neighbour of all.

    An edge that no matching of everybody can have is forgotten as soon as a tree shows that: it can have none later
    either, anyone who is taken meanwhile.
    """

    def __init__(self, adjacent: Mapping[int, int]) -> None:
        self._adjacent = dict(adjacent)
        self._mate: dict[int, int] = {}
        self._present = sum(bit(vertex) for vertex in adjacent)
        self._jokers = self._with_jokers(self._match_all())

    @property
    def jokers(self) -> int:
        """The jokers that have not been taken."""
        return self._jokers & self._present

    def take(self, vertex: int, wishes: Sequence[int]) -> int:
        """Takes a vertex and a neighbour away: the lowest of the first wish without who the others still can all be
        matched. Wishes are sets of neighbours. Raises LookupError, and takes nothing, where none can be had."""
        self._present &= ~bit(vertex)
        tree = Tree(self._adjacent, self._mate, self._mate[vertex], self._present)
        try:
            chosen = tree.first([wish & self._adjacent[vertex] & self._present for wish in wishes])
        except LookupError:
            self._present |= bit(vertex)
            raise
        if tree.complete:
            self._forget(tree.inner | bit(vertex), self._present & ~tree.outer)
        tree.make_single(chosen)
        self._present &= ~bit(chosen)
        return chosen

    def _forget(self, barrier: int, others: int) -> None:
        """Forgets the edges between a barrier and all others, it included, that a complete tree did not make outer.
        Without the barrier as many parts of odd size are left as it has vertices, so each of these has its mate in
        another part (Tutte 1947)."""
        for one in positions(barrier):
            self._adjacent[one] &= ~others
        for other in positions(others):
            self._adjacent[other] &= ~barrier

    def _match_all(self) -> list[int]:
        """Makes the matching as large as can be. Answers who is single."""
        single = self._matched_at_once()
        hunted, left = self._present, list[int]()
        for vertex in positions(single):
            if single & bit(vertex):
                tree = Tree(self._adjacent, self._mate, vertex, hunted)
                found = tree.reach(single & ~bit(vertex))
                if found is None:
                    hunted &= ~(tree.inner | tree.outer)
                    left.append(vertex)
                else:
                    tree.match_from(found)
                    single &= ~bit(found)
                single &= ~bit(vertex)
        return left

    def _matched_at_once(self) -> int:
        """Matches each with the lowest neighbour that is still single. Answers who has none."""
        single = self._present
        for vertex, neighbours in self._adjacent.items():
            if single & bit(vertex) and neighbours & single:
                mate = lowest(neighbours & single)
                self._mate[vertex], self._mate[mate] = mate, vertex
                single &= ~(bit(vertex) | bit(mate))
        return single

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
    a mate is single. `outer` and `inner` are the vertices reached so far, and `complete` says that these are all."""

    def __init__(self, adjacent: Mapping[int, int], mate: dict[int, int], root: int, present: int) -> None:
        self.outer = bit(root)
        self.complete = False
        self._adjacent = adjacent
        self._mate = mate
        self._root = root
        self._present = present & ~bit(root)
        self._unseen = self._present
        self._waiting = [root]
        self._depth = {root: 0}
        self._before: dict[int, int] = {}
        self._nearer_base: dict[int, int] = {}
        self._blossom: dict[int, int] = {}

    @property
    def inner(self) -> int:
        """The vertices reached that are not outer."""
        return self._present & ~self._unseen & ~self.outer

    def reach(self, goals: int, stop: int = 0) -> int | None:
        """Grows until one of the goals, which are not outer, is next to an outer vertex. Answers it; or None where the
        tree is complete without, or one of those to `stop` at is outer."""
        for vertex in self._waiting:
            if self.outer & stop:
                return None
            found = self._branch(vertex, goals)
            if found is not None:
                return found
            self._close_circles(vertex)
        self.complete = True
        return None

    def first(self, wishes: Sequence[int]) -> int:
        """The lowest outer vertex of the first wish that has any, where the root alone is single. Raises LookupError
        where no wish has one."""
        wanted = [wish for wish in wishes if wish]
        if wanted:
            self._make_outer(lowest(wanted[0]))
        for wish in wanted:
            if wish & self.outer:
                return lowest(wish & self.outer)
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

    def _make_outer(self, vertex: int) -> None:
        """Grows until that vertex is outer, or there is nothing left to grow."""
        if vertex != self._root:
            found = self.reach(bit(self._mate[vertex]), stop=bit(vertex))
            self.outer |= 0 if found is None else bit(vertex)

    def _branch(self, outer: int, goals: int) -> int | None:
        """Adds the unseen neighbours of an outer vertex, each with its mate, until one of the goals is next to what is
        outer; answers that one, if any."""
        if goal := self._adjacent[outer] & self._unseen & goals:
            return self._reach_goal(goal, outer)
        depth = self._depth[self._base(outer)] + 1
        while fresh := self._adjacent[outer] & self._unseen:
            inner = lowest(fresh)
            mate = self._mate[inner]
            self._before[inner], self._depth[mate] = outer, depth
            self._unseen &= ~(bit(inner) | bit(mate))
            self._add_outer(mate)
            if goal := self._adjacent[mate] & self._unseen & goals:
                return self._reach_goal(goal, mate)
        return None

    def _reach_goal(self, goals: int, outer: int) -> int:
        """The lowest of the goals, which are next to that outer vertex."""
        inner = lowest(goals)
        self._before[inner] = outer
        return inner

    def _add_outer(self, vertex: int) -> None:
        self.outer |= bit(vertex)
        self._waiting.append(vertex)

    def _close_circles(self, outer: int) -> None:
        """Joins in one blossom the outer neighbours of an outer vertex."""
        while others := self._adjacent[outer] & self.outer & ~self._blossom_of(self._base(outer)):
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
            if not self.outer & bit(neighbour):
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
