"""Several who lose their opponents by one change of a result meet each other first (ALL-4)."""

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.contract.steps import Ask, Due, Wait
from domain.scoring.result import BothLost, Unplayed
from domain.tournament.decisions.rounds.rolling_on import due_at
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from domain.tournament.state import Tournament
from tests.formats.directing import check_invariants
from tests.formats.swiss_desk import LONG, SwissDesk, started_swiss
from tests.properties import examples
from tests.reaching import reached


def both_removed(desk: SwissDesk) -> None:
    """It turns out that neither A nor B had told anybody: both are removed, and their opponents have nobody to meet."""
    match = desk.match("A-B", 1)
    desk.do(match_commands.CorrectResult(match=match.number, result=BothLost(), reason="Neither had told anybody"))


def both_back(desk: SwissDesk) -> None:
    match = desk.match("A-B", 1)
    back = Unplayed(reported_by="both")
    desk.do(match_commands.CorrectResult(match=match.number, result=back, reason="They had"))


@pytest.mark.rule("ALL-4", "SWI-5")
def test_two_who_lose_their_opponents_and_have_not_met_meet_each_other() -> None:
    desk = started_swiss("ABCDEF", options=LONG)
    desk.play(1, "A DD-DD B", "C W-L D", "E W-L F")
    assert desk.drawn(2) == [("C", "E"), ("A", "D"), ("B", "F")]
    both_removed(desk)
    assert desk.round(2) == ["C-E", "D-F"]
    assert isinstance(desk.step(), Wait)
    both_back(desk)
    assert desk.round(2) == ["A-D", "B-F", "C-E"]


@pytest.mark.rule("ALL-4", "SWI-5")
def test_bye_stays_where_two_who_lose_their_opponents_meet_each_other() -> None:
    desk = started_swiss("ABCDEFG", options=LONG)
    desk.play(1, "A DD-DD B", "C W-L D", "E W-L F", "G WB")
    assert desk.drawn(2) == [("C", "E"), ("G", "A"), ("B", "D"), ("F", "")]
    both_removed(desk)
    assert desk.round(2) == ["C-E", "D-G", "F"]
    assert desk.lines("match_points")[2] == "3 F 2 in"
    both_back(desk)
    assert desk.round(2) == ["B-D", "C-E", "G-A", "F"]


def met_before(odd: bool) -> SwissDesk:
    """C and D meet in round 1, and lose their opponents A and B in round 2, where with seven players G has the bye."""
    desk = started_swiss("ABCDEFG" if odd else "ABCDEF", options=LONG)
    desk.pair(1, "A-B C-D E-F", "G" if odd else "")
    desk.won("C-D", "E-F")
    for side in ("first", "second"):
        desk.do(match_commands.ReportNoTimeAgreed.model_validate({"match": 1, "reported_by": side}))
    desk.do(round_commands.CloseRound(round=1, reason="Over", early=True))
    desk.pair(2, "A-C B-D E-G" if odd else "A-C B-D E-F", "F" if odd else "")
    return desk


@pytest.mark.rule("ALL-4")
def test_one_of_two_who_have_met_meets_who_has_the_bye_and_the_other_has_it() -> None:
    desk = met_before(odd=True)
    both_removed(desk)
    # C has had no bye, nor has D: C, who comes first, meets F.
    assert desk.round(2) == ["C-F", "E-G", "D"]


@pytest.mark.rule("ALL-4", "ALL-5")
def test_two_who_have_met_are_for_the_director_where_nobody_has_the_bye() -> None:
    desk = met_before(odd=False)
    both_removed(desk)
    assert desk.round(2) == ["E-F"]
    step = desk.step()
    assert isinstance(step, Ask)
    assert {choice.name for choice in step.choices} >= {"pair-by-hand", "rematches"}


@pytest.mark.rule("ALL-4", "SWI-6")
def test_player_who_has_asked_for_the_bye_keeps_it() -> None:
    desk = started_swiss("ABCDEFG", options=LONG)
    desk.pair(1, "A-B C-D E-F", "G")
    desk.won("C-D", "E-F")
    desk.do(match_commands.ReportNoTimeAgreed(match=1, reported_by="first"))
    desk.do(round_commands.CloseRound(round=1, reason="Over", early=True))
    # B is removed, so that six go on; G asks for the bye, and one of the others is left over.
    desk.do(round_commands.RequestBye(entry=desk.entry("G"), round=2))
    desk.do(round_commands.DrawRound(round=2))
    byes = [bye for _, bye in sorted(desk.state.rounds.byes.items()) if bye.round == 2]
    assert {desk.letter(bye.entry) for bye in byes if bye.requested} == {"G"}
    match = desk.match("A-B", 1)
    desk.do(match_commands.CorrectResult(match=match.number, result=BothLost(), reason="Nobody told"))
    live = {desk.letter(bye.entry) for bye in desk.state.rounds.byes.values() if bye.live and bye.round == 2}
    assert "G" in live


def without_a_place(state: Tournament, round_: int, still_in: Sequence[int]) -> list[int]:
    """Who is in, and has neither a match nor a bye in the round."""
    matches = [match.sides for match in state.matches.values() if match.round == round_ and not match.void]
    byes = [(bye.entry,) for bye in state.rounds.byes.values() if bye.round == round_ and bye.live]
    placed = {entry for sides in (*matches, *byes) for entry in sides}
    return [entry for entry in still_in if entry not in placed]


def have_met(state: Tournament, one: int, other: int) -> bool:
    return any({one, other} == set(match.sides) and not match.void for match in state.matches.values())


@pytest.mark.rule("ALL-4", "ALL-5", "SWI-5")
@examples(40)
@given(st.integers(6, 10), st.integers(0, 2), st.lists(st.booleans(), min_size=15, max_size=15), st.integers(0, 4))
def test_nobody_is_left_by_a_change_who_could_meet_another_who_is(
    players: int, earlier: int, won: list[bool], which: int
) -> None:
    """Whatever was played before, and whichever match of the last round both are found to have lost."""
    desk = started_swiss("ABCDEFGHIJ"[:players], options=LONG)
    wins = iter(won * 4)
    for round_ in range(1, earlier + 2):
        desk.do(round_commands.DrawRound(round=round_))
        for match in [one for one in desk.matches() if one.round == round_]:
            desk.won(desk.name(match) if next(wins) else desk.name(match)[::-1])
    newest = earlier + 2
    if not isinstance(desk.step(), Due):
        return
    desk.do(round_commands.DrawRound(round=newest))
    played = [one for one in desk.matches() if one.round == newest - 1]
    match = played[which % len(played)]
    desk.do(match_commands.CorrectResult(match=match.number, result=BothLost(), reason="A misunderstanding"))
    check_invariants(desk.state)
    left = without_a_place(desk.state, newest, list(desk.facts.numbers))
    left = [entry for entry in left if entry not in match.sides]
    reached()
    assert all(have_met(desk.state, one, other) for one, other in combinations(left, 2))
    byes = [bye for bye in desk.state.rounds.byes.values() if bye.round == newest and bye.live]
    assert len(byes) <= 1
    assert not left or all(have_met(desk.state, one, bye.entry) for one in left for bye in byes)
    assert due_at(desk.state) is None
