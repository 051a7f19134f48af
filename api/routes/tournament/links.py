"""Players' own links, which a director of their tournament issues."""

from datetime import UTC, datetime, timedelta
from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from api.documents.keys import LinkAnswer
from api.examples import registry
from api.http import parameters
from api.http.api_keys import Wanted
from api.http.command_requests import Accepts, Incoming, told_of
from api.http.routing import new_router
from api.http.sessions.store import code_of, new_spoken
from domain.access.decide import IssueLink
from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.kernel.values import Value
from domain.problems.keys import KEY_MADE, KEY_NOT_ITS_OWN
from domain.tournament.guards.lookup import find_entry
from domain.tournament.guards.permissions import require_links_to

router = new_router("entries")

LINK_LASTS, KEY_LASTS = timedelta(days=1), timedelta(days=8)
"""Until when a link can be opened, and until when what it opens can be used: longer than any session lasts."""
_NOT_KEPT = {"Cache-Control": "no-store"}


class NewLink(Value):
    """Whose link of the entry's members; null: the one who has entered."""

    person: PersonId | None = None


ISSUE = Accepts(NewLink, examples=registry.LINK)


@router.post("/tournaments/{tournament}/entries/{entry}/links", status_code=201, response_model=LinkAnswer)
def issue_link(
    tournament: parameters.Tournament,
    entry: parameters.Entry,
    incoming: Annotated[Incoming[NewLink], Depends(ISSUE)],
) -> Response:
    """Issue a player's own link, and show it, this once (TD-14, TD-9)

    By a director of the tournament, with a key of their own. Show it to the player alone, or read its code out; never
    print it. Whoever opens it first is logged in as that player, in this tournament alone, and it opens no second time.
    Earlier links of the player end, and all that a director has issued who is released. Each act by it names who issued
    it: where they play the match themselves, or gain by it, they and the player count as one.
    """
    services, actor = incoming.services, incoming.asked.actor
    state = services.tournament(tournament)
    person = incoming.body.person or find_entry(state, entry).person
    require_links_to(state, entry, person, actor)
    code, now = new_spoken(), datetime.now(UTC)
    wanted, ends = Wanted("player", person, tournament, expires_at=now + KEY_LASTS), now + LINK_LASTS
    key = services.keys.propose_link(incoming.caller.shown, wanted, bytes.fromhex(code_of(code)), ends)
    if key is None:
        raise Refused(KEY_NOT_ITS_OWN, "The key is not its director's own.")
    command = IssueLink(key=key, tournament=tournament, entry=entry, person=person, expires_at=now + KEY_LASTS)
    outcome = incoming.on_link(command)
    if outcome.answer["key"] != key:
        raise Refused(KEY_MADE, f"Link {outcome.answer['key']} was issued before.", key=str(outcome.answer["key"]))
    services.keys.forget()
    answer = LinkAnswer(key=key, code=code, link=f"/play/{code}", expires_at=ends)
    return incoming.answered(answer, 201, _NOT_KEPT | told_of(outcome))
