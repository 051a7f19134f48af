"""What is worked out of a tournament's state once, for all who look at it."""

import gc
from collections.abc import Iterator, Mapping
from weakref import ref

import pytest

from domain.formats.swiss import season
from domain.standings.swiss_scores import Scores
from domain.standings.virtual import Record
from domain.tournament.derived.recent_stages import MOST_STATES, RecentStages
from domain.tournament.derived.stage import current_stage, stages_of
from domain.tournament.state import Tournament
from projections.explain.lines import ExplainedLines
from tests.bench.swiss_standings import played
from tests.formats.test_swiss_golden import played_example

FIELD = 200


@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many rounds were over, each time that the scores of a field are worked out."""
    found: list[int] = []

    def counted(records: Mapping[int, Record], closed: int) -> Scores:
        found.append(closed)
        return Scores(records, closed)

    monkeypatch.setattr(season, "Scores", counted)
    return found


@pytest.mark.rule("SWI-11")
def test_the_scores_are_worked_out_once_for_the_accounts_of_200_players(worked_out: list[int]) -> None:
    state, recent = played(FIELD - 1, rounds=2).state, RecentStages()
    worked_out.clear()
    opened = [recent.of(state)[-1].accounts(entry) for entry in range(1, FIELD + 1)]
    assert len(opened) == FIELD
    assert len(worked_out) == 1


@pytest.mark.rule("SWI-11")
def test_shared_accounts_are_those_of_an_entry_alone() -> None:
    state, recent = played_example().state, RecentStages()
    for entry in state.entries:
        alone = current_stage(state)
        assert recent.of(state)[-1].accounts(entry) == alone.rules.accounts(alone.options, alone.facts, entry)


def test_the_table_and_all_lines_that_are_explained_share_the_scores(worked_out: list[int]) -> None:
    state, recent = played_example().state, RecentStages()
    worked_out.clear()
    for entry in sorted(state.entries):
        line = ExplainedLines(state, recent.of(state)).of(entry)
        assert line is not None
        assert line.parts_of("solkoff")
    assert len(worked_out) == 1


@pytest.fixture
def no_collections() -> Iterator[None]:
    """Within it nobody looks for cycles, as it is most of the time in the service."""
    was_enabled = gc.isenabled()
    gc.disable()
    yield
    if was_enabled:
        gc.enable()


@pytest.mark.usefixtures("no_collections")
def test_values_worked_out_for_a_line_go_with_the_line() -> None:
    state = played_example().state
    line = ExplainedLines(state, stages_of(state)).of(1)
    assert line is not None
    assert line.parts_of("solkoff")
    stage = ref(line.stage)
    del line
    assert stage() is None


def test_each_state_has_stages_of_its_own() -> None:
    recent, first, equal = RecentStages(), played_example().state, played_example().state
    assert recent.of(first) is recent.of(first)
    assert recent.of(equal) is not recent.of(first)
    assert [stage.facts.state for stage in recent.of(equal)] == [equal]


def test_only_a_few_states_are_kept_the_newest_used_among_them() -> None:
    recent, state = RecentStages(), played_example().state
    kept = recent.of(state)
    for _ in range(2 * MOST_STATES):
        recent.of(_copy(state))
        assert recent.of(state) is kept
    for _ in range(MOST_STATES):
        recent.of(_copy(state))
    assert recent.of(state) is not kept


def _copy(state: Tournament) -> Tournament:
    return Tournament(state.stream, state.version, state.settings)
