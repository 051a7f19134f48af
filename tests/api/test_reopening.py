"""Tournaments that end and go on over HTTP: reopening brings back the status before the end (ALL-13)."""

import pytest

from tests.api.played import REASON, Played, started
from tests.api.support import Service


def status(made: Played) -> str:
    return str(made.director.read(made.path)["status"])


@pytest.mark.rule("ALL-13", "CHM-1")
@pytest.mark.parametrize("kind", ["knockout", "dual-ring", "swiss"])
def test_a_tournament_that_was_never_started_is_not_won_by_cancelling_and_reopening_it(
    service: Service, kind: str
) -> None:
    office = service.administrator()
    cup = office.done("/v1/series", {"name": "Cup"}).json()["series"]
    body = {"name": "Evening", "format": {"kind": kind}, "series": {"series": cup, "season": 2026}}
    made = Played(service, office, f"/v1/tournaments/{office.done('/v1/tournaments', body).json()['tournament']}")
    made.enter()
    assert made.refused("start")[1] == "too-few-entrants"
    made.do("cancellation", REASON)
    made.do("reopening", REASON)
    assert status(made) == "announced"
    assert made.refused("completion")[1] == "tournament-status"
    assert office.read(f"/v1/series/{cup}/wins")["items"] == []
    made.enter()
    made.do("start")
    assert status(made) == "started"


@pytest.mark.rule("ALL-13")
def test_a_started_tournament_goes_on_where_it_was_cancelled(service: Service) -> None:
    made = started(service, {"kind": "knockout", "lengths": [3]}, 2)
    made.do("cancellation", REASON)
    made.do("reopening", REASON)
    assert status(made) == "started"
    assert made.play_on() == made.match(1)["winner"]
    made.do("completion")
    made.do("reopening", REASON)
    assert status(made) == "started"
