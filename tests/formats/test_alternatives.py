"""What a committee puts in a ruling's place is as if it had been ruled so at once (TD-12, TD-13).

In the rings the ruling is on the game of B and C. Who plays on by it meets others; put in its place is that C has won.
"""

from typing import Any

import pytest

from domain.kernel.refusal import Refused
from domain.problems.tournament import CHOICE_NEEDED
from domain.scoring.result import FinalScore
from domain.tournament.command import Choice
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.rulings import commands as ruling_commands
from tests.desk import person, player
from tests.formats.appealing import give_as, lodge, put_instead, vote
from tests.formats.knockout_play import knockout
from tests.formats.ring_desk import RingDesk, started_ring

Fields = dict[str, Any]


def award(winner: str) -> Fields:
    return {"kind": "result-award", "result": {"kind": "winner", "winner": winner}}


def on_match(number: int, *remedies: Fields) -> Fields:
    """A ruling on that match."""
    words = {"clause": "4.2", "facts": "As seen", "reasons": "As written"}
    return {"about": {"kind": "match", "number": number}, "remedies": remedies, **words}


@pytest.mark.rule("TD-13", "ALL-3", "ALL-12")
def test_player_disqualified_in_place_of_a_replay_does_not_concede_what_was_reported_before_it() -> None:
    desk = knockout(4, {"lengths": (3,)})
    desk.do(lifecycle_commands.AppointDirector(person=person("Y")))
    desk.act("starts")
    report = match_commands.ReportResult(match=1, result=FinalScore(first=3, second=0))
    desk.do(report, player("A"))
    at_once, disqualified = desk.fork(), {"kind": "disqualification", "entry": 1}
    assert give_as(at_once, on_match(1, disqualified)) == 1
    assert give_as(desk, on_match(1, {"kind": "match-replay"})) == 1
    put_instead(desk, 1, [disqualified])
    for one in (desk, at_once):
        match = one.state.matches[1]
        assert (match.layers, match.effective and match.effective.announced_at) == ((), None)
        assert one.state.awaiting == at_once.state.awaiting


def ring(ruled: Fields, *played: str) -> RingDesk:
    """A ring of five with that ruling on the game of B and C, played on; an appeal has the votes for C."""
    desk = started_ring("ABCDE")
    assert give_as(desk, {**on_match(2), "play_began": True, **ruled}) == 1
    for said in played:
        desk.act(said)
    appeal = lodge(desk, 1)
    if "claimed" not in ruled:
        instead = {"appeal": appeal, "remedies": [award("second")]}
        desk.do(ruling_commands.ProposeAlternative.model_validate(instead))
    vote(desk, appeal, "reversed" if "claimed" in ruled else "alternative-1")
    return desk


def decided(desk: RingDesk, choice: Choice | None = None) -> RingDesk:
    desk.do(ruling_commands.DecideAppeal(appeal=1, reasons="As voted", choice=choice))
    return desk


DISMISSED: Fields = {"claimed": [award("second")]}
AWARDED_TO_B: Fields = {"remedies": [award("first")]}
WARNED: Fields = {"remedies": [{"kind": "warning", "to": {"kind": "entry", "entry": 2}}]}


@pytest.mark.rule("RNG-6", "TD-12", "TD-13", "ALL-4")
@pytest.mark.parametrize(
    ("ruled", "played", "started"),
    [
        (DISMISSED, ["A-B A"], [1]),
        (WARNED, ["A-B A", "A-C A"], [1, 6]),
        (AWARDED_TO_B, ["A-B A", "D-E E"], [1]),
        (AWARDED_TO_B, ["B resigns"], [1, 6]),
    ],
)
def test_a_game_of_a_ring_that_was_abandoned_since_the_ruling_is_awarded_on_appeal(
    ruled: Fields, played: list[str], started: list[int]
) -> None:
    with pytest.raises(Refused) as refused:
        decided(ring(ruled, *played))
    assert (refused.value.problem, refused.value.facts["started"]) == (CHOICE_NEEDED, started)
    rewound, stands = (decided(ring(ruled, *played), choice) for choice in ("rewind", "stand"))
    for desk in (rewound, stands):
        assert desk.state.verdict(2) == desk.entry("C")
    assert [rewound.state.matches[number].void for number in started] == [True] * len(started)
    assert "A-C" in rewound.open_games()
    assert not any(stands.state.matches[number].void for number in started)


@pytest.mark.rule("TD-13", "ELO-6")
def test_successor_of_a_ruling_ends_the_match_when_the_ruling_was_given_and_is_known_since_the_appeal() -> None:
    desk = decided(ring(AWARDED_TO_B))
    (ruling,) = desk.state.directing.rulings.values()
    result = desk.state.matches[2].effective
    assert result
    assert (result.played_at, result.announced_at) == (ruling.orders.given_at, desk.now)


@pytest.mark.rule("RNG-6", "TD-10", "TD-12")
@pytest.mark.parametrize("remedy", [award("second"), {"kind": "match-loss", "loser": "first"}])
def test_no_game_is_decided_by_a_ruling_or_an_alternative_that_was_abandoned_before(remedy: Fields) -> None:
    desk = started_ring("ABCDE")
    desk.act("A-B A")
    desk.when(ruling_commands.GiveRuling.model_validate(on_match(2, remedy))).refused("game-abandoned")
    assert give_as(desk, {**on_match(2), "play_began": True, **WARNED}) == 1
    instead = {"appeal": lodge(desk, 1), "remedies": [remedy]}
    desk.when(ruling_commands.ProposeAlternative.model_validate(instead)).refused("game-abandoned")
