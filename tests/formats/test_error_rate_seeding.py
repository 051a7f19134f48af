"""A first field seeded by error rates (TD-20): who comes first, who is behind, and what is recorded of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

import pytest
from pydantic import TypeAdapter

from domain.formats.monrad.options import MonradOptions
from domain.formats.registry import AnyOptions, FormatOptions
from domain.kernel.envelope import Actor
from domain.kernel.ids import PersonId, person_stream
from domain.person.state import Person, initial
from domain.tournament.decisions.reviews.review_items import Sources, reviews, seeds_now
from domain.tournament.guards.context import Context, as_founded
from domain.tournament.lifecycle.commands import (
    AnnounceTournament,
    ChangeConditions,
    ChangeSettings,
    StartTournament,
    WithdrawStart,
)
from domain.tournament.lifecycle.conditions import Conditions, ErrorRateSeeding
from domain.tournament.rounds.commands import SeedField
from domain.tournament.rounds.events import FieldSeededByErrorRates
from tests.desk import NOON, Drawer, entered, person
from tests.formats.knockout_play import KnockoutDesk

PROGRAM = "Engine 1.08, 2-ply"
OPTIONS: TypeAdapter[AnyOptions] = TypeAdapter(FormatOptions)
Found = Mapping[PersonId, tuple[int, int]]
FOUND: Mapping[str, tuple[int, int]] = {"B": (3, 15_000), "C": (2, 8_000), "D": (1, 2_000), "E": (4, 16_000)}
"""Matches and sums in thousandths: means of 5, 4, 2 and 4; A and F have none."""


@dataclass(repr=False)
class SeedingDesk(KnockoutDesk):
    """A desk that knows these error rates, by letter; it notes what it was asked for."""

    found: Mapping[str, tuple[int, int]] = field(default_factory=lambda: FOUND)
    asked: list[tuple[str, datetime]] = field(default_factory=list)

    def context(self, actor: Actor) -> Context:
        return replace(super().context(actor), error_rates=self._error_rates)

    def _error_rates(self, program: str, since: datetime, persons: Sequence[PersonId]) -> tuple[Found, int]:
        self.asked.append((program, since))
        known = {person(letter): found for letter, found in self.found.items()}
        return {one: known[one] for one in persons if one in known}, 317


def of(kind: str, seeding: str = "entry-order") -> AnyOptions:
    return OPTIONS.validate_python({"kind": kind, "lengths": (1,), "seeding": seeding})


def announced(options: AnyOptions, letters: str = "ABCDEF", **told: object) -> SeedingDesk:
    seeding = ErrorRateSeeding.model_validate({"program": PROGRAM, "days": 100, **told})
    desk = SeedingDesk(secrets=Drawer("seeding"))
    desk.do(AnnounceTournament(name="Cup", format=options, conditions=Conditions(error_rate_seeding=seeding)))
    entered(desk, letters)
    return desk


def knockout(seeding: str = "entry-order", **told: object) -> SeedingDesk:
    options = of("knockout", seeding)
    desk = announced(options, "ABCDEF", **told)
    desk.act("starts")
    return desk


def seeded(desk: SeedingDesk) -> FieldSeededByErrorRates:
    *_, newest = (one.event for one in desk.history if isinstance(one.event, FieldSeededByErrorRates))
    return newest


@pytest.mark.rule("TD-20", "ALL-14", "SE-3")
def test_field_is_seeded_by_the_lowest_mean_error_rate_first() -> None:
    """D 2, C and E 4 in the order of entries, B 5; A and F, who have none, behind. Of six the first two have byes."""
    desk = knockout()
    event = seeded(desk)
    assert [desk.letter(entry) for entry in event.seeds] == ["D", "C", "E", "B"]
    found = [(desk.letter(one.entry), one.matches, one.error_rates_thousandths) for one in event.error_rates]
    assert found == [("B", 3, 15_000), ("C", 2, 8_000), ("D", 1, 2_000), ("E", 4, 16_000)]
    assert (event.program, event.fewest_matches, event.log_position) == (PROGRAM, 1, 317)
    assert desk.asked == [(PROGRAM, event.since)]
    assert (NOON - event.since).days in (99, 100)
    assert {name for name, _ in desk.standing()} == {"1-1 D alone", "1-2 B-A", "1-3 C alone", "1-4 E-F"}


@pytest.mark.rule("TD-20")
def test_player_with_too_few_analysed_matches_is_behind() -> None:
    """Two at least: D has one, and stands by entry with A and F."""
    event = seeded(knockout(fewest_matches=2))
    assert len(event.error_rates) == 4
    assert "".join("ABCDEF"[entry - 1] for entry in event.seeds) == "CEB"


@pytest.mark.rule("TD-20", "SWI-2")
def test_players_without_an_error_rate_draw_lots_where_lots_are_announced() -> None:
    desk = knockout("lot")
    assert sorted(map(desk.letter, desk.state.rounds.lots)) == ["A", "F"]
    assert [desk.letter(entry) for entry in seeded(desk).seeds] == ["D", "C", "E", "B"]


@pytest.mark.rule("TD-20")
def test_field_without_any_error_rate_follows_the_formats_own_order() -> None:
    options = of("knockout")
    desk = announced(options, "ABCD")
    desk.found = {}
    desk.act("starts")
    assert seeded(desk).seeds == ()
    assert {name for name, _ in desk.standing()} == {"1-1 A-D", "1-2 B-C"}


@pytest.mark.rule("TD-20", "ALL-14")
def test_error_rates_are_read_again_only_where_the_start_is_taken_back() -> None:
    desk = knockout()
    desk.found = {"F": (1, 1_000)}
    desk.act("E beats F")
    assert len(desk.asked) == 1
    again = knockout()
    again.found = {"F": (1, 1_000)}
    again.do(WithdrawStart(reason="Somebody was missing"))
    again.do(StartTournament())
    assert [again.letter(entry) for entry in seeded(again).seeds] == ["F"]


@pytest.mark.rule("TD-20")
@pytest.mark.parametrize("kind", ["knockout", "double-elimination", "consolation", "placement", "stepladder", "groups"])
def test_every_format_with_seeds_takes_them(kind: str) -> None:
    options = of(kind)
    desk = announced(options)
    desk.act("starts")
    seeds = {entry: place for place, entry in enumerate(seeded(desk).seeds, 1)}
    assert {one.number: one.seed for one in desk.facts.entrants if one.seed} == seeds


@pytest.mark.rule("TD-20", "TD-21")
def test_error_rates_seed_no_field_that_is_put_in_order_otherwise() -> None:
    by_hand = of("knockout", "by-hand")
    seeding = Conditions(error_rate_seeding=ErrorRateSeeding(program=PROGRAM))
    for options in (by_hand, MonradOptions(kind="monrad", rounds=3)):
        told = AnnounceTournament(name="Cup", format=options, conditions=seeding)
        SeedingDesk().when(told).refused("option-without-effect")
    desk = knockout()
    desk.when(ChangeConditions(conditions=Conditions(error_rate_seeding=None), reason="No")).refused("format-fixed")


@pytest.mark.rule("TD-20", "TD-21")
def test_director_changes_the_announcement_before_seeding_by_hand() -> None:
    options = of("knockout")
    desk = announced(options)
    order = SeedField(order=(2, 1), reason="The club's own list")
    desk.when(order).refused("not-seedable")
    desk.when(ChangeSettings(format=MonradOptions(kind="monrad", rounds=3))).refused("option-without-effect")
    desk.do(ChangeConditions(reset=("error_rate_seeding",)))
    desk.when(order).then()


@pytest.mark.rule("TD-20", "ALL-14")
def test_figures_that_seeded_the_field_are_held_against_those_of_now() -> None:
    """Who had too few matches is looked at too, and who had none; nobody who came later or plays in a team."""
    desk = knockout(fewest_matches=2)
    assert differing(desk, FOUND) == []
    assert differing(desk, {**FOUND, "D": (2, 4_000), "F": (1, 3_000)}) == [
        ("D", 1, 2_000, 2, 4_000),
        ("F", 0, 0, 1, 3_000),
    ]
    without_c = {letter: found for letter, found in FOUND.items() if letter != "C"}
    assert differing(desk, without_c) == [("C", 2, 8_000, 0, 0)]
    desk.do(WithdrawStart(reason="Somebody was missing"))
    assert differing(desk, {}) == []


@pytest.mark.rule("TD-20")
def test_seeds_of_now_follow_the_figures_of_now() -> None:
    """Two matches at least: D comes first once there are two, with a mean of 2."""
    desk = knockout(fewest_matches=2)
    now = {"before": FOUND, "since": {**FOUND, "D": (2, 4_000)}}
    seeds = {when: seeds_now(desk.state, sources(desk, found)) for when, found in now.items()}
    letters = {when: [desk.letter(entry) for entry in sorted(of, key=of.__getitem__)] for when, of in seeds.items()}
    assert letters == {"before": ["C", "E", "B"], "since": ["D", "C", "E", "B"]}
    desk.do(WithdrawStart(reason="Somebody was missing"))
    assert seeds_now(desk.state, sources(desk, FOUND)) == {}


def differing(desk: SeedingDesk, found: Mapping[str, tuple[int, int]]) -> list[tuple[str, int, int, int, int]]:
    """What is to be looked at again where these are the figures now."""
    told = [one.item for one in reviews(desk.state, sources(desk, found)) if one.item.kind == "error-rates-changed"]
    numbers = ("recorded_matches", "recorded_value", "current_matches", "current_value")
    return [(desk.letter(one.entry), *(getattr(one, name) for name in numbers)) for one in told]


def sources(desk: SeedingDesk, found: Mapping[str, tuple[int, int]]) -> Sources:
    """Where these are the figures now."""

    def before(program: str, since: datetime, moment: datetime, _: Sequence[PersonId]) -> Found:
        event, laid = seeded(desk), desk.state.rounds.seeded
        assert (program, since) == (event.program, event.since)
        assert laid is not None
        assert moment == laid.at
        return {person(letter): one for letter, one in found.items()}

    def nobody(*_: object) -> Person:
        return initial(person_stream(person("A")))

    return Sources(nobody, as_founded(), lambda *_: None, before, NOON)
