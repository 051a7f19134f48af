"""Readers without a key report decisions to the federation [5.4]: kept apart until an administrator takes them up."""

from collections.abc import Iterator

import httpx
import pytest

from api.http.told_decisions import MOST_FROM_ONE, MOST_SOON
from tests.api.played import Played, announced
from tests.api.support import Service
from tests.site.browsing import Browser, browsing
from tests.site.test_office import at_the_office

ACCOUNT = "The clock was stopped for an illegal move.\nThe director let the play stand."


@pytest.fixture
def evening(service: Service) -> Played:
    made = announced(service, {"kind": "swiss", "rounds": 2, "lengths": [5]})
    made.enter_all(service.register_all(["Ada Ask", "Bo Bak"]))
    made.director.change(made.path, "start")
    made.read("entries")
    return made


@pytest.fixture
def reader(service: Service) -> Iterator[Browser]:
    """Nobody has reported anything before."""
    service.owner.execute("DELETE FROM public.told_decisions")
    service.owner.commit()
    service.owner.execute("DELETE FROM public.shared WHERE kind = 'often-told-decisions'")
    service.owner.commit()
    with browsing(service) as found:
        yield found


def tells(reader: Browser, evening: Played, **typed: str) -> httpx.Response:
    page = evening.path.removeprefix("/v1")
    assert f"{page}/report-decision" in reader.open(page)
    reader.open(f"{page}/report-decision")
    return reader.press("/report-decision", **typed)


def reported(service: Service) -> list[str]:
    return [one["account"] for one in service.administrator().read("/v1/federation/decisions", limit=500)["items"]]


@pytest.mark.rule("TD-25")
@pytest.mark.source("ausbgf 5.4")
def test_decision_that_a_reader_reports_is_taken_up_or_removed_by_an_administrator(
    service: Service, evening: Played, reader: Browser
) -> None:
    before = reported(service)
    assert tells(reader, evening, account=ACCOUNT, contact="eva@example.org").status_code == 200
    assert tells(reader, evening, account="Nonsense").status_code == 200
    assert reported(service) == before
    with at_the_office(service) as office:
        assert "/office/told-decisions" in office.open("/office")
        assert "eva@example.org" in office.open("/office/told-decisions")
        office.done("/take-up", 0)
        assert "eva@example.org" not in office.page
        office.done("/removal", 0)
        assert not list(office.forms("/removal"))
    assert reported(service) == [*before, ACCOUNT]


@pytest.mark.rule("TD-25")
def test_decision_told_is_shown_to_administrators_alone(evening: Played, reader: Browser) -> None:
    tells(reader, evening, account=ACCOUNT)
    assert reader.http.get("/office/told-decisions").status_code == 401
    reader.open("/login")
    reader.done("/login", key=evening.director.key or "")
    assert reader.http.get("/office/told-decisions").status_code == 403


@pytest.mark.rule("TD-25")
def test_decisions_told_are_limited_by_address_and_by_tournament(
    service: Service, evening: Played, reader: Browser
) -> None:
    assert tells(reader, evening, account="").status_code == 422
    assert tells(reader, evening, account="x" * 2001).status_code == 422
    answers = [tells(reader, evening, account=f"Report {number}").status_code for number in range(MOST_FROM_ONE + 1)]
    assert answers == [200] * MOST_FROM_ONE + [429]
    kept, tournament = service.services.told_decisions, evening.path.rpartition("/")[2]
    soon = [kept.tell(tournament, "One more", "", f"10.0.0.{number}") for number in range(MOST_SOON)]
    assert soon.count(True) == MOST_SOON - MOST_FROM_ONE


@pytest.mark.rule("TD-25")
def test_decision_told_is_gone_after_thirty_days(service: Service, evening: Played, reader: Browser) -> None:
    tells(reader, evening, account=ACCOUNT)
    assert len(service.services.told_decisions.waiting()) == 1
    service.owner.execute("UPDATE public.told_decisions SET made_at = made_at - interval '31 days'")
    service.owner.commit()
    assert service.services.told_decisions.waiting() == []
    service.owner.execute("SELECT public.scoresheet_forget()")
    assert service.owner.execute("SELECT count(*) FROM public.told_decisions").fetchone() == (0,)
    service.owner.commit()
