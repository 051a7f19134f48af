"""Persons as CSV: what each line comes to, and the same file twice."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from domain.application.person_lines import PersonLine, persons_in
from domain.importing.desk import Desk
from domain.importing.person_list import PersonImport
from domain.importing.whom import Chosen, Register
from domain.person.state import Person
from ops.command_line import app
from ops.database import DatabaseUrls
from ops.errors import ExitCode
from tests.importing.laid import laid
from tests.importing.memory import MemoryLog

HEADER = "name,birth_year,rating,experience,reference\n"


def read(text: str) -> list[PersonLine]:
    return list(persons_in(text.splitlines(keepends=True), lambda _: False, "members.csv"))


def written(folder: Path, text: str) -> Path:
    path = folder / "members.csv"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.rule("ELO-1", "ALL-1")
def test_persons_come_with_their_ratings_once() -> None:
    log = MemoryLog()
    lines = read(f"{HEADER}Anna,1980,1623.5,250,7\nBert,,,,8\n")
    for registered, before in ((2, 0), (0, 2)):
        done = laid(log, lambda desk: PersonImport(desk).take(lines))
        assert (done.registered, done.before) == (registered, before)
    persons = [state for state in log.states.values() if isinstance(state, Person)]
    anna = next(state for state in persons if state.opening_ratings)
    opening = anna.opening_ratings["normal"]
    assert (opening.rating, opening.experience) == (1_623_500_000, 250)
    assert len(persons) == 2


def test_spellings_that_are_the_same_are_one_person() -> None:
    lines = read("name;rating\nAda Same;1623,5\nada same;\n")
    register = Register(lambda _: True, lambda _: [], lambda _: {}, {"ada same": Chosen(same_as="Ada Same")})

    def lay(desk: Desk) -> tuple[int, int]:
        importing = PersonImport(desk)
        assert not any(one.is_unclear for one in importing.find(register, lines).values())
        done = importing.take(lines)
        return done.registered, done.before

    log = MemoryLog()
    assert [laid(log, lay) for _ in range(2)] == [(1, 1), (0, 2)]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (",1980,,,", "name:"),
        ("Anna,80,,,", "birth_year:"),
        ("Anna,x,,,", "birth_year must be a whole number"),
        ("Anna,,strong,,", "rating must be a number"),
        ("Anna,,1500.1234567,,", "more than six decimal places"),
        ("Anna,,NaN,,", "rating must be a number"),
        ("Anna,,99999999,,", "rating_millionths:"),
        ("Anna,,,5,", "beside a rating"),
        ("Bert,,,,1", "the same person as line 2"),
    ],
)
def test_a_line_that_is_wrong_is_named(line: str, problem: str) -> None:
    assert problem in (read(f"{HEADER}Carl,,,,1\n{line}\n")[1].problem or "")


@pytest.mark.rule("REG-4")
@pytest.mark.parametrize(
    ("column", "said", "why"),
    [
        ("country", "DENM", "country must be a code of two letters such as DK, not 'DENM'"),
        ("country", "Dänemark", "country must be a code of two letters such as DK, not 'Dänemark'"),
        ("federation", "the Danish one", "federation must be a code such as AUT or WBGF, not 'the Danish one'"),
        ("country", "dk", None),
        ("federation", "wbgf", None),
    ],
)
def test_code_of_a_country_or_federation_is_explained_where_it_is_none(column: str, said: str, why: str | None) -> None:
    (line,) = read(f"name,{column}\nCarl,{said}\n")
    assert line.problem == why


def test_a_dry_run_names_who_is_perhaps_the_same(
    database: DatabaseUrls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCORESHEET_DATABASE_URL", database.owner)
    path = str(written(tmp_path, f"{HEADER}Ánna,,1500,,\nBert,,,,\n"))
    done = CliRunner().invoke(app, ["import", "persons", path])
    assert (done.exit_code, "2 registered" in done.stdout) == (0, True), done.output
    dry = CliRunner().invoke(app, ["import", "persons", path, "--dry-run"])
    assert dry.stdout.splitlines()[0] == "line 2: before: Ánna"
    written(tmp_path, f"{HEADER}Ánna,,1600,,\n")
    other = CliRunner().invoke(app, ["import", "persons", path, "--dry-run"])
    told = "line 2: changed: Ánna: rating in normal 1600 (0); before: rating in normal 1500 (0)"
    assert other.stdout.splitlines()[:2] == [f"{told}; here: rating in normal 1500 (0)", "no line: gone: Bert"]
    written(tmp_path, f"{HEADER}Anna,,1500,,\nBert,x,,,\n")
    dry = CliRunner().invoke(app, ["import", "persons", path, "--dry-run", "--name", "Another list"])
    first, second, third, _ = dry.stdout.splitlines()
    assert first == "line 2: taken: Anna"
    assert second.startswith("line 3: refused: Bert: 'birth_year' must be")
    assert third.startswith("Anna may be ")
    assert dry.exit_code == ExitCode.CHECKS_FAILED


def test_lines_without_anything_above_the_header_are_passed_over_and_counted() -> None:
    assert [(line.number, line.name) for line in read(f"\n  \nsep=,\n{HEADER}Anna,,,,\n")] == [(5, "Anna")]
