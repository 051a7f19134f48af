"""The formats there are, in each version of their rules. A new one is its file and two lines here: in `_NEWEST`
and in `AnyOptions`. Settings of a new version that have other fields are a class of their own."""

from collections.abc import Iterator, Mapping
from typing import Annotated, TypeVar, get_args

from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter

from domain.formats.brackets.consolation import ConsolationFormat, ConsolationOptions
from domain.formats.brackets.double_elimination import DoubleElimination, DoubleEliminationOptions
from domain.formats.brackets.placement import Placement, PlacementOptions
from domain.formats.brackets.stepladder import Stepladder, StepladderOptions
from domain.formats.buy_back import BuyBack, BuyBackOptions
from domain.formats.contract.protocol import AnyFormat, Options
from domain.formats.dual_ring import DualRing, DualRingOptions
from domain.formats.elimination.champion import Champion, ChampionOptions, CreditChart
from domain.formats.elimination.lives import Lives
from domain.formats.elimination.lives_chart import LivesChart
from domain.formats.elimination.lives_options import LivesOptions
from domain.formats.elimination.nxe import NTimesElimination, NxeOptions
from domain.formats.knockout import Knockout, KnockoutOptions
from domain.formats.monrad.options import MonradOptions
from domain.formats.monrad.rules import Monrad
from domain.formats.open import OpenOptions, OpenPlay
from domain.formats.round_robin.groups import Groups
from domain.formats.round_robin.options import GroupsOptions, RollingGroupsOptions, RoundRobinOptions
from domain.formats.round_robin.rolling import RollingGroups
from domain.formats.round_robin.rolling_chart import RollingChart
from domain.formats.round_robin.single import RoundRobin
from domain.formats.swiss import Swiss, SwissOptions
from domain.kernel.families import Family, Form, KindAndVersion
from domain.pairing.bracket_chart import BracketChart
from domain.pairing.brackets_chart import BracketsChart
from domain.pairing.ring_chart import RingChart
from domain.standings.crosstable import Crosstable
from domain.standings.round_robin_chart import RoundRobinChart

OptionsT = TypeVar("OptionsT", bound=Options)

_NEWEST: Mapping[str, tuple[int, AnyFormat]] = {
    "open": (1, OpenPlay()),
    "nxe": (1, NTimesElimination()),
    "champion": (1, Champion()),
    "swiss": (5, Swiss()),
    "knockout": (5, Knockout()),
    "dual-ring": (1, DualRing()),
    "double-elimination": (6, DoubleElimination()),
    "consolation": (7, ConsolationFormat()),
    "stepladder": (2, Stepladder()),
    "placement": (2, Placement()),
    "round-robin": (5, RoundRobin()),
    "groups": (6, Groups()),
    "rolling-groups": (2, RollingGroups()),
    "monrad": (5, Monrad()),
    "lives": (6, Lives()),
    "buy-back": (1, BuyBack()),
}
"""The format of each `kind`, and the newest version of its rules."""

FORMATS: Mapping[KindAndVersion, AnyFormat] = {
    (kind, rules): chosen for kind, (newest, chosen) in _NEWEST.items() for rules in range(1, newest + 1)
}
"""Every version of the rules of every format, by `kind` and `rules`: only ever added to. What a tournament was
announced under holds for it to its end (ALL-11)."""


def _kind(kind: str) -> str:
    if kind not in KINDS:
        raise ValueError(f"must be one of {', '.join(KINDS)}")
    return kind


KINDS = tuple(_NEWEST)
FormatKind = Annotated[str, Field(max_length=40, json_schema_extra={"enum": list(KINDS)}), AfterValidator(_kind)]
"""The `kind` of a format's settings."""


def format_of(options: Options) -> AnyFormat:
    """The format whose settings these are, in the version that they pin."""
    return FORMATS[options.kind, options.rules_version]


def _require_known(options: OptionsT) -> OptionsT:
    if (options.kind, options.rules_version) not in FORMATS:
        known = ", ".join(str(rules) for kind, rules in sorted(FORMATS) if kind == options.kind)
        raise ValueError(f"there are no rules {options.rules_version} of {options.kind}; choose one of {known}")
    return options


AnyOptions = (
    OpenOptions
    | NxeOptions
    | ChampionOptions
    | SwissOptions
    | KnockoutOptions
    | DualRingOptions
    | DoubleEliminationOptions
    | ConsolationOptions
    | StepladderOptions
    | PlacementOptions
    | RoundRobinOptions
    | GroupsOptions
    | RollingGroupsOptions
    | MonradOptions
    | LivesOptions
    | BuyBackOptions
)
"""The settings of any format."""

FormatOptions = Annotated[AnyOptions, Field(discriminator="kind"), AfterValidator(_require_known)]
"""The settings of any format, told apart by `kind`; of rules that there are."""

_READER: TypeAdapter[AnyOptions] = TypeAdapter(FormatOptions, config=ConfigDict(defer_build=True))


def read_options(told: Mapping[str, object]) -> AnyOptions:
    """The settings of a format as they are told in JSON; what is left out is as the format has it. Raises
    ValidationError."""
    return _READER.validate_python(told)


class _Forms(Mapping[KindAndVersion, Form[AnyOptions]]):
    """The settings of every format as they are stored."""

    def __getitem__(self, name: KindAndVersion) -> Form[AnyOptions]:
        return FORMATS[name].stored_form(name[1])

    def __iter__(self) -> Iterator[KindAndVersion]:
        return iter(FORMATS)

    def __len__(self) -> int:
        return len(FORMATS)


def _name_of(options: AnyOptions) -> KindAndVersion:
    return options.kind, options.rules_version


SETTINGS = Family[AnyOptions]("format", get_args(AnyOptions), _Forms(), _name_of)
"""A format's settings as events hold them: their version is that of the rules."""

FormatChart = Annotated[
    CreditChart | LivesChart | Crosstable | BracketChart | BracketsChart | RingChart | RollingChart | RoundRobinChart,
    Field(discriminator="kind"),
]
"""The chart of any format that has one, told apart by `kind`."""
