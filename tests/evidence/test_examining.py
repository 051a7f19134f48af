"""Old events are worked out again in the background, so that rewritten history is found by itself (ALL-1)."""

from collections.abc import Iterator

import psycopg
import pytest

from ops import doctor
from ops.checks_beside_the_log import Finding
from ops.database import DatabaseUrls
from ops.evidence import examining
from ops.evidence.examining import look, pause_seconds
from ops.evidence.key_folder import KeyFolder
from projections.evidence import examination
from tests.evidence.support import owner, signed
from tests.projections.support import Club, opened

pytestmark = pytest.mark.rule("ALL-1")


@pytest.fixture
def club(database: DatabaseUrls, folder: KeyFolder, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    """Nine events, signed at three and six and nine; four are looked at a time."""
    monkeypatch.setattr(examining, "BATCH", 4)
    with opened(database.service) as journal:
        club = Club(journal)
        for first in (1, 4, 7):
            club.register(first, first + 1, first + 2)
            signed(database, journal, folder)
        yield club


def looked(urls: DatabaseUrls, folder: KeyFolder) -> list[str]:
    with psycopg.connect(urls.signer, autocommit=True) as connection:
        return look(connection, folder)[0]


def told(urls: DatabaseUrls) -> Finding:
    with owner(urls) as connection:
        return doctor.examined(connection)


@pytest.mark.usefixtures("club")
def test_the_whole_log_is_gone_through_stretch_by_stretch(database: DatabaseUrls, folder: KeyFolder) -> None:
    assert "not the whole log yet, now up to 0" in told(database).found
    assert (looked(database, folder), "now up to 4 since" in told(database).found) == ([], True)
    assert (looked(database, folder), "now up to 8 since" in told(database).found) == ([], True)
    assert looked(database, folder) == []
    assert told(database).found.startswith("worked out again: the whole log at ")
    assert "now up to 0 since" in told(database).found


@pytest.mark.usefixtures("club")
def test_a_rewritten_old_event_is_found_and_stays_told_until_it_is_mended(
    database: DatabaseUrls, folder: KeyFolder
) -> None:
    with owner(database) as connection:
        [[was]] = connection.execute("SELECT state FROM events WHERE position = 2").fetchall()
        connection.execute("UPDATE events SET state = state || ' '::bytea WHERE position = 2")
        with connection.transaction():
            assert list(examination.problems_of(connection, None, 6)) == [], "what is new is all that others look at"
    for _ in range(2):
        assert "event 2 is not the one that the tree has" in "; ".join(looked(database, folder))
        assert not told(database).is_good
    with owner(database) as connection:
        connection.execute("UPDATE events SET state = %s WHERE position = 2", (was,))
    assert looked(database, folder) == []
    assert told(database).is_good


def test_a_whole_log_takes_the_days_that_it_may_take() -> None:
    assert pause_seconds(10_000_000, 7) == pytest.approx(302.4)
    assert pause_seconds(100_000_000, 7) == pytest.approx(30.24)
    assert pause_seconds(0, 7) == examining.LONGEST_PAUSE_SECONDS
    assert pause_seconds(10**12, 1) == examining.SHORTEST_PAUSE_SECONDS
