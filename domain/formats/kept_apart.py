"""Entries kept apart, and in which rounds: those that must not meet (SWX-7), and club-mates who should not (MON-8)."""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import Annotated, Any, ClassVar, Self

from pydantic import Field, model_validator

from domain.formats.contract.protocol import Facts, Options
from domain.formats.contract.steps import Contender, Substitution
from domain.kernel.ids import EntryNumber
from domain.kernel.values import Value

Rounds = Annotated[int, Field(strict=True, ge=1, le=99)]
CLUB = "club"
"""The count that says which club a contender stands for."""


class KeptApart(Value):
    """`entries` of whom no two may meet before the round after `until_round`; None: they never meet."""

    entries: Annotated[tuple[EntryNumber, ...], Field(min_length=2, max_length=64)]
    until_round: Rounds | None = None

    @model_validator(mode="after")
    def _names_each_once(self) -> Self:
        if len(set(self.entries)) < len(self.entries):
            raise ValueError("an entry is kept apart from others, and not from itself: name each once")
        return self

    def holds_in(self, round_: int) -> bool:
        """Whether they are kept apart in that round."""
        return self.until_round is None or round_ <= self.until_round


class ApartOptions(Options):
    """`apart` are those who must not meet; `clubs_apart_until` is the last round in which players of one club do not
    meet where that can be avoided, None: they may meet in any. Both can change after the start, for draws to come."""

    after_start: ClassVar[frozenset[str]] = Options.after_start | {"apart", "clubs_apart_until"}

    of_entries: ClassVar[tuple[str, ...]] = ("apart",)

    apart: Annotated[tuple[KeptApart, ...], Field(max_length=200)] = ()
    clubs_apart_until: Rounds | None = None

    def banned_opponents(self, round_: int) -> Mapping[int, Collection[int]]:
        """By entry whom it must not meet in that round (SWX-7)."""
        banned: dict[int, set[int]] = {}
        for kept in self.apart:
            for one, other in combinations(kept.entries, 2) if kept.holds_in(round_) else ():
                banned.setdefault(one, set()).add(other)
                banned.setdefault(other, set()).add(one)
        return banned

    def clubs_of(self, facts: Facts, round_: int) -> Mapping[int, int]:
        """By entry the number of its club, where clubs are kept apart in that round."""
        if self.clubs_apart_until is None or round_ > self.clubs_apart_until:
            return {}
        clubs = {entrant.number: entrant.club for entrant in facts.entrants if entrant.club is not None}
        names = sorted(set(clubs.values()))
        return {entry: names.index(club) + 1 for entry, club in clubs.items()}

    def unless_banned(self, substitution: Substitution) -> Substitution | None:
        """The substitution; None where two would meet who must not (ALL-4)."""
        banned = self.banned_opponents(substitution.round)
        meets = any(pair.sides[1] in banned.get(pair.sides[0], ()) for pair in substitution.pairs)
        return None if meets else substitution


def club_mates(contenders: Sequence[Contender]) -> Mapping[int, Collection[int]]:
    """By entry those of the same club among them."""
    clubs: dict[int, list[int]] = {}
    for one in contenders:
        if CLUB in one.counts:
            clubs.setdefault(one.counts[CLUB], []).append(one.entry)
    mates: dict[int, Any] = {}
    for members in clubs.values():
        mates |= {entry: [other for other in members if other != entry] for entry in members}
    return mates
