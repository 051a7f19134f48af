"""The guide for auditors says how the layers of a match give its result: who goes by it alone gets the service's."""

import re
from collections import Counter
from pathlib import Path

import orjson
import pytest

from domain.match.record import Match
from domain.officiating.remedies import (
    OPENERS,
    Concession,
    DoubleAnnulment,
    GameLoss,
    MatchLoss,
    MatchVoiding,
    PenaltyPoints,
    ResultAward,
    ScoreCorrection,
)
from tests.histories.test_v1 import folded, read
from tests.house.source import ROOT
from tests.second_verifier.results import Came, Results

HISTORIES = ROOT / "tests" / "histories" / "v1"
GUIDE = (ROOT / "api" / "guides" / "AUDITING.md").read_text(encoding="utf-8")
CHANGING = (
    *OPENERS,
    *(Concession, DoubleAnnulment, GameLoss, MatchLoss, MatchVoiding, PenaltyPoints, ResultAward, ScoreCorrection),
)


def results_of(file: Path) -> Results:
    """The results of a tournament by the bytes of its events."""
    found = Results()
    for line in file.read_bytes().splitlines():
        event = orjson.loads(line)
        found.take(event["topic"], event["event"])
    return found


def by_service(match: Match) -> Came:
    """What the service says of the match, once it counts."""
    if match.voided:
        return "void", None
    if not match.effective or match.effective.announced_at is None:
        return None, None
    return match.effective.outcome.ended, match.effective.outcome.winner


@pytest.mark.rule("ALL-1", "ALL-3", "TD-14")
def test_results_by_the_guide_are_those_of_the_service() -> None:
    """Of every tournament whose history was kept: what is reported, corrected, ruled, conceded and void."""
    told = [
        one for one in sorted(HISTORIES.glob("*.jsonl")) if b'"topic":"tournament.result-reported.' in one.read_bytes()
    ]
    seen = Counter[str]()
    for file in told:
        found, matches = results_of(file), folded(read(file.name)).matches
        for number in found.matches:
            match = matches[number]
            assert found.of(number, match.length, match.sides) == by_service(match), (file.name, number)
            seen.update({"results"} | {one["kind"] for one in found.in_force(number)})
    assert seen["results"] > 100
    assert set(seen) >= {"results", *(kind_of(one) for one in CHANGING)}


@pytest.mark.rule("ALL-3")
def test_guide_names_every_remedy_that_changes_a_result() -> None:
    table = GUIDE.partition("| remedy | effect |")[2].partition("\n\n")[0]
    named = [kind for line in table.splitlines()[2:] for kind in re.findall(r"`([a-z-]+)`", line.split("|")[1])]
    assert sorted(named) == sorted(kind_of(one) for one in CHANGING)


def kind_of(remedy: type) -> str:
    """What an event calls the remedy."""
    return str(remedy.model_fields["kind"].default)  # type: ignore[attr-defined]  # each is a value of a model
