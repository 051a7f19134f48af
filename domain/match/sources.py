"""How events write what something was made from, and what was made from it (ALL-4)."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, PlainSerializer

from domain.kernel.ids import EntryNumber, MatchNumber
from domain.kernel.values import Number, Value
from domain.match.record import DerivedKey, Kind
from domain.match.verdict import VOID, Ended, Ending, Verdict, ended_as


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
        return -self.entry, "out" if self.out else None


class MadeThing(Value):
    """A match, a bye, or the opening of a stage, by its number."""

    kind: Kind
    number: Number


def _source(outcome: tuple[int, Verdict]) -> MatchSource | EntrySource:
    number, verdict = outcome
    if number < 0:
        return EntrySource(entry=-number, out=verdict is not None)
    ended = ended_as(verdict)
    if ended is None:
        return MatchSource(match=number, ended="void" if verdict == VOID else None, winner=None)
    return MatchSource(match=number, ended=ended.how, winner=ended.winner)


def _outcome(said: object) -> object:
    match said:
        case {"kind": "match"}:
            return MatchSource.model_validate(said).outcome
        case {"kind": "entry"}:
            return EntrySource.model_validate(said).outcome
        case _:
            return said


def _key(said: object) -> object:
    if not isinstance(said, dict):
        return said
    made = MadeThing.model_validate(said)
    return made.kind, made.number


def _made(key: DerivedKey) -> MadeThing:
    return MadeThing(kind=key[0], number=key[1])


Source = Annotated[
    tuple[int, Verdict],
    BeforeValidator(_outcome),
    PlainSerializer(_source, return_type=Annotated[MatchSource | EntrySource, Field(discriminator="kind")]),
]
"""A match with what it had come to, or minus the number of an entry with whether it was out; written with its kind."""

Made = Annotated[DerivedKey, BeforeValidator(_key), PlainSerializer(_made, return_type=MadeThing)]
"""What was made from earlier results; written with its kind."""
