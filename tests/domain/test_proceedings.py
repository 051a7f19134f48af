"""What is recorded of a match besides its result, and asked of the director (TD-3, TD-6 to TD-8, TD-20, TD-21, TD-23,
TD-24)."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from domain.scoring.clock import OutOfTime
from domain.scoring.result import Conceded, FinalScore
from domain.tournament import commands, match_commands
from domain.tournament import proceedings_commands as asked
from domain.tournament.conditions import Conditions
from domain.tournament.model import announced_settings
from domain.tournament.proceedings import comes_to, late_from_break, missing, reviewed
from domain.tournament.report import report_of
from tests.desk import NOON, Desk, announced, director, entered, person, player, started
from tests.golden.tables import Row, table

PAGE = "proceedings/breaks"
ONE = NOON + timedelta(hours=1)
SIDES = {"A": "first", "B": "second", "C": "first", "D": "second"}
LENGTHS = {"1": 7, "2": 17}


def playing(conditions: Conditions | None = None) -> Desk:
    """A and B play match 1 to 7, C and D match 2 to 17."""
    desk = started("ABCD", conditions)
    desk.do(match_commands.MakeMatch(sides=(1, 2), length=7))
    desk.do(match_commands.MakeMatch(sides=(3, 4), length=17))
    desk.now = ONE
    return desk


def take(desk: Desk, row: Row) -> int:
    """The row's break, begun and ended; its number."""
    number, match = len(desk.state.proceedings.of(int(row["match"])).breaks) + 1, int(row["match"])
    begun = {"side": SIDES[row["who"]], "breaks": int(row["takes"]), "between_games": row["between games"] == "yes"}
    desk.now = ONE + timedelta(minutes=int(row["leaves"]) - 1)
    desk.do(asked.BeginBreak.model_validate({"match": match, **begun}), player(row["who"]))
    if row["back"]:
        desk.now = ONE + timedelta(minutes=int(row["back"]) - 1)
        desk.do(asked.EndBreak(match=match, number=number))
    return number


@pytest.mark.rule("TD-5", "TD-8")
def test_breaks_are_counted_due_flagged_and_late() -> None:
    desk = playing()
    for row in table(PAGE):
        number, match = take(desk, row), int(row["match"])
        of = desk.state.proceedings.of(match)
        review = reviewed(of, LENGTHS[row["match"]], number)
        due = (review.due_back - ONE) // timedelta(minutes=1)
        assert (str(due), str(review.left), ", ".join(review.flags)) == (row["due"], row["left"], row["flags"]), row
        late = late_from_break(of.breaks[number - 1], review)
        letters = {1: "AB", 2: "CD"}[match]
        told = "" if late is None else f"{letters[late.beneficiary == 'second']} {late.points}"
        assert told == row["late"], row


@pytest.mark.rule("TD-8")
def test_a_side_is_on_one_break_at_a_time_and_back_after_it_has_left() -> None:
    desk = playing()
    leaving = asked.BeginBreak(match=1, side="first")
    assert desk.refused(leaving, player("B")) == "not-allowed"
    desk.do(leaving, player("A"))
    assert desk.refused(leaving, player("A")) == "on-a-break"
    desk.do(asked.BeginBreak(match=1, side="second"), player("B"))
    early = asked.EndBreak(match=1, number=1, at=desk.now - timedelta(minutes=30))
    assert desk.refused(early) == "proceeding-untimely"
    assert desk.refused(asked.EndBreak(match=1, number=3)) == "proceeding-unknown"
    assert desk.refused(asked.EndBreak(match=1, number=1), player("C")) == "not-allowed"
    desk.do(asked.EndBreak(match=1, number=1), player("B"))
    assert desk.refused(asked.EndBreak(match=1, number=1)) == "already-settled"
    later = asked.BeginBreak(match=1, side="first", started_at=desk.now + timedelta(minutes=30))
    assert desk.refused(later) == "proceeding-untimely"


@pytest.mark.rule("TD-8")
def test_a_break_is_taken_in_the_tournament() -> None:
    desk = playing()
    opened = announced_settings(desk.state).started_at
    assert opened is not None
    before = asked.BeginBreak(match=1, side="first", started_at=opened - timedelta(minutes=6))
    assert desk.refused(before, player("A")) == "proceeding-untimely"
    desk.do(before.model_copy(update={"started_at": opened}), player("A"))


def story(desk: Desk) -> None:
    """The second story of the page."""
    readings = {"first_seconds": 840, "second_seconds": 840}
    desk.do(asked.MakeRequest(what="monitor", by=1, match=1, reason="His clock."), player("A"))
    desk.do(asked.AnswerRequest(number=1, granted=True, reason="It is in dispute."))
    monitor = {"match": 1, "person": person("M"), "asked_by": "first", "fee": "12.50", "paid_by": "first"}
    assert desk.refused(asked.AppointMonitor.model_validate(monitor | {"person": person("B")})) == "monitor-party"
    desk.do(asked.AppointMonitor.model_validate(monitor))
    _clock(desk, what="set", readings=readings, delay_seconds=12)
    for by, actor in (("first", player("A")), ("second", player("B")), (None, director("X"))):
        recorded = asked.GiveConsent.model_validate({"match": 1, "what": "recording", "by": by, "to": person("V")})
        if by is None:
            assert desk.refused(recorded, actor) == "not-allowed"
            desk.do(recorded)
        else:
            desk.do(recorded, actor)
    desk.do(asked.RevokeConsent(match=1, number=3, reason="It rang."))
    _clock(desk, what="paused", readings={"first_seconds": 300, "second_seconds": 200}, reason="A cup fell.")
    reset = {"first_seconds": 300, "second_seconds": 230}
    _clock(desk, what="reset", readings=reset, estimated=True, reason="It ran on.")
    desk.do(asked.DeclareOutOfTime(match=1, declared=OutOfTime(out="second"), by="first"), player("A"))


def _clock(desk: Desk, **fields: Any) -> None:  # noqa: ANN401 -- fields of the command
    desk.do(asked.RecordClock.model_validate({"match": 1, **fields}))


def told(desk: Desk) -> Iterator[tuple[str, int, str]]:
    """What was recorded, as the page tells it, by kind and number."""
    of = desk.state.proceedings.of(1)
    for wish in desk.state.proceedings.requests:
        answer = "granted" if wish.answered and wish.answered.granted else "not granted"
        yield "request", wish.made.number, f"{wish.made.what} by entry {wish.made.by}: {answer}"
    for monitor in of.monitors:
        one = monitor.appointed
        letter = chr(int(one.person[-4:], 16))
        yield "monitor", one.number, f"{letter}, asked for by {one.asked_by}, {one.fee} by {one.paid_by}"
    for consent in of.consents:
        revoked = ": revoked" if consent.revoked else ""
        yield "consent", consent.given.number, f"{consent.given.what} by {consent.given.by or 'the director'}{revoked}"
    for note in of.clocks:
        clock = note.recorded
        delay = f" delay {clock.delay_seconds}" if clock.delay_seconds else ""
        shown = f"{clock.what} {clock.readings.first_seconds} {clock.readings.second_seconds}"
        yield "clock", clock.number, f"{shown}{delay}{' estimated' if clock.estimated else ''}"
    for declaration in of.declarations:
        said = declaration.declared
        result = comes_to(said.declared)
        loser = f"{result.loser} {result.kind}" if result.kind == "lost-on-time" else result.kind
        yield "declaration", said.number, f"by {said.by}: {said.declared.out} is out; {loser}"


@pytest.mark.rule("TD-3", "TD-6", "TD-7", "TD-8", "TD-23", "TD-24")
def test_a_monitor_clocks_and_consents_are_recorded_and_change_no_result() -> None:
    desk = playing()
    before = desk.state.matches[1]
    story(desk)
    page = {(row["what"], int(row["number"]), row["what it says"]) for row in table(PAGE, 2)}
    assert set(told(desk)) == page
    assert desk.state.matches[1] == before


@pytest.mark.rule("TD-3")
def test_a_monitor_is_released_once_and_his_fee_is_exact() -> None:
    desk = playing()
    monitor = {"match": 1, "person": person("M")}
    for fee in ("12.505", "-1.00", 12.5):
        with pytest.raises(ValidationError):
            asked.AppointMonitor.model_validate(monitor | {"fee": fee, "paid_by": "both"})
    for half in ({"fee": "12.50"}, {"paid_by": "both"}):
        with pytest.raises(ValidationError):
            asked.AppointMonitor.model_validate(monitor | half)
    appoint = asked.AppointMonitor.model_validate(monitor)
    assert desk.refused(appoint, player("A")) == "not-allowed"
    desk.do(appoint)
    desk.do(asked.ReleaseMonitor(match=1, number=1))
    assert desk.refused(asked.ReleaseMonitor(match=1, number=1)) == "already-settled"
    assert desk.refused(asked.ReleaseMonitor(match=1, number=2)) == "proceeding-unknown"


@pytest.mark.rule("TD-6", "TD-23")
def test_requests_are_made_by_who_is_in_and_answered_once_with_a_reason() -> None:
    desk = playing()
    wanted = asked.MakeRequest(what="precision-dice", by=1, insists=True, reason="Mine roll oddly.")
    assert desk.refused(wanted, player("B")) == "not-allowed"
    assert desk.refused(wanted.model_copy(update={"by": None}), player("A")) == "not-allowed"
    assert desk.refused(wanted.model_copy(update={"match": 9}), player("A")) == "match-unknown"
    desk.do(wanted, player("A"))
    answer = asked.AnswerRequest(number=1, granted=False, reason="There are none.")
    assert desk.refused(answer, player("A")) == "not-allowed"
    desk.do(answer)
    assert desk.refused(answer) == "already-settled"
    assert desk.refused(answer.model_copy(update={"number": 2})) == "proceeding-unknown"
    (wish,) = desk.state.proceedings.requests
    assert wish.made.insists
    assert wish.answered is not None
    assert (wish.answered.granted, wish.answered.reason) == (False, "There are none.")


@pytest.mark.rule("TD-23")
def test_an_exception_is_the_directors_and_names_the_clause_and_the_reason() -> None:
    desk = playing()
    exception = asked.MakeException(clause="2.2.3", what="A longer break", match=1, reason="He takes insulin.")
    assert desk.refused(exception, player("A")) == "not-allowed"
    desk.do(exception)
    (made,) = desk.state.proceedings.exceptions
    assert (made.made.clause, made.made.reason) == ("2.2.3", "He takes insulin.")


@pytest.mark.rule("TD-7", "TD-8")
def test_a_pause_a_reset_and_an_estimate_need_the_reason() -> None:
    readings = {"first_seconds": 1, "second_seconds": 1}
    for fields in ({"what": "paused"}, {"what": "reset"}, {"what": "set", "estimated": True}):
        with pytest.raises(ValidationError):
            asked.RecordClock.model_validate({"match": 1, "readings": readings, **fields})


@pytest.mark.rule("TD-19", "TD-20")
def test_what_the_conditions_oblige_to_is_missing_until_it_is_attached() -> None:
    desk = playing(Conditions(recording="obligation", analysis="obligation"))
    assert list(missing(desk.state)) == []
    desk.do(match_commands.ReportResult(match=1, result=FinalScore(first=7, second=5)))
    desk.do(match_commands.ReportResult(match=2, result=Conceded(loser="first", play_began=False)))
    recording = asked.Attach(match=1, what="recording", reference="https://example.org/1", digest="1" * 64)
    assert [(one.match, one.what) for one in missing(desk.state)] == [(1, "recording"), (1, "analysis")]
    assert desk.refused(recording, player("C")) == "not-allowed"
    desk.do(recording, player("B"))
    assert desk.refused(recording, player("A")) == "already-attached"
    assert [(one.match, one.what) for one in report_of(desk.state).missing] == [(1, "analysis")]
    desk.do(commands.CompleteTournament())
    desk.do(recording.model_copy(update={"what": "analysis"}))
    assert report_of(desk.state).missing == ()


@pytest.mark.rule("TD-20", "TD-21")
def test_the_edition_of_the_rules_is_pinned_with_the_start() -> None:
    desk = entered(announced(Conditions(edition="2024")), "AB")
    desk.do(commands.ChangeConditions(conditions=Conditions(edition="2026")))
    desk.do(commands.StartTournament())
    again = commands.ChangeConditions(conditions=Conditions(edition="2028"), reason="A new one.")
    assert desk.refused(again) == "edition-pinned"
    kept = Conditions(edition="2026", dice="Precision dice, 14 mm", board="Tournament size")
    desk.do(commands.ChangeConditions(conditions=kept, reason="Said at the opening."))


@pytest.mark.rule("TD-21")
def test_each_round_has_one_starting_time() -> None:
    times = [{"round": 1, "at": "2026-03-01T13:00:00Z"}, {"round": 2, "at": "2026-03-01T15:00:00Z"}]
    assert Conditions.model_validate({"starting_times": times}).starting_times is not None
    with pytest.raises(ValidationError):
        Conditions.model_validate({"starting_times": [times[0], times[0]]})
