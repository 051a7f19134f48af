"""Keys that administrators make, list and end, and what a person exchanges theirs for (TD-9)."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Annotated, Any, Literal

from fastapi import Depends, Query
from pydantic import AfterValidator, StringConstraints
from starlette.responses import RedirectResponse, Response

from api.documents.keys import KeyAnswer, KeyChangeAnswer, KeyDocument, OwnKeyDocument
from api.documents.lists import Page
from api.examples import registry
from api.http import parameters
from api.http.api_keys import CODE, KEY, Proposed, Wanted, id_of
from api.http.command_requests import Accepts, Incoming, Nothing, told_of
from api.http.paging import NUMBERS, Paged, Paging
from api.http.problems import LOGIN_OLD, Problem
from api.http.read_requests import Reader, Reads
from api.http.responses import NEVER
from api.http.routing import new_router
from api.queries.looked_through import Look
from domain.access import decide
from domain.access.state import KnownKey
from domain.kernel.envelope import Role
from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.refusal import Refused
from domain.kernel.values import GivenClosing, Label, Name, Value
from domain.kernel.visibility import PUBLIC, Part
from domain.problems.keys import CODE_WRONG, KEY_MADE, KEY_NOT_ITS_OWN, KEY_UNKNOWN

router = new_router("federation")

_LINK = "/login/key"
FEWEST_DIGITS = 8
"""Different ones in 64 that were drawn at random: fewer are as good as never drawn."""


class NewKey(Value):
    """A key: what it may be used as, who it acts for, null: nobody in particular, in which tournament alone, what it
    is for, and until when it is valid. `personal` is an auditor's right to read sealed text about persons."""

    role: Role
    person: PersonId | None = None
    tournament: TournamentId | None = None
    label: Label = ""
    expires_at: GivenClosing | None = None
    personal: bool = False


class KeyLabel(Value):
    """What the key is for, in a few words."""

    label: Label


class KeyExpiry(Value):
    """Until when the key is valid."""

    expires_at: GivenClosing


def _require_drawn(key: str) -> str:
    """Raises ValueError where that was hardly drawn at random, as an example in a guide."""
    if len(set(key.rpartition("_")[2])) < FEWEST_DIGITS:
        raise ValueError("use a random key")
    return key


class KeyExchange(Value):
    """The code that was made with the key, and the key that is to take its place, drawn at random by anyone who sends
    it: `scoresheet_`, 16 hexadecimal digits, `_` and 64 more."""

    code: Annotated[str, StringConstraints(pattern=CODE)]
    successor: Annotated[str, StringConstraints(pattern=KEY), AfterValidator(_require_drawn)]


MAKING = Accepts(NewKey, examples=registry.KEY)
ROTATION = Accepts(Nothing)
LABEL = Accepts(KeyLabel, examples=registry.KEY_LABEL)
EXPIRY = Accepts(KeyExpiry, examples=registry.KEY_EXPIRY)
REVOCATION = Accepts(Nothing)
KeySearch = Annotated[
    Name | None,
    Query(description="Words of the label or of the person's name, in any order; case and accents don't matter."),
]
Fits = Callable[[KnownKey], bool]
EXCHANGE = Accepts(KeyExchange, examples=registry.KEY_EXCHANGE, anywhere=True)


@router.post("/keys", status_code=201, response_model=KeyAnswer)
def make_key(incoming: Annotated[Incoming[NewKey], Depends(MAKING)]) -> Response:
    """Make a key, and show it, this once (TD-9)

    By administrators, with a key of their own. Keys of auditors and feed readers can be for nobody in particular. Until
    the person has exchanged a key that was made for them, each of their acts names who made it, and wherever a second
    person is needed the two count as one. Hand them the `link`, by which they do that in any browser, or the key with
    its `code`. The making is recorded, and nothing of key, code and label with it.
    """
    wanted = incoming.body
    whose = _wanted_key(wanted)
    made = _propose(incoming, whose)
    fields = wanted.model_dump(include={"role", "person", "tournament", "expires_at"})
    command = decide.MakeKey(key=made.id, reads_personal_text=wanted.personal, **fields)
    return _key_answer(incoming, made, command, is_for_another=wanted.person not in (None, incoming.caller.person))


@router.post("/keys/{key}/rotation", status_code=201, response_model=KeyAnswer)
def rotate_key(key: parameters.Key, incoming: Annotated[Incoming[Nothing], Depends(ROTATION)]) -> Response:
    """Make a key that takes another's place, and show it, this once (TD-9)

    By administrators, with a key of their own. It may do what the other may, and as long. The other stays valid until
    it is revoked; a command that was sent under the one and is sent again under the other is carried out once.
    """
    now = datetime.now(UTC)
    former = decide.require_valid(incoming.services.access(), key, now)
    label = incoming.services.keys.read((key,))[key].label
    whose = Wanted(former.role, former.person, former.tournament, label, former.expires_at, former.reads_personal_text)
    made = _propose(incoming, whose, former.line)
    command = decide.RotateKey(key=key, successor=made.id)
    return _key_answer(incoming, made, command, is_for_another=former.person not in (None, incoming.caller.person))


@router.post("/keys/{key}/label", response_model=KeyChangeAnswer)
def label_key(key: parameters.Key, incoming: Annotated[Incoming[KeyLabel], Depends(LABEL)]) -> Response:
    """Say what a key is for

    By administrators. It is recorded nowhere else, since it may name somebody.
    """
    decide.require_administrator(incoming.asked.actor)
    if not incoming.services.keys.label(incoming.caller.shown, key, incoming.body.label):
        raise Refused(KEY_UNKNOWN, f"There is no key {key}.", key=key)
    return incoming.answered(KeyChangeAnswer(id=key))


@router.post("/keys/{key}/expiry", response_model=KeyChangeAnswer)
def set_key_expiry(key: parameters.Key, incoming: Annotated[Incoming[KeyExpiry], Depends(EXPIRY)]) -> Response:
    """Let a key end sooner than it would have (TD-9)

    By administrators, at a moment that is still to come, or with a day, which is included. A key never ends later than
    was said when it was made: make another one for that.
    """
    return _end_key(incoming, decide.SetKeyExpiry(key=key, expires_at=incoming.body.expires_at))


@router.post("/keys/{key}/revocation", response_model=KeyChangeAnswer)
def revoke_key(key: parameters.Key, incoming: Annotated[Incoming[Nothing], Depends(REVOCATION)]) -> Response:
    """End a key for good (TD-9)

    By administrators. From the answer on it is refused everywhere. The last key by which an administrator can come in
    is not ended here, but by anyone who owns the machine, with `scoresheet keys revoke`.
    """
    return _end_key(incoming, decide.RevokeKey(key=key))


@router.post("/keys/exchange", response_model=KeyAnswer)
def exchange_key(incoming: Annotated[Incoming[KeyExchange], Depends(EXCHANGE)]) -> Response:
    """Exchange a key that somebody else made for one of one's own (TD-9)

    With that key, and the code that was made with it, which is used up. The key ends. From then on nobody else counts
    as one with its person. Keep the successor before you send it: if the answer is lost, use it; it is let in once the
    exchange was carried out, and where it is not, send the exchange again. Only its digest is stored, so anyone who
    made the old key and sends the same again learns nothing.
    """
    former, keys, own = incoming.asked.actor.key, incoming.services.keys, incoming.body.successor
    if not keys.propose_exchange(former, incoming.body.code, own):
        raise Refused(CODE_WRONG, "The key is not exchanged by this code.")
    outcome = incoming.on_access(decide.ExchangeKey(key=former, successor=id_of(own)))
    keys.forget()
    return incoming.answered(KeyAnswer(id=id_of(own), key=own), headers=NEVER | told_of(outcome))


@router.get("/keys", response_model=Page[KeyDocument])
def list_keys(
    reader: Annotated[Reader, Depends(Reads(Part.ADMINISTRATOR))],
    paging: Paged,
    role: Annotated[Role | None, Query(description="Only those to be used as this.")] = None,
    person: parameters.PersonFilter = None,
    valid: Annotated[bool, Query(description="Only those that can be used.")] = False,
    search: KeySearch = None,
    sort: Annotated[Literal["made", "label"], Query(description=parameters.SORTED)] = "made",
) -> Response:
    """List or find the keys, the newest first, without their secrets (TD-9)

    For administrators: who each is for and what, until when, who may know it beside its person, and on which day it
    was used last. Who made and ended it, and when, is in the log: `log/events?stream=access`.
    """
    reader = reader.having(reader.caller.part)
    now, position = datetime.now(UTC), reader.services.journal.position()

    def fits(key: KnownKey) -> bool:
        return role in (None, key.role) and person in (None, key.person) and (not valid or key.valid_at(now))

    if search is None and sort == "made":
        items, following = _newest(reader, paging, fits, now)
    else:
        items, following = _looked_through(reader, paging, fits, now, search, by_label=sort == "label")
    page = reader.page(items, {one.person for one in items if one.person is not None})
    return reader.answer_page(page, position, next_cursor=following)


def _newest(reader: Reader, paging: Paging, fits: Fits, now: datetime) -> tuple[list[KeyDocument], str | None]:
    """The page of those that fit, and the cursor of the one that follows."""
    before = NUMBERS.read(paging.cursor)
    sought = (one for one in reader.services.access().newest(int(before[0]) if before else None) if fits(one[1]))
    found = list(islice(sought, paging.limit + 1))
    shown, further = found[: paging.limit], found[paging.limit :]
    items = list(_documents(reader, [key.key for _, key in shown], now))
    return items, NUMBERS.write((shown[-1][0],)) if further else None


def _looked_through(
    reader: Reader, paging: Paging, fits: Fits, now: datetime, search: str | None, *, by_label: bool
) -> tuple[list[KeyDocument], str | None]:
    """As `_newest`, of those that are found by label or by the name of the person."""
    numbers = {key.key: number for number, key in reader.services.access().newest() if fits(key)}
    items = list(_documents(reader, list(numbers), now))
    names = reader.names({one.person for one in items if one.person is not None})

    def called(one: KeyDocument) -> list[str | None]:
        return [one.label, None if one.person is None else names.get(one.person)]

    look = Look[KeyDocument](search, by_label, lambda one: numbers[one.id], called, newest=True)
    found, following = look.page(items, paging)
    return list(found), following


@router.get("/me", response_model=OwnKeyDocument)
def read_own_key(reader: Annotated[Reader, Depends(Reads(PUBLIC))]) -> Response:
    """Read who you are, and what your key may be used as (TD-9)

    For every key, also one that is for a single tournament. `scoresheet keys` and administrators make keys.
    """
    key, shown = reader.caller.required_key(), reader.reached()
    name = None if key.person is None else reader.names((key.person,)).get(key.person)
    lacks = shown.lacks_any("person")
    own = OwnKeyDocument.from_attributes(key, name=name, key_maker=key.maker, incomplete=lacks)
    return reader.answer(own, shown.position, incomplete=lacks)


@router.get("/keys/link", include_in_schema=False)
def read_key_link() -> Response:
    """The page that a link to a new key opens. Links that were given out before lead here, and browsers go on with what
    is behind `#` in them."""
    return RedirectResponse(_LINK, headers=NEVER)


def _wanted_key(body: NewKey) -> Wanted:
    """What is to be put away. Raises Refused where it makes no sense."""
    decide.require_sensible(body.role, body.person, personal=body.personal)
    return Wanted(body.role, body.person, body.tournament, body.label, body.expires_at, body.personal)


def _propose(incoming: Incoming[Any], whose: Wanted, line: str | None = None) -> Proposed:
    decide.require_own(incoming.asked.actor)
    made = incoming.services.keys.propose(incoming.caller.shown, whose, line)
    if made is None:
        if incoming.caller.by_session:
            raise Problem(LOGIN_OLD, "The session began more than an hour ago.")
        raise Refused(KEY_NOT_ITS_OWN, "The key is not an administrator's own key.")
    return made


def _key_answer(incoming: Incoming[Any], made: Proposed, command: decide.Command, *, is_for_another: bool) -> Response:
    """The key, once its making is recorded. Raises Refused where the request had made one before."""
    outcome = incoming.on_access(command)
    key = str(outcome.answer["key"])
    if key != made.id:
        raise Refused(KEY_MADE, f"Key {key} already exists.", key=key)
    given = KeyAnswer(id=made.id, key=made.key)
    if is_for_another and made.code is not None:
        given = KeyAnswer(id=made.id, key=made.key, code=made.code, link=_link_of(made))
    return incoming.answered(given, 201, NEVER | told_of(outcome))


def _link_of(made: Proposed) -> str:
    """What is before `#` comes to the service, whose page tells by the key's id who invites; the rest stays in the
    browser."""
    return f"{_LINK}?of={made.id}#{made.key}.{made.code}"


def _end_key(incoming: Incoming[Any], command: decide.RevokeKey | decide.SetKeyExpiry) -> Response:
    outcome = incoming.on_access(command)
    incoming.services.keys.forget()
    return incoming.answered(KeyChangeAnswer(id=command.key), headers=told_of(outcome))


def _documents(reader: Reader, ids: list[str], now: datetime) -> Iterator[KeyDocument]:
    """The keys that are there, in this order."""
    read = reader.services.keys.read(ids)
    for key in (read[one] for one in ids if one in read):
        yield KeyDocument.from_attributes(key, status=key.status_at(now), key_maker=key.maker)
