"""A Swiss over HTTP: times, what the director is told, closing, requested byes, six-game matches, tables opened up."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from domain.tournament.derived import recent_stages
from domain.tournament.derived.stage import Stage, stages_of
from domain.tournament.state import Tournament
from tests.api.played import REASON, Played, announced, started, winner
from tests.api.support import Client, Service

A, B, C, D, E = range(1, 6)
DRAWN = {"kind": "drawn"}
SWISS = {"kind": "swiss", "lengths": [3]}
KNOCKOUT = {"format": {"kind": "knockout", "lengths": [3]}, "qualifiers": 4}


def numbers(made: Played, entry: int) -> str:
    """The entry's line: match points/Solkoff/cumulative/opponents' cumulative."""
    [row] = [row for row in made.read("stages/1/standings")["rows"] if row["entry"] == entry]
    names = ("match_points", "solkoff", "cumulative", "opponents_cumulative")
    return "/".join(str(row["values"][name]) for name in names)


def worked_example(service: Service) -> Played:
    """The season of the rulebook's example (SWI-10): five players, three rounds, and four who go up."""
    made = announced(service, SWISS, stages=[KNOCKOUT])
    for colour in ("red", "red", "blue", "blue", "red"):
        made.enter(colour=colour)
    made.do("start")
    made.pair(1, (A, C), (B, D), byes=[E])
    made.report(1, winner("first"))
    made.do("matches/2/no-time-agreed", {"reported_by": "first"})
    made.do("rounds/1/closing", REASON | {"early": True})
    made.do(f"entries/{A}/bye-requests", {"round": 2})
    made.pair(2, (E, B), byes=[C, A])
    made.report(3, winner("first"))
    made.pair(3, (E, A), (C, B))
    made.report(4, DRAWN)
    made.report(5, winner("first"))
    return made


@pytest.mark.rule("SWI-4", "SWI-5", "SWI-6", "SWI-9", "SWI-10", "SWI-11", "SEL-1", "SEL-3")
def test_the_worked_example_from_entries_to_the_champion(service: Service) -> None:
    made = worked_example(service)
    assert {entry: numbers(made, entry) for entry in (E, A, C, B, D)} == {
        E: "5/8/11/18",
        A: "4/13/9/26",
        C: "4/7/6/16",
        B: "2/11/6/20",
        D: "0/2/0/6",
    }
    assert made.marks()[D] == "removed"
    [second] = [round_ for round_ in made.read("rounds")["rounds"] if round_["number"] == 2]
    assert [(bye["entry"], bye["kind"]) for bye in second["byes"]] == [(C, "bye"), (A, "requested")]
    assert second["bye_requests"] == [A]
    lines = {line["entry"]: line for line in made.read("chart")["chart"]["lines"]}
    codes = {entry: [cell["code"] for cell in line["cells"]] for entry, line in lines.items()}
    assert codes == {
        E: ["WB", "W", "D"],
        A: ["W", "BR", "D"],
        C: ["L", "WB", "W"],
        B: ["WD", "L", "L"],
        D: ["LD"],
    }
    assert (lines[D]["colour"], lines[E]["colour"]) == ("blue", "red")
    assert made.next() == made.next() | {"kind": "stage", "stage": 2, "places": 4, "groups": [[E], [A], [C], [B]]}
    made.do("stages/2/opening")
    [first] = [round_ for round_ in made.read("rounds")["rounds"] if round_["number"] == 4]
    assert (first["stage"], [pairing["sides"] for pairing in first["pairings"]]) == (2, [[E, B], [A, C]])
    assert made.play_on() == E
    assert made.rows() == [(1, E, "champion"), (2, A, "finalist"), (3, B, "out"), (3, C, "out"), (5, D, "removed")]
    made.complete()


@pytest.mark.rule("SWI-11", "SWI-10")
def test_every_number_of_a_line_is_opened_up(service: Service) -> None:
    made = worked_example(service)
    shown = made.read(f"standings/{A}/account")
    accounts = {one["name"]: one for one in shown["accounts"]}
    for account in accounts.values():
        assert account["total"] == sum(part["value"] for part in account["parts"])
    # A met C (4 points), themselves as of round 1 (2, then drawn twice), and E (5).
    parts = [(part["opponent"], part["kind"], part["value"]) for part in accounts["solkoff"]["parts"]]
    assert parts == [(C, "real", 4), (None, "inherited", 2), (None, "virtual", 2), (E, "real", 5)]
    assert [entrant["entry"] for entrant in shown["entrants"]] == [A, C, E]
    assert set(shown["names"]) == {made.persons[entry - 1] for entry in (A, C, E)}
    version = made.read(f"standings/{A}/account")["version"]
    made.do("stages/2/opening")
    assert made.read(f"standings/{A}/account")["stage"] == 2
    assert made.read(f"standings/{D}/account")["stage"] == 1
    assert made.read(f"stages/1/standings/{A}/account")["accounts"] == shown["accounts"]
    assert made.read(f"standings/{A}/account", as_of=version) == shown
    for place in ("stages/2/standings/4/account", "stages/3/chart", "standings/6/account"):
        assert made.director.get(f"{made.path}/{place}").status_code == 404


@pytest.mark.rule("SWI-11")
def test_all_accounts_of_a_version_are_read_from_the_same_stages(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, versions = worked_example(service), list[int]()

    def counted(state: Tournament) -> list[Stage]:
        versions.append(state.version)
        return stages_of(state)

    monkeypatch.setattr(recent_stages, "stages_of", counted)
    reader = service.client()
    shown = [reader.read(f"{made.path}/standings/{entry}/account") for entry in (A, B, C, D, E)]
    assert versions == [shown[0]["version"]]
    made.do("stages/2/opening")
    after = reader.read(f"{made.path}/standings/{A}/account")
    assert (after["stage"], versions[1:]) == (2, [after["version"]])
    assert after["version"] > shown[0]["version"]


@pytest.mark.rule("SWI-3", "SWI-4")
def test_a_round_is_closed_as_previewed_by_what_the_director_was_told(service: Service) -> None:
    made = started(service, SWISS, 6)
    times = {"opens_at": "2026-03-02T00:00:00+01:00", "closes_at": "2099-03-08T23:59:59+01:00"}
    made.do("rounds/1/schedule", times)
    [shown] = made.read("rounds")["rounds"]
    assert shown["schedule"] == {
        "opens_at": "2026-03-01T23:00:00Z",
        "closes_at": "2099-03-08T22:59:59Z",
        "time_zone": "UTC",
    }
    made.pair(1, (1, 2), (3, 4), (5, 6))
    made.do("matches/1/no-time-agreed", {"reported_by": "second"})
    for side in ("first", "second"):
        made.do("matches/2/no-time-agreed", {"reported_by": side})
    assert made.refused("rounds/1/closing", REASON)[:2] == (409, "round-still-open")
    early = REASON | {"early": True}
    preview = made.do("previews", {"command": early | {"kind": "close-round", "round": 1}})
    ended = [(one["match"], one["ended"], one["winner"]) for one in preview["ended"]]
    assert ended == [(1, "default", 2), (2, "drawn-by-default", None), (3, "both-lost", None)]
    made.report(3, winner("first"))
    expecting = early | {"expected": preview["digest"]}
    status, slug, problem = made.refused("rounds/1/closing", expecting)
    assert (status, slug) == (412, "outcome-differs")
    made.do("rounds/1/closing", expecting | {"expected": problem["digest"]})
    how = [(match["ended"], match["winner"]) for match in made.matches()]
    assert how == [("default", 2), ("drawn-by-default", None), ("won", 5)]
    assert made.marks()[1] == "removed"
    defaults = {row["entry"]: row["values"]["defaults"] for row in made.read("standings")["rows"]}
    assert defaults == {1: 0, 2: 0, 3: 1, 4: 1, 5: 0, 6: 0}
    assert made.refused("rounds/1/closing", early)[:2] == (409, "nothing-to-close")


@pytest.mark.rule("SWI-3")
def test_a_round_has_a_week_where_nobody_says_otherwise_and_the_last_one_two(service: Service) -> None:
    made = started(service, SWISS | {"rounds": 2}, 4, time_zone="Asia/Tokyo")
    made.pair(1, (1, 2), (3, 4))
    for match in (1, 2):
        made.report(match, winner("first"))
    made.do("rounds/2/draw")
    first, second = (round_["schedule"] for round_ in made.read("rounds")["rounds"])
    opens, closes = (datetime.fromisoformat(first[name]) for name in ("opens_at", "closes_at"))
    assert closes - opens == timedelta(days=7)
    assert datetime.fromisoformat(second["closes_at"]) == closes + timedelta(days=14)
    assert first["time_zone"] == "Asia/Tokyo"


@pytest.mark.rule("SWI-4", "SWI-3")
def test_nobody_tells_the_director_any_more_after_the_closing_time(service: Service) -> None:
    made = started(service, SWISS, 4)
    made.pair(1, (1, 2), (3, 4))
    made.do("matches/1/no-time-agreed", {"reported_by": "first"})
    made.do("rounds/1/schedule", {"opens_at": None, "closes_at": "2026-01-01T00:00:00Z"})
    status, slug, problem = made.refused("matches/1/no-time-agreed", {"reported_by": "second"})
    assert (status, slug, problem["closes_at"]) == (409, "round-closed", "2026-01-01T00:00:00+00:00")
    player = made.player(3)
    seen = player.get(f"{made.path}/matches/2").headers["ETag"]
    assert player.post(f"{made.path}/matches/2/no-time-agreed", {"reported_by": "first"}, seen=seen).status_code == 409
    made.do("rounds/1/closing", REASON)
    assert [(match["ended"], match["winner"]) for match in made.matches()] == [("default", 1), ("both-lost", None)]


@pytest.mark.rule("SWI-4", "SWI-3")
def test_a_later_closing_time_lets_a_side_tell_the_director(service: Service) -> None:
    made = started(service, SWISS, 4)
    made.pair(1, (1, 2), (3, 4))
    made.do("rounds/1/schedule", {"opens_at": None, "closes_at": "2026-01-01T00:00:00Z"})
    made.do("rounds/1/schedule", {"opens_at": None, "closes_at": "2099-01-01T00:00:00Z"})
    made.do("matches/1/no-time-agreed", {"reported_by": "second"})
    assert made.match(1)["no_time_agreed"] == ["second"]


@pytest.mark.rule("SWI-4")
def test_director_rules_in_the_last_round_where_both_have_told(service: Service) -> None:
    made = started(service, SWISS | {"rounds": 1}, 4)
    made.pair(1, (1, 2), (3, 4))
    for side in ("first", "second"):
        made.do("matches/1/no-time-agreed", {"reported_by": side})
    assert made.refused("matches/1/no-time-agreed", {"reported_by": "first"})[:2] == (409, "no-time-agreed-reported")
    assert made.refused("rounds/1/closing", REASON)[:2] == (409, "round-still-open")
    status, slug, problem = made.refused("rounds/1/closing", REASON | {"early": True})
    assert (status, slug, problem["matches"]) == (409, "no-default-result", [1])
    made.report(1, {"kind": "both-lost"})
    made.do("rounds/1/closing", REASON | {"early": True})
    assert [match["ended"] for match in made.matches()] == ["both-lost", "both-lost"]


def told(client: Client, made: Played) -> list[Any]:
    """What the client is shown of match 1, wherever it stands."""
    client.position = made.director.position
    rounds = client.read(f"{made.path}/rounds")["rounds"]
    events = client.read(f"{made.path}/history", limit=500)["items"]
    [event] = [event for event in events if event["topic"] == "tournament.no-time-agreed-reported.v1"]
    return [
        rounds[0]["pairings"][0]["no_time_agreed"],
        client.read(f"{made.path}/matches/1")["no_time_agreed"],
        client.read(f"{made.path}/matches")["items"][0]["no_time_agreed"],
        client.read(f"{made.path}/matches/1", as_of=event["version"])["no_time_agreed"],
        event["data"],
    ]


@pytest.mark.rule("SWI-4", "ALL-12")
def test_word_told_to_the_director_is_seen_by_the_staff_and_the_two_sides(service: Service) -> None:
    made = started(service, SWISS, 4)
    made.pair(1, (1, 2), (3, 4))
    player = made.player(1)
    player.change(f"{made.path}/matches/1", "no-time-agreed", {"reported_by": "first"})
    made.director.position = player.position
    for client in (made.director, made.player(1), made.player(2), service.client(service.key("auditor"))):
        assert told(client, made) == [["first"]] * 4 + [{"match": 1, "reported_by": "first"}]
    for client in (made.player(3), service.client()):
        assert told(client, made) == [[]] * 4 + [{"match": None, "reported_by": None}]
    other = made.player(3)
    seen = other.get(f"{made.path}/matches/1").headers["ETag"]
    assert other.post(f"{made.path}/matches/1/no-time-agreed", {"reported_by": "first"}, seen=seen).status_code == 403


@pytest.mark.rule("ALL-12", "SWI-4")
def test_a_side_sees_what_is_reported_of_its_own_match_among_the_rounds(service: Service) -> None:
    made = started(service, SWISS, 4, conditions={"verification": "by-director"})
    made.pair(1, (1, 2), (3, 4))
    player = made.player(1)
    player.change(f"{made.path}/matches/1", "result", {"result": DRAWN})
    made.director.position = player.position
    for entry, status, how in ((1, "reported", "drawn"), (2, "reported", "drawn"), (3, "open", None)):
        pairing = made.player(entry).read(f"{made.path}/rounds")["rounds"][0]["pairings"][0]
        assert (pairing["status"], pairing["ended"]) == (status, how)
    made.do("matches/1/verification")
    pairing = made.player(3).read(f"{made.path}/rounds")["rounds"][0]["pairings"][0]
    assert (pairing["ended"], pairing["winner"]) == ("drawn", None)


@pytest.mark.rule("SWI-6")
def test_a_bye_is_asked_for_retracted_and_refused_when_it_is_too_late(service: Service) -> None:
    made = started(service, SWISS | {"rounds": 3}, 4)
    entry = f"{made.path}/entries/1"
    player = made.player(1)
    asked = player.change(entry, "bye-requests", {"round": 1})
    [request] = asked.json()["entries"]
    assert asked.headers["ETag"] == f'"entry-1-{request["revision"]}"' == player.get(entry).headers["ETag"]
    again = player.post(f"{entry}/bye-requests", {"round": 1}, seen=asked.headers["ETag"])
    assert (again.status_code, again.json()["type"]) == (409, "/v1/problems/bye-not-requested")
    shown = player.read(f"{made.path}/rounds")["rounds"]
    assert [(round_["number"], round_["bye_requests"], round_["draws"]) for round_ in shown] == [(1, [1], 0)]
    player.change(entry, "bye-requests/1/withdrawal")
    made.director.position = player.position
    assert made.read("rounds")["rounds"] == []
    last = made.refused("entries/1/bye-requests", {"round": 3})
    made.do("rounds/1/draw")
    drawn = made.refused("entries/1/bye-requests", {"round": 1})
    assert {last[:2], drawn[:2]} == {(409, "bye-not-offered")}
    stranger = made.player(2)
    seen = stranger.get(entry).headers["ETag"]
    assert stranger.post(f"{entry}/bye-requests", {"round": 2}, seen=seen).status_code == 403


@pytest.mark.rule("SWI-6", "ALL-2")
def test_a_bye_given_by_hand_is_the_one_that_was_asked_for(service: Service) -> None:
    made = started(service, SWISS, 5)
    made.do("entries/1/bye-requests", {"round": 1})
    made.pair(1, (2, 3), byes=[1])
    made.do("rounds/1/draw")
    [shown] = made.read("rounds")["rounds"]
    assert [(bye["entry"], bye["kind"], bye["by_hand"]) for bye in shown["byes"]] == [(1, "requested", True)]


@pytest.mark.rule("SIX-1", "SIX-2", "SIX-3")
def test_six_game_matches_are_told_by_their_games(service: Service) -> None:
    made = started(service, {"kind": "swiss", "form": "six-games"}, 4)
    made.pair(1, (1, 2), (3, 4))
    match = made.match(1)
    assert (match["form"], match["length"]) == ("six-games", 6)
    seats = ("first", "second", "second", "first", "first", "second")

    def games(*winners: str) -> dict[str, object]:
        told = zip(winners, seats, strict=False)
        return {"kind": "six-games", "games": [{"winner": one, "first_seat": seat} for one, seat in told]}

    undecided = made.refused("matches/1/result", {"result": games("first", "second", "drawn")})
    beyond = made.refused("matches/1/result", {"result": games("first", "first", "first", "second")})
    score = made.refused("matches/1/result", {"result": {"kind": "score", "first": 3, "second": 0}})
    assert [refused[1] for refused in (undecided, beyond, score)] == [
        "match-unfinished",
        "game-after-end",
        "result-form",
    ]
    made.report(1, games("first", "second", "drawn", "drawn", "first", "second"))
    made.report(2, games("first", "drawn", "first", "drawn"))
    shown = [(match["ended"], match["winner"], match["points"]) for match in made.matches()]
    assert shown == [("drawn", None, None), ("won", 3, None)]
    assert {row["entry"]: row["values"]["match_points"] for row in made.read("standings")["rows"]} == {
        1: 1,
        2: 1,
        3: 2,
        4: 0,
    }


@pytest.mark.rule("SWI-8")
def test_nothing_is_considered_of_a_round_that_there_is_none_of(service: Service) -> None:
    made = worked_example(service)
    assert made.read("rounds/1/considered/1")["round"] == 1
    answer = made.director.get(f"{made.path}/rounds/99/considered/1")
    assert (answer.status_code, answer.json()["type"]) == (404, "/v1/problems/round-unknown")
