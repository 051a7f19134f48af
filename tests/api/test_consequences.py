"""What a change of one result does to others over HTTP: it is chosen, recorded, and named in the answer (ALL-4)."""

import pytest

from tests.api.played import REASON, Json, Played, started, winner
from tests.api.support import Service

SWISS = {"kind": "swiss", "lengths": [3], "rounds": 3}
NXE = {"kind": "nxe", "losses": 2, "lengths": [3]}
KNOCKOUT = {"kind": "knockout", "lengths": [3]}
RING = {"kind": "dual-ring"}
LOST = {"kind": "match-loss", "loser": "first"}
WORDS = {"clause": "4.2", "facts": "As seen.", "reasons": "As written."}


def rule(made: Played, match: int, remedy: Json, choice: str | None = None) -> Json:
    """A ruling on that match."""
    about = {"kind": "match", "number": match}
    body = {"about": about, "remedies": [remedy], "choice": choice, **WORDS}
    return made.director.ruled(made.path, body).json()


def voted(made: Played, ruling: int, verdict: str, *alternative: Json) -> str:
    """The path of an appeal of the ruling by entry 1, with two of three votes for the verdict."""
    appeal = made.director.change(f"{made.path}/rulings/{ruling}", "appeals", {"entry": 1}).headers["Location"]
    members = [made.service.register(f"Member {number}") for number in range(3)]
    made.service.officer().change(appeal, "committee", {"members": members})
    made.director.position = made.service.services.journal.position()
    if alternative:
        made.director.done(f"{appeal}/alternatives", {"remedies": alternative})
    for member in members[:2]:
        made.service.player(member).done(f"{appeal}/votes", {"member": member, "verdict": verdict})
    return appeal


def numbers(answer: Json) -> list[int]:
    """The matches that an answer names."""
    return [one["number"] for one in answer["matches"]]


def by_number(made: Played) -> dict[int, Json]:
    return {match["number"]: match for match in made.matches()}


def played_on(service: Service, format_: Json) -> Played:
    """1 has beaten 2, and both have played round 2 on it; then the result is annulled, and what was played stands."""
    made = started(service, format_, 4)
    made.pair(1, (1, 2), (3, 4))
    for match in (1, 2):
        made.report(match, winner("first"))
    made.pair(2, (1, 3), (2, 4))
    for match in (3, 4):
        made.report(match, winner("first"))
    rule(made, 1, {"kind": "result-annulment"}, "stand")
    return made


@pytest.mark.rule("ALL-4", "SWI-4", "NXE-8")
@pytest.mark.parametrize(
    ("format_", "place", "body"),
    [
        (SWISS, "rounds/1/closing", {"early": True, **REASON}),
        (NXE, "entries/1/resignation", {"reason": "Rang."}),
    ],
)
def test_closing_a_round_and_resigning_ask_what_becomes_of_what_was_played_on(
    service: Service, format_: Json, place: str, body: Json
) -> None:
    made = played_on(service, format_)
    status, slug, problem = made.refused(place, body)
    assert (status, slug, problem["started"]) == (409, "choice-needed", [3, 4])
    answer = made.do(place, {**body, "choice": "rewind"})
    assert numbers(answer) == [1, 3, 4]
    assert [match["status"] for match in made.matches()] == ["announced", "announced", "void", "void"]
    events = made.read("history", limit=500)["items"]
    found = [one for one in events if one["topic"].startswith("tournament.consequences-chosen")]
    chosen = max(found, key=lambda one: one["version"])["data"]
    assert (chosen["choice"], chosen["by_default"]) == ("rewind", False)
    assert [one["after"]["match"] for one in chosen["changed"]] == [1]


@pytest.mark.rule("ALL-4", "TD-13")
def test_a_decision_on_appeal_names_all_matches_that_it_changes_each_ready_for_the_next_change(
    service: Service,
) -> None:
    made = started(service, KNOCKOUT, 4, conditions={})
    for match in (1, 2, 3):
        made.report(match, winner("first"))
    rule(made, 1, LOST, "rewind")
    made.report(4, winner("first"))
    appeal, before = voted(made, 1, "reversed"), by_number(made)
    decision = {"reasons": "As voted.", "choice": "rewind"}
    shown = made.do("previews", {"command": {"kind": "decide-appeal", "appeal": 1, **decision}})
    answer = made.director.change(appeal, "decision", decision).json()
    after = by_number(made)
    assert numbers(answer) == [number for number in after if after[number] != before.get(number)] == [1, 4, 5]
    assert ([one["match"] for one in shown["voided"]], after[4]["status"]) == ([4], "void")
    for one in answer["matches"]:
        seen = made.director.get(f"{made.path}/matches/{one['number']}").headers["ETag"]
        assert seen == f'"match-{one["number"]}-{one["revision"]}"'


@pytest.mark.rule("RNG-6", "TD-12", "TD-13", "ALL-4")
def test_matches_of_a_ring_that_only_a_reversed_ruling_had_made_possible_are_put_to_the_choice(
    service: Service,
) -> None:
    made = started(service, RING, 5, conditions={})
    made.report(1, winner("first"))  # 1 beats 2: match 6 is between 1 and 3
    made.report(6, winner("first"))
    rule(made, 1, {"kind": "match-voiding"}, "rewind")
    made.report(2, winner("first"))  # 2, who is in again, beats 3
    appeal, decision = voted(made, 1, "reversed"), {"reasons": "As voted."}
    refused = made.director.post(f"{appeal}/decision", decision, seen=made.director.get(appeal).headers["ETag"])
    problem = refused.json()
    assert (refused.status_code, problem["type"]) == (409, "/v1/problems/choice-needed")
    assert (problem["started"], problem["choices"]) == ([2], ["rewind", "restore", "stand"])
    made.director.change(appeal, "decision", {**decision, "choice": "restore"})
    after = by_number(made)
    assert [(after[number]["status"], after[number]["winner"]) for number in (1, 6)] == [("announced", 1)] * 2
    assert after[2]["status"] == "void"
