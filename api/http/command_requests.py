"""How a command comes in: who sends it, its idempotency key, the ETag of what it changes, its body; and the answer.

The idempotency key belongs to the person, whatever API key they use; where that is for nobody, to the line of keys that
have taken each other's place. What is asked under it is the method, the address, If-Match and the body,
byte by byte: the same again gets the first answer, anything else is refused. Only accepted commands are remembered.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar, cast

from pydantic import TypeAdapter
from starlette.requests import Request
from starlette.responses import Response

from api.documents.answers import ClubAnswer, FederationAnswer, ListAnswer, PersonAnswer, SeriesAnswer, TournamentAnswer
from api.documents.bulk import BulkAnswer, RowProblem
from api.documents.withholding import Shown, shown_to
from api.http.bodies import BODY_LIMIT, BodyOf
from api.http.calendars import calendar_of
from api.http.callers import Caller, identify
from api.http.concurrency_limit import place_of
from api.http.etags import CLUB, FEDERATION, HALL, LIST, LISTED, PERSON, SERIES, SETTINGS, Kind, Resource, strong_tags
from api.http.headers import KEY_OF_COMMAND, AllSeen, IdempotencyKey, IfMatch, signature_with
from api.http.opened_texts import with_texts
from api.http.parameters import parse_number
from api.http.problems import HEADER_MALFORMED, IDEMPOTENCY_KEY_MISSING, Problem, of_type
from api.http.responses import POSITION, REPLAYED, bytes_answer, json_answer, json_of
from api.http.services import DrawnIds, Services, services_of
from api.http.told_content import told_to
from domain.access.decide import Command as AccessCommand
from domain.access.decide import LinkCommand
from domain.application.bulk import Row, RowMaker, RowsRefused, of_rows, tried_rows
from domain.application.requests import (
    CommandOrigin,
    of_access,
    of_club,
    of_federation,
    of_league,
    of_link,
    of_list,
    of_person,
    of_registration,
    of_series,
    of_tournament,
    of_webhook,
    try_command,
)
from domain.clubs.decide import Command as ClubCommand
from domain.clubs.state import Clubs
from domain.federation.decide import Command as FederationCommand
from domain.federation.state import Federation
from domain.journal.errors import FIRST_ANSWER_GONE
from domain.kernel.envelope import Actor
from domain.kernel.facts import for_fewer
from domain.kernel.ids import CLUBS, StreamName, list_stream, person_stream, series_stream, tournament_stream
from domain.kernel.ids import FEDERATION as FEDERATION_STREAM
from domain.kernel.refusal import Refused
from domain.kernel.values import Value
from domain.kernel.visibility import ForSender
from domain.lists.decide import HandListOn
from domain.lists.state import ListState
from domain.person.commands import Command as PersonCommand
from domain.person.commands import RegisterPerson
from domain.person.state import Person
from domain.ports.command_handling import CommandOutcome, State, command_id, request_digest
from domain.ports.command_handling import Request as JournalRequest
from domain.problems.tournament import STALE
from domain.series.arranging import Command as LeagueCommand
from domain.series.decide import AnnounceSeries, ChangeSeries
from domain.series.state import Series
from domain.tournament.command import Command as TournamentCommand
from domain.tournament.command import Seen
from domain.tournament.preview import Tried
from domain.tournament.state import Tournament, announced_settings
from domain.webhooks.decide import Command as WebhookCommand

B = TypeVar("B", bound=Value)
S = TypeVar("S")

COMMAND = "scoresheet.command"
"""Set in the scope of a command: its id, by which the history names it."""
_DECIDED = ("match", "entry", "settings")
_IDEMPOTENCY_KEY = re.compile(KEY_OF_COMMAND)


@dataclass(frozen=True, slots=True)
class After(Generic[S]):
    """The result of a command for its sender: the state at the version that its answer names, the state now, by which
    goes what the sender may read, and its answer."""

    services: Services
    caller: Caller
    state: S
    now: S
    answer: Mapping[str, Any]


Shows = Callable[[After[S]], Shown | None]
"""Shows the thing that a command has changed, as its sender reads it; None where that is not for them."""


class Nothing(Value):
    """The body of a command of which the address says all."""


class EmptyBody(Value):
    """A command that needs no more than its address."""


@dataclass(frozen=True, slots=True)
class Incoming(Generic[B]):
    """A command as it came in. `seen` is the revision from If-Match, for commands that change a resource; `all_seen`
    are those of all that a command decides, for one that decides several. `ids` are drawn for what it creates, again
    for a repetition, which is answered with the first ones."""

    services: Services
    caller: Caller
    asked: CommandOrigin
    address: str
    body: B
    resource: Resource | None
    seen: int | None
    all_seen: tuple[Seen, ...] | None
    ids: DrawnIds

    @property
    def reading(self) -> Services:
        """The services as its sender may read by them."""
        return self.services.seen_by(self.caller.sees)

    @property
    def created(self) -> str:
        """The id of what the command creates."""
        return self.ids.of(0)

    def fields(self) -> dict[str, Any]:
        """The body's fields."""
        return dict(self.body)

    def given(self) -> dict[str, Any]:
        """The fields that the body names."""
        return {name: getattr(self.body, name) for name in self.body.model_fields_set}

    def on_tournament(
        self, tournament: str, command: TournamentCommand, shows: Shows[Tournament], created: str | None = None
    ) -> Response:
        """Carries the command out; `created` names the list of what it creates, for the answer's Location."""
        self.caller.require_reach(command)
        readings = self.services.readings
        request = of_tournament(self.asked, tournament, command, readings.current_ratings, readings.current_error_rates)
        outcome = self._execute(command, request)
        return self._of_tournament(tournament, outcome, shows, self.resource, created)

    def tried(self, tournament: str, command: TournamentCommand) -> Tried:
        """The effect that the command would have; nothing is recorded."""
        self.caller.require_reach(command)
        load = self.services.journal.state
        readings = self.services.readings
        read = readings.current_ratings, readings.current_error_rates
        return try_command(self.asked.actor, tournament, command, load, datetime.now(UTC), *read)

    def announce(self, command: TournamentCommand, shows: Shows[Tournament]) -> Response:
        """Carries out the command that creates a tournament."""
        outcome = self._execute(command, of_tournament(self.asked, self.created, command))
        return self._of_tournament(_tournament_in(outcome), outcome, shows, SETTINGS, "tournaments")

    def created_in(self, row: int) -> str:
        """The id of what that row creates, counted from 1."""
        return self.ids.of(row)

    @property
    def makes_rows(self) -> RowMaker:
        """Makes the rows of what is sent in bulk."""
        readings = self.services.readings
        return RowMaker(self.asked, readings.current_ratings, readings.current_error_rates)

    def in_bulk(self, rows: Sequence[Row], *, dry_run: bool, announces: bool = False) -> Response:
        """Carries all rows out, or none; or tells what each would do. Where they announce a tournament, the answer has
        its address and the ETag of its settings."""
        if dry_run:
            return self._tried_in_bulk(rows)
        try:
            outcome = _require_kept(self.services.journal.execute(of_rows(self.asked, rows)))
        except RowsRefused as refused:
            for number, refusal in refused.refusals.items():
                self.services.refused_attempts.note(self.asked.actor, rows[number - 1].asked, self.address, refusal)
            raise _as_first(refused.refusals) from None
        body = self._shown_part(BulkAnswer, outcome)
        if not announces:
            return _answer(json_of(body), outcome, {}, None)
        tournament = _tournament_in(outcome)
        stream = tournament_stream(tournament)
        made = cast("Tournament", self.services.journal.state(stream, version=outcome.versions[stream]))
        etag = _etag(SETTINGS, body, made)
        return _answer(json_of(body), outcome, {"ETag": etag}, f"/v1/tournaments/{tournament}")

    def _tried_in_bulk(self, rows: Sequence[Row]) -> Response:
        journal = self.services.journal
        position, tried = journal.position(), tried_rows(rows, journal.state, datetime.now(UTC))
        told = [{"problem": row_problem(one)} if isinstance(one, Refused) else one for one in tried]
        numbered = [{**one, "row": row} for row, one in enumerate(told, 1)]
        content = {"rows": numbered, "position": position, "dry_run": True}
        return self.answered(BulkAnswer.model_validate_json(json_of(content)))

    def on_person(self, person: str, command: PersonCommand, shows: Shows[Person]) -> Response:
        """Carries out a command on a person of the registry."""
        return self.on_records(command, of_person(self.asked, person, command), shows)

    def registers(self, command: RegisterPerson | Refused, shows: Shows[Person]) -> Response:
        """Registers somebody, unless it is refused. A repetition is answered before it is looked at that the person is
        there by now."""
        outcome = self._execute(command, of_registration(self.asked, self.created, command))
        return self._of_person(outcome, shows, f"/v1/persons/{outcome.answer['person']}")

    def on_records(self, command: PersonCommand, request: JournalRequest, shows: Shows[Person]) -> Response:
        """Carries out a command on one or two records of a person."""
        return self._of_person(self._execute(command, request), shows)

    def _of_person(self, outcome: CommandOutcome, shows: Shows[Person], made: str | None = None) -> Response:
        stream = person_stream(str(outcome.answer["person"]))
        return self._plain(PersonAnswer, outcome, PERSON, stream, shows, made)

    def on_series(
        self, series: str, command: AnnounceSeries | ChangeSeries, shows: Shows[Series], *, creates: bool = False
    ) -> Response:
        """Carries out a command on a series."""
        outcome = self._execute(command, of_series(self.asked, series, command))
        made = f"/v1/series/{outcome.answer['series']}" if creates else None
        stream = series_stream(str(outcome.answer["series"]))
        return self._plain(SeriesAnswer, outcome, SERIES, stream, shows, made)

    def on_league(self, series: str, command: LeagueCommand, shows: Shows[Series]) -> Response:
        """Carries out a command on the divisions of a season of a series."""
        outcome = self._execute(command, of_league(self.asked, series, command))
        return self._plain(SeriesAnswer, outcome, SERIES, series_stream(series), shows)

    def on_club(self, club: str, command: ClubCommand, shows: Shows[Clubs], *, creates: bool = False) -> Response:
        """Carries out a command on a club."""
        outcome = self._execute(command, of_club(self.asked, club, command))
        made = f"/v1/clubs/{outcome.answer['club']}" if creates else None
        return self._plain(ClubAnswer, outcome, CLUB, CLUBS, shows, made)

    def on_list(self, list_: str, command: HandListOn, shows: Shows[ListState]) -> Response:
        """Carries out a command on a list."""
        outcome = self._execute(command, of_list(self.asked, list_, command))
        return self._plain(ListAnswer, outcome, LIST, list_stream(list_), shows)

    def on_federation(self, command: FederationCommand, shows: Shows[Federation]) -> Response:
        """Carries out a command on the federation's settings."""
        outcome = self._execute(command, of_federation(self.asked, command))
        return self._plain(FederationAnswer, outcome, FEDERATION, FEDERATION_STREAM, shows)

    def on_access(self, command: AccessCommand) -> CommandOutcome:
        """Carries out a command on API keys."""
        return self._execute(command, of_access(self.asked, command))

    def on_link(self, command: LinkCommand) -> CommandOutcome:
        """Carries out the issuing of a link of a player or of a screen, or the end of one."""
        return self._execute(command, of_link(self.asked, command))

    def on_webhook(self, command: WebhookCommand) -> CommandOutcome:
        """Carries out a command on a webhook."""
        return self._execute(command, of_webhook(self.asked, command))

    def together(self, answer: type[Value], request: JournalRequest) -> Response:
        """Carries out what several commands make, as one."""
        outcome = self._execute(self.body, request)
        return _answer(json_of(self._shown_part(answer, outcome)), outcome, {}, None)

    def _execute(self, command: object, request: JournalRequest) -> CommandOutcome:
        """The fate of the command. A refusal that matters is noted."""
        try:
            return _require_kept(self.services.journal.execute(request))
        except Refused as refused:
            self.services.refused_attempts.note(self.asked.actor, command, self.address, refused)
            raise

    def answered(self, document: ForSender, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
        """The answer to the request, as its sender is shown it."""
        return json_answer(shown_to(self.caller.part, document).content, status, headers)

    def _of_tournament(
        self,
        tournament: str,
        outcome: CommandOutcome,
        shows: Shows[Tournament],
        resource: Resource | None,
        created: str | None,
    ) -> Response:
        body = self._shown_part(TournamentAnswer, outcome)
        location = None if created is None else _location(tournament, created, body)
        kind = next((kind for kind, listed in LISTED.items() if listed == created), None)
        if kind is not None and len(body[LISTED[kind]]) == 1:
            resource = Resource(kind, body[LISTED[kind]][0]["number"])
        now, state = self._states(outcome, tournament_stream(tournament))
        headers = {} if resource is None else {"ETag": _etag(resource, body, cast("Tournament", state))}
        content = self._answer_with(shows, After(self.services, self.caller, state, now, body))
        return _answer(told_to(self.caller, self.services, tournament, content), outcome, headers, location)

    def _plain(
        self,
        answer: type[Value],
        outcome: CommandOutcome,
        resource: Resource,
        stream: StreamName,
        shows: Shows[Any],
        location: str | None = None,
    ) -> Response:
        body = self._shown_part(answer, outcome)
        now, state = self._states(outcome, stream)
        shown = self._answer_with(shows, After(self.services, self.caller, state, now, body))
        content = told_to(self.caller, self.services, None, shown)
        return _answer(content, outcome, {"ETag": resource.etag(body["revision"])}, location)

    def _answer_with(self, shows: Shows[Any], after: After[Any]) -> bytes:
        """The answer with the thing that the command has changed, made of the state that it has left."""
        shown = shows(after)
        changed = None if shown is None else shown.content
        return with_texts(json_of({**after.answer, "changed": changed}), self.services.journal)

    def _states(self, outcome: CommandOutcome, stream: StreamName) -> tuple[State, State]:
        """The stream as it is now, and as the command has left it: of one that was just carried out they are the
        same."""
        made = outcome.states.get(stream)
        if made is not None and not outcome.repeated:
            return made, made
        now = self.services.journal.state(stream)
        version = outcome.versions.get(stream, now.version)
        if version == now.version:
            return now, now
        with self.services.replays.turn():
            return now, self.services.journal.state(stream, version=version)

    def _shown_part(self, answer: type[Value], outcome: CommandOutcome) -> dict[str, Any]:
        """The part of the command's effect that its sender is shown; what it holds nothing of is not named."""
        told = {**outcome.answer, "position": outcome.position}
        content: dict[str, Any] = shown_to(self.caller.part, answer.model_validate_json(json_of(told))).content
        return {name: content[name] for name in told}


def _tournament_in(outcome: CommandOutcome) -> str:
    """The id of the one that the command announced."""
    kind = tournament_stream("")
    (stream,) = (one for one in outcome.versions if one.startswith(kind))
    return stream.removeprefix(kind)


def _require_kept(outcome: CommandOutcome) -> CommandOutcome:
    """Raises Refused for a command that is sent again after its first answer's term."""
    if not outcome.is_answer_kept:
        where = " and ".join(f"{stream} at version {version}" for stream, version in outcome.versions.items())
        detail = f"Find what it recorded in {where}." if where else "It recorded nothing."
        raise Refused(FIRST_ANSWER_GONE, detail, position=outcome.position)
    return outcome


def row_problem(refused: Refused) -> RowProblem:
    """Why a row is refused, in what everybody may be told."""
    detail = f"{refused.problem.title}." if for_fewer(refused.facts) else refused.detail
    kind = of_type(refused.problem)
    return RowProblem.from_attributes(kind, detail=detail)


def _as_first(refusals: Mapping[int, Refused]) -> Refused:
    """The refusal of the first row that is refused, which names the row and tells of all of them."""
    row, first = next(iter(refusals.items()))
    rows = [{"row": number, **row_problem(one).model_dump(mode="json")} for number, one in refusals.items()]
    return Refused(first.problem, first.detail, **{**first.facts, "row": row, "rows": rows})


def _location(tournament: str, created: str, body: dict[str, Any]) -> str:
    if created == "tournaments":
        return f"/v1/tournaments/{tournament}"
    return f"/v1/tournaments/{tournament}/{created}/{body[created][0]['number']}"


def _etag(resource: Resource, body: dict[str, Any], state: Tournament) -> str:
    if resource.number is None:
        revision = state.hall.revision if resource == HALL else announced_settings(state).revision
        return resource.etag(revision, state.version)
    changed = body[LISTED[resource.kind]]
    return resource.etag(next(one["revision"] for one in changed if one["number"] == resource.number))


def _answer(content: bytes, outcome: CommandOutcome, headers: dict[str, str], location: str | None) -> Response:
    if location is not None:
        headers["Location"] = location
    return bytes_answer(content, 200 if location is None else 201, headers | told_of(outcome))


def told_of(outcome: CommandOutcome) -> dict[str, str]:
    """The headers that tell of what became of a command."""
    return {POSITION: str(outcome.position)} | ({REPLAYED: "true"} if outcome.repeated else {})


class Accepts(Generic[B]):
    """A dependency that reads a command with a body of kind `model`.

    `changes` is the kind of resource that the command changes, whose ETag If-Match must hold; where it decides several,
    `lists_seen`, If-Match may hold theirs. `anywhere`: a key that is for one tournament may send it too. What only
    `calculates` writes nothing: it needs no idempotency key, and has a thread as reads have. `may` raises Refused for
    anyone whose body is not even read: for long ones.
    """

    def __init__(
        self,
        model: type[B],
        changes: Kind | None = None,
        *,
        lists_seen: bool = False,
        anywhere: bool = False,
        calculates: bool = False,
        limit: int = BODY_LIMIT,
        may: Callable[[Actor], object] | None = None,
        examples: Mapping[str, Any] | None = None,
    ) -> None:
        self.model = model
        self.may = may
        self.changes = changes
        self.lists_seen = lists_seen
        self.anywhere = anywhere
        self.calculates = calculates
        self.examples = examples
        self.required = any(each.is_required() for each in model.model_fields.values())
        self.body = BodyOf(TypeAdapter(model), limit)
        required: dict[str, Any] = {} if calculates else {"idempotency_key": IdempotencyKey}
        required |= {"if_match": IfMatch} if changes else {}
        self.__signature__ = signature_with(required, {"if_match": AllSeen} if lists_seen and not changes else {})

    async def __call__(self, request: Request) -> Incoming[B]:
        """Raises Problem, in this order: 401, 403, 400 (idempotency key), 428, 400, 412 (If-Match), then the body's."""
        services = services_of(request)
        caller = await identify(request, services.keys)
        actor = caller.actor()
        if not self.anywhere:
            caller.require_scope(request.path_params.get("tournament"))
        if self.may is not None:
            self.may(actor)
        key = "" if self.calculates else idempotency_key(request)
        resource = self._resource(request)
        if_match = list_header(request, "if-match") if resource or self.lists_seen else None
        seen = resource.seen(if_match) if resource else None
        several = all_seen(if_match) if self.lists_seen else None
        tournament = request.path_params.get("tournament")
        raw, body = await self.body.read(request, lambda said: calendar_of(services, tournament, said))
        if self.calculates:
            await place_of(request.scope).take_thread()
        asked = "\n".join((request.method, request.url.path, if_match or "", "")).encode() + raw
        digest = request_digest(key, asked)
        command = command_id(caller.owner, key)
        if not self.calculates:
            request.scope[COMMAND] = command
        return Incoming(
            services.for_caller(caller.kind, place_of(request.scope).caller),
            caller,
            CommandOrigin(command, digest, actor),
            request.url.path,
            body,
            resource,
            seen,
            several,
            DrawnIds(services.draw_id),
        )

    def _resource(self, request: Request) -> Resource | None:
        if self.changes is None:
            return None
        if self.changes in LISTED:
            return Resource(self.changes, parse_number(request.path_params[self.changes]))
        return Resource(self.changes)


def idempotency_key(request: Request) -> str:
    """The header Idempotency-Key. Raises Problem (400)."""
    key = one_header(request, "idempotency-key")
    if key is None or not _IDEMPOTENCY_KEY.fullmatch(key):
        raise Problem(IDEMPOTENCY_KEY_MISSING, "Idempotency-Key must have 1 to 200 printable ASCII characters.")
    return key


def all_seen(if_match: str | None) -> tuple[Seen, ...]:
    """The sender's ETags of matches, of entries and of the tournament's settings. Raises Problem: 400 where it is no
    list of ETags, 412 where one is none of these."""
    tags = strong_tags(if_match) if if_match is not None else []
    if any(tag is None or tag.resource.kind not in _DECIDED for tag in tags):
        raise Problem(of_type(STALE), "The ETag in If-Match is not from a match, an entry or the settings.")
    return tuple(Seen(cast("Any", tag.resource.kind), tag.revision, tag.resource.number) for tag in tags if tag)


def list_header(request: Request, name: str) -> str | None:
    """The header, whose lines make one list (RFC 9110, 5.3), or None."""
    given = request.headers.getlist(name)
    return ", ".join(given) if given else None


def one_header(request: Request, name: str) -> str | None:
    """The header, or None. Raises Problem (400) where it is given more than once."""
    given = request.headers.getlist(name)
    if len(given) > 1:
        raise Problem(HEADER_MALFORMED, f"{name} is given {len(given)} times.", header=name)
    return given[0] if given else None
