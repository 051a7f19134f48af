"""The verdict of a match, the memory of it in what was made from it, and the form of both in events (ALL-4)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal, cast

from pydantic import BeforeValidator, Field, PlainSerializer

from domain.kernel.entry_keys import entry_key, entry_of_key, is_entry_key
from domain.kernel.ids import EntryNumber, MatchNumber
from domain.kernel.values import Number, Value
from domain.scoring.games import EndedAs

Ending = EndedAs | Literal["abandoned"]
"""How a match ended, whether or not it has a result."""

Verdict = int | str | None
"""What a match came to, as what is made from it remembers it: the entry that has won; `default-7` where 7 has won since
only 7 told the director; `drawn`, `drawn-by-default`, `both-lost`, `abandoned` or `void`; None while nothing counts.
Where it was corrected who met there, that is said with it (`as_met`)."""

Basis = tuple[tuple[int, Verdict], ...]
"""Earlier matches, each with what it had come to."""

Kind = Literal["match", "bye", "opening"]
"""What can be made from earlier results: a match, a bye, or the opening of a later stage."""

DerivedKey = tuple[Kind, int]
"""One of these, by its number."""

_DEFAULT = "default-"
_MET = " met "
VOID = "void"
"""The verdict of a match that was voided: it differs from that of an open match, so that what was made in its
place goes when it is reinstated."""

LAPSED = "lapsed"
"""What a match now is that hangs on what is so no longer. What is made from it remembers that nothing counts."""


@dataclass(frozen=True, slots=True)
class Ended:
    """Outcome of a match, in entries; `winner` is None where neither side has won. `without_play`: it is one of two
    teams, of which no board was played (TEA-4)."""

    how: Ending
    winner: int | None = None
    played_at: datetime | None = None
    without_play: bool = False

    @property
    def verdict(self) -> Verdict:
        if self.how == "default":
            return f"{_DEFAULT}{self.winner}"
        return self.winner if self.how == "won" else self.how

    @property
    def was_played(self) -> bool:
        """Whether it was won or drawn, and not by default."""
        return self.how in ("won", "drawn") and not self.without_play

    @property
    def by_default(self) -> bool:
        """Whether it was won by default."""
        return self.how == "default" or (self.how == "won" and self.without_play)

    def is_lost_by(self, entry: int) -> bool:
        """Whether the entry, one of the sides, has lost by it."""
        return self.how == "both-lost" or self.winner not in (None, entry)


def as_met(verdict: Verdict, sides: tuple[int, int], paired: tuple[int, int]) -> Verdict:
    """The verdict of a match of which it was corrected who met there: these, and not those who were paired."""
    if verdict is None or verdict == VOID or set(sides) == set(paired):
        return verdict
    return _MET.join((str(verdict), *("-".join(map(str, sorted(pair))) for pair in (sides, paired))))


def result_of_verdict(verdict: Verdict) -> Verdict:
    """Outcome of the match alone, as events write it."""
    if not isinstance(verdict, str) or _MET not in verdict:
        return verdict
    alone = verdict.partition(_MET)[0]
    return int(alone) if alone.isdecimal() else alone


def is_so_for(
    entries: Iterable[int], remembered: Verdict, now: Verdict, *, came: Collection[int] = (), left: Collection[int] = ()
) -> bool:
    """Whether the match, of which it was corrected who met there, came to the same for each of these entries as was
    remembered; where it was a match of none of them, whether the same has won. It says nothing of those who `came` in
    their place by other results, nor of those who have `left` it since."""
    then, since = _sides(remembered, now), _sides(now, remembered)
    was, is_ = end_of_verdict(remembered), end_of_verdict(now)
    mine = {*entries}.difference(came) & (then | since)
    if was is None or is_ is None or was.how != is_.how:
        return False
    if not mine:
        return was == is_ or not then.isdisjoint(left)
    return all(e in then and e in since and was.is_lost_by(e) == is_.is_lost_by(e) for e in mine)


def _sides(verdict: Verdict, other: Verdict) -> frozenset[int]:
    """The two who met by the verdict; where it does not say so, those who had been paired, by the other."""
    for said, place in ((verdict, 1), (other, 2)):
        if isinstance(said, str) and _MET in said:
            return frozenset(map(int, said.split(_MET)[place].split("-")))
    return frozenset()


def sides_met(verdict: Verdict, paired: tuple[int, ...]) -> tuple[int, ...]:
    """The sides that met by the verdict; where it does not say so, those paired."""
    return (*sorted(_sides(verdict, None)),) if is_of_corrected_sides(verdict) else paired


def is_of_corrected_sides(verdict: Verdict) -> bool:
    """Whether it says who met there."""
    return isinstance(verdict, str) and _MET in verdict


def end_of_verdict(verdict: Verdict) -> Ended | None:
    """The outcome recorded in this verdict; None where nothing counted."""
    verdict = result_of_verdict(verdict)
    if verdict is None or verdict == VOID:
        return None
    if isinstance(verdict, int):
        return Ended("won", verdict)
    if verdict.startswith(_DEFAULT):
        return Ended("default", int(verdict.removeprefix(_DEFAULT)))
    return Ended(cast("Ending", verdict))


def winner_by_verdict(verdict: Verdict) -> int | None:
    """The entry that has won by this verdict."""
    ended = end_of_verdict(verdict)
    return None if ended is None else ended.winner


class MatchSource(Value):
    """A match, with how it had ended and who had won; `ended` is None where nothing counted yet."""

    kind: Literal["match"] = "match"
    match: MatchNumber
    ended: Ending | Literal["void"] | None
    winner: EntryNumber | None

    @property
    def outcome(self) -> tuple[int, Verdict]:
        """The match's number, and what it had come to."""
        if self.ended is None or self.ended == "void":
            return self.match, self.ended and VOID
        return self.match, Ended(self.ended, self.winner).verdict


class EntrySource(Value):
    """An entry, and whether it had left."""

    kind: Literal["entry"] = "entry"
    entry: EntryNumber
    out: bool

    @property
    def outcome(self) -> tuple[int, Verdict]:
        """Minus the entry's number, and whether it was out."""
        return entry_key(self.entry), "out" if self.out else None


class MadeThing(Value):
    """A match, a bye, or the opening of a stage, by its number."""

    kind: Kind
    number: Number


def _source(outcome: tuple[int, Verdict]) -> MatchSource | EntrySource:
    number, verdict = outcome
    if is_entry_key(number):
        return EntrySource(entry=entry_of_key(number), out=verdict is not None)
    ended = end_of_verdict(verdict)
    if ended is None:
        return MatchSource(match=number, ended="void" if verdict == VOID else None, winner=None)
    return MatchSource(match=number, ended=ended.how, winner=ended.winner)


def _outcome(said: object) -> object:
    match said:
        case {"kind": "match"}:
            return MatchSource.model_validate(said).outcome
        case {"kind": "entry"}:
            return EntrySource.model_validate(said).outcome
        case (int() as number, int() | str() | None as verdict):
            return number, result_of_verdict(verdict)
        case _:
            return said


def _key(said: object) -> object:
    if not isinstance(said, dict):
        return said
    made = MadeThing.model_validate(said)
    return made.kind, made.number


def _made_thing(key: DerivedKey) -> MadeThing:
    return MadeThing(kind=key[0], number=key[1])


Source = Annotated[
    tuple[int, Verdict],
    BeforeValidator(_outcome),
    PlainSerializer(_source, return_type=Annotated[MatchSource | EntrySource, Field(discriminator="kind")]),
]
"""A match with what it had come to, or minus the number of an entry with whether it was out; written with its kind."""

Made = Annotated[DerivedKey, BeforeValidator(_key), PlainSerializer(_made_thing, return_type=MadeThing)]
"""What was made from earlier results; written with its kind."""
