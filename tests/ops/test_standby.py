"""The log is signed as far as a standby has it, and goes on on the standby once the primary is gone."""

import shutil
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from domain.journal.journal import Journal
from ops.database import SIGNER_ROLE, external, on_copy
from ops.errors import LogForkedError, StandbyError
from ops.evidence.fork_guard import doubt
from ops.evidence.key_folder import KeyFolder
from ops.evidence.signer import Signing, sign
from tests.evidence.support import ORIGIN, key_folder
from tests.ops.standbys import Server, begin_standby, primary_and_standby
from tests.patience import eventually
from tests.projections.support import Club, follow, opened

pytestmark = pytest.mark.operations

_WAITS = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
_PUBLISHED = "SELECT count(*) FROM projected.feed_entries"
Two = tuple[Server, Server]


@pytest.fixture(scope="module")
def servers() -> Iterator[Two]:
    with primary_and_standby() as both:
        yield both


@pytest.fixture
def journal(servers: Two) -> Iterator[Journal]:
    with opened(external(servers[0].url()).service) as found:
        yield found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> KeyFolder:
    """One for all tests: who signs the log first makes its key."""
    made = key_folder(tmp_path_factory.mktemp("signing"))
    made.prepare(None)
    return made


def signed_as_far_as(servers: Sequence[Server], journal: Journal, folder: KeyFolder) -> int | None:
    """Follows the log with the tree, and signs what the second server has; the size that is signed by it."""
    follow(external(servers[0].url()).signer, journal, "evidence")
    standby = on_copy(servers[1].url(), SIGNER_ROLE, is_restricted=False)
    with psycopg.connect(external(servers[0].url()).signer, autocommit=True) as connection:
        found = sign(connection, Signing(folder, ORIGIN, standby=standby))
    return None if found is None else found.size


def test_nothing_is_signed_that_the_standby_lacks(servers: Two, journal: Journal, folder: KeyFolder) -> None:
    standby = servers[1]
    standby.pause()
    club = Club(journal)
    there = int(str(standby.one("SELECT coalesce(max(position), 0) FROM events")))
    club.register(*range(700, 705))
    assert (signed_as_far_as(servers, journal, folder) or 0) <= there
    standby.go_on()
    assert eventually(lambda: (signed_as_far_as(servers, journal, folder) or 0) == journal.position())
    head = folder.head()
    assert head is not None
    assert head.size == journal.position()
    standby.kill()
    club.register(705)
    with pytest.raises(psycopg.OperationalError):
        signed_as_far_as(servers, journal, folder)
    begin_standby(*servers)
    assert eventually(lambda: signed_as_far_as(servers, journal, folder) is not None)


def test_a_server_that_is_no_standby_of_the_log_holds_nothing(
    servers: Two, journal: Journal, folder: KeyFolder
) -> None:
    before = folder.head()
    Club(journal).register(800)
    with pytest.raises(StandbyError, match="is no standby"):
        signed_as_far_as((servers[0], servers[0]), journal, folder)
    with primary_and_standby() as others:
        with opened(external(others[0].url()).service) as other:
            Club(other).register(1)
            follow(external(others[0].url()).signer, other, "evidence")
        assert eventually(lambda: others[1].one("SELECT count(*) FROM projected.log_tiles") == 1)
        with pytest.raises(LogForkedError, match="another log"):
            signed_as_far_as((servers[0], others[1]), journal, folder)
    assert folder.head() == before


def test_a_log_that_lost_its_end_with_the_primary_is_no_shorter_than_what_was_signed(tmp_path: Path) -> None:
    """The same events are signed by somebody who waits for the standby, and by somebody who does not."""
    with primary_and_standby() as (primary, standby):
        urls, careful, naive = external(primary.url()), key_folder(tmp_path / "careful"), KeyFolder(tmp_path / "naive")
        with opened(urls.service) as journal:
            careful.prepare(None)
            club = Club(journal)
            club.register(1, 2, 3)
            assert eventually(lambda: signed_as_far_as((primary, standby), journal, careful) == 3)
            standby.kill()
            club.register(4, 5)
            with pytest.raises(psycopg.OperationalError):
                signed_as_far_as((primary, standby), journal, careful)
            shutil.copytree(careful.path, naive.path)
            with psycopg.connect(urls.signer, autocommit=True) as connection:
                assert sign(connection, Signing(naive, ORIGIN)) is not None
            primary.kill()
        standby.start()
        standby.promote()
        left = standby.one("SELECT max(position) FROM events")
        assert left == 3
        assert [size_in(careful), size_in(naive)] == [3, 5], "without the standby more is signed than there is"
        with psycopg.connect(external(standby.url()).owner) as connection, connection.transaction():
            assert doubt(connection, careful) is None
            assert "2 acknowledged positions are gone" in (doubt(connection, naive) or "")


def size_in(folder: KeyFolder) -> int:
    head = folder.head()
    assert head is not None
    return head.size


def test_nothing_is_shown_or_published_that_a_synchronous_standby_lacks() -> None:
    """A command waits for the standby, and until then nobody else sees what it wrote: no reader, and no feed."""
    with primary_and_standby(settings={"synchronous_standby_names": "two"}) as (primary, standby):
        urls = external(primary.url())
        feeds = with_options(urls.projections, "-c synchronous_commit=off")  # as who follows the log has it
        with opened(urls.service) as journal, opened(urls.service) as other:
            Club(journal).register(1)
            follow(feeds, other, "feeds")
            standby.kill()
            waiting = threading.Thread(target=Club(journal, "later").register, args=(2,))
            waiting.start()
            assert eventually(lambda: int(str(primary.one(_WAITS))) > 0)
            follow(feeds, other, "feeds")
            assert (other.position(), primary.one(_PUBLISHED)) == (1, 1)
            begin_standby(primary, standby)
            assert eventually(lambda: other.position() == 2)
            follow(feeds, other, "feeds")
            assert (primary.one(_PUBLISHED), standby.one("SELECT max(position) FROM events")) == (2, 2)
            waiting.join()


def with_options(url: str, options: str) -> str:
    return make_conninfo(url, options=f"{conninfo_to_dict(url).get('options') or ''} {options}")
