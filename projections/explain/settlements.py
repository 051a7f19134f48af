"""What fell to an entry by a tournament's ledger, posting by posting, each with the event behind it (STK-5)."""

from domain.tournament.derived.settlements import postings_of_entry
from domain.tournament.stakes.state import Share
from domain.tournament.state import Tournament
from projections.explain.causes import Trail
from projections.explain.documents import PostingLine, SettlementExplained


def settlement_explained(state: Tournament, trail: Trail, entry: int) -> SettlementExplained:
    """The entry's postings and what they come to."""
    mine = postings_of_entry(state.settlements, entry)
    shares = [(one, share) for one in mine for share in one.change.shares if share.entry == entry]
    together = state.settlements.balances.get(entry, Share(entry))
    return SettlementExplained(
        tournament=state.id,
        version=state.version,
        entry=entry,
        staked=together.staked,
        credited=together.credited,
        net=together.credited - together.staked,
        lines=tuple(
            PostingLine(
                posting=one.number,
                match=one.match,
                staked=share.staked,
                credited=share.credited,
                net=share.credited - share.staked,
                event=trail.name(one.version),
            )
            for one, share in shares
        ),
    )
