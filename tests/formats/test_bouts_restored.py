"""Bouts of which a match goes and comes back: with everything brought back, the table is the one before (ALL-3, ALL-4,
SER-5, SER-6), also where a side is out meanwhile."""

from collections.abc import Sequence

import pytest

from domain.formats.contract.steps import Wait
from domain.formats.registry import FormatOptions
from domain.kernel.envelope import Event
from domain.match.record import Match
from domain.tournament.entries.commands import Resign
from domain.tournament.entries.events import MatchesConceded
from domain.tournament.matches.commands import CorrectResult, ReinstateMatch, ReportResult, VoidMatch
from domain.tournament.matches.events import (
    BoutContinued,
    ConsequencesChosen,
    MatchReinstated,
    MatchVoided,
    ResultCorrected,
    ResultReported,
)
from tests.formats.brackets_play import placed
from tests.formats.directing import check_invariants
from tests.formats.test_bouts import best_of
from tests.formats.test_bouts_in_tables import monrad, round_robin, started
from tests.formats.test_bouts_left import winners
from tests.formats.test_champion_put_out import put_out
from tests.formats.test_teams import ROUND_ROBIN, board, boards, teams, won
from tests.rounds import RoundsDesk


def void(desk: RoundsDesk, match: int) -> Sequence[type[Event]]:
    """The match is taken out, and what hangs on it rewound; gives the kinds of the events."""
    return kinds(desk.do(VoidMatch(match=match, reason="Slip", choice="rewind")))


def kinds(events: Sequence[Event]) -> Sequence[type[Event]]:
    return [type(event) for event in events]


def of(desk: RoundsDesk, letters: str) -> Sequence[Match]:
    """The matches that these two ever had, in order."""
    return [match for match in desk.matches() if {*desk.name(match)} - {"-"} == {*letters}]


def has_restored(events: Sequence[Event], *matches: int) -> bool:
    """Whether exactly these were brought back by choice."""
    chosen = [event for event in events if isinstance(event, ConsequencesChosen)]
    return {key for event in chosen for key in event.restored} == {("match", number) for number in matches}


@pytest.mark.rule("ALL-3", "ALL-4", "SER-2")
@pytest.mark.parametrize("options", [round_robin(bout_matches=(3,)), monrad(bout_matches=(3,), rounds=1)])
def test_bout_that_took_three_matches_is_back_with_all_of_them(options: FormatOptions) -> None:
    """By hand: A has won by 2-1. The first match is void, and so are the others. All three come back as played, and no
    fourth is made."""
    desk = started(options, 2)
    if not desk.matches():
        desk.draw(1)
    desk.won("A-B", "B-A", "A-B")
    first, second, third = (match.number for match in of(desk, "AB"))
    before = desk.standings().rows
    void(desk, first)
    assert "A" not in winners(desk, "AB")
    events = desk.do(ReinstateMatch(match=first, reason="No slip", choice="restore"))
    assert kinds(events) == [MatchReinstated, ConsequencesChosen]
    assert has_restored(events, second, third)
    assert (winners(desk, "AB"), desk.standings().rows) == (["A", "B", "A"], before)
    check_invariants(desk.state)


@pytest.mark.rule("ALL-4", "SER-2")
def test_newest_of_the_matches_once_made_in_a_place_of_a_bout_comes_back() -> None:
    """Level at 1-1, B wins the third. Corrected to 2-0 and back, without what was, A wins one made in its place. After
    the first was void and is back, that newest third is back; the one that B won is not."""
    desk = started(round_robin(bout_matches=(3,)), 2)
    desk.won("A-B", "B-A", "B-A")
    first, second, _ = of(desk, "AB")
    for winner, choice in (("A", "rewind"), ("B", None)):
        told = {"match": second.number, "result": desk.winner_only(second, winner), "choice": choice}
        desk.do(CorrectResult.model_validate({**told, "reason": "Slip"}))
    desk.won("A-B")
    assert winners(desk, "AB") == ["A", "B", "A"]
    void(desk, first.number)
    desk.do(ReinstateMatch(match=first.number, reason="No slip", choice="restore"))
    assert winners(desk, "AB") == ["A", "B", "A"]


@pytest.mark.rule("ALL-4", "SER-5", "NXE-8")
def test_side_that_is_out_concedes_no_new_match_where_the_one_played_comes_back() -> None:
    """A has won by 2-1 and is out. B had won the first match too: 2-0, and the third goes. It was no slip: the third is
    back as played. Nobody concedes another in its place."""
    desk = started(round_robin(bout_matches=(3,)), 2)
    desk.won("A-B", "B-A", "A-B")
    put_out(desk, desk.entry("A"))
    before, [first, _, third] = desk.standings().rows, of(desk, "AB")
    told = {"match": first.number, "reason": "Slip"}
    desk.do(CorrectResult.model_validate({**told, "result": desk.winner_only(first, "B"), "choice": "rewind"}))
    assert winners(desk, "AB") == ["B", "B"]
    back = CorrectResult.model_validate({**told, "result": desk.winner_only(first, "A"), "choice": "restore"})
    events = desk.do(back)
    assert kinds(events) == [ResultCorrected, ConsequencesChosen]
    assert has_restored(events, third.number)
    assert (winners(desk, "AB"), desk.standings().rows) == (["A", "B", "A"], before)


@pytest.mark.rule("ALL-4", "SER-5", "NXE-8")
def test_side_that_is_out_concedes_a_new_match_where_the_one_played_stays_away() -> None:
    """The same, but nobody brings the third back: A concedes another one, and so the bout. Nothing hangs on it."""
    desk = started(round_robin(bout_matches=(3,)), 2)
    desk.won("A-B", "B-A", "A-B")
    put_out(desk, desk.entry("A"))
    first = of(desk, "AB")[0]
    told = {"match": first.number, "reason": "Slip", "choice": "rewind"}
    desk.do(CorrectResult.model_validate({**told, "result": desk.winner_only(first, "B")}))
    events = desk.do(CorrectResult.model_validate({**told, "result": desk.winner_only(first, "A")}))
    assert kinds(events) == [ResultCorrected, BoutContinued, MatchesConceded]
    assert winners(desk, "AB") == ["A", "B", "B"]


@pytest.mark.rule("ALL-3", "ALL-4", "SER-5", "SE-1")
def test_bout_that_was_open_as_a_side_left_is_back_in_its_bracket_as_it_was() -> None:
    """Best of three, level at 1-1, as A resigns and finishes its open match. The first match is void, so D goes on
    alone. It is reinstated with all of it: the third match is open again, and nobody has conceded another."""
    desk = best_of(3)
    for said in ("A beats D", "D beats A", "B beats C", "B beats C", "A resigns and finishes"):
        desk.act(said)
    before, [first, second, third] = desk.standings().rows, of(desk, "AD")
    void(desk, first.number)
    assert placed(desk)["2-1"] == "D-B"
    events = desk.do(ReinstateMatch(match=first.number, reason="No slip", choice="restore"))
    assert not {*kinds(events)} & {BoutContinued, MatchesConceded}
    assert has_restored(events, second.number, third.number)
    assert (winners(desk, "AD"), desk.standings().rows) == (["A", "D", "?"], before)


@pytest.mark.rule("ALL-3", "ALL-4", "SER-5", "NXE-8")
def test_match_that_was_conceded_as_it_was_made_goes_without_a_choice() -> None:
    """Both matches are played, one each, and A is out. The second is void: A concedes one made in its place, and so the
    bout. The second is reinstated: that one has not been played, so nothing is asked, and the bout is drawn again."""
    desk = started(round_robin(bouts="all", bout_matches=(2,)), 2)
    desk.won("A-B", "B-A")
    desk.do(Resign(entry=desk.entry("A"), open_matches="concede", reason="Told the desk."))
    before, [_, second] = desk.standings().rows, of(desk, "AB")
    assert void(desk, second.number) == [MatchVoided, BoutContinued, MatchesConceded, ConsequencesChosen]
    assert winners(desk, "AB") == ["A", "B"]
    events = desk.do(ReinstateMatch(match=second.number, reason="No slip"))
    assert kinds(events) == [MatchReinstated, ConsequencesChosen]
    assert (winners(desk, "AB"), desk.standings().rows) == (["A", "B"], before)


@pytest.mark.rule("ALL-4", "SER-6", "NXE-8")
def test_match_that_a_ruling_alone_decided_goes_without_a_choice() -> None:
    """Level at 1-1, with the third match open, A's loss becomes a win: 2-0, and the third goes, unplayed. A is put out.
    The first was B's after all: the third is back, and A has lost it by the ruling. Back again it goes, unasked."""
    desk = started(round_robin(bout_matches=(3,)), 2)
    desk.won("A-B", "B-A")
    first, second, _ = of(desk, "AB")
    corrected = {"reason": "Slip"}
    desk.do(
        CorrectResult.model_validate({**corrected, "match": second.number, "result": desk.winner_only(second, "A")})
    )
    put_out(desk, desk.entry("A"))
    before = desk.standings().rows
    turned = {**corrected, "match": first.number}
    desk.do(CorrectResult.model_validate({**turned, "result": desk.winner_only(first, "B")}))
    assert winners(desk, "AB") == ["B", "A", "B"]
    desk.do(CorrectResult.model_validate({**turned, "result": desk.winner_only(first, "A")}))
    assert (winners(desk, "AB"), desk.standings().rows) == (["A", "A"], before)


@pytest.mark.rule("ALL-3", "ALL-4", "TEA-4")
def test_empty_board_that_was_lost_as_it_was_made_again_goes_without_a_choice() -> None:
    """X has nobody for the third board. That is void, and lost once more as it is made again: nobody has played it."""
    desk = teams(ROUND_ROBIN, 3, "ABC", "XY")
    won(desk, "AX", 1)
    won(desk, "XA", 2)
    third, before = board(desk, "AX", 3), desk.standings().rows
    assert ResultReported in void(desk, third)
    assert board(desk, "AX", 3) != third
    desk.do(ReinstateMatch(match=third, reason="No slip"))
    assert (board(desk, "AX", 3), desk.standings().rows) == (third, before)
    assert len(boards(desk, "AX")) == 3


@pytest.mark.rule("ALL-4", "SER-6")
def test_match_of_a_bout_that_somebody_has_played_goes_by_a_choice_only() -> None:
    """The second of two is void, and one made in its place is played. It is reinstated: the other has a result."""
    desk = started(round_robin(bouts="all", bout_matches=(2,)), 2)
    desk.won("A-B", "B-A")
    second = of(desk, "AB")[1].number
    void(desk, second)
    instead = of(desk, "AB")[-1]
    desk.do(ReportResult(match=instead.number, result=desk.winner_only(instead, "A")))
    desk.when(ReinstateMatch(match=second, reason="No slip")).refused("choice-needed")


@pytest.mark.rule("ALL-3", "SER-1", "SER-6")
def test_match_made_instead_of_one_that_is_open_again_waits_for_it() -> None:
    """A has won the first of three. The second is void while it is open, and is reinstated: of it and the one made in
    its place the older is played. At 1-1 the other is the third."""
    desk = started(round_robin(bout_matches=(3,)), 2)
    desk.won("A-B")
    before, second = desk.standings().rows, of(desk, "AB")[1].number
    assert BoutContinued in void(desk, second)
    instead = of(desk, "AB")[-1].number
    desk.do(ReinstateMatch(match=second, reason="No slip"))
    assert desk.step() == Wait((second,))
    assert (winners(desk, "AB"), desk.standings().rows) == (["A", "?"], before)
    desk.do(ReportResult(match=second, result=desk.winner_only(desk.state.matches[second], "B")))
    assert desk.step() == Wait((instead,))


@pytest.mark.rule("ALL-3", "SER-5", "NXE-8")
def test_match_conceded_instead_of_one_that_is_open_again_decides_nothing() -> None:
    """A has won the first of two. The second is void while it is open, and A leaves, by which it concedes the one made
    in its place, and so the bout. The second is reinstated: the bout is open, and waits for what A concedes of it."""
    desk = started(round_robin(bouts="all", bout_matches=(2,)), 2)
    desk.won("A-B")
    second = of(desk, "AB")[1].number
    void(desk, second)
    instead = of(desk, "AB")[-1].number
    put_out(desk, desk.entry("A"))
    assert winners(desk, "AB") == ["A", "B"]
    desk.do(ReinstateMatch(match=second, reason="No slip"))
    assert desk.state.matches[instead].void
    assert winners(desk, "AB") == ["A", "B"]
    check_invariants(desk.state)
