"""What the federation settles: the limit of resignations (ALL-8)."""

import pytest

from domain.federation.decide import Known, SetResignationLimit, decide
from domain.federation.state import Federation, evolve, initial
from domain.kernel.envelope import Actor
from domain.kernel.ids import FEDERATION
from tests.desk import NOON, OFFICE, director, player, recorded
from tests.when import When, ask

NOTHING = Known(lambda _: (), lambda _: 0, lambda one, other: one == other, lambda club: club)


def settled(state: Federation, limit: int | None, seen: int | None = None) -> Federation:
    for event in decide(state, SetResignationLimit(limit=limit, reason="As voted", seen=seen), OFFICE, NOTHING):
        state = evolve(state, recorded(event, FEDERATION, state.version + 1, OFFICE, NOON))
    return state


def asked(state: Federation, by: Actor = OFFICE, seen: int | None = None) -> When[Federation]:
    return ask(state, lambda: decide(state, SetResignationLimit(limit=3, reason="As voted", seen=seen), by, NOTHING))


@pytest.mark.rule("ALL-8")
def test_the_limit_is_two_until_it_is_set() -> None:
    state = initial(FEDERATION)
    assert state.resignation_limit == 2
    state = settled(state, 3)
    assert (state.resignation_limit, state.version) == (3, 1)
    assert settled(state, None).resignation_limit is None


@pytest.mark.rule("ALL-8")
def test_administrators_set_it_and_nobody_on_an_old_view() -> None:
    for by in (director("A"), player("A")):
        asked(initial(FEDERATION), by).refused("not-allowed")
    state = settled(initial(FEDERATION), 3, seen=0)
    asked(state, seen=0).refused("stale")
