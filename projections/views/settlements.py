"""Documents of stakes and settlements (STK-1 to STK-5): exact amounts, written as text."""

from collections.abc import Iterator
from decimal import Decimal
from typing import TypedDict

from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.values import Instant, Value
from domain.match.record import Match
from domain.scoring.amount import Amount
from domain.tournament.derived.settlements import decision_due, postings, postings_of_match, settlement_of, total
from domain.tournament.stakes.state import PostedStakes, Posting, Share
from domain.tournament.state import Tournament


class ShareView(Value):
    """The stake and the credit of an entry, negative where it goes back; `net` is what it has gained or lost. `person`
    is who entered it."""

    entry: int
    person: PersonId
    staked: Amount
    credited: Amount
    net: Amount


class SettledView(Value):
    """The settlement: the shares, and the house's. All staked is all credited and the house's share."""

    shares: tuple[ShareView, ...]
    house: Amount


class PostingView(SettledView):
    """The change of a match's settlement by the event of that version."""

    number: int
    match: int
    version: int
    at: Instant


class DueView(Value):
    """A match that is not settled until the director decides: by which rule, and what is missing."""

    match: int
    rule: str
    because: str


class BalancesView(SettledView):
    """All that is settled in a tournament at this version, and what the director has to decide."""

    tournament: TournamentId
    version: int
    due: tuple[DueView, ...]


class MatchSettlementView(SettledView):
    """The settlement of a match as it counts, with the stake of each side and the postings it comes from. `due` is what
    the director has to decide before."""

    match: int
    stake: Amount | None
    due: DueView | None
    postings: tuple[PostingView, ...]


class PersonPostingView(Value):
    """A person's share in a posting of that tournament's ledger; `balance` is what all their postings up to it, of
    whichever tournament, come to."""

    tournament: TournamentId
    posting: int
    entry: int
    match: int
    version: int
    at: Instant
    staked: Amount
    credited: Amount
    balance: Amount


class BalanceView(Value):
    """All postings of a person added up, over all tournaments."""

    staked: Amount
    credited: Amount
    net: Amount


def balances_view(state: Tournament) -> BalancesView:
    """The sum of all postings of the tournament."""
    due = (due_view(state.matches[number]) for number in sorted(state.settlements.due))
    return BalancesView(
        tournament=state.id,
        version=state.version,
        due=tuple(one for one in due if one is not None),
        **_settled_fields(state, total(state.settlements)),
    )


def match_settlement_view(state: Tournament, match: Match) -> MatchSettlementView:
    """One match."""
    mine = postings_of_match(state.settlements, match.number)
    return MatchSettlementView(
        match=match.number,
        stake=match.stake,
        due=due_view(match),
        postings=tuple(posting_view(state, posting) for posting in mine),
        **_settled_fields(state, settlement_of(match)),
    )


def ledger(state: Tournament, after: int, limit: int) -> tuple[PostingView, ...]:
    """As many postings as that behind the one of that number."""
    return tuple(posting_view(state, posting) for posting in postings(state.settlements, after, limit))


def posting_view(state: Tournament, posting: Posting) -> PostingView:
    """One posting."""
    return PostingView.from_attributes(posting, **_settled_fields(state, posting.change))


def due_view(match: Match) -> DueView | None:
    """The decision that the director owes on the match's settlement."""
    due = decision_due(match)
    return None if due is None else DueView.from_attributes(due, match=match.number)


def balance_view(staked: Decimal, credited: Decimal) -> BalanceView:
    """A person's balance."""
    return BalanceView(staked=staked, credited=credited, net=credited - staked)


class _Fields(TypedDict):
    shares: tuple[ShareView, ...]
    house: Decimal


def _settled_fields(state: Tournament, found: PostedStakes) -> _Fields:
    return {"shares": tuple(_shares(state, found.shares)), "house": found.house}


def _shares(state: Tournament, shares: tuple[Share, ...]) -> Iterator[ShareView]:
    for share in shares:
        yield ShareView.from_attributes(
            share, person=state.entries[share.entry].person, net=share.credited - share.staked
        )
