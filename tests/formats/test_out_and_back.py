"""What comes back to somebody who has left is conceded, and nobody stands where they have lost (NXE-8, TD-4, ALL-4)."""

import pytest

from domain.formats.contract.steps import Done
from domain.formats.elimination.nxe import NxeOptions
from domain.formats.knockout import KnockoutOptions
from domain.formats.registry import FormatOptions
from domain.formats.swiss import SwissOptions
from domain.match import validity
from domain.tournament.entries.commands import WithdrawResignation
from domain.tournament.matches.commands import AcknowledgeInvitation, ReinstateMatch, SendInvitation, VoidMatch
from domain.tournament.rulings.commands import DecideAppeal, ResumeRuling, SuspendRuling, WithdrawAppeal
from tests.desk import player
from tests.formats.appealing import lodge, vote
from tests.formats.directing import advance
from tests.formats.test_left_behind import award, put_out, resign, reverse, started
from tests.rounds import RoundsDesk

KNOCKOUT = KnockoutOptions(kind="knockout")
FORMATS: tuple[FormatOptions, ...] = (KNOCKOUT, NxeOptions(kind="nxe"), SwissOptions(kind="swiss", rounds=2))
in_each = pytest.mark.parametrize("options", FORMATS, ids=lambda options: str(options.kind))


def in_round_one(options: FormatOptions) -> RoundsDesk:
    """Four play; the first match is A's against D."""
    desk = started(options, "ABCD")
    if not desk.matches():
        desk.pair(1, "A-D B-C")
    return desk


def stands(desk: RoundsDesk, how: str) -> None:
    """The appeal of ruling 1, which was suspended, comes to nothing, or the director lets it act again."""
    if how == "resumed":
        desk.do(ResumeRuling(ruling=1))
    elif how == "withdrawn":
        desk.do(WithdrawAppeal(appeal=1))
    else:
        vote(desk, 1, "upheld")
        desk.do(DecideAppeal(appeal=1, reasons="As voted"))


@pytest.mark.rule("TD-4", "TD-12", "TD-13")
@pytest.mark.parametrize("how", ["resumed", "withdrawn", "upheld"])
def test_a_ruling_that_acts_again_ends_what_was_made_while_it_did_not(how: str) -> None:
    """D is expelled, and while that is suspended comes to the final against B."""
    desk = in_round_one(KNOCKOUT)
    put_out(desk, "D")
    lodge(desk, 1)
    desk.do(SuspendRuling(ruling=1))
    desk.won("D-A", "B-C")
    stands(desk, how)
    assert desk.step() == Done(champion=desk.entry("B"))
    assert [row.mark for row in desk.standings().rows][1] == "expelled"


@pytest.mark.rule("TD-12", "TD-13")
def test_matches_that_a_ruling_acting_again_has_ended_are_open_once_it_is_reversed() -> None:
    desk = in_round_one(KNOCKOUT)
    put_out(desk, "D")
    lodge(desk, 1)
    desk.do(SuspendRuling(ruling=1))
    desk.won("D-A", "B-C")
    desk.do(ResumeRuling(ruling=1))
    vote(desk, 1, "reversed")
    desk.do(DecideAppeal(appeal=1, reasons="As voted"))
    assert [desk.name(desk.state.matches[number]) for number in desk.facts.awaited] == ["D-B"]


@pytest.mark.rule("NXE-8", "TD-4", "ALL-4")
@in_each
@pytest.mark.parametrize("leave", [resign, put_out])
def test_a_void_match_is_conceded_by_who_has_left_when_it_comes_back(options: FormatOptions, leave: object) -> None:
    desk = in_round_one(options)
    desk.do(VoidMatch(match=1, reason="Wrong board"))
    assert callable(leave)
    leave(desk, "D")
    desk.do(ReinstateMatch(match=1, reason="The right one after all", choice="rewind"))
    assert validity.winner(desk.state.matches[1]) == desk.entry("A")


@pytest.mark.rule("NXE-8", "TD-4", "ALL-8")
@in_each
@pytest.mark.parametrize("leave", [resign, put_out])
def test_match_conceded_by_one_side_is_the_others_loss_who_has_left_too_once_the_first_is_back(
    options: FormatOptions, leave: object
) -> None:
    desk = in_round_one(options)
    resign(desk, "A")
    assert callable(leave)
    leave(desk, "D")
    assert validity.winner(desk.state.matches[1]) == desk.entry("D")
    desk.do(WithdrawResignation(entry=desk.entry("A"), choice="rewind"), player("A"))
    assert validity.winner(desk.state.matches[1]) == desk.entry("A")


@pytest.mark.rule("ALL-4", "SEL-3")
def test_a_final_that_was_kept_goes_for_the_match_played_while_it_was_away() -> None:
    """C is in the final against A by a match that was voided then, which stands; what brought A there goes, so that
    B and C play their match again; then A is back."""
    desk = started(KNOCKOUT, "ABCDE")
    award(desk, "E-D")
    desk.won("A-E", "C-B")
    final = desk.match("A-C").number
    desk.do(SendInvitation(match=final, invited_by="first"))
    desk.do(AcknowledgeInvitation(match=final))
    desk.do(VoidMatch(match=desk.match("B-C").number, reason="Wrong board", choice="stand"))
    lodge(desk, 1)
    desk.do(SuspendRuling(ruling=1, choice="rewind"))
    desk.won("B-C")
    by_default = desk.fork()
    by_default.do(ResumeRuling(ruling=1))
    assert [by_default.name(by_default.state.matches[n]) for n in sorted(by_default.state.awaiting)] == ["A-E"]
    desk.do(ResumeRuling(ruling=1, choice="restore"))
    live = [desk.name(match) for match in desk.matches() if not match.void]
    assert live == ["D-E", "A-E", "A-C"]
    desk.won("A-C")
    assert desk.step() == Done(champion=desk.entry("A"))


@pytest.mark.rule("ALL-4", "ALL-9", "SEL-4")
def test_replacement_of_the_loser_of_a_voided_semifinal_does_not_come_to_the_final() -> None:
    """B has beaten C, who is third without a match, and is expelled before the final; the semifinal is voided, which
    stands, and so is the final."""
    desk = started(KNOCKOUT.model_copy(update={"third_place": True}), "ABC")
    desk.won("B-C")
    put_out(desk, "B")
    desk.do(VoidMatch(match=1, reason="Wrong board", choice="stand"))
    desk.do(VoidMatch(match=2, reason="Wrong board"))
    assert desk.step() == Done(champion=desk.entry("A"))
    reverse(desk)
    advance(desk)
