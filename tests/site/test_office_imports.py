"""Lists of matches, entries, a report file, a club's history: looked over at the office, and recorded whole."""

import csv
import html
import re
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import pytest
from openpyxl import Workbook

from api.examples.lists import EXAMPLE_LISTS
from api.site.office import imports
from tests.api.scenes import Cast, Scene
from tests.api.support import Service
from tests.patience import patiently
from tests.site.test_desk import at_the_desk
from tests.site.test_office import Office, at_the_office
from tests.trf.files import SWISS

HEADER = "date;winner;loser;length;winner_points;loser_points\n"
TRF = Path("../shared/data/formats/dutch/50009-10p-6r.trf")
HISTORY = '{"revision": 0, "at": "2025-02-10T21:00:45+01:00", "keep": 0, "append": [["2025-2-8", "Hi A", "Hi B", 5]]}\n'


def sent(office: Office, kind: str, raw: bytes | None = None, step: str = "try", **typed: str) -> httpx.Response:
    """What the page answers to that file, or to what was typed; what is in the form goes along, as in a browser."""
    if office.shown is None or f'action="/office/list/{kind}"' not in office.page:
        office.open(f"/office/list/{kind}")
    hidden = dict(re.findall(r'name="(once|looked|read_as)" value="([^"]*)"', office.page))
    hidden |= dict(
        re.findall(r'<select name="(\w+)">(?:(?!</select>).)*<option value="([^"]*)" selected>', office.page)
    )
    files = {"file": ("a list", raw if raw is not None else b"", "application/octet-stream")}
    said = {"list": "", **hidden, "step": step, **typed}
    office.shown = office.http.post(f"/office/list/{kind}", files=files, data=said, follow_redirects=True)
    return office.shown


def lines(page: str) -> list[str]:
    """What becomes of each line."""
    return re.findall(r'<span class="tag[^"]*">([^<]+)</span>', page.partition("<tbody>")[2])


@pytest.mark.rule("TD-9", "REG-4", "ELO-6")
def test_a_match_list_is_looked_over_recorded_and_confirmed_by_another(service: Service) -> None:
    text = f"{HEADER}2025-02-08;Page Ann;Page Ben;5;5;3\n2025-02-09;Page Ben;Page Ann;5;;\n"
    with at_the_office(service) as office:
        looked = sent(office, "matches", text.encode("utf-8-sig"), name="Page matches", source="A spreadsheet")
        assert (looked.status_code, lines(looked.text)) == (200, ["taken", "taken"])
        assert "results: 2, entered: 2, newly registered: 2" in looked.text
        assert "Page Ann, Page Ben" in looked.text
        done = sent(office, "matches", step="send", name="Page matches", source="A spreadsheet", list=text)
        assert "Recorded:" in done.text
        assert "results: 2" in done.text
        again = sent(office, "matches", text.encode(), name="Page matches", source="A spreadsheet")
        assert lines(again.text) == ["already there"] * 2
        assert "Would be recorded: nothing new" in again.text
    with at_the_office(service) as other:
        assert "A spreadsheet" in other.open("/office/imports")
        assert "confirm-import" in other.page


@pytest.mark.rule("REG-4")
def test_unclear_person_is_chosen_and_the_choice_is_kept(service: Service) -> None:
    twins = [service.register("Zoe Zwilling"), service.register("Zoe Zwilling")]
    text = f"{HEADER}2025-02-08;Zoe Zwilling;Solo Sam;5;;\n"
    with at_the_office(service) as office:
        looked = sent(office, "matches", text.encode(), name="Twins").text
        assert ("Who is Zoe Zwilling?" in looked, "Record all of it" in looked) == (True, False)
        assert all(f'value="{one}"' in looked for one in twins)
        assert "no tournament yet" in looked
        said = {"named-1": "Zoe Zwilling", "among-1": " ".join(twins), "found-1": "", "meant-1": twins[1]}
        unsaid = sent(office, "matches", None, "try", name="", list=text, **said)
        assert (unsaid.status_code, "Give the tournament a name" in unsaid.text) == (422, True)
        assert f'value="{twins[1]}" checked' in unsaid.text
        chosen = sent(office, "matches", None, "try", name="Twins", list=text, **said).text
        assert (f'value="{twins[1]}" checked' in chosen, "Record all of it" in chosen) == (True, True)
        said["meant-1"] = twins[0]
        recorded = [sent(office, "matches", None, "send", name="Twins", list=text, **said) for _ in range(2)]
        assert ["Recorded:" in one.text for one in recorded] == [False, True]


@pytest.mark.rule("REG-4", "REG-5")
def test_anyone_who_may_be_meant_is_told_apart_and_all_are_read_together(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    with at_the_office(service) as office:
        assert office.client is not None
        told = {"name": "Tia Tvilling", "birth_year": 1971, "country": "DK", "even_though_known": True}
        persons = [office.client.done("/v1/persons", told).json()["person"] for _ in range(3)]
        club = office.client.done("/v1/clubs", {"name": "Vejle Backgammon"}).json()["club"]
        office.client.done(f"/v1/clubs/{club}/members", {"person": persons[0], "since": "2026-01-01"})
        made = office.client.done("/v1/tournaments", {"name": "Tia's cup", "format": {"kind": "open"}}).json()
        office.client.done(f"/v1/tournaments/{made['tournament']}/entries", {"person": persons[1]})
        office.client.change(f"/v1/tournaments/{made['tournament']}/entries/1", "approval")
        office.client.read("/v1/persons")
        asked: list[str] = []
        monkeypatch.setattr(imports, "read_person", lambda **named: asked.append(named["person"]), raising=False)
        looked = sent(office, "matches", f"{HEADER}2025-02-08;Tia Tvilling;Solo Sam;5;;\n".encode(), name="Tia").text
        assert (looked.count("born in 1971"), looked.count("DK"), asked) == (3, 3, [])
        assert (looked.count("Vejle Backgammon"), looked.count("Tia’s cup") + looked.count("Tia&#39;s cup")) == (1, 1)


def test_a_line_that_is_wrong_keeps_all_of_it_from_being_recorded(service: Service) -> None:
    text = f"{HEADER}2025-02-08;Wrong W;Right R;5;;\n2025-02-08;Wrong W;Wrong W;5;;\n2999-02-08;Wrong W;Right R;5;;\n"
    with at_the_office(service) as office:
        looked = sent(office, "matches", text.encode(), name="Wrong")
        assert lines(looked.text) == ["refused", "refused", "taken"]
        assert ("can’t play against themselves" in looked.text, "Record all of it" in looked.text) == (True, False)
        sending = sent(office, "matches", step="send", name="Wrong", list=text)
        assert (sending.status_code, "Wrong W" in sending.text) == (422, True)
        assert "Wrong" not in office.open("/office/imports")


@pytest.mark.rule("TD-2")
def test_players_are_entered_into_a_tournament_that_is_chosen(service: Service) -> None:
    director, _ = service.director()
    made = director.done("/v1/tournaments", {"name": "Chosen one", "format": {"kind": "open"}})
    tournament = made.json()["tournament"]
    text = "name,birth_year\nElla Entering,1990\nFinn Entering,\n"
    with at_the_office(service) as office:
        assert "Chosen one" in office.open("/office/list/entries")
        assert "Choose the tournament" in sent(office, "entries", text.encode()).text
        assert text in office.page
        looked = sent(office, "entries", text.encode(), tournament=tournament).text
        assert (lines(looked), "entered: 2" in looked) == (["taken", "taken"], True)
        done = sent(office, "entries", step="send", list=text, tournament=tournament).text
        assert "entered: 2, newly registered: 2" in done
        assert lines(sent(office, "entries", text.encode(), tournament=tournament).text) == ["already there"] * 2
        wrong = sent(office, "entries", b"name,birth_year\nGerd Entering,never\n", tournament=tournament)
        assert lines(wrong.text) == ["refused"]


@pytest.mark.skipif(not TRF.exists(), reason="no published report files")
def test_a_report_file_in_latin_1_is_taken_and_half_of_one_is_refused(service: Service) -> None:
    whole = TRF.read_bytes().replace(b"012 ", "012 Løb ".encode("latin-1"), 1)
    with at_the_office(service) as office:
        looked = sent(office, "report-file", whole, name="Løb", length="5")
        assert looked.status_code == 200, looked.text
        assert ("Record all of it" in looked.text, "newly registered: 10" in looked.text) == (True, True)
        text = whole.decode("latin-1")
        assert "Recorded:" in sent(office, "report-file", step="send", name="Løb", length="5", list=text).text
        half = sent(office, "report-file", whole[: len(whole) // 2], name="Half", length="5")
        assert ("refused" in lines(half.text), "Record all of it" in half.text) == (True, False)


@pytest.mark.rule("TD-14")
def test_report_file_without_a_day_is_rated_once_the_day_is_given(service: Service) -> None:
    text = "\n".join(line for line in SWISS.splitlines() if not line.startswith(("042", "132"))) + "\n"
    room = "normal room 1"
    with at_the_office(service) as office:
        refused = sent(office, "report-file", text.encode(), name="Dayless", rating=room)
        assert ("so give it" in refused.text, "Record all of it" in refused.text) == (True, False)
        looked = sent(office, "report-file", name="Dayless", rating=room, list=text, day="2020-05-29")
        assert 'name="day" value="2020-05-29"' in looked.text
        for is_recorded in (False, True):
            again = sent(office, "report-file", None, "send", name="Dayless", rating=room, list=text, day="2020-05-30")
            assert ("Recorded:" in again.text) == is_recorded, "another day is looked over first"


def test_a_history_of_a_club_is_recorded_and_what_is_none_is_refused(service: Service) -> None:
    with at_the_office(service) as office:
        assert "results: 1" in sent(office, "club", HISTORY.encode(), name="Historic").text
        assert "Recorded:" in sent(office, "club", step="send", name="Historic", list=HISTORY).text
        wrong = sent(office, "club", b"date,winner\n", name="Historic")
        assert (wrong.status_code, "Line 1 tells of no revision" in wrong.text) == (422, True)


@pytest.mark.rule("ELO-6")
def test_a_spreadsheet_is_taken_as_it_comes(service: Service) -> None:
    book, raw = Workbook(), BytesIO()
    rows = (HEADER.strip().split(";"), [date(2025, 2, 8), "Sheet Ann", "Sheet Ben", 5, 5, 3])
    assert book.active is not None
    for row in rows:
        book.active.append(row)
    book.save(raw)
    with at_the_office(service) as office:
        looked = sent(office, "matches", raw.getvalue(), name="A sheet")
        assert (looked.status_code, lines(looked.text)) == (200, ["taken"])
        assert "2025-02-08,Sheet Ann,Sheet Ben,5,5,3" in looked.text


def test_an_encoding_that_was_guessed_is_shown_and_another_one_chosen(service: Service) -> None:
    greek = "Παπαδόπουλος"
    raw = f"{HEADER}2025-02-08;{greek};Bo Bold;5;;\n".encode("cp1253")
    with at_the_office(service) as office:
        guessed = sent(office, "matches", raw, name="Greek").text
        assert ("Read as Western Europe" in guessed, greek in guessed) == (True, False)
        text = html.unescape(
            guessed.partition('<textarea name="list"')[2].partition(">\n")[2].partition("</textarea>")[0]
        )
        again = sent(office, "matches", name="Greek", list=text, read_as="cp1252", encoding="cp1253").text
        assert ("Read as Greek" in again, greek in again) == (True, True)
        done = sent(office, "matches", step="send", name="Greek", list=raw.decode("cp1253"))
        assert "Recorded:" in done.text


ROOM = "normal room 1"


@pytest.mark.rule("ELO-1", "ELO-8")
def test_pool_and_policy_are_asked_for_and_shown(service: Service) -> None:
    text = f"{HEADER}2025-02-08;Rated Rita;Rated Rob;5;;\n"
    with at_the_office(service) as office:
        assert f'<option value="{ROOM}" selected>' in office.open("/office/list/matches")
        assert '<option value="normal club 1" selected>' in office.open("/office/list/club")
        assert (
            "selected"
            not in office.open("/office/list/report-file").partition('name="rating"')[2].partition("</sel")[0]
        )
        office.open("/office/list/matches")
        unrated = sent(office, "matches", text.encode(), name="Unrated", rating="")
        assert "Not rated." in unrated.text
        rated = sent(office, "matches", text.encode(), name="Rated", rating="normal denmark 1")
        assert re.search("Rated in: normal[^<]*, Danish", rated.text) is not None, rated.text
        assert sent(office, "matches", text.encode(), name="Rated", rating="none such").status_code == 422


@pytest.mark.rule("ELO-6")
def test_number_of_the_day_is_asked_and_said(service: Service) -> None:
    text = f"{HEADER}01-03-2026;Day Dora;Day Dan;5;;\n"
    with at_the_office(service) as office:
        asked = sent(office, "matches", text.encode(), name="Days")
        assert (lines(asked.text), "choose whether the day or the month" in asked.text) == (["refused"], True)
        assert lines(sent(office, "matches", name="Days", list=text, day_order="day-first").text) == ["taken"]
        done = sent(office, "matches", step="send", name="Days", list=text)
        assert "Recorded:" in done.text


def test_result_of_a_list_is_given_out_as_a_table_and_as_a_reply(service: Service) -> None:
    text = f"{HEADER}2025-02-08;Table Tora;Table Tim;5;;\n2025-02-09;Table Tora;Table Tim;x;;\n"
    with at_the_office(service) as office:
        looked = sent(office, "matches", text.encode(), name="Tables")
        assert 'value="table"' in looked.text
        whole = sent(office, "matches", step="table", name="Tables", list=text)
        assert whole.headers["Content-Type"] == "text/csv; charset=utf-8"
        assert whole.headers["Content-Disposition"] == 'attachment; filename="table.csv"'
        first, taken, refused = whole.text.splitlines()
        assert first == "Line,What it says,Outcome,Why,Match,What it said before,Here is"
        assert (taken.split(",")[0], taken.split(",")[2], refused.split(",")[0]) == ("2", "taken", "3")
        reply = sent(office, "matches", step="reply", name="Tables", list=text)
        assert [one.split(",")[0] for one in reply.text.splitlines()] == ["Line", "3"]


@pytest.mark.parametrize(
    ("language", "ours", "becomes", "mend"),
    [
        (
            "da",
            ("Linje", "Her er", "Hvad der skal rettes"),
            "afvist",
            "ret linjen: 'Länge' skal være et helt tal, ikke 'x'",
        ),
        (
            "nl",
            ("Regel", "Hier staat", "Wat je moet verbeteren"),
            "geweigerd",
            "verbeter de regel: 'Länge' moet een geheel getal zijn, niet 'x'",
        ),
    ],
)
def test_reply_of_a_page_is_in_its_language_and_in_the_columns_of_the_list(
    service: Service, language: str, ours: tuple[str, str, str], becomes: str, mend: str
) -> None:
    """An address for programs tells the same by its codes."""
    text = "Datum;Sieger;Verlierer;Länge\n2025-02-08;Word Wim;Word Wanda;x\n"
    columns = "Datum = date\nSieger = winner\nVerlierer = loser\nLänge = length"
    with at_the_office(service) as office:
        office.http.cookies.set("language", language)
        sent(office, "matches", text.encode(), name="Words", columns=columns)
        reply = sent(office, "matches", step="reply", name="Words", list=text, columns=columns)
        first, told = csv.reader(reply.text.splitlines())
        assert first == [ours[0], "Datum", "Sieger", "Verlierer", "Länge", *ours[1:]]
        assert told == ["2", "2025-02-08", "Word Wim", "Word Wanda", "x", "", mend]
        whole = sent(office, "matches", step="table", name="Words", list=text, columns=columns)
        assert list(csv.reader(whole.text.splitlines()))[1][2] == becomes


SPREADSHEET = b"PK\x03\x04\x14\x00\x06\x00\x08\x00\x00\x00!\x00\xff\xfe"
BAD = {
    "half of UTF-16": (f"{HEADER}2025-02-08;Åse;Bo;5;;\n".encode("utf-16")[:-1], 400, "CSV UTF-8"),
    "half a spreadsheet": (SPREADSHEET, 400, "Save it as CSV UTF-8"),
    "nothing": (b" \n", 422, "Choose a file"),
    "a header alone": (HEADER.encode(), 422, "nothing in the list"),
    "wrong columns": (b"name;age\nA;5\n", 422, "column winner is missing"),
    "too large": (HEADER.encode() + b"2025-02-08;A;B;5;;\n" * 500_000, 413, "at most 8 MiB"),
}


def test_a_bad_file_is_told_of_on_its_page_and_what_was_typed_is_kept(service: Service) -> None:
    with at_the_office(service) as office:
        for what, (raw, status, told) in BAD.items():
            page = sent(office, "matches", raw, name="Kept name", source="Kept source")
            assert (what, page.status_code, told in page.text) == (what, status, True)
            assert ("Kept name" in page.text, "Kept source" in page.text) == (True, True)
            assert "<h2>What you typed" not in page.text


@pytest.mark.parametrize("language", ["da", "nl"])
def test_each_kind_is_told_in_the_readers_language(service: Service, language: str) -> None:
    with at_the_office(service) as office:
        for kind in ("matches", "entries", "report-file", "club"):
            page = office.open(f"/office/list/{kind}?language={language}")
            assert "Check the list" not in page
        assert "UTF-8" in sent(office, "matches", BAD["half of UTF-16"][0], name="X").text


@pytest.mark.rule("TD-9")
def test_nobody_imports_matches_of_their_own(service: Service) -> None:
    with at_the_office(service) as office:
        assert office.client is not None
        key = service.services.keys.find(office.client.key or "")
        assert key is not None
        text = f"{HEADER}2025-02-08;{key.person};Petra Opponent;5;;\n"
        answer = sent(office, "matches", text.encode(), name="Own")
        assert (answer.status_code, "Let another administrator import it" in answer.text) == (403, True)
        assert "Own" in answer.text


def test_lists_are_refused_to_directors(service: Service) -> None:
    with at_the_desk(service) as director:
        assert director.http.get("/office/list/matches").status_code == 403
        assert director.http.post("/office/list/matches", data={"step": "try"}).status_code == 403


def test_long_list_goes_on_by_itself_and_its_page_tells_how_far(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "MOST_AT_ONCE", 1)
    rows = "".join(f"2025-02-0{day};Long Ann;Slow Ben;5;;\n" for day in (7, 8, 9))
    with at_the_office(service) as office:
        sent(office, "matches", list=HEADER + rows, name="A long list")
        done = sent(office, "matches", step="send", list=HEADER + rows, name="A long list")
        at = done.url.path
        assert at.startswith("/office/list/jobs/")
        page = patiently(lambda: office.open(at), lambda text: "The import is done" in text)
        assert "The import is done. 3 of 4 lines are recorded." in page
        assert "Cancel the import" not in page


def test_upload_of_8_mib_is_checked_and_recorded_as_a_job_that_its_page_follows(service: Service) -> None:
    rows = [f"2025-02-08;Large Lena;Huge Hugo;{5 + row % 2};{'n' * 33_300}" for row in range(250)]
    text = "date;winner;loser;length;note\n" + "\n".join(rows)
    assert 7.9 * 1024 * 1024 < len(text) < 8 * 1024 * 1024
    said: Any = {"name": "A large list", "columns": "note ="}
    with at_the_office(service) as office:
        begun = sent(office, "matches", text.encode(), **said)
        at = begun.url.path
        assert (begun.status_code, at.startswith("/office/list/jobs/")) == (200, True)
        looked = patiently(lambda: office.open(at), lambda page: "Look at each line" in page)
        assert ("Nothing is recorded yet" in looked, "results: 250" in looked) == (True, True)
        job = at.rpartition("/")[2]
        page = office.open(f"/office/list/matches?job={job}")
        assert ("Record all of it" in page, '<textarea name="list"' in page) == (True, False)
        done = sent(office, "matches", step="send", job=job, **said)
        assert done.url.path.startswith("/office/list/jobs/")
        shown = patiently(lambda: office.open(done.url.path), lambda page: "The import is done" in page)
        assert "250 of 251 lines are recorded" in shown


def test_page_of_an_import_cancels_it_and_goes_on(service: Service) -> None:
    scene = Scene(Cast(service, {}, {})).with_import()
    at = f"/office/list/jobs/{scene.job}"
    with at_the_office(service) as office:
        assert "The import was cancelled" in office.open(at)
        once = re.search(r'name="once" value="([^"]*)"', office.page)
        assert once
        answer = office.http.post(at, data={"once": once[1], "act": "resumption"})
        assert answer.headers["location"] == at
        assert "column winner is missing" in patiently(lambda: office.open(at), lambda text: "is missing" in text)


@pytest.mark.parametrize("kind", [kind for kind in EXAMPLE_LISTS if kind not in ("entries", "persons")])
def test_example_of_each_kind_is_given_out_and_taken_as_it_is(service: Service, kind: str) -> None:
    with at_the_office(service) as office:
        assert f'href="/office/list/{kind}/example"' in office.open(f"/office/list/{kind}")
        given = office.http.get(f"/office/list/{kind}/example")
        assert "attachment" in given.headers["content-disposition"]
        looked = sent(office, kind, given.content, name=f"An example of {kind}")
        assert "Would be recorded: results:" in looked.text


def test_example_of_entries_is_taken_as_it_is(service: Service) -> None:
    administrator = service.officer()
    made = administrator.done("/v1/tournaments", {"name": "Example", "format": {"kind": "open"}}).json()["tournament"]
    with at_the_office(service) as office:
        given = office.http.get("/office/list/entries/example")
        looked = sent(office, "entries", given.content, tournament=made)
        assert lines(looked.text) == ["taken", "taken"]


def test_example_of_persons_is_taken_as_it_is(service: Service) -> None:
    with at_the_office(service) as office:
        assert 'href="/office/list/persons/example"' in office.open("/office/list")
        given = office.http.get("/office/list/persons/example")
        answer = sent(office, "persons", given.content)
        assert answer.status_code == 200
        assert 'value="send"' in answer.text


@pytest.mark.rule("REG-4")
def test_columns_of_a_list_are_typed_once_and_kept(service: Service) -> None:
    text = "Datum;Gewinner;Verlierer;Punkte\n01-03-2025;Kai Kept;Νίκος Kept;5\n"
    named = "Datum = date\nGewinner = winner\nVerlierer = loser\nPunkte = length"
    with at_the_office(service) as office:
        assert "Write each column on a line" in sent(office, "matches", name="Kept", list=text, columns="Datum").text
        said: Any = {"name": "Kept", "columns": named, "day_order": "day-first"}
        looked = sent(office, "matches", text.encode("cp1253"), **said, encoding="cp1253").text
        assert (lines(looked), "Kept with the list:" in looked) == (["taken"], True)
        greek: Any = {"read_as": "cp1253", "encoding": "cp1253"}
        assert "Recorded:" in sent(office, "matches", step="send", list=text, **said, **greek).text
        again = sent(office, "matches", text.encode("cp1253"), name="Kept").text
        assert (lines(again), "Νίκος Kept" in again) == (["already there"], True)
