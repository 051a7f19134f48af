"""Days sent where a moment is meant: they end by the tournament's or the federation's clocks, and are recorded so."""

from datetime import UTC, datetime, timedelta
from itertools import count
from zoneinfo import ZoneInfo

import pytest

from tests.api.scenes import REASON
from tests.api.support import Client, Service, season

VIENNA = ZoneInfo("Europe/Vienna")
# Clocks are put forward in Vienna in the night to that Sunday: it ends at 22 o'clock UTC, the day before it at 23.
CHANGE = "2099-03-29"
BEFORE, AFTER = "2099-03-28T23:00:00Z", "2099-03-29T22:00:00Z"
RULING = {"about": {"kind": "tournament"}, "clause": "1.2.3", "facts": "Loaded dice.", "reasons": "They were."}

WARNING = {"kind": "warning", "to": {"kind": "entry", "entry": 1}}


def announce(client: Client, **said: object) -> str:
    """The path of a new tournament."""
    body = {"name": "Days", "format": {"kind": "open"}} | said
    return f"/v1/tournaments/{client.done('/v1/tournaments', body).json()['tournament']}"


def in_vienna(office: Client) -> None:
    """The federation counts its days in Vienna."""
    seen = office.get("/v1/federation").headers["ETag"]
    office.done("/v1/federation/time-zone", {"time_zone": "Europe/Vienna"} | REASON, seen=seen)


def ban_recorded(office: Client, person: str, **said: object) -> list[str | None]:
    """Until when the person's bans are, once another was placed."""
    office.change(f"/v1/persons/{person}", "bans", said | REASON)
    return [ban["until"] for ban in office.read(f"/v1/persons/{person}/record")["bans"]]


@pytest.mark.rule("TD-4", "ALL-1")
def test_a_day_named_to_the_federation_ends_by_its_clocks_and_stays_the_moment_that_was_recorded(
    service: Service,
) -> None:
    office, person = service.administrator(), service.register("Banned")
    assert office.read("/v1/federation")["time_zone"] == "UTC"
    assert ban_recorded(office, person, until="2099-03-28") == ["2099-03-29T00:00:00Z"]
    in_vienna(office)
    assert office.read("/v1/federation")["time_zone"] == "Europe/Vienna"
    assert ban_recorded(office, person, until="2099-03-28") == ["2099-03-29T00:00:00Z", BEFORE]
    assert ban_recorded(office, person, until=CHANGE)[2:] == [AFTER]
    sanction = {"person": person, "until": CHANGE, **REASON}
    office.done("/v1/federation/sanctions", sanction)
    assert [one["until"] for one in office.read("/v1/federation/sanctions")["items"]] == [AFTER]


@pytest.mark.rule("TD-4", "TD-21", "SWI-3")
def test_a_day_named_to_a_tournament_begins_and_ends_by_its_clocks(service: Service) -> None:
    director, _ = service.director()
    days = {"entries_open_at": "2099-03-29", "entries_close_at": "2099-03-29"}
    for said in ({"time_zone": "Europe/Vienna"}, {"cloned_from": announce(director, time_zone="Europe/Vienna")[-36:]}):
        conditions = director.read(announce(director, conditions=days, **said))["conditions"]
        assert (conditions["entries_open_at"], conditions["entries_close_at"]) == (BEFORE, AFTER)
    season = {"name": "Days", "preset": "gokodom", "conditions": {"entries_open_at": CHANGE}}
    path = f"/v1/tournaments/{director.done('/v1/tournaments', season).json()['tournament']}"
    assert director.read(path)["conditions"]["entries_open_at"] == "2099-03-29T04:00:00Z"  # in New York
    path = announce(director, format={"kind": "swiss", "lengths": [5]}, time_zone="Europe/Vienna")
    director.change(path, "conditions", {"conditions": days})
    assert director.read(path)["conditions"]["entries_close_at"] == AFTER


@pytest.mark.rule("TD-4", "ALL-1")
def test_a_ban_that_a_ruling_orders_until_a_day_is_recorded_as_it_was_previewed(service: Service) -> None:
    played = season(service, 2, time_zone="Europe/Vienna")
    ban = {"kind": "ban", "person": played.persons[1], "until": CHANGE}
    command = {"kind": "give-ruling", **RULING, "remedies": [ban]}
    previewed = played.director.post(f"{played.path}/previews", {"command": command})
    assert previewed.status_code == 200, previewed.text
    expected = {"expected": previewed.json()["digest"]}
    played.director.done(f"{played.path}/rulings", RULING | {"remedies": [ban]} | expected)
    recorded = played.director.read(f"{played.path}/rulings/1")["remedies"]
    assert [remedy["until"] for remedy in recorded] == [AFTER]


@pytest.mark.rule("TD-11", "TD-14", "ALL-1")
def test_a_window_of_whole_days_closes_at_the_same_time_of_day_across_a_change_of_clocks(service: Service) -> None:
    now = datetime.now(VIENNA)
    days = next(days for days in count(1) if (now + timedelta(days=days)).utcoffset() != now.utcoffset()) + 1
    windows = {"appeal_window_minutes": days * 24 * 60 + 30}
    played = season(service, 2, time_zone="Europe/Vienna", conditions=windows)
    played.director.ruled(played.path, RULING | {"remedies": [WARNING]})
    ruling = played.director.read(f"{played.path}/rulings/1")
    given, until = (datetime.fromisoformat(ruling[name]) for name in ("given_at", "appeal_deadline"))
    assert until == (given.astimezone(VIENNA) + timedelta(days=days, minutes=30)).astimezone(UTC)
    assert until - given != timedelta(days=days, minutes=30)
    [recorded] = [
        one["data"]
        for one in played.director.read(f"{played.path}/history")["items"]
        if one["topic"] == "tournament.ruling-given.v2"
    ]
    assert recorded["appeal_deadline"] == ruling["appeal_deadline"]


@pytest.mark.parametrize("day", ["2099-02-29", "1900-01-01", "9999-12-31", "2099-3-29", "0001-01-01"])
def test_a_day_that_is_none_or_lies_beyond_the_calendar_is_refused(service: Service, day: str) -> None:
    office, person = service.administrator(), service.register("Not banned")
    seen = office.get(f"/v1/persons/{person}").headers["ETag"]
    answer = office.post(f"/v1/persons/{person}/bans", {"until": day} | REASON, seen=seen)
    assert answer.status_code == 422, answer.text
    assert [error["pointer"] for error in answer.json()["errors"]] == ["/until"]


@pytest.mark.parametrize("named", ["%00", "x" * 300, "nothing"])
def test_a_day_named_to_what_is_no_tournament_is_refused(service: Service, named: str) -> None:
    director, _ = service.director()
    schedule = {"opens_at": CHANGE}
    assert director.post(f"/v1/tournaments/{named}/rounds/1/schedule", schedule).status_code in (404, 422)
    body = {"name": "Days", "cloned_from": named.replace("%00", "\0"), "conditions": {"entries_open_at": CHANGE}}
    assert director.post("/v1/tournaments", body).status_code == 422


def test_no_day_is_taken_where_a_moment_is_needed_nor_in_a_time_zone_that_is_none(service: Service) -> None:
    director, _ = service.director()
    body = {"name": "Days", "format": {"kind": "open"}, "conditions": {"starts_at": CHANGE}}
    assert director.post("/v1/tournaments", body).status_code == 422
    body = {"name": "Days", "format": {"kind": "open"}, "time_zone": "Mars", "conditions": {"entries_open_at": CHANGE}}
    assert director.post("/v1/tournaments", body).json()["type"].endswith("/time-zone-unknown")
    office = service.administrator()
    seen = office.get("/v1/federation").headers["ETag"]
    answer = office.post("/v1/federation/time-zone", {"time_zone": "Mars"} | REASON, seen=seen)
    assert answer.json()["type"].endswith("/time-zone-unknown")
