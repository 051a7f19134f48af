"""Formats announced badly over HTTP are refused with what would work, and never fail; who is still in has no rank."""

import csv
import io
from collections.abc import Mapping
from typing import Any

import pytest

from tests.api.played import Played, announced, started
from tests.api.support import Service
from tests.api.test_rating_policies import national

KNOCKOUT = {"kind": "knockout", "lengths": [5], "round_days": None}
DOUBLE = {"kind": "double-elimination", "lengths": [5]}
CIRCLE = {"kind": "round-robin", "lengths": [5]}
MONRAD = {"kind": "monrad", "lengths": [5]}
LIVES = {"kind": "lives", "lengths": [5]}
CONSOLATION = {"kind": "consolation", "lengths": [5]}

CONTRADICTIONS: list[Mapping[str, object]] = [
    LIVES | {"end": "places"},
    LIVES | {"end": "last", "left": 3},
    LIVES | {"lives": 1},
    LIVES | {"late_losses": "no-loss"},
    LIVES | {"pace": "continuous", "late_entries": True},
    LIVES | {"wins": 3},
    LIVES | {"wins": 3, "end": "last", "rules_version": 3},
    DOUBLE | {"merge": [4, 4], "grand": "simple"},
    DOUBLE | {"merge": [3, 3]},
    DOUBLE | {"third_lengths": [3]},
    DOUBLE | {"half_in_lower": True, "byes_to": "lot"},
    DOUBLE | {"rules_version": 3, "drops": ["natural"]},
    DOUBLE | {"drops": ["sideways"]},
    CONSOLATION | {"join": "second-place", "main_prizes": 1},
    CONSOLATION | {"comes_in": "first-round", "shape": "short"},
    CONSOLATION | {"last_chance_lengths": [3]},
    CONSOLATION | {"beaten_begin_in": "consolation-bracket"},
    CONSOLATION | {"drawn_after": 2},
    CONSOLATION | {"comes_in": "drawn", "rules_version": 5},
    CONSOLATION | {"last_chance": "drawn", "last_chance_from": 3, "last_chance_until": 2},
    KNOCKOUT | {"form": "six-games", "replay_lengths": [3]},
    KNOCKOUT | {"layout": "as-listed", "reseed": True},
    KNOCKOUT | {"layout": "tiers", "byes_to": "lot"},
    KNOCKOUT | {"seeded": 4},
    KNOCKOUT | {"seeding": "rating"},
    KNOCKOUT | {"rules_version": 3, "reseed": True},
    MONRAD | {"order": "random", "first_round": "halves"},
    MONRAD | {"late_until": 2},
    MONRAD | {"seeding": "rating", "order": "random"},
    MONRAD | {"acceleration": "baku", "rules_version": 4},
    MONRAD | {"apart": [{"entries": [1, 1]}]},
    CIRCLE | {"cycles": 9},
    CIRCLE | {"cycles": 2, "rounds": 3},
    CIRCLE | {"pace": "at-once", "rounds_open": 2},
    CIRCLE | {"tie_breaks": {"criteria": ["PTS", "BH", "LOT"]}},
    CIRCLE | {"pace": "at-once", "tie_breaks": {"criteria": ["PTS", "CUM", "LOT"]}},
    CIRCLE | {"tie_breaks": {"criteria": ["PTS", "SB"]}},
    CIRCLE | {"tie_breaks": {"criteria": ["SB", "LOT"]}},
    CIRCLE | {"tie_breaks": {"criteria": ["PTS", "SB", "SB", "LOT"]}},
]


@pytest.mark.rule("TB-1", "DE-4", "DE-10", "MON-6", "CON-7")
@pytest.mark.parametrize("told", CONTRADICTIONS, ids=str)
def test_options_that_contradict_each_other_are_refused_with_what_would_work(
    service: Service, told: Mapping[str, object]
) -> None:
    director, _ = service.director()
    refused(director.post("/v1/tournaments", {"name": "Evening", "format": told}))


def refused(answer: Any) -> str:  # noqa: ANN401 -- an answer
    """The slug of its problem, which says what is wrong and what to do."""
    assert answer.status_code in (409, 422), answer.text
    problem = answer.json()
    assert problem["advice"]
    assert problem["detail"] or problem["errors"]
    return str(problem["type"].rpartition("/")[2])


@pytest.mark.rule("SEL-2")
@pytest.mark.parametrize("length", [0, -1, "one", 1000])
def test_length_of_play_offs_that_nobody_can_play_is_refused(service: Service, length: object) -> None:
    director, _ = service.director()
    stages = [{"format": KNOCKOUT, "qualifiers": 4, "play_off_length": length}]
    assert refused(director.post("/v1/tournaments", {"name": "Cup", "format": MONRAD, "stages": stages}))


@pytest.mark.rule("DE-13", "SWX-1", "RR-1", "RR-14")
@pytest.mark.parametrize(
    ("told", "entrants"),
    [
        (DOUBLE | {"merge": [4, 4]}, 4),
        (MONRAD | {"rounds": 9}, 4),
        (CIRCLE, 1),
        (CIRCLE | {"rounds": 4}, 4),
        (KNOCKOUT, 1),
        (LIVES, 0),
    ],
    ids=str,
)
def test_field_too_small_does_not_start(service: Service, told: Mapping[str, object], entrants: int) -> None:
    made = announced(service, told)
    made.enter_all(service.register_all([f"Player {number}" for number in range(entrants)])) if entrants else None
    status, slug, problem = made.refused("start")
    assert (status, slug) == (409, "too-few-entrants")
    assert problem["advice"]


@pytest.mark.rule("SE-9", "SWX-5", "RR-10")
@pytest.mark.parametrize("told", [KNOCKOUT, MONRAD, CIRCLE, LIVES, DOUBLE], ids=str)
def test_late_entry_after_its_moment_is_refused(service: Service, told: Mapping[str, object]) -> None:
    made = started(service, told, 4)
    late = made.director.post(f"{made.path}/entries", {"person": service.register("Late")})
    assert refused(late) == "entries-closed"


@pytest.mark.rule("ELO-8")
@pytest.mark.parametrize(
    "changes",
    [
        {"k": {"kind": "bands", "bands": [{"from_experience": 0, "k": "0"}]}},
        {"factor": "0"},
        {"scale": "0"},
        {"scale": "-2000"},
        {"shortest": 0},
    ],
    ids=str,
)
def test_policy_that_cannot_rate_is_refused(service: Service, changes: Mapping[str, object]) -> None:
    refused(service.administrator().post("/v1/rating-policies", national(**changes)))


def report(made: Played, first: int, second: int, **further: object) -> Any:  # noqa: ANN401 -- an answer
    """The answer to a final score of match 1."""
    seen = made.director.get(f"{made.path}/matches/1").headers["ETag"]
    body = {"result": {"kind": "score", "first": first, "second": second}, **further}
    return made.director.post(f"{made.path}/matches/1/result", body, seen=seen)


@pytest.mark.rule("GAM-3", "GAM-4")
@pytest.mark.parametrize(("first", "second"), [(55, 2), (5, 5), (4, 3), (0, 0), (-5, 2), (5, -1), (5, 7)])
def test_score_that_cannot_arise_is_refused(service: Service, first: int, second: int) -> None:
    made = started(service, KNOCKOUT, 2)
    refused(report(made, first, second))
    refused(report(made, first, second, score_checked=True))
    assert made.match(1)["result"] is None


@pytest.mark.rule("GAM-3")
def test_unlikely_score_is_asked_once_more_and_then_taken(service: Service) -> None:
    made = started(service, KNOCKOUT, 2)
    assert refused(report(made, 7, 2)) == "score-unlikely"
    assert report(made, 7, 2, score_checked=True).is_success
    assert made.match(1)["points"] == [7, 2]


@pytest.mark.rule("SE-13")
@pytest.mark.parametrize("told", [KNOCKOUT, DOUBLE | {"seeding": "entry-order"}], ids=str)
def test_players_still_in_come_first_without_a_rank_in_document_and_csv(
    service: Service, told: Mapping[str, object]
) -> None:
    """Four; one match is played: in the knockout three are still in, and the beaten one has rank 3; else four are."""
    made = started(service, told, 4)
    made.report(1, {"kind": "winner", "winner": "first"})
    ranks = [rank for rank, _, _ in made.rows()]
    assert ranks == ([None, None, None, 3] if told == KNOCKOUT else [None] * 4)
    answer = made.director.get(f"{made.path}/standings", {"Accept": "text/csv"})
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [row["rank"] for row in rows] == ["" if rank is None else str(rank) for rank in ranks]
