"""Rulings are given on what is, and not on what their giver saw before it changed (TD-9, TD-14).

The attack: 18 of 50 rulings landed on a result that their giver had not seen: somebody had corrected it meanwhile.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tests.api.support import Client, Season, Service, refusal, score, season

Json = dict[str, Any]
ON_MATCH: Json = {"about": {"kind": "match", "number": 1}}
WARNING: Json = {"kind": "warning", "to": {"kind": "entry", "entry": 2}}
WARNED: Json = {"clause": "4.2.3", "facts": "A wrong die.", "reasons": "A warning first.", "remedies": [WARNING]}
OUT: Json = WARNED | {
    "about": {"kind": "entry", "number": 2},
    "clause": "1.7",
    "remedies": [{"kind": "disqualification", "entry": 2}],
}
SLIP: Json = {"reason": "Sides were mixed up."}


@pytest.fixture
def played(service: Service) -> Season:
    """A rated season in which entry 1 has won match 1 over entry 2."""
    made = season(service, 3)
    made.play()
    return made


def etag(played: Season, place: str) -> str:
    return str(played.director.get(f"{played.path}{place}").headers["ETag"])


def rule(client: Client, played: Season, body: Json, seen: str | None = None) -> httpx.Response:
    return client.post(f"{played.path}/rulings", body, seen=seen)


def digest(played: Season, body: Json) -> str:
    shown = played.director.done(f"{played.path}/previews", {"command": {"kind": "give-ruling", **body}})
    return str(shown.json()["digest"])


def correct(played: Season, client: Client | None = None, seen: str | None = None) -> httpx.Response:
    """The other side has won match 1."""
    seen = seen or etag(played, "/matches/1")
    body = {"result": score(4, 7), **SLIP}
    return (client or played.director).post(f"{played.path}/matches/1/corrections", body, seen=seen)


@pytest.mark.rule("TD-9")
def test_a_ruling_says_what_its_giver_saw(played: Season) -> None:
    answer = rule(played.director, played, ON_MATCH | WARNED)
    assert refusal(answer) == (428, "ruling-unseen")
    told = answer.json()
    assert (told["rule"], told["needed"]) == ("TD-9", [f"{played.path}/matches/1"])
    assert "If-Match" in told["advice"]
    assert rule(played.director, played, ON_MATCH | WARNED, etag(played, "/matches/1")).status_code == 201


@pytest.mark.rule("TD-9", "TD-14")
def test_a_ruling_on_a_result_that_was_corrected_since_is_refused(played: Season) -> None:
    seen, shown = etag(played, "/matches/1"), digest(played, ON_MATCH | WARNED)
    assert correct(played).status_code == 200
    answer = rule(played.director, played, ON_MATCH | WARNED, seen)
    assert refusal(answer) == (412, "stale")
    assert answer.json()["resource"] == f"{played.path}/matches/1"
    previewed = rule(played.director, played, ON_MATCH | WARNED | {"expected": shown})
    assert refusal(previewed) == (412, "outcome-differs")
    assert played.director.read(f"{played.path}/rulings")["items"] == []


@pytest.mark.rule("TD-9")
def test_ruling_at_once_with_a_correction_has_seen_the_result_it_is_on(service: Service) -> None:
    for _ in range(5):
        played = season(service, 2)
        played.play()
        seen, other = etag(played, "/matches/1"), service.administrator()
        with ThreadPoolExecutor(2) as pool:
            corrected = pool.submit(correct, played, other, seen)
            ruled = pool.submit(rule, played.director, played, ON_MATCH | WARNED, seen)
        played.director.position = max(played.director.position, other.position)
        topics = [one["topic"] for one in played.director.read(f"{played.path}/history", limit=500)["items"]]
        if ruled.result().status_code == 201:
            place = topics.index("tournament.ruling-given.v2")
            assert "tournament.result-corrected.v1" not in topics[:place]
        else:
            assert refusal(ruled.result()) == (412, "stale")
            assert corrected.result().status_code == 200


@pytest.mark.rule("TD-9", "TD-10")
def test_anyone_who_puts_a_player_out_has_seen_the_matches_that_it_takes_from_them(service: Service) -> None:
    evening = season(service, 3, format={"kind": "nxe", "losses": 2})
    director, path = evening.director, evening.path
    paired = {"pairings": [[1, 2]], "byes": [3], "reason": "As agreed."}
    director.done(f"{path}/rounds/1/pairings", paired)
    entry, match = etag(evening, "/entries/2"), etag(evening, "/matches/1")
    answer = rule(director, evening, OUT, entry)
    assert (refusal(answer), answer.json()["needed"]) == ((428, "ruling-unseen"), [f"{path}/matches/1"])
    director.done(f"{path}/matches/1/result", {"result": {"kind": "winner", "winner": "second"}}, seen=match)
    answer = rule(director, evening, OUT, f"{entry}, {match}")
    assert (refusal(answer), answer.json()["resource"]) == ((412, "stale"), f"{path}/matches/1")
    assert rule(director, evening, OUT, entry).status_code == 201


@pytest.mark.rule("TD-9", "TD-21")
def test_a_ruling_on_the_tournament_has_seen_its_conditions(played: Season) -> None:
    body, seen = WARNED | {"about": {"kind": "tournament"}}, etag(played, "")
    assert rule(played.director, played, body).json()["needed"] == [played.path]
    changed = {"conditions": {"clock": "obligation"}, "reason": "Clocks have come."}
    played.director.done(f"{played.path}/conditions", changed, seen=seen)
    assert refusal(rule(played.director, played, body, seen)) == (412, "stale")
    assert rule(played.director, played, body, etag(played, "")).status_code == 201


@pytest.mark.rule("TD-9")
def test_a_repetition_gets_its_first_answer_whatever_has_changed_since(played: Season) -> None:
    seen, director = etag(played, "/matches/1"), played.director
    first = director.post(f"{played.path}/rulings", ON_MATCH | WARNED, seen=seen, key="ruling")
    assert correct(played).status_code == 200
    again = director.post(f"{played.path}/rulings", ON_MATCH | WARNED, seen=seen, key="ruling")
    assert (again.status_code, again.content) == (201, first.content)
    shown = digest(played, ON_MATCH | WARNED)
    body = ON_MATCH | WARNED | {"expected": shown}
    first = director.post(f"{played.path}/rulings", body, key="previewed")
    director.done(f"{played.path}/matches/1/voiding", SLIP, seen=etag(played, "/matches/1"))
    again = director.post(f"{played.path}/rulings", body, key="previewed")
    assert (again.status_code, again.content) == (201, first.content)


@pytest.mark.rule("TD-9", "ELO-6")
def test_matches_of_another_tournament_make_no_digest_another(service: Service, played: Season) -> None:
    """The ratings that the preview shows are others by then; what it decides here is the same."""
    body = ON_MATCH | WARNED | {"remedies": [{"kind": "match-loss", "loser": "first"}]}
    shown = digest(played, body)
    rated = {"format": {"kind": "open"}, "rating": {"pool": "normal", "policy": "room", "policy_version": 1}}
    office = service.administrator()
    other = f"/v1/tournaments/{office.done('/v1/tournaments', {'name': 'Other', **rated}).json()['tournament']}"
    for number, person in enumerate(played.persons[:2], 1):
        office.done(f"{other}/entries", {"person": person})
        office.change(f"{other}/entries/{number}", "approval")
    office.change(other, "start")
    before = office.read(f"/v1/ratings/normal/{played.persons[0]}")["rating"]
    office.done(f"{other}/matches", {"sides": [1, 2], "length": 7, "result": score(7, 0)})
    assert office.read(f"/v1/ratings/normal/{played.persons[0]}")["rating"] != before
    assert digest(played, body) == shown
    assert rule(played.director, played, body | {"expected": shown}).status_code == 201


@pytest.mark.parametrize(
    ("seen", "status", "problem"),
    [
        ('W/"match-1-1"', 412, "stale"),
        ('"match-1-1", "person-3"', 412, "stale"),
        ('"match-1-1" "match-1-2"', 400, "if-match-malformed"),
        ("*", 400, "if-match-malformed"),
        ('"match-99-1"', 404, "match-unknown"),
    ],
)
def test_text_that_is_no_etag_of_it_is_refused(played: Season, seen: str, status: int, problem: str) -> None:
    assert refusal(rule(played.director, played, ON_MATCH | WARNED, seen)) == (status, problem)
