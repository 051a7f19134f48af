"""Values with other parts are made as the library makes them."""

import dataclasses
from dataclasses import dataclass, field

import pytest

from domain.kernel.replacing import maker_of, replace
from domain.match.record import Bye, Match
from domain.match.sitting import Sitting
from domain.tournament.state import Entry, Rounds, initial
from tests.formats.test_swiss_golden import played_example

PLAYED = played_example().state
VALUES = (
    PLAYED, PLAYED.matches[1], PLAYED.matches[1].sitting, PLAYED.rounds, PLAYED.entries[1],
    Bye(number=1, entry=2, round=3, revision=4), Sitting(), Match(1, (1, 2), 5, 1), initial(PLAYED.stream),
)  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_each_part_can_be_another(value: Match | Rounds | Entry) -> None:
    for one in dataclasses.fields(value):
        other = {one.name: object()}
        assert replace(value, **other) == dataclasses.replace(value, **other)  # type: ignore[arg-type]  # any part
    assert replace(value) == value
    assert replace(value) is not value


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_maker_makes_the_value_of_its_parts(value: Match | Rounds | Entry) -> None:
    parts = [getattr(value, one.name) for one in dataclasses.fields(value)]
    made = maker_of(type(value))(*parts)
    assert (type(made), made) == (type(value), value)
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(made, dataclasses.fields(value)[0].name, None)
    with pytest.raises(TypeError):
        maker_of(type(value))(*parts, 1)


def test_a_part_that_is_not_there_is_refused() -> None:
    with pytest.raises(TypeError, match="colour"):
        replace(Sitting(), colour="red")  # type: ignore[call-arg]  # there is none


@dataclass(frozen=True, slots=True)
class _Counted:
    """Made in a way of its own."""

    parts: tuple[int, ...]
    name: str = ""
    number: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "number", len(self.parts))


@dataclass(frozen=True)
class _Named:
    """With a dictionary, and parts that are named."""

    name: str
    count: tuple[int, ...] = field(kw_only=True)


def test_maker_asks_what_is_made_in_a_way_of_its_own() -> None:
    assert maker_of(_Named)("one", (1, 2)) == _Named(count=(1, 2), name="one")


def test_things_made_in_a_way_of_their_own_are_so_again() -> None:
    assert replace(_Counted((1,)), parts=(1, 2)).number == 2
