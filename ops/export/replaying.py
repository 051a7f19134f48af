"""Replays the events of an export, and holds what comes of them against the draws and tables in it."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from typing import cast

from api.queries.published import tournament_files
from domain.application.catalogue import FOLDS
from domain.evidence.exported.findings import Finding
from domain.evidence.exported.manifest import Manifest, WholeLog, is_in
from domain.evidence.exported.tree_check import Tell
from domain.evidence.leaves import parse_leaf
from domain.evidence.tiles import WIDTH, bundles_of, entries_in
from domain.federation.published import FORM_VERSION, DatedRatingList, PublishedFile
from domain.journal.errors import Corrupt, Unfolded
from domain.journal.mapper import AnyRecorded
from domain.journal.states import fold_of
from domain.kernel import canonical_json
from domain.kernel.ids import TournamentId, tournament_stream
from domain.kernel.refusal import Refused
from domain.ports.command_handling import State
from domain.tournament.decisions.rounds.draw_audit import DrawAudit
from domain.tournament.state import Tournament
from ops.export.published_files import Published
from ops.export.reading import MissingFileError, Source
from projections.claims.claims import Claim, claims_of, contents, file_of
from projections.claims.replay import Replay, Replayed
from projections.exports import revealed
from projections.exports.played_by import PlayedBy
from projections.published.files import Content, rating_list_files
from projections.published.rating_list import listed_players
from projections.tournaments import tournaments

_TABLE = re.compile(r"tables/([a-z_]+)@([0-9]+)\.json")
_MOST_DIGITS = 20
"""Of a position that is read: more are beyond every log, and may be more than can be read."""

_OTHERWISE = "it tells another outcome than the events make"

_UNSOUND = (Corrupt, Unfolded, ValueError, LookupError, TypeError, ArithmeticError, AttributeError)
"""What this program comes upon in events that no service has recorded."""


class Unreplayed(Exception):  # noqa: N818 -- said of an event
    """Nothing comes of the events up to this position; `what` says of the last one why."""

    def __init__(self, position: int, what: str, problem: Exception) -> None:
        super().__init__(f"{what}: {type(problem).__name__}, {problem}")
        self.position = position


@contextmanager
def tables_made(position: int) -> Iterator[None]:
    """Makes the tables of the events up to this position. Raises Unreplayed."""
    try:
        yield
    except _UNSOUND as problem:
        raise Unreplayed(position, "no tables can be made of the events up to it", problem) from problem


class Replaying:
    """Events laid one after the other, each with its position; their draws are audited on the way."""

    def __init__(self, events: Iterable[tuple[int, bytes]], advance: Callable[[int], None] = lambda _: None) -> None:
        self._events = iter(events)
        self._coming = next(self._events, None)
        self._advance = advance
        self._replay = Replay()
        self._audits: dict[str, DrawAudit] = {}
        self._drawn: dict[tuple[str, int], int] = {}
        self.secrets: list[bytes] = []
        self.outcomes: list[Finding] = []
        self.position = 0

    def go_to(self, position: int) -> Replayed:
        """The state after the events up to this position; positions only grow. Raises Unreplayed."""
        self.lay(position)
        with tables_made(position):
            return self._replay.replayed_state()

    def tournament_at(self, position: int, tournament: TournamentId) -> Tournament:
        """The same of a tournament alone."""
        self.lay(position)
        return cast("Tournament", self._replay.state(tournament_stream(tournament)))

    def lay(self, position: int) -> None:
        """Lays the events up to this position. Raises Unreplayed."""
        while self._coming is not None and self._coming[0] <= position:
            self._lay(*self._coming)
            self._coming = next(self._events, None)

    def _lay(self, position: int, content: bytes) -> None:
        self.position = position
        try:
            self._audit(*self._replay.take(content), content)
        except _UNSOUND as problem:
            raise Unreplayed(position, "it can't be laid on what was before it", problem) from problem
        self._advance(1)

    def draws(self) -> Iterator[Finding]:
        """The faults of the draws so far whose secrets were revealed. Raises Unreplayed."""
        for stream, audit in sorted(self._audits.items()):
            with tables_made(self.position):
                findings = audit.check().findings
            for found in findings:
                if found.kind != "not-revealed":
                    detail = f"{found.kind}: {found.detail}"
                    yield Finding("draw", detail, self._drawn[stream, found.version], stream, found.version)

    def _audit(self, before: State, one: AnyRecorded, content: bytes) -> None:
        if not isinstance(before, Tournament):
            return
        if one.stream not in self._audits:
            self._audits[one.stream] = DrawAudit()
        if self._audits[one.stream].take(before, one):
            self._drawn[one.stream, one.version] = self.position
        if fold_of(FOLDS, one.stream).is_closed_otherwise(self._replay.state(one.stream), one):
            self.outcomes.append(Finding("table", _OTHERWISE, self.position, one.stream, one.version))
        if one.topic == revealed.TOPIC:
            self.secrets.append(revealed.revealed_line(self.position, canonical_json.decode(content)))


def events_of(source: Source, manifest: Manifest) -> Iterator[tuple[int, bytes]]:
    """The events of an export, each with its position."""
    return zip(positions_in(source, manifest), source.event_lines(manifest), strict=False)


def check_replay(
    source: Source,
    manifest: Manifest,
    published: Sequence[Published],
    tell: Tell,
    advance: Callable[[int], None] = lambda _: None,
) -> None:
    """Holds the draws, the tables and what was published of an export against the replay of its events; `advance` is
    told how many more are laid."""
    claims = claims_of(manifest.scope)
    replaying = Replaying(events_of(source, manifest), advance)
    claimed = dict(_claimed(manifest, claims, tell))
    try:
        for position in sorted({*claimed.values(), *(one.event.log_position for one in published)}):
            _hold_published([one for one in published if one.event.log_position == position], source, replaying, tell)
            due = [claim for claim in claims if claimed.get(claim.table.name) == position]
            if due:
                _hold_all_against(source, due, position, replaying.go_to(position), manifest, tell)
        replaying.lay(manifest.size)
        for finding in (*replaying.outcomes, *replaying.draws()):
            tell(finding)
    except Unreplayed as problem:
        tell(Finding("table", str(problem), problem.position))
        return
    if not _is_revealed(source, [secret + b"\n" for secret in replaying.secrets]):
        tell(Finding("draw", f"{revealed.NAME} does not hold the secrets that the events reveal"))


def _is_revealed(source: Source, lines: Sequence[bytes]) -> bool:
    """Whether the file of secrets holds these lines and nothing else."""
    try:
        with source.open(revealed.NAME) as file:
            return all(file.read(len(line)) == line for line in lines) and not file.read(1)
    except MissingFileError:
        return False


def _hold_published(published: Iterable[Published], source: Source, replaying: Replaying, tell: Tell) -> None:
    for one in published:
        if made_again(source, one, replaying) != one.event.files:
            position, form = one.event.log_position, one.event.form_version
            tell(one.placed.finding("table", f"the events up to {position} give other files in form {form}"))


def made_again(source: Source, one: Published, replaying: Replaying) -> tuple[PublishedFile, ...]:
    """The publication, as the events up to its position give it; a report has the salt that it was published
    with. None in a form that this program does not write. Raises Unreplayed."""
    if one.event.form_version != FORM_VERSION:
        return ()
    try:
        with tables_made(one.event.log_position):
            return tuple(each.file for each in _contents(source, one, replaying))
    except Refused:
        return ()


def _contents(source: Source, one: Published, replaying: Replaying) -> tuple[Content, ...]:
    """Raises Refused where it was of something that was not there."""
    subject, position = one.event.subject, one.event.log_position
    if isinstance(subject, DatedRatingList):
        replayed = replaying.go_to(position)
        listing = replayed.federation.listing_of(subject.pool)
        made = DatedRatingList.of_day(subject, subject.played_before, listing)
        return rating_list_files(made, position, listed_players(replayed.pools, replayed.clubs, made))
    state = replaying.tournament_at(position, subject.tournament)
    return tournament_files(state, subject, position, _salt(source, one))


def _salt(source: Source, one: Published) -> str:
    """That of a report; of another file it is not asked for."""
    found = canonical_json.exactly(source.find(one.names[-1]) or b"")
    return str(found.get("salt", "")) if isinstance(found, dict) else ""


def _claimed(manifest: Manifest, claims: Iterable[Claim], tell: Tell) -> Iterator[tuple[str, int]]:
    """The tables that are claimed, and at which position."""
    known = {claim.table.name for claim in claims}
    found: dict[str, int] = {}
    for file in manifest.files:
        match = _TABLE.fullmatch(file)
        if match is None:
            continue
        name, position = match[1], int(match[2][:_MOST_DIGITS])
        if name not in known or name in found or position > manifest.size:
            tell(Finding("table", f"{file} is no claim that this log could make"))
        else:
            found[name] = position
    for name in sorted(known - found.keys()):
        tell(Finding("table", f"there is no claim of {name}"))
    yield from found.items()


def _hold_all_against(
    source: Source, due: Iterable[Claim], position: int, replayed: Replayed, manifest: Manifest, tell: Tell
) -> None:
    """Compares all, and lets go what was replayed: of a long log it is large, and there may be another position."""
    for claim in due:
        _hold_against(source, claim, position, replayed, tell)
        if claim.table is tournaments.TABLE:
            _hold_names(manifest, claim.sorted_rows(replayed), position, tell)


def _hold_names(manifest: Manifest, rows: Iterable[bytes], position: int, tell: Tell) -> None:
    """Holds the rules and policies that the manifest names against those of the tournaments."""
    played_by = PlayedBy()
    with tables_made(position):
        for row in rows:
            played_by.note(row)
    for what, named, played in (
        ("rules", manifest.rules, played_by.rules),
        ("policies", manifest.policies, played_by.policies),
    ):
        if named != played:
            tell(Finding("manifest", f"its {what} are not those of the tournaments: {', '.join(played) or 'none'}"))


def _hold_against(source: Source, claim: Claim, position: int, replayed: Replayed, tell: Tell) -> None:
    name = file_of(claim, position)
    try:
        with source.open(name) as file:
            for piece in _pieces(claim, position, replayed):
                if file.read(len(piece)) != piece:
                    detail = f"where the events give {_named(claim, piece)} it says something else"
                    tell(Finding("table", f"{name}: {detail}"))
                    return
            if file.read(1):
                tell(Finding("table", f"{name} goes on after what the events give"))
    except MissingFileError:
        tell(Finding("table", f"{name} is missing"))


def _pieces(claim: Claim, position: int, replayed: Replayed) -> Iterator[bytes]:
    with tables_made(position):
        yield from contents(claim.sorted_rows(replayed))


def _named(claim: Claim, piece: bytes) -> str:
    """The row by its key."""
    if piece in (b"[", b"]"):
        return "its end" if piece == b"]" else "its beginning"
    row: Mapping[str, object] = canonical_json.decode(piece.removeprefix(b","))
    return ", ".join(f"{key} {row[key]}" for key in claim.table.key)


def positions_in(source: Source, manifest: Manifest) -> Iterator[int]:
    """The positions of the events in an export, in their order, by the entries of its log. Raises `ValueError`."""
    if isinstance(manifest.scope, WholeLog):
        yield from count(1)
    for bundle in bundles_of(manifest.size):
        for position, entry in enumerate(entries_in(source.content(bundle.path)), bundle.index * WIDTH + 1):
            if is_in(manifest.scope, position, parse_leaf(entry).stream):
                yield position
