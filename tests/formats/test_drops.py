"""Double eliminations with drops by name, and with the worse half begun below (DE-4, DE-10)."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from domain.formats.brackets.double_elimination import DoubleEliminationOptions
from domain.kernel.refusal import Refused
from domain.pairing.eliminations import elimination
from domain.pairing.wiring import Drop, LoserOf, named_masks
from tests.formats.acting import Deed
from tests.formats.brackets_play import placed, play_on, ranks, started
from tests.formats.conformance import Conformance
from tests.formats.directing import play
from tests.formats.knockout_play import KnockoutDesk
from tests.formats.machine import director_of
from tests.reaching import reached
from tests.rounds import RoundsDesk


def double(entrants: int, **options: object) -> KnockoutDesk:
    told = {"kind": "double-elimination", "seeding": "entry-order", "lengths": (1,), **options}
    return started(entrants, DoubleEliminationOptions.model_validate(told))


@pytest.mark.rule("DE-4")
@pytest.mark.parametrize(
    ("drop", "places"),
    [
        ("natural", [1, 2, 3, 4]),
        ("reverse", [4, 3, 2, 1]),
        ("half-shift", [3, 4, 1, 2]),
        ("reverse-half-shift", [2, 1, 4, 3]),
        ("pair-flip", [2, 1, 4, 3]),
    ],
)
def test_losers_of_round_2_drop_as_the_name_says(drop: Drop, places: Sequence[int]) -> None:
    """Sixteen: the loser of match 1, 2, 3, 4 of upper round 2 goes to that place of lower round 2."""
    assert dropping(16, (drop,), 2) == places


def dropping(entrants: int, drops: tuple[Drop, ...], round_: int) -> Sequence[int]:
    """To which place of the lower bracket the loser of match 1, 2 and so on of that upper round goes."""
    wiring = elimination(entrants, "double", drops=drops)
    there = {
        feed.place: place.position
        for place in wiring.places.values()
        for feed in place.feeds
        if isinstance(feed, LoserOf) and place.section == "lower" and feed.place.startswith(f"upper-{round_}-")
    }
    return [there[f"upper-{round_}-{match}"] for match in range(1, len(there) + 1)]


@pytest.mark.rule("DE-4")
def test_last_name_holds_for_all_rounds_that_follow() -> None:
    assert dropping(16, ("natural", "reverse"), 2) == [1, 2, 3, 4]
    assert dropping(16, ("natural", "reverse"), 3) == [2, 1]
    assert dropping(32, ("natural", "reverse"), 4) == [2, 1]


@pytest.mark.rule("DE-4")
@pytest.mark.parametrize(
    ("rounds", "masks"),
    [
        (2, (0,)),
        (3, (1, 0)),
        (4, (1, 1, 0)),
        (5, (7, 2, 0, 0)),
        (6, (15, 4, 3, 0, 0)),
        (7, (31, 8, 1, 1, 1, 0)),
    ],
)
def test_drops_of_brackets_manager_are_its_table(rounds: int, masks: Sequence[int]) -> None:
    """Worked from the names in DE-4: of m matches `reverse` is m - 1, `half-shift` m / 2, `reverse-half-shift`
    m / 2 - 1, `pair-flip` 1. A single match has nowhere else to go."""
    assert named_masks(("brackets-manager",), rounds, rounds) == tuple(masks)


@pytest.mark.rule("DE-4")
def test_named_drops_are_played_and_the_rematch_they_bring_is_there() -> None:
    """Eight, the better seed wins, natural drops: D, beaten by A above, drops to the place of E and H, and C to that of
    F and G. Spread, each would drop into the other half."""
    desk = double(8, drops=("natural",))
    play_on(desk)
    there = placed(desk)
    assert (there["lower-2-1"], there["lower-2-2"]) == ("D-E", "C-F")
    spread = double(8)
    play_on(spread)
    assert (placed(spread)["lower-2-1"], placed(spread)["lower-2-2"]) == ("C-E", "D-F")


@pytest.mark.rule("DE-4", "ALL-5")
@pytest.mark.parametrize("entrants", [129, 1024])
def test_fields_beyond_that_table_are_spread(entrants: int) -> None:
    """Before the start, and in a later stage, nothing limits a field: brackets of any size are known."""
    assert elimination(entrants, "double", drops=("brackets-manager",)) == elimination(entrants, "double")


@pytest.mark.rule("DE-10")
def test_worse_half_of_eight_begins_below() -> None:
    """Upper A-D, B-C and A-B; below H-E and G-F begin; the losers C and D of the first upper round change halves as
    ever (DE-3): C meets E, D meets F. Better seeds win: C-D, then B-C, and A-B at the end."""
    desk = double(8, half_in_lower=True)
    assert placed(desk) == {"upper-1-1": "A-D", "upper-1-2": "B-C", "lower-1-1": "H-E", "lower-1-2": "G-F"}
    play_on(desk)
    assert placed(desk) == {
        "upper-1-1": "A-D",
        "upper-1-2": "B-C",
        "upper-2-1": "A-B",
        "lower-1-1": "H-E",
        "lower-1-2": "G-F",
        "lower-2-1": "C-E",
        "lower-2-2": "D-F",
        "lower-3-1": "C-D",
        "lower-4-1": "B-C",
        "grand-1-1": "A-B",
    }
    assert ranks(desk) == "A champion, B finalist, C out, D out, E=F out, G=H out"


@pytest.mark.rule("DE-10")
def test_empty_seats_are_those_of_the_worse_half() -> None:
    """Six: E and F begin below, and nobody else does."""
    desk = double(6, half_in_lower=True)
    assert placed(desk) == {
        "upper-1-1": "A-D",
        "upper-1-2": "B-C",
        "lower-1-1": "E alone",
        "lower-1-2": "F alone",
    }


@pytest.mark.rule("DE-10", "ALL-4")
@pytest.mark.parametrize(
    ("choice", "then"),
    [
        ("rewind", {"upper-2-1": "D-B", "lower-2-2": "A-F"}),
        ("stand", {"upper-2-1": "A-B", "lower-2-2": "D-F"}),
    ],
)
def test_result_is_changed_after_the_worse_half_met_the_beaten(choice: str, then: dict[str, str]) -> None:
    """A had beaten D, who then met F below; D had beaten A: rewound A drops to F, or all stay where they are."""
    desk = double(8, half_in_lower=True)
    for said in ("A beats D", "B beats C", "E beats H", "F beats G", "D beats F", f"D beat A, {choice}"):
        desk.act(said)
    assert {name: placed(desk)[name] for name in then} == then


@pytest.mark.rule("DE-10", "DE-8")
@given(st.integers(3, 20), st.randoms(use_true_random=False))
def test_player_who_begins_below_is_out_with_one_loss(entrants: int, lots: Random) -> None:
    desk = double(entrants, half_in_lower=True, grand="simple")
    below = {name for place, pair in placed(desk).items() if place.startswith("lower") for name in pair.split(" ")[0]}
    losses: Counter[str] = Counter()
    while desk.facts.awaited:
        sides = [desk.letter(entry) for entry in desk.state.matches[desk.facts.awaited[0]].sides]
        lots.shuffle(sides)
        desk.act(f"{sides[0]} beats {sides[1]}")
        losses[sides[1]] += 1
    out = [desk.letter(row.entry) for row in desk.standings().rows[2:]]
    reached()
    assert all(losses[letter] == (1 if letter in below else 2) for letter in out)


@pytest.mark.rule("DE-10")
def test_half_that_leaves_nothing_to_play_above_is_refused() -> None:
    with pytest.raises(Refused, match="nobody would lose before"):
        double(8, half_in_lower=True, merge=(4, 4))


@pytest.mark.rule("DE-10")
def test_two_begin_in_the_upper_bracket() -> None:
    assert placed(double(2, half_in_lower=True)) == {"upper-1-1": "A-B"}


@pytest.mark.rule("DE-10")
def test_half_in_the_lower_bracket_gives_no_byes_above() -> None:
    with pytest.raises(Refused, match="no byes to give"):
        double(8, half_in_lower=True, byes_to="lot")


def test_rules_before_know_no_drops_by_name() -> None:
    with pytest.raises(ValidationError, match="leave rules_version out"):
        DoubleEliminationOptions.model_validate(
            {"kind": "double-elimination", "rules_version": 3, "drops": ["natural"]}
        )


class TestHalfInLower(Conformance):
    """The worse half begins below."""

    options = DoubleEliminationOptions(
        kind="double-elimination", seeding="entry-order", half_in_lower=True, drops=("reverse", "natural")
    )

    def play(self, desk: RoundsDesk, deed: Deed) -> None:
        play(desk, deed)


TestRandomDirector = director_of(
    [DoubleEliminationOptions(kind="double-elimination", seeding="entry-order", half_in_lower=True)], tried=2
)
