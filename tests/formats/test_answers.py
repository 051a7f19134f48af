"""A command is answered with all that it changed, each with the revision that the next command is to name."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.values import Value
from domain.tournament.matches import commands as match_commands
from domain.tournament.state import Tournament
from projections.views.rulings import appeal_view, dispute_view, ruling_view
from projections.views.tournaments import entry_view, match_view
from tests.desk import Desk, Step
from tests.domain.test_rulings import everything
from tests.formats.acting import Deed
from tests.formats.directing import deeds
from tests.formats.kinds import Kind, in_every_format
from tests.formats.test_invariants import directed
from tests.properties import examples
from tests.reaching import reached
from tests.rounds import started_nxe

KINDS = ("entries", "matches", "disputes", "rulings", "appeals")
Thing = tuple[str, int]


def shown(state: Tournament) -> Mapping[Thing, Any]:
    """What is read of everything that has a revision, by its kind and number."""
    directing = state.directing
    views: Mapping[str, Iterator[tuple[int, Value]]] = {
        "entries": ((number, entry_view(one)) for number, one in state.entries.items()),
        "matches": ((number, match_view(state, one)) for number, one in state.matches.items()),
        "disputes": ((number, dispute_view(state, one)) for number, one in directing.disputes.items()),
        "rulings": ((number, ruling_view(state, one)) for number, one in directing.rulings.items()),
        "appeals": ((number, appeal_view(one)) for number, one in directing.appeals.items()),
    }
    return {(kind, number): view for kind, numbered in views.items() for number, view in numbered}


def changed(step: Step) -> Mapping[Thing, int]:
    """What is read otherwise than before, with the revision it now has."""
    before, after = shown(step.before), shown(step.after)
    return {thing: view.revision for thing, view in after.items() if before.get(thing) != view}


def named(step: Step) -> Mapping[Thing, int]:
    """What the answer names, with the revision it gives."""
    return {(kind, one["number"]): one["revision"] for kind in KINDS for one in step.answer.get(kind, ())}


def check(desk: Desk) -> None:
    for step in desk.steps:
        assert named(step) == changed(step), step.command


@pytest.mark.rule("TD-9", "TD-11", "TD-12", "TD-13")
def test_answer_names_what_rulings_and_appeals_have_changed() -> None:
    desk = started_nxe("ABCD")
    desk.pair(1, "A-B C-D")
    everything(desk)
    check(desk)


@pytest.mark.rule("ALL-4")
def test_answer_names_what_a_changed_result_has_made_void_brought_back_and_kept() -> None:
    desk = started_nxe("ABCD")
    desk.pair(1, "A-B C-D")
    desk.won("A-B", "C-D")
    desk.pair(2, "A-C B-D")
    desk.won("A-C")
    for winner, choice in (("second", "rewind"), ("first", "restore"), ("second", "stand")):
        change = {"match": 1, "result": {"kind": "winner", "winner": winner}, "reason": "Slip", "choice": choice}
        desk.do(match_commands.CorrectResult.model_validate(change))
    check(desk)


@pytest.mark.rule("ALL-4")
@in_every_format
@given(entrants=st.integers(2, 8), tried=deeds)
@examples(3)
def test_anyone_does_whatever_it_names_what_is_read_otherwise_and_nothing_else(
    kind: Kind, entrants: int, tried: Sequence[Deed]
) -> None:
    desk = directed(kind, entrants, tried)
    check(desk)
    reached()
