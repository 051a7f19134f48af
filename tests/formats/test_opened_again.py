"""No decision leaves anyone who is out with a match to play: what it opens again they have conceded (NXE-8, TD-4)."""

from collections.abc import Callable, Sequence

import pytest

from domain.formats.dual_ring import DualRingOptions
from domain.formats.elimination.nxe import NxeOptions
from domain.formats.knockout import KnockoutOptions
from domain.formats.registry import FormatOptions
from domain.formats.swiss import SwissOptions
from domain.kernel.refusal import Refused
from domain.match import validity
from domain.tournament.entries.commands import WithdrawResignation
from domain.tournament.entries.events import ConcededMatch, MatchesConceded
from domain.tournament.matches.commands import VoidMatch
from domain.tournament.rulings.commands import GiveRuling, ProposeAlternative, WithdrawRuling
from tests.desk import player
from tests.formats.appealing import announce, lodge, reverse, vote, with_choice
from tests.formats.directing import advance, check_nobody_out_has_to_play
from tests.formats.orders import Fields
from tests.formats.test_left_behind import award, put_out, resign, started
from tests.rounds import RoundsDesk

FORMATS: tuple[FormatOptions, ...] = (
    KnockoutOptions(kind="knockout"),
    NxeOptions(kind="nxe"),
    SwissOptions(kind="swiss", rounds=2),
)
RING = DualRingOptions(kind="dual-ring", order="entry-order")
in_each = pytest.mark.parametrize("options", FORMATS, ids=lambda options: str(options.kind))
OPENERS: Sequence[Fields] = (
    {"kind": "match-replay"},
    {"kind": "result-annulment"},
    {"kind": "match-resumption", "first": 0, "second": 0},
    {"kind": "score-correction", "first": 0, "second": 0},
)
by_each_remedy = pytest.mark.parametrize("remedy", OPENERS, ids=lambda one: str(one["kind"]))
D_CONCEDES = MatchesConceded(conceded=(ConcededMatch(match=1, entry=4, play_began=False),))


def claim_granted(desk: RoundsDesk, remedy: Fields, gone: Callable[[], None]) -> None:
    """A ruling dismisses the claim, D leaves, and the committee reverses it."""
    ruled(desk, claimed=[remedy])
    gone()
    reverse(desk, 1)


def alternative_chosen(desk: RoundsDesk, remedy: Fields, gone: Callable[[], None]) -> None:
    """A ruling awards the match to A, an alternative is put forward, D leaves, and it takes the ruling's place."""
    award(desk, "A-D")
    appeal = lodge(desk, 1)
    desk.do(ProposeAlternative.model_validate({"appeal": appeal, "remedies": [remedy]}))
    gone()
    vote(desk, appeal, "alternative-1")
    announce(desk, appeal)


def later_ruling_withdrawn(desk: RoundsDesk, remedy: Fields, gone: Callable[[], None]) -> None:
    """One ruling opens the match, the next awards it, D leaves, and the later one is taken back."""
    ruled(desk, remedies=[remedy])
    award(desk, "D-A")
    gone()
    desk.do(WithdrawRuling(ruling=2, reason="Given in error", choice="rewind"))


def ruled(desk: RoundsDesk, match: int = 1, **orders: object) -> None:
    said = {"clause": "4.5", "facts": "The dice fell off", "reasons": "As written", "choice": "rewind"}
    desk.do(GiveRuling.model_validate({"about": {"kind": "match", "number": match}, **said, **orders}))


def in_round_one(options: FormatOptions) -> RoundsDesk:
    """Four play; D has beaten A in the first match."""
    desk = started(options, "ABCD")
    if not desk.matches():
        desk.pair(1, "A-D B-C")
    desk.won("D-A")
    return desk


@pytest.mark.rule("NXE-8", "TD-4", "TD-12", "TD-13")
@in_each
@by_each_remedy
@pytest.mark.parametrize("decision", [claim_granted, alternative_chosen, later_ruling_withdrawn])
@pytest.mark.parametrize("leave", [resign, put_out])
def test_matches_of_who_is_out_that_a_decision_opens_are_conceded(
    options: FormatOptions, remedy: Fields, decision: Callable[..., None], leave: Callable[..., None]
) -> None:
    desk = in_round_one(options)
    decision(desk, remedy, lambda: leave(desk, "D"))
    check_nobody_out_has_to_play(desk)
    assert validity.winner(desk.state.matches[1]) == desk.entry("A")
    advance(desk)


@pytest.mark.rule("NXE-8", "TD-4")
def test_choice_is_recorded_with_the_decision() -> None:
    desk = in_round_one(FORMATS[1])
    claim_granted(desk, OPENERS[0], lambda: put_out(desk, "D"))
    assert D_CONCEDES in desk.steps[-1].events


@pytest.mark.rule("ALL-4", "ALL-8", "TD-13")
def test_player_who_comes_back_plays_what_they_had_conceded_so() -> None:
    desk = in_round_one(FORMATS[1])
    claim_granted(desk, OPENERS[0], lambda: put_out(desk, "D"))
    reverse(desk, 2)
    assert [desk.name(desk.state.matches[number]) for number in desk.facts.awaited] == ["A-D", "B-C"]
    desk = in_round_one(FORMATS[1])
    claim_granted(desk, OPENERS[0], lambda: resign(desk, "D"))
    desk.do(WithdrawResignation(entry=desk.entry("D"), choice="rewind"), player("D"))
    assert [desk.name(desk.state.matches[number]) for number in desk.facts.awaited] == ["A-D", "B-C"]


@pytest.mark.rule("NXE-8", "TD-9")
def test_player_who_finishes_a_match_first_still_does_when_a_ruling_on_it_is_taken_back() -> None:
    desk = started(FORMATS[1], "ABCD")
    desk.pair(1, "A-D B-C")
    desk.resign("D", "finish")
    award(desk, "A-D")
    desk.do(WithdrawRuling(ruling=1, reason="Given in error"))
    assert [desk.name(desk.state.matches[number]) for number in desk.facts.awaited] == ["A-D", "B-C"]
    check_nobody_out_has_to_play(desk)


@pytest.mark.rule("RNG-2", "RNG-7")
def test_ring_abandons_it_as_ever() -> None:
    desk = started(RING, "ABCD")
    match = desk.matches()[0]
    first, second = (desk.letter(side) for side in match.sides)
    desk.won(f"{first}-{second}")
    ruled(desk, claimed=[OPENERS[0]])
    resign(desk, second)
    reverse(desk, 1)
    check_nobody_out_has_to_play(desk)


@pytest.mark.rule("NXE-8", "RNG-7", "TD-13")
@pytest.mark.parametrize("options", [*FORMATS, RING], ids=lambda options: str(options.kind))
@pytest.mark.parametrize("decided", [False, True], ids=["open", "decided"])
def test_a_match_conceded_after_a_ruling_had_it_resumed_stays_conceded_when_that_is_taken_back(
    options: FormatOptions, decided: bool
) -> None:
    """It was open before the ruling as well, so D has conceded it either way; where the ruling's penalty points have
    decided it for D, the concession still counts from the resignation on."""
    desk = started(options, "ABCD")
    if not desk.matches():
        desk.pair(1, "A-D B-C")
    number = next(match.number for match in desk.matches() if desk.entry("D") in match.sides)
    match = desk.state.matches[number]
    offender, to = ("second", "first") if match.sides[0] == desk.entry("D") else ("first", "second")
    penalty = {"kind": "penalty-points", "offender": offender, "beneficiary": to, "points": match.length}
    ruled(desk, number, remedies=[{"kind": "match-resumption", "first": 0, "second": 0}, *[penalty] * decided])
    resign(desk, "D")
    conceded_at = desk.now
    with_choice(desk, WithdrawRuling(ruling=1, reason="Given in error"))
    check_nobody_out_has_to_play(desk)
    effective = desk.state.matches[number].effective
    assert effective is not None
    assert effective.winner != desk.entry("D")
    assert effective.played_at == conceded_at


@pytest.mark.rule("ALL-2", "NXE-8")
def test_player_who_has_left_is_not_paired_by_hand_in_the_place_of_their_bye() -> None:
    desk = started(FORMATS[1], "ABC")
    desk.pair(1, "A-B", "C")
    desk.do(VoidMatch(match=1, reason="Never begun"))
    resign(desk, "C")
    with pytest.raises(Refused) as refusal:
        desk.pair(1, "A-C", "")
    assert refusal.value.problem.slug == "not-in-round"
    desk.pair(1, "A-B")
