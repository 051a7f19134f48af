"""Reports to the federation over HTTP: read, printed, filed, owed again, overdue (TD-19)."""

from html import unescape
from typing import Any

import pytest

from api.http.etags import FEDERATION
from domain.kernel.ids import FEDERATION as FEDERATION_STREAM
from tests.api.support import Client, Season, Service, score, season

REASON = {"reason": "Because."}
HAT = {"kind": "described", "description": "a man in a <red> hat"}


class Evening:
    """An evening with rulings, told by its director."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.played: Season = season(service, name="Autumn evening", conditions={"venue": "Town hall, Aarhus"})
        self.director: Client = self.played.director
        self.path = self.played.path

    def ruling(self, kind: str, number: int | None, clause: str, *remedies: object, **said: object) -> str:
        about = {"kind": kind, "number": number}
        words = {"facts": "The telephone rang.", "reasons": "Telephones are not allowed."}
        body = {"about": about, "clause": clause, "remedies": list(remedies)} | words | said
        return str(self.director.ruled(self.path, body).headers["Location"])

    def with_everything(self) -> "Evening":
        late = self.service.register("Late Larry")
        self.director.done(f"{self.path}/entries", {"person": late, "reason": "Came after the start."})
        self.director.change(f"{self.path}/entries/5", "refusal", {"reason": "Owes last year's fee."})
        match = self.played.play(1, 2)
        dispute = {"about": {"kind": "match", "number": match}, "matter": "Was that late?\nThe clock says so."}
        self.director.done(f"{self.path}/disputes", dispute)
        points = {"kind": "penalty-points", "offender": "second", "beneficiary": "first", "points": 1}
        self.ruling("match", match, "2.2", points, dispute=1)
        hat = {"kind": "spectator-expulsion", "spectator": HAT}
        self.ruling("tournament", None, "1.6", hat)
        self.ruling("entry", 3, "1.7", {"kind": "disqualification", "entry": 3})
        return self

    def appealed(self) -> "Evening":
        """Entry 4 is warned for slow play, which 2.3 does not provide for, appeals, and is believed."""
        members = [self.service.register(f"Member {number}") for number in (1, 2, 3)]
        warned = {"kind": "warning", "to": {"kind": "entry", "entry": 4}}
        ruling = self.ruling("entry", 4, "2.3", warned)
        body = {"entry": 4, "reason": "I was not slow."}
        self.director.change(ruling, "appeals", body)
        appeal = f"{self.path}/appeals/1"
        self.director.change(appeal, "committee", {"members": members})
        for member in members[:2]:
            self.service.player(member).change(appeal, "votes", {"member": member, "verdict": "reversed"})
        self.director.change(appeal, "decision", {"reasons": "Twenty minutes for nine points is not slow."})
        return self

    def report(self, **query: Any) -> Any:  # noqa: ANN401 -- JSON
        return self.director.read(f"{self.path}/report", **query)

    def document(self) -> str:
        answer = self.director.get(f"{self.path}/report/document")
        assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
        return answer.text

    def file(self, reference: str) -> None:
        body = {"digest": self.report()["digest"], "reference": reference}
        self.director.done(f"{self.path}/report/filings", body)


@pytest.fixture
def evening(service: Service) -> Evening:
    return Evening(service)


@pytest.mark.rule("TD-19", "TD-22")
@pytest.mark.source("ausbgf 1.4.3", "ausbgf 1.6.5", "ausbgf 1.7.8", "ausbgf 5.5")
def test_the_report_tells_what_is_owed_with_names(evening: Evening) -> None:
    report = evening.with_everything().appealed().report()
    told = report["report"]
    assert [(one["entry"], one["reason"]) for one in told["refused_entries"]] == [(5, "Owes last year's fee.")]
    reasons = "Telephones are not allowed."
    assert [(one["sanction"], one["spectator"], one["reasons"]) for one in told["spectators"]] == [
        ("expelled", HAT, reasons)
    ]
    assert [(one["entry"], one["sanction"], one["reasons"]) for one in told["players"]] == [
        (3, "disqualified", reasons)
    ]
    assert [(one["ruling"], one["status"]) for one in told["decisions"]] == [(1, "in-force"), (4, "reversed")]
    assert told["decisions"][0]["matter"] == "Was that late?\nThe clock says so."
    assert told["decisions"][0]["reasons"] == reasons
    assert [(one["ruling"], one["departure"]) for one in told["flagged"]] == []
    assert [(one["match"], one["ended"], one["points"], one["rulings"]) for one in told["results"]] == [
        (1, "won", [8, 4], [1])
    ]
    assert report["names"][evening.played.persons[2]] == "Player 3"
    assert report["debt"] == {"owed": False, "due_at": None, "filed": False, "overdue": False, "overdue_days": 0}


@pytest.mark.rule("TD-19")
def test_report_is_filed_and_owed_again_after_a_correction(evening: Evening) -> None:
    director, path = evening.director, evening.path
    evening.with_everything()
    body = {"digest": evening.report()["digest"], "reference": "Letter 7"}
    early = director.post(f"{path}/report/filings", body)
    assert (early.status_code, early.json()["type"]) == (409, "/v1/problems/tournament-status")
    director.change(path, "completion")
    assert evening.report()["debt"]["owed"]
    wrong = director.post(f"{path}/report/filings", body | {"digest": "0" * 64})
    assert (wrong.status_code, wrong.json()["type"]) == (412, "/v1/problems/report-changed")
    evening.file("Letter 7")
    filed = evening.report()
    assert (filed["debt"]["owed"], [one["reference"] for one in filed["filings"]]) == (False, ["Letter 7"])
    twice = director.post(f"{path}/report/filings", {"digest": filed["digest"], "reference": "Letter 7"})
    assert (twice.status_code, twice.json()["type"]) == (409, "/v1/problems/report-filed")
    director.change(path, "reopening", REASON)
    director.change(f"{path}/matches/1", "corrections", REASON | {"result": score(7, 5)})
    director.change(path, "completion")
    again = evening.report()
    assert (again["debt"]["owed"], again["debt"]["filed"]) == (True, True)
    assert evening.report(as_of=filed["version"])["digest"] == filed["digest"]
    evening.file("Letter 9")
    assert [one["reference"] for one in evening.report()["filings"]] == ["Letter 7", "Letter 9"]


@pytest.mark.rule("TD-19")
def test_the_document_is_whole_escaped_and_the_same_again(evening: Evening) -> None:
    evening.with_everything().appealed()
    evening.director.change(evening.path, "completion")
    evening.file("Letter 7")
    document = evening.document()
    assert document == evening.document()
    assert "<red>" not in document
    text = unescape(document)
    for said in (
        "Autumn evening",
        "Town hall, Aarhus",
        "Owes last year's fee.",
        "a man in a <red> hat",
        "Player 3",
        "disqualified",
        "Was that late?",
        "1 penalty point against Player 2.",
        "Twenty minutes for nine points is not slow.",
        "The ruling is reversed",
        "8–4",
        "Letter 7",
        evening.report()["digest"],
    ):
        assert said in text, said
    assert "http" not in document.replace("http-equiv", "")
    answer = evening.director.get(f"{evening.path}/report/document")
    again = evening.director.get(f"{evening.path}/report/document", {"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.rule("TD-19", "TD-4", "TD-12", "TD-16")
def test_the_document_tells_what_lies_behind_the_results(evening: Evening) -> None:
    played, director, path = evening.played, evening.director, evening.path
    guest = evening.service.register("Guest Gus")
    director.done(f"{path}/entries", {"person": guest})
    evening.with_everything().appealed()
    lost, settled = played.play(1, 2), played.play(1, 4, length=5, result=None)
    evening.ruling("match", lost, "4.3.3", {"kind": "match-loss", "loser": "first"})
    wrong = {"correct_length": 7, "first_points": 3, "second_points": 2, "games_ended": 4} | REASON
    director.change(f"{path}/matches/{settled}", "length", wrong)
    evening.ruling("tournament", None, "1.2", {"kind": "ban", "person": guest, "until": None})
    account = evening.report()["account"]
    assert account["won"][-1] == {"match": lost, "decided_by": "ruling", "ruling": 5, "remedies": ["match-loss"]}
    assert [one["ruling"] for one in account["rulings"]] == [5]
    text = unescape(evening.document())
    for said in (
        "by points",
        "by ruling 5: match lost",
        "Player 1 loses the match.",
        "7 (from game 5 on)",
        "Guest Gus<td>from tournaments for good",
        "The ruling is reversed (2 for reversed)",
    ):
        assert said in text, said


@pytest.mark.rule("TD-2", "TD-4", "TD-19")
def test_player_turned_away_by_the_service_is_in_report_and_document(evening: Evening) -> None:
    banned, office = evening.service.register("Banned Bert"), evening.service.administrator()
    office.change(f"/v1/persons/{banned}", "bans", {"reason": "Threw dice."})
    refused = evening.director.post(f"{evening.path}/entries", {"person": banned})
    assert (refused.status_code, refused.json()["type"]) == (409, "/v1/problems/person-banned")
    evening.director.done("/v1/persons", {"name": "Anyone who comes later"})
    (told,) = evening.report()["report"]["refused_entries"]
    assert (told["persons"], told["because"]) == ([banned], "person-banned")
    text = unescape(evening.document())
    assert all(said in text for said in ("Banned Bert", "Banned from entering"))
    assert "Threw dice." not in text


@pytest.mark.rule("TD-19")
def test_a_report_of_nothing_is_a_document_too(evening: Evening) -> None:
    assert unescape(evening.document()).count("None.") == 8


@pytest.mark.rule("TD-19")
def test_erased_person_is_named_no_more_and_the_report_stays_filed(evening: Evening) -> None:
    evening.with_everything()
    evening.director.change(evening.path, "completion")
    evening.file("Letter 7")
    digest = evening.report()["digest"]
    person = evening.played.persons[2]
    evening.director.position = int(evening.service.erase(person).headers["Scoresheet-Position"])
    report = evening.report()
    assert (report["digest"], report["debt"]["owed"], person in report["names"]) == (digest, False, False)
    assert report["report"]["players"][0]["reasons"] is None
    assert "(erased)" in evening.document()


@pytest.mark.rule("TD-19")
def test_administrators_see_which_are_owed_and_overdue(service: Service, evening: Evening) -> None:
    evening.director.change(evening.path, "completion")
    office = service.administrator()
    office.position = evening.director.position

    def listed(**query: str) -> dict[str, Any]:
        items = office.read("/v1/reports", limit=500, **query)["items"]
        return {item["tournament"]: item for item in items}

    assert listed(only="owed")[evening.played.id]["overdue"] is False
    assert evening.played.id not in listed(only="overdue")
    service.ended_long_ago(evening.played.id)
    overdue = listed(only="overdue")[evening.played.id]
    assert (overdue["owed"], overdue["overdue"], overdue["name"]) == (True, True, "Autumn evening")
    assert overdue["overdue_days"] == 2
    evening.file("Letter 7")
    office.position = evening.director.position
    assert evening.played.id not in listed(only="owed")
    assert [one["reference"] for one in listed()[evening.played.id]["filings"]] == ["Letter 7"]
    evening.director.change(evening.path, "reopening", REASON)
    office.position = evening.director.position
    assert evening.played.id not in listed()


@pytest.mark.rule("TD-19")
def test_a_director_sees_what_his_own_tournaments_owe_and_no_others(service: Service, evening: Evening) -> None:
    other = Evening(service)
    for one in (evening, other):
        one.director.change(one.path, "completion")
        one.director.position = max(evening.director.position, other.director.position)

    def listed(client: Client, **query: str) -> dict[str, Any]:
        items = client.read("/v1/reports", limit=500, **query)["items"]
        return {item["tournament"]: item for item in items}

    mine = listed(evening.director)
    assert list(mine) == [evening.played.id]
    assert (mine[evening.played.id]["owed"], mine[evening.played.id]["overdue_days"]) == (True, 0)
    assert list(listed(other.director, only="owed")) == [other.played.id]
    evening.file("Letter 8")
    assert listed(evening.director, only="owed") == {}
    assert [one["reference"] for one in listed(evening.director)[evening.played.id]["filings"]] == ["Letter 8"]
    service.ended_long_ago(other.played.id)
    assert list(listed(other.director, only="overdue")) == [other.played.id]
    assert listed(evening.director, only="overdue") == {}


@pytest.mark.rule("TD-19", "TD-1")
def test_released_player_sees_no_more_what_is_owed_there(service: Service, evening: Evening) -> None:
    director, helper = evening.director, service.register("Helper")
    client = service.client(service.key("director", helper))
    director.change(evening.path, "directors", {"person": helper})
    director.change(evening.path, "completion")
    client.position = director.position
    assert [item["tournament"] for item in client.read("/v1/reports")["items"]] == [evening.played.id]
    office = service.administrator()
    office.position = director.position
    office.change(evening.path, "reopening", REASON)
    office.change(evening.path, f"directors/{helper}/release")
    office.change(evening.path, "completion")
    client.position = office.position
    assert client.read("/v1/reports")["items"] == []
    assert client.post(f"{evening.path}/report/filings", {"digest": "0" * 64, "reference": "x"}).status_code == 403


@pytest.mark.rule("TD-19")
def test_the_federation_says_how_long_there_is_to_file(service: Service, evening: Evening) -> None:
    office = service.administrator()
    seen = FEDERATION.etag(service.services.journal.state(FEDERATION_STREAM).version)
    office.done("/v1/federation/report-days", {"days": 30} | REASON, seen=seen)
    assert office.read("/v1/federation")["report_days"] == 30
    seen = office.get("/v1/federation").headers["ETag"]
    office.done("/v1/federation/report-days", {"days": 14} | REASON, seen=seen)
    for days in (0, 367, "14"):
        assert office.post("/v1/federation/report-days", {"days": days} | REASON, seen=seen).status_code == 422
    assert evening.director.post("/v1/federation/report-days", {"days": 1} | REASON, seen=seen).status_code == 403
