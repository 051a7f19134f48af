"""Commands under load and in repetition: idempotency keys, ETags, and many reporters at once."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest

from api.http.etags import FEDERATION, SETTINGS, Resource
from api.http.problems import Problem
from tests.api.support import Client, Season, Service, refusal, score, season

PAIR: dict[str, Any] = {"sides": [1, 2], "length": 7}


def test_twenty_duplicates_at_once_are_one_event_and_one_answer(played: Season) -> None:
    before = played.director.read(played.path)["version"]
    body = PAIR | {"result": score(7, 4)}
    with ThreadPoolExecutor(20) as pool:
        sent = [pool.submit(played.director.post, f"{played.path}/matches", body, key="same") for _ in range(20)]
        answers = [each.result() for each in sent]
    assert {(answer.status_code, answer.content) for answer in answers} == {(201, answers[0].content)}
    assert {answer.headers["ETag"] for answer in answers} == {'"match-1-' + f'{before + 2}"'}
    assert sorted(answer.headers.get("Idempotent-Replayed", "false") for answer in answers) == ["false"] + ["true"] * 19
    assert played.director.read(played.path)["version"] == before + 2


def test_a_repetition_much_later_gets_the_first_answer(played: Season) -> None:
    first = played.director.post(f"{played.path}/matches", PAIR, key="later")
    played.director.change(f"{played.path}/matches/1", "result", {"result": score(7, 0)})
    again = played.director.post(f"{played.path}/matches", PAIR, key="later")
    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert again.headers["Location"] == first.headers["Location"]
    assert again.headers["Idempotent-Replayed"] == "true"


def test_a_change_repeated_with_the_etag_it_had_is_not_stale(played: Season) -> None:
    made = played.director.done(f"{played.path}/matches", PAIR)
    path, body = f"{played.path}/matches/1/result", {"result": score(7, 0)}
    first, again = (played.director.post(path, body, seen=made.headers["ETag"], key="report") for _ in range(2))
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.content == again.content


@pytest.mark.parametrize("other", ["body", "path", "etag"])
def test_a_key_used_for_another_request_is_refused(played: Season, other: str) -> None:
    made = played.director.done(f"{played.path}/matches", PAIR)
    played.director.done(f"{played.path}/matches", PAIR)
    path, body, seen = f"{played.path}/matches/1/result", {"result": score(7, 0)}, made.headers["ETag"]
    assert played.director.post(path, body, seen=seen, key="once").status_code == 200
    path = path.replace("matches/1", "matches/2") if other == "path" else path
    body = {"result": score(7, 1)} if other == "body" else body
    seen = '"match-2-99"' if other == "path" else '"match-1-99"' if other == "etag" else seen
    assert refusal(played.director.post(path, body, seen=seen, key="once")) == (422, "idempotency-key-reused")


@pytest.mark.rule("ALL-12")
def test_a_command_sent_again_after_its_first_answer_is_gone_is_told_where_to_look(service: Service) -> None:
    office, body = service.administrator(), {"name": "Once and for all", "even_though_known": True}
    old, new = (office.post("/v1/persons", body, key=key).json()["position"] for key in ("old", "new"))
    with psycopg.connect(service.owner_url) as connection:
        connection.execute(
            "UPDATE commands SET answered_at = now() - interval '366 days' WHERE last_position < %s", (new,)
        )
    service.services.readings.forget()
    again = office.post("/v1/persons", body, key="old")
    assert refusal(again) == (409, "first-answer-gone")
    [stored] = service.services.journal.read(old - 1, 1)
    assert (again.json()["position"], stored.recorded.stream in again.json()["detail"]) == (old, True)
    assert service.services.journal.position() == new
    assert refusal(office.post("/v1/persons", {"name": "Another"}, key="old")) == (422, "idempotency-key-reused")
    assert office.post("/v1/persons", body, key="new").status_code == 201


def test_a_key_belongs_to_its_holder(service: Service, played: Season) -> None:
    other = service.administrator()
    first = played.director.post(f"{played.path}/matches", PAIR, key="shared")
    second = other.post(f"{played.path}/matches", PAIR, key="shared")
    assert [first.json()["matches"][0]["number"], second.json()["matches"][0]["number"]] == [1, 2]


def test_a_refused_command_is_not_remembered(played: Season) -> None:
    wrong = PAIR | {"result": score(3, 4)}
    assert refusal(played.director.post(f"{played.path}/matches", wrong, key="k")) == (
        422,
        "match-unfinished",
    )
    assert played.director.post(f"{played.path}/matches", PAIR, key="k").status_code == 201


@pytest.mark.rule("TD-14")
def test_anyone_who_saw_an_older_revision_is_told_so(played: Season) -> None:
    made = played.director.done(f"{played.path}/matches", PAIR)
    played.director.done(f"{played.path}/matches/1/voiding", {"reason": "x"}, seen=made.headers["ETag"])
    answer = played.director.post(f"{played.path}/matches/1/result", {"result": score(7, 0)}, seen=made.headers["ETag"])
    assert refusal(answer) == (412, "stale")
    assert answer.json()["seen"] + 1 == answer.json()["revision"]


@pytest.mark.rule("TD-14")
def test_thirty_two_reporters_on_one_tournament_see_no_conflict(service: Service) -> None:
    played = season(service, 3, conditions={"verification": "at-once"})
    made = [played.director.done(f"{played.path}/matches", PAIR) for _ in range(64)]
    clients = [Client(service.http, played.director.key) for _ in range(32)]

    def report(number: int) -> list[int]:
        answers = []
        for match in (number, number + 32):
            path = f"{played.path}/matches/{match + 1}/result"
            answers.append(clients[number].post(path, {"result": score(7, 2)}, seen=made[match].headers["ETag"]))
        return [answer.status_code for answer in answers]

    with ThreadPoolExecutor(32) as pool:
        assert [status for statuses in pool.map(report, range(32)) for status in statuses] == [200] * 64
    played.director.position = max(client.position for client in clients)
    rows = played.director.read(f"{played.path}/standings")["rows"]
    assert {row["entry"]: row["values"]["wins"] for row in rows} == {1: 64, 2: 0, 3: 0}


def test_one_of_many_changes_of_one_match_wins(played: Season) -> None:
    made = played.director.done(f"{played.path}/matches", PAIR)
    clients = [Client(played.service.http, played.director.key) for _ in range(16)]

    def report(client: Client) -> int:
        path = f"{played.path}/matches/1/result"
        return client.post(path, {"result": score(7, 2)}, seen=made.headers["ETag"]).status_code

    with ThreadPoolExecutor(16) as pool:
        assert sorted(pool.map(report, clients)) == [200] + [412] * 15


def test_a_change_of_the_settings_is_not_stale_by_what_others_do_elsewhere(played: Season) -> None:
    seen = played.director.get(played.path).headers["ETag"]
    played.play()
    body = {"conditions": {"clock": "obligation"}, "reason": "Clocks have arrived."}
    answer = played.director.post(f"{played.path}/conditions", body, seen=seen)
    assert answer.status_code == 200
    assert refusal(played.director.post(f"{played.path}/completion", seen=seen)) == (412, "stale")
    assert played.director.post(f"{played.path}/completion", seen=answer.headers["ETag"]).status_code == 200


@pytest.mark.rule("ELO-1", "ELO-7")
def test_an_opening_rating_is_taken_to_the_millionth(service: Service) -> None:
    person = service.register("Newcomer")
    administrator = service.administrator()
    body = {"pool": "price", "rating": "1623.500001", "experience": 250, "reason": "From the former club."}
    administrator.change(f"/v1/persons/{person}", "opening-ratings", body)
    shown = administrator.read(f"/v1/ratings/price/{person}")
    assert (shown["rating"], shown["experience"], shown["change"]) == ("1623.500001", 250, None)


def test_an_erased_person_has_no_name_anywhere(service: Service) -> None:
    played = season(service, 2)
    played.play()
    administrator = service.administrator()
    person = f"/v1/persons/{played.persons[0]}"
    administrator.change(person, "details", {"name": "Somebody", "contact": "somebody@example.org", "note": "A note."})
    answer = service.erase(played.persons[0])
    administrator.position = int(answer.headers["Scoresheet-Position"])
    again = administrator.post(f"{person}/erasure", seen=answer.headers["ETag"])
    assert refusal(again) == (409, "person-erased")
    own = (person, f"{played.path}/standings", f"{played.path}/entries", f"{played.path}/history")
    for path in (*own, "/v1/ratings/normal", "/v1/persons"):
        shown = administrator.get(path).text
        assert "Somebody" not in shown
        assert "somebody@" not in shown
        assert path not in own or "Player 1" not in shown
    assert administrator.read(person)["status"] == "erased"


def test_a_missing_etag_is_asked_for_in_words() -> None:
    told = {
        Resource("match", 3): "This changes match 3: send its ETag in If-Match.",
        FEDERATION: "This changes the federation: send its ETag in If-Match.",
        SETTINGS: "This changes the tournament's settings: send its ETag in If-Match.",
    }
    for resource, detail in told.items():
        with pytest.raises(Problem) as problem:
            resource.seen(None)
        assert problem.value.detail == detail
