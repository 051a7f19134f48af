"""The ledger of a tournament's stakes: what each match is settled at, and what every change of that came to (STK-5)."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal

from rpds import HashTrieMap, HashTrieSet, List

from domain.kernel.replacing import replace

_ZERO = Decimal("0.00")
_NONE: List[int] = List()


@dataclass(frozen=True, slots=True)
class Share:
    """The stake of an entry, and its credit; negative in a posting that takes something back."""

    entry: int
    staked: Decimal = _ZERO
    credited: Decimal = _ZERO

    def plus(self, other: Share, sign: int = 1) -> Share:
        """Both together, or with the sign -1 their difference."""
        return Share(self.entry, self.staked + sign * other.staked, self.credited + sign * other.credited)

    @property
    def empty(self) -> bool:
        return not self.staked and not self.credited


@dataclass(frozen=True, slots=True)
class PostedStakes:
    """The settlement of a match, or the amount by which it has changed: the shares of entries, by their number, and the
    house's. Raises ValueError where it does not balance (STK-5)."""

    shares: tuple[Share, ...] = ()
    house: Decimal = _ZERO

    def __post_init__(self) -> None:
        if self.staked != self.credited + self.house:
            raise ValueError("stakes in must equal credits out and the house's share")

    @property
    def staked(self) -> Decimal:
        return sum((share.staked for share in self.shares), _ZERO)

    @property
    def credited(self) -> Decimal:
        return sum((share.credited for share in self.shares), _ZERO)

    @property
    def empty(self) -> bool:
        """Whether nothing is settled by it."""
        return not self.shares and not self.house

    def plus(self, other: PostedStakes, sign: int = 1) -> PostedStakes:
        """Both together, or with the sign -1 their difference; entries to which nothing falls are left out."""
        shares = {share.entry: share for share in self.shares}
        for share in other.shares:
            shares[share.entry] = shares.get(share.entry, Share(share.entry)).plus(share, sign)
        kept = (share for _, share in sorted(shares.items()) if not share.empty)
        return PostedStakes(tuple(kept), self.house + sign * other.house)


NOTHING = PostedStakes()
"""Nothing was staked, or everything went back."""


@dataclass(frozen=True, slots=True)
class Posting:
    """The change of a match's settlement by one event: the settlement after it, less the one before. `version` is that
    event's, `at` when it was recorded. Postings are numbered from 1, and none is ever changed (STK-5)."""

    number: int
    match: int
    version: int
    at: datetime
    change: PostedStakes


@dataclass(frozen=True, slots=True)
class Settlements:
    """The ledger: postings by number. `of_match` and `of_entry` hold the numbers of those that touch a match or an
    entry, the newest first; `balances` and `house` are what all of them come to, `due` the matches that the director
    has to decide. So neither a command nor a reader goes through the whole ledger. `moved` holds the matches with a
    stake which the present event has touched, each with its settlement before; it is empty between events."""

    postings: HashTrieMap[int, Posting] = field(default_factory=HashTrieMap)
    of_match: HashTrieMap[int, List[int]] = field(default_factory=HashTrieMap)
    of_entry: HashTrieMap[int, List[int]] = field(default_factory=HashTrieMap)
    balances: HashTrieMap[int, Share] = field(default_factory=HashTrieMap)
    house: Decimal = _ZERO
    due: HashTrieSet[int] = field(default_factory=HashTrieSet)
    moved: HashTrieMap[int, PostedStakes] = field(default_factory=HashTrieMap)

    def plus(self, posting: Posting) -> Settlements:
        """The ledger with one more posting."""
        of_entry, balances = self.of_entry, self.balances
        for share in posting.change.shares:
            of_entry = _add_to_index(of_entry, share.entry, posting.number)
            balances = balances.insert(share.entry, balances.get(share.entry, Share(share.entry)).plus(share))
        return replace(
            self,
            postings=self.postings.insert(posting.number, posting),
            of_match=_add_to_index(self.of_match, posting.match, posting.number),
            of_entry=of_entry,
            balances=balances,
            house=self.house + posting.change.house,
        )


def _add_to_index(index: HashTrieMap[int, List[int]], key: int, number: int) -> HashTrieMap[int, List[int]]:
    return index.insert(key, index.get(key, _NONE).push_front(number))
