"""Lists recorded part by part: looked over on what is recorded, and recorded together, so many rows at once."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar

from domain.application.requests import CommandOrigin
from domain.importing.desk import DrawId
from domain.importing.errors import ImportStoppedError
from domain.importing.lists import ListKind, count_recorded, enter_more, look_over, require_right, tournament_there
from domain.importing.looked_at import Left, Listed, Looked, LookedAt
from domain.importing.report_files.report_file import Imported
from domain.importing.together import Reads, Together
from domain.journal.abandonment import wanted_by_others
from domain.journal.errors import Unavailable
from domain.journal.journal import Journal
from domain.kernel.envelope import Actor
from domain.kernel.ids import StreamName
from domain.kernel.personal_text import Sealed
from domain.kernel.refusal import Refused
from domain.kernel.replacing import replace
from domain.ports.command_handling import CommandOutcome, State, command_id, request_digest
from domain.problems.tournament import STALE

DISTURBANCES = 10
"""How often a list is looked over again because somebody else has changed meanwhile what it was compared with."""
ROWS_AT_ONCE = 1_000
"""Of a list, with which it is recorded as one command; each part is compared with what is there by then."""
T = TypeVar("T")


def try_list(journal: Journal, kind: ListKind, listed: Listed) -> tuple[Looked, Imported]:
    """The outcome of the list, without recording it. Raises Refused."""
    log = Together(journal, datetime.now(UTC))
    looked = look_over(kind, listed, log)
    return replace(looked, tournament=tournament_there(looked, log)), count_recorded(log)


def record(journal: Journal, kind: ListKind, listed: Listed, advance: Callable[[int], None]) -> tuple[Looked, Imported]:
    """Records the list; `advance` is told how many results more are. Raises Refused, Unavailable, and
    ImportStoppedError where others keep changing what it is compared with."""
    total, part, first = Imported(), replace(listed, most=ROWS_AT_ONCE), None
    while True:
        looked, done = together(journal, listed.draw, lambda log: _look_if_allowed(kind, part, log))
        first = first or looked
        total = total.plus(done)
        advance(done.results)
        if not looked.left.rows:
            return replace(looked, lines=_as_at_first(first.lines, looked.lines)), total
        for done in _enter_parts(journal, part, looked.left):
            total = total.plus(done)
            advance(done.results)


def _as_at_first(first: Sequence[LookedAt], last: Sequence[LookedAt]) -> list[LookedAt]:
    """The fate of each line, as a dry run would have given it: nothing that an earlier part has recorded was there."""
    told, without_line = {one.line: one for one in first if one.line}, [one for one in first if not one.line]
    lines = [told.get(one.line, one) if one.becomes == "before" else one for one in last if one not in without_line]
    return [*lines, *without_line]


def _enter_parts(journal: Journal, part: Listed, left: Left | None) -> Iterator[Imported]:
    """Records what is left of it part by part, but for the last one, with which all of it is compared once more. Ends
    as soon as somebody else has recorded the list too."""
    while left is not None and len(left.rows) > ROWS_AT_ONCE:
        left, done = together(journal, part.draw, partial(enter_more, part, left, ROWS_AT_ONCE), _Held(journal))
        yield done


@dataclass(frozen=True, slots=True)
class _Held:
    """Reads states as they are held in memory: a part that goes on with a list names hundreds of persons, who were read
    for the part before. Where one has changed since, the part is not recorded, and laid once more on what is there."""

    journal: Journal

    def state(self, stream: StreamName) -> State:
        return self.journal.held_state(stream)

    def open_boxes(self, boxes: Collection[Sealed]) -> Mapping[str, Any]:
        return self.journal.open_boxes(boxes)


def _look_if_allowed(kind: ListKind, listed: Listed, log: Together) -> tuple[Actor, Looked]:
    looked = look_over(kind, listed, log)
    require_right(looked)
    return looked.acted, looked


def together(
    journal: Journal, draw: DrawId, lay: Callable[[Together], tuple[Actor, T]], reads: Reads | None = None
) -> tuple[T, Imported]:
    """The outcome of `lay`, whose events are recorded as one command by the actor it names. It reads from the journal,
    or as `reads` does. Raises likewise."""
    for _ in range(DISTURBANCES):
        log = Together(reads or journal, datetime.now(UTC))
        actor, told = lay(log)
        done = count_recorded(log)
        if not log.laid:
            return told, done
        try:
            _execute(journal, log, draw(), actor)
        except Refused as refused:
            if refused.problem != STALE:
                raise
        else:
            return told, done
    raise ImportStoppedError("others keep changing what the list is compared with; import again when they are done")


def _execute(journal: Journal, log: Together, drawn: str, actor: Actor) -> CommandOutcome:
    asked: dict[str, Any] = {"command": command_id(actor.key, drawn), "digest": request_digest(drawn, b"")}
    try:
        with wanted_by_others():
            return journal.execute(log.request(CommandOrigin(**asked, actor=actor), {}))
    except Unavailable as fault:
        raise ImportStoppedError(f"it is not known whether all of it was recorded: {fault}; import it again") from fault
