"""What the application works with; anyone who starts it makes them and closes them."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import cast
from uuid import uuid4

from starlette.requests import Request

from api.http.analyses import Analyses
from api.http.api_keys import Keys
from api.http.codes import Codes
from api.http.import_jobs import ImportJobs
from api.http.live_scores import LiveScores
from api.http.made_ids import Hidden
from api.http.mails import Mails
from api.http.own_writes import OwnWrites
from api.http.phones import Phones
from api.http.replay_throttle import Turns
from api.http.sealed_cursors import SealedCursors
from api.http.sessions.login_key import LoginKey
from api.http.sessions.login_mails import LoginMails
from api.http.sessions.other_logins import OtherLogins
from api.http.sessions.passwords import Passwords
from api.http.sessions.store import Sessions
from api.http.sign_ups import SignUps
from api.http.told_decisions import ToldDecisions
from domain.access.state import Access
from domain.clubs.state import Clubs
from domain.federation.state import Federation
from domain.journal.journal import Journal
from domain.kernel.ids import (
    ACCESS,
    CLUBS,
    FEDERATION,
    WEBHOOKS,
    PersonId,
    SeriesId,
    TournamentId,
    person_stream,
    series_stream,
    tournament_stream,
)
from domain.person.details import WITHHELD
from domain.person.merging import as_one
from domain.person.state import Person
from domain.series.state import Series
from domain.tournament.derived.recent_stages import RecentStages
from domain.tournament.state import Tournament
from domain.webhooks.state import Webhooks
from projections.explain.causes import Trails
from projections.queries.log.watch import LogWatch
from projections.queries.past_tables import PastTables
from projections.queries.queries import Readings
from projections.queries.refused_attempts import RefusedAttempts
from projections.queries.replica import ReplicaReadings
from projections.ratings.preview import ForeseenRatings
from projections.views.tournaments import TournamentView

DrawId = Callable[[], str]
"""Draws the id of something new: by chance, once, and its event holds it. Tests and the demonstration pass a seeded
one."""
Sees = Callable[[Tournament], Tournament]
TOURNAMENT = "tournament"
"""The kind of their streams."""


def drawn_id() -> str:
    """A random UUID, from the operating system."""
    return str(uuid4())


@dataclass(frozen=True, slots=True)
class DrawnIds:
    """The ids of one request: one for each row that creates something, however often it is asked for."""

    draw: DrawId
    _drawn: dict[int, str] = field(default_factory=dict)

    def of(self, row: int) -> str:
        """The id of what that row creates, counted from 1; that of a request without rows is of row 0."""
        if row not in self._drawn:
            self._drawn[row] = self.draw()
        return self._drawn[row]


@dataclass(frozen=True, slots=True)
class Services:
    """All may be used from any thread. `mend` lets broken connections go; `replays` are the turns at what takes
    long, `trails` what the events of tournaments concerned. For `erasure_wait_hours` an erasure can be stopped;
    `refused_attempts` are noted; `log_watch` works the newest of the log out again. `sees` is what its reader may
    see of a tournament, None: all; `own_writes` are the positions that keys have written; `stages` are those looked
    at last; `sealed_cursors` seals where pages begin; `import_jobs` are the imports under way; `draw_id` draws the
    ids of what is created, and `analyses` are those that run beside the service, `live_scores` those of matches
    that are played.
    Exports have connections of their own to `database_url`. Tables are read from the `replica`, as far as it is."""

    journal: Journal
    readings: Readings
    keys: Keys
    sessions: Sessions
    other_logins: OtherLogins
    passwords: Passwords
    login_mails: LoginMails
    sign_ups: SignUps
    told_decisions: ToldDecisions
    codes: Codes
    mails: Mails
    phones: Phones
    live_scores: LiveScores
    analyses: Analyses
    import_jobs: ImportJobs
    login_key: LoginKey
    foreseen_ratings: ForeseenRatings
    replays: Turns
    trails: Trails
    mend: Callable[[], None]
    erasure_wait_hours: int
    refused_attempts: RefusedAttempts
    past_tables: PastTables
    log_watch: LogWatch
    sealed_cursors: SealedCursors
    database_url: str
    replica: ReplicaReadings | None = None
    sees: Sees | None = None
    stages: RecentStages = field(default_factory=RecentStages)
    own_writes: OwnWrites = field(default_factory=OwnWrites)
    draw_id: DrawId = drawn_id

    def tournament(self, tournament: TournamentId) -> Tournament:
        """As it is now, announced or not. Raises `Corrupt`, `Unavailable`, and so do the others."""
        return cast("Tournament", self.journal.state(tournament_stream(tournament)))

    def person(self, person: PersonId) -> Person:
        """As they are now, registered or not."""
        return cast("Person", self.journal.state(person_stream(person)))

    def with_records(self, person: Person) -> Person:
        """The person with what all their records hold (REG-1)."""
        return as_one(person, [self.person(record) for record in person.records])

    def series(self, series: SeriesId) -> Series:
        """As it is now, announced or not."""
        return cast("Series", self.journal.state(series_stream(series)))

    def access(self) -> Access:
        """The keys that were made, as they are now."""
        return cast("Access", self.journal.state(ACCESS))

    def clubs(self) -> Clubs:
        """All clubs, as they are now."""
        return cast("Clubs", self.journal.state(CLUBS))

    def webhooks(self) -> Webhooks:
        """All webhooks, as they are now."""
        return cast("Webhooks", self.journal.state(WEBHOOKS))

    def federation(self) -> Federation:
        """As it is now."""
        return cast("Federation", self.journal.state(FEDERATION))

    def names(self, persons: Iterable[PersonId], *, to_all: bool) -> Mapping[PersonId, str]:
        """The names of these persons as of now, who are registered and not erased; a team that is rated has those of
        all its members (TEA-8). Where they are published `to_all`, those that are not for everybody are `WITHHELD`."""
        wanted = set(persons)
        known = self._names_of_persons(wanted, to_all=to_all)
        teams = self.readings.teams(wanted - known.keys())
        members = {one for team in teams.values() for one in team}
        each = self._names_of_persons(members, to_all=to_all) if members else {}
        return {**known, **{team: _team_name(each, of) for team, of in teams.items() if each.keys() >= set(of)}}

    def _names_of_persons(self, persons: Collection[PersonId], *, to_all: bool) -> Mapping[PersonId, str]:
        names = self.readings.names(persons)
        if not to_all or not names:
            return names
        withheld = self.readings.withheld(names, self.federation().naming, datetime.now(UTC).year)
        return {person: WITHHELD if person in withheld else name for person, name in names.items()}

    def hidden(self, persons: Iterable[PersonId]) -> Mapping[PersonId, Hidden]:
        """Which of these persons the public is told no name of, as of now, and why. A team that is rated is hidden with
        each of its members: whoever knows the others could try names (0078)."""
        wanted = set(persons)
        whys = self._hidden_persons(wanted)
        teams = self.readings.teams(wanted - whys.keys())
        of_teams = self._hidden_persons({one for team in teams.values() for one in team}) if teams else {}
        return whys | {team: of_teams[one] for team, members in teams.items() for one in members if one in of_teams}

    def _hidden_persons(self, persons: Collection[PersonId]) -> dict[PersonId, Hidden]:
        kept = self.readings.kept_records(persons)
        names = self.names(set(kept.values()), to_all=True) if kept else {}
        whys: Mapping[PersonId, Hidden | None] = {
            person: "erased" if one not in names else "withheld" if names[one] == WITHHELD else None
            for person, one in kept.items()
        }
        return {person: why for person, why in whys.items() if why is not None}

    def seen_by(self, sees: Sees) -> "Services":
        """As they are for a reader who may see so much of a tournament: what the journal tells of it ends there."""
        return replace(self, journal=self.journal.view_for({TOURNAMENT: sees}), sees=sees)

    def held(self, tournament: TournamentView) -> Tournament | None:
        """The tournament as its reader is to see it, where its tables may show more; None: these are for them."""
        if self.sees is None or tournament.conditions.pairings_shown == "at-once":
            return None
        return self.tournament(tournament.id)

    def for_caller(self, kind: str, caller: str) -> "Services":
        """As a caller of that kind is served: they take turns with their like."""
        return replace(self, replays=self.replays.of(kind, caller))

    def as_of(self, position: int) -> "Services":
        """As the log was when it ended there, to read from. Raises Refused for a position that is not there yet."""
        journal = self.journal.as_of(position)
        return replace(self, journal=journal, readings=self.past_tables.readings(position, self.replays.turn))


def services_of(request: Request) -> Services:
    """The services of the application that the request came to."""
    services: Services = request.app.state.services
    return services


def _team_name(names: Mapping[PersonId, str], team: Sequence[PersonId]) -> str:
    """A team's name, made of its members' names; one that is withheld withholds all."""
    each = sorted(names[person] for person in team)
    return WITHHELD if WITHHELD in each else " & ".join(each)
