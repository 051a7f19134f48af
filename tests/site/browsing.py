"""Somebody at a browser without JavaScript: opens pages, fills in the forms there, and presses their buttons."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape
from html.parser import HTMLParser
from urllib.parse import urlencode

import httpx

from tests.api.support import NO_CERTIFICATES, Service
from tests.patience import PATIENCE_SECONDS

OWN_PAGE = {"Sec-Fetch-Site": "same-origin"}


@dataclass
class FormThere:
    """A form of a page: where it is sent, what its fields hold, and what else can be ticked or pressed there."""

    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    further: set[str] = field(default_factory=set)

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.fields]

    def filled(self, typed: Mapping[str, str]) -> list[tuple[str, str]]:
        """What is sent; only what the form has can be typed, ticked or pressed."""
        assert set(typed) <= {*self.names, *self.further}, (set(typed), self.names)
        own = [(name, typed.get(name, text)) for name, text in self.fields]
        return [*own, *((name, text) for name, text in typed.items() if name not in self.names)]


def _is_unticked(told: Mapping[str, str]) -> bool:
    return told.get("type") in ("checkbox", "radio") and "checked" not in told


class _Forms(HTMLParser):
    """The forms of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[FormThere] = []
        self._inside = False
        self._writing = self._selecting = ""
        self._is_several = False
        self._offers: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: text or "" for name, text in attrs}
        if tag == "form":
            self._inside = told.get("method") == "post"
            if self._inside:
                self.found.append(FormThere(told["action"]))
        elif self._inside and "name" in told and (tag == "button" or _is_unticked(told)):
            self.found[-1].further.add(told["name"])
        elif self._inside and tag == "input" and "name" in told and told.get("type") != "file":
            self.found[-1].fields.append((told["name"], told.get("value", "")))
        elif self._inside and tag == "textarea":
            self._writing = told["name"]
            self.found[-1].fields.append((told["name"], ""))
        elif self._inside and tag == "select":
            self._selecting, self._offers, self._is_several = told["name"], [], "multiple" in told
        elif self._inside and tag == "option":
            self._offers.append((told["value"], "selected" in told))

    def handle_data(self, data: str) -> None:
        if self._writing:
            name, text = self.found[-1].fields[-1]
            self.found[-1].fields[-1] = (name, text + data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._writing = ""
        elif tag == "form":
            self._inside = False
        elif tag == "select" and self._selecting:
            chosen = [value for value, chosen in self._offers if chosen]
            first = [] if self._is_several else [self._offers[0][0]]
            self.found[-1].fields += [(self._selecting, value) for value in chosen or first]
            self.found[-1].further.add(self._selecting)
            self._selecting = ""


@lru_cache(maxsize=16)
def forms(page: str) -> Sequence[FormThere]:
    """The forms that are on the page. Several of one page are often looked for."""
    parser = _Forms()
    parser.feed(page)
    return tuple(parser.found)


def links(page: str) -> list[str]:
    """Where the links of the page lead."""
    return [unescape(found) for found in re.findall(r'<a [^>]*href="([^"]+)"', page)]


@dataclass
class Browser:
    """A browser, with the page that it shows."""

    http: httpx.Client
    shown: httpx.Response | None = None

    @property
    def page(self) -> str:
        assert self.shown is not None
        return self.shown.text

    def open(self, path: str) -> str:
        """The page at that address, which must be there."""
        self.shown = self.http.get(path, follow_redirects=True)
        assert self.shown.status_code == 200, self.page
        return self.page

    def forms(self, ending: str) -> Iterator[FormThere]:
        """The forms of the page that are sent to an address with that end."""
        return (one for one in forms(self.page) if one.action.endswith(ending))

    def press(self, ending: str, nth: int = 0, /, **typed: str) -> httpx.Response:
        """Fills the form in and sends it. What follows is shown, be it a refusal."""
        form = list(self.forms(ending))[nth]
        self.shown = self.send(form, **typed)
        return self.shown

    def send(self, form: FormThere, /, **typed: str) -> httpx.Response:
        """What the service answers to the form."""
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.http.post(
            form.action, content=urlencode(form.filled(typed)), headers=headers, follow_redirects=True
        )

    def done(self, ending: str, nth: int = 0, /, **typed: str) -> str:
        """The same, which must be accepted."""
        answer = self.press(ending, nth, **typed)
        assert answer.status_code == 200, self.page
        assert 'role="alert"' not in self.page, self.page
        return self.page


@contextmanager
def browsing(service: Service, key: str | None = None) -> Iterator[Browser]:
    """A browser at the service, logged in where a key is given."""
    with httpx.Client(base_url=service.url, headers=OWN_PAGE, timeout=PATIENCE_SECONDS, verify=NO_CERTIFICATES) as http:
        found = Browser(http)
        if key is not None:
            found.open("/login")
            found.done("/login", key=key)
        yield found
