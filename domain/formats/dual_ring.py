"""The Dual Ring (RNG-1..7).

Entrants stand in a ring, by entry number or by lot. Each plays two games at once: White against the next, Black against
the one before. A loss puts a player out at once; the player's other game is abandoned, and the two neighbours get a
game. When two are left, the one with more wins is the champion; with equal wins they play two games, one of each
colour, and the first loss decides. Everything comes into being of itself as results come in.

What hangs on a result (ALL-4). A game between two reaches over those who stood between them. It is made from the games
that, side by side, reach as far: where a player has gone out, the game they lost and the one that was abandoned. Those
were made from what they reach over in turn, so that a game hangs on every result between its sides and on no other: if
one of them changes, or a late result comes in of one that was abandoned, it is void, and taken back it is live again.
The final is made from what reaches all round the ring. A game is abandoned because of the result that put a side of it
out; the last one between two who are both still in, because of what left them alone.

Readings. Results count in the order in which they were played, whatever the order in which they come in; what was
played at the same moment contradicts nothing, and who goes out at the same moment is out together. Refused is a result
played when the game had been abandoned or had not begun, or before another that one of its losers has on record, and a
change after which recorded results contradict each other so: void first what can't have been played. A change that
stands moves nobody, nor the wins by which the last two are told apart; the table counts it. Anyone who a ruling had put
out stays out where its reversal stands, although nobody has won against them: the neighbours keep their game, and what
came of it (RNG-7, TD-13, ALL-4). A player who resigns is out, even one of the last two. Where neither side appears both
go out (ALL-9), in the final too. Who had withdrawn before the start is behind all who played.
"""

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import ClassVar, Literal

from domain.formats.contract import acts, steps
from domain.formats.contract.account import Account, Part, account
from domain.formats.contract.protocol import (
    Entrant,
    Facts,
    Format,
    Options,
    RoundPlace,
    entrants_at_start,
    marks_of_lines,
    nobody_left,
)
from domain.kernel.entry_keys import entry_key
from domain.kernel.refusal import Refused, name_list
from domain.kernel.values import Length, Why
from domain.match.validity import Tally
from domain.match.verdict import Ended
from domain.pairing.ring import FINAL, Exit, Game, GameState, Ring
from domain.pairing.ring_changes import Beginning, Changes, all_round, beginning_of, beside
from domain.pairing.ring_chart import RingChart, chart_of
from domain.problems.entries import ENTRIES_CLOSED, RESIGN_INSTEAD
from domain.problems.matches import GAME_ABANDONED, MADE_BY_RESULTS, NO_DEFAULT_RESULT, RESULTS_CONTRADICT
from domain.problems.rounds import WHO_MEETS_IS_FIXED
from domain.scoring.games import Outcome
from domain.scoring.result import Form
from domain.standings.ranking import Criterion, Table, rank

CRITERIA = (Criterion("champion"), Criterion("outlasted"))

_STATES: Mapping[str, GameState] = {
    "won": "won",
    "default": "won",
    "drawn": "drawn",
    "drawn-by-default": "drawn",
    "both-lost": "both-lost",
    "abandoned": "abandoned",
}

_BEFORE_ALL = datetime.min.replace(tzinfo=UTC)

_FOLLOWS = "In a ring the results before decide who meets: correct the result that brought the wrong two together."


class DualRingOptions(Options):
    """`order` is how the entrants stand in the ring; `colours` say who is White in a new game, the earlier of the two
    (balanced) or the later (as the source has it); `drawn_games` what becomes of a drawn game, `resigning` of the games
    of who resigns; `length` is in points."""

    asked_first: ClassVar[tuple[str, ...]] = ("length",)

    kind: Literal["dual-ring"]
    order: Literal["entry-order", "lot"] = "entry-order"
    colours: Literal["balanced", "as-written"] = "balanced"
    drawn_games: Literal["replay", "eliminate-both"] = "replay"
    resigning: Literal["concede", "abandon"] = "concede"
    length: Length = 1


class DualRing(Format[DualRingOptions]):
    """The format itself."""

    settings = DualRingOptions

    has_rounds = False
    keeps_places = True
    chart_kind = "ring"

    def refuse(self, options: DualRingOptions, facts: Facts, act: acts.Act) -> Refused | None:
        """The ring says who meets; a result must have been possible when it was played (RNG-6)."""
        match act:
            case acts.EnterLate():
                return Refused(ENTRIES_CLOSED, "The ring takes no entries after the start.")
            case acts.PairThemselves() | acts.SitOut():
                return Refused(MADE_BY_RESULTS, "The ring decides the pairings.")
            case acts.AskForBye():
                return Refused(MADE_BY_RESULTS, "A ring has no byes.")
            case acts.ReportNoTimeAgreed(match=number):
                return Refused(MADE_BY_RESULTS, "A game of the ring has no closing time.", match=number)
            case acts.Leave():
                return Refused(RESIGN_INSTEAD, "The tournament has started.")
            case acts.CorrectMatch(sides=True) | acts.CorrectSides():
                return Refused(WHO_MEETS_IS_FIXED, _FOLLOWS)
            case acts.EndMatch(match=number, outcome=Outcome(ended="default" | "drawn-by-default")):
                return Refused(
                    NO_DEFAULT_RESULT,
                    "A game of a ring needs a result.",
                    match=number,
                )
            case acts.EndMatch():
                return _refuse_result(options, facts, act)
            case acts.CorrectMatch():
                return None

    def crawford(self, options: DualRingOptions, form: Form) -> bool:
        """A ring is not under the federation's rules, and has no such option (TD-17)."""
        return False

    def refuse_change(self, options: DualRingOptions, before: Facts, after: Facts) -> Refused | None:
        """RNG-6: each result on record must have been possible when it was played, unless it was not before either."""
        found = self.impossible(options, before, after)
        if not found:
            return None
        detail = (
            "Matches that can't have been played at that time, going by the other recorded matches: "
            f"{name_list(found)}."
        )
        return Refused(RESULTS_CONTRADICT, detail, contradicting=found[:100])

    def impossible(self, options: DualRingOptions, before: Facts, after: Facts) -> Sequence[int]:
        """RNG-6: those that had not begun, or had been abandoned, when they were played."""
        return sorted(set(_ring(options, after).contradicting) - set(_ring(options, before).contradicting))

    def service(self, options: DualRingOptions, facts: Facts, touched: Collection[int] | None) -> steps.Service | None:
        """The lots first, where they decide the order; then the games that begin and that are abandoned. What follows
        from a single result is looked for beside it, anything else all round the ring."""
        if not facts.started:
            return None
        if touched is not None and len(touched) == 1:
            return _make_changes(options, _beside(options, facts, next(iter(touched))))
        without = tuple(entrant.number for entrant in entrants_at_start(facts) if entrant.lot is None)
        if options.order == "lot" and without:
            return steps.DrawLots(without)
        return _make_changes(options, all_round(_ring(options, facts)))

    def step(self, options: DualRingOptions, facts: Facts) -> steps.Step:
        """Waits, a question, or the champion."""
        return _next(facts, _ring(options, facts))

    def going_on(self, options: DualRingOptions, facts: Facts) -> Sequence[int]:
        """The players who have not gone out, or the champion alone once there is one."""
        ring = _ring(options, facts)
        return ring.left if ring.champion is None or not facts.started else (ring.champion,)

    def table(self, options: DualRingOptions, facts: Facts) -> Table:
        """RNG-7: the champion, the other finalist, then by going out, the last first; who went out together shares."""
        ring = _ring(options, facts)
        champion = _champion(facts, ring)
        return rank(_values(facts, ring, champion), CRITERIA, _marks(facts, ring, champion))

    def onward(self, options: DualRingOptions, facts: Facts) -> Table:
        """In the order of the table; who has withdrawn or resigned can't go up."""
        ring = _ring(options, facts)
        values = _values(facts, ring, _champion(facts, ring))
        return rank({e.number: values[e.number] for e in facts.entrants if not e.withdrawn}, CRITERIA)

    def chart(self, options: DualRingOptions, facts: Facts) -> RingChart | None:
        """The ring, once its games have come into being."""
        return chart_of(_ring(options, facts), lambda one: facts.tally(one).wins) if facts.places else None

    def accounts(self, options: DualRingOptions, facts: Facts, entry: int) -> Sequence[Account]:
        """The games won."""
        won = [place for place in facts.places_of(entry) if place.ended and place.ended.winner == entry]
        return (account("wins", (_part(place, entry) for place in won)),)

    def conceded_matches(self, options: DualRingOptions, facts: Facts, entry: int) -> Sequence[int]:
        """RNG-7: resigning concedes the games in progress; by option it abandons them, without a win for anyone."""
        return () if options.resigning == "abandon" else super().conceded_matches(options, facts, entry)

    def gives_up(self, options: DualRingOptions) -> bool:
        """A game that comes back to somebody who is out is abandoned (RNG-2)."""
        return False


def _ring(options: DualRingOptions, facts: Facts) -> Ring:
    """All of the ring, by the results that decide who goes on, in whatever order they came in."""
    players = sorted(entrants_at_start(facts), key=lambda e: (e.lot or 0 if options.order == "lot" else 0, e.number))
    games = tuple(_game(options, place) for place in facts.places)
    out = {entry for game in games for entry in game.out}
    gone = {
        e.number: _exit(facts, e) for e in players if e.left_at or (_has_lost(facts, e.number) and e.number not in out)
    }
    return Ring(tuple(e.number for e in players), games, gone)


def _exit(facts: Facts, entrant: Entrant) -> Exit:
    """The exit of somebody who has left, or has lost in a game that is no longer one, where that loss remains
    (ALL-4)."""
    if entrant.left_at:
        return Exit(entrant.left_at, entry_key(entrant.number))
    return Exit(None, next(iter(facts.standing_losses(entrant.number)), None))


def _has_lost(facts: Facts, entry: int) -> bool:
    """Be it in a game that was voided, where that stands (ALL-4)."""
    return facts.setbacks(entry) > 0


def _game(options: DualRingOptions, place: RoundPlace) -> Game:
    """The place as the ring has it: by what decides who goes on."""
    slot, match, ends = place.slot or "", place.match or 0, _ends(place)
    white, black = place.entries
    if place.ended is None:
        return Game(match, slot, (white, black), ends, "open")
    decided = place.advanced or Ended("abandoned")
    at = None if decided.how == "abandoned" else place.ended.played_at
    out = _entries_out(options, place, decided)
    return Game(match, slot, (white, black), ends, _STATES[decided.how], decided.winner, out, at)


def _ends(place: RoundPlace) -> tuple[int, int]:
    white, black = place.entries
    if place.slot in FINAL:
        return white, black
    earlier, _, later = str(place.slot).partition("-")
    return int(earlier), int(later)


def _entries_out(options: DualRingOptions, place: RoundPlace, decided: Ended) -> tuple[int, ...]:
    """RNG-2, RNG-5, ALL-9: who goes out by it."""
    if _STATES[decided.how] == "drawn" and options.drawn_games == "eliminate-both" and place.slot not in FINAL:
        return place.entries
    return tuple(entry for entry in place.entries if decided.is_lost_by(entry))


def _refuse_result(options: DualRingOptions, facts: Facts, act: acts.EndMatch) -> Refused | None:
    """RNG-6: of a game that is open or abandoned. A change of another is looked at with all that follows from it."""
    place = facts.place_of(act.match)
    if place is None or (place.ended and place.ended.how != "abandoned"):
        return None
    game = _game(options, place)
    if place.ended:
        return _refuse_late(_ring(options, facts), game, act.played_at)
    return _refuse_early(options, facts, game, act.played_at) or _refuse_out(options, facts, place, act)


def _refuse_late(ring: Ring, game: Game, played_at: datetime) -> Refused | None:
    at = ring.time_abandoned(game)
    if at is not None and played_at < at:
        return None
    since = "" if at is None else f" at {at.isoformat()}"
    return Refused(GAME_ABANDONED, f"Match {game.match} was abandoned{since}.", match=game.match)


def _refuse_early(options: DualRingOptions, facts: Facts, game: Game, played_at: datetime) -> Refused | None:
    looks = _Looks(options, facts)
    at = _ring(options, facts).time_begun(game) if game.final else beginning_of(looks, game)
    if at is None or played_at >= at:
        return None
    by = _ring(options, facts).causes_of(game, at)
    detail = f"Match {game.match} was created at {at.isoformat()}" + (f", by match {name_list(by)}." if by else ".")
    return Refused(RESULTS_CONTRADICT, detail, match=game.match, contradicting=[*by, game.match])


def _refuse_out(options: DualRingOptions, facts: Facts, place: RoundPlace, act: acts.EndMatch) -> Refused | None:
    """Anyone who goes out by it has no other result that was played later."""
    winners = {"first": act.sides[0], "second": act.sides[1], None: None}
    decided = Ended(act.outcome.ended, winners[act.outcome.winner], act.played_at)
    for entry in _entries_out(options, place, decided):
        others = (_game(options, other) for other in facts.places_of(entry))
        later = [other.match for other in others if other.at and other.at > act.played_at]
        if later:
            detail = f"Entry {entry} has played a later match."
            return Refused(RESULTS_CONTRADICT, detail, match=act.match, entry=entry, contradicting=later)
    return None


@dataclass(frozen=True)
class _Looks:
    """The facts, for who looks at a part of the ring (`ring_changes.Looks`)."""

    options: DualRingOptions
    facts: Facts

    def in_slot(self, slot: str) -> Game | None:
        place = self.facts.place_in(slot)
        return _game(self.options, place) if place else None

    def newest(self, entry: int, *, later: bool, before: int | None = None) -> Game | None:
        games = (_game(self.options, place) for place in reversed(self.facts.places_of(entry)) if place.match)
        mine = (game for game in games if not game.final and game.ends[later] == entry)
        return next((game for game in mine if before is None or game.match < before), None)

    def is_in(self, entry: int) -> bool:
        entrant = self.facts.entrant(entry)
        if entrant.withdrawn or entrant.left_at or _has_lost(self.facts, entry):
            return False
        if self.options.drawn_games == "replay":
            return True
        return not any(entry in _game(self.options, place).out for place in self.facts.places_of(entry))

    def time_of_leaving(self, entry: int) -> datetime | None:
        return self.facts.entrant(entry).left_at


def _beside(options: DualRingOptions, facts: Facts, match: int) -> Changes:
    """The consequences of one result; none where the game is still open or has been abandoned."""
    place = facts.place_of(match)
    game = place and _game(options, place)
    if game and game.at is None:
        return Changes()
    found = beside(_Looks(options, facts), game) if game and not game.final else None
    return all_round(_ring(options, facts)) if found is None else found


def _make_changes(options: DualRingOptions, changes: Changes) -> steps.Make | None:
    if not changes.beginnings and not changes.endings:
        return None
    matches = tuple(_plan_match(options, beginning) for beginning in changes.beginnings)
    return steps.Make(matches, abandoned=tuple(steps.Abandonment(one.match, one.origins) for one in changes.endings))


def _plan_match(options: DualRingOptions, one: Beginning) -> steps.Planned:
    """RNG-1 at the start; later RNG-2, with the colours of RNG-3."""
    earlier, later = one.ends
    if one.again:
        sides, rule = one.again.sides, "RNG-5"
    elif one.slot in FINAL:
        sides, rule = one.ends, "RNG-4"
    elif one.origins:
        sides, rule = ((later, earlier) if options.colours == "as-written" else one.ends), "RNG-2"
    else:
        sides, rule = one.ends, "RNG-1"
    return steps.Planned(one.slot, sides, steps.Terms(options.length), Why(rule=rule), one.origins)


def _next(facts: Facts, ring: Ring) -> steps.Step:
    if not facts.started or (ring.left and ring.champion is None):
        return steps.Wait(tuple(facts.awaited))
    if ring.champion is not None:
        return steps.Done(champion=ring.champion)
    question = "-".join(("nobody-left", *map(str, ring.last_out)))  # RNG-5
    return nobody_left(facts, question, sorted(ring.seats), "Nobody is left in the ring.")


def _champion(facts: Facts, ring: Ring) -> int | None:
    """By the games, or as the director has decided; nobody before the start."""
    step = _next(facts, ring)
    return step.champion if isinstance(step, steps.Done) else None


def _values(facts: Facts, ring: Ring, champion: int | None) -> Mapping[int, Mapping[str, int]]:
    """`outlasted` is how many went out before the entry; `games` are those with a result."""
    left = frozenset(ring.left)
    lasted = {e.number: _time_in_ring(ring, champion, e.number, left) for e in facts.entrants}
    order = sorted(lasted.values())
    return {
        entry: {
            "champion": int(entry == champion),
            "outlasted": bisect_left(order, how_long),
            "wins": facts.tally(entry).wins,
            "games": _games(facts.tally(entry)),
        }
        for entry, how_long in lasted.items()
    }


def _games(tally: Tally) -> int:
    return tally.wins + tally.losses + tally.draws


def _time_in_ring(ring: Ring, champion: int | None, entry: int, left: Collection[int]) -> tuple[int, datetime]:
    """The time that the entry was in the ring, to sort by: never, until some moment, still, or to the very end."""
    exit_ = ring.exits.get(entry)
    if exit_ is not None:
        return 1, exit_.at or _BEFORE_ALL
    return (0 if entry not in left else 3 if entry == champion else 2), _BEFORE_ALL


def _marks(facts: Facts, ring: Ring, champion: int | None) -> Mapping[int, str]:
    marks = {e.number: "out" if e.number in ring.exits else "in" for e in facts.entrants}
    marks |= dict.fromkeys(_finalists(ring, champion), "finalist")
    return marks_of_lines(facts, marks, champion)


def _finalists(ring: Ring, champion: int | None) -> Sequence[int]:
    """RNG-4: the last two, if there were just two."""
    if champion not in ring.left or len(ring.left) == 2:
        return ring.left if champion in ring.left else ()
    return ring.last_out if len(ring.last_out) == 1 else ()


def _part(place: RoundPlace, entry: int) -> Part:
    """A game won."""
    return Part(label="won", value=1, match=place.match, opponent=place.opponent_of(entry))
