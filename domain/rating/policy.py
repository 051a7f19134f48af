"""Rating policies: the constants of the Elo formula as versioned data (ELO-8).

A policy never changes once it is announced: a match is rated by its tournament's policy for ever (ALL-11). A fix is a
new version beside the old one. A policy is numbers and choices, never a formula as text. Some policies come with the
service; a federation announces others as events.
"""

import hashlib
import json
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cache
from math import ceil
from types import MappingProxyType
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from domain.kernel.values import Pool
from domain.scoring.result import Form

MICROPOINTS = 1_000_000
"""Micropoints in one rating point: ratings are integers of 1e-6 points (ELO-7)."""

LARGEST_N = 1000
"""No policy names a larger n; the proofs in `domain.rating.elo` rest on this bound."""

LARGEST_CHANGE = 1000
"""No policy lets one match move a rating by more points, for the same reason."""

MOST_K_STEPS = 10_000
"""K reaches its floor within this much experience: its values are kept in a table."""

LengthPower = Literal["sqrt", "three-quarters", "linear", "none"]
"""How n enters a term: as √n, as n to the power of three quarters, as n, or not at all."""

_QUARTERS: Mapping[LengthPower, int] = {"sqrt": 2, "three-quarters": 3, "linear": 4, "none": 0}


def radicand(power: LengthPower, n: int) -> int:
    """The integer whose fourth root is the way n enters a term."""
    return int(n ** _QUARTERS[power])


Exact = Annotated[Decimal, Field(allow_inf_nan=False, ge=0, max_digits=20, decimal_places=12)]
Positive = Annotated[Decimal, Field(allow_inf_nan=False, gt=0, max_digits=20, decimal_places=12)]
"""What may not be zero: nobody's rating would ever change."""

N = Annotated[int, Field(ge=1, le=LARGEST_N)]


Teams = Literal["not-rated", "as-one"]
"""How matches of two teams that play as one side each are rated: not at all, or as those of two players, each team
with a rating of its own beside those of its members (TEA-8)."""

PolicyKey = tuple[str, int]
"""Name and version."""

FEWEST = 2
"""Nobody plays alone."""


class UnknownPolicyError(LookupError):
    """No policy of this name and version was ever published."""


class Frozen(BaseModel):
    """A value that is never edited; floats are refused where a decimal is meant."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class KFactor(Frozen):
    """K = max(floor, start - slope · experience), without units (ELO-4)."""

    start: Positive
    slope: Exact
    floor: Positive

    @model_validator(mode="after")
    def _reaches_its_floor_in_time(self) -> Self:
        if self.start < self.floor:
            raise ValueError("K starts below its floor: choose a start at the floor or above")
        if self.floor_from() > MOST_K_STEPS:
            raise ValueError(f"K must reach its floor within {MOST_K_STEPS} experience: choose a steeper slope")
        return self

    @property
    def largest(self) -> Fraction:
        """The largest K that anybody can have."""
        return self.at(0)

    def at(self, experience: int) -> Fraction:
        """K, exactly, of a player who has this experience before the match."""
        return max(Fraction(self.floor), Fraction(self.start) - Fraction(self.slope) * experience)

    def floor_from(self) -> int:
        """The experience from which on K no longer changes (0 when it never does)."""
        if self.slope == 0 or self.start <= self.floor:
            return 0
        return ceil((Fraction(self.start) - Fraction(self.floor)) / Fraction(self.slope))


class KBand(Frozen):
    """K from so much experience on."""

    from_experience: Annotated[int, Field(ge=0, le=MOST_K_STEPS)]
    k: Positive


class KBands(Frozen):
    """K by bands of experience: each band's K holds until the next begins."""

    bands: Annotated[tuple[KBand, ...], Field(min_length=1, max_length=50)]

    @model_validator(mode="after")
    def _bands_follow_one_another(self) -> Self:
        begins = [band.from_experience for band in self.bands]
        if begins[0] != 0:
            raise ValueError("the first band of K begins at experience 0")
        if begins != sorted(set(begins)):
            raise ValueError("each band of K begins after the one before it")
        return self

    @property
    def largest(self) -> Fraction:
        """The largest K that anybody can have."""
        return max(Fraction(band.k) for band in self.bands)

    def at(self, experience: int) -> Fraction:
        """K, exactly, of a player who has this experience before the match."""
        return Fraction(next(band.k for band in reversed(self.bands) if band.from_experience <= experience))

    def floor_from(self) -> int:
        """The experience from which on K no longer changes."""
        return self.bands[-1].from_experience


class KOfMean(Frozen):
    """K = start - slope · the mean of both ratings, in points, between a floor and a ceiling; the same for both."""

    start: Positive
    slope_of_mean: Positive
    floor: Positive
    ceiling: Positive

    @model_validator(mode="after")
    def _has_room(self) -> Self:
        if self.floor > self.ceiling:
            raise ValueError("the floor of K is above its ceiling")
        return self

    @property
    def largest(self) -> Fraction:
        """The largest K that anybody can have."""
        return Fraction(self.ceiling)

    def of_mean(self, mean: Fraction) -> Fraction:
        """K, exactly, where the mean of both ratings is so many points."""
        k = Fraction(self.start) - Fraction(self.slope_of_mean) * mean
        return min(max(k, Fraction(self.floor)), Fraction(self.ceiling))


StartRating = Annotated[Decimal, Field(allow_inf_nan=False, ge=0, le=100_000, decimal_places=6)]


PolicyName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,39}$")]
"""Small letters, digits and hyphens."""


class PoolStart(Frozen):
    """The rating that everybody begins with in a pool: a rating in points, and experience (ELO-1)."""

    pool: Pool
    rating: StartRating
    experience: Annotated[int, Field(ge=0, le=MOST_K_STEPS)] = 0


class Constants(Frozen):
    """The constants of a federation's rating rule.

    The change is factor · K · q(n) · P, where q is `length_in_change`. P = 1 / (10^(D·p(n)/scale) + 1),
    where p is `length_in_chance` and D the winner's rating minus the loser's: with this sign the two cases of
    ELO-3 are one.
    """

    start: StartRating
    """A new player's rating in points, without experience, in each pool that is not named in `pools` (ELO-1)."""
    pools: Annotated[tuple[PoolStart, ...], Field(exclude_if=lambda pools: not pools)] = ()
    """What a new player begins with in a pool, where that is something else."""
    k: KFactor | KBands | KOfMean | None
    """None: the rule has no K."""
    common_k: Annotated[bool, Field(exclude_if=lambda said: said is False)] = False
    """Whether both have the mean of their own K (**Reading**), so that one gains what the other loses."""
    factor: Positive
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
    smallest_field: Annotated[int, Field(ge=2, le=1000, exclude_if=lambda field: field == FEWEST)] = FEWEST
    """Matches of a tournament are rated that so many persons or more have entered."""
    teams: Annotated[Teams, Field(exclude_if=lambda teams: teams == "not-rated")] = "not-rated"
    """What becomes of matches of teams that play as one side, such as doubles."""

    @model_validator(mode="after")
    def _is_unambiguous(self) -> Self:
        if self.shortest > self.longest:
            raise ValueError("the shortest rated length is above the longest")
        if self.common_k and (self.k is None or isinstance(self.k, KOfMean)):
            raise ValueError("a common K needs a K by experience: any other K is already the same for both")
        if len(dict(self.modes)) != len(self.modes):
            raise ValueError("a mode is named twice")
        if len({each.pool for each in self.pools}) != len(self.pools):
            raise ValueError("a pool is named twice")
        return self

    @model_validator(mode="after")
    def _moves_ratings_within_bounds(self) -> Self:
        largest_n = max([self.longest, *dict(self.modes).values()])
        largest = (Fraction(self.factor) * self.largest_k) ** 4 * radicand(self.length_in_change, largest_n)
        if largest > LARGEST_CHANGE**4:
            raise ValueError(
                f"one match could move a rating by more than {LARGEST_CHANGE} points: choose a smaller factor or K"
            )
        return self

    @property
    def largest_k(self) -> Fraction:
        """The largest K that anybody can have."""
        return self.k.largest if self.k else Fraction(1)

    @property
    def k_is_own(self) -> bool:
        """Whether each player's K follows from their own experience alone."""
        return not self.common_k and not isinstance(self.k, KOfMean)

    def k_at(self, experience: int) -> Fraction:
        """The player's own K, exactly; 1 where the rule has none. Raises `ValueError` where K is by both ratings."""
        if isinstance(self.k, KOfMean):
            raise ValueError("K follows from both ratings")
        return self.k.at(experience) if self.k else Fraction(1)

    def ks(self, ratings: tuple[int, int], experiences: tuple[int, int]) -> tuple[Fraction, Fraction]:
        """The K of either player, exactly, by their ratings in micropoints and experiences before the match."""
        if isinstance(self.k, KOfMean):
            k = self.k.of_mean(Fraction(sum(ratings), 2 * MICROPOINTS))
            return k, k
        first, second = map(self.k_at, experiences)
        return ((first + second) / 2,) * 2 if self.common_k else (first, second)

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


class Policy(Constants):
    """One version of a federation's rating rule."""

    name: PolicyName
    version: Annotated[int, Field(ge=1)]

    def __hash__(self) -> int:
        return hash(self.key)  # policies that are equal in everything are equal in this

    def __lt__(self, other: "Policy") -> bool:
        return self.key < other.key

    @property
    def key(self) -> PolicyKey:
        """Name and version, as ledger lines refer to a policy."""
        return self.name, self.version

    @property
    def constants(self) -> Constants:
        """Its constants, without its name and version."""
        return Constants(**{field: getattr(self, field) for field in Constants.model_fields})

    def digest(self) -> str:
        """SHA-256, in hexadecimal, of the policy's canonical JSON: what announcing it pins."""
        text = json.dumps(self.model_dump(mode="json"), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


Policies = Mapping[PolicyKey, Policy]
"""Policies by name and version."""

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
POLICIES: Policies = MappingProxyType(PUBLISHED)
"""The policies that come with the service, by name and version; closed and only ever added to."""


def policy(name: str, version: int, among: Policies = POLICIES) -> Policy:
    """The policy of that name and version (ELO-8), by default among those that come with the service.

    Raises `UnknownPolicyError`, naming those there are.
    """
    try:
        return among[name, version]
    except KeyError:
        known = ", ".join(f"{each} v{number}" for each, number in sorted(among))
        raise UnknownPolicyError(f"no rating policy {name} v{version}; published are: {known}") from None


@cache
def made_policy(name: str, version: int, constants: Constants) -> Policy:
    """The policy of that name and version that says so: the same object for the same."""
    known = POLICIES.get((name, version))
    made = Policy(name=name, version=version, **dict(constants))
    return known if known == made else made
