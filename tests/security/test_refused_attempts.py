"""Refused attempts that matter are noted apart from the log, and beside the answer (TD-1, TD-9).

The attack: try what is not one's own, again and again, until nobody looks.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest

from api.asgi.own_work import repeating
from domain.kernel.refusal import Refused
from domain.problems.tournament import NOT_ALLOWED
from domain.tournament.lifecycle.commands import CancelTournament
from projections.queries.refused_attempts import RefusedAttempt, RefusedAttempts
from tests.api.support import Client, Service, score, season
from tests.desk import NOON, OFFICE
from tests.patience import PATIENCE_SECONDS, patiently


def listed(reader: Client, until: Callable[[Any], bool], **query: str | int) -> Any:  # noqa: ANN401 -- JSON
    """What the reader is shown of refused attempts, once it is as is waited for."""
    return patiently(lambda: reader.read("/v1/refused-attempts", **query), until)


def has(count: int) -> Callable[[Any], bool]:
    return lambda found: sum(found["counts"].values()) >= count


@pytest.mark.rule("TD-1", "TD-9", "TD-14")
def test_attempts_in_ones_own_matter_without_right_and_on_what_was_decided_are_noted(service: Service) -> None:
    club = season(service, 2, conditions={"verification": "by-director"})
    winner, director, match = service.player(club.persons[0]), club.director, f"{club.path}/matches/1"
    winner.done(f"{club.path}/matches", {"sides": [1, 2], "length": 7, "result": score(7, 4)})
    position = service.services.journal.position()
    director.position = winner.position
    seen = winner.get(match).headers["ETag"]
    assert winner.post(f"{match}/verification", seen=seen).status_code == 403
    director.done(f"{match}/verification", seen=seen)
    correction = {"result": score(4, 7), "reason": "A secret reason."}
    assert director.post(f"{match}/corrections", correction, seen=seen).status_code == 412
    playing = service.client(service.key("director", club.persons[0]))
    office = service.administrator()
    office.position = director.position
    office.change(club.path, "directors", {"person": club.persons[0]})
    playing.position = office.position
    newest = playing.get(match).headers["ETag"]
    assert playing.post(f"{match}/corrections", correction, seen=newest).status_code == 403
    impossible = {"result": score(9, 9), "reason": "A secret reason."}
    assert director.post(f"{match}/corrections", impossible, seen=newest).status_code == 422
    tried = {"command": {"kind": "correct-result", "match": 1, **correction}}
    assert playing.post(f"{club.path}/previews", tried).status_code == 403
    auditor = service.client(service.key("auditor"))
    found = listed(auditor, has(3))
    assert [(one["person"], one["command"], one["address"], one["problem"]) for one in found["items"]] == [
        (club.persons[0], "verify-result", f"{match}/verification", "not-allowed"),
        (club.director_id, "correct-result", f"{match}/corrections", "stale"),
        (club.persons[0], "correct-result", f"{match}/corrections", "conflict-of-interest"),
    ]
    assert found["counts"] == {"conflict-of-interest": 1, "not-allowed": 1, "stale": 1}
    assert {one["times"] for one in found["items"]} == {1}
    assert found["items"][0]["key"] == (winner.key or "").split("_")[1]
    assert "secret" not in str(found)
    assert listed(office, has(0)) == found
    mine = office.read("/v1/refused-attempts", person=club.persons[0], problem="not-allowed")
    assert (mine["items"], mine["counts"]) == (found["items"][:1], {"not-allowed": 1})
    assert director.get("/v1/refused-attempts").status_code == 403
    assert all("refused" not in one.recorded.topic for one in service.services.journal.read(position, 100))


@pytest.mark.rule("TD-1", "TD-4")
def test_anyone_who_confirms_what_they_did_themselves_is_noted(service: Service) -> None:
    """A ban, an erasure: each is for a second administrator."""
    person = service.register("Betty Banned")
    own = service.register("An administrator alone")
    office = service.client(service.key("administrator", own))
    at, ban = f"/v1/persons/{person}", {"kind": "ban", "reason": "Dice were switched."}
    office.done(f"{at}/bans", ban, seen=office.get(at).headers["ETag"])
    office.done(f"{at}/erasure", {}, seen=office.get(at).headers["ETag"])
    for path in (f"{at}/bans/1/confirmation", f"{at}/erasure/confirmation"):
        assert office.post(path, {}, seen=office.get(at).headers["ETag"]).status_code == 403
    found = listed(office, lambda found: len(found["items"]) >= 2, person=own)
    assert [(one["command"], one["problem"]) for one in found["items"]] == [
        ("confirm-ban", "ban-unconfirmed"),
        ("confirm-erasure", "erasure-unconfirmed"),
    ]


@pytest.mark.rule("TD-1")
def test_a_flood_of_attempts_is_counted_and_fills_no_table(service: Service) -> None:
    person = service.register("A flood")
    key = service.key("player", person).split("_")[1]
    note = "SELECT public.scoresheet_note_refusal(%s, 'start', '/v1/tournaments/x/start', %s, now())"
    with psycopg.connect(service.owner_url) as connection:
        for problem in ["not-allowed"] * 130 + ["stale"] * 20:
            connection.execute(note, (key, problem))
    found = service.administrator().read("/v1/refused-attempts", person=person, limit=500)
    assert found["counts"] == {"not-allowed": 130, "stale": 20}
    assert [(one["problem"], one["times"]) for one in found["items"][100:]] == [("not-allowed", 30), ("stale", 20)]
    assert {(one["command"], one["address"]) for one in found["items"][100:]} == {(None, None)}


@pytest.mark.rule("TD-1")
def test_a_refusal_waits_for_no_note_of_it(service: Service) -> None:
    """So many that were to wait for the lock, which an append does for ten seconds, would take longer than patience."""
    club, stranger = season(service, 2), service.register("Stranger")
    client, count = service.player(stranger), 20
    with psycopg.connect(service.owner_url) as holding:
        holding.execute("LOCK TABLE public.refused_attempts IN ACCESS EXCLUSIVE MODE")
        began = time.monotonic()
        for _ in range(count):
            assert client.post(f"{club.path}/cancellation", {"reason": "Mine."}, seen='"settings-1"').status_code == 403
        assert time.monotonic() - began < PATIENCE_SECONDS
    found = listed(service.administrator(), has(count), person=stranger)
    assert (found["counts"], len(found["items"])) == ({"not-allowed": count}, count)


def test_notes_that_wait_are_written_at_a_stop() -> None:
    waiting, written = ["a refused attempt"], list[str]()

    def write() -> None:
        written.extend(waiting)
        waiting.clear()

    with repeating("refused attempts", write, 3600, once_more=True):
        pass
    assert written == ["a refused attempt"]


def test_two_that_write_at_once_note_each_attempt_once() -> None:
    written = list[RefusedAttempt]()

    def write(attempts: Sequence[RefusedAttempt]) -> None:
        time.sleep(0.05)
        written.extend(attempts)

    attempts = RefusedAttempts(write, lambda: NOON)
    for number in range(3):
        attempts.note(OFFICE, CancelTournament(reason="Fire"), f"/v1/{number}", Refused(NOT_ALLOWED, "Not yours."))
    with ThreadPoolExecutor(2) as both:
        for one in [both.submit(attempts.write) for _ in range(2)]:
            one.result()
    assert [one.address for one in written] == ["/v1/0", "/v1/1", "/v1/2"]


@pytest.mark.rule("ALL-12")
def test_notes_are_kept_as_long_as_the_owner_says_and_no_login_says_otherwise(service: Service) -> None:
    auditor, office = service.client(service.key("auditor")), service.administrator()
    key = (auditor.key or "").split("_")[1]
    auditor.read("/v1/federation/history")
    auditor.read("/v1/imports")
    with psycopg.connect(service.owner_url) as connection:
        note = "SELECT public.scoresheet_note_refusal(%s, 'start', %s, 'stale', now() - make_interval(days => %s))"
        for address, days in (("/old", 31), ("/new", 29)):
            connection.execute(note, (key, address, days))
        older = "UPDATE public.audited_reads SET read_at = now() - interval '31 days' WHERE address = '/v1/imports'"
        connection.execute(older)
        connection.execute("UPDATE public.retention SET days = 30 WHERE what IN ('audited-reads', 'refused-attempts')")
    service.services.readings.forget()
    reads = {one["address"] for one in office.read("/v1/audited-reads", limit=500)["items"] if one["key"] == key}
    attempts = {one["address"] for one in office.read("/v1/refused-attempts", limit=500)["items"] if one["key"] == key}
    assert (reads, attempts) == ({"/v1/federation/history"}, {"/new"})
