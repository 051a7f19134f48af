"""Lists imported over HTTP: looked over first, recorded whole or not at all, by the rules of every command."""

import hashlib
import threading
from base64 import b64encode
from dataclasses import replace
from datetime import UTC, date, datetime
from io import BytesIO
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from openpyxl import Workbook
from pydantic import TypeAdapter

from api.documents.bulk import RowProblem
from api.examples.imports import LISTS
from api.http.command_requests import row_problem
from api.http.import_jobs import MOST_LINES, Advance, ImportJob, ImportJobs
from api.http.services import Services
from api.routes.federation.import_jobs import LongListToImport
from domain.importing import recording
from domain.journal import abandonment
from domain.kernel.ids import CommandId
from domain.kernel.refusal import Refused
from domain.problems.imports import IMPORT_ENDED, IMPORT_UNDER_WAY, IMPORT_UNKNOWN
from tests.api.support import Client, Service
from tests.patience import eventually, patiently

HEADER = "date,winner,loser,length,winner_points,loser_points\n"
HISTORY = Path("../shared/data/club_history.jsonl")
BEGINNING = 200
"""How many revisions of the history are taken: all of it takes a minute on a busy machine."""
TRF = Path("../shared/data/formats/dutch/50009-10p-6r.trf")


@pytest.fixture(scope="module")
def office(service: Service) -> Client:
    return service.client(service.key("administrator", service.register("Olive Office")))


def matches(*lines: str, name: str, **further: object) -> dict[str, Any]:
    return {"kind": "matches", "name": name, "text": HEADER + "\n".join(lines), **further}


def tried(office: Client, body: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = office.done("/v1/imports", body | {"dry_run": True}).json()
    return found


@pytest.mark.rule("TD-9", "REG-4", "ELO-6")
def test_a_match_list_is_looked_over_recorded_corrected_and_reviewed(service: Service, office: Client) -> None:
    known = service.register("Ida Imported")
    office.read(f"/v1/persons/{known}")
    body = matches("2025-02-08,Ida Imported,Nils Newcomer,5,5,3", "2025-02-09,Nils Newcomer,Ida Imported,5,,", name="I")
    looked = tried(office, body)
    assert [one["becomes"] for one in looked["lines"]] == ["taken", "taken"]
    assert {one["name"]: one["person"] for one in looked["persons"]} == {"Ida Imported": known, "Nils Newcomer": None}
    assert (looked["registered"], looked["entered"], looked["results"]) == (1, 2, 2)
    assert office.post("/v1/imports", matches("2025-02-08,A,A,5,,", name="I")).status_code == 422

    done = office.post("/v1/imports", body, key="an import").json()
    again = office.post("/v1/imports", body, key="an import")
    assert (again.json(), again.headers["Idempotent-Replayed"]) == (done, "true")
    tournament = f"/v1/tournaments/{done['tournament']}"
    assert [one["status"] for one in office.read(f"{tournament}/matches")["items"]] == ["announced"] * 2
    (listed,) = (one for one in office.read("/v1/imports")["items"] if one["tournament"] == done["tournament"])
    assert (listed["status"], listed["in_name_of"], listed["source"]) == ("waiting", office_person(office), "I")

    later = matches("2025-02-08,Ida Imported,Nils Newcomer,5,5,4", name="I")
    looked = tried(office, later)
    assert (looked["registered"], looked["corrected"], looked["voided"]) == (0, 1, 1)
    assert office.done("/v1/imports", later).json()["voided"] == 1
    assert tried(office, later)["lines"][0]["becomes"] == "before"


def office_person(office: Client) -> Any:  # noqa: ANN401 -- an id
    return next(one["id"] for one in office.read("/v1/persons", search="Olive Office")["items"])


@pytest.mark.rule("REG-4")
def test_unclear_person_is_chosen_and_nothing_is_recorded_before(service: Service, office: Client) -> None:
    twins = [service.register("Twin Twain"), service.register("Twin Twain")]
    office.read(f"/v1/persons/{twins[1]}")
    body = matches("2025-02-08,Twin Twain,Una Known,5,,", name="Twins")
    (unclear,) = (one for one in tried(office, body)["persons"] if one["candidates"])
    assert (unclear["person"], sorted(unclear["candidates"])) == (None, sorted(twins))
    refused = office.post("/v1/imports", body)
    assert (refused.status_code, refused.json()["type"]) == (422, "/v1/problems/list-refused")
    chosen = body | {"persons": [{"name": "Twin Twain", "person": twins[1]}]}
    done = office.done("/v1/imports", chosen).json()
    assert (done["registered"], done["results"]) == (1, 1)
    entries = office.read(f"/v1/tournaments/{done['tournament']}/entries")["items"]
    assert twins[1] in [one["person"] for one in entries]
    assert tried(office, body)["lines"][0]["becomes"] == "before"
    as_new = matches("2025-02-08,Twin Twain,Una Known,5,,", name="As new", persons=[{"name": "Twin Twain"}])
    assert tried(office, as_new)["registered"] == 1


@pytest.mark.rule("TD-9", "TD-14")
def test_nobody_imports_matches_of_their_own(office: Client) -> None:
    body = matches("2025-02-08,Olive Office,Petra Played,5,,", "2025-02-08,Petra Played,Quirin Q,5,,", name="Own")
    refused = office.post("/v1/imports", body | {"dry_run": True})
    assert (refused.status_code, refused.json()["type"]) == (403, "/v1/problems/own-matches-listed")


@pytest.mark.rule("TD-2")
def test_entries_are_taken_whole_and_who_is_entered_stays(service: Service, office: Client) -> None:
    director, _ = service.director()
    made = director.done("/v1/tournaments", {"name": "Evening", "format": {"kind": "open"}}).json()["tournament"]
    body = {"kind": "entries", "tournament": made, "text": "name,colour\nEmil Entered,\nFrida Entered,\n"}
    looked = tried(office, body)
    assert ([one["becomes"] for one in looked["lines"]], looked["entered"]) == (["taken", "taken"], 2)
    office.done("/v1/imports", body)
    more = body | {"text": "name,status\nEmil Entered,\nGreta Entered,\nOld One,withdrawn\n"}
    looked = tried(office, more)
    assert [one["becomes"] for one in looked["lines"]] == ["before", "taken", "left-out", "gone"]
    wrong = body | {"text": "name,birth_year\nGreta Entered,never\nHans Entered,\n"}
    assert [one["becomes"] for one in tried(office, wrong)["lines"]] == ["refused", "taken"]
    assert office.post("/v1/imports", wrong).status_code == 422
    assert len(office.read(f"/v1/tournaments/{made}/entries")["items"]) == 2
    unknown = body | {"tournament": "0190a1b2-0000-7000-8000-00000000abcd"}
    assert office.post("/v1/imports", unknown).status_code == 404


@pytest.mark.skipif(not TRF.exists(), reason="no published report files")
def test_a_report_file_becomes_a_tournament_and_half_of_one_is_refused(office: Client) -> None:
    text = TRF.read_text(encoding="latin-1")
    body = {"kind": "report-file", "text": text, "name": "Dutch ten", "length": 5}
    looked = tried(office, body)
    assert (len(looked["persons"]), looked["results"] > 20) == (10, True), looked
    done = office.done("/v1/imports", body).json()
    assert done["results"] == looked["results"]
    assert tried(office, body)["results"] == 0
    half = body | {"text": text[: len(text) // 2], "name": "Half"}
    assert {one["becomes"] for one in tried(office, half)["lines"]} >= {"refused"}
    assert office.post("/v1/imports", half).status_code == 422


def test_a_club_history_is_recorded_revision_by_revision_and_once(office: Client) -> None:
    lines = (
        '{"revision": 0, "at": "2025-02-10T21:00:45+01:00", "keep": 0, "append": [["2025-2-8", "Rev A", "Rev B", 5]]}',
        '{"revision": 1, "at": "2025-02-11T20:00:00+01:00", "keep": 0, "append": [["2025-2-8", "Rev B", "Rev A", 5]]}',
        '{"revision": 2, "at": "2025-02-12T20:00:00+01:00", "keep": 1, "append": [["2025-2-8", "Rev B", "Rev B", 5]]}',
    )
    body = {"kind": "club", "text": "\n".join(lines), "name": "Our club"}
    looked = tried(office, body)
    assert (looked["results"], looked["corrected"], looked["registered"]) == (1, 1, 2)
    assert [one["becomes"] for one in looked["lines"]] == ["left-out"]
    office.done("/v1/imports", body)
    looked = tried(office, body)
    assert (looked["results"], looked["corrected"], looked["voided"]) == (0, 0, 0)
    for text in ("{", '{"revision": 0}', "name\nA\n"):
        assert office.post("/v1/imports", body | {"text": text}).status_code == 422


@pytest.mark.parametrize("text", ["winner;loser\nA;B\n", f"{HEADER}", '"', "\x00\x01"])
def test_file_that_is_no_match_list_is_refused_with_its_fault(office: Client, text: str) -> None:
    answer = office.post("/v1/imports", {"kind": "matches", "name": "No list", "text": text, "dry_run": True})
    assert (answer.status_code, answer.json()["type"]) == (422, "/v1/problems/list-refused")


def test_lists_are_for_administrators(service: Service) -> None:
    director, _ = service.director()
    assert director.post("/v1/imports", matches("2025-02-08,A,B,5,,", name="No")).status_code == 403


@pytest.mark.proof
@pytest.mark.skipif(not HISTORY.exists(), reason="no published history")
def test_the_real_history_of_a_club_is_recorded_as_one(office: Client) -> None:
    text = "".join(HISTORY.read_text(encoding="utf-8").splitlines(keepends=True)[:BEGINNING])
    body = {"kind": "club", "text": text, "name": "The real one"}
    looked, done = tried(office, body), office.done("/v1/imports", body).json()
    assert done["results"] > BEGINNING
    assert all(done[name] == looked[name] for name in ("registered", "entered", "results", "corrected", "voided"))


def report_file(name: str, first: str, second: str) -> dict[str, Any]:
    """Two players have met; each is written as `Surname,First/id`."""
    (one, id_of_one), (other, id_of_other) = (player.split("/") for player in (first, second))
    lines = (
        f"012 {name}",
        "042 2026/03/07",
        f"001    1 m    {one:<33}          {id_of_one:>11}             1.0    1     2 w 1",
        f"001    2 m    {other:<33}          {id_of_other:>11}             0.0    2     1 b 0",
    )
    return {"kind": "report-file", "name": name, "text": "\n".join(lines) + "\n"}


@pytest.mark.rule("TD-14")
def test_rated_report_file_without_a_day_is_taken_with_the_day_that_is_given(office: Client) -> None:
    undated = report_file("Dayless", "Day,Less/", "Sol,Vej/")
    undated["text"] = undated["text"].replace("042 2026/03/07\n", "")
    refused = office.post("/v1/imports", undated | {"rated": True})
    assert (refused.status_code, "so give it" in refused.text) == (422, True)
    done = office.done("/v1/imports", undated | {"rated": True, "day": "2020-05-29"}).json()
    (match,) = office.read(f"/v1/tournaments/{done['tournament']}/matches")["items"]
    assert match["played_at"].startswith("2020-05-29")
    future = office.post("/v1/imports", undated | {"name": "Of another year", "day": "2999-01-01"})
    assert (future.status_code, "in the future" in future.text) == (422, True)


@pytest.mark.rule("REG-4")
def test_ids_of_report_files_decide_across_the_register_and_a_contradiction_asks(office: Client) -> None:
    first = report_file("Ids one", "Nystrom,Karin/55501", "Quist,Hugo/55502")
    assert office.done("/v1/imports", first).json()["registered"] == 2
    married = report_file("Ids two", "Lindqvist,Karin/55501", "Quist,H./55502")
    found = {one["name"]: one["person"] for one in tried(office, married)["persons"]}
    assert (None in found.values(), office.done("/v1/imports", married).json()["registered"]) == (False, 0)
    other = report_file("Ids three", "Nystrom,Karin/99999", "Quist,Hugo/55502")
    asked, known = tried(office, other)["persons"]
    assert (asked["candidates"], known["person"]) == ([found["Lindqvist,Karin"]], found["Quist,H."])
    assert office.post("/v1/imports", other).status_code == 422
    chosen = {"persons": [{"name": "Nystrom,Karin", "person": None}]}
    assert office.done("/v1/imports", other | chosen).json()["registered"] == 1


@pytest.mark.rule("ELO-1", "ELO-8", "ALL-11")
def test_pool_and_policy_of_a_list_are_the_federations_unless_others_are_asked_for(office: Client) -> None:
    line, room = "2025-02-08,Terms Tea,Terms Tom,5,,", {"pool": "normal", "policy": "room", "policy_version": 1}
    price = {"pool": "price", "policy": "denmark", "policy_version": 1}
    for asked, told in (({}, room), ({"rating": None}, None), ({"rating": price}, price)):
        assert tried(office, matches(line, name="Terms", **asked))["rating"] == told
    done = office.done("/v1/imports", matches(line, name="Terms", rating=price)).json()
    assert office.read(f"/v1/tournaments/{done['tournament']}")["rating"] == price
    assert tried(office, matches(line, name="Terms"))["rating"] == price
    files = {"kind": "report-file", "text": report_file("Terms", "Tea,T/", "Tom,T/")["text"], "name": "Terms of a file"}
    assert [tried(office, files | {"rated": one})["rating"] for one in (False, True)] == [None, room]
    unknown = matches(line, name="No such", rating={**price, "policy": "none"})
    assert office.post("/v1/imports", unknown).json()["type"].endswith("rating-policy-unknown")


def spreadsheet(*rows: list[object]) -> str:
    """A spreadsheet's own file with these rows, in base64."""
    book, raw = Workbook(), BytesIO()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    book.save(raw)
    return b64encode(raw.getvalue()).decode()


COLUMNS: list[object] = ["date", "winner", "loser", "length"]


@pytest.mark.rule("TD-9", "TD-14")
def test_spreadsheet_is_imported_as_the_text_that_it_would_be_saved_as(office: Client) -> None:
    packed = spreadsheet(COLUMNS, [date(2025, 2, 8), "Xenia Excel", "Ulf Unpacked", 5])
    sent = {"kind": "matches", "name": "Of a spreadsheet", "spreadsheet": packed}
    assert [one["becomes"] for one in tried(office, sent)["lines"]] == ["taken"]
    assert office.done("/v1/imports", sent).json()["results"] == 1
    as_text = matches("2025-02-08,Xenia Excel,Ulf Unpacked,5,,", name="Of a spreadsheet")
    assert [one["becomes"] for one in tried(office, as_text)["lines"]] == ["before"]


@pytest.mark.parametrize(
    ("sent", "kind", "told"),
    [
        (
            {"text": "winner\n", "spreadsheet": "UEsDBA=="},
            "input-invalid",
            "send the list as text, or as a spreadsheet",
        ),
        ({}, "input-invalid", "send the list as text, or as a spreadsheet"),
        ({"spreadsheet": "UEsDBA"}, "input-invalid", "padding"),
        (
            {"spreadsheet": "UEsDBA==", "kind": "club"},
            "input-invalid",
            "a spreadsheet holds matches, persons",
        ),
        ({"spreadsheet": "UEsDBA=="}, "list-refused", "The spreadsheet can't be read; save it as CSV UTF-8."),
        ({"spreadsheet": "0M8R4A=="}, "list-refused", "save it as .xlsx or CSV"),
        ({"spreadsheet": b64encode(b"winner,loser").decode()}, "list-refused", "save it as .xlsx or CSV"),
    ],
)
def test_spreadsheet_that_is_none_is_refused(office: Client, sent: dict[str, str], kind: str, told: str) -> None:
    answer = office.post("/v1/imports", {"kind": "matches", "name": "None", "dry_run": True} | sent)
    assert (answer.status_code, answer.json()["type"]) == (422, f"/v1/problems/{kind}")
    assert told in answer.text


def begun(office: Client, body: dict[str, Any]) -> str:
    answer = office.post("/v1/imports/jobs", body)
    assert answer.status_code == 202, answer.text
    assert answer.headers["location"] == f"/v1/imports/jobs/{answer.json()['id']}"
    return answer.headers["location"]


def ended(office: Client, at: str) -> dict[str, Any]:
    return patiently(lambda: office.read(at), lambda one: one["state"] != "running")


def many(number: int, length: int = 5) -> list[str]:
    return [f"2025-02-{1 + row % 28:02},{word(row % 40)},{word(40 + row % 30)},{length},," for row in range(number)]


def word(number: int) -> str:
    """A name that is like no other."""
    return hashlib.sha256(str(number).encode()).hexdigest()[:12].translate(str.maketrans("0123456789", "ghijklmnop"))


def test_import_job_tells_how_far_it_is_and_what_a_dry_run_would_tell(office: Client) -> None:
    body = matches("2025-02-08,Una Job,Vic Job,5,,", "2025-02-09,Vic Job,Una Job,7,,", name="A job")
    tried_ = ended(office, begun(office, body | {"dry_run": True}))
    done = ended(office, begun(office, body))
    assert (tried_["state"], tried_["recorded"], tried_["lines"]) == ("done", 0, 3)
    assert (done["state"], done["recorded"], done["outcome"]["results"]) == ("done", 2, 2)
    assert done["outcome"]["lines"] == tried_["outcome"]["lines"]
    assert [one["becomes"] for one in done["outcome"]["lines"]] == ["taken", "taken"]
    again = ended(office, begun(office, body))
    assert [one["becomes"] for one in again["outcome"]["lines"]] == ["before", "before"]
    assert again["recorded"] == 0


def test_import_job_gives_out_its_lines_and_the_reply_as_csv(office: Client) -> None:
    row = "2025-02-08,Wim Job,Xia Job,5,,"
    tournament = office.done("/v1/imports", matches(row, name="A reply")).json()["tournament"]
    void = {"reason": "Never played"}
    at = f"/v1/tournaments/{tournament}/matches/1"
    office.done(f"{at}/voiding", void, seen=office.get(at).headers["ETag"])
    at = begun(office, matches(row, name="A reply", dry_run=True))
    ended(office, at)
    table = office.get(f"{at}/lines")
    assert table.headers["content-type"].startswith("text/csv")
    assert table.text.splitlines()[0] == "line,says,becomes,why,match,said_before,here"
    assert ",changed-here," in table.text.splitlines()[1]
    reply = office.get(f"{at}/lines?to_mend=true").text.splitlines()
    assert reply[0] == "line,date,winner,loser,length,winner_points,loser_points,here,mend"
    assert reply[1].endswith('void,"remove the line, or tell the office that it was played"')


def test_import_job_that_is_cancelled_goes_on_and_ends_as_if_it_was_not(
    office: Client, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recording, "ROWS_AT_ONCE", 100)
    recorded = 3_000
    at = begun(office, matches(*many(recorded), name="Cancelled"))
    patiently(lambda: office.read(at), lambda one: one["recorded"] > 0 or one["state"] != "running")
    office.done(f"{at}/cancellation", {})
    cancelled = ended(office, at)
    assert cancelled["state"] == "cancelled"
    assert 0 < cancelled["recorded"] < recorded
    office.done(f"{at}/resumption", {})
    done = ended(office, at)
    assert (done["state"], done["recorded"]) == ("done", recorded)
    found = service.services.tournament(done["outcome"]["tournament"])
    assert len(found.matches) == recorded


def test_import_job_that_has_ended_is_neither_cancelled_nor_resumed(office: Client) -> None:
    at = begun(office, matches("2025-02-08,Yan Job,Zoe Job,0,,", name="Refused"))
    refused = ended(office, at)
    assert refused["state"] == "refused"
    assert refused["problem"]["type"] == "/v1/problems/list-refused"
    for act in ("cancellation", "resumption"):
        answer = office.post(f"{at}/{act}", {})
        assert (answer.status_code, answer.json()["type"]) == (409, "/v1/problems/import-ended")
    unknown = office.get("/v1/imports/jobs/00000000-0000-4000-8000-000000000001")
    assert (unknown.status_code, unknown.json()["type"]) == (404, "/v1/problems/import-unknown")


def test_import_job_is_begun_once_by_one_command_and_alone(office: Client) -> None:
    body = matches(*many(2_600, 7), name="Once")
    first = office.post("/v1/imports/jobs", body, key="once")
    again = office.post("/v1/imports/jobs", body, key="once")
    assert first.json()["id"] == again.json()["id"]
    other = office.post("/v1/imports/jobs", body | {"name": "Other"}, key="once")
    assert other.json()["type"] == "/v1/problems/idempotency-key-reused"
    at = first.headers["location"]
    office.post(f"{at}/cancellation", {})
    ended(office, at)


def test_spreadsheet_of_the_examples_is_read(office: Client) -> None:
    (example,) = (one for one in LISTS.values() if "spreadsheet" in one)
    found = tried(office, dict(example))
    assert [(one["line"], one["becomes"]) for one in found["lines"]] == [(2, "taken")]


@pytest.mark.rule("REG-4", "ELO-1")
def test_persons_of_a_list_are_compared_three_ways(office: Client) -> None:
    """At the door: taken, changed there, and changed on both sides, with a choice."""
    body = {"kind": "persons", "name": "Members", "text": "name,birth_year,reference\nIda Listed,1980,17\n"}
    assert tried(office, body)["registered"] == 1
    assert office.done("/v1/imports", body).json()["tournament"] is None
    (line,) = tried(office, body)["lines"]
    assert line["becomes"] == "before"
    path = f"/v1/persons/{line['person']}"
    office.change(path, "details", {"name": "Ida Listed", "birth_year": 1981})
    later = body | {"text": "name,birth_year,reference\nIda Listed,1982,17\n"}
    (line,) = tried(office, later)["lines"]
    assert (line["becomes"], line["before"], line["here"]) == ("conflict", "birth_year 1980", "birth_year 1981")
    chosen = later | {"choices": [{"person": line["person"], "choice": "list"}]}
    assert office.done("/v1/imports", chosen).json()["corrected"] == 1
    assert [one["becomes"] for one in tried(office, later)["lines"]] == ["before"]


@pytest.mark.parametrize("path", ["/v1/imports", "/v1/imports/jobs"])
def test_list_of_anybody_but_administrators_is_not_even_read(service: Service, path: str) -> None:
    (person,) = service.register_all(["Ada"])
    key = service.key("director", person)
    headers = {"Authorization": f"Bearer {key}", "Idempotency-Key": "1", "Content-Type": "application/json"}
    answer = service.http.post(path, content=b"{" * 1000, headers=headers)
    assert answer.status_code == 403, answer.text


def test_imports_that_are_kept_are_bounded_by_their_lines(service: Service) -> None:
    jobs, body = service.services.import_jobs, LongListToImport(kind="persons", text="name").model_dump_json()
    begun = []
    for _ in range(5):
        id_ = service.services.draw_id()
        job = ImportJob(
            id=id_,
            command=hashlib.sha256(id_.encode()).hexdigest(),
            digest="",
            kind="persons",
            name="",
            dry_run=True,
            lines=MOST_LINES // 2,
            began_at=datetime.now(UTC),
        )
        begun.append(jobs.begin(job, body, refused, lambda: True).id)
        assert eventually(lambda one=id_: jobs.job(one).state == "refused")  # type: ignore[misc]  # of this round
    assert [is_known(jobs, one) for one in begun] == [False, False, False, True, True]


def new_job(services: Services) -> ImportJob:
    id_ = services.draw_id()
    command = CommandId(hashlib.sha256(id_.encode()).hexdigest())
    return ImportJob(id_, command, "", "persons", "", dry_run=True, lines=1, began_at=datetime.now(UTC))


class Held:
    """The work of an import that goes on until it `may_end`, or is given up; it then has counted so many rows."""

    def __init__(self, rows: int = 0) -> None:
        self.rows, self.may_end = rows, Event()

    def __call__(self, advance: Advance) -> RowProblem:
        while not self.may_end.wait(0.01):
            abandonment.require_wanted()
        advance(self.rows)
        return refused(advance)


@pytest.mark.rule("REG-1")
def test_import_under_way_ends_with_an_erasure_and_leaves_nothing(service: Service) -> None:
    """The list holds names, and so does what comes of it: one was put back by its worker twice a second."""
    jobs, job, held = service.services.import_jobs, new_job(service.services), Held()
    jobs.begin(job, '"Ada Erased"', held, lambda: True)
    service.owner.execute("SELECT public.scoresheet_erase(%s)", (service.services.draw_id(),))
    assert eventually(lambda: not is_at_work(job.id))
    kept = service.owner.execute("SELECT kind FROM public.shared WHERE place = %s", (job.id,)).fetchall()
    assert kept == []
    with pytest.raises(Refused) as unknown:
        jobs.body(job.id)
    assert unknown.value.problem == IMPORT_UNKNOWN


def test_import_whose_list_is_gone_says_so_when_it_is_gone_on_with(service: Service) -> None:
    jobs, job = service.services.import_jobs, new_job(service.services)
    jobs.begin(job, '"text"', refused, lambda: True)
    assert eventually(lambda: jobs.job(job.id).state == "refused")
    service.owner.execute("DELETE FROM public.shared WHERE kind = 'import-lists' AND place = %s", (job.id,))
    with pytest.raises(Refused, match="send it again"):
        jobs.body(job.id)


def test_import_that_was_taken_as_gone_ends_once_another_goes_on_with_it(service: Service) -> None:
    """A worker that did not speak for five seconds may be at work all the same: two would record one list."""
    jobs, job, slow, next_ = service.services.import_jobs, new_job(service.services), Held(1), Held(2)
    jobs.begin(job, '"text"', slow, lambda: True)
    taken = TypeAdapter(ImportJob).dump_json(replace(job, resumed=1)).decode()
    with service.owner.transaction():
        service.owner.execute("SELECT pg_advisory_xact_lock(hashtextextended('scoresheet imports ', 0))")
        service.owner.execute("SELECT public.scoresheet_share('imports', %s, %s)", (job.id, taken))
        late = "UPDATE public.shared SET changed_at = changed_at - interval '1 hour' WHERE place = %s"
        service.owner.execute(late, (job.id,))
    assert eventually(lambda: not is_at_work(job.id))
    left = jobs.job(job.id)
    assert (left.state, left.resumed, left.recorded) == ("interrupted", 1, 0)
    assert jobs.resume(job.id, next_, lambda: True).resumed == 2
    next_.may_end.set()
    assert eventually(lambda: jobs.job(job.id).state == "refused")
    assert jobs.job(job.id).recorded == 2


def test_import_that_is_being_cancelled_is_gone_on_with_once_it_is(service: Service) -> None:
    jobs, job, held = service.services.import_jobs, new_job(service.services), Held()
    stored = TypeAdapter(ImportJob).dump_json(replace(job, is_cancelled=True)).decode()
    service.owner.execute("SELECT public.scoresheet_share('imports', %s, %s)", (job.id, stored))
    with pytest.raises(Refused) as under_way:
        jobs.resume(job.id, held, lambda: True)
    assert under_way.value.problem == IMPORT_UNDER_WAY
    cancelled = TypeAdapter(ImportJob).dump_json(replace(job, state="cancelled", is_cancelled=True)).decode()
    service.owner.execute("SELECT public.scoresheet_share('imports', %s, %s)", (job.id, cancelled))
    held.may_end.set()
    assert jobs.resume(job.id, held, lambda: True).state == "running"
    assert eventually(lambda: jobs.job(job.id).state == "refused")


def is_at_work(id_: str) -> bool:
    return any(one.name.endswith(f"import {id_}") for one in threading.enumerate())


def refused(_: object) -> RowProblem:
    return row_problem(Refused(IMPORT_ENDED, "It is of no use."))


def is_known(jobs: ImportJobs, id_: str) -> bool:
    try:
        return jobs.job(id_).id == id_ and bool(jobs.body(id_))
    except Refused:
        return False
