"""A tournament with rounds over HTTP: drawn, played, reversed, ended, revealed and checked (NXE, ALL-2, ALL-4)."""

from dataclasses import dataclass
from typing import Any

import pytest

from tests.api.support import Client, Service

WON = {"result": {"kind": "winner", "winner": "first"}}
TURNED: dict[str, object] = {"result": {"kind": "winner", "winner": "second"}, "reason": "Mixed up."}


@dataclass
class Evening:
    """An NxE to one loss, started, and its director."""

    director: Client
    path: str

    def rounds(self) -> Any:  # noqa: ANN401 -- JSON
        return self.director.read(f"{self.path}/rounds")

    def draw(self, number: int) -> Any:  # noqa: ANN401 -- JSON
        """Draws the round and shows it."""
        self.director.done(f"{self.path}/rounds/{number}/draw")
        return self.rounds()["rounds"][number - 1]

    def win(self, match: int) -> None:
        self.director.change(f"{self.path}/matches/{match}", "result", WON)

    def play_on(self) -> Any:  # noqa: ANN401 -- JSON
        """To the end: what is due is drawn, and first sides win. What comes next is then `done`."""
        while (coming := self.rounds()["next"])["kind"] != "done":
            if coming["kind"] == "due":
                self.draw(coming["round"])
            for match in coming["matches"]:
                self.win(match)
        return coming

    def rating_changes(self) -> dict[int, str]:
        """What the tournament has changed, by entry."""
        rows = self.director.read(f"{self.path}/standings")["rows"]
        return {row["entry"]: row["rating_changes"]["normal"] for row in rows}

    def marks(self) -> dict[int, str]:
        return {row["entry"]: row["mark"] for row in self.director.read(f"{self.path}/standings")["rows"]}


def evening(service: Service, players: int) -> Evening:
    director, person = service.director()
    options = {"kind": "nxe", "losses": 1, "lengths": [3]}
    conditions = {"appeal_window_minutes": 0}
    announced = {
        "name": "Evening",
        "format": options,
        "rating": {"pool": "normal", "policy": "club", "policy_version": 1},
        "director": person,
        "conditions": conditions,
    }
    made = Evening(director, f"/v1/tournaments/{director.done('/v1/tournaments', announced).json()['tournament']}")
    for number in range(1, players + 1):
        director.done(f"{made.path}/entries", {"person": service.register(f"Player {number}")})
        director.change(f"{made.path}/entries/{number}", "approval")
    director.change(made.path, "start")
    return made


@pytest.mark.rule("NXE-3", "NXE-4", "NXE-7", "NXE-9", "ALL-2")
def test_rounds_go_from_entries_to_the_champion_and_every_draw_is_confirmed(service: Service) -> None:
    made = evening(service, 7)
    first = made.draw(1)
    assert (len(first["pairings"]), len(first["byes"])) == (3, 1)
    assert first["byes"][0]["why"] == {"rule": "NXE-3", "counts": {"byes_before": 0, "candidates": 7}}
    assert made.rounds()["next"]["kind"] == "wait"
    champion = made.play_on()["champion"]
    assert made.marks()[champion] == "champion"
    made.director.change(made.path, "completion")
    assert made.rounds()["commitments"][0]["secret"] is None
    made.director.done(f"{made.path}/reveal")
    checked = made.director.read(f"{made.path}/draw-check")
    assert checked == {"draws": 3, "confirmed": 3, "findings": [], "repeats": [], "same_field": [], "incomplete": False}


@pytest.mark.rule("ALL-2", "ALL-4")
def test_a_round_that_was_annulled_until_it_pleased_is_named(service: Service) -> None:
    made = evening(service, 4)
    made.draw(1)
    for attempt in (2, 3):
        made.director.done(f"{made.path}/rounds/1/annulment", {"reason": "It did not please."})
        assert made.draw(1)["draws"] == attempt
    made.play_on()
    made.director.change(made.path, "completion")
    made.director.done(f"{made.path}/reveal")
    checked = made.director.read(f"{made.path}/draw-check")
    assert (checked["draws"], checked["confirmed"], checked["findings"]) == (4, 4, [])
    assert [(repeat["round"], repeat["attempt"]) for repeat in checked["repeats"]] == [(1, 2), (1, 3)]
    events = made.director.read(f"{made.path}/history", limit=500)["items"]
    before = [events[repeat["version"] - 2] for repeat in checked["repeats"]]
    assert [event["data"]["reason"] for event in before] == ["It did not please."] * 2


@pytest.mark.rule("ALL-4", "ALL-6")
def test_a_reversal_after_later_rounds_is_previewed_chosen_and_retracted(service: Service) -> None:
    made = evening(service, 4)
    made.draw(1)
    made.win(1)
    made.win(2)
    made.draw(2)
    made.win(3)
    winner, loser = made.rounds()["rounds"][0]["pairings"][0]["sides"]
    [other] = set(made.rounds()["rounds"][1]["pairings"][0]["sides"]) - {winner}
    with_final = made.rating_changes()
    before = made.director.read(f"{made.path}/standings")["rows"]
    etag = made.director.get(f"{made.path}/matches/1").headers["ETag"]
    refused = made.director.post(f"{made.path}/matches/1/corrections", TURNED, seen=etag)
    assert (refused.status_code, refused.json()["type"]) == (409, "/v1/problems/choice-needed")
    assert (refused.json()["rule"], refused.json()["would_be_void"]) == ("ALL-4", [3])
    command = {"kind": "correct-result", "match": 1, "choice": "rewind"} | TURNED
    shown = made.director.done(f"{made.path}/previews", {"command": command}).json()
    assert [match["match"] for match in shown["voided"]] == [3]
    tournament = made.path.removeprefix("/v1/tournaments/")
    assert shown["rated_again"][tournament] == 2
    would_be = {line["person"]: line["after"] for line in shown["ratings"]}
    expecting = TURNED | {"choice": "rewind", "expected": shown["digest"]}
    made.director.change(f"{made.path}/matches/1", "corrections", expecting)
    assert made.director.read(f"{made.path}/matches/3")["status"] == "void"
    assert (made.marks()[winner], made.marks()[loser]) == ("out", "in")
    after = made.rating_changes()
    pool = made.director.read("/v1/ratings/normal", limit=500)["items"]
    assert would_be == {line["person"]: line["rating"] for line in pool if line["person"] in would_be}
    assert len(would_be) == 3
    # Each has one rated match left, against somebody with the same rating: match 3 counts for nobody.
    assert after[loser] == after[other] != with_final[other]
    assert after[winner] == f"-{after[loser]}"
    back = WON | {"reason": "It was right.", "choice": "restore"}
    made.director.change(f"{made.path}/matches/1", "corrections", back)
    assert made.director.read(f"{made.path}/matches/3")["status"] == "announced"
    assert made.director.read(f"{made.path}/standings")["rows"] == before


@pytest.mark.rule("ALL-4")
def test_ruling_not_as_previewed_is_refused_with_the_new_preview(service: Service) -> None:
    made = evening(service, 4)
    made.draw(1)
    made.win(1)
    etag = made.director.get(f"{made.path}/matches/1").headers["ETag"]
    body = TURNED | {"expected": "0" * 64}
    answer = made.director.post(f"{made.path}/matches/1/corrections", body, seen=etag)
    assert (answer.status_code, answer.json()["type"]) == (412, "/v1/problems/outcome-differs")
    body = TURNED | {"expected": answer.json()["digest"]}
    assert made.director.post(f"{made.path}/matches/1/corrections", body, seen=etag).status_code == 200


@pytest.mark.rule("ALL-5", "NXE-8", "NXE-9")
def test_nobody_left_is_decided_by_the_director(service: Service) -> None:
    made = evening(service, 2)
    for entry in (1, 2):
        made.director.change(f"{made.path}/entries/{entry}", "resignation", {"reason": "Had to leave."})
    asked = made.rounds()["next"]
    assert (asked["kind"], asked["question"]) == ("ask", "nobody-left-0")
    assert (asked["question_kind"], asked["question_entry"]) == ("nobody-left", None)
    body = {"question": asked["question"], "choice": "champion", "entry": 2, "reason": "First by the draw."}
    made.director.done(f"{made.path}/decisions", body)
    assert made.rounds()["next"] == asked | {"kind": "done", "champion": 2} | {
        "question": None,
        "question_kind": None,
        "detail": None,
        "choices": [],
    }


@pytest.mark.rule("ALL-2")
def test_a_draw_is_made_once_and_not_shown_before(service: Service) -> None:
    made = evening(service, 4)
    first = made.director.post(f"{made.path}/rounds/1/draw", key="draw once")
    again = made.director.post(f"{made.path}/rounds/1/draw", key="draw once")
    assert first.json() == again.json()
    assert made.director.post(f"{made.path}/rounds/1/draw").status_code == 409
    draw = {"command": {"kind": "draw", "round": 1}}
    assert made.director.post(f"{made.path}/previews", draw).status_code == 422


@pytest.mark.rule("ALL-12")
def test_winner_is_not_shown_before_the_result_is_announced(service: Service) -> None:
    made = evening(service, 2)
    person = made.draw(1)["pairings"][0]["persons"][0]
    player = service.player(person)
    player.change(f"{made.path}/matches/1", "result", WON)
    made.director.position = player.position
    assert made.rounds()["rounds"][0]["pairings"][0]["status"] == "reported"
    stranger = service.player(service.register("A stranger"))
    seen = stranger.read(f"{made.path}/rounds")["rounds"][0]["pairings"][0]
    assert (seen["status"], seen["winner"]) == ("open", None)
