"""Differences that events would make, as data with a digest: the preview of a command, and what a command may
expect."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Annotated

from pydantic import JsonValue

from domain.formats.contract.steps import Done
from domain.kernel import canonical_json
from domain.kernel.entry_keys import matches_in
from domain.kernel.envelope import Actor, Event
from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.kernel.visibility import FOR_PARTIES, FOR_PLAYERS, FOR_STAFF, ONCE_ALL_ANNOUNCED, PUBLIC, ForSender
from domain.match import layering, validity
from domain.match.effective_result import score_of
from domain.match.record import Match
from domain.match.verdict import Ending, Verdict
from domain.officiating.sanction_catalogue import Departure, Sanction
from domain.problems.tournament import OUTCOME_DIFFERS
from domain.scoring.amount import Amount
from domain.standings.ranking import Table
from domain.tournament.command import Seen
from domain.tournament.decisions.person_effects.effects import elsewhere
from domain.tournament.decisions.reporting.federation_report import report_of
from domain.tournament.derived.kept_places import kept_places
from domain.tournament.derived.progress import final_table, next_of
from domain.tournament.derived.settlements import changes
from domain.tournament.guards.context import Context, Effect
from domain.tournament.matches.events import ConsequencesChosen
from domain.tournament.state import Tournament


class Shown(ForSender):
    """A match by its number, round and sides."""

    match: int
    round: int | None
    sides: tuple[int, int]


class MatchEnding(Shown):
    """The end of a match: how it would have `ended`, None where it would not have, and its winner. `points` are what
    its sides would have, by play and by rulings, when it ends or goes on. One that would end with `play_began` False
    would not be rated (ALL-6). A ruling says so where play had begun all the same."""

    length: int
    ended: Annotated[Ending | None, ONCE_ALL_ANNOUNCED]
    winner: Annotated[int | None, ONCE_ALL_ANNOUNCED]
    points: Annotated[tuple[int, int] | None, ONCE_ALL_ANNOUNCED]
    play_began: Annotated[bool | None, ONCE_ALL_ANNOUNCED]


class TableLine(ForSender):
    """An entry's line in the table."""

    entry: int
    rank: int | None
    values: dict[str, int]
    mark: Annotated[str | None, PUBLIC]


class ShareChange(ForSender):
    """By how much an entry's stakes and credits would change."""

    entry: int
    staked: Amount
    credited: Amount


class SettlementChange(ForSender):
    """By how much a match's settlement would change (STK-5)."""

    match: int
    shares: Annotated[tuple[ShareChange, ...], FOR_PLAYERS]
    house: Annotated[Amount | None, FOR_PLAYERS]


class ReportChange(ForSender):
    """A change of the report to the federation: the number of things of a kind that it would tell more or fewer of
    (TD-19)."""

    section: Annotated[str, PUBLIC]
    added: int
    removed: int


class FlaggedChange(ForSender):
    """A remedy of the new ruling that departs from what its clause permits, by its place from 1, with what is
    permitted; it is flagged, not refused (TD-22)."""

    ruling: int
    remedy_number: int
    kind: Annotated[str, PUBLIC]
    clause: Annotated[str, PUBLIC]
    departure: Departure
    permitted: tuple[Sanction, ...]


class Beyond(ForSender):
    """An event in a person's own history (TD-4, ALL-8, CHM-1): its topic, and its content, which is for the person and
    the staff."""

    person: PersonId
    topic: Annotated[str, PUBLIC]
    data: Annotated[dict[str, JsonValue], FOR_PLAYERS]


class StageOutcome(ForSender):
    """The outcome for a stage that a change touches: the choice, or the default, and the matches `made`, void or live
    again (ALL-4)."""

    stage: int
    choice: Annotated[str, PUBLIC]
    by_default: bool
    made: tuple[Shown, ...]
    voided: tuple[Shown, ...]
    revived: tuple[Shown, ...]


class KeptPlaceShown(ForSender):
    """A place of a stage that would stay with those in it, `stays`, though by the results it would go to others,
    `without` (ALL-4). `match` is the one it stays by, or None where it is the field, or somebody who is in again."""

    stage: int
    match: int | None
    stays: tuple[int, ...]
    without: tuple[int, ...]


class Foreseen(ForSender):
    """The effects of a command on this tournament, and on persons wherever they play: the topics of the events that it
    would record; the matches that would be `made`, void or live again; `ended` those that would come to something else
    than they now have; `stages` what becomes of each stage that it touches; `kept_places` the places that would be kept
    against the results and are not yet; `beyond` what reaches persons wherever they play; `decided_on` the matches and
    entries that a ruling is on, at their revisions."""

    topics: Annotated[tuple[str, ...], PUBLIC]
    made: tuple[Shown, ...]
    voided: tuple[Shown, ...]
    revived: tuple[Shown, ...]
    ended: tuple[MatchEnding, ...]
    stages: tuple[StageOutcome, ...] = ()
    kept_places: tuple[KeptPlaceShown, ...] = ()
    lines_before: tuple[TableLine, ...]
    lines_after: tuple[TableLine, ...]
    champion_before: int | None
    champion_after: int | None
    settlements: tuple[SettlementChange, ...] = ()
    report: Annotated[tuple[ReportChange, ...], FOR_STAFF] = ()
    flagged: Annotated[tuple[FlaggedChange, ...], FOR_PARTIES] = ()
    beyond: tuple[Beyond, ...] = ()
    decided_on: tuple[Seen, ...] = ()


class Difference(Foreseen):
    """The same, with the digest by which a command says that this is what its sender was shown."""

    @property
    def digest(self) -> str:
        """The SHA-256 of this outcome in canonical JSON, as 64 hexadecimal digits."""
        return hashlib.sha256(canonical_json.encode(self.model_dump(mode="json"))).hexdigest()


def difference_of(effect: Effect, actor: Actor, now: datetime, decided_on: tuple[Seen, ...] = ()) -> Difference:
    """The difference that a command makes, sent by this actor now, and the things that it was decided on."""
    state, after, events = effect.before, effect.after, effect.events
    turned = [(state.matches.get(n), after.matches[n]) for n in sorted(effect.laid) if n > 0]
    lines = {line.entry: line for line in _lines(state)}
    changed = [line for line in _lines(after) if lines.get(line.entry) != line]
    made = [match for earlier, match in turned if earlier is None]
    voided = [earlier for earlier, match in turned if earlier and match.void and not earlier.void]
    revived = [earlier for earlier, match in turned if earlier and earlier.void and not match.void]
    kept = kept_places(state)
    return Difference(
        topics=tuple(event.TOPIC for event in events),
        made=tuple(map(_shown_match, made)),
        voided=tuple(map(_shown_match, voided)),
        revived=tuple(map(_shown_match, revived)),
        stages=tuple(_stages(events, made, voided, revived)),
        kept_places=tuple(KeptPlaceShown.from_attributes(one) for one in kept_places(after) if one not in kept),
        ended=tuple(_ending(match) for earlier, match in turned if _public_verdict(match) != _public_verdict(earlier)),
        lines_before=tuple(lines[line.entry] for line in changed if line.entry in lines),
        lines_after=tuple(changed),
        champion_before=_champion(state),
        champion_after=_champion(after),
        settlements=tuple(_settlements(state, after)),
        report=tuple(_report(effect)),
        flagged=tuple(_flagged_changes(state, after)),
        beyond=tuple(_beyond(state, events, actor, now)),
        decided_on=decided_on,
    )


def _stages(
    events: tuple[Event, ...], made: Sequence[Match], voided: Sequence[Match], revived: Sequence[Match]
) -> Iterator[StageOutcome]:
    """By stage, as the events tell it."""
    for event in events:
        if isinstance(event, ConsequencesChosen) and event.stage is not None:
            of_stage = {
                name: tuple(_shown_match(match) for match in matches if match.stage == event.stage)
                for name, matches in (("made", made), ("voided", voided), ("revived", revived))
            }
            yield StageOutcome(stage=event.stage, choice=event.choice, by_default=event.by_default, **of_stage)


def _beyond(state: Tournament, events: tuple[Event, ...], actor: Actor, now: datetime) -> Iterator[Beyond]:
    for person, meant in sorted(elsewhere(state, events, actor, now).items()):
        for event in meant:
            told = event.model_dump(mode="json", exclude={"tournament"})
            yield Beyond(person=person, topic=event.TOPIC, data=told)


def _report(effect: Effect) -> Iterator[ReportChange]:
    """Changes of the report, but for match results, which are shown as matches. Of touched matches it has flags, as
    long as the announced stages, and so the rules of matches, are the same."""
    before, after = effect.before, effect.after
    is_alike = before.settings is after.settings and before.rounds.openings is after.rounds.openings
    flagged = matches_in(effect.laid) if is_alike else None
    reports = (report_of(state, with_results=False, flagged=flagged) for state in (before, after))
    told, tells = (report.model_dump(mode="json") for report in reports)
    for section in sorted(told):
        earlier, later = (Counter(canonical_json.encode(item) for item in report[section]) for report in (told, tells))
        if earlier != later:
            added, removed = (later - earlier).total(), (earlier - later).total()
            yield ReportChange(section=section, added=added, removed=removed)


def _flagged_changes(before: Tournament, after: Tournament) -> Iterator[FlaggedChange]:
    """Of rulings that were not there before."""
    for number, ruling in sorted(after.directing.rulings.items()):
        for flag in () if number in before.directing.rulings else ruling.flags:
            kind = ruling.orders.remedies[flag.remedy_number - 1].kind
            yield FlaggedChange.from_attributes(flag, ruling=number, kind=kind)


def require_expected(effect: Effect, context: Context, expected: str, decided_on: tuple[Seen, ...] = ()) -> None:
    """Raises Refused (412) with the new preview where the sender expected another outcome."""
    outcome = difference_of(effect, context.actor, context.now, decided_on)
    if outcome.digest != expected:
        raise Refused(
            OUTCOME_DIFFERS,
            "The command would now do something else than the preview showed.",
            preview=outcome.model_dump(mode="json"),
            digest=outcome.digest,
        )


def _shown_match(match: Match) -> Shown:
    return Shown.from_attributes(match, match=match.number)


def _public_verdict(match: Match | None) -> tuple[Verdict, MatchEnding] | None:
    """Its public verdict: nothing while it is not ruled on and has no announced result (ALL-12)."""
    if match is None:
        return None
    if not match.is_announced and not match.layers and not match.abandoned:
        return None
    return validity.verdict(match), _ending(match)


def _ending(match: Match) -> MatchEnding:
    ended, winner = (come_to.how, come_to.winner) if (come_to := validity.end_of_match(match)) else (None, None)
    sides, length = match.as_played
    points = score_of(layering.as_ruled(match).outcome)
    counting = validity.counting(match)
    play_began = counting.outcome.play_began if counting else None
    return MatchEnding(
        match=match.number,
        round=match.round,
        sides=sides,
        length=length,
        ended=ended,
        winner=winner,
        points=points,
        play_began=play_began,
    )


def _settlements(before: Tournament, after: Tournament) -> Iterator[SettlementChange]:
    for number, change in changes(before.settlements, after.settlements).items():
        yield SettlementChange.from_attributes(change, match=number)


def _lines(state: Tournament) -> list[TableLine]:
    return list(map(TableLine.from_attributes, (Table((), ()) if state.settings is None else final_table(state)).rows))


def _champion(state: Tournament) -> int | None:
    if state.settings is None or state.settings.status == "announced":
        return None
    step = next_of(state)
    return step.champion if isinstance(step, Done) else None
