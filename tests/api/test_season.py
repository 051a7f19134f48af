"""A whole open tournament over HTTP, from its announcement to its completion and beyond."""

from decimal import Decimal

import pytest

from tests.api.support import Season, Service, score, season


@pytest.mark.rule("ALL-3", "ALL-13", "OPN-1", "TD-1", "TD-2", "TD-14")
def test_a_season_from_announcement_to_completion_and_reopening(service: Service) -> None:
    played = season(service, players=3, conditions={"verification": "by-director"})
    director, path = played.director, played.path
    first = service.player(played.persons[0])
    made = first.done(f"{path}/matches", {"sides": [1, 2], "length": 7})
    assert made.status_code == 201
    assert made.headers["Location"] == f"{path}/matches/1"
    first.change(f"{path}/matches/1", "result", {"result": score(7, 4)})
    assert service.client().read(f"{path}/matches/1")["status"] == "open"
    director.position = first.position
    director.change(f"{path}/matches/1", "verification")
    played.play(2, 3)
    played.play(3, 1)
    director.change(f"{path}/matches/2", "corrections", {"result": score(2, 7), "reason": "Sides mixed up."})
    director.change(f"{path}/matches/3", "voiding", {"reason": "Entered twice."})
    director.change(f"{path}/matches/3", "reinstatement", {"reason": "It was not."})
    director.change(path, "completion")
    refused = director.post(f"{path}/matches", {"sides": [1, 2], "length": 7})
    assert (refused.status_code, refused.json()["type"]) == (409, "/v1/problems/tournament-status")
    director.change(path, "reopening", {"reason": "A late result."})
    played.play(1, 3)
    director.change(path, "completion")

    table = director.read(f"{path}/standings")
    ranked = [(row["entry"], row["values"]["wins"], row["values"]["losses"]) for row in table["rows"]]
    # By hand: 1 beat 2 by 7-4, 3 beat 2 by 7-2, 3 beat 1 and 1 beat 3 by 7-4; the difference is +5 for 3, +3 for 1.
    assert ranked == [(3, 2, 1), (1, 2, 1), (2, 0, 2)]
    assert [row["name"] for row in table["rows"]] == ["Player 3", "Player 1", "Player 2"]
    assert table["rows"][1]["reason"] == {
        "above": 3,
        "criterion": "points_difference",
        "value": 3,
        "value_above": 5,
    }
    for row in table["rows"]:
        rating = director.read(f"/v1/ratings/normal/{row['person']}")["rating"]
        assert Decimal(row["rating_changes"]["normal"]) == Decimal(rating) - 1500
    statuses = [event["topic"] for event in director.read(f"{path}/history", limit=500)["items"]]
    assert statuses[0] == "tournament.announced.v2"
    assert statuses[-1] == "tournament.completed.v2"
    assert statuses.count("tournament.reopened.v1") == 1


def test_season_shows_its_tournaments_and_links(played: Season) -> None:
    played.play()
    director = played.director
    shown = director.read(played.path)
    assert (shown["status"], shown["entries"], shown["matches"]) == ("started", 4, 1)
    entries = director.read(f"{played.path}/entries")
    assert entries["names"][played.persons[0]] == "Player 1"
    rating = director.read(f"/v1/ratings/normal/{played.persons[0]}")
    assert rating["rating"] == "1526.457513"  # 1500 + 4·5·√7·½, to six decimals
    [line] = director.read(f"/v1/ratings/normal/{played.persons[0]}/history")["items"]
    assert (line["change"], line["won"], line["opponent"]) == ("26.457513", True, played.persons[1])
