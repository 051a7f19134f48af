"""The bracket's arithmetic (SEL-3): seats, byes, and who comes out of a slot."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.pairing.bracket import Bracket, Held, Missing, Out, Slot, rounds_of, seats_of


def bracket(entrants: int, held: dict[str, Held] | None = None, *, third_place: bool = False) -> Bracket:
    """The bracket of entries 1 to n, seeded so; nobody has left."""
    return Bracket(entrants, third_place, (held or {}).get, lambda: range(1, entrants + 1), lambda _: True)


@pytest.mark.rule("SEL-3")
def test_the_bracket_of_eight() -> None:
    # The rule's own: 1-8, 4-5, 2-7, 3-6.
    assert seats_of(3) == (1, 8, 4, 5, 2, 7, 3, 6)
    assert [bracket(8).seeds_at(Slot(1, position)) for position in (1, 2, 3, 4)] == [(1, 8), (4, 5), (2, 7), (3, 6)]


@pytest.mark.rule("SEL-3")
@given(st.integers(0, 12))
def test_two_in_a_slot_add_up_to_the_same_where_the_better_seed_always_wins(rounds: int) -> None:
    seeds = list(seats_of(rounds))
    assert sorted(seeds) == list(range(1, 2**rounds + 1))
    while len(seeds) > 1:
        pairs = list(zip(seeds[::2], seeds[1::2], strict=True))
        assert {sum(pair) for pair in pairs} == {len(seeds) + 1}
        seeds = [min(pair) for pair in pairs]


@pytest.mark.rule("SEL-3")
@given(st.integers(2, 5000))
def test_the_byes_go_to_the_top_seeds_and_nobody_lacks_two_opponents(entrants: int) -> None:
    made = bracket(entrants)
    first = [slot for slot in made.slots if slot.round == 1]
    assert len(first) == 2 ** (made.rounds - 1) < entrants <= 2**made.rounds
    assert sorted(min(made.seeds_at(slot)) for slot in first if made.bye(slot)) == list(
        range(1, 2**made.rounds - entrants + 1)
    )
    assert all(min(made.seeds_at(slot)) <= entrants for slot in first)


@pytest.mark.parametrize(
    ("entrants", "rounds"), [(0, 0), (1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (4096, 12), (4097, 13)]
)
def test_rounds(entrants: int, rounds: int) -> None:
    assert rounds_of(entrants) == rounds


@given(st.integers(2, 300), st.booleans())
def test_names_slots_and_the_way_up_belong_together(entrants: int, third_place: bool) -> None:
    made = bracket(entrants, third_place=third_place)
    slots = list(made.slots)
    assert slots == sorted(set(slots))
    assert [made.slot(made.name(slot)) for slot in slots] == slots
    for slot in slots:
        assert all(slot in made.above(feeder) for feeder in made.feeders(slot))
        assert set(made.above(slot)) <= set(slots)
    assert (made.third in slots) == (third_place and entrants > 2)


def test_players_known_to_come_and_not_to_come() -> None:
    won = Held((1, 4), 1, decided=True, winner=1)
    still_open = Held((2, 3), 2, decided=False)
    half = bracket(4, {"1-1": won, "1-2": still_open})
    assert half.out_of(Slot(1, 1)) == Out(1, (1,))
    assert half.out_of(Slot(1, 2)) is None
    assert half.into(Slot(2, 1)) is None
    assert half.missing(Slot(2, 1)) is None
    whole = bracket(4, {"1-1": won, "1-2": Held((2, 3), 2, decided=True, winner=3)}, third_place=True)
    assert whole.missing(Slot(2, 1)) == Missing((1, 3), (1, 2))
    assert whole.third is not None
    assert whole.missing(whole.third) == Missing((4, 2), (1, 2))


def test_targets_settled_above_are_not_made_again() -> None:
    final = Held((1, 2), 3, decided=False)
    assert bracket(4, {"2-1": final}).missing(Slot(1, 1)) is None
    assert bracket(4).missing(Slot(1, 1)) == Missing((1, 4), (), ("2-1",))
