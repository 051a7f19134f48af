"""Random directors in every format, the service's clock among the actors: what must hold after whatever they do, and
how often they came to each way of changing what was (ALL-4).

`pytest tests/formats/test_ways_of_directors.py -s` says how often; `make proof` tries longer and needs more of each.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.contract.steps import Due
from domain.kernel.refusal import Refused
from domain.tournament.derived.progress import StageDue
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import TournamentReopened
from domain.tournament.matches.events import ConsequencesChosen
from domain.tournament.rulings.events import AppealDecided, RulingSuspended
from tests.desk import TOURNAMENT, Step
from tests.formats.acting import Deed
from tests.formats.directing import attempt, check_invariants, check_steps, finish, let_time_pass, turning_deeds
from tests.formats.kinds import KINDS, Kind, started
from tests.properties import PROFILE, drawn_from, examples
from tests.rounds import RoundsDesk

WAYS = ("rewind", "restore", "stand", "reopen", "reverse", "suspend", "time")
ENOUGH = {"test": 15, "proof": 50}
"""How often each way must have been reached: fewer in the everyday run."""

ROLLING = Conditions(auto_draw=True)


def ways_of(step: Step) -> Iterator[str]:
    """The ways of changing what was that the step took."""
    for event in step.events:
        match event:
            case ConsequencesChosen(by_default=False, choice="rewind" | "restore" | "stand" as choice):
                yield choice
            case TournamentReopened():
                yield "reopen"
            case AppealDecided(decision="reversed"):
                yield "reverse"
            case RulingSuspended():
                yield "suspend"
    if step.by.role == "service" and step.events:
        yield "time"


def directed(kind: Kind, entrants: int, tried: Sequence[Deed], *, rolling: bool) -> RoundsDesk:
    """A tournament after all the deeds of everybody; what must hold was looked at after each of them."""
    desk = started(kind, entrants, TOURNAMENT, ROLLING if rolling else None)
    seen = 0
    for deed in tried:
        with suppress(Refused):
            if rolling and isinstance(desk.step(), Due | StageDue):
                let_time_pass(desk, deed)
            (kind.playing if deed.kind == "play" else attempt)(desk, deed)
        if len(desk.steps) > seen:
            seen = check_steps(desk, seen)
            check_invariants(desk.state)
    return desk


@pytest.mark.rule("ALL-1", "ALL-3", "ALL-4", "ALL-5", "ALL-13", "TD-13")
def test_random_directors_come_to_every_way_and_what_must_hold_holds_after_each() -> None:
    reached = Counter[str]()

    @drawn_from(1)
    @given(entrants=st.integers(4, 8), tried=turning_deeds, rolling=st.booleans())
    @examples(6, proof=250)
    def walk(entrants: int, tried: Sequence[Deed], rolling: bool) -> None:
        for kind in KINDS:
            desk = directed(kind, entrants, tried, rolling=rolling)
            reached.update(way for step in desk.steps for way in ways_of(step))
            finish(desk)

    walk()
    print("\nreached: " + ", ".join(f"{way} {reached[way]}" for way in WAYS))
    assert {way: reached[way] for way in WAYS if reached[way] < ENOUGH[PROFILE]} == {}
