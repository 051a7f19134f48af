"""What comes from one address is counted at all workers together."""

from collections.abc import Callable, Iterator

import psycopg
import pytest
from psycopg_pool import ConnectionPool

from api.http.by_address import QUARTER_SECONDS, ByAddress
from ops.database import DatabaseUrls

HALL, HOME = "192.0.2.1", "192.0.2.10"


@pytest.fixture
def worker(database: DatabaseUrls) -> Iterator[Callable[[], ByAddress]]:
    """Makes one more worker, which allows three."""
    with ConnectionPool(database.service, kwargs={"autocommit": True}, open=True) as pool:
        yield lambda: ByAddress(pool, "tests", 3)


def pass_by(database: DatabaseUrls, seconds: float) -> None:
    with psycopg.connect(database.owner) as owner:
        owner.execute("UPDATE public.shared SET changed_at = changed_at - make_interval(secs => %s)", (seconds,))


@pytest.mark.rule("TD-9")
def test_address_is_counted_at_all_workers_together(worker: Callable[[], ByAddress], database: DatabaseUrls) -> None:
    first, second = worker(), worker()
    assert [one.is_too_often(HALL) for one in (first, second, first, second)] == [False, False, False, True]
    assert not second.is_too_often(HOME)
    with psycopg.connect(database.owner) as owner:
        kept = owner.execute("SELECT place FROM public.shared").fetchall()
    assert HALL not in str(kept), "of an address a digest is kept"


@pytest.mark.rule("TD-9")
def test_address_is_free_again_a_quarter_of_an_hour_after_what_came(
    worker: Callable[[], ByAddress], database: DatabaseUrls
) -> None:
    """The first came half that time before the others."""
    assert not worker().is_too_often(HALL)
    pass_by(database, QUARTER_SECONDS / 2)
    assert [worker().is_too_often(HALL) for _ in range(3)] == [False, False, True]
    pass_by(database, QUARTER_SECONDS / 2)
    assert [worker().is_too_often(HALL) for _ in range(2)] == [False, True]
