"""What a director records of a match, over HTTP (TD-3, TD-6 to TD-8, TD-20, TD-23, TD-24)."""

from typing import Any

import pytest

from tests.api.support import Season, Service, season

READINGS = {"first_seconds": 412, "second_seconds": 388}
REASON = {"reason": "Because."}


@pytest.fixture
def playing(service: Service) -> Season:
    """Match 1 is under way, and what was played must be recorded and analysed."""
    made = season(service, conditions={"recording": "obligation", "starting_times": None})
    made.director.done(f"{made.path}/matches", {"sides": [1, 2], "length": 7})
    return made


@pytest.mark.rule("TD-3", "TD-8", "TD-24")
def test_records_of_a_match_are_read_by_the_staff_and_the_two_sides(service: Service, playing: Season) -> None:
    director, match = playing.director, f"{playing.path}/matches/1"
    first, second = (service.player(person) for person in playing.persons[:2])
    monitor = service.register("Monitor Mo")
    fee = {"person": monitor, "asked_by": "first", "fee": "12.5", "paid_by": "both"}
    made = director.done(f"{match}/monitors", fee).json()
    assert made["recorded"] == [{"kind": "monitor", "number": 1, "comes_to": None}]
    first.done(f"{match}/consents", {"kind": "recording", "answered_by": "first", "applies_to": monitor})
    first.done(f"{match}/breaks", {"side": "first", "readings": READINGS})
    director.done(f"{match}/clocks", REASON | {"action": "paused", "readings": READINGS})
    second.done(f"{match}/declarations", {"out_of_time": {"out": "first"}, "declared_by": "second"})
    director.done(f"{match}/consents/1/withdrawal", REASON)
    second.position = director.position
    shown = second.read(f"{match}/record")
    assert (shown["monitors"][0]["fee"], shown["names"]) == ("12.50", {monitor: "Monitor Mo"})
    assert shown["consents"][0]["revoked"] == "Because."
    assert (shown["breaks"][0]["left"], shown["breaks"][0]["flags"], shown["breaks"][0]["readings"]) == (
        0,
        [],
        READINGS,
    )
    assert shown["clocks"][0]["reason"] == "Because."
    assert shown["declarations"][0]["comes_to"] == {
        "kind": "lost-on-time",
        "loser": "first",
        "because": "out-of-time",
    }
    third = service.player(playing.persons[2])
    assert third.get(f"{match}/record").status_code == 403
    before = director.read(f"{match}/record", as_of=made["version"])
    assert (len(before["monitors"]), before["breaks"]) == (1, [])
    public = service.client().read(f"{playing.path}/history", limit=500)["items"]
    appointed = next(event for event in public if event["topic"] == "tournament.monitor-appointed.v1")
    assert (appointed["data"]["fee"], appointed["data"]["reason"]) == (None, None)


@pytest.mark.rule("TD-6", "TD-20", "TD-23")
def test_asker_reads_their_answer_and_the_staff_read_all(service: Service, playing: Season) -> None:
    director, first = playing.director, service.player(playing.persons[0])
    asked = first.done(f"{playing.path}/requests", REASON | {"kind": "monitor", "entry": 1, "insists": True}).json()
    assert asked["recorded"] == [{"kind": "request", "number": 1, "comes_to": None}]
    director.done(f"{playing.path}/requests", REASON | {"kind": "clock", "match": 1})
    director.done(f"{playing.path}/requests/1/answer", {"granted": False, "reason": "None is free."})
    director.done(f"{playing.path}/exceptions", REASON | {"clause": "3.4.2", "exception": "No baffle box"})
    director.change(f"{playing.path}/matches/1", "result", {"result": {"kind": "winner", "winner": "first"}})
    first.position = director.position
    (mine,) = first.read(f"{playing.path}/match-record")["requests"]
    assert (mine["granted"], mine["answer"], mine["insists"]) == (False, "None is free.", True)
    shown = director.read(f"{playing.path}/match-record")
    assert [one["kind"] for one in shown["requests"]] == ["monitor", "clock"]
    assert shown["exceptions"][0]["clause"] == "3.4.2"
    assert shown["missing"] == [{"match": 1, "kind": "recording"}]
    body = {"kind": "recording", "reference": "https://example.org/1", "digest": "a" * 64}
    first.done(f"{playing.path}/matches/1/attachments", body)
    director.position = first.position
    assert director.read(f"{playing.path}/match-record")["missing"] == []
    other = service.player(service.register("Nobody here"))
    assert other.get(f"{playing.path}/match-record").status_code == 403


@pytest.mark.rule("TD-5", "TD-7", "TD-8")
def test_breaks_and_declarations_are_answered_with_what_they_come_to(playing: Season) -> None:
    director, match = playing.director, f"{playing.path}/matches/1"

    def comes_to(place: str, body: object) -> dict[str, Any]:
        (recorded,) = director.done(f"{match}/{place}", body).json()["recorded"]
        found: dict[str, Any] = recorded["comes_to"]
        return found

    begun = comes_to("breaks", {"side": "second"})
    assert (begun["left"], begun["flags"], begun["late"]) == (0, [], None)
    director.done(f"{match}/breaks/1/end")
    again = comes_to("breaks", {"side": "second", "between_games": False})
    assert (again["left"], again["flags"]) == (0, ["too-many", "during-game"])
    director.done(f"{playing.path}/match-record/withdrawals", REASON | {"kind": "break", "match": 1, "number": 1})
    director.done(f"{playing.path}/match-record/withdrawals", REASON | {"kind": "break", "match": 1, "number": 2})
    assert comes_to("breaks", {"side": "second"})["flags"] == []
    back = comes_to("breaks/3/end", {})
    assert (back["due_back"] > begun["due_back"], back["late"]) == (True, None)
    assert comes_to("declarations", {"out_of_time": {"out": "both"}}) == {"kind": "play-on-without-clock"}
    lost = comes_to("declarations", {"out_of_time": {"out": "both", "first_out": "first"}})
    assert lost == {"kind": "lost-on-time", "loser": "first", "because": "out-first"}


@pytest.mark.rule("TD-7", "TD-8", "TD-23")
def test_retracted_remark_is_still_read_with_the_reason(service: Service, playing: Season) -> None:
    director, match = playing.director, f"{playing.path}/matches/1"
    first = service.player(playing.persons[0])
    first.done(f"{match}/breaks", {"side": "first"})
    slip = {"kind": "break", "match": 1, "number": 1, "reason": "I stay."}
    made = first.done(f"{playing.path}/match-record/withdrawals", slip).json()
    first.done(f"{match}/breaks", {"side": "first"})
    assert made["recorded"] == [{"kind": "break", "number": 1, "comes_to": None}]
    director.position = first.position
    director.done(f"{match}/declarations", {"out_of_time": {"out": "both"}})
    director.done(f"{playing.path}/requests", REASON | {"kind": "clock"})
    for what, of in (("declaration", 1), ("request", None)):
        director.done(f"{playing.path}/match-record/withdrawals", REASON | {"kind": what, "match": of, "number": 1})
    first.position = director.position
    shown = first.read(f"{match}/record")
    assert [(one["number"], one["retracted_because"], one["left"]) for one in shown["breaks"]] == [
        (1, "I stay.", 0),
        (2, None, 0),
    ]
    (declared,) = shown["declarations"]
    assert (declared["retracted_because"], declared["comes_to"]) == ("Because.", None)
    (wish,) = director.read(f"{playing.path}/match-record")["requests"]
    assert wish["retracted_at"] is not None


@pytest.mark.rule("TD-23", "ALL-1")
def test_a_request_sent_again_is_answered_the_same_and_recorded_once(service: Service, playing: Season) -> None:
    first = service.player(playing.persons[0])
    body = REASON | {"kind": "board", "entry": 1}
    answers = [first.post(f"{playing.path}/requests", body, key="once") for _ in range(2)]
    assert answers[0].json() == answers[1].json()
    assert answers[1].headers["Idempotent-Replayed"] == "true"
    assert len(first.read(f"{playing.path}/match-record")["requests"]) == 1
