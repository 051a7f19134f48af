"""How events hold a rating policy: its constants, and the digest of the whole (ELO-8, ALL-11)."""

from domain.kernel.families import Family, Form
from domain.kernel.values import Value
from domain.rating.policy import Constants, KBands, KFactor, KOfMean, LengthPower, N, PoolStart, Positive, StartRating


class FirstConstants(Value):
    """The constants as events hold them."""

    start: StartRating
    pools: tuple[PoolStart, ...]
    k: KFactor | KBands | KOfMean | None
    common_k: bool
    factor: Positive
    scale: Positive
    length_in_chance: LengthPower
    length_in_change: LengthPower
    shortest: N
    longest: N
    modes: tuple[tuple[str, N], ...]
    smallest_field: int


def _read(stored: FirstConstants) -> Constants:
    return Constants(**dict(stored))


def _write(constants: Constants) -> FirstConstants:
    return FirstConstants(**dict(constants))


CONSTANTS = Family(
    "rating-constants", Constants, {("elo", 1): Form(FirstConstants, _read, _write)}, lambda _: ("elo", 1)
)
"""What a rating policy says. A parameter more is a version of its own."""
