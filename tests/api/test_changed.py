"""A command answers with the thing that it has changed: as it was right after, and no more than its sender may read.

That it is the document which a read gives is held for every command and every caller in `test_access.py`.
"""

import json

import pytest

from tests.api.changed import require_shows_what_changed
from tests.api.played import REASON, announced
from tests.api.support import Season, Service, documents, score, season

HELD = {"pairings_shown": "when-released", "verification": "at-once", "appeal_window_minutes": 0}


@pytest.fixture(scope="module")
def played(service: Service) -> Season:
    return season(service, 3)


def test_new_match_answers_with_itself(played: Season) -> None:
    made = played.director.done(f"{played.path}/matches", {"sides": [1, 2], "length": 7})
    shown = made.json()["changed"]
    assert (shown["number"], shown["sides"], shown["length"], shown["status"]) == (
        made.json()["matches"][0]["number"],
        [1, 2],
        7,
        "open",
    )
    assert made.headers["ETag"] == f'"match-{shown["number"]}-{shown["revision"]}"'
    assert require_shows_what_changed(played.director, f"{played.path}/matches", made)


def test_repetition_answers_with_what_its_first_answer_showed(played: Season) -> None:
    director, body = played.director, {"sides": [1, 3], "length": 5}
    first = director.post(f"{played.path}/matches", body, key="make it once")
    at = first.headers["Location"]
    director.done(f"{at}/result", {"result": score(5, 2)}, seen=first.headers["ETag"])
    again = director.post(f"{played.path}/matches", body, key="make it once")
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.json() == first.json()
    assert director.read(at)["status"] != first.json()["changed"]["status"], "the match itself has gone on"


@pytest.mark.rule("ALL-12")
def test_player_is_shown_an_unannounced_result_of_their_own_match_and_staff_notes_are_blank(
    service: Service, played: Season
) -> None:
    made = played.director.done(f"{played.path}/matches", {"sides": [1, 2], "length": 3})
    side = service.player(played.persons[0])
    told = side.done(f"{made.headers['Location']}/result", {"result": score(3, 1)}, seen=made.headers["ETag"]).json()
    assert (told["changed"]["status"], told["changed"]["result"]["first"]) == ("reported", 3)
    played.director.done(f"{played.path}/entries/1/fee", {"paid": True})
    played.director.read(f"{played.path}/entries/1")  # which waits for its own command
    entry = side.get(f"{played.path}/entries/1")
    asked = side.done(f"{played.path}/entries/1/resignation", REASON, seen=entry.headers["ETag"]).json()
    assert asked["changed"]["status"] == "resigned"
    assert asked["changed"]["fee_paid"] is False, "that is for the staff"


@pytest.mark.rule("ALL-2")
def test_sender_who_sees_no_held_draw_is_shown_nothing_of_what_came_after_it(service: Service) -> None:
    held = announced(service, {"kind": "nxe", "losses": 2, "lengths": [3]}, conditions=HELD)
    held.enter_all(service.register_all([f"Held {number}" for number in range(4)]))
    person = service.register("Asks and leaves")
    asks = service.player(person)
    asked = asks.done(f"{held.path}/entries", {"person": person})
    assert asked.json()["changed"]["status"] == "requested", "nothing is held yet"
    held.do("start")
    drawn = held.do("rounds/1/draw")
    assert len(drawn["changed"]["pairings"]) == 2
    left = asks.done(f"{held.path}/entries/5/withdrawal", REASON, seen=asked.headers["ETag"])
    assert left.json()["changed"] is None, "they are not in the hall"
    assert asks.read(f"{held.path}/entries/5")["status"] == "requested"


def test_document_says_for_each_command_what_it_changes() -> None:
    made = json.loads(documents().openapi)
    kinds: dict[str, set[str]] = {}
    for methods in made["paths"].values():
        for operation in methods.values():
            for status in ("200", "201"):
                content = operation["responses"].get(status, {}).get("content", {}).get("application/json", {})
                name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
                if "changed" in made["components"]["schemas"].get(name, {}).get("properties", {}):
                    kinds.setdefault(name, set()).add(operation["operationId"])
    assert {"draw_round", "schedule_round", "annul_round"} <= kinds["RoundChanged"]
    assert {"report_result", "make_match", "void_match"} <= kinds["MatchChanged"]
    assert {"arrange_hall"} == kinds["HallChanged"]
    assert {"place_ban", "lift_ban"} <= kinds["RecordChanged"]
    assert "give_ruling" in kinds["RulingChanged"]
    assert sum(map(len, kinds.values())) > 110
