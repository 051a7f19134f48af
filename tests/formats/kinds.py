"""Every format, as rulings and their reversals are tried in it."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal

import pytest
from hypothesis import strategies as st

from domain.formats.brackets.consolation import ConsolationOptions
from domain.formats.brackets.double_elimination import DoubleEliminationOptions
from domain.formats.brackets.placement import PlacementOptions
from domain.formats.brackets.stepladder import StepladderOptions
from domain.formats.buy_back import BuyBackOptions
from domain.formats.dual_ring import DualRingOptions
from domain.formats.elimination.champion import ChampionOptions
from domain.formats.elimination.lives_options import LivesOptions
from domain.formats.elimination.nxe import NxeOptions
from domain.formats.knockout import KnockoutOptions
from domain.formats.monrad.options import MonradOptions
from domain.formats.open import OpenOptions
from domain.formats.registry import FormatOptions
from domain.formats.round_robin.options import GroupsOptions, RollingGroupsOptions, RoundRobinOptions
from domain.formats.swiss import SwissOptions
from domain.kernel.ids import TournamentId
from domain.kernel.refusal import Refused
from domain.kernel.values import Side
from domain.scoring.games import Game, GamesPlayed
from domain.scoring.modes import LeftTable, RoomForm
from domain.scoring.result import Result, WinnerOnly
from domain.tournament.lifecycle.commands import AnnounceTournament
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import LaterStage, RatingTerms
from domain.tournament.matches import commands as match_commands
from tests.desk import TOURNAMENT
from tests.formats.acting import EVERYBODY, Deed, actor
from tests.formats.champion_desk import ChampionDesk
from tests.formats.directing import Play, office_play, play
from tests.formats.starting import started_as
from tests.rounds import RoundsDesk


def meet(desk: RoundsDesk, deed: Deed) -> None:
    """Two agree on a match in a room, or have played it, as the first always is; may be refused."""
    forms: Sequence[tuple[RoomForm, str | None]] = (
        ("five-points", "2.50"),
        ("three-games", "5.00"),
        ("single", "10.00"),
        ("normal", None),
        ("five-points", "5.00"),
        ("single", "20.00"),
    )
    form, stake = forms[deed.second % len(forms)]
    count = len(desk.state.entries)
    first = deed.first % count + 1
    second = (first + deed.second // len(forms) % (count - 1)) % count + 1
    by = actor(desk, deed.by, (first, second), deed.first)
    terms = {"sides": (first, second), "form": form, "stake": stake and Decimal(stake)}
    if deed.second % 4 or not desk.state.matches:
        result = _played(form, "first" if deed.won else "second", deed)
        match = match_commands.PlayedMatch.model_validate(terms | {"result": result})
        desk.do(match_commands.EnterResults(results=(match,)), by)
    else:
        desk.do(match_commands.MakeMatch.model_validate(terms), by)


def _played(form: RoomForm, winner: Side, deed: Deed) -> Result:
    won = Game(winner=winner, won="gammon" if deed.first % 2 else "single")
    games = {"five-points": won.model_copy(update={"cube": 8}), "single": won.model_copy(update={"cube": 4})}
    results: Sequence[Result] = (
        GamesPlayed(games=(games.get(form, won),) * (3 if form == "three-games" else 1)),
        LeftTable(leaver=winner, cube=2, borne_off=deed.won),
        LeftTable(leaver=winner),
        WinnerOnly(winner=winner),
    )
    return results[deed.first % len(results)]


def meet_or_play(desk: RoundsDesk, deed: Deed) -> None:
    """... or report one that was agreed on."""
    (play if deed.first % 4 == 0 and desk.facts.awaited else meet)(desk, deed)


PLAIN = Conditions()


@dataclass(frozen=True)
class Kind:
    """A format, the stages that follow, and how matches come about."""

    name: str
    options: FormatOptions
    stages: tuple[LaterStage, ...] = ()
    playing: Play = play
    desk: type[RoundsDesk] = RoundsDesk
    conditions: Conditions = PLAIN

    def __str__(self) -> str:
        return self.name


KNOCKOUT = KnockoutOptions(kind="knockout", lengths=(3,), third_place=True)
ROOM = OpenOptions(kind="open", forms=("five-points", "three-games", "single", "normal"), stakes=True)
KINDS = (
    Kind("open", ROOM, playing=meet_or_play),
    Kind("nxe", NxeOptions(kind="nxe", losses=2, lengths=(1, 5))),
    Kind("knockout", KNOCKOUT),
    Kind("double-elimination", DoubleEliminationOptions(kind="double-elimination", seeding="entry-order")),
    Kind("consolation", ConsolationOptions(kind="consolation", seeding="entry-order", join="second-place")),
    Kind("placement", PlacementOptions(kind="placement", seeding="entry-order", played_out=4)),
    Kind("stepladder", StepladderOptions(kind="stepladder", start=3)),
    Kind("round-robin", RoundRobinOptions(kind="round-robin", seeding="entry-order", lengths=(3,), pace="at-once")),
    Kind(
        "groups",
        GroupsOptions(kind="groups", groups=1, lengths=(3,), pace="at-once"),
        (LaterStage(format=KNOCKOUT, qualifiers=2),),
    ),
    Kind("rolling-groups", RollingGroupsOptions(kind="rolling-groups", lengths=(3,), group_size=3, pace="at-once")),
    Kind("six-games", KnockoutOptions(kind="knockout", form="six-games")),
    Kind("dual-ring", DualRingOptions(kind="dual-ring", length=3)),
    Kind("champion", ChampionOptions(kind="champion"), desk=ChampionDesk),
    Kind("monrad", MonradOptions(kind="monrad")),
    Kind("monrad of bouts", MonradOptions(kind="monrad", bouts="all", bout_matches=(2,))),
    Kind("lives", LivesOptions(kind="lives", lives=2)),
    Kind(
        "buy-back",
        BuyBackOptions(kind="buy-back", lengths=(3,)),
        (
            LaterStage(
                format=ConsolationOptions(kind="consolation", lengths=(3,), beaten_begin_in="consolation-bracket")
            ),
        ),
    ),
    Kind("swiss", SwissOptions(kind="swiss", rounds=3)),
    Kind("swiss+knockout", SwissOptions(kind="swiss", rounds=2), (LaterStage(format=KNOCKOUT, qualifiers=4),)),
)

in_every_format = pytest.mark.parametrize("kind", KINDS, ids=str)


def in_every_other_format(turn: int) -> pytest.MarkDecorator:
    """Those at even places for turn 0, at odd places for turn 1; `make proof` tries the others too. Of the tests about
    one thing, some take the one turn and some the other, so that each format has its share of them every day."""
    turns = [() if place % 2 == turn else pytest.mark.proof for place in range(len(KINDS))]
    tried = [pytest.param(kind, marks=marks) for kind, marks in zip(KINDS, turns, strict=True)]
    return pytest.mark.parametrize("kind", tried, ids=str)


def started(
    kind: Kind, entrants: int, tournament: TournamentId = TOURNAMENT, conditions: Conditions | None = None
) -> RoundsDesk:
    """A rated tournament of that format, started."""
    rating = RatingTerms(pool="normal", policy="room", policy_version=1)
    about = {"name": "Rulings", "format": kind.options, "rating": rating, "stages": kind.stages}
    given = {name: getattr(conditions, name) for name in conditions.model_fields_set} if conditions else {}
    announced = kind.conditions.model_copy(update=given)
    announcement = AnnounceTournament.model_validate({**about, "conditions": announced})
    return started_as(kind.desk, announcement, entrants, tournament)


def played(kind: Kind, entrants: int, tried: Sequence[Deed]) -> RoundsDesk:
    """... and played, as far as it goes."""
    desk = started(kind, entrants)
    for deed in tried:
        with suppress(Refused):
            kind.playing(desk, deed)
    return desk


_play = st.builds(
    Deed, st.just("play"), st.integers(0, 99), st.integers(0, 99), st.booleans(), st.sampled_from(EVERYBODY)
)
_rest = st.integers(0, 29).flatmap(lambda count: st.lists(_play, min_size=count, max_size=count))
plays = st.builds(lambda first, rest: [first, *rest], office_play, _rest)
"""As many results, so that long tournaments are as frequent as short ones; the office has the first of them played, so
that one counts."""
