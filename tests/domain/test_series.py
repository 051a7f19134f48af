"""Series of tournaments: who announces and changes them."""

from copy import copy
from dataclasses import dataclass, field
from typing import Self

import pytest
from rpds import HashTrieMap

from domain.clubs.decide import require_founded
from domain.clubs.state import Club, Clubs
from domain.kernel.envelope import Actor
from domain.kernel.ids import CLUBS, ClubId, series_stream
from domain.series.decide import AnnounceSeries, ChangeSeries, decide
from domain.series.state import Series, evolve, initial
from tests.desk import NOON, OFFICE, TOURNAMENT, Drawer, director, person, player, recorded, registered
from tests.when import When, ask

CLUB = "00000000-0000-4000-8000-000000000001"


def founded(club: ClubId) -> Club:
    """The only club, whose officer is B."""
    return require_founded(Clubs(CLUBS, by_id=HashTrieMap({CLUB: Club(CLUB, "Valley", 1, (person("B"),))})), club)


NOBODY = "00000000-0000-0000-0000-000000000000"


@dataclass
class Shelf:
    """One series."""

    state: Series = field(default_factory=lambda: initial(series_stream(TOURNAMENT)))
    secrets: Drawer = field(default_factory=Drawer)

    def do(self, command: AnnounceSeries | ChangeSeries, by: Actor = OFFICE) -> "Shelf":
        for event in decide(self.state, command, by, registered, founded, self.secrets):
            self.state = evolve(self.state, recorded(event, self.state.stream, self.state.version + 1, by, NOON))
        return self

    def when(self, command: AnnounceSeries | ChangeSeries, by: Actor = OFFICE) -> When[Self]:
        after = copy(self)
        return ask(after, lambda: after.do(command, by))


def test_announcer_of_a_series_with_a_directors_key_directs_it() -> None:
    series = Shelf().do(AnnounceSeries(name="Winter cup", directors=(person("B"),)), by=director("A")).state
    assert (series.name, series.directors) == ("Winter cup", (person("A"), person("B")))
    assert [series.is_kept_by(by) for by in (OFFICE, director("A"), director("C"), player("A"))] == [
        True,
        True,
        False,
        False,
    ]


def test_a_series_is_announced_once_and_by_nobody_else() -> None:
    Shelf().when(AnnounceSeries(name="Winter cup"), by=player("A")).refused("not-allowed")
    Shelf().when(AnnounceSeries(name="Winter cup", directors=(NOBODY,))).refused("person-unknown")
    announced = Shelf().do(AnnounceSeries(name="Winter cup"))
    announced.when(AnnounceSeries(name="Winter cup")).refused("series-exists")


def test_a_series_is_changed_by_those_who_keep_it() -> None:
    shelf = Shelf().do(AnnounceSeries(name="Winter cup"), by=director("A"))
    changed = ChangeSeries(name="Spring cup", directors=(person("A"), person("C"), person("C")))
    shelf.when(changed, by=director("C")).refused("not-allowed")
    shelf.do(changed, by=director("A"))
    assert (shelf.state.name, shelf.state.directors) == ("Spring cup", (person("A"), person("C")))
    shelf.when(ChangeSeries(name="Winter cup", seen=1), by=director("C")).refused("stale")
    assert shelf.do(ChangeSeries(name="Summer cup", seen=shelf.state.revision)).state.name == "Summer cup"


def test_terms_never_announced_are_unknown() -> None:
    Shelf().when(ChangeSeries(name="Winter cup")).refused("series-unknown")


@pytest.mark.rule("REG-5")
def test_the_series_of_a_club_is_announced_by_its_officers() -> None:
    Shelf().when(AnnounceSeries(name="Cup", club=CLUB), director("A")).refused("not-allowed")
    Shelf().when(AnnounceSeries(name="Cup", club=NOBODY)).refused("club-unknown")
    shelf = Shelf().do(AnnounceSeries(name="Cup", club=CLUB), director("B"))
    assert shelf.state.club == CLUB
    assert shelf.do(ChangeSeries(name="Open cup")).state.club is None
    shelf.when(ChangeSeries(name="Cup", club=NOBODY)).refused("club-unknown")
