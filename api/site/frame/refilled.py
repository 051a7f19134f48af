"""A page that refuses a form: what was typed is put back into the form, and the refusal is moved next to it.

Every page whose form is refused passes here, so no template has to keep what was typed.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import accumulate
from typing import Final
from urllib.parse import urlsplit

from markupsafe import escape

from domain.kernel.ids import UUID_WITHIN

ONCE, SEEN, DIGEST = "once", "seen", "expected"
"""The hidden fields of forms: an idempotency key, the ETag of what is changed, and the digest of a preview."""
OWN_KEY = "own_key"
"""The field in which the sender's key is typed once more: no page says it back."""
Attributes = dict[str, str | None]
Typed = Sequence[tuple[str, str]]
_ID = re.compile(UUID_WITHIN)
_RENEWED = (ONCE, SEEN, DIGEST, "version")
"""What differs at each visit."""
_OF_THE_PAGE = frozenset({*_RENEWED, *("page", "step", "each", "number", "question", "late", "unclear")})
_SECRETS = frozenset({OWN_KEY, "password", "key", "code", "link", "credential", "attempt"})
_REFUSAL: Final = "data-refusal"
"""Marks the part of a page that says why a form was refused."""
_KEEPS: Final = "data-keeps"
"""Marks a form in which its page has kept what was typed, and what was in a file."""
_NOT_TYPED = frozenset({"hidden", "submit", "button", "reset", "image"})
_NEVER_SAID = frozenset({"password", "file"})
"""What no page says back."""
_TICKED = frozenset({"checkbox", "radio"})
_KEY_LETTERS = 32
"""How long an idempotency key is; what a form has behind it says which form of its page it is."""


def legible(typed: Typed) -> Typed:
    """The fields of it that somebody has typed or chosen, to be read: no keys, and nothing that the page has put into
    the form."""
    typed = [one for one in typed if _is_text(one[1])]
    return [(name, text) for name, text in typed if text.strip() and not _is_of_the_page(name, text)]


def _is_text(text: str) -> bool:
    """Whether it can be shown: what is in a file may be something else."""
    return text.isascii() or text == text.encode("utf-8", "ignore").decode()


def _is_of_the_page(name: str, text: str) -> bool:
    own = name in _OF_THE_PAGE | _SECRETS or name.startswith(f"{SEEN}-") or name.endswith("-new")
    return own or _ID.fullmatch(text) is not None


@dataclass(eq=False, slots=True)
class _Tag:
    """A tag of the page with its attributes, which can be changed; of a textarea also its text."""

    tag: str
    told: Attributes
    begins: int
    ends: int
    text_ends: int = 0
    text: str | None = None
    is_changed: bool = False

    @property
    def name(self) -> str:
        return self.told.get("name") or ""

    @property
    def kind(self) -> str:
        return (self.told.get("type") or "text") if self.tag == "input" else self.tag

    def tell(self, **told: str | None) -> None:
        """Gives it these attributes."""
        self.told, self.is_changed = {**self.told, **told}, True

    def mark(self, name: str, is_so: bool) -> None:
        """Gives it the attribute, or takes it away."""
        rest: Attributes = {key: text for key, text in self.told.items() if key != name}
        self.told, self.is_changed = {**rest, name: None} if is_so else rest, True

    def written(self) -> str:
        """The tag, and the text behind it where that has changed."""
        said = (name if text is None else f'{name}="{escape(text)}"' for name, text in self.told.items())
        return f"<{' '.join((self.tag, *said))}>{'' if self.text is None else escape(self.text)}"


@dataclass(frozen=True, slots=True)
class _Form:
    """A form of the page, with the parts that it lies in, which may be closed."""

    tag: _Tag
    folds: Sequence[_Tag]
    fields: list[_Tag] = field(default_factory=list)

    @property
    def action(self) -> str:
        return urlsplit(self.tag.told.get("action") or "").path

    def hidden(self, but_for: Sequence[str] = ()) -> Sequence[tuple[str, str]]:
        """The fields that the page has put into it."""
        fixed = (one for one in self.fields if one.kind == "hidden")
        return [(one.name, one.told.get("value") or "") for one in fixed if one.name.split("-")[0] not in but_for]


class _Page(HTMLParser):
    """The forms of a page, and where its refusal is."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[_Form] = []
        self.tags: list[_Tag] = []
        self.refusal: tuple[int, int] | None = None
        self._lines = list(accumulate((len(one) + 1 for one in page.split("\n")), initial=0))
        self._folds: list[_Tag] = []
        self._form: _Form | None = None
        self._refusal_begins = self._depth = 0
        self.feed(page)

    def _here(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        begins = self._here()
        found = _Tag(tag, dict(attrs), begins, begins + len(self.get_starttag_text() or ""))
        self.tags.append(found)
        if tag == "div":
            self._enter(found)
        elif tag == "details":
            self._folds.append(found)
        elif tag == "form" and found.told.get("method") == "post" and not self._depth:
            self._form = _Form(found, tuple(self._folds))
            self.forms.append(self._form)
        elif self._form and tag in ("input", "select", "option", "textarea"):
            self._form.fields.append(found)

    def _enter(self, found: _Tag) -> None:
        if self._depth:
            self._depth += 1
        elif _REFUSAL in found.told:
            self._refusal_begins, self._depth = found.begins, 1

    def handle_endtag(self, tag: str) -> None:
        if tag == "details":
            self._folds.pop()
        elif tag == "form":
            self._form = None
        elif tag == "textarea":
            self.tags[-1].text_ends = self._here()
        elif tag == "div" and self._depth:
            self._depth -= 1
            if not self._depth:
                self.refusal = (self._refusal_begins, self._here() + len("</div>"))


def refilled(page: str, path: str, sent: Typed, left: str) -> str:
    """The page with the form filled in as it was sent to that path; where the page has no such form, with `left` behind
    its refusal."""
    read = _Page(page)
    form = _sent_form(read.forms, path, sent)
    if any(one.action == path and _KEEPS in one.tag.told for one in ([form] if form else read.forms)):
        return page
    if form is None:
        at = read.refusal[1] if read.refusal else 0
        return page[:at] + left + page[at:] if at else page
    typed = [one for one in form.fields if one.name and one.kind not in _NOT_TYPED]
    if not typed:
        return page
    _fill(form, sent)
    for one in read.tags:
        if "autofocus" in one.told or one is typed[0]:
            one.mark("autofocus", one is typed[0])
    for one in form.folds:
        one.mark("open", True)
    return _write_page(page, read, form)


def _sent_form(forms: Sequence[_Form], path: str, sent: Typed) -> _Form | None:
    """The form with that key where there is one, else another that is sent to the same place about the same."""

    def purpose(told: Typed) -> str:
        return dict(told).get(ONCE, "")[_KEY_LETTERS:]

    alike = [one for one in forms if one.action == path and set(one.hidden(_RENEWED)) <= set(sent)]
    return min(alike, key=lambda one: purpose(one.hidden()) != purpose(sent), default=None)


def _fill(form: _Form, sent: Typed) -> None:
    """Puts into each field what was sent; into the nth of a name what the nth had."""
    texts: dict[str, list[str]] = {}
    for name, text in sent:
        texts.setdefault(name, []).append(text)
    left = {name: iter(among) for name, among in texts.items()}
    chosen: list[str] = []
    for one in form.fields:
        if one.tag == "select":
            chosen = texts.get(one.name, [])
        elif one.tag == "option":
            one.mark("selected", (one.told.get("value") or "") in chosen)
        elif one.kind in _TICKED:
            one.mark("checked", (one.told.get("value") or "on") in texts.get(one.name, ()))
        elif one.kind not in _NOT_TYPED | _NEVER_SAID and one.name in left:
            _put_text(one, next(left[one.name], ""))


def _put_text(one: _Tag, text: str) -> None:
    """A text that is none, as of a file that can't be read, is left out."""
    if not _is_text(text):
        return
    if one.tag == "textarea":
        one.text, one.is_changed = text, True
    else:
        one.tell(value=text)


def _write_page(page: str, read: _Page, form: _Form) -> str:
    """The page with its changed tags, and with its refusal in front of the form."""
    changed = [one for one in read.tags if one.is_changed]
    edits = [(one.begins, one.ends if one.text is None else one.text_ends, one.written()) for one in changed]
    if read.refusal:
        begins, ends = read.refusal
        edits += [(begins, ends, ""), (form.tag.begins, form.tag.begins, page[begins:ends])]
    return "".join(_pieces(page, sorted(edits)))


def _pieces(page: str, edits: Sequence[tuple[int, int, str]]) -> Iterator[str]:
    at = 0
    for begins, ends, text in edits:
        if begins >= at:
            yield from (page[at:begins], text)
            at = ends
    yield page[at:]
