"""Brackets in which directors change who met and who won, one change within another, and take changes back.

Whatever they have done, the tournament is played on to its end, and it ends as its twin wherever nobody has played by a
result that is so no longer. `pytest tests/formats/test_nested_changes.py -s` says how often each way was reached.
"""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.refusal import Refused
from domain.match.record import Match
from domain.tournament.command import Choosing
from domain.tournament.rounds import commands as round_commands
from tests.desk import TOURNAMENT
from tests.formats.acting import Deed
from tests.formats.directing import attempt, check_invariants, finish, turn
from tests.formats.kinds import KINDS, Kind, started
from tests.formats.test_twins import ENOUGH, compare_with_twin, still_compared
from tests.formats.twins import CORRECTIONS, Twin, has_empty_round, was_played_wrongly
from tests.properties import PROFILE, examples
from tests.rounds import RoundsDesk, in_every_stage

_NAMES = ("knockout", "double-elimination", "consolation", "placement", "stepladder", "groups", "buy-back")
BRACKETS = tuple(kind for kind in KINDS if kind.name in _NAMES)
Change = tuple[Deed, Sequence[Deed]]
"""What is changed, and what is played before it."""
WAYS = ("rewind", "stand", "restore", "none")

_number = st.integers(0, 99)
_ways = st.builds(lambda number, way: 4 * number + way, st.integers(0, 24), st.sampled_from((0, 1, 1, 2, 2, 3)))
_plays = st.lists(st.builds(Deed, st.just("play"), _number, _number, st.booleans()), min_size=2, max_size=9)
_KINDS = ("swap", "swap", "turn", "void", "reinstate")
_change = st.builds(Deed, st.sampled_from(_KINDS), _number, _ways, st.booleans())
_nested = st.tuples(*(st.tuples(_change, _plays) for _ in range(3)), st.booleans())


def exchanged(desk: RoundsDesk, deed: Deed) -> None:
    """Two who are in a bracket's matches of one round have changed places, whichever round it is."""
    live = [one for _, one in sorted(desk.state.matches.items()) if not one.void]
    if not live:
        return
    one = live[deed.first % len(live)]
    others = [two for two in live if (two.stage, two.round) == (one.stage, one.round) and two is not one]
    if not others:
        return
    two = others[deed.second % len(others)]
    mine, theirs = (int(deed.won), deed.first // 7 % 2)
    pairs = [
        {"match": one.number, "sides": _with_side(one, mine, two.sides[theirs])},
        {"match": two.number, "sides": _with_side(two, theirs, one.sides[mine])},
    ]
    told = {"round": one.round, "matches": pairs, "reason": "They had changed seats", **_chosen(desk, deed)}
    desk.do(round_commands.CorrectPairings.model_validate(told))


def _with_side(match: Match, place: int, entry: int) -> tuple[int, int]:
    return (entry, match.sides[1]) if place == 0 else (match.sides[0], entry)


def _chosen(desk: RoundsDesk, deed: Deed) -> dict[str, object]:
    return {} if deed.choice is None else in_every_stage(desk, deed.choice)


def change(desk: RoundsDesk, deed: Deed) -> None:
    """Does what the deed says, or nothing where that is refused."""
    with suppress(Refused):
        if deed.kind == "swap":
            exchanged(desk, deed)
        elif deed.kind == "turn":
            turn(desk, deed)
        else:
            attempt(desk, deed)
    check_invariants(desk.state)


def take_back(desk: RoundsDesk, deed: Deed, way: int) -> None:
    """The same exchange once more puts both back; another way may be chosen."""
    change(desk, Deed(deed.kind, deed.first, 4 * (deed.second // 4) + way, deed.won))


def directed(kind: Kind, entrants: int, nested: Sequence[Change], takes_back: bool) -> RoundsDesk:
    """Three changes, after each of which some play; then they are taken back, the last first, and all is played."""
    desk = started(kind, entrants, TOURNAMENT)
    for made, plays in nested:
        _play_all(kind, desk, plays)
        change(desk, made)
    for made, plays in reversed(nested):
        _play_all(kind, desk, plays[:2])
        if takes_back:
            take_back(desk, made, (2, 2, 1, 3)[plays[0].second % 4])
    finish(desk)
    return desk


def _play_all(kind: Kind, desk: RoundsDesk, plays: Sequence[Deed]) -> None:
    for one in plays:
        with suppress(Refused):
            kind.playing(desk, one)


def ways_of(desk: RoundsDesk) -> Counter[str]:
    """How often each way was chosen for what hung on a change that was carried out."""
    taken = [step.command for step in desk.steps if isinstance(step.command, CORRECTIONS)]
    return Counter(_way(one) for one in taken)


def _way(command: Choosing) -> str:
    return command.choice or next((one.choice for one in command.choices), "none")


@pytest.mark.rule("ALL-4", "ALL-5", "TD-14")
def test_brackets_with_three_nested_changes_are_played_to_their_end_and_agree_with_their_twin() -> None:
    compared, ways = Counter[str](), Counter[str]()

    @given(entrants=st.integers(4, 8), nested=_nested)
    @examples(24, proof=250)
    def walk(entrants: int, nested: tuple[Change, Change, Change, bool]) -> None:
        lacking = any(ways[way] < ENOUGH[PROFILE] for way in WAYS)
        for kind in BRACKETS if lacking else still_compared(BRACKETS, compared):
            desk = directed(kind, entrants, nested[:3], nested[3])
            ways.update(ways_of(desk))
            if not (was_played_wrongly(desk) or has_empty_round(desk)):
                twin = started(kind, entrants, TOURNAMENT)
                Twin(desk, twin).play()
                compare_with_twin(desk, twin)
                compared[kind.name] += 1

    walk()
    print(f"\ncompared: {dict(compared)}\nways: {dict(ways)}")
    assert {name for name in _NAMES if compared[name] < ENOUGH[PROFILE]} == set()
    assert {way for way in WAYS if ways[way] < ENOUGH[PROFILE]} == set()
