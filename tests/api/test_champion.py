"""The Champion tournament over HTTP: credits from recorded wins, several matches at once, byes, credits by round."""

import pytest

from tests.api.played import champions, winner
from tests.api.support import Service


@pytest.mark.rule("CHM-1", "CHM-2", "CHM-3", "CHM-4", "CHM-5", "CHM-6")
def test_each_plays_as_many_matches_at_once_as_he_has_credits_left(service: Service) -> None:
    made = champions(service, (3, 1, 1))
    assert [entry["credits"] for entry in made.read("entries")["items"]] == [3, 1, 1]
    made.do("rounds/1/draw")
    [first] = made.read("rounds")["rounds"]
    assert sorted(sorted(pairing["sides"]) for pairing in first["pairings"]) == [[1, 2], [1, 3]]
    assert [(bye["entry"], bye["why"]["rule"]) for bye in first["byes"]] == [(1, "CHM-3")]
    for pairing in first["pairings"]:
        made.report(pairing["match"], winner("first" if pairing["sides"][0] == 1 else "second"))
    assert made.next()["champion"] == 1
    assert made.read("chart")["chart"] == {
        "kind": "credits",
        "rounds": 1,
        "lines": [{"entry": 1, "credits": [3, 3]}, {"entry": 2, "credits": [1, 0]}, {"entry": 3, "credits": [1, 0]}],
    }
    accounts = {one["name"]: one["total"] for one in made.read("standings/1/account")["accounts"]}
    assert accounts == {"win_points": 2, "losses": 0, "byes": 1, "credits": 3}
    assert made.rows() == [(1, 1, "champion"), (2, 2, "out"), (2, 3, "out")]
    made.complete()


@pytest.mark.rule("CHM-1")
def test_nobody_enters_without_a_credit(service: Service) -> None:
    made = champions(service, (1, 1), start=False)
    entry = made.director.post(f"{made.path}/entries", {"person": service.register("Never won")})
    assert (entry.status_code, entry.json()["type"]) == (409, "/v1/problems/no-credits")
