"""Random directors where a setting changes how matches come about, and players enter late or again, are replaced, name
line-ups and take results back: what must hold after whatever they do (ALL-1, ALL-3, ALL-4, ALL-5).

`pytest tests/formats/test_newest.py -s` says how often each way and each deed was reached.
"""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.contract.steps import Due
from domain.kernel.refusal import Refused
from domain.tournament.derived.progress import StageDue
from domain.tournament.state import initial
from tests.desk import TOURNAMENT
from tests.formats.acting import EVERYBODY, Deed
from tests.formats.directing import (
    advance,
    attempt,
    check_invariants,
    check_nobody_out_has_to_play,
    check_steps,
    finish,
    let_time_pass,
    office_play,
)
from tests.formats.kinds import Kind, started
from tests.formats.newest import DEEDS, NEWEST
from tests.formats.storing import stored_and_read
from tests.formats.test_twins import (
    compare_with_twin,
    corrected_deeds,
    early_deeds,
    rewinding_deeds,
    still_compared,
    was_corrected,
)
from tests.formats.test_twins import directed as corrected
from tests.formats.test_ways_of_directors import ROLLING, WAYS, ways_of
from tests.formats.twins import Twin, has_empty_round, was_played_wrongly
from tests.properties import PROFILE, drawn_from, examples
from tests.rounds import RoundsDesk

_PLAY = ("play", "play", "play", "turn", "turn", "void", "reinstate", "put-out", "let-in", "rule", "rule", "time")
_CHANGES = ("reverse", "reverse", "reverse", "time", "resign", "take-back", "swap", "reopen", "play-off", "close")
_KINDS = (*_PLAY, *_CHANGES, *DEEDS, "enter late", "take result back", "length")
_NOT_BEGUN = ("substitute", "enter late", "line-up", "start back", "length")


def _deeds(kinds: Sequence[str], number: int) -> st.SearchStrategy[list[Deed]]:
    """So many deeds: of lists of any length, most that are drawn are short."""
    numbers = st.integers(0, 99)
    deed = st.builds(Deed, st.sampled_from(kinds), numbers, numbers, st.booleans(), st.sampled_from(EVERYBODY))
    return st.lists(deed, min_size=number, max_size=number)


deeds = st.builds(
    lambda *parts: [deed for part in parts for deed in part],
    _deeds(_NOT_BEGUN, 1),
    st.lists(office_play, min_size=6, max_size=6),
    _deeds(_KINDS, 20),
)
"""Something happens before play has begun; the office has results played; then everybody does whatever they like."""
ENOUGH = {"test": 0, "proof": 50}
"""How often each way must have been reached; the few examples of the everyday run come to whatever they come to."""
ENOUGH_TWINS = {"test": 0, "proof": 50}
MIXED, EARLY = ("teams, groups",), ("rolling groups of bouts",)
"""In groups a correction by which all goes that was made from a result mostly leaves an empty round, and in rolling
ones most others are played on; elsewhere the first mostly leaves a twin to compare with."""
TWINS = tuple(
    kind
    for kind in NEWEST
    if "late" not in kind.name and kind.name not in ("play-offs", "lives without rounds", "lives by finish")
)
"""Where nobody enters late, no play-off has to be drawn once more, and who is free when decides no pair."""


def do(kind: Kind, desk: RoundsDesk, deed: Deed) -> bool:
    """Does what the deed says; answers whether anything came of it."""
    doing, before = {**DEEDS, "play": kind.playing}.get(deed.kind, attempt), desk.state.version
    with suppress(Refused):
        doing(desk, deed)
    return desk.state.version > before


def directed(kind: Kind, entrants: int, tried: Sequence[Deed], *, rolling: bool) -> tuple[RoundsDesk, Counter[str]]:
    """A tournament after all the deeds of everybody; what must hold was looked at after each; how often each deed was
    done."""
    desk = started(kind, entrants, TOURNAMENT, ROLLING if rolling else None)
    seen, done = 0, Counter[str]()
    for deed in tried:
        if rolling and isinstance(desk.step(), Due | StageDue):
            let_time_pass(desk, deed)
        done[deed.kind] += do(kind, desk, deed)
        if len(desk.steps) > seen:
            seen = check_steps(desk, seen)
            check_invariants(desk.state)
            check_nobody_out_has_to_play(desk)
            advance(desk.fork(), 2)
    return desk, done


@pytest.mark.rule("ALL-1", "ALL-3", "ALL-4", "ALL-5", "NXE-8", "SE-9", "SE-10", "SE-12", "TEA-1", "TD-11")
def test_invariants_hold_whatever_newer_settings_let_anybody_do() -> None:
    reached, done = Counter[str](), Counter[str]()

    @drawn_from(1)
    @given(entrants=st.integers(4, 8), tried=deeds, rolling=st.booleans())
    @examples(2, proof=60)
    def walk(entrants: int, tried: Sequence[Deed], rolling: bool) -> None:
        walked = [directed(kind, entrants, tried, rolling=rolling) for kind in NEWEST]
        for desk, these in walked:
            reached.update(way for step in desk.steps for way in ways_of(step))
            done.update(these)
        assert all(stored_and_read(initial(desk.state.stream), desk.history) == desk.state for desk, _ in walked)
        for desk, _ in walked:
            finish(desk)

    walk()
    print("\nreached: " + ", ".join(f"{way} {reached[way]}" for way in WAYS))
    print("done: " + ", ".join(f"{deed} {done[deed]}" for deed in DEEDS))
    assert {way: reached[way] for way in WAYS if reached[way] < ENOUGH[PROFILE]} == {}
    assert sum(done.values()) > 100


@pytest.mark.rule("ALL-1", "ALL-3", "ALL-4", "TD-14", "SE-6", "SER-1", "TEA-1", "DE-4")
def test_twin_with_newer_settings_ends_the_same() -> None:
    compared = Counter[str]()

    @given(
        entrants=st.integers(4, 8),
        mixed=corrected_deeds,
        rewinding=rewinding_deeds,
        early=early_deeds,
        lot=st.integers(0, 3),
    )
    @examples(3, proof=160)
    def walk(entrants: int, mixed: Sequence[Deed], rewinding: Sequence[Deed], early: Sequence[Deed], lot: int) -> None:
        aimed = dict.fromkeys(MIXED, mixed) | dict.fromkeys(EARLY, early)
        for kind in still_compared(TWINS, compared):
            desk = corrected(kind, entrants, aimed.get(kind.name, rewinding) if lot else mixed)
            if was_corrected(desk) and not (was_played_wrongly(desk) or has_empty_round(desk)):
                twin = started(kind, entrants, TOURNAMENT)
                Twin(desk, twin).play()
                compare_with_twin(desk, twin)
                compared[kind.name] += 1

    walk()
    print("\ncompared: " + ", ".join(f"{kind.name} {compared[kind.name]}" for kind in TWINS))
    assert {kind.name for kind in TWINS if compared[kind.name] < ENOUGH_TWINS[PROFILE]} == set()
    assert compared.total() >= len(TWINS) // 2
