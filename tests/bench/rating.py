"""The exact ledger against plain float loops, and what corrections cost: `python -m tests.bench.rating`.

All times are processor time of one run, the best of a few rounds taken in turn, in a process that seldom looks for
cycles, as those of the service do; only their ratios mean something elsewhere.
"""

import argparse
import resource
from math import sqrt
from time import process_time

from domain.rating.elo import formula
from domain.rating.ledger import Ledger
from domain.rating.lines import LedgerMatch, MatchId
from domain.rating.policy import policy
from domain.rating.rows import Player, RatingLine
from projections.engine.garbage_collection import few_collections
from tests.bench.sizes import sized
from tests.bench.timing import processor_seconds
from tests.rating.leagues import START, a_match, league

ROUNDS = sized(1, 3)
CORRECTIONS = 20


def plain_loop(matches: list[tuple[str, str, int]], players: list[str]) -> dict[str, float]:
    """ELO-3 to ELO-5 in floats, written for speed: no calls but the root; nothing is kept but where players stand."""
    ratings = dict.fromkeys(players, 1500.0)
    experiences = dict.fromkeys(players, 0)
    for winner, loser, n in matches:
        winner_rating, loser_rating = ratings[winner], ratings[loser]
        winner_experience, loser_experience = experiences[winner], experiences[loser]
        root = sqrt(n)
        share = 1.0 / (10.0 ** ((winner_rating - loser_rating) * root / 2000.0) + 1.0)
        winner_k = 5.0 - winner_experience / 100.0 if winner_experience < 400 else 1.0
        loser_k = 5.0 - loser_experience / 100.0 if loser_experience < 400 else 1.0
        ratings[winner] = winner_rating + 4.0 * winner_k * root * share
        ratings[loser] = loser_rating - 4.0 * loser_k * root * share
        experiences[winner] = winner_experience + n
        experiences[loser] = loser_experience + n
    return ratings


def keeping_loop(matches: list[LedgerMatch]) -> dict[str, list[tuple[float, float, int]]]:
    """The same in floats from the same input, sorted by ELO-6, keeping each player's lines, as the ledger does."""
    histories: dict[str, list[tuple[float, float, int]]] = {}
    start = [(1500.0, 1500.0, 0)]
    for match in sorted(matches, key=lambda each: (each.played_at, each.place, each.position)):
        winner = histories.setdefault(match.winner, start.copy())
        loser = histories.setdefault(match.loser, start.copy())
        _, winner_rating, winner_experience = winner[-1]
        _, loser_rating, loser_experience = loser[-1]
        n, root = match.n, sqrt(match.n)
        share = 1.0 / (10.0 ** ((winner_rating - loser_rating) * root / 2000.0) + 1.0)
        winner_k = 5.0 - winner_experience / 100.0 if winner_experience < 400 else 1.0
        loser_k = 5.0 - loser_experience / 100.0 if loser_experience < 400 else 1.0
        winner.append((winner_rating, winner_rating + 4.0 * winner_k * root * share, winner_experience + n))
        loser.append((loser_rating, loser_rating - 4.0 * loser_k * root * share, loser_experience + n))
    return histories


def filed(matches: list[LedgerMatch]) -> dict[MatchId, RatingLine]:
    """The least that any ledger does as a match is put: a call, in which an object is made and filed under its id."""
    lines: dict[MatchId, RatingLine] = {}
    terms, nobody = formula(policy("room", 1), 5), Player("", (START, 0))

    def put(match: LedgerMatch) -> None:
        lines[match.match] = RatingLine(match, terms, nobody, nobody)

    for match in matches:
        put(match)
    return lines


def filled(matches: list[LedgerMatch]) -> Ledger:
    """A ledger into which all were put, not yet settled."""
    ledger = Ledger(START)
    for match in matches:
        ledger.put(match)
    return ledger


def megabytes() -> float:
    """The most memory this process has held so far (Linux counts in KiB)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure_bulk(count: int, players: int) -> None:
    """Rating a whole pool from zero."""
    matches = league(count, players)
    names = sorted({match.winner for match in matches} | {match.loser for match in matches})
    triples = [(match.winner, match.loser, match.n) for match in matches]
    plain, keeping, least, put, settle = [], [], [], [], []
    before = megabytes()
    for round_ in range(ROUNDS):
        plain.append(processor_seconds(lambda: plain_loop(triples, names)))
        least.append(processor_seconds(lambda: filed(matches)))
        begun = process_time()
        ledger = filled(matches)
        put.append(process_time() - begun)
        settle.append(processor_seconds(ledger.settle))
        if round_ == 0:
            print(f"memory of the ledger          about {megabytes() - before:7.0f} MB")
        fallbacks = ledger.fallbacks
        del ledger
        keeping.append(processor_seconds(lambda: keeping_loop(matches)))
    report_bulk(count, min(plain), min(keeping), min(least), min(put), min(settle))
    print(f"exact fallback                {fallbacks} times, {1e5 * fallbacks / count:.2f} in 100,000 matches")


def report_bulk(count: int, plain: float, keeping: float, least: float, put: float, settle: float) -> None:
    """Rates in matches per second, and the ratios."""
    for name, time in (
        ("plain float loop", plain),
        ("float loop keeping lines", keeping),
        ("exact: settle", settle),
        ("exact: put and settle", put + settle),
        ("an object for each, filed", least),
    ):
        print(f"{name:29} {time:7.2f} s {count / time:12,.0f} matches/s")
    print(f"settle / plain float loop             {plain / settle:.2f}  (aim: 0.6 or more)")
    print(f"put and settle / plain float loop     {plain / (put + settle):.2f}")
    print(f"an object filed and settled / plain   {plain / (least + settle):.2f}  (the most in Python)")
    print(f"put and settle / loop keeping lines   {keeping / (put + settle):.2f}")


def measure_corrections(count: int, players: int) -> None:
    """Turning a result round in the middle of a ledger, among active players and between two who play rarely."""
    matches = league(count, players)
    rare = [a_match(count + i, "rare-a", "rare-b", played_at=count // 2 + 100 * i) for i in range(10)]
    ledger = filled([*matches, *rare])
    ledger.settle()
    middle = matches[count // 2 :: max(1, count // 1000)][:CORRECTIONS]
    report_corrections("in the middle", ledger, middle)
    report_corrections("few dependents", ledger, rare[:1] * CORRECTIONS)


def report_corrections(name: str, ledger: Ledger, matches: list[LedgerMatch]) -> None:
    """The median and the slowest of some corrections, and how many lines they changed."""
    times, changed = [], 0
    for match in matches:
        line = ledger.line(match.match).match
        begun = process_time()
        ledger.put(line._replace(winner=line.loser, loser=line.winner))
        changed = max(changed, len(ledger.settle().matches))
        times.append(1000 * (process_time() - begun))
    times.sort()
    print(
        f"correction, {name:17} median {times[len(times) // 2]:8.2f} ms, slowest of {len(times)} {times[-1]:8.2f} ms,"
        f" up to {changed:,} lines rated again"
    )


def main() -> None:
    """Measure with the sizes asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=sized(50_000, 1_000_000))
    parser.add_argument("--ledger", type=int, default=sized(10_000, 100_000), help="matches of the ledger to correct")
    parser.add_argument("--players", type=int, default=500)
    options = parser.parse_args()
    with few_collections():
        print(f"{options.matches:,} matches, {options.players} players")
        measure_bulk(options.matches, options.players)
        print(f"{options.ledger:,} matches, {options.players} players")
        measure_corrections(options.ledger, options.players)


if __name__ == "__main__":
    main()
