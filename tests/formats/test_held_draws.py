"""A held draw is shown by its release, or by a result of its own round, and by nothing else (ALL-2)."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.contract.steps import Done, Due
from domain.kernel.envelope import Event
from domain.kernel.refusal import Refused
from domain.match import validity
from domain.tournament.derived.progress import StageDue
from domain.tournament.lifecycle.commands import AnnounceTournament
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.matches.commands import VoidMatch
from domain.tournament.matches.events import MatchesMade
from domain.tournament.rounds.commands import ReleasePairings
from domain.tournament.rounds.events import LotsDrawn, PairingsReleased, RoundDrawn, RoundPaired, StageOpened
from tests.desk import Step
from tests.formats.acting import Deed
from tests.formats.directing import advance, attempt
from tests.formats.kinds import KINDS, Kind
from tests.formats.ruling_deeds import RULING_KINDS
from tests.formats.starting import started_as
from tests.properties import examples
from tests.reaching import reached
from tests.rounds import REASON, RoundsDesk

HELD = Conditions(pairings_shown="when-released", verification="at-once")
EARLIER = ("correct", "correct", "correct", "void", "reinstate", "verify")
OTHERS = ("resign", "take-back", "enter", "withdraw", "annul", "hand", "draw", "bye", "report", "close", *RULING_KINDS)
DRAWS = {"nxe": 3, "champion": 2, "swiss": 3, "swiss+knockout": 3}
"""How many draws and openings there are, at least, where one can be held while there are results; in the other formats
everything is drawn as they start."""

_deed = st.builds(
    Deed, st.sampled_from(EARLIER + OTHERS), st.integers(0, 99), st.integers(0, 99), st.booleans(), st.just("office")
)
_upset = st.builds(
    Deed, st.just("correct"), st.just(0), st.sampled_from([1, 3]), st.just(value=False), st.just("office")
)
"""The first match was lost by its first side after all, and what hangs on it is void or stands."""
deeds = st.builds(lambda upset, rest: [upset, *rest], _upset, st.lists(_deed, min_size=2, max_size=14))


def held_after(kind: Kind, entrants: int, draws: int) -> RoundsDesk:
    """A tournament with so many draws, the newest of which is held, and the results of those before it."""
    terms = {"name": "Held", "format": kind.options, "stages": kind.stages, "conditions": HELD}
    desk = started_as(kind.desk, AnnounceTournament.model_validate(terms), entrants)
    for _ in range(100):
        step = desk.step()
        if isinstance(step, (Due, StageDue)):
            draws -= 1
        advance(desk)
        if (draws <= 0 and desk.state.held and desk.state.held.matches) or isinstance(desk.step(), Done):
            return desk
    raise AssertionError("nothing is drawn")


def counted(step: Step) -> Iterator[int]:
    """The matches whose result came to count by the step, or counts otherwise or no longer."""
    for number, match in sorted(step.after.matches.items()):
        earlier = step.before.matches.get(number)
        if validity.counting(match) != (earlier and validity.counting(earlier)):
            yield number


def is_drawn(step: Step, number: int, since: Sequence[Event]) -> bool:
    """Whether the match is of a round or stage that these events draw."""
    match, openings = step.after.matches[number], step.after.rounds.openings
    stage = next((one.stage for one in openings if one.number == match.opening), None)
    for event in since:
        match event:
            case RoundDrawn() | RoundPaired() if event.round == match.round:
                return True
            case StageOpened() if event.stage == stage:
                return True
    return False


def check(desk: RoundsDesk) -> int:
    """How many steps changed an earlier result while something was held; each that released it had a reason to."""
    changed = 0
    for step in desk.steps:
        held = step.before.held
        if held is None or not held.matches or isinstance(step.command, ReleasePairings):
            continue
        since = [one.event for one in desk.history[held.version : step.after.version]]
        own = [number for number in counted(step) if is_drawn(step, number, since)]
        released = any(isinstance(event, PairingsReleased) for event in step.events)
        assert released == (step.after.held is None) == bool(own), step.command
        assert released or step.after.held is held
        changed += not own and any(True for _ in counted(step))
    return changed


@pytest.mark.rule("ALL-2", "ALL-4")
@pytest.mark.parametrize("kind", [one for one in KINDS if one.name in DRAWS], ids=str)
@given(entrants=st.integers(4, 8), fewer=st.booleans(), tried=deeds)
@examples(10)
def test_changes_of_earlier_rounds_release_nothing(
    kind: Kind, entrants: int, fewer: bool, tried: Sequence[Deed]
) -> None:
    desk = held_after(kind, entrants, max(2, DRAWS[kind.name] - fewer))
    for deed in tried:
        with suppress(Refused):
            attempt(desk, deed)
    if check(desk):
        reached()


@pytest.mark.rule("ALL-2")
@pytest.mark.parametrize("kind", [one for one in KINDS if one.name in ("knockout", "six-games", "dual-ring")], ids=str)
def test_draw_made_at_the_start_is_held_until_its_first_result(kind: Kind) -> None:
    terms = {"name": "Held", "format": kind.options, "conditions": HELD}
    desk = started_as(kind.desk, AnnounceTournament.model_validate(terms), 4)
    assert {LotsDrawn, MatchesMade} & {type(one.event) for one in desk.history}
    desk.do(VoidMatch(match=1, reason=REASON))
    assert desk.state.held is not None
    advance(desk)
    assert desk.state.held is None
