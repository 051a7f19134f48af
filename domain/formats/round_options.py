"""Options of rounds that a Swiss and a Monrad share: byes that players ask for (SWX-3), and who plays at which table
(SWX-12)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, ClassVar

from pydantic import Field

from domain.formats.contract.acts import AskForBye
from domain.formats.contract.protocol import Facts
from domain.formats.contract.steps import Contender, Pair
from domain.formats.kept_apart import Rounds
from domain.formats.progress import newest_round
from domain.formats.tie_breaks.options import OrderOptions
from domain.kernel.refusal import Refused
from domain.problems.entries import NO_LONGER_PLAYING
from domain.problems.rounds import BYE_NOT_OFFERED

HalfByes = Annotated[int, Field(strict=True, ge=0, le=99)]


class RoundOptions(OrderOptions):
    """`half_byes` is how many byes each may ask for, worth half a win, None: any number; `byes_until` is the last round
    with such byes, None: the last but one. `tables_by_score` says whether the pairs of a round are in the order of
    scores: by the higher of the two, then by both together, then by the lot of the higher."""

    rounds_since: ClassVar[int] = 1
    """The rules since which it has them."""

    half_byes: HalfByes | None = None
    byes_until: Rounds | None = None
    tables_by_score: bool = False

    @property
    def _least_rules(self) -> int:
        own = {name: field.default for name, field in type(self).model_fields.items() if name in _OWN}
        is_asked = any(getattr(self, name) != usual for name, usual in own.items())
        return max(super()._least_rules, self.rounds_since if is_asked else 1)

    def last_with_byes(self, rounds: int) -> int:
        """The last round in which a bye on request is given."""
        return rounds - 1 if self.byes_until is None else min(self.byes_until, rounds)


_OWN = frozenset(RoundOptions.__annotations__) - {"rounds_since"}


def refuse_bye(
    options: RoundOptions, rounds: int, facts: Facts, act: AskForBye, out: Collection[int]
) -> Refused | None:
    """SWI-6, SWX-3: for the next round, as often and as long as is announced; none for those who are out."""
    if facts.entrant(act.entry).withdrawn or act.entry in out:
        return Refused(NO_LONGER_PLAYING, f"Entry {act.entry} is no longer in the tournament.", entry=act.entry)
    detail = _why_not_in(options, rounds, newest_round(facts), act.round) or _had_all(options, facts, act.entry)
    return Refused(BYE_NOT_OFFERED, detail, round=act.round) if detail else None


def _why_not_in(options: RoundOptions, rounds: int, newest: int, round_: int) -> str:
    last = options.last_with_byes(rounds)
    if round_ > rounds:
        return f"There is no round {round_}, since round {rounds} is the last."
    if round_ > last and last == rounds - 1:
        return f"Round {rounds} is the last; no bye can be requested for it."
    if round_ > last:
        return f"Byes are requested until round {last}."
    if round_ <= newest:
        return f"Round {round_} has been drawn."
    return f"Ask when round {round_} is the next one." if round_ > newest + 1 else ""


def _had_all(options: RoundOptions, facts: Facts, entry: int) -> str:
    had = byes_had_on_request(facts, entry)
    if options.half_byes is None or had < options.half_byes:
        return ""
    return f"Byes that entry {entry} has had on request: {had}, and no more are given to one player."


def byes_had_on_request(facts: Facts, entry: int) -> int:
    """The number of byes that the entry has had because it asked."""
    return sum(place.requested for place in facts.played.byes if place.entries == (entry,))


def with_request(counts: Mapping[str, int], *, asked: bool) -> Mapping[str, int]:
    """These counts of a contender, and with them that it has asked for the bye."""
    return {**counts, "requested_bye": 1} if asked else counts


def has_asked(contender: Contender) -> bool:
    """Whether it is not paired, since it has asked for the bye."""
    return "requested_bye" in contender.counts


def at_tables(pairs: Sequence[Pair], keys: Mapping[int, tuple[int, int]]) -> tuple[Pair, ...]:
    """The pairs from the first table on (SWX-12); `keys` are by entry its score, the less the higher it is, and what
    tells those with the same score apart."""

    def of_pair(pair: Pair) -> tuple[int, int, int]:
        higher, lower = sorted(keys[entry] for entry in pair.sides)
        return higher[0], higher[0] + lower[0], higher[1]

    return tuple(sorted(pairs, key=of_pair))


def keys_by(score: str, contenders: Sequence[Contender]) -> Mapping[int, tuple[int, int]]:
    """Those keys by that count, and by lot."""
    return {one.entry: (-one.counts[score], one.counts["lot"]) for one in contenders}
