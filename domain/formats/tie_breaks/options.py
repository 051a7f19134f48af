"""Options of the order of a table (TB-1, TB-6)."""

from typing import Annotated, ClassVar, Literal, Self, TypeVar

from pydantic import ConfigDict, Field, model_validator

from domain.formats.contract.protocol import Options
from domain.kernel.values import Value

OfResults = Literal[
    "PTS",
    "DE",
    "WON",
    "SB",
    "BH",
    "BH/C1",
    "SOLK",
    "PD",
    "PF",
    "PQ",
    "KS",
    "CUM",
    "OCUM",
    "DEF",
    "LOT",
    "SHARE",
    "ASK",
]
"""A criterion that results are enough for, by its published key (TB-9 to TB-28)."""

Key = Literal[OfResults, "PR"]
"""A criterion. PR are error rates, which analyses of matches have found (TD-20)."""

KeyOfAll = Literal[Key, "TIED"]
"""A criterion where everybody meets everybody. TIED is a table of those tied alone (RR-11)."""

LAST: frozenset[KeyOfAll] = frozenset({"LOT", "SHARE", "ASK"})
"""With what an order ends: the lots, shared ranks, or the director's word on who is first."""

TWICE: KeyOfAll = "DE"
"""A criterion that may be in an order twice: it sees those who are then tied (TB-1)."""

RULES_WITH_ORDER = 2

RULES_WITH_ERROR_RATES = 3

OptionsT = TypeVar("OptionsT", bound=Options)


class AnyOrder(Value):
    """Any order. `criteria` in their order: the points first, at the end the lots, shared ranks or the director.
    `edition` is that of the rules by which rounds without play count."""

    model_config = ConfigDict(revalidate_instances="subclass-instances")

    edition: Literal["fide-2026", "fide-2024"] = "fide-2026"
    criteria: Annotated[tuple[KeyOfAll, ...], Field(min_length=2, max_length=20)]

    @model_validator(mode="after")
    def _is_an_order(self) -> Self:
        first, *_, last = self.criteria
        if first != "PTS":
            raise ValueError("an order begins with PTS, the points")
        if last not in LAST or any(one in LAST for one in self.criteria[:-1]):
            raise ValueError("an order ends with LOT, SHARE or ASK, and none of these is before its end")
        twice = [one for one in self.criteria if self.criteria.count(one) > 1 + (one == TWICE)]
        if twice:
            raise ValueError(f"{twice[0]} is in the order more than once: a criterion has no effect the second time")
        return self


class ChosenOrder(AnyOrder):
    """An order where not everybody meets everybody. `criteria` in their order: the points first, at the end the lots,
    shared ranks or the director. `edition` is that of the rules by which rounds without play count."""

    criteria: Annotated[tuple[Key, ...], Field(min_length=2, max_length=20)]


class TieBreaks(ChosenOrder):
    """An order by results alone. `criteria` in their order: the points first, at the end the lots, shared ranks or the
    director. `edition` is that of the rules by which rounds without play count."""

    criteria: Annotated[tuple[OfResults, ...], Field(min_length=2, max_length=20)]


class AnyOrderOptions(Options):
    """`tie_breaks` is the order of the table; None: the one that the rules of the format name. It can change after the
    start, with a reason (TB-29). Rules 1 and 2 of such a format differ in nothing else."""

    after_start: ClassVar[frozenset[str]] = Options.after_start | {"tie_breaks", "rules_version"}

    tie_breaks: AnyOrder | None = None

    @property
    def uses_error_rates(self) -> bool:
        """Whether error rates decide anything (TD-20)."""
        return "PR" in self.chosen_order

    @property
    def chosen_order(self) -> tuple[str, ...]:
        """TB-1."""
        return () if self.tie_breaks is None else self.tie_breaks.criteria

    @property
    def _least_rules(self) -> int:
        """The first rules that can do what is asked of them."""
        if self.uses_error_rates:
            return RULES_WITH_ERROR_RATES
        return 1 if self.tie_breaks is None else RULES_WITH_ORDER

    @model_validator(mode="after")
    def _has_rules_of_an_order(self) -> Self:
        if self.rules_version >= self._least_rules:
            return self
        if "rules_version" in self.model_fields_set:
            raise ValueError(f"rules {self.rules_version} of it know less than is asked: leave rules_version out")
        self.__dict__["rules_version"] = self._least_rules  # a default that follows from another field
        return self


class OrderOptions(AnyOrderOptions):
    """An order in which error rates may rank."""

    tie_breaks: ChosenOrder | None = None


class ResultOrderOptions(OrderOptions):
    """An order by results alone."""

    tie_breaks: TieBreaks | None = None


class OrderOfAllOptions(AnyOrderOptions):
    """An order where everybody meets everybody."""

    tied_since: ClassVar[int] = 1
    """The rules since which those tied have a table of their own."""

    @property
    def _least_rules(self) -> int:
        return max(super()._least_rules, self.tied_since if "TIED" in self.chosen_order else 1)
