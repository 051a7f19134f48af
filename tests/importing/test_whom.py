"""Whom the names of a list stand for: found where that is clear, chosen where it is not, and never guessed."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from typer.testing import CliRunner

from domain.importing.whom import Meant, Register
from domain.person.details import Details
from ops.command_line import app
from ops.database import DatabaseUrls

KNOWN = {"p1": "Karin Vos", "p2": "Jens Holm", "p3": "Jens  holm", "p4": "Ole Lund"}
ALIKE = {"Karin Vos": ["p1"], "Vos, Karin": ["p1"], "Jens Holm": ["p2", "p3"], "Ole Lundt": ["p4"]}
OWN = "own"


def called(persons: Iterable[str]) -> Mapping[str, str]:
    return {person: KNOWN[person] for person in persons if person in KNOWN}


def meant(name: str, *entered: str, chosen: Mapping[str, str | None] | None = None, registered: bool = False) -> Meant:
    register = Register(
        lambda person: registered and person == OWN, lambda who: ALIKE.get(who.name, []), called, chosen or {}
    )
    return register.meant(Details(name=name), OWN, called(entered))


@pytest.mark.rule("REG-4")
def test_the_one_person_of_a_name_is_found() -> None:
    assert [meant(name).person for name in ("Karin Vos", "Vos, Karin")] == ["p1", "p1"]


@pytest.mark.rule("REG-4")
def test_of_several_of_a_name_nobody_is_guessed_unless_one_of_them_has_entered() -> None:
    assert meant("Jens Holm") == Meant("Jens Holm", None, ("p2", "p3"))
    assert meant("Jens Holm", "p3").person == "p3"
    assert meant("Jens Holm", "p2", "p3").is_unclear


@pytest.mark.rule("REG-4")
def test_somebody_of_a_like_name_is_not_taken_for_who_is_meant() -> None:
    assert meant("Ole Lundt") == Meant("Ole Lundt", None, ("p4",))
    assert not meant("Nobody Like That").is_unclear


def test_what_was_chosen_goes_ahead_of_all_and_an_earlier_import_of_the_list_ahead_of_the_register() -> None:
    assert meant("Jens Holm", chosen={"Jens Holm": "p2"}).person == "p2"
    assert meant("Jens Holm", chosen={"Jens Holm": None}) == Meant("Jens Holm")
    assert meant("Karin Vos", registered=True).person == OWN


def run(*typed: str) -> str:
    done = CliRunner().invoke(app, ["import", *typed])
    assert done.exit_code == 0, (done.stdout, done.exception)
    return done.stdout


@pytest.mark.rule("REG-4")
def test_who_was_imported_as_a_person_is_found_by_lists_of_matches_and_entries(
    database: DatabaseUrls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCORESHEET_DATABASE_URL", database.owner)
    persons, matches = tmp_path / "persons.csv", tmp_path / "matches.csv"
    persons.write_text("name\nKarin Vos\nJens Holm\n", encoding="utf-8")
    matches.write_text("date,winner,loser,length\n2025-02-08,Karin Vos,Jens Holm,5\n", encoding="utf-8")
    run("persons", str(persons))
    said = run("matches", str(matches), "--dry-run")
    assert ("Karin Vos is " in said, "would be registered" in said) == (True, False)
    assert "1 results" in run("matches", str(matches))
    assert "0 results, 0 corrections" in run("matches", str(matches))
    matches.write_text("date,winner,loser,length\n2025-02-08,Karin Vos,Jens Holmm,5\n", encoding="utf-8")
    unclear = CliRunner().invoke(app, ["import", "matches", str(matches)])
    assert "Jens Holmm may be " in str(unclear.exception)
