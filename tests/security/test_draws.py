"""Nobody who announces or directs a tournament has the draw that pleases them without everybody seeing it (ALL-2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from tests.api.support import Client, Service


@dataclass
class Field:
    """Somebody who directs, and players whom they enter as often as they like."""

    service: Service
    director: Client
    person: str
    players: list[str]

    def drawn(self, players: Sequence[str] | None = None, by: Client | None = None) -> str:
        """The path of a new NxE of these players whose first round is drawn."""
        by = by or self.director
        nxe = {"kind": "nxe", "losses": 1, "lengths": [1]}
        body = {"name": "Evening", "format": nxe, "conditions": {"appeal_window_minutes": 0}, "director": self.person}
        path = f"/v1/tournaments/{by.done('/v1/tournaments', body).json()['tournament']}"
        for number, player in enumerate(players or self.players, 1):
            entered = by.done(f"{path}/entries", {"person": player})
            by.done(f"{path}/entries/{number}/approval", seen=entered.headers["ETag"])
        by.change(path, "start")
        by.done(f"{path}/rounds/1/draw")
        return path

    def cancelled(self, players: Sequence[str] | None = None) -> str:
        """The same, cancelled because the draw did not please."""
        path = self.drawn(players)
        self.director.change(path, "cancellation", {"reason": "Nobody came."})
        return path

    def same_field(self, path: str) -> list[tuple[str, str, int]]:
        """What anybody is shown of other tournaments of this field: path, status, how many entrants are the same."""
        anybody = self.service.client()
        anybody.position = self.director.position
        found: list[dict[str, Any]] = anybody.read(f"{path}/draw-check")["same_field"]
        return [(f"/v1/tournaments/{one['tournament']}", one["status"], one["shared"]) for one in found]


@pytest.fixture
def field(service: Service) -> Field:
    director, person = service.director()
    return Field(service, director, person, [service.register(f"Player {number}") for number in range(1, 6)])


@pytest.mark.rule("ALL-2")
def test_a_tournament_announced_again_until_its_draw_pleased_shows_the_ones_before(field: Field) -> None:
    stranger = field.service.register("A stranger")
    tried = [field.cancelled(), field.cancelled([*field.players[:4], stranger])]
    left = field.drawn()
    office = field.service.administrator()
    kept = field.drawn(by=office)
    field.director.position = office.position
    expected = [(tried[0], "cancelled", 5), (tried[1], "cancelled", 4), (left, "started", 5)]
    assert field.same_field(kept) == expected


@pytest.mark.rule("ALL-2")
def test_others_and_other_fields_are_not_shown_with_it(field: Field) -> None:
    strangers = [field.service.register(f"Stranger {number}") for number in range(3)]
    field.cancelled([*field.players[:2], *strangers])
    director, person = field.service.director()
    other = Field(field.service, director, person, field.players)
    other.cancelled()
    field.director.position = director.position
    assert field.same_field(field.drawn()) == []
