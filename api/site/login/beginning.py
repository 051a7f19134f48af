"""The first page of all, by the one-time link that the service prints; and inviting others, by link and code."""

import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated

from fastapi import Path
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from api.http.problems import KEY_MISSING, LOGIN_OLD, ROLE_INSUFFICIENT, Problem
from api.http.responses import NEVER
from api.http.sessions import cookies, first_start
from api.http.sessions.first_start import Wanted
from api.http.sessions.store import LINK
from api.routes.person.persons_read import list_persons
from api.site.desk import showing
from api.site.frame.codes import address_of, drawn
from api.site.frame.forms import Answered, FormSent, FormVisit, once
from api.site.frame.languages import translations
from api.site.frame.routing import new_pages
from api.site.frame.sessions import session_of
from api.site.frame.visit import Json, Visit, Visiting
from api.site.login.entering import PLAIN, is_fresh, login_form, require_more_than_mail
from api.site.words.frame import FIRST_ZONE
from domain.clubs.decide import FoundClub
from domain.federation.decide import SetTimeZone
from domain.kernel.calendar import time_zones
from domain.kernel.ids import UUID_PATTERN
from domain.person.commands import RegisterPerson

router = new_pages()

Code = Annotated[str, Path(pattern=LINK)]
UTC = "UTC"
_ID = re.compile(UUID_PATTERN)
ROLES = ("director", "administrator")
"""What somebody is invited as."""
_SHARED = 8
"""How many of one's own tournaments a director who was invited can be appointed to at once."""
_HEADERS = {**NEVER, "Referrer-Policy": "no-referrer"}
_UNAUTHORIZED = 401


@router.get("/begin/{code}")
def show_first_page(visit: Visiting, code: Code) -> Response:
    """Where the first administrator names their club and themselves. Opening it does not use the link up."""
    return _first_page(visit, code)


@router.post("/begin/{code}")
def begin(visit: FormSent, code: Code) -> Response:
    """Makes anyone who shows the link administrator, director and officer of their club, and lets them in."""
    require_more_than_mail(visit)
    if cookies.is_lost(visit.request):
        return login_form(visit, PLAIN)
    wanted = _read_wanted(visit)
    if wanted is None:
        return _first_page(visit, code, "name")
    key = first_start.begin(visit.reader.services, code, wanted)
    token = None if key is None else visit.reader.services.sessions.begin(key)
    if token is None:
        return _first_page(visit, code)
    answer = visit.goes_to("/invite")
    cookies.keep(answer, visit.request, token)
    return answer


def _read_wanted(visit: FormVisit) -> Wanted | None:
    """None where one of the names, or that of the time zone, is none."""
    zone = visit.said("zone") or UTC
    if zone not in time_zones():
        return None
    with suppress(ValidationError):
        named = RegisterPerson(name=visit.said("name")), FoundClub(name=visit.said("club"))
        told = SetTimeZone(time_zone=zone, reason=translations(visit.language).gettext(FIRST_ZONE))
        return Wanted(*named, None if zone == UTC else told)
    return None


def _first_page(visit: Visit, code: str, refused: str = "") -> Response:
    is_open = visit.reader.services.sessions.is_first(code)
    form = visit.form if isinstance(visit, FormVisit) else {}
    status = 422 if refused else 200 if is_open else _UNAUTHORIZED
    told: Json = {"code": code, "is_open": is_open, "refused": refused, "form": form, "zones": sorted(time_zones())}
    answer = visit.page("login/begin.html", status=status, **told)
    answer.headers.update(_HEADERS)
    return answer


@dataclass(frozen=True, slots=True)
class Invited:
    """Somebody who was just invited, with the link that is shown this once."""

    person: str
    name: str
    role: str
    link: str

    @property
    def code(self) -> dict[str, object]:
        """The link as a camera reads it."""
        return drawn(self.link)


@router.get("/invite")
def show_invitations(visit: Visiting) -> Response:
    """Where an administrator invites others; anyone else who runs tournaments is told who does."""
    return _invitations(visit) if visit.reader.caller.invites else _who_invites(visit)


@router.post("/invite")
async def invite(visit: FormSent) -> Response:
    """Invites a person of the register, or registers somebody; and shows the link, this once."""
    await run_in_threadpool(_require_inviting, visit)
    person = await run_in_threadpool(_known_person, visit)
    refused: Answered | None = None
    if person is None:
        again = {"even_though_known": True} if visit.said("other") else {}
        registered = await visit.sends("/v1/persons", {"name": visit.said("name"), **again}, part="-person")
        person, refused = registered.body.get("person"), None if registered.done else registered
    if person is not None:
        role = visit.said("role") if visit.said("role") in ROLES else ROLES[0]
        made = await visit.sends("/v1/keys", {"role": role, "person": person}, part="-key")
        if made.done:
            link = address_of(visit.request, made.body["link"])
            return await run_in_threadpool(_invitations, visit, Invited(person, visit.said("name"), role, link))
        refused = made
    return await run_in_threadpool(_invitations, visit, None, refused)


def _known_person(visit: FormVisit) -> str | None:
    """The person that a page names, or the one person of the register who is called so; None: nobody is, or they are
    another."""
    if _ID.fullmatch(visit.said("person")):
        return visit.said("person")
    if visit.said("other") or not visit.said("name"):
        return None
    name = visit.said("name").casefold()
    found = visit.asks(list_persons, search=visit.said("name"))["items"]
    alike = [one["id"] for one in found if (one["name"] or "").casefold() == name]
    return alike[0] if len(alike) == 1 else None


def _require_inviting(visit: Visit) -> None:
    """Raises Problem (401, 403), also where the login is old: nobody is registered for what is then refused."""
    _require_staff(visit)
    if not visit.reader.caller.invites:
        raise Problem(ROLE_INSUFFICIENT, "Only administrators with a key of their own can do this.")
    if not is_fresh(visit):
        raise Problem(LOGIN_OLD, "You logged in more than an hour ago.")


def _require_staff(visit: Visit) -> None:
    """Raises Problem (401, 403)."""
    if visit.reader.caller.key is None:
        raise Problem(KEY_MISSING, "This needs a login.")
    if visit.reader.caller.role not in ROLES:
        raise Problem(ROLE_INSUFFICIENT, "Only administrators can do this.")


def _who_invites(visit: Visit) -> Response:
    """Why somebody who runs tournaments here can't invite others, who can, and what to do where nobody can."""
    _require_staff(visit)
    caller, now = visit.reader.caller, visit.reader.now()
    known = (key for _, key in visit.reader.services.access().newest() if key.valid_at(now))
    able = {key.person for key in known if (key.role, key.tournament) == ("administrator", None)}
    persons = able - {None, caller.person}
    told: Json = {
        "person": caller.person,
        "is_others": caller.person is not None and not caller.has_own_key,
        "able": sorted(visit.names(sorted(one for one in persons if one is not None)).values()),
    }
    return visit.page("login/who_invites.html", status=403, **told)


def _invitations(visit: Visit, invited: Invited | None = None, refused: Answered | None = None) -> Response:
    own, person = session_of(visit.request), visit.reader.caller.person
    directed = showing.directed(visit)
    told: Json = {
        "is_first": not any(directed.values()),
        "to_share": [*directed["started"], *directed["announced"]][:_SHARED],
        "own_name": visit.names([person])[person] if person else "",
        "invited": invited,
        "refused": refused and refused.body,
        "roles": ROLES,
        "is_fresh": is_fresh(visit),
        "form": visit.form if isinstance(visit, FormVisit) and refused else {},
        "called": own and visit.reader.services.passwords.name_of(own),
        "once": once(),
    }
    answer = visit.page("login/invite.html", status=refused.status if refused else 200, **told)
    answer.headers.update(_HEADERS)
    return answer
