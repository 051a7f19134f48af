"""A knockout in which those left are seeded again before each round, worked by hand (SE-6)."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.contract.steps import Done
from domain.formats.knockout import KnockoutOptions
from domain.kernel.values import Why
from domain.pairing.bracket_chart import BracketChart
from domain.tournament.command import Choice
from domain.tournament.derived.stage import current_stage
from tests.formats.brackets_play import placed, play_on
from tests.formats.conformance import Conformance
from tests.formats.knockout_play import KnockoutDesk, knockout
from tests.formats.machine import director_of
from tests.reaching import reached


def started(entrants: int, **told: object) -> KnockoutDesk:
    """A is the first seed."""
    desk = knockout(entrants, {"reseed": True, "seeding": "entry-order", **told})
    desk.act("starts")
    return desk


def chart(desk: KnockoutDesk) -> BracketChart:
    stage = current_stage(desk.state)
    found = stage.rules.chart(stage.options, stage.facts)
    assert isinstance(found, BracketChart)
    return found


@pytest.mark.rule("SE-6", "SE-2")
def test_first_of_those_left_meets_the_last_in_each_round() -> None:
    """Eight: A-H D-E B-G C-F. H, E, B and C win. In bracket order H would meet E. Left are B C E H in this order, on
    the seats 1 4 2 3: B-H and C-E. H and C win, and meet in the final, the better seed first."""
    desk = started(8)
    for said in ("H beats A", "E beats D", "B beats G"):
        desk.act(said)
    assert not any(name.startswith("2-") for name in placed(desk))
    assert [seat.waits_for for seat in chart(desk).rounds[1][0].seats] == ["round-1", "round-1"]
    desk.act("C beats F")
    assert {name: who for name, who in placed(desk).items() if name.startswith("2-")} == {"2-1": "B-H", "2-2": "C-E"}
    assert desk.live("BH")[0].why == Why(rule="SE-6")
    assert [slot.plays_on_in for slot in chart(desk).rounds[0]] == ["2-1", "2-2", "2-1", "2-2"]
    for said in ("H beats B", "C beats E"):
        desk.act(said)
    assert placed(desk)["3-1"] == "C-H"
    desk.act("H beats C")
    assert desk.step() == Done(champion=desk.entry("H"))
    assert [row["player"] for row in desk.rows()][:2] == ["H", "C"]


@pytest.mark.rule("SE-6", "SE-1")
def test_byes_are_in_the_first_round_alone() -> None:
    """Five: A, B and C have byes, and E beats D; then A-E B-C, for A B C E are on the seats 1 4 2 3."""
    desk = started(5)
    assert desk.round(1) == ["D-E", "A", "B", "C"]
    desk.act("E beats D")
    assert desk.round(2) == ["A-E", "B-C"]


@pytest.mark.rule("SE-6", "ALL-3", "ALL-4")
@pytest.mark.parametrize(
    ("choice", "then"),
    [("rewind", {"2-1": "A-E", "2-2": "B-C"}), ("stand", {"2-1": "B-H", "2-2": "C-E"})],
)
def test_correction_after_the_next_round_was_played(choice: Choice, then: Mapping[str, str]) -> None:
    """A beat H after all: left are A B C E, so A-E B-C; or what was played stays."""
    desk = started(8)
    for said in ("H beats A", "E beats D", "B beats G", "C beats F", "B beats H"):
        desk.act(said)
    desk.when(desk.reversal("A-H")).refused("choice-needed")
    desk.reverse("A-H", choice)
    assert {name: who for name, who in placed(desk).items() if name.startswith("2-")} == then
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("SE-6", "ALL-9")
def test_first_of_those_left_has_no_opponent_where_both_of_a_match_have_lost() -> None:
    """D and E lose both: left are A, B and C, so that A has nobody to meet, and B meets C."""
    desk = started(8)
    for said in ("A beats H", "D loses to E", "B beats G", "C beats F"):
        desk.act(said)
    assert desk.round(2) == ["B-C", "A"]
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("SE-6", "SE-1")
@given(st.integers(2, 33), st.booleans())
def test_best_and_worst_of_those_left_meet_in_every_round(entrants: int, better: bool) -> None:
    desk = started(entrants)
    play_on(desk, better=better)
    rounds = max(place.round for place in desk.facts.places)
    for round_ in range(2, rounds + 1):
        here = [place.entries for place in desk.facts.places if place.round == round_]
        left = sorted(entry for pair in here for entry in pair)
        reached()
        assert (left[0], left[-1]) in here
        assert all(len(pair) == 2 for pair in here)


@pytest.mark.rule("ALL-11")
def test_knockout_announced_before_there_was_reseeding_stays_as_it_was() -> None:
    with pytest.raises(ValueError, match="seed nobody again"):
        KnockoutOptions(kind="knockout", rules_version=3, reseed=True)
    assert KnockoutOptions.model_validate({"kind": "knockout", "rules_version": 3}).reseed is False


class TestReseeded(Conformance):
    """Seeded again before each round."""

    options = KnockoutOptions(kind="knockout", lengths=(3,), reseed=True)


TestRandomDirector = director_of([KnockoutOptions(kind="knockout", lengths=(3,), reseed=True)], tried=3)
