"""The formats there are, in each version of their rules. A new one is its file and a line here; so is a new version."""

from typing import Annotated, TypeVar

from pydantic import AfterValidator, Field

from domain.formats.contract.protocol import AnyFormat, Options
from domain.formats.dual_ring import DualRing, DualRingOptions
from domain.formats.elimination.champion import Champion, ChampionOptions, CreditChart
from domain.formats.elimination.lives_chart import LivesChart
from domain.formats.elimination.nxe import NTimesElimination, NxeOptions
from domain.formats.knockout import Knockout, KnockoutOptions
from domain.formats.open import OpenOptions, OpenPlay
from domain.formats.swiss import Swiss, SwissOptions
from domain.pairing.bracket_chart import BracketChart
from domain.pairing.ring_chart import RingChart
from domain.standings.crosstable import Crosstable

OptionsT = TypeVar("OptionsT", bound=Options)

FORMATS: dict[tuple[str, int], AnyFormat] = {
    ("open", 1): OpenPlay(),
    ("nxe", 1): NTimesElimination(),
    ("champion", 1): Champion(),
    ("swiss", 1): Swiss(),
    ("knockout", 1): Knockout(),
    ("dual-ring", 1): DualRing(),
}
"""Every version of the rules of every format, by `kind` and `rules`: only ever added to. What a tournament was
announced under holds for it to its end (ALL-11)."""


def _kind(kind: str) -> str:
    if kind not in KINDS:
        raise ValueError(f"must be one of {', '.join(KINDS)}")
    return kind


KINDS = tuple(dict.fromkeys(kind for kind, _ in FORMATS))
FormatKind = Annotated[str, Field(max_length=40, json_schema_extra={"enum": list(KINDS)}), AfterValidator(_kind)]
"""The `kind` of a format's settings."""


def format_of(options: Options) -> AnyFormat:
    """The format whose settings these are, in the version that they pin."""
    return FORMATS[options.kind, options.rules_version]


def _known(options: OptionsT) -> OptionsT:
    if (options.kind, options.rules_version) not in FORMATS:
        known = ", ".join(str(rules) for kind, rules in sorted(FORMATS) if kind == options.kind)
        raise ValueError(f"there are no rules {options.rules_version} of {options.kind}; there are: {known}")
    return options


FormatOptions = Annotated[
    OpenOptions | NxeOptions | ChampionOptions | SwissOptions | KnockoutOptions | DualRingOptions,
    Field(discriminator="kind"),
    AfterValidator(_known),
]
"""The settings of any format, told apart by `kind`; of rules that there are."""

FormatChart = Annotated[CreditChart | LivesChart | Crosstable | BracketChart | RingChart, Field(discriminator="kind")]
"""The chart of any format that has one, told apart by `kind`."""
