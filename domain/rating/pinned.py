"""Rating policies as events hold them: its constants, and the digest of the whole (ELO-8, ALL-11)."""

from domain.kernel.families import Family, Form
from domain.kernel.values import Value
from domain.rating.policy import (
    Constants,
    KBands,
    KFactor,
    KOfMean,
    LengthPower,
    N,
    PoolStart,
    Positive,
    StartRating,
    Teams,
)


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


class SecondConstants(FirstConstants):
    """The constants of a policy that says how teams are rated."""

    teams: Teams


def _read_constants(stored: FirstConstants) -> Constants:
    return Constants(**dict(stored))


def _write_first(constants: Constants) -> FirstConstants:
    return FirstConstants(**{name: getattr(constants, name) for name in FirstConstants.model_fields})


def _write_second(constants: Constants) -> SecondConstants:
    return SecondConstants(**dict(constants))


CONSTANTS = Family(
    "rating-constants",
    Constants,
    {
        ("elo", 1): Form(FirstConstants, _read_constants, _write_first),
        ("elo", 2): Form(SecondConstants, _read_constants, _write_second),
    },
    lambda constants: ("elo", 1 if constants.teams == "not-rated" else 2),
)
"""What a rating policy says. A parameter more is a version of its own."""
