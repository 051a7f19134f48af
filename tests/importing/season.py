"""A whole import in memory, and what the club's ratings are after it."""

import os
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path

import pytest

from domain.importing.match_lists.club_list import Figures, Revision, read_revisions
from domain.rating.ledger import Ledger
from domain.rating.lines import LedgerMatch
from domain.rating.policy import MICROPOINTS, policy
from domain.tournament.decisions.matches.rated import RatedMatch, as_rated_match
from domain.tournament.state import Tournament
from ops.importing.agreement import figures

DATA = Path(os.environ.get("SCORESHEET_TEST_DATA", "../shared/data"))


def club_history() -> Iterator[Revision]:
    """The real list; skips the test where it is not at hand."""
    path = DATA / "club_history.jsonl"
    if not path.exists():
        pytest.skip(f"{path.name} is not in {DATA}; set SCORESHEET_TEST_DATA to the folder that has it")
    with path.open(encoding="utf-8") as lines:
        yield from read_revisions(lines)


def figures_of(state: Tournament, names: Mapping[str, str]) -> dict[str, Figures]:
    """By player, what a ledger of this tournament alone shows; `names` are the players by person."""
    ledger = Ledger(*policy("club", 1).start_in("normal"))
    for match in state.matches.values():
        if (counted := as_rated_match(state, match)) is not None:
            ledger.put(_line(counted))
    ledger.settle()
    found = {}
    for person in ledger.players():
        standing = ledger.current(person)
        if standing.rating_change is not None:
            rating, change = (Decimal(value) / MICROPOINTS for value in (standing.rating, standing.rating_change))
            found[names[person]] = figures(rating, change, standing.experience)
    return found


def _line(match: RatedMatch) -> LedgerMatch:
    return LedgerMatch(
        match=(match.tournament, match.match),
        played_at=int(match.played_at.timestamp()) * 10**6,
        place=match.place,
        position=int(match.reported_at.timestamp()) * 10**6,
        winner=match.winner,
        loser=match.loser,
        n=match.n,
        policy=match.policy,
    )
