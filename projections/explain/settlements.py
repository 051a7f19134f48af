"""An entry's settlements by a tournament's ledger, posting by posting, each with the event behind it (STK-5)."""

from collections.abc import Iterable, Sequence

from domain.tournament.stakes.state import Share
from domain.tournament.state import Tournament
from projections.explain.causes import Trail
from projections.explain.documents import PostingLine, SettlementExplained


def settlement_explained(state: Tournament, entry: int) -> SettlementExplained:
    """The sum of the entry's postings."""
    together = state.settlements.balances.get(entry, Share(entry))
    return SettlementExplained(
        tournament=state.id,
        version=state.version,
        entry=entry,
        staked=together.staked,
        credited=together.credited,
        net=together.credited - together.staked,
    )


def posting_lines(state: Tournament, trail: Trail, entry: int, numbers: Iterable[int]) -> Sequence[PostingLine]:
    """The postings of these numbers, as they change what falls to the entry."""
    return [
        PostingLine(
            posting=one.number,
            match=one.match,
            staked=share.staked,
            credited=share.credited,
            net=share.credited - share.staked,
            event=trail.name(one.version),
        )
        for one in (state.settlements.postings[number] for number in numbers)
        for share in one.change.shares
        if share.entry == entry
    ]
