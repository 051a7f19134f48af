"""What is withheld is withheld everywhere: nobody learns by another way what they are not shown (ALL-12, TD-9).

The attack: learn by another way what a read withholds: the history, or an entry in somebody else's name.
"""

from collections.abc import Mapping
from typing import Annotated, Any

import pytest
from fastapi import APIRouter
from starlette.responses import Response

from api.http.read_requests import Reading
from api.queries.visible_fields import table_of
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Value
from domain.kernel.visibility import FOR_STAFF
from tests.api.support import Client, Season, Service, score, season

Told = Mapping[str, Any]


def last(reader: Client, played: Season, topic: str, after: Client) -> Told:
    """The newest event of that kind, as the reader is shown it once `after` has had their say."""
    reader.position = after.position
    items = reader.read(f"{played.path}/history", limit=500)["items"]
    return next(one for one in reversed(items) if one["topic"].startswith(f"tournament.{topic}."))


@pytest.fixture(scope="module")
def club(service: Service) -> Season:
    """A season of four players in which a director verifies results."""
    return season(service, 4)


@pytest.mark.rule("ALL-12")
def test_nobody_reads_in_the_history_who_has_reported_a_result_that_is_not_announced(club: Season) -> None:
    winner, stranger = club.service.player(club.persons[0]), club.service.client()
    winner.done(f"{club.path}/matches", {"sides": [1, 2], "length": 7, "result": score(7, 4)})
    for topic in ("match-made", "result-reported"):
        for reader in (stranger, club.service.player(club.persons[2])):
            told = last(reader, club, topic, winner)
            assert told["actor"]["person"] is None
            assert "actor.person" in told["withheld"]
            assert club.persons[0] not in str(told)
        assert last(winner, club, topic, winner)["actor"]["person"] == club.persons[0]
        assert last(club.director, club, topic, winner)["actor"]["person"] == club.persons[0]
    match = last(winner, club, "result-reported", winner)["data"]["match"]
    club.director.change(f"{club.path}/matches/{match}", "verification")
    assert last(stranger, club, "result-reported", club.director)["actor"]["person"] == club.persons[0]


@pytest.mark.rule("SWI-4")
def test_nobody_reads_in_the_history_who_has_told_the_director(service: Service) -> None:
    swiss = season(service, 4, format={"kind": "swiss", "rounds": 2}, conditions={"verification": "by-director"})
    body = {"pairings": [[1, 2], [3, 4]], "reason": "As agreed."}
    swiss.director.done(f"{swiss.path}/rounds/1/pairings", body)
    teller, other, stranger = service.player(swiss.persons[0]), service.player(swiss.persons[1]), service.client()
    teller.position = swiss.director.position
    teller.change(f"{swiss.path}/matches/1", "no-time-agreed", {"reported_by": "first"})
    told = last(stranger, swiss, "no-time-agreed-reported", teller)
    assert (told["actor"]["person"], told["data"]) == (None, {"match": None, "reported_by": None})
    assert last(other, swiss, "no-time-agreed-reported", teller)["data"] == {"match": 1, "reported_by": "first"}
    explained = stranger.read(f"{swiss.path}/matches/1/explain")
    assert "no-time-agreed-reported" not in str(explained)
    assert "no-time-agreed-reported" in str(other.read(f"{swiss.path}/matches/1/explain"))


@pytest.mark.rule("TD-9", "TD-12")
def test_nobody_reads_in_the_history_who_has_stated_and_voted(club: Season) -> None:
    service, director = club.service, club.director
    match = club.play(1, 2)
    about = {"about": {"kind": "match", "number": match}}
    dispute = director.done(f"{club.path}/disputes", {**about, "matter": "The score."}).headers["Location"]
    side = service.player(club.persons[0])
    said = {"kind": "statement", "person": club.persons[0], "statement": "It was mine."}
    side.done(f"{dispute}/statements", said)
    words = {"clause": "4.2", "facts": "They shuffled.", "reasons": "Again."}
    warned = [{"kind": "warning", "to": {"kind": "entry", "entry": 1}}]
    given = {**about, **words, "dispute": int(dispute.rpartition("/")[2]), "remedies": warned}
    ruling = director.ruled(club.path, given)
    appeal = side.done(f"{ruling.headers['Location']}/appeals", {"entry": 1}, seen=ruling.headers["ETag"])
    place, members = appeal.headers["Location"], [service.register(f"Member {number}") for number in range(3)]
    service.officer().done(f"{place}/committee", {"members": members}, seen=appeal.headers["ETag"])
    voter = service.player(members[0])
    voter.done(f"{place}/votes", {"member": members[0], "verdict": "upheld"})
    stranger = service.client()
    for topic, person, own in (("statement-recorded", club.persons[0], side), ("vote-cast", members[0], voter)):
        assert person not in str(last(stranger, club, topic, voter))
        assert last(own, club, topic, voter)["actor"]["person"] == person
    assert last(stranger, club, "ruling-given", voter)["data"]["text_about"] is None


@pytest.mark.rule("TD-3", "TD-7", "TD-8", "TD-23", "TD-24")
def test_nobody_reads_in_the_history_how_others_play(club: Season) -> None:
    service, director = club.service, club.director
    match = director.done(f"{club.path}/matches", {"sides": [1, 2], "length": 7}).json()["matches"][0]["number"]
    place, monitor = f"{club.path}/matches/{match}", service.register("Monitor")
    read = {"action": "read", "readings": {"first_seconds": 612, "second_seconds": 613}}
    recorded = {
        "monitor-appointed": (f"{place}/monitors", {"person": monitor}),
        "consent-recorded": (f"{place}/consents", {"kind": "recording", "answered_by": "first"}),
        "break-begun": (f"{place}/breaks", {"side": "first"}),
        "clock-recorded": (f"{place}/clocks", read),
        "exception-made": (f"{club.path}/exceptions", {"clause": "3.4.2", "exception": "No clock", "reason": "Ill."}),
    }
    side, others = service.player(club.persons[0]), (service.client(), service.player(club.persons[2]))
    for topic, (address, body) in recorded.items():
        director.done(address, body)
        for reader in others:
            told = last(reader, club, topic, director)
            assert ([*told["data"].values()], told["actor"]["person"]) == ([None] * len(told["data"]), None)
        for reader in others:
            assert reader.get(f"{place}/record").status_code in (401, 403)
        seen = last(side, club, topic, director)["data"]
        assert any(value is not None for value in seen.values()) == (topic != "exception-made")


@pytest.mark.rule("ALL-10", "TD-4")
def test_naming_somebody_as_a_team_member_neither_tells_of_a_ban_nor_binds_them(service: Service) -> None:
    office, schemer = service.administrator(), service.register("Schemer")
    banned, free = service.register("Banned"), service.register("Free")
    office.change(f"/v1/persons/{banned}", "bans", {"reason": "Threw dice."})
    announced = {"name": "Doubles", "format": {"kind": "open"}}
    tournament = office.done("/v1/tournaments", announced).json()["tournament"]
    entries, caller = f"/v1/tournaments/{tournament}/entries", service.player(schemer)
    other = office.done("/v1/tournaments", announced).json()["tournament"]
    answers = []
    for place, named in ((tournament, banned), (other, free)):
        body = {"person": schemer, "members": [named], "team_name": "Foxes"}
        tried = caller.post(f"/v1/tournaments/{place}/previews", {"command": {"kind": "request-entry", **body}})
        answer = caller.post(f"/v1/tournaments/{place}/entries", body)
        shown = caller.read(f"/v1/tournaments/{place}/entries")["items"]
        told = caller.read(f"/v1/tournaments/{place}/history")["items"]
        topics = [one["topic"] for one in told]
        answers.append((tried.status_code, answer.status_code, shown[0]["status"], shown[0]["turned_away"], topics))
    assert answers[0] == answers[1]
    entered = service.player(free).done(f"/v1/tournaments/{other}/entries", {"person": free})
    assert entered.headers["Location"].endswith("/entries/2")
    refused = service.player(banned).post(entries, {"person": banned, "members": [schemer], "team_name": "Foxes"})
    assert (refused.status_code, refused.json()["person"]) == (409, banned)


@pytest.mark.rule("ALL-10")
def test_a_team_enters_once_each_of_its_members_has_asked(service: Service) -> None:
    director, _ = service.director()
    one, two, three = (service.register(name) for name in ("One", "Two", "Three"))
    announced = {"name": "Triples", "format": {"kind": "open"}}
    path = f"/v1/tournaments/{director.done('/v1/tournaments', announced).json()['tournament']}"
    asking: tuple[tuple[str, list[str], list[str]], ...] = (
        (one, [two, three], [two, three]),
        (two, [three, one], [three]),
        (three, [two, one], []),
    )
    for asks, others, waits in asking:
        body = {"person": asks, "members": others, "team_name": f"The team of {asks}"}
        director.position = int(service.player(asks).done(f"{path}/entries", body).headers["Scoresheet-Position"])
        entry = director.read(f"{path}/entries/1")
        assert (entry["person"], entry["unasked"], entry["team_name"]) == (one, waits, f"The team of {one}")
        seen = director.get(f"{path}/entries/1").headers["ETag"]
        approved = director.post(f"{path}/entries/1/approval", seen=seen)
        assert (approved.status_code, approved.json().get("members")) == ((409, waits) if waits else (200, None))
    again = service.player(three).post(f"{path}/entries", {"person": three})
    assert again.json()["type"] == "/v1/problems/entry-exists"


@pytest.mark.rule("ALL-12", "TD-2")
def test_an_auditor_reads_what_the_staff_read_but_sealed_text_and_administrators_see_what_they_read(
    service: Service,
) -> None:
    played = season(service, 2)
    person = service.register("Refused")
    entered = played.director.done(f"{played.path}/entries", {"person": person})
    played.director.done(f"{played.path}/entries/3/refusal", {"reason": "Left early."}, seen=entered.headers["ETag"])
    keys = {right: service.key("auditor", personal=right) for right in (False, True)}
    for right, key in keys.items():
        auditor = service.client(key)
        auditor.position = played.director.position
        entry = auditor.read(f"{played.path}/entries/3")
        told = auditor.read(f"{played.path}/history", limit=500)["items"]
        assert {name for event in told for name in event["withheld"]} == (set() if right else {"data.reason"})
        assert (entry["reason"], told[-1]["data"]["reason"]) == (("Left early.",) * 2 if right else (None, None))
        assert ("Left early." in auditor.get(f"{played.path}/report").text) == right
        assert ("Left early." in auditor.get(f"{played.path}/report/document").text) == right
        assert auditor.post(f"{played.path}/start", {}).status_code in (403, 428)
        assert auditor.get("/v1/audited-reads").status_code == 403
    noted = service.administrator().read("/v1/audited-reads", limit=500)["items"]
    for right, key in keys.items():
        mine = [one for one in noted if one["key"] == key.split("_")[1]]
        assert {one["personal"] for one in mine} == {right}
        assert [one["address"] for one in mine][:2] == [f"{played.path}/entries/3", f"{played.path}/history?limit=500"]


class Unmarked(Value):
    text: PersonalText | None


class NeverBlank(Value):
    number: Annotated[int, FOR_STAFF]


@pytest.mark.rule("ALL-12")
@pytest.mark.parametrize("document", [Unmarked, NeverBlank])
def test_a_field_of_a_document_that_says_not_who_sees_it_fails_the_start(document: type[Value]) -> None:
    router = APIRouter()

    @router.get("/v1/something", response_model=document)
    def read_something(reader: Reading) -> Response:
        return reader.answer(document.model_construct(), 0)

    with pytest.raises(ValueError, match=r"mark it|left blank"):
        table_of(router.routes)


@pytest.mark.rule("ALL-12", "TD-14")
def test_all_reads_tell_anybody_the_same_of_a_result_that_was_announced_and_annulled(service: Service) -> None:
    evening = season(service, 4, format={"kind": "nxe", "losses": 2, "lengths": [7]})
    director, stranger, match = evening.director, service.client(), f"{evening.path}/matches/1"
    director.done(f"{evening.path}/rounds/1/pairings", {"pairings": [[1, 2], [3, 4]], "reason": "As agreed."})
    director.change(match, "result", {"result": score(7, 4), "starters": ["first"]})
    director.change(match, "corrections", {"result": score(7, 5), "reason": "Slip."})
    words = {"clause": "4.5", "facts": "It was agreed on.", "reasons": "Nobody played."}
    annulled = {"about": {"kind": "match", "number": 1}, "remedies": [{"kind": "result-annulment"}], **words}
    director.ruled(evening.path, annulled)
    stranger.position = director.position
    assert stranger.read(match)["layers"][1]["points"] == [7, 5]
    assert stranger.read(match) == director.read(match)
    pairings = [one.read(f"{evening.path}/rounds")["rounds"][0]["pairings"][0] for one in (stranger, director)]
    assert pairings[0] == pairings[1]
    for topic in ("result-reported", "result-corrected"):
        assert last(stranger, evening, topic, director)["data"] == last(director, evening, topic, director)["data"]
