"""What events would make different, as data with a digest: the preview of a command, and what a command may expect."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Literal

from domain.formats.contract.steps import Done
from domain.kernel import canonical_json
from domain.kernel.envelope import Actor, Event
from domain.kernel.refusal import Refused
from domain.match import layering, validity
from domain.match.effective_result import score_of
from domain.match.record import Match
from domain.match.verdict import Verdict
from domain.problems.tournament import OUTCOME_DIFFERS
from domain.scoring.games import How
from domain.scoring.score import Score
from domain.standings.ranking import Table
from domain.tournament.derived.progress import final_table, next_of
from domain.tournament.derived.settlements import changes
from domain.tournament.guards.context import Context
from domain.tournament.guards.effect import Effect
from domain.tournament.lifecycle.commands import Seen
from domain.tournament.person_effects.effects import elsewhere
from domain.tournament.reporting.federation_report import report_of
from domain.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class Shown:
    """A match by its number, round and sides."""

    match: int
    round: int | None
    sides: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchEnding:
    """How a match has ended, by its number, round, sides and length; `how` is None where it has not. `points` are those
    of its sides, what rulings have given included; of a match that has not ended, those with which it goes on. A match
    that has ended and in which `play_began` is False is not rated (ALL-6)."""

    match: int
    round: int | None
    sides: tuple[int, int]
    length: int
    how: How | Literal["abandoned"] | None
    winner: int | None
    points: Score | None
    play_began: bool | None


@dataclass(frozen=True, slots=True)
class TableLine:
    """An entry's line in the table."""

    entry: int
    rank: int
    values: dict[str, int]
    mark: str | None


@dataclass(frozen=True, slots=True)
class ShareChange:
    """By how much an entry's stakes and credits would change, as exact decimals."""

    entry: int
    staked: str
    credited: str


@dataclass(frozen=True, slots=True)
class SettlementChange:
    """By how much a match's settlement would change (STK-5)."""

    match: int
    shares: tuple[ShareChange, ...]
    house: str


@dataclass(frozen=True, slots=True)
class ReportChange:
    """How many things of a kind the report to the federation would tell more or fewer of (TD-19)."""

    section: str
    added: int
    removed: int


@dataclass(frozen=True, slots=True)
class FlaggedChange:
    """A remedy of the command's ruling that departs from what its clause permits, by its place there (TD-22)."""

    ruling: int
    remedy_number: int
    kind: str
    clause: str
    departure: str
    permitted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Beyond:
    """What would be written into a person's own history: an event's topic and what it says (TD-4, ALL-8, CHM-1)."""

    person: str
    topic: str
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Difference:
    """What would be different: events that would be recorded (their topics), matches that would be made, void or
    live again, `ended` those that would come to something else than they now have, the lines of the table that would
    change, the champion before and after, the differences in settlements and in what is owed to the federation,
    which remedies are flagged, what reaches persons beyond this tournament, and what the command was decided on, as far
    as its sender must have seen it."""

    topics: tuple[str, ...]
    made: tuple[Shown, ...]
    voided: tuple[Shown, ...]
    revived: tuple[Shown, ...]
    ended: tuple[MatchEnding, ...]
    lines_before: tuple[TableLine, ...]
    lines_after: tuple[TableLine, ...]
    champion_before: int | None
    champion_after: int | None
    settlements: tuple[SettlementChange, ...] = ()
    report: tuple[ReportChange, ...] = ()
    flagged: tuple[FlaggedChange, ...] = ()
    beyond: tuple[Beyond, ...] = ()
    decided_on: tuple[Seen, ...] = ()

    @property
    def digest(self) -> str:
        """The SHA-256 of this outcome in canonical JSON, as 64 hexadecimal digits."""
        return hashlib.sha256(canonical_json.encode(asdict(self))).hexdigest()


def difference_of(effect: Effect, actor: Actor, now: datetime, decided_on: tuple[Seen, ...] = ()) -> Difference:
    """What a command makes different that this actor sends now, and what it was decided on."""
    state, after, events = effect.before, effect.after, effect.events
    turned = [(state.matches.get(n), after.matches[n]) for n in sorted(effect.laid) if n > 0]
    lines = {line.entry: line for line in _lines(state)}
    changed = [line for line in _lines(after) if lines.get(line.entry) != line]
    return Difference(
        topics=tuple(event.TOPIC for event in events),
        made=tuple(_shown(match) for earlier, match in turned if earlier is None),
        voided=tuple(_shown(earlier) for earlier, match in turned if earlier and match.void and not earlier.void),
        revived=tuple(_shown(earlier) for earlier, match in turned if earlier and earlier.void and not match.void),
        ended=tuple(_ending(match) for earlier, match in turned if _told(match) != _told(earlier)),
        lines_before=tuple(lines[line.entry] for line in changed if line.entry in lines),
        lines_after=tuple(changed),
        champion_before=_champion(state),
        champion_after=_champion(after),
        settlements=tuple(_settlements(state, after)),
        report=tuple(_report(state, after)),
        flagged=tuple(_flagged(state, after)),
        beyond=tuple(_beyond(state, events, actor, now)),
        decided_on=decided_on,
    )


def _beyond(state: Tournament, events: tuple[Event, ...], actor: Actor, now: datetime) -> Iterator[Beyond]:
    for person, meant in sorted(elsewhere(state, events, actor, now).items()):
        for event in meant:
            yield Beyond(person, event.TOPIC, event.model_dump(mode="json", exclude={"tournament"}))


def _report(before: Tournament, after: Tournament) -> Iterator[ReportChange]:
    """Match results apart: those are shown as matches."""
    told, tells = (report_of(state, with_results=False).model_dump(mode="json") for state in (before, after))
    for section in sorted(told):
        earlier, later = (Counter(canonical_json.encode(item) for item in report[section]) for report in (told, tells))
        if earlier != later:
            yield ReportChange(section, (later - earlier).total(), (earlier - later).total())


def _flagged(before: Tournament, after: Tournament) -> Iterator[FlaggedChange]:
    """Of rulings that were not there before."""
    for number, ruling in sorted(after.directing.rulings.items()):
        for flag in () if number in before.directing.rulings else ruling.flags:
            kind = ruling.orders.remedies[flag.remedy_number - 1].kind
            yield FlaggedChange(number, flag.remedy_number, kind, flag.clause, flag.departure, flag.permitted)


def require_expected(effect: Effect, context: Context, expected: str, decided_on: tuple[Seen, ...] = ()) -> None:
    """Raises Refused (412) with the new preview where the sender expected another outcome."""
    outcome = difference_of(effect, context.actor, context.now, decided_on)
    if outcome.digest != expected:
        raise Refused(
            OUTCOME_DIFFERS,
            "The command would not do what the preview showed.",
            preview=asdict(outcome),
            digest=outcome.digest,
        )


def _shown(match: Match) -> Shown:
    return Shown(match.number, match.round, match.sides)


def _told(match: Match | None) -> tuple[Verdict, MatchEnding] | None:
    """What there is to tell of it: nothing while it is not ruled on and has no announced result (ALL-12)."""
    if match is None:
        return None
    announced = match.effective is not None and match.effective.announced_at is not None
    if not announced and not match.layers and not match.abandoned:
        return None
    return validity.verdict(match), _ending(match)


def _ending(match: Match) -> MatchEnding:
    ended = validity.ended(match)
    how, winner = (ended.how, ended.winner) if ended else (None, None)
    sides, length = match.as_played
    points = score_of(layering.as_ruled(match).outcome)
    counting = validity.counting(match)
    play_began = counting.outcome.play_began if counting else None
    return MatchEnding(match.number, match.round, sides, length, how, winner, points, play_began)


def _settlements(before: Tournament, after: Tournament) -> Iterator[SettlementChange]:
    for number, change in changes(before.settlements, after.settlements).items():
        shares = (ShareChange(one.entry, str(one.staked), str(one.credited)) for one in change.shares)
        yield SettlementChange(number, tuple(shares), str(change.house))


def _lines(state: Tournament) -> list[TableLine]:
    return [TableLine(row.entry, row.rank, dict(row.values), row.mark) for row in _table(state).rows]


def _table(state: Tournament) -> Table:
    return Table((), ()) if state.settings is None else final_table(state)


def _champion(state: Tournament) -> int | None:
    if state.settings is None or state.settings.status == "announced":
        return None
    step = next_of(state)
    return step.champion if isinstance(step, Done) else None
