"""Lists in which something was once read wrong: the page, the API and the command line say the same of each line.

What is to be said of them is in `tests/importing/test_findings.py`.
"""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.site.words.office import WORDS
from domain.importing.lists import ListKind
from ops.command_line import app
from tests.api.support import Service
from tests.importing.test_findings import FOLDER, read
from tests.site.test_office import Office, at_the_office
from tests.site.test_office_imports import lines, sent

PERSONS = ("csv-02-excel-cp1252-comma.csv", "csv-05-like-names-in-one-file.csv")
FILES = sorted(one.name for kind in ("*.csv", "*.trf") for one in FOLDER.glob(kind))


def kind_of(name: str) -> ListKind:
    if name.endswith(".trf"):
        return "report-file"
    return "persons" if name in PERSONS else "matches"


@pytest.fixture(scope="module")
def office(service: Service) -> Iterator[Office]:
    with at_the_office(service) as one:
        yield one


@pytest.mark.rule("REG-4")
@pytest.mark.parametrize("name", FILES)
def test_page_api_and_command_line_say_the_same_of_each_line(
    service: Service, office: Office, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind, path, table = kind_of(name), FOLDER / name, tmp_path / "table.csv"
    body = {"kind": kind, "name": name, "text": read(name).text, "dry_run": True}
    assert office.client is not None
    answer = office.client.done("/v1/imports", body).json()
    told = [one["becomes"] for one in answer["lines"]]
    monkeypatch.setenv("SCORESHEET_DATABASE_URL", service.owner_url)
    named = ["--name", name]
    run = CliRunner().invoke(app, ["import", kind, "--dry-run", *named, "--table", str(table), str(path)])
    assert table.exists(), run.output
    with table.open(encoding="utf-8", newline="") as of_all:
        assert [one["becomes"] for one in csv.DictReader(of_all)] == told, run.output
    assert lines(sent(office, kind, path.read_bytes(), name=name).text) == [str(WORDS["becomes"][one]) for one in told]
    questions = [one["name"] for one in answer["persons"] if one["person"] is None and one["candidates"]]
    assert all(one in run.output for one in questions)
