"""Group commit: one thread gathers the commands that wait, decides them in turn, and appends them together.

Every attempt may be repeated: the database knows the commands it accepted. So a conflict, a lost connection, a lost
reply to COMMIT all end in the same way: bring the states up to date, decide again, send again.
"""

import queue
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from threading import Event, Thread

from domain.journal.errors import IDEMPOTENCY_KEY_REUSED, Held, Unavailable
from domain.journal.proposal import Proposal, Proposer, Reading, Tentative
from domain.journal.recorder import Appended, JournalRecorder
from domain.journal.states import Cache, Loader
from domain.kernel import canonical_json
from domain.kernel.ids import StreamName
from domain.kernel.refusal import Refused
from domain.kernel.replacing import replace
from domain.ports.command_handling import CommandOutcome, Request

LARGEST_GROUP = 64
_PAUSE_SECONDS = 0.02
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_TICK = timedelta(microseconds=1)
"""By so much two commands are recorded apart at least."""


@dataclass(slots=True)
class Pending:
    """A request whose caller waits. `followers` are repetitions of the same command that came with it."""

    request: Request
    deadline: float
    future: "Future[CommandOutcome]" = field(default_factory=Future)
    followers: "list[Pending]" = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Deciding:
    """A decision that is being made: the streams it has looked at so far, and for how long it has run."""

    streams: tuple[StreamName, ...]
    seconds: float


class Writer:
    """The thread that writes. `submit` may be called from any thread."""

    def __init__(
        self,
        recorder: JournalRecorder,
        loader: Loader,
        cache: Cache,
        proposer: Proposer,
        clock: Callable[[], datetime],
        patience_seconds: float,
    ) -> None:
        self._recorder = recorder
        self._loader = loader
        self._cache = cache
        self._proposer = proposer
        self._clock = clock
        self._patience_seconds = patience_seconds
        self._latest = _EPOCH
        self._queue: queue.SimpleQueue[Pending | None] = queue.SimpleQueue()
        self._closed = Event()
        self._begun: tuple[Reading, float] | None = None
        self._thread = Thread(target=self._work, name="journal-writer", daemon=True)
        self._thread.start()

    def submit(self, request: Request) -> "Future[CommandOutcome]":
        """The outcome to come. Raises `Unavailable` once the writer is closed."""
        if self._closed.is_set():
            raise Unavailable("the journal is closed")
        pending = Pending(request, time.monotonic() + self._patience_seconds)
        self._queue.put(pending)
        return pending.future

    def deciding(self) -> Deciding | None:
        """The decision that is being made, if one is; may be asked from any thread."""
        begun = self._begun
        return None if begun is None else Deciding(tuple(begun[0].versions), time.monotonic() - begun[1])

    def close(self) -> None:
        """Carry out what waits, then end."""
        self._closed.set()
        self._queue.put(None)
        self._thread.join()

    def _work(self) -> None:
        while True:
            first = self._queue.get()
            group = self._gather_group(first)
            if group:
                self._carry_out(group)
            if self._closed.is_set() and self._queue.empty():
                return

    def _gather_group(self, first: Pending | None) -> list[Pending]:
        """All that waits, up to a bound, each command once; what reuses another's key waits for the next group."""
        group: dict[str, Pending] = {}
        postponed = [arrived for arrived in self._waiting(first) if not _join(group, arrived)]
        for pending in postponed:
            self._queue.put(pending)
        return list(group.values())

    def _waiting(self, first: Pending | None) -> Iterator[Pending]:
        arrived: Pending | None = first
        for _ in range(LARGEST_GROUP):
            if arrived is not None:
                yield arrived
            try:
                arrived = self._queue.get_nowait()
            except queue.Empty:
                return

    def _carry_out(self, group: list[Pending]) -> None:
        waiting = group
        while waiting:
            try:
                waiting = self._attempt(waiting)
                problem = Unavailable("other writers kept changing what this command reads")
            except Held as held:
                for pending in waiting:
                    if not pending.future.done():
                        _fail(pending, held)
                return
            except Unavailable as unavailable:
                problem = unavailable
                time.sleep(_PAUSE_SECONDS)
            except Exception as fault:  # of the group's append, not of one command's decision
                self._blame(waiting, fault)
                return
            waiting = self._patient(waiting, problem)

    def _attempt(self, waiting: Sequence[Pending]) -> list[Pending]:
        """Decide and append; those in conflict come back, and all of them where the log has a later time by now."""
        tentative = Tentative(self._loader.kept_state)
        proposals = [self._propose(one.request, tentative) for one in waiting]
        appended = self._recorder.append([proposal.append for proposal in proposals])
        if appended[0].result == "outrun":
            self._latest = _EPOCH + appended[0].last_position * _TICK
            return list(waiting)
        again = []
        for pending, proposal, done in zip(waiting, proposals, appended, strict=True):
            if done.result == "conflict":
                again.append((pending, proposal))
            else:
                self._settle(pending, proposal, done)
        if again:
            self._bring_up_to_date([proposal.append.expected for _, proposal in again])
        return [pending for pending, _ in again]

    def _moment(self) -> datetime:
        """The time of the next command: later than that of the one before, whatever the clock says (ELO-6)."""
        self._latest = max(self._clock().astimezone(UTC), self._latest + _TICK)
        return self._latest

    def _propose(self, request: Request, tentative: Tentative) -> Proposal:
        reading = self._proposer.reading(tentative)
        self._begun = reading, time.monotonic()
        try:
            return self._proposer.propose(request, reading, self._moment())
        finally:
            self._begun = None

    def _bring_up_to_date(self, expected: Sequence[Mapping[StreamName, int]]) -> None:
        """Read what others wrote. Where that does not explain the first conflict, the log is behind what is kept
        (a restored backup, a failover that lost its end), and all is read again."""
        versions = self._loader.renew(sorted({stream for one in expected for stream in one}))
        if all(versions[stream] == version for stream, version in expected[0].items()):
            self._cache.clear()

    def _settle(self, pending: Pending, proposal: Proposal, done: Appended) -> None:
        if done.result == "repeated":
            self._repeat(pending, done)
        elif proposal.fault is not None:
            _fail(pending, proposal.fault)
        else:
            for stream, state in proposal.states.items():
                self._cache.put(stream, state)
            versions = {stream: state.version for stream, state in proposal.states.items()}
            answer = canonical_json.decode(proposal.append.answer or b"")
            _answer(pending, CommandOutcome(False, answer, done.last_position, versions, states=proposal.states))

    def _repeat(self, pending: Pending, done: Appended) -> None:
        if done.digest != pending.request.digest:
            _fail(pending, _reuse_refused())
            return
        answer = {} if done.answer is None else canonical_json.decode(done.answer)
        versions = self._recorder.versions(done.first_position, done.last_position)
        _answer(pending, CommandOutcome(True, answer, done.last_position, versions, done.answer is not None))

    def _patient(self, waiting: Sequence[Pending], problem: Unavailable) -> list[Pending]:
        """Those that may still wait; the others get what kept them."""
        now = time.monotonic()
        unanswered = [pending for pending in waiting if not pending.future.done()]
        for pending in unanswered:
            if pending.deadline <= now:
                _fail(pending, problem)
        return [pending for pending in unanswered if pending.deadline > now]

    def _blame(self, waiting: Sequence[Pending], fault: Exception) -> None:
        """The database refused the whole group: alone, each meets only its own fault."""
        unanswered = [pending for pending in waiting if not pending.future.done()]
        if len(unanswered) == 1:
            _fail(unanswered[0], fault)
            return
        for pending in unanswered:
            self._carry_out([pending])


def _join(group: dict[str, Pending], arrived: Pending) -> bool:
    """Take what arrived into the group: true unless another request with its key is in it."""
    leader = group.get(arrived.request.command)
    if leader is not None and leader.request.digest != arrived.request.digest:
        return False
    if arrived.future.set_running_or_notify_cancel():
        if leader is None:
            group[arrived.request.command] = arrived
        else:
            leader.followers.append(arrived)
    return True


def _answer(pending: Pending, outcome: CommandOutcome) -> None:
    pending.future.set_result(outcome)
    for follower in pending.followers:
        follower.future.set_result(replace(outcome, repeated=True))


def _fail(pending: Pending, fault: Exception) -> None:
    for one in (pending, *pending.followers):
        one.future.set_exception(fault)


def _reuse_refused() -> Refused:
    return Refused(IDEMPOTENCY_KEY_REUSED, "This idempotency key was used for another request before.")
