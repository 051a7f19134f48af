"""Who asks: nobody in particular, or the holder of an API key. Keys only narrow what staff events allow."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from api.http.api_keys import KEY, Key, Keys
from api.http.concurrency_limit import place_of
from api.http.problems import KEY_INVALID, KEY_MISSING, KEY_NARROWED, Problem
from domain.kernel.envelope import MACHINE, Actor, PlayingActor, Role
from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.visibility import FOR_STAFF, Part
from domain.tournament.command import Command
from domain.tournament.guards import permissions
from domain.tournament.hall.commands import ArrangeHall
from domain.tournament.state import Tournament

_PARTS: Mapping[Role | None, Part] = {"administrator": Part.ADMINISTRATOR, "auditor": Part.AUDITOR}
CallerKind = Literal["anonymous", "keyed", "staff"]

_SETTLED = "scoresheet.caller"
"""Where a request's scope says whose it is, which is then not read from its headers."""
_CHALLENGE = {"WWW-Authenticate": 'Bearer realm="scoresheet"'}


@dataclass(frozen=True, slots=True)
class Caller:
    """Anyone who sends a request; `key` is None for the anonymous, `shown` the key as it was sent, or the secret of the
    session that stands for it."""

    key: Key | None = None
    shown: str = field(default="", repr=False)

    @property
    def role(self) -> Role | None:
        return None if self.key is None else self.key.role

    @property
    def person(self) -> PersonId | None:
        return None if self.key is None else self.key.person

    @property
    def only_plays(self) -> bool:
        """Whether a link in a mail has let them in: then they are no staff, whatever their key is."""
        return self.key is not None and self.key.by_mail

    @property
    def by_session(self) -> bool:
        """Whether a session in their browser stands for the key, which is not shown itself."""
        return self.key is not None and re.fullmatch(KEY, self.shown) is None

    @property
    def has_own_key(self) -> bool:
        """Whether nobody else may know the key: it is a person's, who made it or exchanged it, or has it from the
        operator. Only such a key makes keys and links for others."""
        return self.key is not None and self.key.person is not None and self.key.maker in (None, MACHINE)

    @property
    def invites(self) -> bool:
        """Whether they may invite others."""
        narrowed = self.key is not None and self.key.tournament is not None
        return self.role == "administrator" and self.has_own_key and not narrowed

    @property
    def kind(self) -> CallerKind:
        """With who the caller shares places for what takes long."""
        if self.key is None:
            return "anonymous"
        return "staff" if self.key.role in ("administrator", "director") else "keyed"

    @property
    def is_told_names(self) -> bool:
        """Whether the caller is told the names that are withheld from the public: who has a key, but for readers of
        feeds, and for auditors who read no texts."""
        return self.key is not None and (self.key.personal or self.role in ("administrator", "director", "player"))

    @property
    def owner(self) -> str:
        """The owner of the idempotency keys that the caller uses. Raises Problem (401) for the anonymous."""
        return self.required_key().owner

    def required_key(self) -> Key:
        """The caller's key. Raises Problem (401) for the anonymous."""
        if self.key is None:
            raise Problem(KEY_MISSING, "This needs an API key.", _CHALLENGE)
        return self.key

    def actor(self) -> Actor:
        """The caller as events name them. Raises Problem (401) for the anonymous."""
        key = self.required_key()
        made = PlayingActor if key.by_mail else Actor
        return made(key=key.id, role=key.role, person=key.person, key_maker=key.maker)

    def require_scope(self, tournament: str | None) -> None:
        """Raises Problem (403) where the key is for another tournament, or for one and this is about none."""
        if self.key is not None and self.key.tournament not in (None, tournament):
            raise Problem(KEY_NARROWED, "The key may not be used here.", tournament=self.key.tournament)

    def require_reach(self, command: Command) -> None:
        """Raises Problem (403) where the command writes to another tournament, and the key is for one alone."""
        for other in command.shared_with if isinstance(command, ArrangeHall) else ():
            self.require_scope(other)

    def within(self, tournament: str | None) -> "Caller":
        """The caller as a reader there: outside the tournament of a narrowed key they read as the anonymous do."""
        narrowed = self.key is not None and self.key.tournament not in (None, tournament)
        return Caller() if narrowed else self

    @property
    def part(self) -> Part:
        """The caller's part in whatever is read."""
        personal = self.key is not None and self.key.personal
        return Part.ANYBODY | (Part.AUDITOR_OF_TEXTS if personal else _PARTS.get(self.role, Part(0)))

    @property
    def part_in_register(self) -> Part:
        """The caller's part in the register of persons: any director is staff there."""
        within = self.within(None)
        return within.part | (Part.STAFF if within.role == "director" else Part(0))

    def directs(self, directors: Collection[PersonId]) -> bool:
        """Whether the caller is one of these directors, by a key that may direct."""
        return self.role == "director" and self.person in directors

    def part_among(self, directors: Collection[PersonId]) -> Part:
        """The caller's part in a tournament that these direct."""
        return self.part | (Part.STAFF if self.directs(directors) else Part(0))

    def is_staff(self, tournament: TournamentId, directors: Collection[PersonId]) -> bool:
        """The directors of that tournament, who are these, and administrators."""
        caller = self.within(tournament)
        return caller.key is not None and permissions.is_staff_beside(directors, caller.actor())

    def sees(self, state: Tournament) -> Tournament:
        """The tournament as far as the caller sees it: what is drawn and held is shown to the hall alone."""
        return state if state.held is None or self.is_in_hall(state) else state.held

    def is_in_hall(self, state: Tournament) -> bool:
        """Whether the caller is shown at once what is drawn: the staff, those who have been let in to play, and anyone
        who has a key for that tournament alone, as a hall's screens have."""
        within = self.within(state.id)
        if within.key is None:
            return False
        own = () if within.person is None else state.entries_of(state.known_id(within.person))
        plays = any(state.entries[number].entrant for number in own)
        return plays or within.key.tournament is not None or bool(within.part_among(state.directors) & FOR_STAFF)

    def is_person(self, person: PersonId) -> bool:
        """Whether the caller is that person."""
        return self.key is not None and permissions.is_person(self.actor(), person)


async def identify(request: Request, keys: Keys) -> Caller:
    """The sender of the request, which takes a place among theirs. Raises Problem: 401 for a key that is malformed,
    unknown, expired or revoked, 429 for too many requests at once."""
    caller = request.state.caller = await _caller(request, keys)
    place_of(request.scope).take(None if caller.key is None else caller.key.id, caller.kind)
    return caller


def settle(request: Request, caller: Caller) -> None:
    """Says who the sender is, as a page does that knows them by their session."""
    request.scope[_SETTLED] = caller


def settled(request: Request) -> Caller | None:
    """The sender, where a page has said who that is."""
    caller: Caller | None = request.scope.get(_SETTLED)
    return caller


async def _caller(request: Request, keys: Keys) -> Caller:
    caller = settled(request)
    if caller is not None:
        return caller
    given = request.headers.getlist("authorization")
    if not given:
        return Caller()
    scheme, _, text = given[0].partition(" ")
    if len(given) > 1 or scheme.lower() != "bearer":
        raise Problem(KEY_INVALID, "Authorization must be one Bearer key.", _CHALLENGE)
    key = await _find(request, keys, text.strip())
    if key is None:
        raise Problem(KEY_INVALID, "The key is unknown, expired or revoked.", _invalid())
    return Caller(key, text.strip())


async def _find(request: Request, keys: Keys, text: str) -> Key | None:
    if keys.known(text):
        return keys.find(text)
    async with place_of(request.scope).before_the_key_is_known():
        return await run_in_threadpool(keys.find, text)


def _invalid() -> dict[str, Any]:
    return {"WWW-Authenticate": 'Bearer realm="scoresheet", error="invalid_token"'}
