"""Keys that administrators make for others, and what a person exchanges theirs for."""

from datetime import UTC, datetime
from typing import Annotated

from fastapi import Depends
from pydantic import Field, StringConstraints
from starlette.responses import Response

from api.documents.service import KeyAnswer
from api.examples import registry
from api.http.api_keys import CODE, Wanted
from api.http.command_requests import Accepts, Incoming
from api.http.routing import new_router
from domain.kernel.envelope import Role
from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.kernel.values import GivenInstant, Value
from domain.person.decide import require_registered
from domain.problems.persons import CODE_WRONG, KEY_EXPIRED, KEY_MADE, KEY_NOT_ITS_OWN

router = new_router("federation")

_NOT_KEPT = {"Cache-Control": "no-store"}


class NewKey(Value):
    """A key for somebody: what it may be used as, whom it acts for, what it is for, and when it stops being valid."""

    role: Role
    person: PersonId
    label: Annotated[str, Field(max_length=200)] = ""
    expires_at: GivenInstant | None = None


class Code(Value):
    """The code that was made with the key."""

    code: Annotated[str, StringConstraints(pattern=CODE)]


MAKING = Accepts(NewKey, examples=registry.KEY)
EXCHANGE = Accepts(Code, examples=registry.CODE)


@router.post("/keys", status_code=201, response_model=KeyAnswer)
def make_key(incoming: Annotated[Incoming[NewKey], Depends(MAKING)]) -> Response:
    """Make a key for somebody, and show it, this once (TD-9)

    By administrators, with a key of their own. Until its person has exchanged it, each of their acts names who made it,
    and wherever a second person is needed the two count as one. Hand them the key with its `code`.
    """
    wanted, keys = incoming.body, incoming.services.keys
    if not (incoming.caller.role == "administrator" and incoming.caller.has_own_key):
        raise Refused(KEY_NOT_ITS_OWN, "The key is no administrator's own.")
    require_registered(incoming.services.person(wanted.person))
    if wanted.expires_at is not None and wanted.expires_at <= datetime.now(UTC):
        raise Refused(KEY_EXPIRED, f"{wanted.expires_at.isoformat()} is past.")
    key_id = incoming.asked.command[:16]
    whose = Wanted(wanted.role, wanted.person, label=wanted.label, expires_at=wanted.expires_at)
    made = keys.make_for(incoming.caller.shown, whose, key_id)
    if made is None:
        raise Refused(KEY_MADE, f"Key {key_id} was made before.", key=key_id)
    return incoming.answered(KeyAnswer(key=made[0], code=made[1]), 201, _NOT_KEPT)


@router.post("/keys/exchange", response_model=KeyAnswer)
def exchange_key(incoming: Annotated[Incoming[Code], Depends(EXCHANGE)]) -> Response:
    """Exchange a key that somebody else made for one of one's own, and show it, this once (TD-9)

    With that key, and the code that was made with it, which is used up. The key ends. From then on nobody else counts
    as one with its person. An answer that was lost can't be had again, under the same idempotency key neither, since
    nothing is kept from which the new key could be read, and whoever made the old one may know all that a retry sends:
    that is refused as `key-invalid`. An administrator then makes another key, with a code of its own.
    """
    own = incoming.services.keys.exchange(incoming.asked.actor.key, incoming.body.code)
    if own is None:
        raise Refused(CODE_WRONG, "The key is not exchanged by this code.")
    return incoming.answered(KeyAnswer(key=own), headers=_NOT_KEPT)
