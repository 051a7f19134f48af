"""Previews, answers of commands and problems tell their sender no more than reads would (ALL-12, TD-9, TD-19).

The attack: somebody tries a command, in earnest or as a preview, to be told what no read shows them.
"""

from typing import Annotated, Any

import pytest
from fastapi import APIRouter
from starlette.responses import Response

from api.queries.visible_fields import answers_of
from domain.kernel.facts import Facts, facts_seen, hidden_facts
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Value
from domain.kernel.visibility import FOR_STAFF, ForSender, Part
from tests.api.support import Season, Service, season

REPORTED = {"section", "added", "removed"}
DISPUTED = {"kind": "open-dispute", "about": {"kind": "match", "number": 1}, "matter": "Who won?"}


@pytest.fixture(scope="module")
def club(service: Service) -> Season:
    """A season with a match that both sides know of."""
    made = season(service, 4)
    made.play(1, 2)
    return made


@pytest.mark.rule("TD-9", "TD-19")
def test_a_player_who_tries_a_command_is_not_shown_what_the_report_would_tell(club: Season) -> None:
    player = club.service.player(club.persons[0])
    shown = {
        who: client.post(f"{club.path}/previews", {"command": DISPUTED}).json()
        for who, client in (("player", player), ("director", club.director))
    }
    assert (shown["player"]["report"], shown["player"]["withheld"]) == ([], ["report"])
    assert (set(shown["director"]["report"][0]), shown["director"]["withheld"]) == (REPORTED, [])
    assert shown["player"]["digest"] == shown["director"]["digest"]


@pytest.mark.rule("TD-19")
def test_anyone_who_expected_another_outcome_is_shown_it_as_a_preview_would_show_it(club: Season) -> None:
    body = {name: said for name, said in DISPUTED.items() if name != "kind"} | {"expected": "0" * 64}
    refused = club.service.player(club.persons[0]).post(f"{club.path}/disputes", body).json()
    assert refused["type"] == "/v1/problems/outcome-differs"
    assert (refused["preview"]["report"], refused["preview"]["withheld"]) == ([], ["report"])


@pytest.mark.rule("ALL-8", "ALL-10")
def test_a_player_is_not_shown_what_would_stand_in_others_records(service: Service) -> None:
    director, _ = service.director()
    one, two = service.register("One"), service.register("Two")
    announced = {"name": "Doubles", "format": {"kind": "nxe", "losses": 2, "lengths": [3]}}
    path = f"/v1/tournaments/{director.done('/v1/tournaments', announced).json()['tournament']}"
    director.done(f"{path}/entries", {"person": one, "members": [two], "team_name": "Foxes"})
    director.done(f"{path}/entries", {"person": service.register("Three")})
    for number in (1, 2):
        director.change(f"{path}/entries/{number}", "approval")
    director.change(path, "start")
    tried = {"command": {"kind": "resign", "entry": 1}}
    own = {
        told["person"]: told["data"] for told in service.player(two).done(f"{path}/previews", tried).json()["beyond"]
    }
    assert own.keys() == {one, two}
    assert (own[one], bool(own[two])) == ({}, True)
    said = {"command": {"kind": "resign", "entry": 1, "reason": "Their own word."}}
    assert all(told["data"] for told in director.done(f"{path}/previews", said).json()["beyond"])


class Untold(Value):
    number: int


class UnmarkedText(ForSender):
    text: str


class PersonalAndUnmarked(ForSender):
    text: PersonalText | None


class NeverBlank(ForSender):
    number: Annotated[int, FOR_STAFF]


@pytest.mark.rule("ALL-12")
@pytest.mark.parametrize("document", [Untold, UnmarkedText, PersonalAndUnmarked, NeverBlank])
def test_a_field_of_an_answer_that_says_not_who_sees_it_fails_the_start(document: type[Value]) -> None:
    router = APIRouter()
    router.add_api_route("/v1/something", lambda: Response(), methods=["POST"], response_model=document)
    with pytest.raises(ValueError, match=r"mark it|left blank"):
        answers_of(router.routes)


@pytest.mark.rule("ALL-12")
def test_a_fact_of_a_problem_that_says_not_who_sees_it_fails_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    unmarked: dict[str, Any] = Facts.__annotations__ | {"matter": str}
    monkeypatch.setattr(Facts, "__annotations__", unmarked)
    with pytest.raises(ValueError, match="matter says not who sees it"):
        facts_seen.__wrapped__()


@pytest.mark.rule("ALL-12")
def test_a_fact_that_is_in_no_list_is_told_nobody() -> None:
    assert hidden_facts({"match": 1, "matter": "x", "not_voted": []}, Part.ANYBODY) == {"matter", "not_voted"}
    assert hidden_facts({"match": 1, "not_voted": []}, Part.PARTY) == set()
