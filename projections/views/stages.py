"""Documents of the stages of a tournament: how each was opened, its table, its chart, and what the numbers in the table
are made of (SEL-1, SEL-2, SWI-11)."""

from typing import Annotated, Any

from domain.formats.contract.account import Account
from domain.formats.registry import FormatChart, FormatOptions, format_of
from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Value
from domain.kernel.visibility import PUBLIC
from domain.match.record import Opening
from domain.tournament.derived.stage import Stage, stages_of
from domain.tournament.lifecycle.events import LaterStage
from domain.tournament.state import PLAY_OFF, Tournament, announced_settings
from projections.views.tournaments import StandingsView, table_fields


class OpeningView(Value):
    """The opening of a stage: its field, the first seed first. `coin_flips` are the groups that a coin put in order;
    `reason` says why it was named by hand. `version` is that of the event; a void one was overtaken by a change of
    results before it (ALL-4)."""

    seeds: tuple[int, ...]
    coin_flips: tuple[tuple[int, ...], ...]
    reason: Annotated[PersonalText | None, PUBLIC]
    version: int
    void: bool


class StageView(Value):
    """A stage: its format's `kind`; how many go up to it (None: the first stage, all of them); how it was opened, the
    last time last; the matches played in place of a coin before it; and how many rounds were played before it, from
    where rounds in charts and accounts are counted. `has_rounds`: it is played in rounds; where nobody `is_paired`, any
    two play when they like."""

    number: int
    kind: str
    qualifiers: int | None
    opened: bool
    openings: tuple[OpeningView, ...]
    play_offs: tuple[int, ...]
    rounds_before: int
    has_rounds: bool
    is_paired: bool


class StageStandingsView(StandingsView):
    """The table of one stage: those who played in it."""

    stage: int


class EntrantView(Value):
    """An entrant of a stage."""

    entry: int
    person: PersonId
    team_name: Annotated[PersonalText | None, PUBLIC]


class ChartView(Value):
    """The chart of a stage beside its table, at a version of the tournament: a crosstable, a bracket, a ring, lives or
    credits by round. `chart` is None where the format has none, or nothing to show yet."""

    tournament: TournamentId
    version: int
    stage: int
    rounds_before: int
    chart: FormatChart | None
    entrants: tuple[EntrantView, ...]


class AccountView(Value):
    """The parts of the numbers in an entry's line of a stage's table; `entrants` are it and who the parts name."""

    tournament: TournamentId
    version: int
    stage: int
    rounds_before: int
    entry: int
    accounts: tuple[Account, ...]
    entrants: tuple[EntrantView, ...]


def stage_views(state: Tournament) -> tuple[StageView, ...]:
    """All stages, those to come among them."""
    settings = announced_settings(state)
    opened = {stage.facts.stage: stage.facts.rounds_before for stage in stages_of(state)} if state.started else {}
    first = StageView(
        number=1,
        kind=settings.format.kind,
        qualifiers=None,
        opened=state.started,
        openings=(),
        play_offs=(),
        rounds_before=0,
        **_traits(settings.format),
    )
    return (first, *(_later_stage(state, stage, n, opened.get(n)) for n, stage in enumerate(settings.stages, 2)))


def _later_stage(state: Tournament, stage: LaterStage, number: int, rounds_before: int | None) -> StageView:
    """`rounds_before` is None where it has not been opened."""
    return StageView(
        number=number,
        kind=stage.format.kind,
        qualifiers=stage.qualifiers,
        opened=rounds_before is not None,
        openings=tuple(_opening(one) for one in state.rounds.openings if one.stage == number),
        play_offs=state.rounds.slots.get((PLAY_OFF, f"play-off-{number}"), ()),
        rounds_before=rounds_before or 0,
        **_traits(stage.format),
    )


def _traits(options: FormatOptions) -> dict[str, bool]:
    rules = format_of(options)
    return {"has_rounds": rules.has_rounds, "is_paired": rules.is_paired}


def _opening(opening: Opening) -> OpeningView:
    return OpeningView.from_attributes(opening, void=not opening.live)


def stage_standings_view(state: Tournament, stage: Stage) -> StageStandingsView:
    """The stage's own table."""
    return StageStandingsView(stage=stage.facts.stage, **table_fields(state, stage.table()))


def chart_view(state: Tournament, stage: Stage) -> ChartView:
    """The stage's chart."""
    entrants = tuple(_entrant(state, entrant.number) for entrant in stage.facts.entrants)
    chart = stage.rules.chart(stage.options, stage.facts)
    return ChartView.model_validate({**_place(state, stage), "chart": chart, "entrants": entrants})


def _entrant(state: Tournament, number: int) -> EntrantView:
    return EntrantView.from_attributes(state.entries[number], entry=number)


def account_view(state: Tournament, stage: Stage, entry: int) -> AccountView:
    """The accounts of an entry of that stage."""
    accounts = tuple(stage.accounts(entry))
    met = {part.opponent for one in accounts for part in one.parts if part.opponent is not None}
    entrants = tuple(_entrant(state, number) for number in sorted({entry, *met}))
    return AccountView(**_place(state, stage), entry=entry, accounts=accounts, entrants=entrants)


def _place(state: Tournament, stage: Stage) -> dict[str, Any]:
    return {
        "tournament": state.id,
        "version": state.version,
        "stage": stage.facts.stage,
        "rounds_before": stage.facts.rounds_before,
    }
