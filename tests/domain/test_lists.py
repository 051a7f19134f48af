"""Lists that are kept elsewhere: their owner, and who hands them on (REG-4)."""

from datetime import UTC, datetime
from functools import partial

import pytest

from domain.application.requests import of_list
from domain.kernel.envelope import as_recorded
from domain.kernel.ids import list_stream
from domain.lists import state as lists
from domain.lists.decide import HandListOn, decide, require_known
from domain.lists.events import ListHandedOn, ListOpened, NamesListed
from tests.club import Club
from tests.desk import OFFICE, director, person
from tests.when import ask

LIST, VALLEY = "00000000-0000-4000-8000-0000000000c6", "00000000-0000-4000-8000-000000000001"
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def after(*events: ListHandedOn | NamesListed) -> lists.ListState:
    state = lists.initial(list_stream(LIST))
    for number, event in enumerate(events, 1):
        state = lists.evolve(state, as_recorded(event, state.stream, number, OFFICE, NOW))
    return state


@pytest.mark.rule("REG-4")
def test_list_is_handed_on_to_a_club_and_back_to_the_office() -> None:
    given, to_valley = after(), HandListOn(club=VALLEY)
    assert decide(given, to_valley, OFFICE) == ListHandedOn(club=VALLEY)
    owned = after(ListHandedOn(club=VALLEY))
    assert decide(owned, HandListOn(club=None), OFFICE) == ListHandedOn(club=None)
    for state, command in ((owned, to_valley), (given, HandListOn(club=None))):
        ask(state, partial(decide, state, command, OFFICE)).refused("list-owned")


@pytest.mark.rule("REG-4")
def test_list_is_handed_on_by_administrators_alone() -> None:
    ask(after(), lambda: decide(after(), HandListOn(club=VALLEY), director("A"))).refused("not-allowed")


@pytest.mark.rule("REG-4")
def test_list_that_is_handed_on_was_imported_when_it_was_before() -> None:
    state = after(NamesListed(names=()), ListHandedOn(club=VALLEY))
    assert (state.owner, state.imported_at, state.imported_by) == (VALLEY, NOW, OFFICE.person)
    assert after(ListHandedOn(club=VALLEY)).imported_at is None


@pytest.mark.rule("REG-4")
def test_list_and_its_new_owner_must_be_there() -> None:
    federation = Club().register("A")
    command = of_list(federation.by(OFFICE), LIST, HandListOn(club=VALLEY))
    ask(federation, lambda: federation.carry_out(command)).refused("list-unknown")
    opened = ListOpened(list=LIST, kind="persons", name="Members", tournament=None)
    every = lists.evolve_lists(
        lists.initial_lists(list_stream("")), as_recorded(opened, list_stream(""), 1, OFFICE, NOW)
    )
    assert (require_known(every, LIST).name, require_known(every, LIST).number) == ("Members", 1)
    assert person("A") not in every.by_id
