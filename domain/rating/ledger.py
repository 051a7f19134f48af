"""The ledger in force of one pool: every rated match with both ratings before and after (ELO-1, ELO-4 to ELO-7).

A ledger is a mutable engine in memory, owned by one projection and used by one thread at a time. Matches are put,
moved, corrected and removed in any order; `settle` then rates again only what depends on that, and its cost
follows the number of those dependents, not of the later matches. The values are a function of the set of matches
and openings alone, however it came about.
"""

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from math import exp, nan

from domain.rating import elo
from domain.rating.elo import ROUNDER, Formula
from domain.rating.foreseen import Foreseen, Starts, foreseen
from domain.rating.lines import Changes, LedgerMatch, MatchId, RatedLine, Standing
from domain.rating.policy import Policy, PolicyKey
from domain.rating.rows import Player, RatingLine, as_rated, by_match

FEW = 64
"""So many changes in the middle are made in the order that is kept; after more the lines are sorted again."""
ONE_BY_ONE = 128
"""Of so many lines in the ledger one is rated by itself, found by its players. After that what depends on a change is
mostly much of what follows, and going through all of that costs less."""


class UnsettledLedgerError(RuntimeError):
    """Something was put, removed or opened, and not yet settled: there are no values in force to read."""


class Ledger:
    """The matches of one pool, rated in the order of ELO-6, each by its own tournament's policy (ELO-8).

    `start_rating` (micropoints) and `start_experience` are what everyone in the pool starts with (ELO-1), unless
    `set_opening` says otherwise. `fallbacks` counts the steps that floats could not decide.
    """

    def __init__(self, start_rating: int, start_experience: int = 0) -> None:
        elo.check_bounds(start_rating, start_experience)
        self.fallbacks = 0
        self._start = start_rating, start_experience
        self._lines: dict[MatchId, RatingLine] = {}
        self._ordered: list[RatingLine] | None = []  # None: not in order at the moment
        self._squeezed = 0  # changes in the middle of it since the last settlement
        self._players: dict[str, Player] = {}
        self._formulas: dict[PolicyKey, dict[int, Formula]] = {}
        self._latest: tuple[Policy | None, dict[int, Formula]] = (
            None,
            {},
        )  # of the last match; mostly the next one's too
        self._fresh: dict[RatingLine, None] = {}  # put, not rated yet
        self._disturbed: dict[RatingLine, None] = {}  # rated, but what comes before has changed
        self._touched: dict[Player, None] = {}
        self._rewritten = False
        self._last: LedgerMatch | None = None  # no rated line stands after it

    def __len__(self) -> int:
        return len(self._lines)

    def __contains__(self, match: MatchId) -> bool:
        return match in self._lines

    def put(self, match: LedgerMatch) -> None:
        """Add a match, or replace the one of the same id; the same once more changes nothing.

        Raises `ValueError` where both sides are the same player or the policy has no such n.
        """
        known = self._lines.get(match.match)
        if known is not None and known.match == match:
            return
        if match.winner == match.loser:
            raise ValueError(f"{match.winner} is on both sides (match {match.match!r})")
        formula = self._formula(match.policy, match.n)
        if known is not None:
            self._take_out(known)
        players = self._players
        winner = players.get(match.winner) or self._player(match.winner)
        loser = players.get(match.loser) or self._player(match.loser)
        line = self._lines[match.match] = RatingLine(match, formula, winner, loser)
        self._fresh[line] = None
        ordered = self._ordered
        if ordered is not None and (not ordered or ordered[-1].match < match):
            ordered.append(line)
            winner.lines.append(line)
            loser.lines.append(line)
        else:
            self._squeeze_in(line)

    def remove(self, match: MatchId) -> None:
        """Take a match out of the ledger. Raises `KeyError` if it is not in it."""
        self._take_out(self._lines[match])

    def set_opening(self, player: str, rating: int, experience: int) -> None:
        """Sets this player's start in place of the pool's: micropoints, and experience from 0.

        Raises `ValueError` for a rating beyond ± a million points or a negative experience.
        """
        elo.check_bounds(rating, experience)
        self._open(player, (rating, experience))

    def clear_opening(self, player: str) -> None:
        """The player starts like everyone in the pool."""
        self._open(player, None)

    def settle(self) -> Changes:
        """Rate what is new and, again, what depends on changes since the last call; say what came out otherwise."""
        fresh = sorted(self._fresh, key=by_match)
        self._touch_fresh()
        if self._last is None:
            self._rewind()
        if self._only_appended(fresh):
            changed = self._rate_on(fresh, [player.move(player.rating, player.experience) for player in self._touched])
        else:
            changed = self._rate_dependents([*fresh, *self._disturbed])
        if fresh and (self._last is None or self._last < fresh[-1].match):
            self._last = fresh[-1].match
        players = tuple(sorted(player.name for player in self._touched if self._show(player)))
        self._fresh, self._disturbed, self._touched, self._rewritten, self._squeezed = {}, {}, {}, False, 0
        return Changes(tuple(line.match.match for line in changed), players)

    def touched_players(self) -> tuple[str, ...]:
        """The players of what was put, removed or opened since the last `settle`, sorted."""
        self._touch_fresh()
        return tuple(sorted(player.name for player in self._touched))

    def match(self, match: MatchId) -> LedgerMatch | None:
        """The match as it is in the ledger, settled or not; None where it is not."""
        line = self._lines.get(match)
        return None if line is None else line.match

    def first(self, player: str) -> LedgerMatch | None:
        """The player's first match, settled or not, if there is any."""
        known = self._players.get(player)
        return known.lines[0].match if known and known.lines else None

    def players(self) -> tuple[str, ...]:
        """Everyone with a match in the ledger or an opening rating, sorted."""
        known = self._players.values()
        return tuple(sorted(player.name for player in known if player.lines or player.opening))

    def current(self, player: str) -> Standing:
        """The player's rating after their last match; without any, the opening or the pool's start.

        Raises `UnsettledLedgerError`.
        """
        self._require_settled()
        known = self._players.get(player)
        return Standing(*self._start, None, None) if known is None else known.shown

    def line(self, match: MatchId) -> RatedLine:
        """The line of one match. Raises `KeyError` if it is not in the ledger, `UnsettledLedgerError`."""
        self._require_settled()
        return as_rated(self._lines[match])

    def history(self, player: str) -> tuple[RatedLine, ...]:
        """The player's lines in the order of the ledger. Raises `UnsettledLedgerError`."""
        self._require_settled()
        known = self._players.get(player)
        return () if known is None else tuple(map(as_rated, known.lines))

    def lines(self) -> Iterator[RatedLine]:
        """All lines in the order of ELO-6. Raises `UnsettledLedgerError`."""
        self._require_settled()
        return map(as_rated, self._in_order())

    def foreseen(self, changes: Iterable[tuple[MatchId, LedgerMatch | None]], starts: Starts) -> Foreseen:
        """Lines and ratings as they would be if these matches were so, or None: not in it; who would have none before
        them starts as `starts` says. Nothing in it is changed. Raises `UnsettledLedgerError`."""
        self._require_settled()
        wanted = dict(changes)
        known = {match: self._lines[match] for match in wanted if match in self._lines}
        same = {match for match, line in known.items() if line.match == wanted[match]}
        strangers: dict[str, Player] = {}

        def player(name: str) -> Player:
            return self._players.get(name) or strangers.setdefault(name, Player(name, self._start))

        fresh = [
            RatingLine(one, self._formula(one.policy, one.n), player(one.winner), player(one.loser))
            for match, one in wanted.items()
            if one is not None and match not in same
        ]
        gone = [line for match, line in known.items() if match not in same]
        return foreseen(self._in_order(), gone, fresh, starts)

    def _in_order(self) -> list[RatingLine]:
        if self._ordered is None:
            self._ordered = sorted(self._lines.values(), key=by_match)
        return self._ordered

    def _squeeze_in(self, line: RatingLine) -> None:
        line.winner.insert(line)
        line.loser.insert(line)
        if (ordered := self._order_to_change()) is not None:
            insort(ordered, line, key=by_match)

    def _order_to_change(self) -> list[RatingLine] | None:
        """The lines in order, to be changed in the middle; None once that is so often that they are better sorted."""
        self._squeezed += 1
        if self._squeezed > FEW:
            self._ordered = None
        return self._ordered

    def _player(self, name: str) -> Player:
        player = self._players.get(name)
        if player is None:
            player = self._players[name] = Player(name, self._start)
        self._touched[player] = None
        return player

    def _touch_fresh(self) -> None:
        self._touched.update({line.winner: None for line in self._fresh})
        self._touched.update({line.loser: None for line in self._fresh})

    def _opening(self, player: Player) -> tuple[int, int]:
        return self._start if player.opening is None else player.opening

    def _formula(self, policy: Policy, n: int) -> Formula:
        latest, by_n = self._latest
        if latest is not policy:
            by_n = self._formulas.setdefault(policy.key, {})
            self._latest = policy, by_n
        formula = by_n.get(n)
        if formula is None:
            formula = by_n[n] = elo.formula(policy, n)
        return formula

    def _open(self, name: str, opening: tuple[int, int] | None) -> None:
        player = self._player(name)
        player.opening = opening
        self._rewrite(player, 0)

    def _take_out(self, line: RatingLine) -> None:
        del self._lines[line.match.match]
        if (ordered := self._order_to_change()) is not None:
            del ordered[bisect_left(ordered, line.match, key=by_match)]
        self._fresh.pop(line, None)
        self._disturbed.pop(line, None)
        for player in (line.winner, line.loser):
            self._touched[player] = None
            place = bisect_left(player.lines, line.match, key=by_match)
            del player.lines[place]
            self._rewrite(player, place)

    def _rewrite(self, player: Player, place: int) -> None:
        """Writes the line again: the player may bring something else to that place."""
        self._rewritten = True
        if place < len(player.lines) and player.lines[place] not in self._fresh:
            self._disturbed[player.lines[place]] = None

    def _only_appended(self, fresh: list[RatingLine]) -> bool:
        """Whether all new lines come after all rated ones, of which none is disturbed."""
        return self._last is None or (not self._rewritten and bool(fresh) and self._last < fresh[0].match)

    def _rate_on(self, lines: Iterable[RatingLine], moved: list[Player]) -> list[RatingLine]:
        """Rate of these lines, in order, those to which something else is brought, by players who have moved and by
        who they meet, who are added to `moved`. Answers what was rated. `elo.swift` is written out, since calls would
        double it."""
        rated: list[RatingLine] = []
        for line in lines:
            winner, loser, formula = line.winner, line.loser, line.formula
            if not winner.moved:
                if not loser.moved:
                    continue
                moved.append(winner.move(line.winner_before, line.winner_experience))
            elif not loser.moved:
                moved.append(loser.move(line.loser_before, line.loser_experience))
            winner_before, winner_experience = winner.rating, winner.experience
            loser_before, loser_experience = loser.rating, loser.experience
            winner.experience = winner_experience + formula.n
            loser.experience = loser_experience + formula.n
            if (
                winner_before == line.winner_before
                and loser_before == line.loser_before
                and winner_experience == line.winner_experience
                and loser_experience == line.loser_experience
            ):
                winner.rating, loser.rating = line.winner_after, line.loser_after
                continue
            line.winner_before, line.winner_experience = winner_before, winner_experience
            line.loser_before, line.loser_experience = loser_before, loser_experience
            rated.append(line)
            try:
                share = 1.0 / (exp((winner_before - loser_before) * formula.slope) + 1.0)
            except OverflowError:
                share = nan
            top, weights, margin = formula.top, formula.weights, formula.margin
            gain = weights[winner_experience if winner_experience < top else top] * share
            loss = weights[loser_experience if loser_experience < top else top] * share
            whole_gain = gain + ROUNDER - ROUNDER
            whole_loss = loss + ROUNDER - ROUNDER
            if -margin < gain - whole_gain < margin and -margin < loss - whole_loss < margin:
                winner.rating = line.winner_after = winner_before + whole_gain
                loser.rating = line.loser_after = loser_before - whole_loss
            else:
                self._rate_exactly(line)
                winner.rating, loser.rating = line.winner_after, line.loser_after
        for player in moved:
            player.moved = False
            self._touched[player] = None
        return rated

    def _rate_dependents(self, first: Iterable[RatingLine]) -> list[RatingLine]:
        """Rate these lines and then, from player to player, every line to which something else is brought."""
        queue = [line.match for line in first]
        heapify(queue)
        changed: list[RatingLine] = []
        done: LedgerMatch | None = None
        while queue and len(changed) * ONE_BY_ONE <= len(self._lines):
            match = heappop(queue)
            if match is done:
                continue  # reached through both of its players
            done = match
            line = self._lines[match.match]
            if self._recall(line):
                self._rate(line)
                changed.append(line)
                for follower in self._followers(line):
                    heappush(queue, follower.match)
        return changed + self._rate_after([self._lines[match.match] for match in sorted(queue)])

    def _rate_after(self, first: Sequence[RatingLine]) -> list[RatingLine]:
        """Rate these lines, which are in order, and what depends on them, by going through all lines from there on."""
        if not first:
            return []
        ordered, begins = self._in_order(), first[0].match
        players = {player: None for line in first for player in (line.winner, line.loser)}
        moved = [one.move(*self._before(one, bisect_left(one.lines, begins, key=by_match))) for one in players]
        return self._rate_on(ordered[bisect_left(ordered, begins, key=by_match) :], moved)

    def _recall(self, line: RatingLine) -> bool:
        """Set what the two players bring to the line; False if it is what they brought before."""
        winner_before, winner_experience = self._rating_before(line, line.winner)
        loser_before, loser_experience = self._rating_before(line, line.loser)
        if (
            winner_before == line.winner_before
            and loser_before == line.loser_before
            and winner_experience == line.winner_experience
            and loser_experience == line.loser_experience
        ):
            return False
        line.winner_before, line.winner_experience = winner_before, winner_experience
        line.loser_before, line.loser_experience = loser_before, loser_experience
        return True

    def _rating_before(self, line: RatingLine, player: Player) -> tuple[float, int]:
        return self._before(player, player.place_of(line))

    def _before(self, player: Player, place: int) -> tuple[float, int]:
        """The standing that the player brings to their line at that place."""
        if place:
            return player.lines[place - 1].after(player)
        rating, experience = self._opening(player)
        return float(rating), experience

    def _followers(self, line: RatingLine) -> Iterator[RatingLine]:
        """The next line of either player, where the player now brings something else to it."""
        for player in (line.winner, line.loser):
            self._touched[player] = None
            place = player.cursor + 1  # the cursor is on the line since `_recall`
            if place < len(player.lines):
                follower = player.lines[place]
                if follower.before(player) != line.after(player):
                    yield follower

    def _rate(self, line: RatingLine) -> None:
        before = line.winner_before, line.loser_before, line.winner_experience, line.loser_experience
        after = elo.swift(line.formula, *before)
        if after is None:
            self._rate_exactly(line)
        else:
            line.winner_after, line.loser_after = after

    def _rate_exactly(self, line: RatingLine) -> None:
        self.fallbacks += 1
        winner_before, loser_before = int(line.winner_before), int(line.loser_before)
        winner_after, loser_after = elo.exact(
            line.formula, winner_before, loser_before, line.winner_experience, line.loser_experience
        )
        line.winner_after, line.loser_after = float(winner_after), float(loser_after)

    def _rewind(self) -> None:
        for player in self._players.values():
            rating, player.experience = self._opening(player)
            player.rating = float(rating)

    def _show(self, player: Player) -> bool:
        """Bring the player's standing up to date; whether it changed."""
        former, player.shown = player.shown, self._standing(player)
        player.rating, player.experience = float(player.shown.rating), player.shown.experience
        return player.shown != former

    def _standing(self, player: Player) -> Standing:
        if not player.lines:
            return Standing(*self._opening(player), None, None)
        last = player.lines[-1]
        after, experience = last.after(player)
        change = after - last.before(player)[0]
        return Standing(int(after), experience, int(change), last.match.match)

    def _require_settled(self) -> None:
        if self._fresh or self._rewritten:
            raise UnsettledLedgerError("settle the ledger before reading from it")
