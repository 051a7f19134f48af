"""A director who plays decides nothing about a match of their own (TD-9, TD-14)."""

from collections.abc import Sequence

import pytest

from domain.kernel.envelope import Event
from domain.scoring.result import Drawn, WinnerOnly
from domain.tournament.command import Command
from domain.tournament.entries.commands import Resign
from domain.tournament.entries.events import EntryApproved, EntryRequested
from domain.tournament.lifecycle.events import TournamentStarted
from domain.tournament.matches import commands as match_commands
from domain.tournament.matches.events import MatchVoided, ResultReported, ResultVerified
from tests.desk import OFFICE, director, person, player
from tests.domain.test_rulings import ruling
from tests.story import before_the_start, evening, given, made, reported

EVENING = evening("DAB", directors="DE")
"""D directs and plays A and B; E directs and does not play."""
PLAYED = match_commands.PlayedMatch(sides=(1, 2), length=5, result=WinnerOnly(winner="first"))
REPORT = match_commands.EnterResults(results=(PLAYED,))
VERIFY = match_commands.VerifyResult(match=1)
VERIFIED = ResultVerified(match=1)


@pytest.mark.rule("TD-9", "TD-14", "ALL-12")
def test_result_that_directors_report_of_their_own_match_waits_for_other_staff() -> None:
    given(*EVENING).when(REPORT, by=director("D")).then().changes("1 D 0-0 0:0", "1 A 0-0 0:0", "1 B 0-0 0:0")
    waiting = given(*EVENING, made(1, 2), reported("first", verified=False))
    waiting.when(VERIFY, by=director("D")).refused("conflict-of-interest")
    for other in (director("E"), OFFICE):
        waiting.when(VERIFY, by=other).then(VERIFIED).changes("1 D 1-0 0:0", "2 B 0-0 0:0", "3 A 0-1 0:0")


@pytest.mark.rule("TD-14")
def test_result_that_the_opponent_has_reported_they_verify_themselves() -> None:
    told = given(*EVENING, made(1, 2)).done(reported("second", verified=False), by=player("A"))
    told.when(VERIFY, by=director("D")).then(VERIFIED)


@pytest.mark.rule("TD-14")
def test_nothing_waits_of_others_matches_and_where_results_count_at_once() -> None:
    others = match_commands.EnterResults(results=(PLAYED.model_copy(update={"sides": (2, 3)}),))
    given(*EVENING).when(others, by=director("D")).changes("1 A 1-0 0:0", "2 D 0-0 0:0", "3 B 0-1 0:0")
    at_once = evening("DAB", directors="D", verification="at-once")
    alone = match_commands.MakeMatch(sides=(1, 2), length=5, result=WinnerOnly(winner="first"))
    for told in (REPORT, alone):
        given(*at_once).when(told, by=director("D")).changes("1 D 1-0 0:0", "2 B 0-0 0:0", "3 A 0-1 0:0")


@pytest.mark.rule("ALL-10", "TD-9")
def test_a_member_of_a_team_is_its_side() -> None:
    team = EntryRequested(entry=4, person=person("F"), members=(person("D"),), team_name="Foxes")
    entered = (team, EntryApproved(entry=4))
    played = (made(4, 2), reported("first", verified=False))
    given(*EVENING, *entered, *played).when(VERIFY, by=director("D")).refused("conflict-of-interest")


VOIDED = MatchVoided(match=1, reason="Not played")
CHANGES = [
    (match_commands.CorrectResult(match=1, result=WinnerOnly(winner="second"), reason="Slip"), (reported("first"),)),
    (match_commands.VoidMatch(match=1, reason="Not played"), (reported("first"),)),
    (match_commands.ReinstateMatch(match=1, reason="It was"), (reported("first"), VOIDED)),
    (
        match_commands.ResolveWrongLength(
            match=1,
            correct_length=3,
            first_points=0,
            second_points=0,
            games_ended=0,
            game_in_progress=False,
            reason="Posted so",
        ),
        (),
    ),
    (Resign(entry=2, reason="Told the desk."), ()),
    (ruling({"kind": "disqualification", "entry": 2}, about={"kind": "entry", "number": 2}), ()),
]


@pytest.mark.rule("TD-9", "TD-14", "TD-16")
@pytest.mark.parametrize(("change", "before"), CHANGES, ids=lambda one: type(one).__name__)
def test_nobody_decides_about_their_own_match(change: Command, before: Sequence[Event]) -> None:
    """They don't correct, void or reinstate it, settle its length, let the opponent leave it, or put them out."""
    played = given(*EVENING, made(1, 2), *before)
    played.when(change, by=director("D")).refused("conflict-of-interest")
    played.when(change, by=director("E")).then()


@pytest.mark.rule("TD-9")
def test_directors_put_out_whom_they_have_played() -> None:
    out = ruling({"kind": "disqualification", "entry": 2}, about={"kind": "entry", "number": 2})
    given(*EVENING, made(1, 2), reported("first")).when(out, by=director("D")).then()


@pytest.mark.rule("TD-14")
def test_draw_told_by_its_first_side_waits_for_the_opponent() -> None:
    open_to_draws = {"kind": "open", "drawn_matches": True}
    announced = before_the_start("AB", format=open_to_draws, conditions={"verification": "confirmed"})
    told = match_commands.MakeMatch(sides=(1, 2), length=5, result=Drawn())
    waiting = given(*announced, TournamentStarted()).when(told, by=player("A"))
    (reported_,) = [event for event in waiting.then().events if isinstance(event, ResultReported)]
    assert not reported_.verified
