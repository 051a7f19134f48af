"""Commands through the journal: once, with one answer, on what is recorded."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from threading import Barrier
from typing import ClassVar, cast

import psycopg
import pytest
from psycopg import errors

from domain.journal.errors import IDEMPOTENCY_KEY_REUSED, UnknownTopic
from domain.journal.journal import Journal
from domain.kernel.canonical_json import JSON
from domain.kernel.envelope import Actor, Event
from domain.kernel.ids import StreamName
from domain.kernel.refusal import Refused
from domain.ports.command_handling import CommandOutcome, Decision, Request, Streams, Write
from domain.ports.refused_answers import answer_refused
from domain.problems.persons import PERSON_ERASED
from tests.journal.support import (
    ACTOR,
    FULL,
    START,
    Noted,
    asking,
    erase,
    ledger,
    note,
    noting,
    once,
    open_journal,
    person,
    remark,
    seen,
    tell,
)


class Nobody(Event):
    """Of a kind that is not registered."""

    TOPIC: ClassVar[str] = "test.nobody.v1"


@pytest.mark.rule("ALL-1")
def test_an_accepted_command_is_recorded_and_answered(journal: Journal) -> None:
    outcome = journal.execute(note("a", ledger(1), 5, 6))
    assert outcome == CommandOutcome(False, {"version": 2}, 2, {ledger(1): 2})
    first, second = journal.history(ledger(1))
    assert [stored.position for stored in (first, second)] == [1, 2]
    assert [stored.recorded.event for stored in (first, second)] == [Noted(number=5), Noted(number=6)]
    assert (first.recorded.actor, first.recorded.recorded_at) == (ACTOR, START)
    assert first.recorded.happened_at == START


@pytest.mark.rule("ALL-1", "ALL-12")
def test_equal_events_are_recorded_with_bytes_that_nobody_can_guess(journal: Journal) -> None:
    journal.execute(note("a", ledger(1), 5, 5))
    journal.execute(note("b", ledger(2), 5))
    stored = [*journal.history(ledger(1)), *journal.history(ledger(2))]
    salts = {each.recorded.salt for each in stored}
    assert len(salts) == 3
    assert all(len(bytes.fromhex(salt)) == 16 for salt in salts)
    assert all(f'"salt":"{each.recorded.salt}"'.encode() in each.state for each in stored)


def test_a_repetition_gets_the_first_answer_and_records_nothing(journal: Journal, other: Journal) -> None:
    first = journal.execute(note("a", ledger(1), 5))
    journal.execute(note("b", ledger(1), 6))
    for repeating in (journal, other):
        assert repeating.execute(note("a", ledger(1), 5)) == replace(first, repeated=True)
    assert journal.position() == 2


def test_a_repetition_gets_the_first_answer_where_it_would_now_be_refused(journal: Journal, other: Journal) -> None:
    first = journal.execute(once("a", ledger(1), 5))
    for repeating in (journal, other):
        assert repeating.execute(once("a", ledger(1), 5)) == replace(first, repeated=True)


def test_a_refusal_that_is_recorded_is_given_to_every_repetition(journal: Journal, other: Journal) -> None:
    def turned_away(streams: Streams, _: datetime) -> Decision:
        noted = noting(streams, ledger(1), 5)
        return replace(noted, answer=answer_refused(Refused(PERSON_ERASED, "Gone.", person=person(1))))

    for repeating in (journal, journal, other):
        with pytest.raises(Refused) as refusal:
            repeating.execute(asking("a", turned_away))
        assert (refusal.value.problem, refusal.value.detail) == (PERSON_ERASED, "Gone.")
        assert refusal.value.facts == {"person": person(1)}
    assert [stored.recorded.event for stored in journal.history(ledger(1))] == [Noted(number=5)]


def test_another_request_under_the_same_key_is_refused(journal: Journal) -> None:
    journal.execute(note("a", ledger(1), 5, body=b"one"))
    with pytest.raises(Refused) as refusal:
        journal.execute(note("a", ledger(1), 5, body=b"other"))
    assert refusal.value.problem is IDEMPOTENCY_KEY_REUSED
    assert journal.position() == 1


@pytest.mark.rule("ALL-1", "ALL-12")
def test_a_command_sent_again_after_the_term_of_its_answer_changes_nothing(journal: Journal, admin_url: str) -> None:
    first = journal.execute(note("a", ledger(1), 5))
    with psycopg.connect(admin_url) as owner:
        owner.execute("UPDATE commands SET answer = NULL")
    again = journal.execute(note("a", ledger(1), 5))
    assert again == CommandOutcome(True, {}, first.position, first.versions, is_answer_kept=False)
    assert journal.position() == 1


def test_a_refused_command_is_not_remembered(journal: Journal) -> None:
    journal.execute(note("a", ledger(1), 5))
    with pytest.raises(Refused) as refusal:
        journal.execute(once("b", ledger(1), 6))
    assert refusal.value.problem is FULL
    assert not journal.execute(note("b", ledger(1), 6, body=b"other")).repeated


def test_a_command_without_events_is_remembered(journal: Journal) -> None:
    journal.execute(note("a", ledger(1), 5))
    idle = asking("idle", lambda streams, _: Decision((), {"saw": streams.load(ledger(1)).version}))
    first = journal.execute(idle)
    assert first == CommandOutcome(False, {"saw": 1}, 1, {})
    journal.execute(note("b", ledger(1), 6))
    assert journal.execute(idle) == replace(first, repeated=True)


def test_several_streams_are_written_together(journal: Journal) -> None:
    def decide(_: Streams, _now: datetime) -> Decision:
        clerk = Actor(key="k-1", role="director", staff_of="t")
        earlier = START.replace(year=2020)
        one = Write(ledger(1), (Noted(number=1),), happened_at=earlier, cause="resigned", actor=clerk)
        two = Write(ledger(2), (Noted(number=2), Noted(number=3)))
        again = Write(ledger(1), (Noted(number=4),))
        return Decision((one, two, again), {})

    outcome = journal.execute(asking("a", decide))
    assert outcome.versions == {ledger(1): 2, ledger(2): 2}
    assert [stored.recorded.event.number for stored in journal.read(0, 10)] == [1, 2, 3, 4]
    first = journal.history(ledger(1))[0].recorded
    assert (first.happened_at.year, first.cause, first.actor.staff_of) == (2020, "resigned", "t")


def test_a_fault_in_deciding_meets_its_caller_alone(journal: Journal) -> None:
    def decide(_streams: Streams, _: datetime) -> Decision:
        raise ZeroDivisionError("in deciding")

    with pytest.raises(ZeroDivisionError):
        journal.execute(asking("a", decide))
    assert journal.execute(note("b", ledger(1), 5)).position == 1


@pytest.mark.parametrize(
    ("decision", "fault"),
    [
        (Decision((Write(ledger(1), (Noted(number=2**53),)),), {}), ValueError),
        (Decision((), cast("dict[str, JSON]", {"share": 0.5})), ValueError),
        (Decision((Write(ledger(1), (Nobody(),)),), {}), UnknownTopic),
        (Decision((Write(ledger(1), (Noted(number=1), Noted(number=1, text="\ud800"))),), {}), ValueError),
    ],
    ids=["large integer", "float", "unknown topic", "lone surrogate"],
)
def test_unstorable_events_are_not_stored(journal: Journal, decision: Decision, fault: type[Exception]) -> None:
    with pytest.raises(fault):
        journal.execute(asking("a", lambda _streams, _now: decision))
    assert journal.position() == 0


def test_a_stale_refusal_is_decided_again(journal: Journal, other: Journal) -> None:
    def spend(streams: Streams, _: datetime) -> Decision:
        if streams.load(ledger(1)).version < 2:
            raise Refused(FULL, "Not yet.")
        return noting(streams, ledger(2), 9)

    journal.execute(note("a", ledger(1), 1))
    other.execute(note("b", ledger(1), 2))
    assert journal.execute(asking("c", spend)).versions == {ledger(2): 1}


def test_stream_only_read_is_checked_too(journal: Journal, other: Journal) -> None:
    def copy(streams: Streams, _: datetime) -> Decision:
        return noting(streams, ledger(2), streams.load(ledger(1)).version)

    journal.execute(note("a", ledger(1), 1))
    other.execute(note("b", ledger(1), 1))
    journal.execute(asking("c", copy))
    assert seen(journal, ledger(2)).last == 2


def test_commands_that_arrive_together_are_decided_on_what_the_former_leave(journal: Journal) -> None:
    outcomes = together(journal, [note(f"k{n}", ledger(1), n) for n in range(40)])
    versions = [answered(outcome).versions[ledger(1)] for outcome in outcomes]
    assert sorted(versions) == list(range(1, 41))
    assert seen(journal, ledger(1)).total == sum(range(40))


def test_one_of_commands_that_exclude_each_other_wins(journal: Journal) -> None:
    outcomes = together(journal, [once(f"k{n}", ledger(1), n) for n in range(20)])
    assert sum(isinstance(outcome, CommandOutcome) for outcome in outcomes) == 1
    assert {type(outcome) for outcome in outcomes} == {CommandOutcome, Refused}
    assert journal.position() == 1


def test_twenty_parallel_duplicates_make_one_event_and_get_one_answer(journal: Journal, other: Journal) -> None:
    request = once("same", ledger(1), 5)
    both = [journal.execute, other.execute] * 10
    outcomes = [answered(outcome) for outcome in at_once([partial(do, request) for do in both])]
    assert journal.position() == 1
    assert sum(not outcome.repeated for outcome in outcomes) == 1
    assert {(str(outcome.answer), outcome.position) for outcome in outcomes} == {("{'version': 1}", 1)}
    assert all(outcome.versions == {ledger(1): 1} for outcome in outcomes)


def test_parallel_requests_with_one_key_and_different_bodies(journal: Journal) -> None:
    requests = [note("same", ledger(1), n, body=bytes([n % 2])) for n in range(20)]
    outcomes = together(journal, requests)
    refused = [outcome for outcome in outcomes if isinstance(outcome, Refused)]
    assert len(refused) == 10
    assert {refusal.problem for refusal in refused} == {IDEMPOTENCY_KEY_REUSED}
    assert journal.position() == 1


def test_a_conflict_leaves_the_innocent_of_its_group(journal: Journal, other: Journal) -> None:
    for n in range(20):
        journal.execute(note(f"first {n}", ledger(n), 1))
    other.execute(note("foreign", ledger(3), 1))
    decisions: list[int] = []

    def counting(n: int) -> Callable[[Streams, datetime], Decision]:
        def decide(streams: Streams, _: datetime) -> Decision:
            decisions.append(n)
            return noting(streams, ledger(n), 1)

        return decide

    outcomes = together(journal, [asking(f"second {n}", counting(n)) for n in range(20)])
    assert [answered(outcome).versions[ledger(n)] for n, outcome in enumerate(outcomes)] == [
        3 if n == 3 else 2 for n in range(20)
    ]
    assert sorted(decisions) == sorted([*range(20), 3])


def test_nothing_is_decided_on_what_was_not_recorded(journal: Journal, other: Journal) -> None:
    """The first of the group is in conflict. The second was decided on what the first would have made of the ledger,
    which has as many events as the ledger has by now, and is another."""
    for turn in range(5):
        journal.execute(note(f"first {turn}", ledger(turn), 1))
        other.execute(note(f"foreign {turn}", ledger(turn), 100))
        together(journal, [note(f"{turn} {n}", ledger(turn), n) for n in range(2, 12)])
        assert seen(journal, ledger(turn)) == seen(other, ledger(turn))


def test_refusal_of_the_database_meets_its_caller_alone(journal: Journal) -> None:
    # A name too long for an index, of letters that do not compress; the database says so as it says it is down.
    endless = StreamName("ledger-" + "".join(chr(0x100 + n * 7919 % 9000) for n in range(9000)))
    sent = [note(f"k{n}", ledger(n), n) for n in range(10)]
    outcomes = together(journal, [*sent, note("endless", endless, 1)], errors.ProgramLimitExceeded)
    assert isinstance(outcomes.pop(), errors.ProgramLimitExceeded)
    assert sorted(answered(outcome).position for outcome in outcomes) == list(range(1, 11))


def test_text_about_the_erased_is_recorded_and_nobody_reads_it(journal: Journal, admin_url: str) -> None:
    """What was done may need a reason; anyone who is erased is left out, and about the erased alone nothing is kept."""
    journal.execute(tell("a", ledger(1), (person(7),), "hush"))
    erase(admin_url, person(7))
    journal.execute(tell("b", ledger(1), (person(7),), "more"))
    assert remark(journal, ledger(1)) is None
    journal.execute(tell("c", ledger(1), (person(7), person(8)), "of the other"))
    assert remark(journal, ledger(1)) == "of the other"
    erase(admin_url, person(8))
    assert remark(journal, ledger(1)) is None


def together(
    journal: Journal, requests: list[Request], expected: type[Exception] = Refused
) -> list[CommandOutcome | Exception]:
    """The requests sent by as many threads at one moment."""
    return at_once([partial(journal.execute, request) for request in requests], expected)


def at_once(
    calls: list[Callable[[], CommandOutcome]], expected: type[Exception] = Refused
) -> list[CommandOutcome | Exception]:
    gate = Barrier(len(calls))

    def call(one: Callable[[], CommandOutcome]) -> CommandOutcome | Exception:
        gate.wait()
        try:
            return one()
        except expected as fault:
            return fault

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(call, calls))


def answered(outcome: CommandOutcome | Exception) -> CommandOutcome:
    assert isinstance(outcome, CommandOutcome)
    return outcome


@pytest.mark.rule("ALL-1", "ELO-6")
def test_recorded_times_never_go_back_though_the_clock_does(database_url: str) -> None:
    seconds = iter([5, 3, 5, 2, 9])
    journal = open_journal(database_url, clock=lambda: START + timedelta(seconds=next(seconds)))
    for n in range(5):
        journal.execute(note(f"k{n}", ledger(n), n))
    times = [one.recorded.recorded_at - START for one in journal.read(0, 10)]
    ticks = [timedelta(seconds=5, microseconds=n) for n in range(4)]
    assert times == [*ticks, timedelta(seconds=9)]
    journal.close()


@pytest.mark.rule("ALL-1", "ELO-6")
def test_a_writer_whose_clock_lags_records_after_what_another_has_recorded(database_url: str) -> None:
    ahead = open_journal(database_url, clock=lambda: START + timedelta(hours=1))
    behind = open_journal(database_url, clock=lambda: START)
    ahead.execute(note("a", ledger(1), 1))
    behind.execute(note("b", ledger(2), 2, 3))
    ahead.execute(note("c", ledger(3), 4))
    behind.execute(note("d", ledger(1), 5))
    times = [one.recorded.recorded_at for one in ahead.read(0, 10)]
    hour = START + timedelta(hours=1)
    assert times == [hour + timedelta(microseconds=n) for n in (0, 1, 1, 2, 3)]
    assert behind.execute(note("b", ledger(2), 2, 3)).repeated
    ahead.close()
    behind.close()
