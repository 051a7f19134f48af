"""What somebody says to announce a rating policy, and the constants that this makes (ELO-8)."""

from decimal import Decimal
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, ValidationError, model_validator
from pydantic_core import ErrorDetails

from domain.kernel.values import Pool, Value
from domain.rating.policy import (
    FEWEST,
    LARGEST_N,
    Constants,
    KBand,
    KBands,
    KFactor,
    KOfMean,
    LengthPower,
    PolicyName,
    PoolStart,
    Teams,
)
from domain.scoring.result import Form

Given = Annotated[Decimal, Field(allow_inf_nan=False, max_digits=20, decimal_places=12)]
Whole = Annotated[int, Field(strict=True, ge=0, le=1_000_000)]


class FallingK(Value):
    """K falls from `start` by `slope` for each point of experience, down to `floor`."""

    kind: Literal["falling"] = "falling"
    start: Given
    slope: Given
    floor: Given


class Band(Value):
    """K from so much experience on."""

    from_experience: Whole
    k: Given


class BandedK(Value):
    """K by bands of experience, each until the next begins."""

    kind: Literal["bands"] = "bands"
    bands: Annotated[tuple[Band, ...], Field(min_length=1, max_length=50)]


class MeanK(Value):
    """K falls from `start` by `slope` for each point of the mean of both ratings, within bounds; the same for both."""

    kind: Literal["mean-rating"] = "mean-rating"
    start: Given
    slope: Given
    floor: Given
    ceiling: Given


class NoK(Value):
    """The rule has no K."""

    kind: Literal["none"] = "none"


SaidK: TypeAlias = Annotated[FallingK | BandedK | MeanK | NoK, Field(discriminator="kind")]


class ModeN(Value):
    """The n of a form of match that is not to points."""

    form: Form | Literal["ring"]
    n: Whole


class SaidStart(Value):
    """The rating that everybody begins with in a pool (ELO-1)."""

    pool: Pool
    rating: Given
    experience: Whole = 0


class SaidPolicy(Value):
    """A policy's name and constants, as somebody says them. Raises ValueError where they contradict each other."""

    name: PolicyName
    start: Given
    k: SaidK
    common_k: bool = False
    factor: Given
    scale: Given
    length_in_chance: LengthPower = "sqrt"
    length_in_change: LengthPower = "sqrt"
    shortest: Whole = 1
    longest: Whole = LARGEST_N
    smallest_field: Whole = FEWEST
    teams: Teams = "not-rated"
    modes: Annotated[tuple[ModeN, ...], Field(max_length=20)] = ()
    pools: Annotated[tuple[SaidStart, ...], Field(max_length=20)] = ()

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if any(mode.form == "points" for mode in self.modes):
            raise ValueError("a match to points has its length as n: name `shortest` and `longest`")
        try:
            self.constants()
        except ValidationError as refused:
            raise ValueError("; ".join(map(_fault_text, refused.errors()))) from None
        return self

    def constants(self) -> Constants:
        """The policy's constants. Raises pydantic's ValidationError where that can't be."""
        same = {name: getattr(self, name) for name in _SAME}
        modes = tuple((mode.form, mode.n) for mode in self.modes)
        pools = tuple(PoolStart(**dict(start)) for start in self.pools)
        return Constants(**same, k=_k_of(self.k), modes=modes, pools=pools)


_SAME = (
    *("start", "common_k", "factor", "scale", "length_in_chance", "length_in_change"),
    *("shortest", "longest", "smallest_field", "teams"),
)


def _k_of(said: SaidK) -> KFactor | KBands | KOfMean | None:
    match said:
        case FallingK():
            return KFactor(start=said.start, slope=said.slope, floor=said.floor)
        case BandedK():
            return KBands(bands=tuple(KBand(from_experience=one.from_experience, k=one.k) for one in said.bands))
        case MeanK():
            return KOfMean(start=said.start, slope_of_mean=said.slope, floor=said.floor, ceiling=said.ceiling)
        case NoK():
            return None


def said_k(k: KFactor | KBands | KOfMean | None) -> SaidK:
    """That K as somebody would write it."""
    match k:
        case KFactor():
            return FallingK(start=k.start, slope=k.slope, floor=k.floor)
        case KBands():
            return BandedK(bands=tuple(Band(from_experience=one.from_experience, k=one.k) for one in k.bands))
        case KOfMean():
            return MeanK(start=k.start, slope=k.slope_of_mean, floor=k.floor, ceiling=k.ceiling)
        case None:
            return NoK()


def _fault_text(error: ErrorDetails) -> str:
    """The fault, with the name of the field where the message does not give it."""
    where = ".".join(str(part) for part in error["loc"] if isinstance(part, str) and part.islower())
    return f"{where}: {error['msg']}" if where else str(error["msg"]).removeprefix("Value error, ")
