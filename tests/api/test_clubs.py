"""Clubs over HTTP: founded, kept by their officers, read by whom they concern, and stood for (REG-5)."""

import csv
import io
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.api.support import Client, Service, season

Json = dict[str, Any]


@pytest.mark.rule("REG-5")
def test_a_club_is_founded_kept_read_and_stood_for(service: Service) -> None:
    office, officer, club = kept_club(service)
    keeper = service.player(officer)
    member = service.register("A member")
    office.done(f"{club}/members", {"person": member, "since": "2026-01-01"})
    keeper.position = office.position
    shown = keeper.get(club)
    assert (shown.json()["officers"], shown.headers["ETag"]) == ([officer], f'"club-{shown.json()["revision"]}"')
    assert keeper.post(f"{club}/name", {"name": "Dale"}).status_code == 428
    assert keeper.post(f"{club}/name", {"name": "Dale"}, seen='"club-0"').status_code == 412
    keeper.done(f"{club}/name", {"name": "Valley"}, seen=shown.headers["ETag"])
    assert [one["name"] for one in service.client().read("/v1/clubs")["items"]] == ["Valley"]
    assert [one["person"] for one in keeper.read(f"{club}/members")["items"]] == [member]
    assert [
        service.client().get(f"{club}/members").status_code,
        service.player(member).get(f"{club}/members").status_code,
    ] == [401, 403]
    id_ = club.rsplit("/", 1)[1]
    cup = {"name": "Cup", "format": {"kind": "open"}, "club": id_}
    tournament = office.done("/v1/tournaments", cup).headers["Location"]
    series = office.done("/v1/series", {"name": "Cups", "club": id_}).headers["Location"]
    assert [one["name"] for one in office.read("/v1/tournaments", club=id_)["items"]] == ["Cup"]
    assert [one["id"] for one in office.read("/v1/series", club=id_)["items"]] == [series.rsplit("/", 1)[1]]
    keeper.done(f"{tournament}/entries", {"person": member, "club": club.rsplit("/", 1)[1]})
    [entry] = keeper.read(f"{tournament}/entries")["items"]
    assert (entry["person"], entry["club"], entry["status"]) == (member, club.rsplit("/", 1)[1], "requested")
    assert entry["unasked"] == [member]
    keeper.done(f"{club}/members/1/end", {"until": "2026-06-30"})
    [membership] = keeper.read(f"{club}/members")["items"]
    assert (membership["since"], membership["until"]) == ("2026-01-01T00:00:00Z", "2026-07-01T00:00:00Z")


@pytest.mark.rule("REG-5")
def test_offer_of_an_officer_is_read_accepted_and_left_by_the_person(service: Service) -> None:
    office, officer, club = kept_club(service)
    keeper, person, today = service.player(officer), service.register("Asked"), datetime.now(UTC)
    long_ago = {"person": person, "since": "1990-01-01"}
    refused = keeper.post(f"{club}/members", long_ago)
    assert (refused.status_code, refused.json()["type"]) == (409, "/v1/problems/membership-long-ago")
    offered = keeper.done(f"{club}/members", {"person": person, "since": f"{today:%Y-%m-%d}"}).json()
    assert (offered["offer"], offered["membership"]) == (1, None)
    asked, own = service.player(person), f"/v1/persons/{person}/memberships"
    asked.position = keeper.position
    (offer,) = asked.read(own)["offers"]
    assert (offer["name"], offer["number"], f"/v1/clubs/{offer['club']}") == ("Valley", 1, club)
    assert keeper.get(own).status_code == 403
    assert keeper.read(f"{club}/members")["items"] == []
    answer = f"{club}/offers/1/answer"
    assert [one.post(answer, {"accepted": True}).status_code for one in (keeper, office)] == [403, 403]
    assert asked.done(answer, {"accepted": True}).json()["membership"] == 1
    keeper.position = asked.position
    assert [one["status"] for one in keeper.read(f"{club}/offers")["items"]] == ["accepted"]
    assert [one["person"] for one in keeper.read(f"{club}/members")["items"]] == [person]
    asked.done(f"{club}/members/1/end", {"until": f"{today:%Y-%m-%d}"})
    (membership,) = asked.read(own)["memberships"]
    assert membership["until"] is not None


@pytest.mark.rule("REG-5", "ELO-9")
def test_a_club_has_a_rating_list_of_its_members(service: Service) -> None:
    played = season(service, 4)
    for sides in ((1, 2), (3, 1), (2, 4)):
        played.play(*sides)
    office, officer, club = kept_club(service)
    keeper = service.player(officer)
    for number, person in enumerate(played.persons[:3], 1):
        office.done(f"{club}/members", {"person": person, "since": "2026-01-01"})
        office.done(f"{club}/members/{number}/end", {"until": "2150-01-01"})
    unrated = service.register("Without a match")
    admitted = office.done(f"{club}/members", {"person": unrated, "since": "2026-01-01"})
    keeper.position = office.position
    keeper.done(f"{club}/members/3/end", {"until": "2026-02-01"})
    everybody = office.read("/v1/ratings/normal", limit=500)["items"]
    assert all(one["revision"] for one in everybody)
    address = f"{club}/ratings/normal"
    listed = keeper.read(address)
    assert listed["items"] == [one for one in everybody if one["person"] in played.persons[:2]]
    assert set(listed["names"]) == set(played.persons[:2])
    assert paged(keeper, address) == listed["items"]
    [head, *rows] = csv.reader(io.StringIO(keeper.get(f"{address}.csv").text.removeprefix("\ufeff")))
    assert [dict(zip(head, row, strict=True))["person"] for row in rows] == [one["person"] for one in listed["items"]]
    then = keeper.read(address, as_of=admitted.headers["Scoresheet-Position"])["items"]
    assert {one["person"] for one in then} == set(played.persons[:3])
    assert keeper.read(f"{club}/ratings/price")["items"] == []
    answers = [one.get(address).status_code for one in (service.client(), service.player(unrated), office)]
    assert answers == [401, 403, 200]
    assert keeper.get(f"/v1/clubs/{unrated}/ratings/normal").json()["type"] == "/v1/problems/club-unknown"


def kept_club(service: Service) -> tuple[Client, str, str]:
    """The office, an officer's id, and where the club is that they keep."""
    office, officer = service.administrator(), service.register("An officer")
    club = office.done("/v1/clubs", {"name": "Valley"}).headers["Location"]
    office.done(f"{club}/officers", {"person": officer})
    return office, officer, club


def paged(client: Client, address: str) -> list[Json]:
    """All items of a list, one a page."""
    answer = client.get(address, limit=1)
    found = list(answer.json()["items"])
    while "next" in answer.links:
        answer = client.get(answer.links["next"]["url"])
        found += answer.json()["items"]
    return found


@pytest.mark.rule("REG-5")
def test_request_for_a_membership_waits_for_officers_and_its_answer_is_read_by_the_person(service: Service) -> None:
    office, officer, club = kept_club(service)
    person, today = service.register("Wishes"), f"{datetime.now(UTC):%Y-%m-%d}"
    asks, keeper, own = service.player(person), service.player(officer), f"/v1/persons/{person}/memberships"
    asks.position = office.position
    assert asks.done(f"{club}/requests", {"since": today}).json()["request"] == 1
    keeper.position = asks.position
    (waits,) = keeper.read("/v1/waiting")["items"]
    told = {"kind": "membership-request-to-answer", "person": person, "number": 1, "tournament": None}
    assert waits | told == waits
    assert (f"/v1/clubs/{waits['club']}", waits["club_name"]) == (club, "Valley")
    assert [one for one in asks.read("/v1/waiting")["items"] if one["club"]] == []
    assert keeper.done(f"{club}/requests/1/answer", {"accepted": False}).json()["membership"] is None
    assert keeper.read("/v1/waiting")["items"] == []
    asks.position = keeper.position
    (request,) = asks.read(own)["requests"]
    assert (request["status"], request["answered_at"] is not None) == ("declined", True)
    asks.done(f"{club}/requests", {"since": today})
    keeper.position = asks.position
    assert keeper.done(f"{club}/members", {"person": person, "since": "2026-09-01"}).json()["membership"] == 1
    assert [one["status"] for one in keeper.read(f"{club}/requests")["items"]] == ["declined", "accepted"]
    asks.position = keeper.position
    assert [one["since"][:10] for one in asks.read(own)["memberships"]] == [today]
    other = service.register("Is offered one")
    keeper.done(f"{club}/members", {"person": other, "since": today})
    offered = service.player(other)
    offered.position = keeper.position
    (waits,) = offered.read("/v1/waiting")["items"]
    assert (waits["kind"], waits["club_name"]) == ("membership-offer-to-answer", "Valley")
