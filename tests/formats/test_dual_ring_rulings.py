"""Whatever is voided, reinstated, ruled, appealed and withdrawn in a ring, in whatever order: it comes to an end."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from domain.formats.dual_ring import DualRingOptions
from domain.kernel.refusal import Refused
from domain.problems.matches import CIRCULAR_DEPENDENCY
from domain.problems.tournament import CHOICE_NEEDED
from domain.tournament.decisions.rounds import bouts
from domain.tournament.entries import commands as entry_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.rulings import commands as ruling_commands
from tests.desk import player
from tests.formats import ruling_deeds
from tests.formats.acting import Deed
from tests.formats.appealing import announce, give_as, lodge, reverse, vote, with_choice
from tests.formats.comparing import shape
from tests.formats.directing import check_invariants, finish
from tests.formats.ring_desk import RingDesk, started_ring
from tests.formats.test_dual_ring_properties import RULES, command_of, deeds, facts_of, options, ring
from tests.formats.test_dual_ring_properties import Deed as RingDeed
from tests.properties import examples
from tests.reaching import reached
from tests.rounds import started_nxe

_RULING = ("rule", "rule", "pursue", "pursue", "pursue", "suspend", "resume", "withdraw-ruling", "withdraw-appeal")
_NUMBERS = st.integers(0, 99)
rulings = st.builds(Deed, st.sampled_from(_RULING), _NUMBERS, _NUMBERS, st.booleans())
changes = deeds.filter(lambda deed: deed.kind in ("void", "reinstate", "correct"))
tried = st.lists(st.one_of(deeds, changes, changes, rulings, rulings), min_size=1, max_size=60)


@pytest.mark.rule("RNG-2", "RNG-4", "RNG-6", "ALL-4", "ALL-5", "TD-13")
@given(st.integers(3, 12), options, tried)
@examples(12, proof=100)
def test_matches_voided_reinstated_ruled_and_appealed_never_go_round(
    players: int, chosen: DualRingOptions, tried: Sequence[RingDeed | Deed]
) -> None:
    desk = ring(players, chosen)
    for deed in tried:
        done = _attempt(desk, deed)
        event(f"{deed.kind}: {'done' if done else 'refused'}")
        check_invariants(desk.state)
        reached()
        assert RULES.service(chosen, facts_of(desk), None) is None
    finish(desk)


def _attempt(desk: RingDesk, deed: RingDeed | Deed) -> bool:
    """Whether it was done; refused it may be, but not since something would hang on itself."""
    try:
        if isinstance(deed, Deed):
            ruling_deeds.attempt_ruling(desk, deed)
        elif command := command_of(desk, deed):
            desk.do(command)
    except Refused as refused:
        if refused.problem is CIRCULAR_DEPENDENCY:
            raise
        return False
    return True


@pytest.mark.rule("ALL-4", "ALL-5")
def test_endless_consequences_are_refused_with_what_they_go_round_on(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = ring(4, DualRingOptions(kind="dual-ring"))
    monkeypatch.setattr(bouts, "_MOST_STEPS", -len(desk.state.entries) + 1)
    report = match_commands.ReportResult.model_validate({"match": 1, "result": {"kind": "winner", "winner": "first"}})
    desk.when(report).refused(CIRCULAR_DEPENDENCY, matches=[2, 5])
    monkeypatch.undo()
    desk.when(report).then()


def ruled_void_and_played_on() -> RingDesk:
    """A has beaten B, and A and C have met; the game of A and B is ruled void, and B has beaten C by that."""
    desk = started_ring("ABCDE")
    desk.act("A-B A")
    desk.act("A-C A")
    voiding = {"about": {"kind": "match", "number": 1}, "remedies": [{"kind": "match-voiding"}], "play_began": True}
    assert give_as(desk, {**voiding, "clause": "4.2", "facts": "As seen", "reasons": "As written"})
    assert sorted(desk.open_games()) == ["A-B", "B-C", "C-D", "D-E", "E-A"]
    desk.act("B-C B")
    vote(desk, lodge(desk, 1), "reversed")
    return desk


@pytest.mark.rule("RNG-6", "TD-12", "TD-13", "ALL-4")
def test_matches_that_only_a_reversed_ruling_had_made_possible_are_put_to_the_choice() -> None:
    desk = ruled_void_and_played_on()
    desk.when(ruling_commands.DecideAppeal(appeal=1, reasons="As voted")).refused(
        CHOICE_NEEDED, started=[2], would_come_back=[6, 7], choices=["rewind", "restore", "stand"]
    )


@pytest.mark.rule("RNG-6", "TD-13", "ALL-3", "ALL-4")
def test_restored_ring_is_what_it_would_have_been_without_the_reversed_ruling() -> None:
    desk = ruled_void_and_played_on()
    desk.do(ruling_commands.DecideAppeal(appeal=1, reasons="As voted", choice="restore"))
    assert [desk.name(match) for match in desk.matches() if match.void] == ["B-C", "A-B", "B-D"]
    assert sorted(desk.open_games()) == ["A-D", "D-E", "E-A"]
    assert [(row["player"], row["wins"]) for row in desk.rows()][:3] == [("A", "2"), ("D", "0"), ("E", "0")]
    finish(desk)


@pytest.mark.rule("RNG-6", "TD-13", "ALL-4")
def test_rewound_what_only_a_reversed_ruling_had_made_possible_is_void() -> None:
    desk = ruled_void_and_played_on()
    desk.do(ruling_commands.DecideAppeal(appeal=1, reasons="As voted", choice="rewind"))
    assert desk.state.matches[2].void
    assert sorted(desk.open_games()) == ["A-C", "C-D", "D-E", "E-A"]
    finish(desk)


@pytest.mark.rule("RNG-6", "TD-13", "ALL-4")
def test_matches_that_only_a_reversed_ruling_had_made_possible_stand_by_a_choice() -> None:
    desk = ruled_void_and_played_on()
    desk.do(ruling_commands.DecideAppeal(appeal=1, reasons="As voted", choice="stand"))
    assert not desk.state.matches[2].void
    assert sorted(desk.open_games()) == ["A-B", "B-D", "D-E", "E-A"]
    finish(desk)


@pytest.mark.rule("RNG-7", "TD-4", "TD-13")
def test_player_put_out_concedes_a_game_abandoned_by_an_older_ruling_only_once_that_is_reversed() -> None:
    desk = started_ring("ABCDE")
    award = {"kind": "result-award", "result": {"kind": "winner", "winner": "first"}}
    words = {"clause": "4.2", "facts": "As seen", "reasons": "As written", "play_began": True}
    assert give_as(desk, {"about": {"kind": "match", "number": 1}, "remedies": [award], **words}) == 1
    put_out = {"kind": "disqualification", "entry": desk.entry("C")}
    assert give_as(desk, {"about": {"kind": "entry", "number": desk.entry("C")}, "remedies": [put_out], **words}) == 2
    assert desk.state.verdict(2) == "abandoned", "it was abandoned when B went out"
    assert sorted(desk.open_games()) == ["A-D", "D-E", "E-A"]
    reverse(desk, 1)
    assert desk.state.verdict(2) == desk.entry("B")
    assert sorted(desk.open_games()) == ["A-B", "B-D", "D-E", "E-A"]
    finish(desk)


@pytest.mark.rule("RNG-6", "TD-13", "ALL-4")
def test_a_reversal_that_only_lets_a_game_have_ended_earlier_is_no_contradiction_either() -> None:
    """D has beaten C; by a ruling they play again, C beats B meanwhile, and D beats C once more. But for the ruling C
    was out before they met B."""
    desk = started_ring("ABCDE")
    desk.act("C-D D")
    assert give_as(desk, _ruling("match", 3, {"kind": "match-replay"})) == 1
    desk.act("B-C C")
    desk.act("C-D D")
    vote(desk, lodge(desk, 1), "reversed")
    announced = ruling_commands.DecideAppeal(appeal=1, reasons="As voted")
    desk.when(announced).refused(CHOICE_NEEDED, started=[2], choices=["rewind"])
    desk.do(announced.model_copy(update={"choice": "rewind"}))
    assert (desk.state.matches[2].status, desk.state.verdict(3)) == ("set-aside", 4)
    assert sorted(desk.open_games()) == ["A-B", "B-D", "D-E", "E-A"]
    check_invariants(desk.state)
    finish(desk)


_LOST_BY_RULING: Mapping[str, Mapping[str, object]] = {
    "penalty-points": {"offender": "second", "beneficiary": "first", "points": 2},
    "match-loss": {"loser": "second"},
    "result-award": {"result": {"kind": "winner", "winner": "first"}},
    "game-loss": {"loser": "second", "cube": 2, "lost": "gammon"},
}


@pytest.mark.rule("RNG-7", "TD-4", "TD-13", "ALL-3")
@pytest.mark.parametrize("kind", _LOST_BY_RULING)
def test_player_put_out_concedes_both_games_once_what_first_put_them_out_is_reversed(kind: str) -> None:
    """B-C was lost by C by a ruling, and C-D abandoned by that. When C is expelled and that ruling is reversed, B-C
    has the same winner; C-D is conceded too, as it would have been without that ruling."""
    desk, other = started_ring("ABCDE", length=3), started_ring("ABCDE", length=3)
    assert give_as(desk, _ruling("match", 2, {"kind": kind, **_LOST_BY_RULING[kind]})) == 1
    assert desk.state.verdict(3) == "abandoned"
    for ring_ in (desk, other):
        assert give_as(ring_, _ruling("entry", 3, {"kind": "expulsion", "entry": 3})) is not None
    assert desk.state.verdict(3) == "abandoned", "the first ruling still decides it"
    reverse(desk, 1)
    assert [desk.state.verdict(number) for number in (2, 3)] == [2, 4]
    assert shape(desk)["rows"] == shape(other)["rows"]
    assert sorted(desk.open_games()) == sorted(other.open_games()) == ["A-B", "B-D", "D-E", "E-A"]
    finish(desk)


@pytest.mark.rule("RNG-7", "TD-4", "TD-13", "ALL-3")
@pytest.mark.parametrize("players", [3, 4])
def test_outcome_is_so_whichever_of_the_two_was_decided_and_while_a_ruling_is_suspended(players: int) -> None:
    desk = started_ring("ABCDE"[:players])
    assert give_as(desk, _ruling("match", 3, {"kind": "match-loss", "loser": "first"})) == 1
    assert give_as(desk, _ruling("entry", 3, {"kind": "disqualification", "entry": 3})) == 2
    conceded = [2, 4 if players > 3 else 1]
    lodge(desk, 1)
    with_choice(desk, ruling_commands.SuspendRuling(ruling=1))
    assert [desk.state.verdict(number) for number in (2, 3)] == conceded
    with_choice(desk, ruling_commands.ResumeRuling(ruling=1))
    assert [desk.state.verdict(number) for number in (2, 3)] == ["abandoned", conceded[1]]
    check_invariants(desk.state)
    finish(desk)


@pytest.mark.rule("RNG-7", "TD-13", "ALL-3")
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("match", [2, 3])
@pytest.mark.parametrize("loser", ["first", "second"])
def test_resigning_player_concedes_both_games_once_a_ruling_before_it_is_reversed(
    players: int, match: int, loser: str
) -> None:
    """Whichever of C's games the ruling had decided, and for whom: C had both in progress but for that."""
    desk, other = started_ring("ABCDE"[:players]), started_ring("ABCDE"[:players])
    assert give_as(desk, _ruling("match", match, {"kind": "match-loss", "loser": loser})) == 1
    before = [desk.state.verdict(number) for number in (2, 3)]
    for ring_ in (desk, other):
        ring_.act("C resigns")
    assert [desk.state.verdict(number) for number in (2, 3)][match == 3] == before[match == 3]
    appeal = lodge(desk, 1)
    with_choice(desk, ruling_commands.SuspendRuling(ruling=1))
    assert shape(desk)["rows"] == shape(other)["rows"]
    with_choice(desk, ruling_commands.ResumeRuling(ruling=1))
    vote(desk, appeal, "reversed")
    announce(desk, appeal)
    assert [desk.state.verdict(number) for number in (2, 3)] == [2, 1 if players == 3 else 4]
    assert shape(desk)["rows"] == shape(other)["rows"]
    assert sorted(desk.open_games()) == sorted(other.open_games())
    check_invariants(desk.state)
    finish(desk)


@pytest.mark.rule("RNG-7", "ALL-8", "TD-13")
def test_a_resignation_taken_back_concedes_nothing_once_the_ruling_before_it_is_reversed() -> None:
    desk = started_ring("ABCDE")
    assert give_as(desk, _ruling("match", 2, {"kind": "match-loss", "loser": "second"})) == 1
    desk.act("C resigns")
    with_choice(desk, entry_commands.WithdrawResignation(entry=3), player("C"))
    reverse(desk, 1)
    assert sorted(desk.open_games()) == ["A-B", "B-C", "C-D", "D-E", "E-A"]
    finish(desk)


@pytest.mark.rule("NXE-8", "TD-13")
def test_resigned_player_loses_what_a_reversal_leaves_open_in_every_format() -> None:
    desk = started_nxe("ABCD", losses=2)
    desk.pair(1, "A-B C-D")
    assert give_as(desk, _ruling("match", 1, {"kind": "match-loss", "loser": "second"})) == 1
    desk.do(entry_commands.Resign(entry=1, reason="Told the desk."))
    reverse(desk, 1)
    assert desk.state.verdict(1) == desk.entry("B")


def _ruling(about: str, number: int, remedy: Mapping[str, object]) -> dict[str, object]:
    words = {"clause": "4.2", "facts": "As seen", "reasons": "As written"}
    return {"about": {"kind": about, "number": number}, "remedies": [remedy], **words}
