"""What commands on a tournament have changed, each as it is read by itself: the documents of its reads, made of the
state that the command has left (decision 0088)."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from api.documents.answers import TournamentAnswer
from api.documents.tournaments import EntryDocument, MatchDocument, TournamentDocument
from api.documents.withholding import PartIn, Shown, shown_to
from api.http.command_requests import After, Shows
from api.queries.visibility import Sight, match_for
from api.routes.tournament.hall import HallDocument, hall_document
from api.routes.tournament.match_record import NamedMatchRecords, named_record, records_for
from api.routes.tournament.rounds import sight_in_round
from api.routes.tournament.standings import traits
from domain.kernel.visibility import FOR_PLAYERS, Part
from domain.tournament.decisions.rulings import audience
from domain.tournament.registry.spec import CommandSpec
from domain.tournament.state import Tournament
from projections.views.match_record import MatchRecordsView
from projections.views.rounds import ProgressView, RoundView, progress_view, round_view
from projections.views.rulings import AppealView, DisputeView, RulingView, appeal_view, dispute_view, ruling_view
from projections.views.tournaments import entry_view, match_view, tournament_view

_WHOLE = {"incomplete": False}
"""Beside what is made of the log itself."""


class TournamentChanged(TournamentAnswer):
    """What a command did, and the tournament as it is since; null while its sender is not shown that."""

    changed: TournamentDocument | None


class EntryChanged(TournamentAnswer):
    """What a command did, and the entry as it is since; null while its sender is not shown that."""

    changed: EntryDocument | None


class MatchChanged(TournamentAnswer):
    """What a command did, and the match as it is since; null while its sender is not shown that."""

    changed: MatchDocument | None


class DisputeChanged(TournamentAnswer):
    """What a command did, and the dispute as it is since; null while its sender is not shown that."""

    changed: DisputeView | None


class RulingChanged(TournamentAnswer):
    """What a command did, and the ruling as it is since; null while its sender is not shown that."""

    changed: RulingView | None


class AppealChanged(TournamentAnswer):
    """What a command did, and the appeal as it is since; null while its sender is not shown that."""

    changed: AppealView | None


class HallChanged(TournamentAnswer):
    """What a command did, and the hall as it is since; null while its sender is not shown that."""

    changed: HallDocument | None


class RoundChanged(TournamentAnswer):
    """What a command did, and the round as it is since; null while its sender is not shown that."""

    changed: RoundView | None


class ProgressChanged(TournamentAnswer):
    """What a command did, and what comes next since; null while its sender is not shown that."""

    changed: ProgressView | None


class MatchRecordChanged(TournamentAnswer):
    """What a command did, and how the match is played since; null while its sender is not shown that."""

    changed: Annotated[NamedMatchRecords | None, FOR_PLAYERS]


class MatchRecordsChanged(TournamentAnswer):
    """What a command did, and the requests and exceptions as they are since; null while its sender is not shown
    that."""

    changed: Annotated[MatchRecordsView | None, FOR_PLAYERS]


@dataclass(frozen=True, slots=True)
class Told:
    """Who is told, and of which number of its kind."""

    after: After[Tournament]
    sight: Sight
    number: int

    @property
    def state(self) -> Tournament:
        return self.after.state

    def shown(self, part: Part, document: object, inside: PartIn = lambda _: Part(0)) -> Shown:
        return shown_to(part, document, inside=inside)


@dataclass(frozen=True, slots=True)
class Thing:
    """A kind of thing that commands change: what they are answered with, and how it is shown."""

    answer: type[TournamentAnswer]
    show: Callable[[Told], Shown | None]

    def shown(self, number: int | None, created: str | None) -> Shows[Tournament]:
        """Shows the thing with that number, or the one that was `created` in that list. Nothing is shown where the
        sender does not see yet how the tournament goes on, since something that was drawn is held from them."""

        def shows(after: After[Tournament]) -> Shown | None:
            if after.caller.sees(after.state) is not after.state:
                return None
            which = number if created is None else after.answer[created][0]["number"]
            return self.show(Told(after, Sight.of(after.caller, after.now), which or 0))

        return shows


def _tournament(told: Told) -> Shown:
    view = tournament_view(told.state)
    return told.shown(told.sight.part, view).beside(**traits(view), **_WHOLE)


def _entry(told: Told) -> Shown:
    return told.shown(told.sight.in_entry(told.number), entry_view(told.state.entries[told.number])).beside(**_WHOLE)


def _match(told: Told) -> Shown:
    view = match_view(told.state, told.state.matches[told.number])
    shown, part = match_for(told.sight.caller, told.sight.part, view)
    return told.shown(part, shown).beside(**_WHOLE)


def _dispute(told: Told) -> Shown:
    one = told.state.directing.disputes[told.number]
    return told.shown(told.sight.among(audience.by_dispute(told.state, one)), dispute_view(told.state, one))


def _ruling(told: Told) -> Shown:
    one = told.state.directing.rulings[told.number]
    return told.shown(told.sight.among(audience.by_ruling(told.state, one)), ruling_view(told.state, one))


def _appeal(told: Told) -> Shown:
    one = told.state.directing.appeals[told.number]
    return told.shown(told.sight.among(audience.by_appeal(told.state, one)), appeal_view(one))


def _hall(told: Told) -> Shown:
    return told.shown(told.sight.part, hall_document(told.state))


def _round(told: Told) -> Shown:
    view = round_view(told.state, told.number, told.sight.whole)
    return told.shown(told.sight.part, view, sight_in_round(told.sight, told.state))


def _progress(told: Told) -> Shown:
    return told.shown(told.sight.part, progress_view(told.state))


def _match_record(told: Told) -> Shown | None:
    part = told.sight.in_match(told.state.matches[told.number])
    if not part & FOR_PLAYERS:
        return None
    record = named_record(told.after.services, told.after.caller, told.state, told.number)
    return shown_to(part, record, FOR_PLAYERS)


def _match_records(told: Told) -> Shown | None:
    view, part = records_for(told.sight, told.state)
    return shown_to(part, view, FOR_PLAYERS) if part & FOR_PLAYERS else None


TOURNAMENT = Thing(TournamentChanged, _tournament)
_ROUND = Thing(RoundChanged, _round)
_PROGRESS = Thing(ProgressChanged, _progress)
_HALL = Thing(HallChanged, _hall)
_RECORD = Thing(MatchRecordChanged, _match_record)
_RECORDS = Thing(MatchRecordsChanged, _match_records)
_LISTED = {
    "entries": Thing(EntryChanged, _entry),
    "matches": Thing(MatchChanged, _match),
    "disputes": Thing(DisputeChanged, _dispute),
    "rulings": Thing(RulingChanged, _ruling),
    "appeals": Thing(AppealChanged, _appeal),
}
_ADDRESSED = re.compile(r"(?P<list>entries|matches|disputes|rulings|appeals|rounds)/{(?P<number>\w+)}")


def addressed_by(spec: CommandSpec) -> str | None:
    """The number in the command's address that names what it changes; None where none does."""
    found = _ADDRESSED.match(spec.path)
    return None if found is None else found["number"]


def thing_of(spec: CommandSpec, created: str | None) -> Thing:
    """What the command changes: what it creates, else what its address names, else what it is about."""
    found = _ADDRESSED.match(spec.path)
    match created, spec.room, found and found["list"]:
        case str(), _, _:
            return _LISTED[created]
        case None, "match-record", named:
            return _RECORD if named else _RECORDS
        case None, _, "rounds":
            return _ROUND
        case None, _, str(named):
            return _LISTED[named]
        case None, "hall", None:
            return _HALL
        case None, "rounds", None if spec.resource is None:
            return _PROGRESS
        case _:
            return TOURNAMENT
