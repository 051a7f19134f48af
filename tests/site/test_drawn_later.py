"""Pages of a consolation that is drawn while the main bracket plays on (CON-6)."""

import pytest

from tests.api.played import first_wins, started
from tests.api.support import Service
from tests.site.test_public import page_at

DRAWN = {"kind": "consolation", "lengths": [3], "seeding": "entry-order", "comes_in": "drawn", "drawn_after": 1}


@pytest.mark.rule("CON-6")
@pytest.mark.parametrize(
    ("language", "waits", "why"),
    [
        ("en", "to be drawn", "drawn by lot from those beaten"),
        ("da", "trækkes endnu", "trukket ved lod blandt taberne"),
        ("nl", "wordt nog geloot", "geloot uit de verliezers"),
    ],
)
def test_seats_are_to_be_drawn_until_round_1_is_played(service: Service, language: str, waits: str, why: str) -> None:
    played = started(service, DRAWN, 8)
    page = played.path.removeprefix("/v1")
    assert waits in page_at(service, f"{page}/chart", language)
    for number in range(1, 5):
        played.report(number, first_wins(number))
    assert waits not in page_at(service, f"{page}/chart", language)
    assert why in page_at(service, f"{page}/rounds", language)
