"""A season in which results count at once: a win over somebody who was never asked does not stay (TD-14).

The attack: report a win over an opponent who knows nothing of it, and be rated for it.
"""

import pytest

from tests.api.support import Client, Season, Service, score, season


@pytest.fixture(scope="module")
def club(service: Service) -> Season:
    """A season of three players, announced so; its director plays nothing."""
    return season(service, 3, conditions={"verification": "at-once", "correction_window_minutes": 60})


def shown(reader: Client, club: Season, match: int, after: Client) -> dict[str, object]:
    reader.position = after.position
    found = reader.read(f"{club.path}/matches/{match}")
    return {name: found[name] for name in ("status", "winner", "reported_by")}


@pytest.mark.rule("TD-14", "TD-9", "ELO-6")
def test_a_win_over_somebody_never_asked_is_taken_back_by_one_command(club: Season) -> None:
    schemer, harmed, stranger = (
        club.service.player(club.persons[0]),
        club.service.player(club.persons[1]),
        club.service.client(),
    )
    schemer.done(f"{club.path}/matches", {"sides": [1, 2], "length": 7, "result": score(7, 0)})
    assert shown(stranger, club, 1, schemer) == {"status": "announced", "winner": 1, "reported_by": "first"}
    assert changes(stranger, club, schemer) != UNRATED

    etag = schemer.get(f"{club.path}/matches/1").headers["ETag"]
    own = schemer.post(f"{club.path}/matches/1/result/withdrawal", {"matter": "I have lost."}, seen=etag)
    assert own.status_code == 403, "who has reported it corrects nothing alone"
    answer = harmed.change(f"{club.path}/matches/1", "result/withdrawal", {"matter": "We have never played."})
    assert [one["number"] for one in answer.json()["disputes"]] == [1]
    assert shown(stranger, club, 1, harmed) == {"status": "open", "winner": None, "reported_by": None}
    assert changes(stranger, club, harmed) == UNRATED
    assert shown(club.director, club, 1, harmed) == {"status": "reported", "winner": 1, "reported_by": "first"}

    etag = harmed.get(f"{club.path}/matches/1").headers["ETag"]
    for again in ("verification", "result/withdrawal"):
        body = {"matter": "It is right."} if again == "result/withdrawal" else {}
        assert schemer.post(f"{club.path}/matches/1/{again}", body, seen=etag).status_code == 403
    club.director.done(f"{club.path}/matches/1/voiding", {"reason": "Never played."}, seen=etag)
    assert shown(stranger, club, 1, club.director)["status"] == "void"


UNRATED = [{"normal": "0.000000"}] * 3


def changes(reader: Client, club: Season, after: Client) -> list[dict[str, str]]:
    """What the season has changed of each player's rating."""
    reader.position = after.position
    return [row["rating_changes"] for row in reader.read(f"{club.path}/standings")["rows"]]


@pytest.mark.rule("TD-14")
def test_everybody_sees_by_whom_each_result_was_reported(club: Season) -> None:
    stranger, second = club.service.client(), club.service.player(club.persons[2])
    second.done(f"{club.path}/matches", {"sides": [1, 3], "length": 7, "result": score(0, 7)})
    club.director.done(f"{club.path}/matches", {"sides": [1, 3], "length": 7, "result": score(7, 0)})
    numbers = [one["number"] for one in club.director.read(f"{club.path}/matches")["items"]]
    told = [shown(stranger, club, number, club.director)["reported_by"] for number in numbers[-2:]]
    assert told == ["second", "staff"]


@pytest.mark.rule("TD-14")
@pytest.mark.parametrize("announced", [{}, {"conditions": {}}])
def test_results_count_at_once_only_where_that_was_announced(service: Service, announced: dict[str, object]) -> None:
    made = season(service, 2, **announced)
    player = service.player(made.persons[0])
    player.done(f"{made.path}/matches", {"sides": [1, 2], "length": 7, "result": score(7, 0)})
    assert made.director.read(made.path)["conditions"]["verification"] == "by-director"
    assert shown(made.director, made, 1, player)["status"] == "reported"
