"""What is kept of long streams: read after a start in place of their first events, and the same byte for byte."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import cast

import psycopg
import pytest

from api.http.services import Services
from api.queries.histories import keep_trails
from domain.application.catalogue import FOLDS
from domain.journal import kept
from domain.journal.journal import Journal, Stored
from domain.journal.states import lay
from domain.kernel.frozen_bytes import to_bytes
from domain.kernel.ids import tournament_stream
from domain.kernel.personal_text import Sealed
from domain.tournament.entries.commands import RefuseEntry, RequestEntry
from domain.tournament.state import Tournament
from ops import doctor
from ops.database import DatabaseUrls
from projections.explain import causes
from projections.explain.causes import Trails, Watched
from projections.explain.kept import trails
from tests.projections.support import Club, opened, person_id, tournament_id

STREAM = tournament_stream(tournament_id(1))
KEPT = "SELECT version, program FROM kept WHERE what = 'state' ORDER BY version"


@pytest.fixture(autouse=True)
def _seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "EVERY", 10)
    monkeypatch.setattr(causes, "EVERY", 10)


@pytest.fixture
def season(club: Club) -> Club:
    """A tournament with corrections, and texts about persons."""
    club.register(1, 2, 3, 4)
    club.begin(1, 1, 2, 3)
    club.tell(1, RequestEntry(person=person_id(4)))
    club.tell(1, RefuseEntry(entry=4, reason="a slip of the pen"))
    for _ in range(4):
        club.play(1, (1, 2, 5, 0), (2, 3, 5, 1), (3, 1, 5, 2))
        club.turn_over(1, 1, "second")
        club.turn_over(1, 1, "first")
    return club


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The versions of the tournament that are laid from here on."""
    laid: list[int] = []
    fold = FOLDS["tournament"]

    def evolve(state: Tournament, recorded: object) -> Tournament:
        after = cast("Tournament", fold.evolve(state, recorded))  # type: ignore[arg-type]  # as it is called
        laid.append(after.version)
        return after

    monkeypatch.setitem(FOLDS, "tournament", type(fold)(fold.initial, evolve))
    return laid


def from_the_beginning(journal: Journal, version: int) -> Tournament:
    fold = FOLDS["tournament"]
    history = journal.history(STREAM)[:version]
    return cast("Tournament", lay(fold, fold.initial(STREAM), (one.recorded for one in history)))


@pytest.mark.rule("ALL-1")
def test_a_start_goes_on_from_what_is_kept_which_is_what_the_events_make_byte_for_byte(
    season: Club, journal: Journal, database: DatabaseUrls, folded: list[int]
) -> None:
    reached = journal.keep_states(0)
    newest = season.state(1).version
    with psycopg.connect(database.owner) as owner:
        versions = [version for version, _ in owner.execute(KEPT)]
    assert versions == [*range(10, newest + 1, 10)]
    content = journal.open_kept("state")
    for version in versions:
        assert content.newest(STREAM, version - 1, version) == to_bytes(from_the_beginning(journal, version))
    folded.clear()
    with opened(database.service) as started:
        assert started.state(STREAM, version=27) == from_the_beginning(journal, 27)
        assert [one for one in folded if one > 20][:7] == [21, 22, 23, 24, 25, 26, 27]
        folded.clear()
        assert started.keep_states(reached) == reached
    assert folded == []


@pytest.mark.rule("ALL-1")
@pytest.mark.usefixtures("season")
def test_kept_notes_hold_no_words_and_no_key(journal: Journal, database: DatabaseUrls) -> None:
    journal.keep_states(0)
    content = journal.open_kept("state").newest(STREAM, 0, 1_000)
    with psycopg.connect(database.owner) as owner:
        keys = [bytes(key) for (key,) in owner.execute("SELECT key FROM person_keys")]
    assert content is not None
    assert Sealed.__qualname__.encode() in content
    assert b"a slip of the pen" not in content
    assert all(key not in content and key.hex().encode() not in content for key in keys)


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize(
    "changed",
    [
        "UPDATE kept SET program = 'another'",
        "UPDATE kept SET last_event = sha256('another')",
        "UPDATE kept SET content = 'no bytes of a state'",
    ],
)
@pytest.mark.usefixtures("season")
def test_sheet_made_by_another_program_or_of_another_event_or_unreadable_is_not_read(
    journal: Journal, database: DatabaseUrls, folded: list[int], changed: str
) -> None:
    journal.keep_states(0)
    with psycopg.connect(database.owner) as owner:
        assert owner.execute(changed.encode()).rowcount > 1
    folded.clear()
    with opened(database.service) as started:
        assert started.state(STREAM, version=27).version == 27
    assert folded == [*range(1, 28)]


@pytest.mark.rule("ALL-1")
def test_a_trail_goes_on_from_the_one_that_was_kept(season: Club, journal: Journal) -> None:
    on_disk, newest = trails(journal), season.state(1).version
    read: list[int] = []

    def since(version: int) -> tuple[Tournament, list[object]]:
        read.append(version)
        return cast("Tournament", journal.state(STREAM, version=version)), list(journal.whole(STREAM, version))

    first = Trails(on_disk).of(STREAM, newest, since)  # type: ignore[arg-type]  # as it is given
    season.play(1, (1, 2, 5, 0))
    again = Trails(on_disk).of(STREAM, newest + 1, since)  # type: ignore[arg-type]  # as it is given
    assert read == [0, newest]
    watched = [Watched("match", number) for number in range(1, 13)]
    assert again.names(watched, newest) == first.names(watched, newest)
    assert len(again.versions(watched, newest)) > len(watched)


@pytest.mark.rule("ALL-1")
def test_a_trail_that_is_followed_step_by_step_is_kept_too(season: Club, journal: Journal) -> None:
    followed, newest = Trails(trails(journal)), season.state(1).version

    def since(known: int) -> tuple[Tournament, Sequence[Stored]]:
        return cast("Tournament", journal.state(STREAM, version=known)), journal.history(STREAM, known, 1)

    for version in range(1, newest + 1):
        followed.of(STREAM, version, since)
    (kept_at,) = [row.version for row in trails(journal).rows()]
    assert newest - kept_at < 10


@pytest.mark.rule("ALL-1")
def test_concerns_of_events_are_found_before_somebody_asks(season: Club, journal: Journal) -> None:
    services = cast("Services", SimpleNamespace(journal=journal, trails=Trails(trails(journal))))
    keep_trails(services, 0, journal.position())
    rows = trails(journal).rows()
    assert [row.stream for row in rows] == [STREAM]
    assert season.state(1).version - rows[0].version < 10


IS_ANOTHER = f"the state of {STREAM}@20 is not what the events make"
FALSE: dict[str, tuple[str, str]] = {
    "the state of another version": (
        "SELECT scoresheet_keep(stream, what, 20, program, content) FROM kept WHERE what = 'state' AND version = 10",
        IS_ANOTHER,
    ),
    "cut short": (
        "UPDATE kept SET content = substr(content, 1, length(content) - 9) WHERE what = 'state' AND version = 20",
        IS_ANOTHER,
    ),
    "no bytes of a state": ("UPDATE kept SET content = 'none' WHERE what = 'state' AND version = 20", IS_ANOTHER),
    "no bytes of a trail": ("UPDATE kept SET content = 'none' WHERE what = 'trail'", f"the trail of {STREAM}@"),
    "a trail of what has none": (
        (
            "INSERT INTO kept SELECT e.stream, what, e.version, program, sha256(e.state), content"
            " FROM kept, events AS e WHERE what = 'trail' AND e.stream LIKE 'person-%' AND e.version = 1"
        ),
        "the trail of person-",
    ),
}
GROUNDLESS: dict[str, tuple[str, str]] = {
    "of a version that is still to come": (
        (
            "INSERT INTO kept SELECT stream, what, 1000, program, last_event, content FROM kept"
            " WHERE what = 'state' AND version = 20"
        ),
        f"the state of {STREAM}@1000 ends with no event of the log",
    ),
    "of a stream that there is not": (
        (
            "INSERT INTO kept SELECT 'tournament-none', what, version, program, last_event, content FROM kept"
            " WHERE what = 'state' AND version = 20"
        ),
        "the state of tournament-none@20 ends with no event of the log",
    ),
    "of another event": (
        "UPDATE kept SET last_event = sha256('another') WHERE what = 'state' AND version = 20",
        f"the state of {STREAM}@20 ends with no event of the log",
    ),
}


@pytest.fixture
def filled(season: Club, journal: Journal, database: DatabaseUrls) -> str:
    """Address of a database with all states that are due, and a trail."""
    journal.keep_states(0)

    def since(version: int) -> tuple[Tournament, list[object]]:
        return cast("Tournament", journal.state(STREAM, version=version)), list(journal.whole(STREAM, version))

    for newest in (27, season.state(1).version):
        Trails(trails(journal)).of(STREAM, newest, since)  # type: ignore[arg-type]  # as it is given
    return database.service


def tampered(database: DatabaseUrls, statement: str) -> None:
    with psycopg.connect(database.owner) as owner:
        assert owner.execute(statement.encode()).rowcount >= 1


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("case", FALSE)
def test_the_doctor_works_out_again_what_is_kept_and_names_what_is_another(
    filled: str, database: DatabaseUrls, case: str
) -> None:
    statement, named = FALSE[case]
    sound = doctor.kept(filled, again=True)
    assert (sound.is_good, sound.found[-25:]) == (True, "each what the events make")
    tampered(database, statement)
    assert doctor.kept(filled, again=False).is_good
    told = doctor.kept(filled, again=True)
    assert (told.is_good, named in told.found, "scoresheet rebuild" in told.found) == (False, True, True)


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("case", GROUNDLESS)
def test_the_doctor_names_what_is_kept_of_no_event(filled: str, database: DatabaseUrls, case: str) -> None:
    statement, named = GROUNDLESS[case]
    tampered(database, statement)
    for again in (False, True):
        told = doctor.kept(filled, again=again)
        assert (told.is_good, named in told.found) == (False, True)


def test_the_doctor_leaves_alone_what_another_program_has_made(filled: str, database: DatabaseUrls) -> None:
    tampered(database, "UPDATE kept SET program = 'another', content = 'another'")
    assert doctor.kept(filled, again=True).is_good
