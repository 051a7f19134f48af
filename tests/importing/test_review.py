"""Who confirms an import (TD-9): an administrator who has recorded nothing of what is to be confirmed."""

import pytest

from domain.kernel.envelope import SERVICE, Actor
from domain.tournament.imports.commands import ConfirmImport
from domain.tournament.imports.events import ImportConfirmed, ImportContinued, ImportDeclared, import_key
from domain.tournament.matches.events import MatchMade, MatchVoided
from tests.desk import person
from tests.story import Given, evening, given, made, reported

IMPORT = Actor(key=import_key("1"), role="administrator")
NOBODY = Actor(key="machine", role="administrator")


def office(letter: str) -> Actor:
    """An administrator by a key of their own."""
    return Actor(key=f"key-{letter}", role="administrator", person=person(letter))


def imported() -> Given:
    """A list in Y's name, of one match that A has won against B."""
    declared = ImportDeclared(import_id=IMPORT.key, source="list.csv", in_name_of=person("Y"))
    return given(*evening("AB")).done(declared, made(1, 2), reported("first"), by=IMPORT)


def another() -> MatchMade:
    return MatchMade(match=2, sides=(1, 2), length=5)


def voided() -> MatchVoided:
    return MatchVoided(match=1, reason="Twice in the list")


def continued(letter: str) -> ImportContinued:
    return ImportContinued(source="list.csv", in_name_of=person(letter))


def confirmed(so_far: Given, by: Actor) -> Given:
    """Once that administrator has confirmed all of it."""
    return so_far.done(ImportConfirmed(tournament_version=len(so_far.events)), by=by)


def may(so_far: Given, *letters: str) -> str:
    """Which of these administrators can confirm what there is."""
    seen = ConfirmImport(tournament_version=len(so_far.events))
    return "".join(one for one in letters if so_far.when(seen, by=office(one)).refusal is None)


@pytest.mark.rule("TD-9")
@pytest.mark.parametrize(
    ("story", "confirming"),
    [
        pytest.param(imported(), "XZ", id="begun by Y"),
        pytest.param(imported().done(continued("X"), voided(), by=IMPORT), "Z", id="Y, then X on the machine"),
        pytest.param(imported().done(continued("X"), voided(), by=office("X")), "Z", id="Y, then X with a key"),
        pytest.param(imported().done(voided(), by=office("X")), "Z", id="Y, then X by hand"),
        pytest.param(imported().done(another(), by=NOBODY), "", id="Y, then a key for nobody"),
        pytest.param(imported().done(voided(), by=SERVICE), "XZ", id="Y, then the service itself"),
        pytest.param(
            confirmed(imported(), office("X")).done(continued("X"), voided(), by=IMPORT),
            "YZ",
            id="Y, confirmed by X, then X",
        ),
        pytest.param(
            confirmed(imported(), office("X")).done(voided(), by=IMPORT), "XZ", id="Y, confirmed by X, then Y again"
        ),
    ],
)
def test_import_is_confirmed_by_who_recorded_none_of_it(story: Given, confirming: str) -> None:
    assert may(story, "X", "Y", "Z") == confirming
