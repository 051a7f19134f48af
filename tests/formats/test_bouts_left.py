"""A bout that goes on after one of its sides is out: what that calls for is conceded as it comes into being (SER-5,
NXE-8, TD-4), and what follows from that happens at once."""

from collections.abc import Sequence

import pytest

from domain.formats.contract.steps import Wait
from domain.kernel.values import Side
from domain.scoring.result import WinnerOnly
from domain.tournament.command import Choice
from domain.tournament.entries.commands import WithdrawResignation
from domain.tournament.entries.events import ConcededMatch, MatchesConceded
from domain.tournament.matches.commands import CorrectResult, VoidMatch
from domain.tournament.matches.events import BoutContinued, MatchVoided
from domain.tournament.rulings.commands import GiveRuling
from tests.desk import player
from tests.formats.directing import check_invariants, check_nobody_out_has_to_play
from tests.formats.test_bouts import best_of
from tests.formats.test_bouts_in_tables import round_robin, started
from tests.rounds import RoundsDesk


def left_in_a_table(*, by_ruling: bool = False) -> RoundsDesk:
    """Three in a round robin of two matches each. B has won the first match against C, who is out then."""
    desk = started(round_robin(bouts="all", bout_matches=(2,)), 3)
    desk.won("B-C")
    if by_ruling:
        put_out(desk, "C")
    else:
        desk.resign("C")
    return desk


def winners(desk: RoundsDesk, letters: str) -> Sequence[str]:
    """Who has won the matches of these two that count or are open, in order; `?` for an open one."""
    mine = [one for one in desk.matches() if {*desk.name(one)} - {"-"} == {*letters} and not one.void]
    return ["?" if one.effective is None else desk.letter(one.effective.winner or 0) for one in mine]


def void(desk: RoundsDesk, letters: str) -> None:
    """The newest match of these two is taken out."""
    desk.do(VoidMatch(match=desk.match(letters).number, reason="Wrong board"))


@pytest.mark.rule("SER-5", "NXE-8", "TD-4")
@pytest.mark.parametrize("by_ruling", [False, True])
def test_next_match_of_a_bout_in_a_table_is_conceded_by_who_is_out(by_ruling: bool) -> None:
    """What C lost by being out, the second match, is void. A third is made in its place, and C has lost that too."""
    desk = left_in_a_table(by_ruling=by_ruling)
    assert winners(desk, "BC") == ["B", "B"]
    void(desk, "C-B")
    events = desk.steps[-1].events
    assert [type(event) for event in events] == [MatchVoided, BoutContinued, MatchesConceded]
    made = desk.match("C-B").number
    conceded = ConcededMatch(match=made, entry=desk.entry("C"), play_began=False)
    assert events[-1] == MatchesConceded(conceded=(conceded,))
    assert winners(desk, "BC") == ["B", "B"]
    assert desk.step() == Wait((desk.match("A-B").number,))
    check_nobody_out_has_to_play(desk)


@pytest.mark.rule("SER-5", "ALL-8")
def test_match_conceded_as_it_was_made_is_open_once_the_resignation_is_taken_back() -> None:
    desk = left_in_a_table()
    void(desk, "C-B")
    desk.do(WithdrawResignation(entry=desk.entry("C")), player("C"))
    assert winners(desk, "BC") == ["B", "?"]
    check_invariants(desk.state)


@pytest.mark.rule("SER-5", "SE-1", "NXE-8")
def test_bracket_goes_on_at_once_from_a_bout_that_is_conceded_as_it_is_continued() -> None:
    """Best of three: B has beaten C, and A one match of D, who resigns. The match that D lost so is void. The one made
    in its place is D's loss too, and the same command leaves the final of A and B to be played."""
    desk = best_of(3)
    for said in ("B beats C", "B beats C", "A beats D", "D resigns"):
        desk.act(said)
    void(desk, "D-A")
    assert winners(desk, "AD") == ["A", "A"]
    final = desk.match("A-B")
    assert final.phase == "open"
    assert desk.step() == Wait((final.number,))
    check_nobody_out_has_to_play(desk)


@pytest.mark.rule("SER-5", "SE-1", "NXE-8", "ALL-4")
def test_bracket_has_its_next_match_at_once_where_a_conceded_bout_turns() -> None:
    """Best of three: D has beaten A by 2-0, B has beaten C, and D resigns in the final. D's second win is void: D
    concedes the match made for it, and so the bout. The same command makes the final of A and B."""
    desk = best_of(3)
    for said in ("D beats A", "D beats A", "B beats C", "B beats C", "D resigns"):
        desk.act(said)
    second = desk.match("A-D").number
    desk.do(VoidMatch(match=second, reason="Wrong board", choice="rewind"))
    assert winners(desk, "AD") == ["D", "A"]
    final = desk.match("A-B")
    assert final.phase == "open"
    assert desk.step() == Wait((final.number,))
    check_nobody_out_has_to_play(desk)


@pytest.mark.rule("SER-5", "NXE-8", "ALL-4")
def test_final_stays_where_a_bout_ends_as_before_since_who_is_out_concedes_its_last_match() -> None:
    """Best of three: D has beaten A by 2-0 and B in the final, and A is put out. A had won the first match after all:
    A concedes the third, D has won the bout all the same, and nothing is asked of the final."""
    desk = best_of(3)
    for said in ("D beats A", "D beats A", "B beats C", "B beats C", "D beats B", "D beats B"):
        desk.act(said)
    first = min(one.number for one in desk.matches() if {*desk.name(one)} - {"-"} == {"A", "D"})
    put_out(desk, "A")
    before, final = desk.standings().rows, winners(desk, "BD")
    correct(desk, first, "A")
    assert (winners(desk, "AD"), winners(desk, "BD")) == (["A", "D", "D"], final)
    correct(desk, first, "D")
    assert (winners(desk, "AD"), desk.standings().rows) == (["D", "D"], before)


@pytest.mark.rule("SER-5", "SE-1", "TD-4", "ALL-4")
def test_bracket_has_its_next_match_at_once_where_a_bout_that_was_restored_is_conceded_then() -> None:
    """Best of five: D has beaten A by 3-0, and A had won match 4 before match 3 was corrected. D is put out of the
    final. Match 3 is A's after all, and match 4 comes back: at 2-2 D concedes match 5, and A meets B in the final."""
    desk = best_of(5)
    for said in ("B beats C",) * 3 + ("D beats A", "D beats A", "A beats D", "D beats A"):
        desk.act(said)
    third, fourth = [one.number for one in desk.matches() if {*desk.name(one)} - {"-"} == {"A", "D"}][2:]
    correct(desk, third, "D", "rewind")
    correct(desk, fourth, "A")
    put_out(desk, "D")
    correct(desk, third, "A", "restore")
    assert winners(desk, "AD") == ["D", "D", "A", "A", "A"]
    assert desk.match("A-B").phase == "open"
    assert desk.step() == Wait((desk.match("A-B").number,))


def correct(desk: RoundsDesk, number: int, winner: str, choice: Choice | None = None) -> None:
    """The match was won by that one."""
    side: Side = "first" if desk.letter(desk.state.matches[number].sides[0]) == winner else "second"
    desk.do(CorrectResult(match=number, result=WinnerOnly(winner=side), reason="Typed wrongly", choice=choice))


def put_out(desk: RoundsDesk, letter: str) -> None:
    """A ruling disqualifies that one."""
    entry = desk.entry(letter)
    why = {"clause": "4.3", "facts": "Dice moved", "reasons": "As written"}
    remedies = [{"kind": "disqualification", "entry": entry}]
    desk.do(GiveRuling.model_validate({"about": {"kind": "entry", "number": entry}, "remedies": remedies, **why}))
