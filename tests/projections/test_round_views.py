"""What readers are shown of rounds: why two meet, what is void, what comes next (NXE-3..5, ALL-4, ALL-5, ALL-12)."""

from collections.abc import Mapping
from datetime import timedelta

import pytest

from domain.formats.elimination.nxe import NxeOptions
from domain.formats.slots import CORRECTED
from domain.formats.swiss import SwissOptions
from domain.kernel.values import Why
from domain.scoring.result import FinalScore, WinnerOnly
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from projections.views.next_step import NextView
from projections.views.rounds import NewestRoundView, RoundsView, progress_view, rounds_view
from projections.views.tournaments import match_view
from tests.desk import entered, player
from tests.domain.test_rulings import TWO_POINTS, reversed_by, ruling
from tests.formats.swiss_desk import started_swiss
from tests.formats.test_late_entries import KNOCKOUT, started
from tests.formats.test_who_met import correct
from tests.public import withheld
from tests.rounds import RoundsDesk, announced_nxe, started_nxe


def shown(desk: RoundsDesk, *, staff: bool = True) -> RoundsView:
    return rounds_view(desk.state, lambda _: staff)


@pytest.mark.rule("NXE-3", "NXE-4", "ALL-2")
def test_a_drawn_round_says_why_and_a_paired_one_that_it_was_by_hand() -> None:
    desk = started_nxe("ABC")
    desk.draw(1)
    [round_] = shown(desk).rounds
    [pairing], [bye] = round_.pairings, round_.byes
    assert (round_.draws, pairing.by_hand, pairing.why.rule, bye.why.rule) == (1, False, "NXE-4", "NXE-3")
    desk.do(round_commands.AnnulRound(round=1, reason="Again"))
    desk.pair(1, "A-B", "C")
    [round_] = shown(desk).rounds
    assert [(p.status, p.by_hand) for p in round_.pairings] == [("void", False), ("open", True)]
    assert [(b.void, b.by_hand) for b in round_.byes] == [(True, False), (False, True)]


@pytest.mark.rule("TD-14", "SEL-3")
def test_pairing_that_was_corrected_says_so_and_no_seeds_of_seats() -> None:
    """A-D and B-C were paired by their seeds, and A met C. B's match is void, and played again by those who sit there;
    corrected back, A and D meet as the bracket has it."""
    desk = started(4, KNOCKOUT)
    as_seeded = Why(rule="SEL-3", counts={"upper_seed": 1, "lower_seed": 4})
    assert whys(desk)["A-D"] == (False, as_seeded)
    correct(desk, 1, "A-D B-C", "A-C B-D")
    assert whys(desk) == dict.fromkeys(("A-C", "B-D"), (True, CORRECTED))
    correct(desk, 1, "A-C B-D", "A-D B-C")
    assert whys(desk)["A-D"] == (False, as_seeded)
    correct(desk, 1, "A-D B-C", "A-C B-D")
    desk.do(match_commands.VoidMatch(match=desk.match("B-D").number, reason="Wrong board"))
    assert desk.state.matches[3].why == CORRECTED
    assert whys(desk) == dict.fromkeys(("A-C", "B-D"), (True, CORRECTED))


def whys(desk: RoundsDesk) -> Mapping[str, tuple[bool, Why]]:
    """By the letters of the two who meet in round 1, whether that is by hand, and why."""
    live = [one for one in shown(desk).rounds[0].pairings if one.status != "void"]
    return {"-".join(map(desk.letter, one.sides)): (one.by_hand, one.why) for one in live}


@pytest.mark.rule("TD-14", "SWI-8")
def test_bye_that_was_corrected_says_so() -> None:
    desk = started_swiss("ABC")
    desk.draw(1)
    [first], [bye] = (shown(desk).rounds[0].pairings, shown(desk).rounds[0].byes)
    (a, b), c = map(desk.letter, first.sides), desk.letter(bye.entry)
    correct(desk, 1, f"{a}-{b}", f"{a}-{c}", byes=(f"{c}>{b}",))
    [after] = shown(desk).rounds[0].byes
    assert (desk.letter(after.entry), after.by_hand, after.why) == (b, True, CORRECTED)


@pytest.mark.rule("NXE-5")
def test_a_reminder_is_due_until_an_invitation_is_acknowledged() -> None:
    desk = started_nxe("AB")
    desk.pair(1, "A-B")
    assert shown(desk).rounds[0].pairings[0].invitation is None
    desk.do(match_commands.SendInvitation(match=1))
    invitation = shown(desk).rounds[0].pairings[0].invitation
    assert invitation is not None
    assert (invitation.by, invitation.at, invitation.reminder_due) == ("first", desk.now, True)
    desk.do(match_commands.AcknowledgeInvitation(match=1))
    invitation = shown(desk).rounds[0].pairings[0].invitation
    assert invitation is not None
    assert (invitation.acknowledged_at, invitation.reminder_due) == (desk.now, False)


@pytest.mark.rule("ALL-12")
def test_a_result_that_is_not_announced_is_the_staff_s() -> None:
    desk = started_nxe("AB")
    desk.pair(1, "A-B")
    desk.do(match_commands.ReportResult(match=1, result=desk.winner_only(desk.match("A-B"), "A")), player("A"))
    staff, public = (shown(desk, staff=staff).rounds[0].pairings[0] for staff in (True, False))
    assert (staff.status, staff.winner) == ("reported", 1)
    assert (public.status, public.winner) == ("open", None)


@pytest.mark.rule("ALL-12")
def test_points_are_told_once_they_are_announced() -> None:
    desk = announced_nxe(NxeOptions(kind="nxe", losses=2, lengths=(5,)))
    entered(desk, "AB")
    desk.do(lifecycle_commands.StartTournament())
    desk.pair(1, "A-B")
    desk.do(scored(5, 3), player("A"))
    staff, public = (shown(desk, staff=staff).rounds[0].pairings[0] for staff in (True, False))
    assert (staff.points, public.points) == ((5, 3), None)
    desk.do(match_commands.VerifyResult(match=1))
    assert shown(desk, staff=False).rounds[0].pairings[0].points == (5, 3)


def test_progress_is_beside_the_rounds_or_alone_and_one_entry_has_its_own() -> None:
    desk = started_nxe("ABC")
    desk.pair(1, "A-B", "C")
    whole, alone = shown(desk), progress_view(desk.state)
    assert whole.model_dump(exclude={"rounds"}) == alone.model_dump()
    [of_a], [of_c] = (rounds_view(desk.state, entry=entry).rounds for entry in (1, 3))
    assert [len(one.pairings) + 10 * len(one.byes) for one in (of_a, of_c)] == [1, 10]


@pytest.mark.rule("ALL-4")
def test_matches_no_longer_live_are_shown_as_void() -> None:
    desk = started_nxe("ABC", losses=1)
    desk.pair(1, "A-B", "C")
    desk.won("A-B")
    desk.pair(2, "A-C")
    desk.reverse("B-A", "rewind")
    view = match_view(desk.state, desk.match("A-C"))
    assert (view.status, view.void_reason, view.round) == ("void", None, 2)
    assert view.made_from == ((1, 1),)


@pytest.mark.rule("ALL-5", "NXE-7", "NXE-9")
def test_next_step_is_said() -> None:
    desk = started_nxe("AB", losses=1)
    assert shown(desk).next == NextView(kind="due", round=1, contenders=(1, 2))
    desk.pair(1, "A-B")
    assert shown(desk).next == NextView(kind="wait", matches=(1,), round=1)
    closes_at = desk.now + timedelta(days=7)
    desk.do(round_commands.ScheduleRound(round=1, closes_at=closes_at))
    assert shown(desk).next == NextView(kind="wait", matches=(1,), round=1, closes_at=closes_at)
    desk.won("A-B")
    assert shown(desk).next == NextView(kind="done", champion=1)
    desk.resign("A")
    asked = shown(desk).next
    assert asked is not None
    assert (asked.kind, asked.question, asked.choices[0].entries) == ("ask", "nobody-left-1", (1, 2))


@pytest.mark.rule("ALL-4", "SWI-4")
def test_possible_acts_on_the_newest_round_are_said() -> None:
    desk = started_nxe("AB", losses=2)
    assert shown(desk).newest is None
    desk.draw(1)
    assert shown(desk).newest == NewestRoundView(number=1, begun=False, can_be_closed=False)
    desk.do(match_commands.ReportResult(match=1, result=desk.winner_only(desk.match("A-B"), "A")), player("A"))
    assert shown(desk).newest == NewestRoundView(number=1, begun=True, can_be_closed=True)
    desk.do(round_commands.CloseRound(round=1, early=True, reason="All have played."))
    assert shown(desk).newest == NewestRoundView(number=1, begun=True, can_be_closed=False)


@pytest.mark.rule("SWI-4")
def test_a_round_can_be_closed_where_what_nobody_has_played_comes_to_something() -> None:
    desk = started_swiss("ABCD")
    desk.draw(1)
    assert shown(desk).newest == NewestRoundView(number=1, begun=False, can_be_closed=True)


@pytest.mark.rule("TD-10", "TD-13")
@pytest.mark.parametrize("ended_by", ["ruling", "correction"])
def test_a_score_that_a_reversal_leaves_incomplete_is_for_the_director(ended_by: str) -> None:
    desk = announced_nxe(NxeOptions(kind="nxe", losses=1, lengths=(5,)))
    entered(desk, "AB")
    desk.do(lifecycle_commands.StartTournament())
    desk.pair(1, "A-B")
    desk.do(ruling(TWO_POINTS))
    desk.do(scored(3, 2))
    reversed_by(desk, 1)
    assert shown(desk).next == NextView(kind="wait", matches=(1,), round=1, undecided=(1,))
    desk.when(scored(3, 5)).refused("match-left-undecided")
    own = match_view(desk.state, desk.state.matches[1])
    assert [(layer.layer, layer.ended, layer.points) for layer in own.layers] == [("reported", None, (3, 2))]
    assert withheld(own).layers == own.layers  # what was announced was told to everybody (ALL-12)
    if ended_by == "ruling":
        desk.do(ruling({"kind": "match-resumption", "first": 3, "second": 2}))
        assert shown(desk).next == NextView(kind="wait", matches=(1,), round=1)
        desk.do(scored(3, 5))
    else:
        played_on = {"match": 1, "result": FinalScore(first=3, second=5), "reason": "Played on."}
        desk.do(match_commands.CorrectResult.model_validate(played_on))
    assert shown(desk).next == NextView(kind="done", champion=2)


def scored(first: int, second: int) -> match_commands.ReportResult:
    return match_commands.ReportResult(match=1, result=FinalScore(first=first, second=second))


@pytest.mark.rule("ALL-13", "NXE-9")
def test_nothing_comes_next_and_nobody_has_won_before_the_start_or_once_cancelled() -> None:
    desk = announced_nxe()
    assert shown(desk).next is None
    entered(desk, "A")
    assert (shown(desk).next, desk.table()) == (None, ["- A 0-0-0 in"])
    entered(desk, "B")
    desk.do(lifecycle_commands.StartTournament())
    desk.resign("B")
    assert shown(desk).next == NextView(kind="done", champion=1)
    assert desk.table()[0] == "1 A 0-0-0 champion"
    desk.do(lifecycle_commands.CancelTournament(reason="Nobody else came"))
    assert (shown(desk).next, desk.table()[0]) == (None, "- A 0-0-0 in")


def swiss(letters: str, **options: object) -> RoundsDesk:
    """A Swiss of these players, started, in the time zone of Berlin."""
    desk = RoundsDesk()
    announced = {"name": "League", "format": {"kind": "swiss", **options}, "time_zone": "Europe/Berlin"}
    desk.do(lifecycle_commands.AnnounceTournament.model_validate(announced))
    entered(desk, letters)
    desk.do(lifecycle_commands.StartTournament())
    return desk


@pytest.mark.rule("SWI-3", "SWI-6")
def test_a_round_to_come_is_listed_with_its_times_and_the_byes_asked_for_in_it() -> None:
    desk = swiss("ABCD", rounds=3)
    closing = desk.now
    desk.do(round_commands.ScheduleRound(round=2, closes_at=closing))
    desk.do(round_commands.RequestBye(entry=1, round=1))
    first, second = shown(desk).rounds
    assert (first.number, first.schedule, first.bye_requests, first.pairings) == (1, None, (1,), ())
    assert second.schedule is not None
    assert (second.schedule.opens_at, second.schedule.closes_at) == (None, closing)
    assert second.schedule.time_zone == "Europe/Berlin"
    desk.do(round_commands.WithdrawByeRequest(entry=1, round=1))
    assert [round_.number for round_ in shown(desk).rounds] == [2]


@pytest.mark.rule("SWI-4", "ALL-12")
def test_words_told_to_the_director_and_endings_of_matches() -> None:
    desk = swiss("ABCD", rounds=2)
    desk.pair(1, "A-B C-D")
    desk.do(match_commands.ReportNoTimeAgreed(match=1, reported_by="second"))
    staff, public = (shown(desk, staff=staff).rounds[0].pairings[0].no_time_agreed for staff in (True, False))
    assert (staff, public) == (("second",), ())
    desk.do(round_commands.CloseRound(round=1, reason="Over", early=True))
    ended = [(pairing.ended, pairing.winner) for pairing in shown(desk, staff=False).rounds[0].pairings]
    assert ended == [("default", 2), ("both-lost", None)]
    assert withheld(match_view(desk.state, desk.match("A-B"))).no_time_agreed == ()


@pytest.mark.rule("RNG-2", "ALL-12")
def test_an_abandoned_game_is_one_until_a_result_of_it_is_announced() -> None:
    desk = RoundsDesk()
    conditions = {"verification": "by-director"}
    announced = {"name": "Ring", "format": {"kind": "dual-ring"}, "conditions": conditions}
    desk.do(lifecycle_commands.AnnounceTournament.model_validate(announced))
    entered(desk, "ABCD")
    desk.do(lifecycle_commands.StartTournament())
    early = desk.now
    desk.won("A-B")
    assert seen_of(desk, "B-C") == [("abandoned", "abandoned"), ("abandoned", "abandoned")]
    late = match_commands.ReportResult(match=2, result=WinnerOnly(winner="first"), played_at=early)
    desk.do(late, player("B"))
    assert seen_of(desk, "B-C") == [("reported", "won"), ("abandoned", "abandoned")]
    desk.do(match_commands.VerifyResult(match=2))
    assert seen_of(desk, "B-C") == [("announced", "won"), ("announced", "won")]


def seen_of(desk: RoundsDesk, name: str) -> list[tuple[str, str | None]]:
    """The match's status and how it ended, for the staff, then for the public."""
    view = match_view(desk.state, desk.match(name))
    return [(one.status, one.ended) for one in (view, withheld(view))]


@pytest.mark.rule("SIX-2", "SIX-3", "ALL-12")
def test_a_six_game_match_shows_its_game_points_and_who_sat_wrongly() -> None:
    # A begins. Won, drawn, won, won: 3.5 to 0.5, that is 7 to 1 in halves. The seats go A-B-B-A: in game 3 B was due.
    desk = started_swiss("AB", options=SwissOptions(kind="swiss", form="six-games"))
    desk.drawn(1)
    match = desk.match("A-B")
    mine, theirs = ("first", "second") if match.sides[0] == desk.entry("A") else ("second", "first")
    won = [(mine, mine), ("drawn", theirs), (mine, mine), (mine, mine)]
    games = [{"winner": winner, "first_seat": seat} for winner, seat in won]
    report = {"match": match.number, "result": {"kind": "six-games", "games": games}}
    desk.do(match_commands.ReportResult.model_validate(report), player("A"))
    seen = match_view(desk.state, desk.state.matches[match.number])
    assert seen.six_games is not None
    assert seen.six_games.half_points == ((7, 1) if mine == "first" else (1, 7))
    assert [(one.game, one.due) for one in seen.six_games.wrong_seats] == [(3, theirs)]
    assert withheld(seen).six_games is None
