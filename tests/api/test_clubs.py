"""Clubs over HTTP: founded, kept by their officers, read by whom they concern, and stood for (REG-5)."""

import pytest

from tests.api.support import Service


@pytest.mark.rule("REG-5")
def test_a_club_is_founded_kept_read_and_stood_for(service: Service) -> None:
    office, officer, member = service.administrator(), service.register("An officer"), service.register("A member")
    club = office.done("/v1/clubs", {"name": "Valley"}).headers["Location"]
    office.done(f"{club}/officers", {"person": officer})
    keeper = service.player(officer)
    keeper.done(f"{club}/members", {"person": member, "since": "2026-01-01"})
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
    keeper.done(f"{club}/members/1/end", {"until": "2026-06-30"})
    [membership] = keeper.read(f"{club}/members")["items"]
    assert (membership["since"], membership["until"]) == ("2026-01-01T00:00:00Z", "2026-07-01T00:00:00Z")
