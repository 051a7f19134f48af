"""What is found in the ledger of stakes without going through it is what going through it finds (STK-5)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tournament.derived.settlements import decision_due, numbers_of_entry, postings, postings_of_match, total
from domain.tournament.stakes.state import NOTHING, Share
from projections.explain.causes import Watched
from projections.explain.settlements import posting_lines, settlement_explained
from tests.domain.test_settlement import LEFT, MATCHES, SINGLE, STAKE, change_of, correct, game, games, played, room
from tests.formats.appealing import give as ruled
from tests.formats.appealing import reverse
from tests.formats.orders import orders
from tests.projections.explaining import stored, trail_of
from tests.properties import examples
from tests.rounds import RoundsDesk


def require_explained(desk: RoundsDesk) -> None:
    """What is settled of each entry is the sum of its lines, and each names the event after which it was posted."""
    state, topics = desk.state, {one.version: one.topic for one in desk.history}
    trail = trail_of(state.stream, stored(desk.history))
    for entry in state.entries:
        explained = settlement_explained(state, entry)
        lines = posting_lines(state, trail, entry, numbers_of_entry(state.settlements, entry))
        assert explained.staked == sum(line.staked for line in lines)
        assert explained.credited == sum(line.credited for line in lines)
        balance = next((share for share in total(state.settlements).shares if share.entry == entry), Share(entry))
        assert (explained.staked, explained.credited) == (balance.staked, balance.credited)
        for line in lines:
            assert line.event.topic == topics[line.event.version]
            assert line.event.version in trail.versions([Watched("match", line.match)], state.version)


def require_found_as_by_going_through(desk: RoundsDesk) -> None:
    """Each index, balance and open decision, worked out again from the postings and matches alone."""
    require_explained(desk)
    ledger, together = desk.state.settlements, NOTHING
    for posting in postings(ledger):
        together = together.plus(posting.change)
    assert total(ledger) == together
    for number in desk.state.matches:
        assert postings_of_match(ledger, number) == [one for one in postings(ledger) if one.match == number]
    for entry in desk.state.entries:
        mine = [one.number for one in postings(ledger) if entry in [share.entry for share in one.change.shares]]
        assert numbers_of_entry(ledger, entry) == mine
    assert sorted(ledger.due) == [match.number for match in desk.matches() if decision_due(match)]


@pytest.mark.rule("STK-5", "ALL-3")
@examples(30)
@given(MATCHES, st.lists(st.tuples(st.integers(0, 3), st.sampled_from(["void", "reinstate", "turn"])), max_size=6))
def test_likeness_found_at_once_is_as_the_whole_ledger_says(matches: list[Any], acts: list[tuple[int, str]]) -> None:
    desk = room()
    for form, result in matches:
        played(desk, "AB", result, form=form, stake=STAKE[form])
    require_found_as_by_going_through(desk)
    for place, act in acts:
        changed = change_of(desk, place % len(matches) + 1, act)
        if changed is not None:
            desk.do(changed)
        require_found_as_by_going_through(desk)


@pytest.mark.rule("STK-5", "TD-13")
@examples(15)
@given(MATCHES, st.lists(orders, min_size=1, max_size=2))
def test_balances_are_found_as_by_going_through_also_after_rulings_and_their_reversal(
    matches: list[Any], given_: list[Any]
) -> None:
    desk = room()
    for form, result in matches:
        played(desk, "AB", result, form=form, stake=STAKE[form])
    for ordered in given_:
        number = ruled(desk, ordered)
        require_found_as_by_going_through(desk)
        if number is not None:
            reverse(desk, number)
            require_found_as_by_going_through(desk)


@pytest.mark.rule("STK-4", "STK-5")
def test_a_match_with_other_sides_is_in_the_ledger_of_all_three() -> None:
    desk = room()
    number = played(desk, "AB", games(game("first")), **SINGLE)
    correct(desk, number, sides=(desk.entry("A"), desk.entry("C")))
    ledger = desk.state.settlements
    assert [numbers_of_entry(ledger, desk.entry(letter)) for letter in "ABC"] == [[1], [1, 2], [2]]
    assert [one.number for one in postings(ledger, 1, 5)] == [2]
    assert [share.entry for share in total(ledger).shares] == [desk.entry("A"), desk.entry("C")]


@pytest.mark.rule("STK-4")
def test_decisions_of_the_director_are_due_until_made() -> None:
    desk = room()
    number = played(desk, "AB", LEFT, **SINGLE)
    assert list(desk.state.settlements.due) == [number]
    correct(desk, number, result=LEFT | {"potential_points": 12})
    assert not desk.state.settlements.due
