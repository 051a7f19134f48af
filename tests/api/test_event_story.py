"""A knockout of sixteen over HTTP, with everything that happens to a director on one evening (TD-5 to TD-19).

Every decision is previewed first, and does what its preview has shown: the digest goes with it, and matches, table and
ratings are compared afterwards.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from tests.api.support import Client, Service, score

Json = dict[str, Any]
PLAYERS = 16
LENGTH = 5
POLICY = {"pool": "normal", "policy": "room", "version": 1}


@dataclass
class Evening:
    """The tournament, its director, and who is in it by entry number."""

    director: Client
    path: str
    persons: dict[int, str]

    def match(self, number: int) -> Json:
        found: Json = self.director.read(f"{self.path}/matches/{number}")
        return found

    def live(self) -> list[Json]:
        """The matches that are not void, by number."""
        listed = self.director.read(f"{self.path}/matches", limit=500)["items"]
        return [match for match in listed if match["status"] != "void"]

    def open(self) -> list[int]:
        return [match["number"] for match in self.live() if match["status"] == "open"]

    def of(self, *sides: int) -> int:
        """The newest live match of these entries, or of the one."""
        return max(int(match["number"]) for match in self.live() if {*sides} <= {*match["sides"]})

    def rows(self) -> dict[int, Json]:
        return {row["entry"]: row for row in self.director.read(f"{self.path}/standings")["rows"]}

    def rating(self, person: str) -> str:
        """In points; where nothing of his is rated, what everybody starts with."""
        answer = self.director.get(f"/v1/ratings/normal/{person}")
        return str(answer.json()["rating"]) if answer.status_code == 200 else "1500.000000"

    def report(self, number: int, first: int, second: int) -> Json:
        """A result, previewed and reported."""
        command = {"kind": "report", "match": number, "result": score(first, second)}
        return self.decide(command, f"matches/{number}", "result")

    def won_by(self, entry: int) -> Json:
        """His newest match is reported as won by him, 5-1."""
        number = self.of(entry)
        first = self.match(number)["sides"][0] == entry
        return self.report(number, *((LENGTH, 1) if first else (1, LENGTH)))

    def rule(self, on: Json, clause: str, *remedies: Json, **said: object) -> Json:
        """A ruling, previewed and given."""
        words = {"facts": "As the director saw it.", "reasons": "As the rule says."}
        command = {"kind": "rule", "about": on, "clause": clause, "remedies": remedies, **words, **said}
        return self.decide(command, None, "rulings")

    def decide(self, command: Json, resource: str | None, action: str) -> Json:
        """Previews the command, sends it with the digest, and holds the outcome to what was shown."""
        shown: Json = self.director.done(f"{self.path}/previews", {"command": command}).json()
        named = ("kind", *(("match", "appeal", "ruling") if resource else ()))
        body = {name: value for name, value in command.items() if name not in named} | {"expected": shown["digest"]}
        if resource is None:
            self.director.done(f"{self.path}/{action}", body)
        else:
            self.director.change(f"{self.path}/{resource}", action, body)
        self.hold(shown)
        return shown

    def hold(self, shown: Json) -> None:
        """What was shown has come true."""
        rows = self.rows()
        for line in shown["lines_after"]:
            row = rows[line["entry"]]
            assert (row["rank"], row["values"], row["mark"]) == (line["rank"], line["values"], line["mark"])
        for ending in shown["ended"]:
            match = self.match(ending["match"])
            ended = (None, None) if match["status"] == "void" else (match["how"], match["winner"])
            assert ended == (ending["how"], ending["winner"])
        for made in shown["made"]:
            assert self.match(made["match"])["sides"] == made["sides"]
        assert all(self.match(one["match"])["status"] == "void" for one in shown["voided"])
        assert all(self.match(one["match"])["status"] != "void" for one in shown["revived"])
        for change in shown["ratings"]:
            assert self.rating(change["person"]) == change["after"]


def on(match: int) -> Json:
    return {"kind": "match", "number": match}


@pytest.fixture
def evening(service: Service) -> Evening:
    director, person = service.director()
    body = {
        "name": "Autumn cup",
        "format": {"kind": "knockout", "lengths": [LENGTH]},
        "rating": POLICY,
        "director": person,
        "conditions": {"appeal_window_minutes": 60, "clock": "option"},
    }
    path = f"/v1/tournaments/{director.done('/v1/tournaments', body).json()['tournament']}"
    persons = {number: service.register(f"Player {number}") for number in range(1, PLAYERS + 1)}
    for number, one in persons.items():
        director.done(f"{path}/entries", {"person": one})
        director.change(f"{path}/entries/{number}", "approval")
    director.change(path, "start")
    return Evening(director, path, persons)


def late_start(evening: Evening) -> None:
    """TD-5: the second side of match 1 is 12 minutes late; with two points the first needs three by play."""
    late = {"second_minutes": 12}
    award = evening.director.done(f"{evening.path}/matches/1/calculations/lateness", late).json()
    assert (award["award"]["points"], award["decides"]) == (2, False)
    evening.rule(on(1), "2.2.4", {"kind": "penalty-points", **award["award"]})
    evening.report(1, 3, 2)
    assert (evening.match(1)["points"], evening.match(1)["winner"]) == ([5, 2], evening.match(1)["sides"][0])


def lost_on_time(evening: Evening) -> None:
    """TD-7: the first side of match 2 is out of time."""
    clock = evening.director.done(f"{evening.path}/matches/2/calculations/clock", {"first": 0, "second": 0}).json()
    assert clock == {"seconds_each": 600, "delay_seconds": 12}
    evening.rule(on(2), "4.3.3", {"kind": "match-loss", "loser": "first"}, play_began=True)
    assert evening.match(2)["winner"] == evening.match(2)["sides"][1]


def doubled_crawford_game(evening: Evening) -> None:
    """TD-10, TD-17: match 3 was 4-0 when the second side doubled, and won a gammon at 4. It is resumed at 4-2."""
    evening.report(3, 4, 8)
    games = [{"winner": "first", "won": "gammon", "cube": 2}, {"winner": "second", "won": "gammon", "cube": 4}]
    asked = {"ground": "crawford", "games": games, "newest_started": 2}
    without = evening.director.done(f"{evening.path}/matches/3/calculations/double", asked).json()
    assert (without["without"], without["over"]) == ({"first": 4, "second": 2}, False)
    annulled = {"kind": "double-annulment", "ground": "crawford", "game": 2, "counts_at": 1, "ended": games[1]}
    evening.rule(on(3), "4.4.4", annulled, {"kind": "match-resumption", "first": 4, "second": 2})
    assert (evening.match(3)["status"], evening.match(3)["resumed_by"]) == ("open", 3)
    evening.report(3, 5, 2)
    assert [layer["points"] for layer in evening.match(3)["layers"]] == [[4, 8], [5, 2]]


def corrected_too_late(evening: Evening) -> tuple[int, int]:
    """TD-14, ALL-4: the result of match 4 is corrected after the next round began; what was made from it is void."""
    former, rightful = evening.match(4)["sides"]
    following = evening.of(former)
    evening.report(following, 5, 1)
    command = {"kind": "correct", "match": 4, "result": score(3, 5), "reason": "The sheets were mixed up."}
    seen = evening.director.get(f"{evening.path}/matches/4").headers["ETag"]
    plain = {"result": score(3, 5), "reason": "The sheets were mixed up."}
    refused = evening.director.post(f"{evening.path}/matches/4/corrections", plain, seen=seen).json()
    assert (refused["type"], refused["started"]) == ("/v1/problems/choice-needed", [following])
    choices = [command | {"choice": choice} for choice in ("rewind", "stand")]
    beside = evening.director.done(f"{evening.path}/previews/comparison", {"commands": choices}).json()
    assert [[one["match"] for one in each["voided"]] for each in beside["alternatives"]] == [[following], []]
    shown = evening.decide(choices[0], "matches/4", "corrections")
    assert [one["match"] for one in shown["voided"]] == [following]
    evening.won_by(rightful)
    return former, rightful


def disqualified_and_back(service: Service, evening: Evening, entry: int) -> None:
    """TD-9, TD-11, TD-12, TD-13: somebody in the second round is disqualified; his opponent goes on and plays. A
    committee of three reverses it, and play goes on from the second round."""
    match = evening.of(entry)
    opponent = next(side for side in evening.match(match)["sides"] if side != entry)
    about = {"about": on(match), "matter": "Was he told moves?"}
    dispute = evening.director.done(f"{evening.path}/disputes", about).headers["Location"]
    said = {"kind": "statement", "person": evening.persons[entry], "text": "It was my clock."}
    evening.director.done(f"{dispute}/statements", said)
    out = {"kind": "disqualification", "entry": entry}
    number = int(dispute.rpartition("/")[2])
    evening.rule({"kind": "entry", "number": entry}, "1.7", out, dispute=number)
    assert evening.rows()[entry]["mark"] == "disqualified"
    assert evening.match(match)["winner"] == opponent
    for each in evening.open():
        evening.report(each, 5, 0)
    gone = [one["number"] for one in evening.live() if opponent in one["sides"] and one["number"] > match]
    assert gone
    reverse(service, evening, entry)
    assert all(evening.match(one)["status"] == "void" for one in gone)
    assert evening.rows()[entry]["mark"] == "in"
    evening.won_by(entry)


def reverse(service: Service, evening: Evening, entry: int) -> None:
    """The last ruling is appealed and reversed by two of three."""
    director, ruling = evening.director, f"{evening.path}/rulings/4"
    seen = director.get(ruling).headers["ETag"]
    appealed = service.player(evening.persons[entry]).done(f"{ruling}/appeals", {"by": entry}, seen=seen)
    appeal = appealed.headers["Location"]
    members = [service.register(f"Member {number}") for number in range(3)]
    staff_and_party = [members[0], members[1], evening.persons[entry]]
    seen = director.get(appeal).headers["ETag"]
    conflict = director.post(f"{appeal}/committee", {"members": staff_and_party}, seen=seen)
    assert conflict.json()["type"] == "/v1/problems/conflict-of-interest"
    director.change(appeal, "committee", {"members": members})
    for member, verdict in zip(members, ("reversed", "upheld", "reversed"), strict=True):
        voted = service.player(member).done(f"{appeal}/votes", {"member": member, "verdict": verdict})
        director.position = max(director.position, int(voted.headers["Scoresheet-Position"]))
    command = {"kind": "decide-appeal", "appeal": 1, "reasons": "It was his clock.", "choice": "rewind"}
    evening.decide(command, "appeals/1", "decision")


def played_out(evening: Evening) -> int:
    """First sides win what is left; the champion."""
    while evening.open():
        evening.report(evening.open()[0], 5, 2)
    [champion] = [entry for entry, row in evening.rows().items() if row["mark"] == "champion"]
    return champion


def told(report: Json, name: str, *fields: str) -> Iterator[tuple[Any, ...]]:
    """What the report tells under that name."""
    return (tuple(one[field] for field in fields) for one in report["report"][name])


@pytest.mark.rule("TD-5", "TD-7", "TD-9", "TD-10", "TD-11", "TD-12", "TD-13", "TD-14", "TD-19", "ALL-3", "ALL-4")
def test_an_evening_of_sixteen_and_what_is_owed_after_it(service: Service, evening: Evening) -> None:
    assert evening.open() == list(range(1, 9))
    late_start(evening)
    lost_on_time(evening)
    doubled_crawford_game(evening)
    for number in range(4, 9):
        evening.report(number, 5, 3)
    former, rightful = corrected_too_late(evening)
    assert (evening.rows()[former]["mark"], evening.rows()[rightful]["mark"]) == ("out", "in")
    accused = evening.match(evening.open()[0])["sides"][1]
    disqualified_and_back(service, evening, accused)
    champion = played_out(evening)
    evening.director.change(evening.path, "completion")
    assert evening.director.read(evening.path)["champion"] == champion
    report = evening.director.read(f"{evening.path}/report")
    assert list(told(report, "decisions", "ruling", "dispute", "status", "matter", "in_force")) == [
        (4, 1, "reversed", "Was he told moves?", [])
    ]
    assert [one["decision"] for one in report["report"]["decisions"][0]["appeals"]] == ["reversed"]
    for nothing in ("refused_entries", "spectators", "players", "flagged", "undecided"):
        assert report["report"][nothing] == []
    results = {match: (ended, winner) for match, ended, winner in told(report, "results", "match", "ended", "winner")}
    counted = {match["number"]: ("won", match["winner"]) for match in evening.live()}
    assert len(counted) == PLAYERS - 1
    assert {number: results[number] for number in counted} == counted
    assert {ended for number, (ended, _) in results.items() if number not in counted} == {"void"}
