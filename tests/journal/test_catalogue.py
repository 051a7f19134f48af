"""The service's own commands through the journal: what is sealed, erased, read from several streams."""

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import pytest

from domain.application.catalogue import FOLDS, REGISTRY
from domain.application.details import details_of
from domain.application.requests import CommandOrigin, of_person, of_tournament
from domain.journal.journal import Journal
from domain.kernel.envelope import SERVICE, Actor
from domain.kernel.ids import PersonId, person_stream, tournament_stream
from domain.kernel.refusal import Refused
from domain.person.commands import ErasePerson, RegisterPerson, RequestErasure
from domain.person.state import Person
from domain.ports.command_handling import CommandOutcome, command_id, request_digest
from domain.problems.persons import PERSON_ERASED
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.state import Tournament
from ops.demonstration.seeded import seeded_id
from tests.journal.support import ticking

ADMINISTRATOR = Actor(key="k-1", role="administrator")


@pytest.fixture
def journal(database_url: str) -> Iterator[Journal]:
    opened = Journal(database_url, ticking(), REGISTRY, FOLDS)
    yield opened
    opened.close()


def asked(key: str) -> CommandOrigin:
    return CommandOrigin(command_id("owner", key), request_digest(key, b""), ADMINISTRATOR)


def register(journal: Journal, name: str) -> PersonId:
    about = asked(f"register {name}")
    person = seeded_id(about.command)
    journal.execute(of_person(about, person, RegisterPerson(name=name)))
    return person


def test_a_name_is_sealed_and_erased(journal: Journal) -> None:
    person = register(journal, "Nardeban")
    assert b"Nardeban" not in journal.read(0, 10)[0].state
    kept = cast("Person", journal.state(person_stream(person)))
    assert details_of([kept], journal)[person].name == "Nardeban"
    journal.execute(of_person(asked("ask"), person, RequestErasure(wait_hours=0)))
    journal.execute(of_person(replace(asked("erase"), actor=SERVICE), person, ErasePerson()))
    assert details_of([kept], journal) == {}
    with pytest.raises(Refused) as refusal:
        journal.execute(of_person(asked("again"), person, RequestErasure(wait_hours=0)))
    assert refusal.value.problem is PERSON_ERASED


def test_a_tournament_reads_the_persons_it_names(journal: Journal, database_url: str) -> None:
    director = register(journal, "Director")
    outcome = announce(journal, director)
    tournament = tournament_stream(seeded_id(command_id("owner", "announce")))
    assert outcome.versions.keys() == {tournament}
    settings = cast("Tournament", journal.state(tournament)).settings
    assert settings is not None
    assert settings.directors == (director,)
    again = Journal(database_url, ticking(), REGISTRY, FOLDS)
    assert again.state(tournament) == journal.state(tournament)
    again.close()


def announce(journal: Journal, director: PersonId) -> CommandOutcome:
    about = asked("announce")
    fields = {"name": "Spring", "format": {"kind": "open"}, "director": director}
    command = lifecycle_commands.AnnounceTournament.model_validate(fields)
    return journal.execute(of_tournament(about, seeded_id(about.command), command))
