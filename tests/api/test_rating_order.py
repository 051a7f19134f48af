"""Matches played at one moment over HTTP: they are rated in the order of their first report (ELO-6)."""

from collections.abc import Sequence

import pytest

from tests.api.support import Season, Service, score, season

EVENING = {"played_at": "2026-03-01T20:00:00Z"}


def made(played: Season, *sides: tuple[int, int]) -> None:
    """Matches still to be reported."""
    for pair in sides:
        played.director.done(f"{played.path}/matches", {"sides": pair, "length": 7})


def report(played: Season, match: int) -> None:
    played.director.change(f"{played.path}/matches/{match}", "result", {"result": score(7, 4)} | EVENING)


def place(played: Season, match: int, at: str) -> None:
    played.director.change(
        f"{played.path}/matches/{match}", "corrections", {"place_in_rating_order": at, "reason": "As it was played"}
    )


def rated(played: Season, person: str) -> Sequence[tuple[str, int]]:
    """The person's rated matches, the first first: tournament and number."""
    lines = played.director.read(f"/v1/ratings/normal/{person}/history")["items"]
    return [(line["tournament"], line["match"]) for line in reversed(lines)]


def again(played: Season) -> Season:
    """A second season of the same director with the same players."""
    body = {
        "name": "Second",
        "format": {"kind": "open"},
        "rating": {"pool": "normal", "policy": "room", "policy_version": 1},
    }
    tournament = played.director.done("/v1/tournaments", body).json()["tournament"]
    second = Season(played.service, played.director, played.director_id, tournament, played.persons)
    for number, person in enumerate(played.persons, 1):
        entered = second.director.done(f"{second.path}/entries", {"person": person})
        second.director.done(f"{second.path}/entries/{number}/approval", seen=entered.headers["ETag"])
    second.director.change(second.path, "start")
    return second


@pytest.mark.rule("ELO-6")
def test_order_in_one_tournament_is_by_first_report_and_not_by_number(service: Service) -> None:
    played = season(service, 4)
    made(played, (1, 2), (1, 3), (1, 4))
    for match in (3, 1, 2):
        report(played, match)
    assert [match for _, match in rated(played, played.persons[0])] == [3, 1, 2]


@pytest.mark.rule("ELO-6")
def test_a_list_is_rated_in_its_own_order(service: Service) -> None:
    played = season(service, 4)
    made(played, (1, 2), (1, 3), (1, 4))
    rows = [{"match": match, "result": score(7, 4)} | EVENING for match in (2, 3, 1)]
    played.director.done(f"{played.path}/results", {"results": rows})
    assert [match for _, match in rated(played, played.persons[0])] == [2, 3, 1]


@pytest.mark.rule("ELO-6")
def test_order_between_tournaments_is_by_first_report_too(service: Service) -> None:
    first = season(service, 3)
    second = again(first)
    made(first, (2, 3), (1, 2), (1, 3))
    made(second, (1, 2))
    report(first, 2)
    report(second, 1)
    report(first, 3)
    assert rated(first, first.persons[0]) == [(first.id, 2), (second.id, 1), (first.id, 3)]


@pytest.mark.rule("ELO-6")
def test_a_place_given_by_hand_holds_against_what_is_reported_later(service: Service) -> None:
    first = season(service, 4)
    second = again(first)
    made(first, (1, 2), (1, 3), (1, 4))
    made(second, (1, 2))
    for match in (1, 2):
        report(first, match)
    report(second, 1)
    place(first, 2, "0.5")
    assert rated(first, first.persons[0]) == [(first.id, 2), (first.id, 1), (second.id, 1)]
    place(first, 2, "9")
    assert rated(first, first.persons[0]) == [(first.id, 1), (first.id, 2), (second.id, 1)]
    report(first, 3)
    assert rated(first, first.persons[0]) == [(first.id, 1), (second.id, 1), (first.id, 3), (first.id, 2)]
