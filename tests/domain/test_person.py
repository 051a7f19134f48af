"""The registry of persons: who keeps it, opening ratings, erasure (ELO-1)."""

from dataclasses import dataclass, field

import pytest

from domain.errors import Refused
from domain.history import Actor, Event
from domain.ids import person_stream
from domain.person import events as happened
from domain.person.decide import (
    Command,
    CorrectDetails,
    ErasePerson,
    OpeningRating,
    RegisterPerson,
    SetOpeningRating,
    decide,
)
from domain.person.state import OpeningRating as Opening
from domain.person.state import Person, evolve
from tests.desk import NOON, OFFICE, director, person, player, recorded

OPENING = SetOpeningRating(pool="normal", rating=1_650_000_000, experience=120, reason="From the old list")


@dataclass
class Register:
    """One person's page."""

    state: Person = field(default_factory=lambda: Person(person_stream(person("A"))))

    def do(self, command: Command, by: Actor = OFFICE) -> tuple[Event, ...]:
        events = decide(self.state, command, by)
        for event in events:
            self.state = evolve(self.state, recorded(event, self.state.stream, self.state.version + 1, by, NOON))
        return events

    def refused(self, command: Command, by: Actor = OFFICE) -> str:
        with pytest.raises(Refused) as refusal:
            self.do(command, by)
        return refusal.value.problem.slug


def registered() -> Register:
    register = Register()
    register.do(RegisterPerson(name="Ada", contact="ada@example.org"))
    return register


def test_a_person_is_registered_once() -> None:
    register = registered()
    assert register.state.details == happened.Details(name="Ada", contact="ada@example.org")
    assert register.refused(RegisterPerson(name="Ada")) == "person-exists"


def test_only_who_is_registered_can_be_changed() -> None:
    for command in (CorrectDetails(name="Ada"), OPENING, ErasePerson()):
        assert Register().refused(command) == "person-unknown"


@pytest.mark.rule("ELO-1")
def test_an_opening_rating_is_kept_for_each_pool() -> None:
    register = registered()
    register.do(OPENING)
    price = OpeningRating(pool="price", rating=1_500_000_000, experience=0, reason="New there")
    register.do(SetOpeningRating(**price.model_dump()))
    assert register.state.opening_ratings == {"normal": Opening(1_650_000_000, 120), "price": Opening(1_500_000_000, 0)}


def test_an_erased_person_has_no_details_and_takes_no_commands() -> None:
    register = registered()
    assert register.do(ErasePerson()) == (happened.PersonErased(),)
    assert register.state.details is None
    assert register.refused(CorrectDetails(name="Ada")) == "person-erased"


def test_who_keeps_the_registry() -> None:
    register = registered()
    register.do(CorrectDetails(name="Ada L."), by=player("A"))
    assert register.refused(CorrectDetails(name="Bob"), by=player("B")) == "not-allowed"
    assert register.refused(CorrectDetails(name="Bob"), by=director("B")) == "not-allowed"
    for command in (OPENING, ErasePerson()):
        assert register.refused(command, by=director("B")) == "not-allowed"
        assert register.refused(command, by=player("A")) == "not-allowed"
    assert Register().refused(RegisterPerson(name="Ada"), by=player("A")) == "not-allowed"
    assert Register().do(RegisterPerson(name="Ada"), by=director("B"))


def test_a_change_on_an_old_view_is_stale() -> None:
    register = registered()
    register.do(CorrectDetails(name="Ada L.", seen=1))
    assert register.refused(CorrectDetails(name="Ada", seen=1)) == "stale"
