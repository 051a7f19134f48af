"""Tables as CSV over HTTP: the same as JSON says, for anyone who may see it (ALL-12)."""

import csv
import io
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ops.command_line import app
from tests.api.played import started
from tests.api.support import Client, Season, Service, score, season
from tests.api.test_publications import address, publish
from tests.patience import PATIENCE_SECONDS
from tests.trf.files import SWISS

Rows = list[dict[str, str]]


def table(client: Client, address: str, **query: str) -> Rows:
    """What the address gives as CSV, by the ending and by Accept alike."""
    answer = client.get(f"{address}.csv", None, **query)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/csv; charset=utf-8"), answer.text
    assert client.get(address, {"Accept": "text/csv"}, **query).content == answer.content
    return list(csv.DictReader(io.StringIO(answer.text, newline="")))


@pytest.fixture(scope="module")
def results(service: Service) -> Season:
    """Three results, one of them not announced, and a player whose name looks like a formula."""
    played = season(service, 3, conditions={"verification": "by-director"})
    formula = service.register("=HYPERLINK(1)")
    entered = played.director.done(f"{played.path}/entries", {"person": formula})
    played.director.done(f"{played.path}/entries/4/approval", seen=entered.headers["ETag"])
    played.persons.append(formula)
    for sides in ((1, 2), (4, 1)):
        played.play(*sides)
    service.player(played.persons[1]).done(
        f"{played.path}/matches", {"sides": [2, 3], "length": 7, "result": score(7, 1)}
    )
    service.services.readings.wait_for(
        service.services.journal.position(), PATIENCE_SECONDS, ["tournaments", "ratings"]
    )
    return played


@pytest.mark.rule("OPN-1", "ALL-12")
def test_the_standings_are_those_of_json(results: Season) -> None:
    shown = results.director.read(f"{results.path}/standings")["rows"]
    rows = table(results.director, f"{results.path}/standings")
    assert [(row["rank"], row["person"], row["rating_change_normal"]) for row in rows] == [
        (str(row["rank"]), row["person"], row["rating_changes"]["normal"]) for row in shown
    ]
    assert min(row["rating_change_normal"] for row in rows).startswith("-")  # a number stays a number
    assert "'=HYPERLINK(1)" in {row["name"] for row in rows}
    assert [row["person"] for row in table(results.director, f"{results.path}/crosstable")] == [
        row["person"] for row in shown
    ]


@pytest.mark.rule("SE-8", "SE-13", "ALL-12")
def test_rank_that_an_entry_has_not_yet_is_empty_in_csv_and_null_in_json(service: Service) -> None:
    """A knockout of four in which 1 has beaten 4: who is still in has no rank, and 4 has that of
    both semifinalists who lose."""
    cup = started(service, {"kind": "knockout", "seeding": "entry-order", "lengths": [5]}, 4)
    before = cup.director.read(cup.path)["version"]
    (match,) = (one for one in cup.matches() if 1 in one["sides"])
    assert set(match["sides"]) == {1, 4}
    cup.report(match["number"], cup.first_entry_wins(match["number"]))
    shown = cup.read("standings")["rows"]
    assert sorted((row["entry"], row["rank"]) for row in shown) == [(1, None), (2, None), (3, None), (4, 3)]
    as_text = [(str(row["entry"]), "" if row["rank"] is None else str(row["rank"])) for row in shown]
    assert [(row["entry"], row["rank"]) for row in table(cup.director, f"{cup.path}/standings")] == as_text
    published = publish(service.administrator(), {"kind": "standings", "tournament": cup.path.rpartition("/")[2]})
    kept = service.http.get(address(published, ".csv")).text
    assert [(row["entry"], row["rank"]) for row in csv.DictReader(io.StringIO(kept, newline=""))] == as_text
    (change,) = cup.read("changes", **{"from": before})["items"]
    then = {one["entry"]: one["after"]["rank"] for one in change["ranks"]}
    assert (then[1], then[4]) == (None, 3)


@pytest.mark.rule("ALL-12")
def test_a_result_that_is_not_announced_is_for_staff_and_sides(service: Service, results: Season) -> None:
    staff, others = (table(client, f"{results.path}/matches") for client in (results.director, service.client()))
    assert [(row["match"], row["status"], row["winner_points"]) for row in staff] == [
        ("1", "announced", "7"),
        ("2", "announced", "7"),
        ("3", "reported", "7"),
    ]
    assert [(row["status"], row["winner"], row["winner_points"]) for row in others][2] == ("open", "", "")
    assert (others[1]["winner"], others[1]["loser"]) == (results.persons[3], results.persons[0])
    cells = table(service.client(), f"{results.path}/crosstable")
    mine = next(row for row in cells if row["entry"] == "1")
    assert (mine["against_2"], mine["against_4"], mine["against_3"]) == ("7:4", "4:7", "")


@pytest.mark.rule("TD-2", "ELO-9", "ALL-8")
def test_entries_ratings_and_persons_are_whole_lists(service: Service, results: Season) -> None:
    entries = table(service.client(), f"{results.path}/entries", limit="1")
    assert [(row["entry"], row["person"]) for row in entries] == [
        (str(number), person) for number, person in enumerate(results.persons, 1)
    ]
    ratings = table(service.client(), "/v1/ratings/normal", limit="1")
    assert {row["person"] for row in ratings} >= {results.persons[0], results.persons[3]}
    assert len(table(service.administrator(), "/v1/persons")) > 4
    assert service.client().get("/v1/persons.csv").status_code == 401
    assert table(service.client(), f"{results.path}/rounds") == []


def test_cells_are_parted_as_asked_for_and_what_is_no_table_is_not_there(service: Service, results: Season) -> None:
    address = f"{results.path}/entries"
    answer = service.http.get(f"{address}.csv?separator=semicolon&bom=true")
    assert answer.text.startswith("\ufeffentry;person;name;status;")
    known = service.http.get(
        f"{address}.csv?separator=semicolon&bom=true", headers={"If-None-Match": answer.headers["ETag"]}
    )
    assert known.status_code == 304
    assert service.http.get(f"{address}.csv?separator=x").status_code == 422
    assert service.http.get(address, headers={"Accept": "application/json, text/csv"}).json()["items"]
    assert service.http.get(f"{results.path}.csv").status_code == 422
    assert service.http.get("/v1/series.csv").status_code == 404


@pytest.mark.rule("ALL-1", "ALL-6")
def test_match_list_that_went_out_comes_in_again_equal(
    service: Service, results: Season, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCORESHEET_DATABASE_URL", service.owner_url)
    file = tmp_path / "matches.csv"
    file.write_bytes(service.http.get(f"{results.path}/matches.csv?separator=semicolon&bom=true").content)
    told = CliRunner().invoke(app, ["import", "matches", str(file)])
    assert (told.exit_code, "2 results" in told.stdout) == (0, True), told.output
    office = service.administrator()
    office.position = service.services.journal.position()
    [imported] = [one for one in office.read("/v1/imports")["items"] if one["source"] == "matches.csv"]
    told_of = ("winner", "loser", "length", "winner_points", "loser_points", "played_at")
    before, after = (
        [[row[name] for name in told_of] for row in table(office, f"/v1/tournaments/{tournament}/matches")]
        for tournament in (results.id, imported["tournament"])
    )
    assert after == before[:2]


@pytest.mark.rule("REG-4", "TD-2")
def test_entries_that_went_out_come_in_again_equal(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCORESHEET_DATABASE_URL", service.owner_url)
    first, second = season(service, 2), season(service, 0)
    out = f"{first.path}/entries.csv?separator=semicolon&bom=true"
    path = tmp_path / "entries.csv"
    path.write_bytes(first.director.get(out).content + ";;Zoë Unheard-of;;;;;;;;\r\n".encode())
    typed = ["import", "entries", str(path), second.id]
    dry = CliRunner().invoke(app, [*typed, "--dry-run"])
    would = (
        f"tournament {second.id}: there would be 3 entered, 1 registered, 0 results, 0 byes, 0 corrections, 0 voided; "
        "nothing was recorded"
    )
    assert (dry.exit_code, dry.stdout.splitlines()[-1]) == (0, would), dry.output
    for said in ("3 entered, 1 registered", "0 entered, 0 registered"):
        done = CliRunner().invoke(app, typed)
        assert (done.exit_code, said in done.stdout) == (0, True), done.output
    office = service.administrator()
    office.position = service.services.journal.position()
    before, after = (
        [(one["person"], one["status"]) for one in office.read(f"{path}/entries")["items"]]
        for path in (first.path, second.path)
    )
    assert after[:2] == before
    assert "line 4: before" in CliRunner().invoke(app, [*typed, "--dry-run"]).stdout
    other = CliRunner().invoke(app, ["import", "entries", str(path), first.persons[0]])
    assert "There is no tournament" in str(other.exception)


@pytest.mark.rule("ALL-1", "OPN-1")
def test_a_report_file_that_went_out_comes_in_again_equal(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From another program into a tournament, out of it, in under another name, and out again."""
    monkeypatch.setenv("SCORESHEET_DATABASE_URL", service.owner_url)
    path, office = tmp_path / "swiss.trf", service.administrator()
    path.write_text(SWISS, encoding="utf-8")
    given_out = []
    for name in ("First", "Second"):
        told = CliRunner().invoke(app, ["import", "report-file", str(path), "--name", name])
        assert told.exit_code == 0, told.output
        office.position = service.services.journal.position()
        address = f"/v1/tournaments/{told.stdout.splitlines()[-1].split()[1].rstrip(':')}/report-file"
        given_out.append(office.get(address).content)
        path.write_bytes(given_out[-1])
    assert given_out[0] == given_out[1]
    assert b"001    1      \xc3\x81bel, Anna" in given_out[0]
    assert office.get(address, None, edition="trf16").content.count(b"XXR 3") == 1
    assert office.get(address, {"If-None-Match": office.get(address).headers["ETag"]}).status_code == 304


def test_a_tournament_that_is_not_by_rounds_has_no_report_file(service: Service, results: Season) -> None:
    answer = results.director.get(f"{results.path}/report-file")
    assert (answer.status_code, answer.json()["type"]) == (409, "/v1/problems/not-by-rounds")
    assert service.client().get(f"{results.path}/report-file", None, edition="trf99").status_code == 422
