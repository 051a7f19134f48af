"""What a change of one result does to others over HTTP: it is chosen, recorded, and named in the answer (ALL-4)."""

import pytest

from tests.api.played import REASON, Json, Played, started, winner
from tests.api.support import Service

SWISS = {"kind": "swiss", "lengths": [3], "rounds": 3}
NXE = {"kind": "nxe", "losses": 2, "lengths": [3]}
WORDS = {"clause": "4.2", "facts": "As seen.", "reasons": "As written."}


def rule(made: Played, match: int, remedy: Json, choice: str | None = None) -> Json:
    """A ruling on that match."""
    about = {"kind": "match", "number": match}
    return made.do("rulings", {"about": about, "remedies": [remedy], "choice": choice, **WORDS})


def numbers(answer: Json) -> list[int]:
    """The matches that an answer names."""
    return [one["number"] for one in answer["matches"]]


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
        (NXE, "entries/1/resignation", {}),
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
    assert [one["match"] for one in chosen["turned"]] == [1]
