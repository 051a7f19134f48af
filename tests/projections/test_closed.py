"""A long tournament that was completed is read from what is kept of it, as long as the log tells the same (ALL-1)."""

import zlib
from collections.abc import Callable
from pathlib import Path
from typing import cast

import psycopg
import pytest

from domain.application.catalogue import FOLDS
from domain.journal import kept, states
from domain.journal.journal import Journal
from domain.kernel.frozen_bytes import to_bytes
from domain.kernel.ids import tournament_stream
from domain.kernel.replacing import replace
from domain.tournament.lifecycle.commands import CompleteTournament, ReopenTournament
from domain.tournament.lifecycle.events import TournamentCompleted
from domain.tournament.state import Tournament
from ops import doctor
from ops.database import DatabaseUrls
from ops.migrate import migrate
from projections.explain.kept import compare_kept
from tests.histories.kept import bring_in, copies, read
from tests.projections.support import Club, opened, tournament_id

STREAM = tournament_stream(tournament_id(1))
KEPT = "SELECT version FROM kept WHERE what = 'state' ORDER BY version"


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream of ten events is a long one."""
    monkeypatch.setattr(kept, "CLOSED_FROM", 10)
    monkeypatch.setattr(states, "_PAGE", 10)


@pytest.fixture
def closed(club: Club) -> Club:
    """A tournament of three that was completed, and what is kept of it."""
    club.register(1, 2, 3)
    club.begin(1, 1, 2, 3)
    club.play(1, (1, 2, 5, 0), (2, 3, 5, 1), (3, 1, 5, 2))
    club.tell(1, CompleteTournament())
    club.journal.keep_states(0)
    return club


@pytest.fixture
def laid(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The versions of the tournament that are laid from here on."""
    found: list[int] = []
    fold = FOLDS["tournament"]

    def evolve(state: Tournament, recorded: object) -> Tournament:
        after = cast("Tournament", fold.evolve(state, recorded))  # type: ignore[arg-type]  # as it is called
        found.append(after.version)
        return after

    monkeypatch.setitem(FOLDS, "tournament", replace(fold, evolve=evolve))
    return found


def versions_kept(database: DatabaseUrls) -> list[int]:
    with psycopg.connect(database.owner) as owner:
        return [version for (version,) in owner.execute(KEPT)]


def put_in_its_place(database: DatabaseUrls, state: Tournament) -> None:
    """Puts another state in the place of the one that is kept."""
    with psycopg.connect(database.owner) as owner:
        owner.execute("UPDATE kept SET content = %s", (zlib.compress(to_bytes(state)),))


def with_other_result(state: Tournament) -> Tournament:
    return replace(state, matches=state.matches.insert(1, replace(state.matches[2], number=1)))


def without_the_last(state: Tournament) -> Tournament:
    return replace(state, entries=state.entries.remove(3))


@pytest.mark.rule("ALL-1", "ALL-13")
def test_completed_tournament_is_read_from_what_is_kept(closed: Club, database: DatabaseUrls, laid: list[int]) -> None:
    whole = closed.state(1)
    assert versions_kept(database) == [whole.version]
    laid.clear()
    with opened(database.service) as started:
        assert started.state(STREAM) == whole
    assert laid == []


@pytest.mark.rule("ALL-1", "ALL-13")
def test_reopened_tournament_goes_on_from_the_log(closed: Club, database: DatabaseUrls, laid: list[int]) -> None:
    ended = closed.state(1).version
    closed.tell(1, ReopenTournament(reason="A slip of the pen"))
    closed.turn_over(1, 1, "second")
    laid.clear()
    with opened(database.service) as started:
        assert started.state(STREAM) == closed.state(1)
    assert laid[0] == ended + 1
    closed.tell(1, CompleteTournament())
    closed.journal.keep_states(0)
    assert versions_kept(database) == [ended, closed.state(1).version]
    assert doctor.kept(database.service, again=True).is_good


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("change", [with_other_result, without_the_last])
def test_kept_state_with_another_outcome_is_left_aside_and_named(
    closed: Club, database: DatabaseUrls, laid: list[int], change: Callable[[Tournament], Tournament]
) -> None:
    whole = closed.state(1)
    put_in_its_place(database, change(whole))
    laid.clear()
    with opened(database.service) as started:
        assert started.state(STREAM) == whole
    assert laid == [*range(1, whole.version + 1)]
    told = doctor.kept(database.service, again=True)
    assert (told.is_good, f"the state of {STREAM}@{whole.version}" in told.found) == (False, True)


@pytest.mark.rule("ALL-1")
def test_doctor_names_a_completion_that_tells_another_outcome(
    closed: Club, database: DatabaseUrls, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a program would find it that folds the same events otherwise."""
    ended, fold = closed.state(1).version, FOLDS["tournament"]
    assert fold.closing is not None
    monkeypatch.setitem(FOLDS, "tournament", replace(fold, closing=replace(fold.closing, reached=lambda _: "0" * 64)))
    assert doctor.kept(database.service, again=False).is_good
    told = doctor.kept(database.service, again=True)
    assert not told.is_good
    assert f"the outcome of {STREAM}@{ended} is not the one that was told when it was closed" in told.found


@pytest.mark.rule("ALL-1")
def test_short_tournament_is_kept_nowhere(
    closed: Club, database: DatabaseUrls, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "CLOSED_FROM", 1_000)
    with psycopg.connect(database.owner) as owner:
        owner.execute("DELETE FROM kept")
    journal.keep_states(0)
    assert versions_kept(database) == []
    assert closed.state(1).settings is not None


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize(("shape", "file"), copies(), ids=lambda one: getattr(one, "stem", str(one)))
def test_kept_copy_of_a_release_has_completions_that_tell_no_outcome_and_is_sound(
    shape: int, file: Path, empty_database: DatabaseUrls
) -> None:
    assert shape
    bring_in(empty_database.owner, read(file))
    migrate(empty_database.owner)
    with opened(empty_database.service) as journal:
        events = [one.recorded.event for one in journal.read(0, 100_000)]
        completed = [one for one in events if isinstance(one, TournamentCompleted)]
        assert {one.outcome_digest for one in completed} == {None}
        journal.keep_states(0)
        assert compare_kept(journal, again=True).problems == []
