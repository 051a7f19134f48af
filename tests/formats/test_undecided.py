"""A match whose score does not end it, since the ruling that ended it was reversed, waits for a ruling: nothing takes
it for one that was not played, and what is recorded of it stays (ALL-3, TD-13)."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.contract.steps import Wait
from domain.formats.dual_ring import DualRingOptions
from domain.formats.elimination.nxe import NxeOptions
from domain.formats.knockout import KnockoutOptions
from domain.formats.registry import FormatOptions
from domain.formats.swiss import SwissOptions
from domain.kernel.refusal import Refused
from domain.match.record import Phase
from domain.scoring.result import FinalScore
from domain.tournament.command import Command
from domain.tournament.decisions.rounds.left_open import LeftOpen, left_open
from domain.tournament.entries import commands as entry_commands
from domain.tournament.entries.events import ConcededMatch, EntryResigned, MatchesConceded
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rulings import commands as ruling_commands
from domain.tournament.state import Tournament
from projections.views.tournaments import match_view
from tests.desk import entered, player
from tests.formats.acting import Deed
from tests.formats.directing import attempt
from tests.formats.reports_kept import check_reports_kept
from tests.formats.rolling import report, reverse, rule_on
from tests.formats.ruling_deeds import RULING_KINDS
from tests.formats.swiss_desk import SwissDesk
from tests.properties import examples
from tests.reaching import reached
from tests.rounds import RoundsDesk

PENALTY = {"kind": "penalty-points", "offender": "second", "beneficiary": "first", "points": 1}
FORMATS: Mapping[str, FormatOptions] = {
    "swiss": SwissOptions(kind="swiss", rounds=9),
    "nxe": NxeOptions(kind="nxe", losses=2, lengths=(5,)),
    "knockout": KnockoutOptions(kind="knockout", lengths=(5,)),
}


def left_undecided(kind: str = "swiss") -> SwissDesk:
    """Match 1 to five points is at 4-2: the point that had ended it was given by a ruling, which was reversed."""
    desk = SwissDesk()
    desk.do(lifecycle_commands.AnnounceTournament(name="League", format=FORMATS[kind]))
    desk.enter("ABCD", {})
    desk.do(lifecycle_commands.StartTournament())
    if not desk.matches():
        desk.draw(1)
    rule_on(desk, 1, PENALTY)
    report(desk, 1, 4, 2)
    reverse(desk, 1)
    return desk


def sides(desk: SwissDesk) -> tuple[str, str]:
    """The letters of those who play match 1."""
    first, second = desk.state.matches[1].sides
    return desk.letter(first), desk.letter(second)


def score(state: Tournament) -> object:
    """What is reported of match 1."""
    return state.matches[1].sitting.result


@pytest.mark.rule("ALL-3", "TD-13")
@pytest.mark.parametrize("kind", FORMATS)
def test_match_left_undecided_is_shown_with_its_score_and_waits_for_a_ruling(kind: str) -> None:
    desk = left_undecided(kind)
    shown = match_view(desk.state, desk.state.matches[1])
    assert (shown.status, shown.result, shown.points) == ("needs-ruling", FinalScore(first=4, second=2), (4, 2))
    assert (shown.winner, shown.ended) == (None, None)
    assert left_open(desk.state) == [LeftOpen(1, "needs-ruling", None)]
    step = desk.step()
    assert isinstance(step, Wait)
    assert 1 in step.matches


DOORS: Mapping[str, Command] = {
    "report": match_commands.ReportResult(match=1, result=FinalScore(first=5, second=2)),
    "list": match_commands.EnterResults(
        results=(match_commands.ExistingMatch(match=1, result=FinalScore(first=5, second=2)),)
    ),
    "invitation": match_commands.SendInvitation(match=1),
    "no time": match_commands.ReportNoTimeAgreed(match=1, reported_by="second"),
    "wrong length": match_commands.ResolveWrongLength(
        match=1, correct_length=7, first_points=4, second_points=2, games_ended=3, reason="To seven"
    ),
    "closing": round_commands.CloseRound(round=1, reason="Over", early=True),
}
"""What somebody asks of a match as if it were still to be played."""


@pytest.mark.rule("ALL-3", "SWI-4", "NXE-5", "TD-13", "TD-14", "TD-16")
@pytest.mark.parametrize("door", DOORS)
def test_match_left_undecided_is_not_taken_for_unplayed(door: str) -> None:
    desk = left_undecided()
    desk.when(DOORS[door]).refused("match-left-undecided")
    assert score(desk.state) == FinalScore(first=4, second=2)


@pytest.mark.rule("SWI-4", "SEL-3")
@pytest.mark.parametrize("kind", ["swiss", "knockout"])
def test_player_who_is_behind_does_not_go_on_by_telling_that_no_time_was_agreed(kind: str) -> None:
    desk = left_undecided(kind)
    telling = match_commands.ReportNoTimeAgreed(match=1, reported_by="second")
    desk.when(telling, player(sides(desk)[1])).refused("match-left-undecided")


@pytest.mark.rule("SWI-4")
def test_round_is_closed_once_the_director_has_ruled_how_the_match_goes_on() -> None:
    desk = left_undecided()
    rule_on(desk, 1, {"kind": "match-resumption", "first": 4, "second": 2})
    assert desk.state.matches[1].phase == "open"
    report(desk, 1, 5, 2)
    desk.do(round_commands.CloseRound(round=1, reason="Over", early=True))
    assert [match.phase for match in desk.matches()] == ["announced", "announced"]


@pytest.mark.rule("ALL-3", "ALL-6", "ALL-8", "NXE-8")
@pytest.mark.parametrize("kind", FORMATS)
def test_resignation_concedes_a_match_left_undecided_and_its_score_is_there_again_when_taken_back(kind: str) -> None:
    desk = left_undecided(kind)
    first, second = sides(desk)
    entry = desk.entry(first)
    events = desk.do(entry_commands.Resign(entry=entry, reason="Told the desk."))
    assert [type(event) for event in events[:2]] == [EntryResigned, MatchesConceded]
    assert events[1] == MatchesConceded(conceded=(ConcededMatch(match=1, entry=entry, play_began=True),))
    result = desk.state.matches[1].effective
    assert result is not None
    assert (result.winner, result.outcome.play_began, desk.state.matches[1].phase) == (
        desk.entry(second),
        True,
        "announced",
    )
    assert score(desk.state) == FinalScore(first=4, second=2)
    back = entry_commands.WithdrawResignation(entry=entry, reason="Not meant")
    desk.do(back, player(first))
    assert (desk.state.matches[1].phase, score(desk.state)) == ("needs-ruling", FinalScore(first=4, second=2))


@pytest.mark.rule("ALL-3", "TD-4")
def test_exclusion_concedes_a_match_left_undecided_and_leaves_its_score() -> None:
    desk = left_undecided()
    entry = desk.state.matches[1].sides[0]
    about, remedies = {"kind": "entry", "number": entry}, [{"kind": "disqualification", "entry": entry}]
    said = {"clause": "4.2", "facts": "As seen", "reasons": "As written"}
    desk.do(ruling_commands.GiveRuling.model_validate({"about": about, "remedies": remedies, **said}))
    assert (desk.state.matches[1].phase, score(desk.state)) == ("announced", FinalScore(first=4, second=2))
    desk.do(ruling_commands.WithdrawRuling(ruling=2, reason="Given in error"))
    assert (desk.state.matches[1].phase, score(desk.state)) == ("needs-ruling", FinalScore(first=4, second=2))


def opened() -> SwissDesk:
    desk = left_undecided()
    rule_on(desk, 1, {"kind": "match-replay"})
    return desk


def verified() -> SwissDesk:
    desk = left_undecided()
    desk.do(match_commands.CorrectResult(match=1, result=FinalScore(first=5, second=2), reason="Played on"))
    return desk


def unverified() -> SwissDesk:
    desk = opened()
    desk.do(
        match_commands.ReportResult(match=1, result=FinalScore(first=5, second=2)), player(desk.letter(players(desk)))
    )
    return desk


def players(desk: SwissDesk) -> int:
    """The first side of match 1."""
    return desk.state.matches[1].sides[0]


def voided() -> SwissDesk:
    desk = left_undecided()
    desk.do(match_commands.VoidMatch(match=1, reason="Never to be"))
    return desk


def abandoned() -> RoundsDesk:
    """In the ring 1-2-3-4 the fourth beats the first, whose game with the second is abandoned."""
    desk = RoundsDesk()
    ring = DualRingOptions(kind="dual-ring", order="entry-order")
    desk.do(lifecycle_commands.AnnounceTournament(name="Ring", format=ring))
    entered(desk, "ABCD").do(lifecycle_commands.StartTournament())
    desk.won("D-A")
    return desk


IN_PHASE: Mapping[Phase, Callable[[], RoundsDesk]] = {
    "open": opened,
    "needs-ruling": left_undecided,
    "reported": unverified,
    "announced": verified,
    "abandoned": abandoned,
    "void": voided,
}
"""How match 1 comes into each phase; games of a ring are abandoned (RNG-2)."""


@pytest.mark.rule("ALL-3")
@pytest.mark.parametrize("phase", get_args(Phase))
def test_match_is_in_one_phase(phase: Phase) -> None:
    desk = IN_PHASE[phase]()
    assert desk.state.matches[1].phase == phase
    assert (1 in desk.state.awaiting) == (phase in ("open", "needs-ruling", "reported"))


WAYS = (*("close", "tell", "resign", "take-back", "invite", "report", "correct", "void", "reinstate"), *RULING_KINDS)
deeds = st.lists(
    st.builds(Deed, st.sampled_from(WAYS), st.integers(0, 99), st.integers(0, 99), st.booleans()),
    min_size=8,
    max_size=16,
)


@pytest.mark.rule("ALL-3", "TD-13")
@examples(25)
@given(st.sampled_from(sorted(FORMATS)), deeds)
def test_report_is_replaced_by_nothing_but_a_correction_or_a_taking_back(kind: str, tried: list[Deed]) -> None:
    """Whatever anybody tries, beginning with a match that was left undecided."""
    desk = left_undecided(kind)
    first = len(desk.steps)
    for deed in tried:
        try_deed(desk, deed)
    if len(desk.steps) > first:
        reached()
    for step in desk.steps[first:]:
        check_reports_kept(step)


def try_deed(desk: SwissDesk, deed: Deed) -> None:
    """Does what the deed says, unless it is refused."""
    with suppress(Refused):
        attempt(desk, deed)
