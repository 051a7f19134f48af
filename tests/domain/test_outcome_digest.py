"""A completion tells the digest of its outcome, in a form that is frozen (ALL-1)."""

import hashlib
from typing import Any

import pytest

from domain.application.catalogue import FOLDS
from domain.kernel.envelope import Recorded
from domain.kernel.replacing import replace
from domain.tournament.derived.outcome_digest import outcome_digest
from domain.tournament.evolve import tournament as evolve
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle import events as lifecycle_events
from domain.tournament.state import Tournament
from ops.export.replaying import Replaying
from tests.desk import Desk
from tests.histories.test_v1 import lines, read
from tests.story import Given, evening, given, made, reported, scored

COMPLETE = lifecycle_commands.CompleteTournament()
CLOSED = FOLDS["tournament"]

# A beat B 5-3, and C beat A 5-1: C 1-0, A 1-1, B 0-1. The second score was read from the wrong side: A beat C 5-3, so
# A has 2-0, and B and C share the second rank with 3:5 each.
_BEFORE = (
    '{"champion":null,"entries":['
    '[1,["00000000-0000-0000-0000-000000000041"]],'
    '[2,["00000000-0000-0000-0000-000000000042"]],'
    '[3,["00000000-0000-0000-0000-000000000043"]]],"form":1,"matches":'
)
_AFTER = ',"tournament":"00000000-0000-0000-0000-000000000000"}'
FIRST = '[[1,[1,2],"won",1,[5,3]],[2,[3,1],"won",3,[5,1]]],"table":[[3,1],[1,2],[2,3]]'
CORRECTED = '[[1,[1,2],"won",1,[5,3]],[2,[3,1],"won",1,[3,5]]],"table":[[1,1],[2,2],[3,2]]'


def digest(middle: str) -> str:
    return hashlib.sha256((_BEFORE + middle + _AFTER).encode()).hexdigest()


def states(name: str) -> list[tuple[Tournament, Recorded[Any]]]:
    """Each event of a kept history, with the state after it."""
    state, found = Desk().state, []
    for one in read(name):
        state = evolve.evolve(state, one)
        found.append((state, one))
    return found


def told(event: object) -> str | None:
    assert isinstance(event, lifecycle_events.TournamentCompleted)
    return event.outcome_digest


@pytest.mark.rule("ALL-1", "ALL-13")
def test_completions_of_a_kept_history_tell_the_digests_that_were_worked_out_by_hand() -> None:
    completed = [one for _, one in states("closed.jsonl") if one.topic == lifecycle_events.TournamentCompleted.TOPIC]
    assert [told(one.event) for one in completed] == [digest(FIRST), digest(CORRECTED)]


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("name", ["closed.jsonl", "tournament.jsonl"])
def test_kept_history_comes_to_the_outcomes_that_it_tells(name: str) -> None:
    """The older one tells none, and is held to none."""
    found = states(name)
    assert sum(one.topic == lifecycle_events.TournamentCompleted.TOPIC for _, one in found) > 0
    assert not any(CLOSED.is_closed_otherwise(state, one) for state, one in found)


@pytest.mark.rule("ALL-1")
def test_state_with_another_winner_is_not_what_the_completion_tells() -> None:
    (last, one), (first, _) = states("closed.jsonl")[-1], states("closed.jsonl")[12]
    assert CLOSED.is_closed_otherwise(replace(last, matches=first.matches), one)
    assert CLOSED.is_closed_otherwise(replace(last, entries=last.entries.remove(3)), one)


CHANGES: dict[str, Given] = {
    "another score": given(*evening("AB"), made(1, 2), scored(5, 2)),
    "another winner": given(*evening("AB"), made(1, 2), scored(4, 5)),
    "no score": given(*evening("AB"), made(1, 2), reported("first")),
    "another entrant": given(*evening("AC"), made(1, 2), scored(5, 3)),
}


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("change", CHANGES)
def test_outcome_with_a_difference_has_another_digest(change: str) -> None:
    usual = given(*evening("AB"), made(1, 2), scored(5, 3)).when(COMPLETE)
    [completed], [differs] = usual.events, CHANGES[change].when(COMPLETE).events
    assert told(completed) == outcome_digest(usual.desk.state)
    assert told(differs) != told(completed)


@pytest.mark.rule("ALL-1")
def test_export_whose_completion_tells_another_outcome_is_found() -> None:
    true, false = digest(CORRECTED).encode(), digest(FIRST).encode()
    for last, versions in ((true, []), (false, [16])):
        content = [line.replace(true, last) for line in lines("closed.jsonl")]
        replaying = Replaying(enumerate(content, 1))
        replaying.lay(len(content))
        assert [(one.kind, one.version) for one in replaying.outcomes] == [("table", version) for version in versions]
