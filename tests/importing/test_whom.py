"""Who the names of a list stand for: found where that is clear, chosen where it is not, and never guessed."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from domain.importing.whom import Asked, Chosen, Meant, Register, as_report_files_write
from domain.person.details import Details, ExternalId
from ops.command_line import app
from ops.database import DatabaseUrls

KNOWN = {"p1": "Karin Vos", "p2": "Jens Holm", "p3": "Jens Holm", "p4": "Ole Lund"}
ALIKE = {
    "Karin Vos": ["p1"],
    "Vos, Karin": ["p1"],
    "karin vos": ["p1"],
    "Jens Holm": ["p2", "p3"],
    "Ole Lundt": ["p4"],
}


def called(persons: Iterable[str]) -> Mapping[str, str]:
    return {person: KNOWN[person] for person in persons if person in KNOWN}


def asked(*names: str, entered: Sequence[str] = (), **chosen: Chosen) -> list[Meant]:
    said = {name.replace("_", " "): one for name, one in chosen.items()}
    register = Register(lambda _: False, lambda who: ALIKE.get(who.name, []), called, said)
    return register.meant([Asked(name, Details(name=name)) for name in names], called(entered))


@pytest.mark.rule("REG-4")
def test_one_person_of_exactly_that_name_is_found() -> None:
    assert asked("Karin Vos") == [Meant("Karin Vos", "p1")]


@pytest.mark.rule("REG-4")
def test_another_spelling_is_asked_about_and_known_once_it_is_answered() -> None:
    for name in ("karin vos", "Vos, Karin"):
        assert asked(name) == [Meant(name, None, ("p1",))]
    assert asked("karin vos", karin_vos=Chosen("p1")) == [Meant("karin vos", "p1")]
    register = Register(lambda _: True, lambda _: [], called)
    assert register.meant([Asked("karin vos", Details(name="karin vos"), "p1")], {}) == [Meant("karin vos", "p1")]


@pytest.mark.rule("REG-4")
def test_surname_first_is_how_report_files_write_a_name() -> None:
    register = Register(lambda _: False, lambda who: ALIKE.get(who.name, []), called)
    found = register.meant([Asked("Vos, Karin", Details(name="Vos, Karin"), as_written=as_report_files_write)], {})
    assert found == [Meant("Vos, Karin", "p1")]


@pytest.mark.rule("REG-4")
def test_nobody_of_several_of_a_name_is_guessed_unless_one_of_them_has_entered() -> None:
    assert asked("Jens Holm") == [Meant("Jens Holm", None, ("p2", "p3"))]
    assert asked("Jens Holm", entered=["p3"])[0].person == "p3"
    assert asked("Jens Holm", entered=["p2", "p3"])[0].is_unclear


@pytest.mark.rule("REG-4")
def test_somebody_of_a_like_name_is_not_taken_for_who_is_meant() -> None:
    assert asked("Ole Lundt") == [Meant("Ole Lundt", None, ("p4",))]
    assert not asked("Nobody Like That")[0].is_unclear


@pytest.mark.rule("REG-4")
@pytest.mark.parametrize(
    "other",
    ["petra vogt", "Petra\u00a0Vogt", "Petra Vogt\u200b", "Vogt, Petra", "Vogt Petra", "Pétra Vogt", "P\u0435tra Vogt"],
)
def test_spellings_of_one_name_in_one_list_are_one_question(other: str) -> None:
    first, second, third = asked("Petra Vogt", other, "Ralf Amsel")
    assert (first, second) == (Meant("Petra Vogt"), Meant(other, like=("Petra Vogt",)))
    assert (second.is_unclear, third.is_unclear) == (True, False)
    same = Register(lambda _: False, lambda _: [], called, {other: Chosen(same_as="Petra Vogt")})
    answered = same.meant([Asked(name, Details(name=name)) for name in ("Petra Vogt", other)], {})
    assert answered == [Meant("Petra Vogt"), Meant(other, same_as="Petra Vogt")]
    assert not any(one.is_unclear for one in answered)


@pytest.mark.rule("REG-4")
def test_digit_that_looks_like_a_letter_is_a_question() -> None:
    assert asked("Ralf Amsel", "Ra1f Amsel")[1].like == ("Ralf Amsel",)


def test_chosen_person_goes_ahead_of_the_register() -> None:
    assert asked("Jens Holm", Jens_Holm=Chosen("p2"))[0].person == "p2"
    assert asked("Jens Holm", Jens_Holm=Chosen()) == [Meant("Jens Holm")]


def run(*typed: str) -> str:
    done = CliRunner().invoke(app, ["import", *typed])
    assert done.exit_code == 0, (done.stdout, done.exception)
    return done.stdout


@pytest.mark.rule("REG-4")
def test_person_imported_is_found_by_lists_of_matches_and_entries(
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
    assert "0 results, 0 byes, 0 corrections" in run("matches", str(matches))
    matches.write_text("date,winner,loser,length\n2025-02-08,Karin Vos,Jens Holmm,5\n", encoding="utf-8")
    unclear = CliRunner().invoke(app, ["import", "matches", str(matches)])
    assert "Jens Holmm may be " in str(unclear.exception)


IDS = {"p1": [ExternalId(federation="FIDE", id="55501")], "p4": [ExternalId(federation="FIDE", id="55504")]}


def asked_by_id(name: str, id_: str, alike: Sequence[str], federation: str = "FIDE") -> Meant:
    """Who a list means that says an id, where these are likely or have it."""
    register = Register(lambda _: False, lambda _: list(alike), called, ids_of=lambda _: IDS)
    details = Details(name=name, external_ids=(ExternalId(federation=federation, id=id_),))
    (meant,) = register.meant([Asked(name, details, key=id_, as_written=as_report_files_write)], called(()))
    return meant


@pytest.mark.rule("REG-4")
@pytest.mark.parametrize("name", ["Vos, Karin", "Lindqvist, Karin", "Vos, K."])
def test_id_decides_whatever_has_become_of_the_name(name: str) -> None:
    assert asked_by_id(name, "55501", ["p1", "p2"]).person == "p1"


@pytest.mark.rule("REG-4")
def test_same_name_with_another_id_is_asked_about() -> None:
    meant = asked_by_id("Vos, Karin", "99999", ["p1"])
    assert (meant.candidates, meant.is_unclear) == (("p1",), True)
    assert asked_by_id("Vos, Karin", "99999", ["p1"], federation="WBGF").person == "p1"


@pytest.mark.rule("REG-4")
def test_id_of_somebody_of_a_quite_different_name_is_asked_about() -> None:
    meant = asked_by_id("Ole Lund", "55501", ["p1", "p4"])
    assert (meant.candidates, meant.is_unclear) == (("p1", "p4"), True)


@pytest.mark.rule("REG-4")
def test_like_name_with_another_id_is_another_person() -> None:
    meant = asked_by_id("Karina Vos", "99999", ["p1"])
    assert (meant.person, meant.is_unclear) == (None, False)
