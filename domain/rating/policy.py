"""Rating policies: the constants of the Elo formula as versioned data (ELO-8).

A policy never changes once published: a match is rated by its tournament's policy for ever (ALL-11).
A fix is a new version beside the old one.
"""

import hashlib
import json
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from math import ceil
from types import MappingProxyType
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from domain.scoring.result import Form

MICROPOINTS = 1_000_000
"""Micropoints in one rating point: ratings are integers of 1e-6 points (ELO-7)."""

LARGEST_N = 1000
"""No policy names a larger n; the proofs in `domain.rating.elo` rest on this bound."""

LARGEST_CHANGE = 1000
"""No policy lets one match move a rating by more points, for the same reason."""

MOST_K_STEPS = 10_000
"""K reaches its floor within this much experience: its values are kept in a table."""

LengthPower = Literal["sqrt", "linear", "none"]
"""How n enters a term: as √n, as n, or not at all."""


def radicand(power: LengthPower, n: int) -> int:
    """The integer whose square root is √n, n or 1: the way n enters a term."""
    return {"sqrt": n, "linear": n * n, "none": 1}[power]


Exact = Annotated[Decimal, Field(allow_inf_nan=False, ge=0)]
N = Annotated[int, Field(ge=1, le=LARGEST_N)]


class UnknownPolicyError(LookupError):
    """No policy of this name and version was ever published."""


class Frozen(BaseModel):
    """A value that is never edited; floats are refused where a decimal is meant."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class KFactor(Frozen):
    """K = max(floor, start - slope · experience), without units (ELO-4)."""

    start: Exact
    slope: Exact
    floor: Exact

    @model_validator(mode="after")
    def _reaches_its_floor_in_time(self) -> Self:
        if self.floor_from() > MOST_K_STEPS:
            raise ValueError(f"K must reach its floor within {MOST_K_STEPS} experience")
        return self

    def at(self, experience: int) -> Fraction:
        """K, exactly, of a player who has this experience before the match."""
        return max(Fraction(self.floor), Fraction(self.start) - Fraction(self.slope) * experience)

    def floor_from(self) -> int:
        """The experience from which on K no longer changes (0 when it never does)."""
        if self.slope == 0 or self.start <= self.floor:
            return 0
        return ceil((Fraction(self.start) - Fraction(self.floor)) / Fraction(self.slope))


StartRating = Annotated[Decimal, Field(allow_inf_nan=False, ge=0, le=100_000, decimal_places=6)]


class PoolStart(Frozen):
    """What everybody begins with in a pool: a rating in points, and experience (ELO-1)."""

    pool: str
    rating: StartRating
    experience: Annotated[int, Field(ge=0, le=MOST_K_STEPS)] = 0


class Policy(Frozen):
    """The constants of one version of a federation's rating rule.

    The change is factor · K · q(n) · P, where q is `length_in_change`. P = 1 / (10^(D·p(n)/scale) + 1),
    where p is `length_in_chance` and D the winner's rating minus the loser's: with this sign the two cases of
    ELO-3 are one.
    """

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]*$")]
    version: Annotated[int, Field(ge=1)]
    start: StartRating
    """A new player's rating in points, without experience, in each pool that is not named in `pools` (ELO-1)."""
    pools: Annotated[tuple[PoolStart, ...], Field(exclude_if=lambda pools: not pools)] = ()
    """What a new player begins with in a pool, where that is something else."""
    k: KFactor | None
    """None: the rule has no K."""
    factor: Exact
    """The factor before K, in points."""
    scale: Annotated[Decimal, Field(allow_inf_nan=False, ge=1, le=1_000_000)]
    """The difference in points at which one point's odds are ten to one."""
    length_in_chance: LengthPower
    length_in_change: LengthPower
    shortest: N
    longest: N
    """Matches to `shortest` up to `longest` points are rated, with n = their length (ELO-2)."""
    modes: tuple[tuple[str, N], ...] = ()
    """The n of what is not a match to points: (name of the mode, or form of the match, n)."""

    @model_validator(mode="after")
    def _is_unambiguous(self) -> Self:
        if self.shortest > self.longest:
            raise ValueError("the shortest rated length is above the longest")
        if len(dict(self.modes)) != len(self.modes):
            raise ValueError("a mode is named twice")
        if len({each.pool for each in self.pools}) != len(self.pools):
            raise ValueError("a pool is named twice")
        return self

    @model_validator(mode="after")
    def _moves_ratings_within_bounds(self) -> Self:
        largest_n = max([self.longest, *dict(self.modes).values()])
        square = (Fraction(self.factor) * self.k_at(0)) ** 2 * radicand(self.length_in_change, largest_n)
        if square > LARGEST_CHANGE**2:
            raise ValueError(f"one match could move a rating by more than {LARGEST_CHANGE} points")
        return self

    def __hash__(self) -> int:
        return hash(self.key)  # policies that are equal in everything are equal in this

    @property
    def key(self) -> tuple[str, int]:
        """Name and version, as events and ledger lines refer to a policy."""
        return self.name, self.version

    def k_at(self, experience: int) -> Fraction:
        """The player's K, exactly; 1 where the rule has none."""
        return self.k.at(experience) if self.k else Fraction(1)

    def start_in(self, pool: str) -> tuple[int, int]:
        """A new player's rating in that pool, in micropoints, and experience (ELO-1)."""
        for other in self.pools:
            if other.pool == pool:
                return int(Fraction(other.rating) * MICROPOINTS), other.experience
        return int(Fraction(self.start) * MICROPOINTS), 0

    def n_of(self, form: Form, length: int) -> int | None:
        """The n of a match of that form, `length` points where it is to points; None: it is not rated (SIX-3)."""
        return self.n_of_length(length) if form == "points" else self.n_of_mode(form)

    def n_of_length(self, points: int) -> int | None:
        """The n of a match to so many points; None: such a match is not rated (ELO-2)."""
        return points if self.shortest <= points <= self.longest else None

    def n_of_mode(self, mode: str) -> int | None:
        """The n of a mode that is not a match to points; None: it is not rated (ELO-2, SIX-3)."""
        return dict(self.modes).get(mode)

    def names_n(self, n: int) -> bool:
        """Whether some match has this n."""
        return self.n_of_length(n) is not None or n in dict(self.modes).values()

    def digest(self) -> str:
        """SHA-256, in hexadecimal, of the policy's canonical JSON: what publishing it pins."""
        text = json.dumps(self.model_dump(mode="json"), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


_ROOM = Policy(
    name="room",
    version=1,
    start=Decimal(1500),
    k=KFactor(start=Decimal(5), slope=Decimal("0.01"), floor=Decimal(1)),
    factor=Decimal(4),
    scale=Decimal(2000),
    length_in_chance="sqrt",
    length_in_change="sqrt",
    shortest=1,
    longest=LARGEST_N,
    modes=(("five-points", 5), ("three-games", 4), ("single", 2), ("normal", 1), ("ring", 1)),
)

_CLUB = Policy(
    name="club",
    version=1,
    start=Decimal(1800),
    k=KFactor(start=Decimal(1), slope=Decimal(0), floor=Decimal(1)),
    factor=Decimal(4),
    scale=Decimal(2000),
    length_in_chance="sqrt",
    length_in_change="sqrt",
    shortest=1,
    longest=LARGEST_N,
)

# Reading of ELO-8: "n·P without K or root" is the whole change, so the factor of 4 goes too; P stays as
# in ELO-3, root included; the start, of which nothing is said, stays as in ELO-1.
_DENMARK = Policy(
    name="denmark",
    version=1,
    start=Decimal(1500),
    k=None,
    factor=Decimal(1),
    scale=Decimal(2000),
    length_in_chance="sqrt",
    length_in_change="linear",
    shortest=1,
    longest=LARGEST_N,
)

PUBLISHED = {each.key: each for each in (_ROOM, _CLUB, _DENMARK)}
POLICIES: Mapping[tuple[str, int], Policy] = MappingProxyType(PUBLISHED)
"""Every policy ever published, by name and version; closed and only ever added to."""


def policy(name: str, version: int) -> Policy:
    """The published policy of that name and version (ELO-8).

    Raises `UnknownPolicyError`, naming those there are.
    """
    try:
        return POLICIES[name, version]
    except KeyError:
        known = ", ".join(f"{each} v{number}" for each, number in sorted(POLICIES))
        raise UnknownPolicyError(f"no rating policy {name} v{version}; published are: {known}") from None
