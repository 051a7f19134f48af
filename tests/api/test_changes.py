"""What changed between two moments, with the event that caused each (ALL-1, ALL-4, ELO-6)."""

from typing import Any

import pytest

from tests.api.support import Client, Season, Service, score, season

Json = dict[str, Any]


def corrected(played: Season) -> Json:
    """A season of three matches, of which the first is corrected; what its correction is said to have changed."""
    for sides in ((1, 2), (3, 1), (2, 3)):
        played.play(*sides)
    played.director.change(f"{played.path}/matches/1", "corrections", {"result": score(2, 7), "reason": "A slip."})
    version = played.director.read(f"{played.path}")["version"]
    changed: Json = played.director.read(f"{played.path}/changes", **{"from": version - 1})
    (item,) = changed["items"]
    assert [event["version"] for event in item["events"]] == [version]
    return {**item, "version": version, "position": item["events"][0]["position"]}


@pytest.mark.rule("ALL-1", "ALL-4", "ELO-6")
def test_effects_of_a_correction_are_listed_rank_by_rank_and_line_by_line(service: Service) -> None:
    played = season(service, 3)
    item = corrected(played)
    before, after = (
        {row["entry"]: row for row in played.director.read(f"{played.path}/standings", as_of=version)["rows"]}
        for version in (item["version"] - 1, item["version"])
    )
    for change in item["ranks"]:
        for side, table in (("before", before), ("after", after)):
            row = table[change["entry"]]
            assert change[side] == {name: row[name] for name in ("rank", "values", "mark")}
    others = set(before) - {change["entry"] for change in item["ranks"]}
    assert {number: before[number]["values"] for number in others} == {n: after[n]["values"] for n in others}
    (match,) = item["matches"]
    assert (match["match"], match["before"]["winner"], match["after"]["winner"]) == (1, 1, 2)
    assert [line["match"] for line in item["lines"]] == [1, 2, 3]  # two were rated again because of it
    assert (item["lines"][0]["before"]["winner"], item["lines"][0]["after"]["winner"]) == tuple(played.persons[:2])
    for change in item["ratings"]:
        address = f"/v1/ratings/normal/{change['person']}"
        shown = [played.director.read(address, as_of=item["position"] - 1), played.director.read(address)]
        assert [change["before"], change["after"]] == [one["rating"] for one in shown]


@pytest.mark.rule("ALL-1", "ELO-6")
def test_changes_of_a_pool_and_of_a_person_are_the_same_looked_at_otherwise(service: Service) -> None:
    played = season(service, 3)
    item = corrected(played)
    span = {"from": item["position"] - 1, "to": item["position"]}
    (of_pool,) = played.director.read("/v1/ratings/normal/changes", **span)["items"]
    assert (of_pool["lines"], of_pool["ratings"]) == (item["lines"], item["ratings"])
    assert (of_pool["ranks"], of_pool["matches"]) == ([], [])
    third = played.persons[2]
    (of_person,) = played.director.read(f"/v1/persons/{third}/changes", **span)["items"]
    assert of_person["ratings"] == [one for one in item["ratings"] if one["person"] == third]
    assert [line["match"] for line in of_person["lines"]] == [2, 3]
    assert of_person["matches"] == []
    every = played.director.read("/v1/ratings/normal/changes", **span | {"from": 0}, limit=500)["items"]
    now = {one["person"]: one["rating"] for one in played.director.read("/v1/ratings/normal")["items"]}
    came_to = {one["person"]: one["after"] for change in every for one in change["ratings"]}
    assert came_to == now


@pytest.mark.rule("ALL-1", "ALL-4")
def test_one_event_is_told_with_what_it_changed_at_once_and_what_changed_that_again(service: Service) -> None:
    played = season(service, 3)
    item = corrected(played)
    director, path = played.director, played.path
    director.change(f"{path}/matches/1", "corrections", {"result": score(7, 3), "reason": "No slip."})
    told = director.read(f"{path}/changes/{item['version']}")
    assert {name: told[name] for name in ("ranks", "matches", "lines", "ratings")} == {
        name: item[name] for name in ("ranks", "matches", "lines", "ratings")
    }
    assert [event["version"] for event in told["later"]] == [item["version"] + 1]


@pytest.mark.rule("ALL-12")
def test_a_change_tells_nobody_a_result_that_is_not_announced(service: Service, anonymous: Client) -> None:
    played = season(service, 3)
    player = service.player(played.persons[0])
    player.position = played.director.position
    made = player.done(f"{played.path}/matches", {"sides": [1, 2], "length": 7, "result": score(7, 1)})
    anonymous.position = played.director.position = player.position
    seen = anonymous.read(f"{played.path}/changes", limit=500)["items"][-1]["matches"][-1]["after"]
    known = played.director.read(f"{played.path}/changes", limit=500)["items"][-1]["matches"][-1]["after"]
    assert made.status_code == 201
    assert (seen["status"], seen["result"], seen["winner"]) == ("open", None, None)
    assert (known["status"], known["winner"]) == ("reported", 1)
