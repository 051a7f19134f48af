"""The check-in that helpers share: who is here, who has paid, and the start with those who came."""

from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from tests.api.played import Played, announced
from tests.api.support import Service
from tests.site.browsing import Browser, browsing

NAMES = ["Ada Ask", "Bo Bek", "Cia Cox", "Dan Dyr"]


@pytest.fixture
def evening(service: Service) -> Played:
    made = announced(service, {"kind": "swiss", "rounds": 2, "lengths": [5]})
    made.enter_all(service.register_all(NAMES))
    made.read("entries")
    return made


def desk_of(made: Played) -> str:
    return made.path.replace("/v1/tournaments", "/desk")


@contextmanager
def helper(service: Service, evening: Played) -> Iterator[Browser]:
    """Somebody at the door, at the check-in."""
    with browsing(service, evening.director.key or "") as found:
        found.open(evening.path.replace("/v1/tournaments", "/desk") + "/check-in")
        yield found


def tells(desk: Browser, act: str, entry: int) -> httpx.Response:
    """Presses what the card of that entry has."""
    form = next(one for one in desk.forms(act) if ("number", str(entry)) in one.fields)
    desk.shown = desk.send(form)
    return desk.shown


@pytest.mark.rule("TD-2")
def test_fees_are_ticked_only_where_a_tournament_has_one(service: Service, evening: Played) -> None:
    """Where the sign-up asks for it, where somebody has paid, or where the helper wants to."""
    with helper(service, evening) as desk:
        assert not list(desk.forms("/fee"))
        assert "Tick fees, too" in desk.page
        desk.open(f"{desk_of(evening)}/check-in?fees=yes")
        tells(desk, "/fee", 1)
        assert len(list(desk.forms("/fee"))) == len(NAMES), "once one has paid"
        tells(desk, "/fee", 1)
        assert not list(desk.forms("/fee"))
        desk.open(f"{desk_of(evening)}/entries")
        desk.press("/sign-ups", fee_first="yes")
        desk.open(f"{desk_of(evening)}/check-in")
        assert len(list(desk.forms("/fee"))) == len(NAMES)


@pytest.mark.rule("TD-2")
def test_check_in_notes_who_is_here_since_when_and_who_paid(service: Service, evening: Played) -> None:
    with helper(service, evening) as desk:
        assert tells(desk, "/check-in", 1).status_code == 200
        desk.open(f"{desk_of(evening)}/check-in?fees=yes")
        tells(desk, "/fee", 1)
        entry = evening.read("entries/1")
        assert entry["here_since"] is not None
        assert entry["fee_paid"] is True
        tells(desk, "/check-in", 1)
        assert evening.read("entries/1")["here_since"] is None


@pytest.mark.rule("TD-2")
def test_check_in_is_shared_by_two_helpers(service: Service, evening: Played) -> None:
    with helper(service, evening) as one, helper(service, evening) as other:
        tells(one, "/check-in", 1)
        assert tells(other, "/check-in", 1).status_code == 409, "it is noted already"
        tells(other, "/check-in", 2)
        assert "<b>2</b> here" in other.page


@pytest.mark.rule("TD-2")
def test_start_withdraws_who_is_missing_then_and_not_before(service: Service, evening: Played) -> None:
    with helper(service, evening) as desk:
        for entry in (1, 2, 3):
            tells(desk, "/check-in", entry)
        assert evening.read("entries/4")["status"] == "approved"
        desk.done("/start-with")
        left = evening.read("entries/4")
        assert (left["status"], left["reason"]) == ("withdrawn", "Not at the check-in.")
        assert evening.director.read(evening.path)["status"] == "started"


@pytest.mark.rule("TD-2", "TD-19")
def test_report_counts_who_was_not_at_the_check_in_as_that_and_as_no_refusal(service: Service, evening: Played) -> None:
    persons = {one["number"]: one["person"] for one in evening.read("entries")["items"]}
    with helper(service, evening) as desk:
        for entry in (1, 2, 3):
            tells(desk, "/check-in", entry)
        desk.done("/start-with")
        shown = desk.open(evening.path.replace("/v1/tournaments", "/desk") + "/report")
    report = evening.director.read(f"{evening.path}/report")["report"]
    assert report["refused_entries"] == []
    told = [(one["entry"], one["persons"], one["how"], one["reason"]) for one in report["left_by_others"]]
    assert told == [(4, [persons[4]], "withdrawn", "Not at the check-in.")]
    assert shown.count("Not at the check-in.") == 1


@pytest.mark.rule("TD-2")
def test_start_waits_where_somebody_came_meanwhile(service: Service, evening: Played) -> None:
    with helper(service, evening) as desk, helper(service, evening) as other:
        for entry in (1, 2, 3):
            tells(desk, "/check-in", entry)
        form = next(desk.forms("/start-with"))
        other.open(evening.path.replace("/v1/tournaments", "/desk") + "/check-in")
        tells(other, "/check-in", 4)
        assert desk.send(form).status_code in (409, 412)
        assert evening.director.read(evening.path)["status"] == "announced"


def test_undo_takes_the_last_check_in_back(service: Service, evening: Played) -> None:
    with helper(service, evening) as desk:
        tells(desk, "/check-in", 2)
        desk.open(evening.path.replace("/v1/tournaments", "/desk"))
        desk.done("/undo")
        assert evening.read("entries/2")["here_since"] is None


def test_board_names_who_is_not_here(service: Service, evening: Played) -> None:
    with helper(service, evening) as desk:
        for entry in (1, 2, 3):
            tells(desk, "/check-in", entry)
        page = desk.open(evening.path.replace("/v1/tournaments", "/desk"))
        assert "1 is not here" in page


def test_late_arrival_is_approved_where_they_show(service: Service, evening: Played) -> None:
    person = service.register("Eve Eld")
    evening.director.done(f"{evening.path}/entries", {"person": person})
    evening.read("entries/5")
    with helper(service, evening) as desk:
        desk.done("/approve")
        assert evening.read("entries/5")["status"] == "approved"


def test_start_names_who_would_be_withdrawn_before_it_does(service: Service, evening: Played) -> None:
    """The names are beside the button, which is inside what is opened first."""
    with helper(service, evening) as desk:
        for entry in (1, 2, 3):
            tells(desk, "/check-in", entry)
        asked = desk.page.partition('<details><summary class="button large"')[2].partition("</details>")[0]
    assert "Dan Dyr" in asked
    assert "Withdraw 1 and start" in asked


@pytest.mark.parametrize("page", ["", "/entries"])
def test_start_with_everybody_names_who_is_not_here(service: Service, evening: Played, page: str) -> None:
    with helper(service, evening) as desk:
        desk.open(evening.path.replace("/v1/tournaments", "/desk") + page)
        assert "Start with those who are here" not in desk.page
        desk.open(evening.path.replace("/v1/tournaments", "/desk") + "/check-in")
        for entry in (1, 2, 3):
            tells(desk, "/check-in", entry)
        desk.open(evening.path.replace("/v1/tournaments", "/desk") + page)
        asked = desk.page.partition("Start with all 4 players")[2].partition("</details>")[0]
        assert "Start with those who are here" in desk.page
    assert "Dan Dyr" in asked
    assert "/start" in asked


def test_undo_takes_a_whole_list_of_entries_back(service: Service, evening: Played) -> None:
    rows = [{"entry": {"person": person}} for person in service.register_all(["Eve Eld", "Fie Fog", "Gro Gul"])]
    evening.do("bulk", {"rows": rows})
    evening.read("entries")
    with helper(service, evening) as desk:
        desk.open(evening.path.replace("/v1/tournaments", "/desk"))
        assert "and 2 more" in desk.page
        desk.done("/undo")
    states = [one["status"] for one in evening.read("entries")["items"]]
    assert states == ["approved"] * 4 + ["withdrawn"] * 3
