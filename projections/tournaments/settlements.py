"""Each person's settlements by the ledgers of tournaments (STK-5)."""

from collections.abc import Iterable, Iterator

from domain.tournament.derived.settlements import postings
from domain.tournament.stakes.state import Posting
from domain.tournament.state import Tournament
from projections.engine.rows import Row
from projections.engine.states import Touched
from projections.engine.tables import Table

TABLE = Table(
    "settlements",
    ("tournament", "posting", "entry"),
    ("person", "match", "version", "at", "staked", "credited"),
)


def rows(batch: Iterable[Touched]) -> Iterator[Row]:
    """Those of the postings that were made since; all where entries are another person's now (REG-1)."""
    for touched in batch:
        for posting in postings(touched.state.settlements, _unchanged_postings(touched)):
            yield from _rows(touched.state, posting)


def _unchanged_postings(touched: Touched) -> int:
    """The number of postings that are as they were."""
    if touched.before is None:
        return 0
    before, after = touched.before.entries, touched.state.entries
    moved = any(after[number].person != before[number].person for number in touched.entries if number in before)
    return 0 if moved else len(touched.before.settlements.postings)


def _rows(state: Tournament, posting: Posting) -> Iterator[Row]:
    for share in posting.change.shares:
        person = state.entries[share.entry].person
        about = person, posting.match, posting.version, posting.at
        yield (state.id, posting.number, share.entry, *about, share.staked, share.credited)
