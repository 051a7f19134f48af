"""Who takes turns, who waits, and who is sent away."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest

from api.problems import TRY_LATER, Problem
from api.turns import Turns

DEADLINE_SECONDS = 30


def test_who_finds_too_many_is_sent_away() -> None:
    turns, inside, going = Turns(1, 0), Event(), Event()

    def work() -> None:
        with turns.turn():
            inside.set()
            assert going.wait(DEADLINE_SECONDS)

    with ThreadPoolExecutor(1) as pool:
        working = pool.submit(work)
        assert inside.wait(DEADLINE_SECONDS)
        with pytest.raises(Problem) as refused, turns.turn():
            pytest.fail("nobody else has a turn meanwhile")
        going.set()
        working.result()
    assert refused.value.kind is TRY_LATER
    with turns.turn():
        inside.clear()


def test_as_many_as_may_wait_all_have_their_turn() -> None:
    turns, together, most, working = Turns(2, 6), Barrier(8), [], []

    def work(number: int) -> None:
        together.wait(DEADLINE_SECONDS)
        with turns.turn():
            working.append(number)
            most.append(len(working))
            working.remove(number)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    assert len(most) == 8
    assert max(most) <= 2


def test_a_turn_ends_with_what_went_wrong_in_it() -> None:
    turns = Turns(1, 0)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError), turns.turn():
            raise ZeroDivisionError
