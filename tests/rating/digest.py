"""Prints a digest of a large ledger with corrections: `python -m tests.rating.digest`."""

from functools import cache
from hashlib import sha256

from domain.rating.ledger import Ledger
from tests.rating.leagues import league, settled

COUNT, PLAYERS = 30_000, 120


def corrected_league() -> Ledger:
    """A league of which every thousandth match is turned round, one in between removed, and openings set late."""
    matches = league(COUNT, PLAYERS)
    ledger = settled(matches)
    for match in matches[::1000]:
        ledger.put(match._replace(winner=match.loser, loser=match.winner))
    for match in matches[500::1000]:
        ledger.remove(match.match)
    ledger.set_opening("p007", 1_650_123_456, 210)
    ledger.settle()
    return ledger


shown = cache(repr)


def digest(ledger: Ledger) -> str:
    """SHA-256 of every line and every player's standing, as text."""
    hashed = sha256()
    for line in ledger.lines():
        hashed.update(repr(tuple(line)).replace(shown(line.match.policy), repr(line.match.policy.key)).encode())
    for player in ledger.players():
        hashed.update(repr((player, *ledger.current(player))).encode())
    return hashed.hexdigest()


if __name__ == "__main__":
    print(digest(corrected_league()))
