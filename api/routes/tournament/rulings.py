"""Reads of disputes, rulings and appeals; now, or as of a version or time (TD-9 to TD-13)."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import takewhile
from typing import Annotated, TypeVar, cast

from fastapi import Depends
from starlette.responses import Response

from api.documents.lists import Page, TaggedAppeal, TaggedDispute, TaggedRuling
from api.http import parameters
from api.http.etags import Kind, Resource
from api.http.paging import Paged, Paging
from api.http.read_requests import Reader, Reading, Reads
from api.http.routing import new_router
from api.http.services import Services
from api.queries.as_of import state_read
from api.queries.visibility import Sight, sight_of
from domain.journal.journal import Stored
from domain.kernel.ids import PersonId, StreamName, tournament_stream
from domain.kernel.refusal import Refused
from domain.kernel.visibility import FOR_PARTIES, FOR_STAFF, Part
from domain.problems.rulings import NOT_PREVIEWED
from domain.tournament.decisions.rulings import audience
from domain.tournament.decisions.rulings.decisions import open_to_appeal
from domain.tournament.derived.decided import concerned_entries
from domain.tournament.guards.lookup import find_appeal, find_dispute, find_ruling
from domain.tournament.preview import seen_when_ruling
from domain.tournament.rulings.events import RulingGiven
from domain.tournament.rulings.state import Decision, Ruling
from domain.tournament.state import Tournament
from projections.ratings.preview import touched_tournament
from projections.views.previews import PreviewView, preview_view
from projections.views.rulings import (
    AppealView,
    DecisionOfDirectorView,
    DisputeView,
    RulingView,
    appeal_view,
    decision_view,
    dispute_view,
    ruling_view,
)


def seen_view(services: Services, tournament: Tournament, ruling: Ruling) -> tuple[PreviewView, Tournament]:
    """The preview that the ruling was given on, and the state that it foresaw; ratings as they stood just before."""
    stored = of_command(services, tournament.stream, ruling.given)
    position = stored[0].position - 1
    with services.replays.turn():
        before = cast("Tournament", services.journal.state(tournament.stream, version=ruling.given - 1))
        given = cast("RulingGiven", stored[0].recorded.event)
        tried = seen_when_ruling(before, given, [one.recorded for one in stored])
        rerating = services.foreseen_ratings.would_have_changed(touched_tournament(tried), position)
    return preview_view(tried, position, rerating.players, rerating.matches), tried.after


def of_command(services: Services, stream: StreamName, version: int) -> list[Stored]:
    """From that version on, the stream's events that its command recorded."""
    stored = services.journal.whole(stream, version - 1)
    first = next(stored)
    return [first, *takewhile(lambda one: one.recorded.command == first.recorded.command, stored)]


router = new_router("rulings")

BASE = "/tournaments/{tournament}"
ForParties = Annotated[Reader, Depends(Reads(FOR_PARTIES))]
ForEntrants = Annotated[Reader, Depends(Reads(FOR_PARTIES | Part.PLAYER))]
V = TypeVar("V", DisputeView, RulingView, AppealView)
Seen = tuple[V, Part]
"""Something, whole, and what the reader is to it."""


@dataclass(frozen=True)
class Bench:
    """A tournament at the moment that is read, for a reader who is this to it now."""

    reader: Reader
    state: Tournament
    position: int
    sight: Sight
    shown_after: int = 0
    """Lists hold only what was changed by events after that version."""

    def after(self, since: int | None) -> "Bench":
        """The same, of which lists hold only what was changed after that position of the log; None: all."""
        if since is None:
            return self
        before = self.reader.services.journal.version_at(tournament_stream(self.state.id), since)
        return replace(self, shown_after=before)

    def dispute(self, number: int) -> Seen[DisputeView]:
        dispute = find_dispute(self.state, number)
        return dispute_view(self.state, dispute), self.sight.among(audience.by_dispute(self.state, dispute))

    def ruling(self, number: int) -> Seen[RulingView]:
        ruling = find_ruling(self.state, number)
        return ruling_view(self.state, ruling), self.sight.among(audience.by_ruling(self.state, ruling))

    def appeal(self, number: int) -> Seen[AppealView]:
        appeal = find_appeal(self.state, number)
        return appeal_view(appeal), self.sight.among(audience.by_appeal(self.state, appeal))

    def page(
        self,
        kind: Kind,
        view: Callable[[int], Seen[V]],
        last: int,
        paging: Paging,
        persons: Callable[[V, Part], Collection[PersonId]],
    ) -> Response:
        """A page of what is numbered from 1 to `last`."""
        numbers, further = paging.numbered(range(1, last + 1))
        items = [(item, part) for item, part in map(view, numbers) if item.revision > self.shown_after]
        shown = [self.reader.having(part).shown(item) for item, part in items]
        named = {person for item, part in items for person in persons(item, part)}
        body = self.reader.page(self.reader.tagged(kind, shown), named)
        return self.reader.answer_page(body, self.position, next_cursor=further)

    def one(self, resource: Resource, seen: Seen[V]) -> Response:
        view, part = seen
        return self.reader.having(part).answer(view, self.position, etag=resource.etag(view.revision))


def _bench(reader: Reader, tournament: str, as_of: int | datetime | None) -> Bench:
    sight = sight_of(reader, tournament)
    state, position = state_read(reader.services, tournament, as_of)
    return Bench(reader, state, position, sight)


@router.get(f"{BASE}/disputes", response_model=Page[TaggedDispute])
def list_disputes(
    reader: Reading,
    tournament: parameters.Tournament,
    paging: Paged,
    since: parameters.AfterPosition = None,
    as_of: parameters.AsOf = None,
) -> Response:
    """List the disputes of a tournament (TD-9)

    The matter and what was said are shown to the staff and the parties; `withheld` names what is not.
    """
    bench = _bench(reader, tournament, as_of).after(since)
    return bench.page("dispute", bench.dispute, len(bench.state.directing.disputes), paging, _of_dispute)


def _of_dispute(dispute: DisputeView, part: Part) -> Sequence[PersonId]:
    return [statement.person for statement in dispute.statements] if part & FOR_PARTIES else []


@router.get(f"{BASE}/disputes/{{dispute}}", response_model=DisputeView)
def read_dispute(
    reader: Reading, tournament: parameters.Tournament, dispute: parameters.Dispute, as_of: parameters.AsOf = None
) -> Response:
    """Read a dispute (TD-9, TD-15, TD-17)

    Once a side has handed its score sheet in, `by_sheets` tells what decides the score: the sheet of who is behind, if
    it is clear, or the only one; otherwise the director. A sheet whose Crawford game was doubled is flagged.
    """
    bench = _bench(reader, tournament, as_of)
    return bench.one(Resource("dispute", dispute), bench.dispute(dispute))


@router.get(f"{BASE}/rulings", response_model=Page[TaggedRuling])
def list_rulings(
    reader: Reading,
    tournament: parameters.Tournament,
    paging: Paged,
    since: parameters.AfterPosition = None,
    as_of: parameters.AsOf = None,
) -> Response:
    """List the rulings of a tournament (TD-9, TD-12, TD-13)

    Facts, reasons, claims, and what is ordered of persons are shown to the staff and those concerned.
    """
    bench = _bench(reader, tournament, as_of).after(since)
    return bench.page("ruling", bench.ruling, len(bench.state.directing.rulings), paging, _of_ruling)


def _of_ruling(ruling: RulingView, _: Part) -> Sequence[PersonId]:
    return [*ruling.committee, *([ruling.given_by] if ruling.given_by else [])]


@router.get(f"{BASE}/rulings/{{ruling}}", response_model=RulingView)
def read_ruling(
    reader: Reading, tournament: parameters.Tournament, ruling: parameters.Ruling, as_of: parameters.AsOf = None
) -> Response:
    """Read a ruling (TD-9, TD-12, TD-13)"""
    bench = _bench(reader, tournament, as_of)
    return bench.one(Resource("ruling", ruling), bench.ruling(ruling))


@router.get(f"{BASE}/rulings/{{ruling}}/seen", response_model=PreviewView)
def read_what_was_seen(reader: ForParties, tournament: parameters.Tournament, ruling: parameters.Ruling) -> Response:
    """Read what a ruling's giver saw when giving it (TD-9, ALL-1)

    The preview whose digest is in the ruling, made again from the history: ratings are those that stood when the
    ruling was given. For the staff and those concerned, each as in previews.
    """
    bench = _bench(reader, tournament, None)
    found = find_ruling(bench.state, ruling)
    part = bench.sight.among(audience.by_ruling(bench.state, found))
    reader = reader.having(part)
    if not found.previewed:
        raise Refused(NOT_PREVIEWED, f"Ruling {ruling} was given without a preview.", ruling=ruling)
    view, after = seen_view(reader.services, bench.state, found)
    sight = Sight.of(reader.caller, bench.state)
    return reader.answer(sight.seen(view, after, part), bench.position)


@router.get(f"{BASE}/appeals", response_model=Page[TaggedAppeal])
def list_appeals(
    reader: Reading,
    tournament: parameters.Tournament,
    paging: Paged,
    since: parameters.AfterPosition = None,
    as_of: parameters.AsOf = None,
) -> Response:
    """List the appeals of a tournament (TD-11, TD-12)

    Votes, alternatives and reasons are shown to the staff, the parties and the committee.
    """
    bench = _bench(reader, tournament, as_of).after(since)
    return bench.page("appeal", bench.appeal, len(bench.state.directing.appeals), paging, _of_appeal)


def _of_appeal(appeal: AppealView, _: Part) -> Sequence[PersonId]:
    return appeal.members


@router.get(f"{BASE}/appeals/{{appeal}}", response_model=AppealView)
def read_appeal(
    reader: Reading, tournament: parameters.Tournament, appeal: parameters.Appeal, as_of: parameters.AsOf = None
) -> Response:
    """Read an appeal (TD-11, TD-12)"""
    bench = _bench(reader, tournament, as_of)
    return bench.one(Resource("appeal", appeal), bench.appeal(appeal))


@router.get(f"{BASE}/directors-decisions", response_model=Page[DecisionOfDirectorView])
def list_directors_decisions(
    reader: ForEntrants, tournament: parameters.Tournament, paging: Paged, as_of: parameters.AsOf = None
) -> Response:
    """List what directors have decided without a ruling, and nobody has appealed (TD-11)

    For the staff; an entrant reads what they may appeal. Reasons are for the staff and the parties.
    """
    bench = _bench(reader, tournament, as_of)
    mine = frozenset(number for number in bench.sight.state.entries if bench.sight.is_of(number))
    reader = reader.having(bench.sight.part | (Part.PLAYER if mine else Part(0)))
    decisions = [one for one in open_to_appeal(bench.state) if reader.part & FOR_STAFF or _concerns(bench, one, mine)]
    listed, further = paging.numbered(decisions)
    shown = [reader.having(_part_in(reader, one, mine, bench)).shown(decision_view(bench.state, one)) for one in listed]
    body = reader.page(shown, [one.by.person for one in listed])
    return reader.answer_page(body, bench.position, next_cursor=further)


def _concerns(bench: Bench, decision: Decision, entries: frozenset[int]) -> bool:
    return not entries.isdisjoint(concerned_entries(bench.state, decision))


def _part_in(reader: Reader, decision: Decision, entries: frozenset[int], bench: Bench) -> Part:
    """What concerns all entries alike makes nobody a party before they have appealed."""
    is_party = decision.on.kind != "tournament" and _concerns(bench, decision, entries)
    return reader.part | (Part.PARTY if is_party else Part(0))
