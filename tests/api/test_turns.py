"""Who takes turns, who waits, and who is sent away."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier, Event
from time import sleep

import pytest

from api.http.problems import TRY_LATER, Problem
from api.http.replay_throttle import ReplayThrottle, Turns
from tests.api.support import Client, Season, Service
from tests.patience import PATIENCE_SECONDS, eventually


def test_caller_who_finds_too_many_is_sent_away() -> None:
    turns, inside, going = ReplayThrottle(1, 0), Event(), Event()

    def work() -> None:
        with turns.turn():
            inside.set()
            assert going.wait(PATIENCE_SECONDS)

    with ThreadPoolExecutor(1) as pool:
        working = pool.submit(work)
        assert inside.wait(PATIENCE_SECONDS)
        with pytest.raises(Problem) as refused, turns.turn():
            pytest.fail("nobody else has a turn meanwhile")
        going.set()
        working.result()
    assert refused.value.kind is TRY_LATER
    with turns.turn():
        inside.clear()


def test_all_who_may_wait_have_their_turn() -> None:
    turns, together, most, working = ReplayThrottle(2, 6), Barrier(8), [], []

    def work(number: int) -> None:
        together.wait(PATIENCE_SECONDS)
        with turns.turn(str(number % 2)):
            working.append(number)
            most.append(len(working))
            working.remove(number)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    assert len(most) == 8
    assert max(most) <= 2


def test_a_turn_ends_with_what_went_wrong_in_it() -> None:
    turns = ReplayThrottle(1, 0)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError), turns.turn():
            raise ZeroDivisionError


def test_anyone_who_has_the_only_turn_does_not_wait_for_another() -> None:
    turns = ReplayThrottle(1, 0)
    with turns.turn("one"), turns.turn("one"):
        assert turns.present == {"one": 1}
    with turns.turn("another"):
        assert turns.present == {"another": 1}


@pytest.fixture
def no_turns(service: Service) -> Iterator[None]:
    """Somebody else has the only turn."""
    turns = ReplayThrottle(1, 0)
    kinds = dict.fromkeys(("anonymous", "keyed", "staff"), turns)
    service.app.state.services = replace(service.services, replays=Turns(kinds))
    with turns.turn():
        yield
    service.app.state.services = service.services


@pytest.mark.usefixtures("no_turns")
def test_reads_of_the_present_need_no_turn(played: Season, anonymous: Client) -> None:
    anonymous.position = played.director.position
    assert anonymous.get(f"{played.path}/rounds").status_code == 200


@pytest.mark.usefixtures("no_turns")
def test_reads_worked_out_from_the_log_take_turns(played: Season, anonymous: Client) -> None:
    anonymous.position = played.director.position
    trial = {"command": {"kind": "cancel-tournament", "reason": "To try it."}}
    answers = [
        anonymous.get(f"{played.path}/rounds", None, as_of=2),
        anonymous.get(f"{played.path}/draw-check"),
        played.director.post(f"{played.path}/previews", trial),
    ]
    assert [answer.status_code for answer in answers] == [503] * 3
    assert {answer.json()["type"] for answer in answers} == {TRY_LATER.type}


def test_one_caller_has_half_of_the_places_and_turns_after_the_others() -> None:
    turns, going, order = ReplayThrottle(1, 5), Event(), list[str]()

    def work(caller: str) -> None:
        with turns.turn(caller):
            order.append(caller)
            assert going.wait(PATIENCE_SECONDS)

    with ThreadPoolExecutor(6) as pool:
        for caller in ("crowd", "crowd", "crowd", "guest"):
            pool.submit(work, caller)
            while not order:
                sleep(0.01)
        with pytest.raises(Problem) as refused, turns.turn("crowd"):
            pytest.fail("it has half of the places already")
        waiting = pool.submit(work, "another")
        assert eventually(lambda: turns.present == {"crowd": 3, "guest": 1, "another": 1})
        going.set()
        waiting.result()
    assert refused.value.kind is TRY_LATER
    assert order[:4] in (["crowd", "crowd", "guest", "another"], ["crowd", "guest", "another", "crowd"])
    assert turns.present == {}
