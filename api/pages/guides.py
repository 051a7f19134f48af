"""The guides as pages: made of the same files that the tests run, where the program is installed with them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from posixpath import basename
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

from api.pages.template import template

_ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Guide:
    """A guide: the `word` of its address, its title, who it is for, its file, and what is in it."""

    word: str
    title: str
    audience: str
    file: Path
    text: str = ""


_ALL = (
    Guide("pages", "Pages", "an evening by clicks, and the office", _ROOT / "api" / "guides" / "PAGES.md"),
    Guide("api", "API", "the first commands over HTTP", _ROOT / "api" / "guides" / "API.md"),
    Guide("formats", "Formats", "how each is announced and run", _ROOT / "api" / "guides" / "FORMATS.md"),
    Guide("directing", "Directing", "disputes, rulings, clocks, the report", _ROOT / "api" / "guides" / "DIRECTING.md"),
    Guide("office", "Office", "many at once, tables, clubs, what is held", _ROOT / "api" / "guides" / "OFFICE.md"),
    Guide("auditing", "Auditing", "what can be read and checked, and how", _ROOT / "api" / "guides" / "AUDITING.md"),
    Guide("specification", "Signed log", "how it is stored and signed", _ROOT / "api" / "guides" / "SPECIFICATION.md"),
    Guide("exports", "Exports", "what each file holds, and how to check it", _ROOT / "api" / "guides" / "EXPORTS.md"),
    Guide("feeds", "Feeds", "following what happens", _ROOT / "api" / "guides" / "FEEDS.md"),
    Guide("files", "Files", "lists in, tables out", _ROOT / "api" / "guides" / "FILES.md"),
    *(
        Guide(f"list-{kind}", title, "a list to import, with an example", _ROOT / "api" / "guides" / "lists" / file)
        for kind, title, file in (
            ("matches", "List of matches", "MATCHES.md"),
            ("persons", "List of persons", "PERSONS.md"),
            ("entries", "List of entries", "ENTRIES.md"),
            ("club", "A club's revisions", "CLUBS.md"),
            ("report-file", "Report file", "REPORT-FILES.md"),
            ("spreadsheet", "Spreadsheet", "SPREADSHEETS.md"),
        )
    ),
    Guide("running", "Running", "database, backups, when something dies", _ROOT / "ops" / "guides" / "RUNNING.md"),
    Guide("settings", "Settings", "each with its default", _ROOT / "ops" / "guides" / "SETTINGS.md"),
    Guide("operating", "Operating", "who may do what on the machine", _ROOT / "ops" / "SECURITY.md"),
    Guide("access", "Access", "who may call each route, and see each field", _ROOT / "api" / "guides" / "ACCESS.md"),
)


@cache
def guides() -> Mapping[str, Guide]:
    """Those that there are, by their words, in the order in which they are read; read once, together."""
    return {guide.word: replace(guide, text=guide.file.read_text("utf-8")) for guide in _ALL if guide.file.is_file()}


@cache
def guide_page(guide: Guide) -> str:
    """The guide as a page."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(guide.text)
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", _anchor(tokens[place + 1].content))
        for inner in token.children or ():
            _lead(inner)
    content = markdown.renderer.render(tokens, markdown.options, {})
    return template("guide.html").render(title=guide.title, content=content, guides=guides().values())


def _anchor(heading: str) -> str:
    kept = "".join(c for c in heading.lower() if c.isalnum() or c in " -")
    return kept.replace(" ", "-")


def _lead(token: Token) -> None:
    """A link to a file leads to its page, and nowhere where it has none; one to a page of the service stays."""
    address = urlsplit(str(token.attrGet("href") or ""))
    if token.type != "link_open" or address.scheme or not address.path or address.path.startswith("/"):
        return
    named = [guide.word for guide in guides().values() if guide.file.name == basename(address.path)]
    if named:
        token.attrSet("href", named[0] + (f"#{address.fragment}" if address.fragment else ""))
    else:
        token.attrs.pop("href")
