"""A match has as long as its round, from when it was opened last: what opens again once the round has closed can be
played, and whether it counts as unplayed is for a director to say (SWI-3, SWI-4)."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from domain.application.catalogue import EVENTS, REGISTRY
from domain.formats.elimination.nxe import NxeOptions
from domain.formats.knockout import KnockoutOptions
from domain.formats.registry import FormatOptions
from domain.formats.swiss import SwissOptions
from domain.kernel.refusal import Refused
from domain.scoring.result import FinalScore
from domain.tournament.decisions.rounds.left_open import LeftBecause, LeftOpen, left_open
from domain.tournament.decisions.rounds.rolling_on import due_at
from domain.tournament.derived.deadline import deadline
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rulings import commands as ruling_commands
from domain.tournament.rulings.events import About
from tests.desk import OFFICE, entered, player
from tests.formats.acting import Deed
from tests.formats.directing import attempt, let_time_pass, play
from tests.formats.rolling import (
    HOUR,
    WEEK,
    appeal,
    league,
    play_all,
    removed,
    reverse,
    rule_on,
    serve,
)
from tests.formats.ruling_deeds import RULING_KINDS
from tests.formats.swiss_desk import SwissDesk
from tests.properties import examples
from tests.reaching import reached
from tests.rounds import RoundsDesk, announced_nxe, started_nxe

PENALTY = {"kind": "penalty-points", "offender": "second", "beneficiary": "first", "points": 1}
LOSS = {"kind": "match-loss", "loser": "second"}


def close_of(desk: RoundsDesk, round_: int) -> datetime:
    """The round's closing time, which there is."""
    closes_at = desk.state.rounds.closes_at(round_)
    assert closes_at is not None
    return closes_at


def played_and_closed(desk: SwissDesk) -> SwissDesk:
    """All matches are played; an hour after the closing time of round 1 the service has drawn the next."""
    play_all(desk)
    desk.now = close_of(desk, 1) + HOUR
    serve(desk)
    return desk


def replayed() -> SwissDesk:
    desk = played_and_closed(league())
    rule_on(desk, 1, {"kind": "match-replay"})
    return desk


def annulled() -> SwissDesk:
    desk = played_and_closed(league())
    rule_on(desk, 1, {"kind": "result-annulment"})
    return desk


def lost_and_reversed() -> SwissDesk:
    desk = league()
    rule_on(desk, 1, LOSS)
    reverse(played_and_closed(desk), 1)
    return desk


def lost_and_suspended() -> SwissDesk:
    desk = league()
    rule_on(desk, 1, LOSS)
    appeal(played_and_closed(desk), 1)
    desk.do(ruling_commands.SuspendRuling(ruling=1))
    return desk


OPENED_AGAIN: Mapping[str, tuple[Callable[[], SwissDesk], LeftBecause]] = {
    "replay": (replayed, "ruled-on"),
    "annulment": (annulled, "ruled-on"),
    "reversal": (lost_and_reversed, "ruled-on"),
    "suspension": (lost_and_suspended, "appealed"),
}
"""By what opened match 1 again once its round had closed, and why the service leaves it open."""


@pytest.mark.rule("SWI-3", "SWI-4", "TD-12", "TD-13")
@pytest.mark.parametrize("opened", OPENED_AGAIN)
def test_match_opened_after_its_round_has_closed_is_never_closed_by_the_service(opened: str) -> None:
    made, why = OPENED_AGAIN[opened]
    desk = made()
    until = desk.now + WEEK
    assert (desk.state.matches[1].phase, desk.state.matches[1].open_since) == ("open", desk.now)
    assert deadline(desk.state, desk.state.matches[1]) == until
    assert [one for one in left_open(desk.state) if one.match == 1] == [LeftOpen(1, why, until)]
    for moment in (desk.now, until - HOUR, until, until + 4 * WEEK):
        desk.now = moment
        serve(desk)
    assert desk.state.matches[1].phase == "open"
    elsewhere = [one for one in desk.matches() if one.round == 2 and 1 not in dict(one.made_from)]
    assert sorted(removed(desk)) == sorted(desk.letter(entry) for one in elsewhere for entry in one.sides)


@pytest.mark.rule("SWI-3", "SWI-4", "TD-13")
@pytest.mark.parametrize("opened", OPENED_AGAIN)
def test_sides_of_a_match_opened_again_have_a_rounds_length_and_then_the_director_closes_it(opened: str) -> None:
    desk = OPENED_AGAIN[opened][0]()
    until, close = desk.now + WEEK, round_commands.CloseRound(round=1, reason="The week is over")
    first, _ = desk.state.matches[1].sides
    desk.now = until - HOUR
    desk.when(close).refused("round-still-open")
    desk.do(match_commands.ReportNoTimeAgreed(match=1, reported_by="first"), player(desk.letter(first)))
    desk.now = until
    desk.when(match_commands.ReportNoTimeAgreed(match=1, reported_by="second")).refused("round-closed")
    desk.do(close)
    result = desk.state.matches[1].effective
    assert result is not None
    assert (result.winner, result.outcome.ended) == (first, "default")


@pytest.mark.rule("SWI-3", "SWI-4", "ALL-4")
@pytest.mark.parametrize("auto_draw", [True, False])
def test_match_drawn_again_after_its_round_has_closed_has_a_rounds_length(auto_draw: bool) -> None:
    desk = played_and_closed(league(auto_draw=auto_draw))
    if not auto_draw:
        desk.draw(2)
    play_all(desk)
    desk.now = close_of(desk, 2) + HOUR
    slip = {"result": FinalScore(first=2, second=5), "reason": "Slip", "choice": "rewind", "override": True}
    desk.do(match_commands.CorrectResult.model_validate({"match": 1, **slip}))
    if auto_draw:
        assert serve(desk) == ["DrawRound"]
    else:
        desk.draw(2)
    drawn = [match for match in desk.matches() if match.phase == "open"]
    assert len(drawn) == 2
    assert close_of(desk, 2) < desk.now, "the round's own time is over, and theirs is not"
    assert [deadline(desk.state, match) for match in drawn] == [desk.now + WEEK] * 2
    waits = [
        (one.because, one.due_at) for one in left_open(desk.state) if one.match in [match.number for match in drawn]
    ]
    assert waits == [("opened-late", desk.now + WEEK)] * (2 if auto_draw else 0)
    desk.do(match_commands.ReportNoTimeAgreed(match=drawn[0].number, reported_by="first"))
    desk.now += WEEK
    serve(desk)
    assert removed(desk) == []
    desk.do(round_commands.CloseRound(round=2, reason="Nobody has played"))
    assert len(removed(desk)) == 3


def disputed(desk: SwissDesk) -> LeftBecause:
    desk.do(ruling_commands.OpenDispute(about=About(kind="match", number=1), matter="Who came?"))
    return "disputed"


def opponent_disputed(desk: SwissDesk) -> LeftBecause:
    side = desk.state.matches[1].sides[0]
    desk.do(ruling_commands.OpenDispute(about=About(kind="entry", number=side), matter="May they play?"))
    return "disputed"


def given_points(desk: SwissDesk) -> LeftBecause:
    rule_on(desk, 1, PENALTY)
    return "ruled-on"


def given_points_and_appealed(desk: SwissDesk) -> LeftBecause:
    appeal(desk, rule_on(desk, 1, PENALTY))
    return "appealed"


@pytest.mark.rule("SWI-4", "TD-9", "TD-11", "TD-12")
@pytest.mark.parametrize("touched", [disputed, opponent_disputed, given_points, given_points_and_appealed])
def test_service_closes_a_round_but_for_what_a_dispute_ruling_or_appeal_touches(
    touched: Callable[[SwissDesk], LeftBecause],
) -> None:
    desk = league()
    why, closes_at = touched(desk), close_of(desk, 1)
    assert left_open(desk.state) == [LeftOpen(1, why, closes_at)]
    desk.now = closes_at
    assert serve(desk) == ["CloseRound"]
    assert [match.phase for match in desk.matches()] == ["open", "announced", "announced"]
    assert due_at(desk.state) is None


@pytest.mark.rule("SWI-4", "TD-11")
def test_service_leaves_open_a_match_whose_opponent_an_appeal_may_change() -> None:
    desk = league()
    rule_on(desk, 1, LOSS)
    play_all(desk)
    serve(desk)
    hanging = [m.number for m in desk.matches() if m.round == 2 and 1 in dict(m.made_from)]
    assert len(hanging) == 2
    appeal(desk, 1)
    desk.now = close_of(desk, 2)
    serve(desk)
    assert [n for n in range(4, 7) if desk.state.matches[n].phase == "open"] == hanging
    assert [(one.match, one.because) for one in left_open(desk.state)] == [(n, "appealed") for n in hanging]


@pytest.mark.rule("SWI-4", "TD-11")
def test_service_closes_no_match_while_an_appeal_against_the_pairing_is_open() -> None:
    """A director pairs round 1 by hand, and a player appeals that; once the appeal is withdrawn the round is closed."""
    desk = league(drawn=False)
    pairings = tuple((desk.entry(one), desk.entry(two)) for one, two in ("AB", "CD", "EF"))
    desk.do(round_commands.PairByHand(round=1, pairings=pairings, reason="They travel together"))
    desk.do(ruling_commands.AppealDecision(decision=desk.state.version, entry=1), player(desk.letter(1)))
    desk.now = close_of(desk, 1)
    assert [(one.match, one.because) for one in left_open(desk.state)] == [(n, "appealed") for n in (1, 2, 3)]
    assert serve(desk) == []
    desk.do(ruling_commands.WithdrawAppeal(appeal=1))
    assert serve(desk) == ["CloseRound"]


@pytest.mark.rule("SWI-4", "TD-9")
def test_ruling_that_was_taken_back_leaves_nothing_to_the_director() -> None:
    desk = league()
    rule_on(desk, 1, PENALTY)
    desk.do(ruling_commands.WithdrawRuling(ruling=1, reason="The wrong match"))
    assert left_open(desk.state) == []


@pytest.mark.rule("SWI-4", "ALL-5")
def test_match_without_a_result_by_default_is_left_open_and_the_others_are_closed() -> None:
    desk = SwissDesk()
    last = {"kind": "swiss", "rounds": 1}
    announced = {"name": "League", "format": last, "conditions": Conditions(auto_draw=True)}
    desk.do(lifecycle_commands.AnnounceTournament.model_validate(announced))
    desk.enter("ABCD", {})
    desk.do(lifecycle_commands.StartTournament())
    serve(desk)
    for side in ("first", "second"):
        desk.do(match_commands.ReportNoTimeAgreed.model_validate({"match": 1, "reported_by": side}))
    desk.now = close_of(desk, 1)
    assert serve(desk) == ["CloseRound"]
    assert [match.phase for match in desk.matches()] == ["open", "announced"]
    assert [(one.match, one.because) for one in left_open(desk.state)] == [(1, "no-default")]


@pytest.mark.rule("SWI-3", "ALL-13")
def test_matches_of_a_tournament_that_goes_on_after_all_have_a_rounds_length_again() -> None:
    desk = league()
    desk.do(lifecycle_commands.CancelTournament(reason="The hall is shut"))
    desk.now += 4 * WEEK
    desk.do(lifecycle_commands.ReopenTournament(reason="It is open again"))
    assert {match.open_since for match in desk.matches()} == {desk.now}
    until = desk.now + WEEK
    assert {deadline(desk.state, match) for match in desk.matches()} == {until}
    desk.now = until
    serve(desk)
    assert removed(desk) == []
    assert [one.because for one in left_open(desk.state)] == ["opened-late"] * 3


def knockout() -> RoundsDesk:
    desk = RoundsDesk()
    options = KnockoutOptions(kind="knockout", lengths=(5,))
    desk.do(lifecycle_commands.AnnounceTournament(name="Cup", format=options))
    entered(desk, "ABCD").do(lifecycle_commands.StartTournament())
    return desk


@pytest.mark.rule("SWI-4", "SEL-3", "ALL-3")
def test_words_told_before_a_replay_are_none_about_the_replay() -> None:
    desk = knockout()
    desk.do(match_commands.ReportNoTimeAgreed(match=1, reported_by="first"))
    desk.do(match_commands.ReportResult(match=1, result=FinalScore(first=2, second=5)))
    desk.do(match_commands.ReportResult(match=2, result=FinalScore(first=5, second=1)))
    replay = {"about": {"kind": "match", "number": 1}, "remedies": [{"kind": "match-replay"}], "choice": "rewind"}
    said = {"clause": "4.3", "facts": "A wrong setup", "reasons": "As written"}
    desk.do(ruling_commands.GiveRuling.model_validate({**replay, **said}))
    assert desk.state.matches[1].no_time_agreed == ()
    close = round_commands.CloseRound(round=1, reason="Over", early=True)
    desk.when(close).refused("no-default-result")
    desk.do(match_commands.ReportNoTimeAgreed(match=1, reported_by="second"))
    desk.do(close)
    assert desk.state.matches[1].effective is not None
    assert desk.state.matches[1].effective.winner == desk.state.matches[1].sides[1]


def in_a_replay() -> RoundsDesk:
    """A and B have acknowledged, and played; their match is to be played again."""
    desk = started_nxe("ABCD")
    desk.pair(1, "A-B C-D")
    desk.do(match_commands.SendInvitation(match=1))
    desk.do(match_commands.AcknowledgeInvitation(match=1))
    desk.won("A-B", "C-D")
    rule_on(desk, 1, {"kind": "match-replay"})
    return desk


@pytest.mark.rule("NXE-5", "ALL-3", "ALL-6")
def test_replay_has_an_invitation_of_its_own_and_is_played_once_that_is_acknowledged() -> None:
    desk = in_a_replay()
    match = desk.state.matches[1]
    assert (match.invitation, match.acknowledged, match.nth_sitting) == (None, False, 2)
    desk.do(match_commands.SendInvitation(match=1, invited_by="second"), player("B"))
    desk.do(match_commands.AcknowledgeInvitation(match=1), player("A"))
    desk.when(match_commands.SendInvitation(match=1)).refused("invitation-status")
    rule_on(desk, 1, LOSS)
    assert began(desk)


@pytest.mark.rule("NXE-5", "ALL-3", "ALL-6")
def test_replay_that_nobody_has_acknowledged_has_not_begun() -> None:
    desk = in_a_replay()
    rule_on(desk, 1, LOSS)
    assert not began(desk)


@pytest.mark.rule("NXE-5", "ALL-1", "ALL-6")
def test_invitations_in_earlier_logs_are_to_the_first_sitting_and_a_replay_is_no_more_begun_by_them() -> None:
    desk = in_a_replay()
    for kind, fields in (("sent", {"match": 1, "invited_by": "first"}), ("acknowledged", {"match": 1})):
        topic, told = REGISTRY.upcast(f"tournament.invitation-{kind}.v1", dict(fields))
        event = next(event for event in EVENTS if topic == event.TOPIC)
        desk.lay((event.model_validate(told),), OFFICE)
    rule_on(desk, 1, LOSS)
    assert (began(desk), desk.state.matches[1].invitation) == (False, None)


def began(desk: RoundsDesk) -> bool:
    """Whether match 1, which a ruling has decided, counts as played."""
    outcome = desk.outcome(1)
    assert outcome is not None
    return outcome.play_began


@pytest.mark.rule("NXE-5", "ALL-3")
def test_first_sitting_has_its_invitation_again_when_the_replay_is_taken_back() -> None:
    desk = in_a_replay()
    desk.do(ruling_commands.WithdrawRuling(ruling=1, reason="It was right"))
    assert desk.state.matches[1].acknowledged
    assert desk.outcome(1) is not None


@examples(20, proof=100)
@given(
    drawn=st.integers(0, 72),
    opens=st.none() | st.integers(0, 72),
    closes=st.integers(1, 400),
    before=st.none() | st.integers(0, 400),
    again=st.integers(0, 800),
)
@pytest.mark.rule("SWI-3")
def test_matches_made_with_their_round_have_until_it_closes_and_those_opened_later_no_less_long(
    drawn: int, opens: int | None, closes: int, before: int | None, again: int
) -> None:
    """Whatever times a director says, in hours from the start."""
    desk = announced_nxe(NxeOptions(kind="nxe", losses=2, lengths=(1,)))
    entered(desk, "ABCD").do(lifecycle_commands.StartTournament())
    start = desk.now
    if opens is not None and opens >= closes:
        opens = None
    opens_at, closes_at = None if opens is None else start + opens * HOUR, start + closes * HOUR
    desk.do(round_commands.ScheduleRound(round=2, opens_at=opens_at, closes_at=closes_at))
    if before is not None:
        desk.do(round_commands.ScheduleRound(round=1, closes_at=start + before * HOUR))
    desk.pair(1, "A-B C-D")
    desk.won("A-B", "C-D")
    desk.now = max(desk.now, start + drawn * HOUR)
    desk.pair(2, "A-C B-D")
    [one, other] = [match for match in desk.matches() if match.round == 2]
    first = deadline(desk.state, one)
    assert first == closes_at
    desk.now = max(desk.now, start + again * HOUR)
    rule_on(desk, other.number, {"kind": "match-replay"})
    later, opened_at = deadline(desk.state, desk.state.matches[other.number]), max(desk.now, opens_at or desk.now)
    assert later is not None
    assert later >= max(first, opened_at)
    began = max(filter(None, (one.open_since, opens_at, desk.state.rounds.closes_at(1))))
    assert later - opened_at >= closes_at - began


WAYS = (
    *("play", "play", "time", "tell", "correct", "void", "reinstate", "report", "resign", "take-back"),
    *RULING_KINDS,
)
ROLLING: Sequence[FormatOptions] = (
    SwissOptions(kind="swiss", rounds=9),
    KnockoutOptions(kind="knockout", lengths=(5,)),
)
tried_deeds = st.lists(
    st.builds(Deed, st.sampled_from(WAYS), st.integers(0, 99), st.integers(0, 99), st.booleans()),
    min_size=3,
    max_size=12,
)


@pytest.mark.rule("SWI-3", "SWI-4", "TD-12", "TD-13")
@examples(20, proof=100)
@given(st.sampled_from(ROLLING), st.integers(6, 9), tried_deeds)
def test_service_never_closes_over_what_opened_late_or_is_ruled_on_whatever_is_tried(
    options: FormatOptions, players: int, tried: list[Deed]
) -> None:
    """Each closing of the service is looked at where time passes, by the steps alone."""
    desk = RoundsDesk()
    conditions = Conditions(auto_draw=True)
    desk.do(lifecycle_commands.AnnounceTournament(name="League", format=options, conditions=conditions))
    entered(desk, "ABCDEFGHI"[:players]).do(lifecycle_commands.StartTournament())
    closed = let_time_pass(desk, Deed("time", 0, 0, won=True))
    for deed in tried:
        with suppress(Refused):
            if deed.kind == "time":
                closed += let_time_pass(desk, deed)
            elif deed.kind == "play":
                play(desk, deed)
            else:
                attempt(desk, deed)
    closed += sum(let_time_pass(desk, Deed("time", week, 0, won=True)) for week in (2, 3))
    if closed or left_open(desk.state):
        reached()
    event(f"matches closed by the service: {min(closed, 4)}")
    for one in left_open(desk.state):
        event(f"left open: {one.because}")
