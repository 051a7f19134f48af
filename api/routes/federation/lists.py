"""Lists that are kept elsewhere and were imported: what each is, who owns it, and what it said (REG-4)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, cast

from fastapi import Depends, Query
from starlette.responses import Response

from api.documents.answers import ListChanged
from api.documents.known_lists import ListDocument
from api.documents.lists import Page, TaggedList
from api.documents.withholding import Shown, shown_to
from api.examples.registry import EXAMPLES
from api.http import parameters
from api.http.command_requests import After, Incoming
from api.http.command_routes import add_command
from api.http.etags import LIST
from api.http.paging import Paged
from api.http.read_requests import Reader, ReadsAsOf
from api.http.routing import new_router
from api.http.services import Services
from api.queries.looked_through import Look
from domain.clubs.state import Club
from domain.kernel.ids import LISTS, list_stream
from domain.kernel.visibility import FOR_ADMINISTRATORS, Part
from domain.lists.decide import HandListOn, require_known
from domain.lists.events import KnownKind
from domain.lists.state import KnownList, Lists, ListState

router = new_router("federation")

ForOwners = Annotated[Reader, Depends(ReadsAsOf(FOR_ADMINISTRATORS))]
Kind = Annotated[KnownKind | None, Query(description="Only lists of this kind.")]


def _hand_on(incoming: Incoming[Any], command: HandListOn, named: Mapping[str, Any]) -> Response:
    return incoming.on_list(named["list"], command, _shows)


def _shows(after: After[ListState]) -> Shown:
    known = _lists(after.services).by_id[after.answer["list"]]
    return shown_to(after.caller.part, _document(after.services, known, after.state))


_TAKING = {"examples": EXAMPLES[HandListOn]}
add_command(router, "/lists/{list}/owner", HandListOn, _hand_on, _TAKING, response_model=ListChanged)


@router.get("/lists", response_model=Page[TaggedList])
def list_lists(
    reader: Annotated[Reader, Depends(ReadsAsOf(FOR_ADMINISTRATORS))],
    paging: Paged,
    search: parameters.Search = None,
    sort: Annotated[Literal["opened", "name"], Query(description=parameters.SORTED)] = "opened",
    kind: Kind = None,
) -> Response:
    """List or find the lists that were imported, the newest first (REG-4)

    For administrators and auditors: each with its owner, and with what it said when it was imported last, in numbers.
    """
    reader = reader.having(reader.caller.part)
    position, every = reader.services.journal.position(), _lists(reader.services).every()
    look = Look[KnownList](search, sort == "name", lambda one: one.number, lambda one: [one.name], newest=True)
    page, further = look.page((one for one in every if kind in (None, one.kind)), paging)
    items = [_read_list(reader.services, one) for one in page]
    body = reader.page(reader.tagged("list", items), {one.imported_by for one in items})
    return reader.answer_page(body, position, next_cursor=further)


@router.get("/lists/{list}", response_model=ListDocument)
def read_list(reader: ForOwners, list: parameters.KnownList) -> Response:  # noqa: A002 -- as the address calls it
    """Read a list that was imported (REG-4)

    For administrators, auditors, and the officers of the club that owns it.
    """
    position = reader.services.journal.position()
    shown = _read_list(reader.services, require_known(_lists(reader.services), list))
    owner = reader.services.clubs().by_id.get(shown.club) if shown.club else None
    part = reader.caller.part | (Part.ADMINISTRATOR if _owns(reader, owner) else Part(0))
    return reader.having(part).answer(shown, position, etag=LIST.etag(shown.revision))


def _owns(reader: Reader, owner: Club | None) -> bool:
    return owner is not None and reader.caller.key is not None and owner.is_kept_by(reader.caller.actor())


def _lists(services: Services) -> Lists:
    return cast("Lists", services.journal.state(LISTS))


def _read_list(services: Services, known: KnownList) -> ListDocument:
    return _document(services, known, cast("ListState", services.journal.state(list_stream(known.id))))


def _document(services: Services, known: KnownList, state: ListState) -> ListDocument:
    settings = services.tournament(known.tournament).settings if known.tournament else None
    return ListDocument(
        id=known.id,
        kind=known.kind,
        name=known.name,
        club=state.owner,
        tournament=known.tournament,
        rating=settings.rating if settings else None,
        imported_at=state.imported_at,
        imported_by=state.imported_by,
        named=len(state.names if state.listed is None else state.listed),
        lines=len(state.lines),
        waiting=len(state.conflicts) + len(state.person_conflicts),
        reading=state.reading,
        revision=state.version,
    )
