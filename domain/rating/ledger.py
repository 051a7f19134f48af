"""The ledger in force of one pool: every rated match with both ratings before and after (ELO-1, ELO-4 to ELO-7).

A ledger is a mutable engine in memory, owned by one projection and used by one thread at a time. Matches are put,
moved, corrected and removed in any order; `settle` then rates again only what depends on that, and its cost
follows the number of those dependents, not of the later matches. The values are a function of the set of matches
and openings alone, however it came about.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from heapq import heapify, heappop, heappush
from math import exp, nan

from domain.rating import elo
from domain.rating.elo import ROUNDER, Formula
from domain.rating.foreseen import Foreseen, Starts, foreseen
from domain.rating.lines import Changes, LedgerMatch, MatchId, RatedLine, Standing
from domain.rating.policy import Policy, PolicyKey
from domain.rating.rows import Player, RatingLine, as_rated, by_match


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
        self._players: dict[str, Player] = {}
        self._formulas: dict[tuple[PolicyKey, int], Formula] = {}
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
        line = RatingLine(match, formula, self._player(match.winner), self._player(match.loser))
        line.winner.insert(line)
        line.loser.insert(line)
        self._lines[match.match] = line
        self._fresh[line] = None
        if self._ordered is not None and (not self._ordered or self._ordered[-1].match < match):
            self._ordered.append(line)
        else:
            self._ordered = None

    def remove(self, match: MatchId) -> None:
        """Take a match out of the ledger. Raises `KeyError` if it is not in it."""
        self._take_out(self._lines[match])

    def set_opening(self, player: str, rating: int, experience: int) -> None:
        """What this player starts with instead of the pool's start: micropoints, and experience from 0.

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
        if self._last is None:
            self._rewind()
        if self._only_appended(fresh):
            changed = self._rate_on(fresh)
        else:
            changed = self._rate_dependents([*fresh, *self._disturbed])
        if fresh and (self._last is None or self._last < fresh[-1].match):
            self._last = fresh[-1].match
        players = tuple(sorted(player.name for player in self._touched if self._show(player)))
        self._fresh, self._disturbed, self._touched, self._rewritten = {}, {}, {}, False
        return Changes(tuple(line.match.match for line in changed), players)

    def touched(self) -> tuple[str, ...]:
        """The players of what was put, removed or opened since the last `settle`, sorted."""
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
        """What it would come to if these matches were so, or None: not in it; who would have none before them starts as
        `starts` says. Nothing in it is changed. Raises `UnsettledLedgerError`."""
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

    def _player(self, name: str) -> Player:
        player = self._players.get(name)
        if player is None:
            player = self._players[name] = Player(name, self._start)
        self._touched[player] = None
        return player

    def _opening(self, player: Player) -> tuple[int, int]:
        return self._start if player.opening is None else player.opening

    def _formula(self, policy: Policy, n: int) -> Formula:
        formula = self._formulas.get((policy.key, n))
        if formula is None:
            formula = self._formulas[policy.key, n] = elo.formula(policy, n)
        return formula

    def _open(self, name: str, opening: tuple[int, int] | None) -> None:
        player = self._player(name)
        player.opening = opening
        self._rewrite(player, 0)

    def _take_out(self, line: RatingLine) -> None:
        del self._lines[line.match.match]
        self._ordered = None
        self._fresh.pop(line, None)
        self._disturbed.pop(line, None)
        for player in (line.winner, line.loser):
            self._touched[player] = None
            place = bisect_left(player.lines, line.match, key=by_match)
            del player.lines[place]
            self._rewrite(player, place)

    def _rewrite(self, player: Player, place: int) -> None:
        """What the player brings to their line at that place may have changed."""
        self._rewritten = True
        if place < len(player.lines) and player.lines[place] not in self._fresh:
            self._disturbed[player.lines[place]] = None

    def _only_appended(self, fresh: list[RatingLine]) -> bool:
        """Whether all new lines come after all rated ones, of which none is disturbed."""
        return self._last is None or (not self._rewritten and bool(fresh) and self._last < fresh[0].match)

    def _rate_on(self, lines: list[RatingLine]) -> list[RatingLine]:
        """Rate lines that come after all others, in order; `elo.swift` written out, since calls would double it."""
        for line in lines:
            winner, loser, formula = line.winner, line.loser, line.formula
            line.winner_before = winner_before = winner.rating
            line.loser_before = loser_before = loser.rating
            line.winner_experience = winner_experience = winner.experience
            line.loser_experience = loser_experience = loser.experience
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
            winner.experience = winner_experience + formula.n
            loser.experience = loser_experience + formula.n
        return lines

    def _rate_dependents(self, first: Iterable[RatingLine]) -> list[RatingLine]:
        """Rate these lines and then, from player to player, every line to which something else is brought."""
        queue = [line.match for line in first]
        heapify(queue)
        changed: list[RatingLine] = []
        done: LedgerMatch | None = None
        while queue:
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
        return changed

    def _recall(self, line: RatingLine) -> bool:
        """Set what the two players bring to the line; False if it is what they brought before."""
        winner_before, winner_experience = self._brought(line, line.winner)
        loser_before, loser_experience = self._brought(line, line.loser)
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

    def _brought(self, line: RatingLine, player: Player) -> tuple[float, int]:
        place = player.place_of(line)
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
