"""Faults between the service and the database: nothing acknowledged is lost, nothing is recorded twice."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace

import psycopg
import pytest

from domain.journal.errors import Unavailable
from domain.journal.journal import Journal
from domain.ports.command_handling import CommandOutcome, Request
from tests.journal.proxy import Proxy, dropping, proxy_to
from tests.journal.support import ledger, note, once, open_journal, seen
from tests.patience import PATIENCE_SECONDS, eventually
from tests.properties import PROFILE

COMMANDS = 400 if PROFILE == "proof" else 120
TURN = "SELECT FROM append_turn FOR UPDATE"
# Only clients: no role but a superuser's may end the server's own vacuum.
SEVER = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE pid <> pg_backend_pid() AND datname = current_database() AND backend_type = 'client backend'"
)


@pytest.fixture
def proxy(database_url: str) -> Iterator[Proxy]:
    with proxy_to(database_url) as opened:
        yield opened


@pytest.fixture
def far(proxy: Proxy) -> Iterator[Journal]:
    """A journal that reaches the database through the proxy, and has time enough for it on a busy machine."""
    opened = open_journal(proxy.url, patience_seconds=PATIENCE_SECONDS)
    yield opened
    opened.close()


@pytest.fixture
def hasty(proxy: Proxy) -> Iterator[Journal]:
    """The same, giving up after a second."""
    opened = open_journal(proxy.url, patience_seconds=1.0)
    yield opened
    proxy.swallowing.clear()
    proxy.refusing.clear()
    opened.close()


def cut_commit_of(proxy: Proxy, request: Request) -> None:
    """Lose the reply to the append of this command, which commits itself."""
    proxy.cut_reply(request.command.encode())


def carried_out(journal: Journal, request: Request) -> CommandOutcome:
    """The outcome, however often the journal gives up before: a busy machine outruns one that is hasty."""
    outcomes: list[CommandOutcome] = []

    def is_done() -> bool:
        with suppress(Unavailable):
            outcomes.append(journal.execute(request))
        return bool(outcomes)

    assert eventually(is_done)
    return outcomes[0]


def test_a_lost_reply_to_commit_is_looked_up(far: Journal, journal: Journal, proxy: Proxy) -> None:
    request = once("lost", ledger(1), 5)
    cut_commit_of(proxy, request)
    assert far.execute(request) == CommandOutcome(True, {"version": 1}, 1, {ledger(1): 1})
    assert proxy.cuts == 1
    assert far.execute(note("next", ledger(1), 6)).versions == {ledger(1): 2}
    assert [one.recorded.event.number for one in journal.read(0, 10)] == [5, 6]


def test_a_lost_reply_to_a_group_s_commit(far: Journal, journal: Journal, proxy: Proxy) -> None:
    requests = [note(f"k{n}", ledger(n % 3), n) for n in range(30)]
    cut_commit_of(proxy, requests[7])
    with ThreadPoolExecutor(30) as threads:
        outcomes = list(threads.map(far.execute, requests))
    assert proxy.cuts == 1
    assert sorted(outcome.position for outcome in outcomes) == list(range(1, 31))
    assert sum(seen(journal, ledger(n)).total for n in range(3)) == sum(range(30))


def test_unknown_outcome_is_said_and_the_retry_gets_the_first_answer(
    hasty: Journal, journal: Journal, proxy: Proxy
) -> None:
    request = once("lost", ledger(1), 5)
    carried_out(hasty, note("warm", ledger(2), 1))
    cut_commit_of(proxy, request)
    proxy.refusing.set()
    with pytest.raises(Unavailable):
        hasty.execute(request)
    assert (proxy.cuts, seen(journal, ledger(1)).version) == (1, 1)
    proxy.refusing.clear()
    answers = [carried_out(one, request) for one in (hasty, journal)]
    assert answers == [CommandOutcome(True, {"version": 1}, 2, {ledger(1): 1})] * 2


def test_a_server_that_falls_silent_is_given_up(hasty: Journal, journal: Journal, proxy: Proxy) -> None:
    carried_out(hasty, note("warm", ledger(2), 1))
    proxy.swallowing.set()
    with pytest.raises(Unavailable):
        hasty.execute(note("lost", ledger(1), 5))
    proxy.swallowing.clear()
    assert carried_out(hasty, note("lost", ledger(1), 5)).versions == {ledger(1): 1}
    assert seen(journal, ledger(1)).total == 5


@pytest.mark.longer
def test_connections_dropped_all_the_time(far: Journal, journal: Journal, proxy: Proxy) -> None:
    requests = [note(f"k{n}", ledger(n % 4), 1) for n in range(COMMANDS)]
    with dropping(proxy.drop_all, journal.position), ThreadPoolExecutor(8) as threads:
        outcomes = list(threads.map(far.execute, requests))
    stored = journal.read(0, 1000)
    assert [one.position for one in stored] == list(range(1, COMMANDS + 1))
    assert Counter(one.recorded.command for one in stored) == {request.command: 1 for request in requests}
    assert {outcome.position for outcome in outcomes} == set(range(1, COMMANDS + 1))


def test_a_server_that_ends_its_sessions(journal: Journal, admin_url: str) -> None:
    first = journal.execute(note("a", ledger(1), 1))
    with psycopg.connect(admin_url, autocommit=True) as owner:
        owner.execute(SEVER)
    assert seen(journal, ledger(1)).version == 1
    assert journal.execute(note("a", ledger(1), 1)) == replace(first, repeated=True)
    assert journal.execute(note("b", ledger(1), 2)).position == 2


def test_a_turn_held_too_long(database_url: str, admin_url: str, journal: Journal) -> None:
    hasty = open_journal(database_url, patience_seconds=0.5)
    with psycopg.connect(admin_url) as holder:
        holder.execute(TURN)
        with pytest.raises(Unavailable):
            hasty.execute(note("a", ledger(1), 1))
    assert carried_out(hasty, note("a", ledger(1), 1)).versions == {ledger(1): 1}
    assert journal.position() == 1
    hasty.close()


def test_no_server_at_all(proxy: Proxy) -> None:
    proxy.refusing.set()
    journal = open_journal(proxy.url, patience_seconds=0.5)
    with pytest.raises(Unavailable):
        journal.execute(note("a", ledger(1), 1))
    with pytest.raises(Unavailable):
        journal.state(ledger(1))
    proxy.refusing.clear()
    assert carried_out(journal, note("a", ledger(1), 1)).position == 1
    journal.close()


def test_closing_finishes_what_was_begun(database_url: str, journal: Journal) -> None:
    closing = open_journal(database_url)
    with ThreadPoolExecutor(8) as threads:
        outcomes = [threads.submit(closing.execute, note(f"k{n}", ledger(1), 1)) for n in range(8)]
        outcomes[0].result()
        closing.close()
        done = sum(outcome.exception() is None for outcome in outcomes)
    assert journal.position() == done
    with pytest.raises(Unavailable):
        closing.execute(note("late", ledger(1), 1))
    with pytest.raises(Unavailable):
        closing.state(ledger(1))
