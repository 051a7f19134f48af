"""Any command can be tried without being recorded, and may carry what was shown (ALL-2, ALL-4)."""

from dataclasses import replace

import pytest

from domain.kernel.refusal import Refused
from domain.officiating.sanction_catalogue import Sanction
from domain.scoring.result import WinnerOnly
from domain.tournament.command import Command
from domain.tournament.difference import (
    Difference,
    FlaggedChange,
    MatchEnding,
    ReportChange,
    Shown,
    TableLine,
    difference_of,
)
from domain.tournament.entries import commands as entry_commands
from domain.tournament.guards.context import Context, effect_of
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.preview import preview
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rulings.commands import GiveRuling
from tests.desk import OFFICE, entered, registered, started
from tests.rounds import RoundsDesk, announced_nxe, started_nxe


def tried(desk: RoundsDesk, command: Command) -> Difference:
    return preview(desk.state, command, Context(OFFICE, desk.now, registered, desk.secrets)).outcome


def final() -> RoundsDesk:
    """To one loss: A beats B, bye C; A beats C."""
    desk = started_nxe("ABC", losses=1)
    desk.pair(1, "A-B", "C")
    desk.won("A-B")
    desk.pair(2, "A-C")
    desk.won("A-C")
    return desk


REVERSAL = match_commands.CorrectResult(match=1, result=WinnerOnly(winner="second"), reason="Slip", choice="rewind")


@pytest.mark.rule("ALL-4")
def test_preview_shows_what_would_be_void_and_how_the_table_would_be() -> None:
    desk = final()
    outcome = tried(desk, REVERSAL)
    assert outcome.topics == ("tournament.result-corrected.v1", "tournament.consequences-chosen.v4")
    assert (outcome.made, outcome.voided, outcome.revived) == ((), (Shown(match=2, round=2, sides=(1, 3)),), ())
    assert (outcome.champion_before, outcome.champion_after) == (1, None)
    assert [(line.entry, line.rank, line.mark) for line in outcome.lines_before] == [
        (2, 3, "out"),
        (3, 2, "out"),
        (1, 1, "champion"),
    ]
    win = {"champion": 0, "in": 1, "win_points": 1, "losses": 0, "byes": 0}
    assert outcome.lines_after == (
        TableLine(entry=2, rank=None, values=win, mark="in"),
        TableLine(entry=3, rank=None, values={**win, "byes": 1}, mark="in"),
        TableLine(entry=1, rank=3, values={**win, "in": 0, "win_points": 0, "losses": 1}, mark="out"),
    )
    assert desk.round(2) == ["A-C"]


@pytest.mark.rule("ALL-4")
def test_preview_shows_what_would_come_back_and_what_would_be_made() -> None:
    desk = final()
    desk.do(REVERSAL)
    back = REVERSAL.model_copy(update={"result": WinnerOnly(winner="first"), "choice": None})
    assert tried(desk, back).revived == ()
    restoring = back.model_copy(update={"choice": "restore"})
    assert tried(desk, restoring).revived == (Shown(match=2, round=2, sides=(1, 3)),)
    hand = round_commands.PairByHand(round=2, pairings=((2, 3),), reason="Both are here")
    assert tried(desk, hand).made == (Shown(match=3, round=2, sides=(2, 3)),)


def test_preview_and_effect_are_the_same() -> None:
    desk = final()
    before, context = desk.state, Context(OFFICE, desk.now, registered, desk.secrets)
    shown = tried(desk, REVERSAL)
    assert difference_of(effect_of(before, desk.do(REVERSAL), context), context.actor, context.now) == shown


def test_a_command_may_carry_the_digest_of_what_was_shown() -> None:
    desk = final()
    command = REVERSAL.model_copy(update={"expected": tried(desk, REVERSAL).digest})
    desk.resign("C")
    now = tried(desk, REVERSAL)
    desk.when(command).refused("outcome-differs", preview=now.model_dump(mode="json"), digest=now.digest)
    desk.when(command.model_copy(update={"expected": now.digest})).then()


@pytest.mark.rule("ALL-4")
def test_preview_shows_how_matches_would_have_ended() -> None:
    desk = final()
    assert tried(desk, REVERSAL).ended == (
        MatchEnding(match=1, round=1, sides=(1, 2), length=1, ended="won", winner=2, points=None, play_began=True),
        MatchEnding(match=2, round=2, sides=(1, 3), length=1, ended=None, winner=None, points=None, play_began=None),
    )


def test_any_command_may_carry_the_digest_of_what_was_shown() -> None:
    desk = started_nxe("ABC")
    desk.pair(1, "A-B", "C")
    expected = tried(desk, round_commands.AnnulRound(round=1, reason="Late")).digest
    desk.won("A-B")
    desk.when(entry_commands.Resign(entry=3, expected=expected, reason="Told the desk.")).refused("outcome-differs")
    desk.when(
        entry_commands.Resign(
            entry=3,
            expected=tried(desk, entry_commands.Resign(entry=3, reason="Told the desk.")).digest,
            reason="Told the desk.",
        )
    ).then()


@pytest.mark.rule("ALL-2")
def test_a_draw_is_not_shown_before_it_is_recorded() -> None:
    desk = started_nxe("ABC")
    with pytest.raises(Refused) as refused:
        tried(desk, round_commands.DrawRound(round=1))
    assert refused.value.problem.slug == "draw-not-shown"
    desk.when(round_commands.DrawRound(round=1, expected="0" * 64)).refused("draw-not-shown")


@pytest.mark.rule("ALL-2")
def test_trying_to_start_commits_to_nothing() -> None:
    desk = announced_nxe()
    entered(desk, "AB")
    assert tried(desk, lifecycle_commands.StartTournament()).topics[-1:] == ("tournament.started.v1",)
    assert desk.secrets.kept == {}


def test_open_play_can_be_tried_too() -> None:
    desk = started("AB")
    desk.report("A 5-3 B")
    context = replace(Context(OFFICE, desk.now, registered, desk.secrets))
    outcome = preview(desk.state, match_commands.VoidMatch(match=1, reason="Slip"), context).outcome
    assert [shown.match for shown in outcome.voided] == [1]


@pytest.mark.rule("TD-19")
def test_a_preview_tells_what_the_report_would_tell_more_of() -> None:
    desk = started_nxe("ABC")
    said = {"about": {"kind": "entry", "number": 2}, "clause": "1.7", "facts": "A telephone", "reasons": "Help"}
    out = {**said, "remedies": [{"kind": "disqualification", "entry": 2}]}
    tried = preview(desk.state, GiveRuling.model_validate(out), desk.context(OFFICE))
    assert tried.outcome.report == (ReportChange(section="players", added=1, removed=0),)


@pytest.mark.rule("TD-22")
def test_a_preview_names_the_remedies_that_are_flagged_and_what_is_permitted() -> None:
    desk = started("AB")
    desk.report("A 5-3 B")
    # By 4.2 a warning comes before points, and no match is lost; 99.9 is in no list.
    points = {"kind": "penalty-points", "offender": "second", "beneficiary": "first", "points": 1}
    said = {"about": {"kind": "match", "number": 1}, "facts": "A wrong die", "reasons": "Again"}
    both = {**said, "clause": "4.2.3", "remedies": [points, {"kind": "match-loss", "loser": "second"}]}
    outcome = preview(desk.state, GiveRuling.model_validate(both), desk.context(OFFICE)).outcome
    permitted: tuple[Sanction, ...] = ("warning", "penalty-points")
    assert outcome.flagged == (
        FlaggedChange(
            ruling=1,
            remedy_number=1,
            kind="penalty-points",
            clause="4.2.3",
            departure="no-warning-before",
            permitted=permitted,
        ),
        FlaggedChange(
            ruling=1, remedy_number=2, kind="match-loss", clause="4.2.3", departure="not-permitted", permitted=permitted
        ),
    )
    unlisted = {**said, "clause": "99.9", "remedies": [points]}
    outcome = preview(desk.state, GiveRuling.model_validate(unlisted), desk.context(OFFICE)).outcome
    assert outcome.flagged == (
        FlaggedChange(
            ruling=1, remedy_number=1, kind="penalty-points", clause="99.9", departure="unlisted-clause", permitted=()
        ),
    )
