"""Links to a tournament, which a director of it issues: players' own, and those of the screens of its hall."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

from fastapi import Depends
from starlette.responses import Response

from api.documents.keys import (
    KeyChangeAnswer,
    LinkAnswer,
    PlayersLinkDocument,
    ScreenDocument,
)
from api.documents.lists import Page
from api.examples import registry
from api.http import parameters
from api.http.api_keys import Key, Wanted
from api.http.command_requests import Accepts, Incoming, Nothing, told_of
from api.http.read_requests import Reader, Reads
from api.http.routing import new_router
from api.http.sessions.store import code_of, new_spoken
from api.queries.as_of import state_at
from api.queries.visibility import sight_of
from domain.access import decide
from domain.kernel.envelope import Role
from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.kernel.values import Value
from domain.kernel.visibility import FOR_STAFF
from domain.problems.keys import KEY_MADE, KEY_NOT_ITS_OWN
from domain.tournament.guards.lookup import find_entry
from domain.tournament.guards.permissions import require_links_to, require_screens
from domain.tournament.state import Tournament

router = new_router()

LINK_LASTS, KEY_LASTS = timedelta(days=1), timedelta(days=8)
"""Until when a link can be opened, and until when what it opens can be used: longer than any session lasts."""
_NOT_KEPT = {"Cache-Control": "no-store"}


class NewLink(Value):
    """Whose link of the entry's members; null: the one who has entered."""

    person: PersonId | None = None


ISSUE = Accepts(NewLink, examples=registry.LINK)
SCREEN = Accepts(Nothing)
ENDING = Accepts(Nothing)


@router.post(
    "/tournaments/{tournament}/entries/{entry}/links", status_code=201, response_model=LinkAnswer, tags=["entries"]
)
def issue_link(
    tournament: parameters.Tournament,
    entry: parameters.Entry,
    incoming: Annotated[Incoming[NewLink], Depends(ISSUE)],
) -> Response:
    """Issue a player's own link, and show it, this once (TD-14, TD-9)

    By a director of the tournament, with a key of their own. Show it to the player alone, or read its code out; never
    print it. Anyone who opens it first is logged in as that player, in this tournament alone, and it opens no second
    time. Earlier links of the player end, and all that a director has issued who is released. Each act by it names who
    issued it: where they play the match themselves, or gain by it, they and the player count as one.
    """
    state = incoming.services.tournament(tournament)
    person = incoming.body.person or find_entry(state, entry).person
    require_links_to(state, entry, person, incoming.asked.actor)
    told = {"tournament": tournament, "entry": entry, "person": person}
    return _issue_link(incoming, Wanted("player", person, tournament), decide.IssueLink, told)


@router.get("/tournaments/{tournament}/links", response_model=Page[PlayersLinkDocument], tags=["entries"])
def list_links(reader: Annotated[Reader, Depends(Reads(FOR_STAFF))], tournament: parameters.Tournament) -> Response:
    """List the players' own links that stand, the newest first (TD-9, TD-14)

    For the staff. A link that nobody opens stands for a day, one that was opened for eight, unless it is ended, or its
    player is issued another. What it opens is shown to nobody again.
    """
    reader = reader.having(sight_of(reader, tournament).part)
    position = reader.services.journal.position()
    items = tuple(_standing(reader, state_at(reader.services, tournament), tournament))
    named = {person for one in items for person in (one.person, one.key_maker)}
    return reader.answer_page(reader.page(items, named), position)


def _standing(reader: Reader, state: Tournament, tournament: str) -> Iterator[PlayersLinkDocument]:
    entries = {person: number for number, entry in state.entries.items() for person in entry.persons}
    for one in _valid(reader, decide.PLAYERS, tournament, state.directors):
        until, opened = one.made_at + LINK_LASTS, one.last_used is not None
        if one.person in entries and (opened or reader.now() < until):
            told = {"key": one.id, "key_maker": one.maker or one.person, "entry": entries[one.person]}
            yield PlayersLinkDocument.from_attributes(one, opens_until=until, opened=opened, **told)


@router.post("/tournaments/{tournament}/links/{key}/revocation", response_model=KeyChangeAnswer, tags=["entries"])
def revoke_link(
    tournament: parameters.Tournament,
    key: parameters.Key,
    incoming: Annotated[Incoming[Nothing], Depends(ENDING)],
) -> Response:
    """End a player's own link (TD-9, TD-14)

    By the staff. From the answer on nobody opens it, and nobody acts by it who has.
    """
    return _end_link(incoming, decide.RevokeLink(key=key, tournament=tournament))


@router.post("/tournaments/{tournament}/screens", status_code=201, response_model=LinkAnswer, tags=["hall"])
def issue_screen_link(
    tournament: parameters.Tournament, incoming: Annotated[Incoming[Nothing], Depends(SCREEN)]
) -> Response:
    """Issue a link to a screen of the hall, and show it, this once (ALL-2, TD-9)

    By a director of the tournament, with a key of their own. Open it on the machine that the screen hangs on, or type
    its code there: that browser then sees the tournament as the hall does, a draw before its release too, and can do
    nothing. It opens no second time. It ends eight days after it was issued, with the tournament, with the office of
    anyone who has issued it, or when the staff end it.
    """
    require_screens(incoming.services.tournament(tournament), incoming.asked.actor)
    wanted = Wanted(decide.SCREENS, None, tournament)
    return _issue_link(incoming, wanted, decide.IssueScreenLink, {"tournament": tournament})


def _issue_link(
    incoming: Incoming[Any],
    whose: Wanted,
    kind: type[decide.IssueLink | decide.IssueScreenLink],
    told: dict[str, object],
) -> Response:
    """The link, once the making of its key is recorded. Raises Refused where the request had issued one before."""
    services = incoming.services
    code, now = new_spoken(), datetime.now(UTC)
    key_ends, ends = now + KEY_LASTS, now + LINK_LASTS
    link = bytes.fromhex(code_of(code))
    key = services.keys.propose_link(incoming.caller.shown, replace(whose, expires_at=key_ends), link, ends)
    if key is None:
        raise Refused(KEY_NOT_ITS_OWN, "The key is not the director's own key.")
    outcome = incoming.on_link(kind.model_validate({"key": key, "expires_at": key_ends, **told}))
    if outcome.answer["key"] != key:
        raise Refused(KEY_MADE, f"Link {outcome.answer['key']} already exists.", key=str(outcome.answer["key"]))
    services.keys.forget()
    place = "play" if whose.person else "screen"
    answer = LinkAnswer(key=key, code=code, link=f"/{place}/{code}", expires_at=ends)
    return incoming.answered(answer, 201, _NOT_KEPT | told_of(outcome))


@router.get("/tournaments/{tournament}/screens", response_model=Page[ScreenDocument], tags=["hall"])
def list_screens(reader: Annotated[Reader, Depends(Reads(FOR_STAFF))], tournament: parameters.Tournament) -> Response:
    """List the screens of the hall that have a link, the newest first (ALL-2, TD-9)

    For the staff. What a link opens is shown to nobody again.
    """
    reader = reader.having(sight_of(reader, tournament).part)
    position = reader.services.journal.position()
    known = _valid(reader, decide.SCREENS, tournament, state_at(reader.services, tournament).directors)
    items = tuple(ScreenDocument.from_attributes(one, key=one.id, key_maker=one.maker) for one in known)
    return reader.answer_page(reader.page(items, {one.key_maker for one in items}), position)


def _valid(reader: Reader, role: Role, tournament: str, directors: Collection[str]) -> Sequence[Key]:
    """The keys of the links with that role which these directors have issued, the newest first."""
    known = decide.links(reader.services.access(), role, tournament, directors, reader.now())
    read = reader.services.keys.read([one.key for one in known])
    return [read[one.key] for one in known if one.key in read]


@router.post("/tournaments/{tournament}/screens/{key}/revocation", response_model=KeyChangeAnswer, tags=["hall"])
def revoke_screen_link(
    tournament: parameters.Tournament,
    key: parameters.Key,
    incoming: Annotated[Incoming[Nothing], Depends(SCREEN)],
) -> Response:
    """End the link of a screen of the hall (ALL-2, TD-9)

    By the staff. From the answer on the screen shows a draw that is held no more.
    """
    return _end_link(incoming, decide.RevokeScreenLink(key=key, tournament=tournament))


def _end_link(incoming: Incoming[Nothing], command: decide.LinkEnd) -> Response:
    outcome = incoming.on_link(command)
    incoming.services.keys.forget()
    return incoming.answered(KeyChangeAnswer(id=command.key), headers=told_of(outcome))
