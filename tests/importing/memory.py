"""A log in memory for imports: the real decisions and states, no database."""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from typing import Any
from uuid import UUID

import pytest

from domain.application.catalogue import FOLDS
from domain.journal.journal import Stored
from domain.journal.states import fold_of
from domain.kernel.envelope import Event, Recorded
from domain.kernel.ids import StreamName, person_stream
from domain.kernel.personal_text import Sealed
from domain.lists.events import PersonConflictFound, PersonNamed
from domain.ports.command_handling import CommandOutcome, Request, State, Write
from tests.desk import Drawer

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@dataclass
class MemoryLog:
    """Carries commands out in memory, each id once; `recorded` holds what was recorded, in order. One that `forgets`
    has what lists say of persons in boxes, which don't open once their person is erased."""

    states: dict[StreamName, Any] = field(default_factory=dict)
    answered: dict[str, CommandOutcome] = field(default_factory=dict)
    recorded: list[Recorded[Any]] = field(default_factory=list)
    before_each: Callable[[Request], None] = lambda _: None
    secrets: Drawer = field(default_factory=Drawer)
    now: datetime = NOON
    forgets: bool = False
    boxed: dict[str, tuple[str, str]] = field(default_factory=dict)
    drawn: Iterator[int] = field(default_factory=lambda: count(1))

    def draw(self) -> str:
        """The next id: a seeded one."""
        return str(UUID(int=next(self.drawn), version=4))

    def execute(self, request: Request) -> CommandOutcome:
        """Once per command id; asks `before_each` first, which may raise."""
        self.before_each(request)
        known = self.answered.get(request.command)
        if known is not None:
            return CommandOutcome(True, known.answer, known.position, known.versions)
        decision = request.decide(self, self.now)
        versions = {write.stream: self._record(request, write) for write in decision.writes}
        outcome = CommandOutcome(False, decision.answer, len(self.recorded), versions)
        self.answered[request.command] = outcome
        return outcome

    @contextmanager
    def interrupted(self, after: int) -> Iterator[None]:
        """Ctrl-C at the command after so many; from then on all are carried out again."""
        left = iter(range(after))

        def stop(_: Request) -> None:
            if next(left, None) is None:
                raise KeyboardInterrupt

        self.before_each = stop
        with pytest.raises(KeyboardInterrupt):
            yield
        self.before_each = lambda _: None

    def state(self, stream: StreamName) -> State:
        """The stream's state now."""
        state: State = self.load(stream)
        return state

    held_state = state

    def whole(self, stream: StreamName) -> Iterator[Stored]:
        """The stream's events; their positions and bytes are of no interest here."""
        return (Stored(0, each, b"") for each in self.recorded if each.stream == stream)

    def open_boxes(self, boxes: Collection[Sealed]) -> Mapping[str, Any]:
        """What is in the boxes, of those who were not erased."""
        found = {box.bound_to: self.boxed[box.bound_to] for box in boxes}
        return {place: self._readable(*one) for place, one in found.items()}

    def _readable(self, person: str, text: str) -> str | None:
        return None if self.load(person_stream(person)).status == "erased" else text

    def _in_boxes(self, event: PersonNamed | PersonConflictFound) -> Event:
        told = event.model_dump(include={"name", "said", "says"}, exclude_none=True)
        return event.model_copy(update={field: self._in_box(event.person, text) for field, text in told.items()})

    def _in_box(self, person: str, text: str) -> Sealed:
        place = f"box {len(self.boxed)}"
        self.boxed[place] = person, text
        return Sealed(bound_to=place, ciphertext="AAAA", shares=())

    def load(self, stream: StreamName) -> Any:  # noqa: ANN401 -- of any kind of stream
        """The same, for decisions."""
        return self.states.get(stream) or fold_of(FOLDS, stream).initial(stream)

    def _record(self, request: Request, write: Write) -> int:
        for said in write.events:
            event = (
                self._in_boxes(said) if self.forgets and isinstance(said, PersonNamed | PersonConflictFound) else said
            )
            state = self.load(write.stream)
            laid = Recorded[Any].model_construct(
                stream=write.stream,
                version=state.version + 1,
                topic=event.TOPIC,
                actor=write.actor or request.actor,
                recorded_at=self.now,
                happened_at=self.now,
                command=request.command,
                salt="0" * 32,
                event=event,
            )
            self.states[write.stream] = fold_of(FOLDS, write.stream).evolve(state, laid)
            self.recorded.append(laid)
        return int(self.load(write.stream).version)
