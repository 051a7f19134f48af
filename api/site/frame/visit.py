"""A visit to a page: who asks, in which language, and how the page asks what the API answers.

A page never reads by itself. It calls the function that answers the address of the API, as the same reader, and shows
what is in that answer: so it can show nothing that its reader could not ask for.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from http import HTTPStatus
from inspect import signature
from typing import Annotated, Any, get_args, get_type_hints

import orjson
from fastapi import Depends, Query
from fastapi.params import Depends as Dependency
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from api.documents.csv_form import CsvForm
from api.http.headers import ReadHeaders
from api.http.paging import USUAL, Paging
from api.http.parameters import LARGEST_PAGE
from api.http.read_requests import Reader, Reads, ReadsAsOf
from api.queries.news import MOST_KEPT
from api.site.frame.answers import OWN, page_answer
from api.site.frame.called_rounds import LOADER, loader
from api.site.frame.codes import address_of
from api.site.frame.languages import COOKIE, Language, chosen, translations
from api.site.frame.sessions import know_by_session
from api.site.frame.templates import written
from api.site.words.frame import ERASED, NOT_TOLD
from domain.kernel.ids import PersonId
from domain.kernel.values import Pool
from domain.kernel.visibility import PUBLIC, Part
from domain.person.details import WITHHELD

Json = dict[str, Any]
Handler = Callable[..., Response]
ANSWERS = "scoresheet.answers"
"""Where a request's scope keeps what pages that are shown to all alike are made of."""
_AS_JSON = CsvForm(wanted=False)
NO_ENTRIES: Mapping[PersonId, int] = {}
_YEAR = 366 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Visit:
    """A page that somebody asks for. `chose` says that they have just chosen its language."""

    reader: Reader
    language: Language
    chose: bool = False

    @property
    def request(self) -> Request:
        """The request as it came in."""
        return self.reader.request

    def asks(self, handler: Handler, /, **named: Any) -> Json:  # noqa: ANN401 -- as the handler takes it
        """The API's answer to this reader, who the document may be for or not. Raises Problem and
        Refused as the API does."""
        answer = self._shared_answer(handler, named) or self.answered(handler, **named)
        told: Json = orjson.loads(answer.body)
        return told

    def _shared_answer(self, handler: Handler, named: Json) -> Response | None:
        """The same answer as another page was made of, that is shown to all alike; None: this one is not."""
        answers: dict[Hashable, Response] | None = self.request.scope.get(ANSWERS)
        if answers is None or self.reader.moment is not None:
            return None
        asked = (handler, *sorted(named.items()))
        if asked not in answers and len(answers) < MOST_KEPT:
            answers[asked] = self.answered(handler, **named)
        return answers.get(asked)

    def answered(self, handler: Handler, /, **named: Any) -> Response:  # noqa: ANN401 -- likewise
        """The same as the API's answer, whatever it holds. Of a list a page of `limit` items, from that `cursor` on."""
        reads = _reads(handler)
        if reads is None:
            return handler(**named)
        audience, further, is_paged = _how_called(handler)
        if is_paged:
            named["paging"] = Paging(
                named.pop("limit", USUAL), named.pop("cursor", None), self.reader.services.sealed_cursors
            )
        reader = replace(self.reader, request=_bare(self.request), part=self.reader.caller.part)
        return handler(reader=reader.narrowed_to(audience), **further, **named)

    def asks_all(self, handler: Handler, /, **named: Any) -> Json:  # noqa: ANN401 -- likewise
        """All items of a list that the API answers page by page, and the names in it."""
        found = self.asks(handler, limit=LARGEST_PAGE, **named)
        while found["next"]:
            page = self.asks(handler, limit=LARGEST_PAGE, **{**named, "cursor": found["next"]})
            items, names = [*found["items"], *page["items"]], {**found["names"], **page["names"]}
            found = {**page, "items": items, "names": names}
        return found

    def as_of(self, moment: datetime, handler: Handler) -> "Visit":
        """The same visit at that moment, where what is asked for can be read as it was then; else as it is."""
        return replace(self, reader=self.reader.as_of(moment)) if reads_past(handler) else self

    def names(
        self, persons: Iterable[PersonId], entries: Mapping[PersonId, int] = NO_ENTRIES
    ) -> Mapping[PersonId, str]:
        """The words that readers are told in place of the persons, who have these entries: their names, or why there is
        none."""
        known = self.reader.names(wanted := list(persons))
        return {one: self.called(known.get(one), entries.get(one)) for one in wanted}

    def called(self, name: str | None, entry: int | None = None) -> str:
        """The words for a person who the API calls so. The number of their entry tells erased ones apart."""
        if name is None:
            return self.said(ERASED) + (f" (#{entry})" if entry else "")
        return self.said(NOT_TOLD) if name == WITHHELD else name

    def pools(self) -> Mapping[Pool, str | None]:
        """The rating pools there are, with what the federation calls each in the reader's language, where it does."""
        pools = self.reader.services_now.federation().rating_pools
        return {key: pool.name_in(self.language) for key, pool in pools.items()}

    @property
    def zone(self) -> str:
        """The federation's time zone."""
        return self.reader.services_now.federation().time_zone

    def said(self, text: str) -> str:
        """A marked text in the reader's language."""
        return translations(self.language).gettext(text)

    def on(self, cursor: str | None) -> str | None:
        """The address of this page where the list goes on."""
        return cursor and self._with(cursor=cursor)

    def _in_language(self, language: Language) -> str:
        """The address of this page in that language."""
        return self._with(language=language)

    def _with(self, **query: str) -> str:
        return str(self.request.url.include_query_params(**query).replace(scheme="", netloc=""))

    @property
    def sent(self) -> Sequence[tuple[str, str]]:
        """The fields of a form that was sent."""
        return ()

    def finished(self, content: str, _: int) -> str:
        """The page as its reader gets it with that status."""
        return content

    def page(self, template: str, *, zone: str | None = None, status: int = 200, **values: object) -> Response:
        """The page with what it was made of. Its times are those of `zone`; None: the federation's."""
        shown = {
            "zone": zone or self.zone,
            "here": self._in_language,
            "address": self._with(),
            "path": self.request.url.path,
            "origin": address_of(self.request, ""),
            "named_pools": self.pools(),
            "sent": self.sent,
            "now": self.reader.now().isoformat(),
            "who": self.reader.caller.role,
            "has_own_key": self.reader.caller.has_own_key,
            "invites": self.reader.caller.invites,
            "is_plain": self.reader.caller.role is not None and bool(self.request.app.state.logins.plain_http),
            LOADER: loader(self.reader.services, values),
            **values,
        }
        whose = None if self.reader.caller.key is None else OWN
        content = self.finished(written(template, self.language, shown), status)
        answer = page_answer(self.request, content, status, whose)
        if self.chose:
            answer.set_cookie(COOKIE, self.language, max_age=_YEAR, path="/", samesite="lax", httponly=True)
        return answer


class Visits(Reads):
    """The dependency that pages have: anybody may ask, and sees what is theirs to see."""

    async def __call__(  # type: ignore[override]  # a visit is more than a reader
        self,
        request: Request,
        language: Annotated[Language | None, Query(description="The language to be shown from now on.")] = None,
    ) -> Visit:
        """Raises Problem as all reads do, and 403 for a form that no page of this service has sent."""
        await know_by_session(request)
        reader = await super().__call__(request, ReadHeaders())
        return Visit(reader, language_of(request, language), chose=language is not None)


def sent_to(path: str) -> Response:
    """Sends the browser on to that page."""
    return RedirectResponse(path, HTTPStatus.SEE_OTHER)


def language_of(request: Request, wanted: str | None = None) -> Language:
    """The language that the sender is shown."""
    return chosen(wanted, request.cookies.get(COOKIE), request.headers.get("accept-language", ""))


def _bare(request: Request) -> Request:
    """The request without headers and query: those are about the page, and what it is made of is asked for whole."""
    return Request({**request.scope, "headers": [], "query_string": b""})


@cache
def _reads(handler: Handler) -> Reads | None:
    """The way in which the handler comes to its reader; None where what it answers is the same for all."""
    found = _dependency(handler, "reader")
    return found if isinstance(found, Reads) else None


def _dependency(handler: Handler, name: str) -> Callable[..., Any] | None:
    """The dependency that the handler's parameter of that name comes from."""
    told = get_args(get_type_hints(handler, include_extras=True).get(name))
    return next((one.dependency for one in told if isinstance(one, Dependency)), None)


def reads_past(handler: Handler) -> bool:
    """Whether what it answers can be read as it was at a moment of the whole log."""
    return isinstance(_reads(handler), ReadsAsOf)


def takes(handler: Handler) -> Collection[str]:
    """The names of what can be asked of the handler: of a list also which page."""
    names = signature(handler).parameters
    return {*names, "limit", "cursor"} if "paging" in names else set(names)


@cache
def _how_called(handler: Handler) -> tuple[Part, Mapping[str, object], bool]:
    """The audience of the handler's answer, its further parameters, and whether it answers pages."""
    reads, taken = _reads(handler), signature(handler).parameters
    audience = PUBLIC if reads is None else reads.audience
    return audience, {"as_csv": _AS_JSON} if "as_csv" in taken else {}, "paging" in taken


Visiting = Annotated[Visit, Depends(Visits(PUBLIC))]
