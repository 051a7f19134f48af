"""The formats there are. A new one is its file and a line here."""

from typing import Annotated

from pydantic import Field

from domain.formats.contract.protocol import AnyFormat, Options
from domain.formats.dual_ring import DualRing, DualRingOptions
from domain.formats.elimination.champion import Champion, ChampionOptions, CreditChart
from domain.formats.elimination.nxe import NTimesElimination, NxeOptions
from domain.formats.knockout import Knockout, KnockoutOptions
from domain.formats.open import OpenOptions, OpenPlay
from domain.formats.swiss import Swiss, SwissOptions
from domain.pairing.bracket_chart import BracketChart
from domain.pairing.ring_chart import RingChart
from domain.standings.crosstable import Crosstable

FormatOptions = Annotated[
    OpenOptions | NxeOptions | ChampionOptions | SwissOptions | KnockoutOptions | DualRingOptions,
    Field(discriminator="kind"),
]
"""The settings of any format, told apart by `kind`."""

FormatChart = Annotated[CreditChart | Crosstable | BracketChart | RingChart, Field(discriminator="kind")]
"""The chart of any format that has one, told apart by `kind`."""

FORMATS: dict[type[Options], AnyFormat] = {
    OpenOptions: OpenPlay(),
    NxeOptions: NTimesElimination(),
    ChampionOptions: Champion(),
    SwissOptions: Swiss(),
    KnockoutOptions: Knockout(),
    DualRingOptions: DualRing(),
}


def format_of(options: Options) -> AnyFormat:
    """The format whose settings these are."""
    return FORMATS[type(options)]
