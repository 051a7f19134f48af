"""Commands as the journal takes them: the one way in, for HTTP, the command line and the importer alike."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import cast

from domain.access import decide as access
from domain.access.state import Access
from domain.clubs import decide as clubs
from domain.clubs.state import Club, Clubs
from domain.federation import decide as federation
from domain.federation.events import (
    DecisionAnswered,
    DecisionReported,
    FilesPublished,
    PrincipleRulingMade,
    SanctionAppealDecided,
    SanctionAppealed,
    SanctionImposed,
    SanctionLifted,
)
from domain.federation.state import Federation
from domain.kernel.canonical_json import JSON
from domain.kernel.chance import Secrets
from domain.kernel.envelope import Actor, Event
from domain.kernel.ids import (
    ACCESS,
    CLUBS,
    FEDERATION,
    LISTS,
    WEBHOOKS,
    ClubId,
    CommandId,
    ListId,
    PersonId,
    SeriesId,
    StreamName,
    TournamentId,
    list_stream,
    person_stream,
    series_stream,
    tournament_stream,
)
from domain.kernel.refusal import Refused
from domain.lists import decide as lists
from domain.lists.state import Lists, ListState
from domain.person import commands as person_commands
from domain.person import decide as registry
from domain.person.events import PersonErased
from domain.person.merging import as_one
from domain.person.state import Person
from domain.ports.command_handling import About, Decision, Request, State, Streams, Write
from domain.ports.refused_answers import answer_refused
from domain.rating.pools import require_opening
from domain.series import arranging
from domain.series import decide as shelf
from domain.series.divisions import DivisionTable
from domain.series.events import NextSeasonProposed
from domain.series.state import League, Series
from domain.tournament.answers import tournament_answer
from domain.tournament.command import Command
from domain.tournament.decide import decide
from domain.tournament.decisions.entries.automatic_refusal import refusal_of
from domain.tournament.decisions.hall.shared import halls_of_others
from domain.tournament.decisions.person_effects.effects import elsewhere
from domain.tournament.decisions.rounds.commitments import chain_events
from domain.tournament.derived.division import division_table
from domain.tournament.guards.context import (
    Context,
    ErrorRates,
    Ratings,
    Unseen,
    no_error_rates,
    no_ratings,
    settings_of,
)
from domain.tournament.guards.permissions import (
    capacity,
    require_links_to,
    require_not_banned,
    require_screens,
    require_staff,
)
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.preview import Tried, preview
from domain.tournament.state import Tournament
from domain.tournament.text_about import about, everybody, of_ruling
from domain.webhooks import decide as webhooks
from domain.webhooks.state import Webhooks

Load = Callable[[StreamName], State]
"""Gives a stream's state."""


@dataclass(frozen=True, slots=True)
class CommandOrigin:
    """The data that every command comes with: its id, the digest of what was asked (32 bytes), and who asks."""

    command: CommandId
    digest: bytes
    actor: Actor


def of_tournament(
    asked: CommandOrigin,
    tournament: TournamentId,
    command: Command,
    ratings: Ratings = no_ratings,
    error_rates: ErrorRates = no_error_rates,
) -> Request:
    """A command on one tournament. Whatever else it looks at is read with it, so that no race gets around that, but for
    the `ratings` and `error_rates`, whose position is recorded instead; what it means for persons and its series is
    written with it."""
    stream = tournament_stream(tournament)

    def decision(streams: Streams, now: datetime) -> Decision:
        state = cast("Tournament", streams.load(stream))
        actor = capacity(state, asked.actor)
        context = _context(actor, now, streams.load, streams.secrets, ratings, error_rates)
        effect = decide(state, command, context)
        cause = f"{stream}@{effect.after.version}"
        told = elsewhere(state, effect.events, actor, now).items()
        persons = (
            Write(person_stream(person), meant, cause=cause, about=_themselves(person), actor=actor)
            for person, meant in told
        )
        chained = chain_events(state, effect.events, context).items()
        series = (Write(series_stream(one), meant, cause=cause, actor=actor) for one, meant in chained)
        refusal = refusal_of(effect.events, context)
        answer = tournament_answer(effect) if refusal is None else answer_refused(refusal)
        own = Write(stream, effect.events, about=partial(about, effect.after), actor=actor, makes=effect.after)
        links = _ended_links(streams.load, tournament, command, cause, now)
        arranged = halls_of_others(state, effect.after, context).items()
        halls = (Write(tournament_stream(one), meant, cause=cause, actor=actor) for one, meant in arranged)
        return Decision((own, *persons, *series, *links, *halls), answer)

    return Request(asked.command, asked.digest, asked.actor, decision)


def _ended_links(load: Load, tournament: TournamentId, command: Command, cause: str, now: datetime) -> Iterator[Write]:
    """The end of the links that a director has issued who is released, and of those of screens as all ends."""
    match command:
        case lifecycle_commands.ReleaseDirector(person=released):
            ended = access.ended_with_office(cast("Access", load(ACCESS)), released, tournament, now)
        case lifecycle_commands.CompleteTournament() | lifecycle_commands.CancelTournament():
            directors = cast("Tournament", load(tournament_stream(tournament))).directors
            ended = access.ended_with_tournament(cast("Access", load(ACCESS)), tournament, directors, now)
        case _:
            ended = ()
    if ended:
        yield Write(ACCESS, ended, cause=cause)


def try_command(
    actor: Actor,
    tournament: TournamentId,
    command: Command,
    load: Load,
    now: datetime,
    ratings: Ratings = no_ratings,
    error_rates: ErrorRates = no_error_rates,
) -> Tried:
    """The effect of a command on a tournament, without recording it. Raises Refused."""
    state = cast("Tournament", load(tournament_stream(tournament)))
    context = _context(capacity(state, actor), now, load, Unseen(), ratings, error_rates)
    return preview(state, command, context)


def of_person(asked: CommandOrigin, person: PersonId, command: person_commands.Command) -> Request:
    """A command on one person of the registry."""
    stream = person_stream(person)

    def decision(streams: Streams, now: datetime) -> Decision:
        state = cast("Person", streams.load(stream))
        events = registry.decide(state, command, asked.actor, now)
        if isinstance(command, person_commands.SetOpeningRating):
            require_opening(cast("Federation", streams.load(FEDERATION)).rating_pools, command.pool)
        erased = any(isinstance(event, PersonErased) for event in events)
        others = _erase_records(streams.load, state, now) if erased else ()
        write = Write(stream, events, about=_themselves(person))
        return Decision((write, *others), {"person": person, "revision": state.version + len(events)})

    return Request(asked.command, asked.digest, asked.actor, decision)


def of_registration(
    asked: CommandOrigin, person: PersonId, command: person_commands.RegisterPerson | Refused
) -> Request:
    """The registration of a person under a new id, or why it is refused: that is said once it is known that the command
    was not accepted before."""
    if not isinstance(command, Refused):
        return of_person(asked, person, command)
    refusal = command

    def decision(_: Streams, __: datetime) -> Decision:
        raise refusal

    return Request(asked.command, asked.digest, asked.actor, decision)


def _erase_records(load: Load, state: Person, now: datetime) -> Iterator[Write]:
    """All records of a person who is erased, and their keys, which end."""
    for record in state.records:
        yield Write(person_stream(record), (PersonErased(),), about=_themselves(record))
    ended = access.end_keys_of(cast("Access", load(ACCESS)), (state.id, *state.records), now)
    if ended:
        yield Write(ACCESS, ended, cause=f"{state.stream}@{state.version + 1}")


def of_series(asked: CommandOrigin, series: SeriesId, command: shelf.AnnounceSeries | shelf.ChangeSeries) -> Request:
    """A command on one series of tournaments."""
    stream = series_stream(series)

    def decision(streams: Streams, _: datetime) -> Decision:
        state = cast("Series", streams.load(stream))
        events = shelf.decide(
            state, command, asked.actor, _persons(streams.load), _clubs(streams.load), streams.secrets
        )
        return Decision((Write(stream, events),), {"series": series, "revision": state.version + 1})

    return Request(asked.command, asked.digest, asked.actor, decision)


def of_league(asked: CommandOrigin, series: SeriesId, command: arranging.Command) -> Request:
    """A command on the divisions of a season. The tables that it reads are read with it (ALL-14)."""
    stream = series_stream(series)

    def decision(streams: Streams, _: datetime) -> Decision:
        state = cast("Series", streams.load(stream))
        event = arranging.decide(state, command, asked.actor, partial(_division_table, streams.load))
        about = partial(_placed_by_reason, streams.load)
        return Decision((Write(stream, (event,), about=about),), {"series": series, "revision": state.revision})

    return Request(asked.command, asked.digest, asked.actor, decision)


def season_tables(load: Load, league: League) -> list[DivisionTable]:
    """The tables of the season's divisions as they are, the highest first."""
    return [_division_table(load, one.tournament) for one in league.divisions]


def _division_table(load: Load, tournament: TournamentId) -> DivisionTable:
    state = cast("Tournament", load(tournament_stream(tournament)))
    settings_of(state)
    return division_table(state)


def _placed_by_reason(load: Load, event: Event) -> Collection[PersonId]:
    """The persons that the reason of a proposal is about: it puts them ahead of others."""
    ahead = event.ahead if isinstance(event, NextSeasonProposed) else ()
    found = ((cast("Tournament", load(tournament_stream(one.tournament))), one.entry) for one in ahead)
    return frozenset(person for state, entry in found for person in state.entries[entry].persons)


def of_federation(asked: CommandOrigin, command: federation.Command) -> Request:
    """A command on the federation itself. A sanction of its own is written with the ban in the person's record."""

    def decision(streams: Streams, now: datetime) -> Decision:
        state = cast("Federation", streams.load(FEDERATION))
        events = federation.decide(state, command, asked.actor, _lookups(streams.load))
        writes = [Write(FEDERATION, events, about=partial(_persons_of_event, streams.load))]
        for person, follows in _of_sanction(state, command, streams.load, now):
            placed = registry.decide(person, follows, asked.actor, now)
            cause = f"{FEDERATION}@{state.version + len(events)}"
            writes.append(Write(person.stream, placed, cause=cause, about=_themselves(person.id)))
        return Decision(tuple(writes), _federation_answer(state, events))

    return Request(asked.command, asked.digest, asked.actor, decision)


def _of_sanction(
    state: Federation, command: federation.Command, load: Load, now: datetime
) -> Iterator[tuple[Person, person_commands.Command]]:
    """The change that a command on a sanction of the federation's own makes to the person's record: its ban is placed,
    or lifted where it is not over. Of someone who was erased nothing is left to lift."""
    match command:
        case federation.ImposeSanction():
            person = _record(load, command.person)
            if federation.is_ban(command.kind):
                yield person, person_commands.PlaceBan(kind=command.kind, until=command.until, reason=command.reason)
        case (
            federation.DecideSanctionAppeal(verdict="reversed", reasons=reason) | federation.LiftSanction(reason=reason)
        ):
            imposed = federation.sanction_of(state, command.sanction).imposed
            person = cast("Person", load(person_stream(imposed.person)))
            ban = imposed.ban
            if ban is not None and person.status != "erased" and not person.bans[ban - 1].over(now):
                yield person, person_commands.LiftBan(ban=ban, reason=reason)


def of_access(asked: CommandOrigin, command: access.Command) -> Request:
    """A command on an API key. Whom a new one is for, and its tournament, must be there."""

    def decision(streams: Streams, now: datetime) -> Decision:
        state = cast("Access", streams.load(ACCESS))
        if isinstance(command, access.MakeKey):
            _require_there(streams.load, command.person, command.tournament)
        event = access.decide(state, command, asked.actor, now)
        return Decision((Write(ACCESS, (event,)),), {"key": getattr(command, "successor", command.key)})

    return Request(asked.command, asked.digest, asked.actor, decision)


def of_link(asked: CommandOrigin, command: access.LinkCommand) -> Request:
    """A link of a player or of a screen, which a director of the tournament issues, or the staff end."""

    def decision(streams: Streams, now: datetime) -> Decision:
        tournament = cast("Tournament", streams.load(tournament_stream(command.tournament)))
        state = cast("Access", streams.load(ACCESS))
        if isinstance(command, access.LinkEnd):
            require_staff(tournament, asked.actor)
            events: tuple[Event, ...] = access.revoke_link(state, command, tournament.directors, now)
        else:
            _require_links(tournament, command, asked.actor)
            _require_not_banned(streams, asked.actor, now)
            events = access.issue(state, command, asked.actor, now)
        return Decision((Write(ACCESS, events),), {"key": command.key})

    return Request(asked.command, asked.digest, asked.actor, decision)


def _require_links(tournament: Tournament, command: access.IssueLink | access.IssueScreenLink, actor: Actor) -> None:
    if isinstance(command, access.IssueLink):
        require_links_to(tournament, command.entry, command.person, actor)
    else:
        require_screens(tournament, actor)


def _require_not_banned(streams: Streams, actor: Actor, now: datetime) -> None:
    """Requires that the director who issues a link is not banned from directing [1.2.3]."""
    if actor.person is not None:
        require_not_banned(cast("Person", streams.load(person_stream(actor.person))), now)


def of_club(asked: CommandOrigin, club: ClubId, command: clubs.Command) -> Request:
    """A command on one club."""

    def decision(streams: Streams, now: datetime) -> Decision:
        state = cast("Clubs", streams.load(CLUBS))
        event = clubs.decide(state, club, command, clubs.Context(asked.actor, now, _persons(streams.load)))
        made = {name: getattr(event, name, None) for name in ("offer", "request", "membership")}
        return Decision((Write(CLUBS, (event,)),), {"club": club, "revision": state.version + 1, **made})

    return Request(asked.command, asked.digest, asked.actor, decision)


def of_list(asked: CommandOrigin, list_: ListId, command: lists.HandListOn) -> Request:
    """A command on one list that is kept elsewhere. The club that owns it from now on must be there."""
    stream = list_stream(list_)

    def decision(streams: Streams, _: datetime) -> Decision:
        lists.require_known(cast("Lists", streams.load(LISTS)), list_)
        state = cast("ListState", streams.load(stream))
        event = lists.decide(state, command, asked.actor)
        if command.club is not None:
            _clubs(streams.load)(command.club)
        return Decision((Write(stream, (event,)),), {"list": list_, "revision": state.version + 1})

    return Request(asked.command, asked.digest, asked.actor, decision)


def of_webhook(asked: CommandOrigin, command: webhooks.Command) -> Request:
    """A command on one webhook."""

    def decision(streams: Streams, now: datetime) -> Decision:
        state = cast("Webhooks", streams.load(WEBHOOKS))
        event = webhooks.decide(state, command, asked.actor, now)
        secret = getattr(command, "secret", None)
        return Decision((Write(WEBHOOKS, (event,)),), {"webhook": command.webhook, "secret": secret})

    return Request(asked.command, asked.digest, asked.actor, decision)


def _require_there(load: Load, person: PersonId | None, tournament: TournamentId | None) -> None:
    if person is not None:
        _persons(load)(person)
    if tournament is not None:
        settings_of(cast("Tournament", load(tournament_stream(tournament))))


def _lookups(load: Load) -> federation.Known:
    """All that a decision of the federation's may look at elsewhere."""

    def rulings(tournament: TournamentId) -> Collection[int]:
        found = cast("Tournament", load(tournament_stream(tournament)))
        settings_of(found)
        return frozenset(found.directing.rulings)

    def are_one(one: PersonId, other: PersonId) -> bool:
        records = (cast("Person", load(person_stream(person))).records for person in (one, other))
        return one == other or any({one, other} & record.keys() for record in records)

    def club(named: ClubId) -> object:
        return clubs.require_founded(cast("Clubs", load(CLUBS)), named)

    return federation.Known(rulings, lambda one: len(_record(load, one).bans), are_one, club)


def _themselves(person: PersonId) -> About:
    """Texts in a person's record are about the person."""
    return lambda _: (person,)


def _persons_of_event(load: Load, event: Event) -> Collection[PersonId]:
    """The persons that a text of the federation's is about: the event names them, or a decision reported to it concerns
    them."""
    match event:
        case DecisionReported(tournament=tournament, reported_by=person):
            told = frozenset() if tournament is None else _persons_concerned(load, tournament, event.ruling)
        case DecisionAnswered(decision=number):
            reported = cast("Federation", load(FEDERATION)).decisions[number - 1].told
            return _persons_of_event(load, reported)
        case SanctionImposed(person=person):
            told = frozenset()
        case SanctionAppealed() | SanctionAppealDecided() | SanctionLifted():
            return _persons_of_event(load, cast("Federation", load(FEDERATION)).sanctions[event.sanction - 1].imposed)
        case _:
            return frozenset()
    return told if person is None else told | {person}


def _persons_concerned(load: Load, tournament: TournamentId, ruling: int | None) -> frozenset[PersonId]:
    state = cast("Tournament", load(tournament_stream(tournament)))
    return everybody(state) if ruling is None else of_ruling(state, ruling)


def _federation_answer(state: Federation, events: Sequence[Event]) -> dict[str, JSON]:
    revision: dict[str, JSON] = {"revision": state.version + len(events)}
    match events[0]:
        case (
            DecisionReported(decision=number)
            | DecisionAnswered(decision=number)
            | PrincipleRulingMade(precedent=number)
            | SanctionImposed(sanction=number)
            | SanctionAppealed(sanction=number)
            | SanctionAppealDecided(sanction=number)
            | SanctionLifted(sanction=number)
        ):
            return {**revision, "number": number}
        case FilesPublished(publication=number):
            return {**revision, "number": number}
        case _:
            return revision


def _context(
    actor: Actor, now: datetime, load: Load, secrets: Secrets, ratings: Ratings, error_rates: ErrorRates
) -> Context:
    """All that a decision on a tournament may look at."""

    def series(series: SeriesId) -> Series:
        return shelf.require_announced(cast("Series", load(series_stream(series))))

    def other(tournament: TournamentId) -> Tournament:
        found = cast("Tournament", load(tournament_stream(tournament)))
        settings_of(found)
        return found

    return Context(
        actor,
        now,
        _persons(load),
        secrets,
        ratings,
        federation=lambda: cast("Federation", load(FEDERATION)),
        series=series,
        tournament=other,
        club=_clubs(load),
        error_rates=error_rates,
    )


def _clubs(load: Load) -> Callable[[ClubId], Club]:
    return lambda club: clubs.require_founded(cast("Clubs", load(CLUBS)), club)


def _persons(load: Load) -> Callable[[PersonId], Person]:
    """A person with all their records."""

    def person(id_: PersonId) -> Person:
        kept = _record(load, id_)
        return as_one(kept, [cast("Person", load(person_stream(one))) for one in kept.records])

    return person


def _record(load: Load, person: PersonId) -> Person:
    return registry.require_registered(cast("Person", load(person_stream(person))))
