"""Lists of persons, matches and entries, report files, clubs' histories: looked over, then recorded, all or nothing.

Nothing is kept on the server between the two: the list comes and goes with its form, and what was chosen with it.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Literal, get_args

from fastapi import Path, Query
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from api.documents.csv_form import MEDIA_TYPE
from api.examples.lists import EXAMPLE_LISTS, ListKind
from api.http import parameters
from api.http.bodies import LIST_LIMIT
from api.http.responses import document_answer
from api.http.spreadsheets import SHEET_TYPE, sheet_of
from api.routes.federation.import_jobs import list_of, read_import
from api.routes.federation.lists import list_lists
from api.routes.tournament.standings import list_tournaments, read_tournament
from api.site.desk import typed
from api.site.desk.announcing import as_text, chosen_rating, ratings
from api.site.desk.commands.reading import ID
from api.site.desk.meant import particulars
from api.site.frame.forms import Answered, Form, FormVisit, LongListSent, WrongTypedError, once, tried
from api.site.frame.routing import new_pages
from api.site.frame.templates import sentences_in
from api.site.frame.visit import Json, Visit, Visiting, sent_to
from api.site.frame.words import word_in
from api.site.office.choices import KEPT, Choice, chosen, holding, to_choose
from api.site.office.showing import require_administrator
from api.site.office.typed_lists import ENCODING, JOB, READ_AS, kept_in, typed_again, typed_in
from domain.application import entry_lines, person_lines
from domain.importing.encodings import ENCODINGS, UTF_8
from domain.importing.lists import reading_before
from domain.importing.looked_at import LookedAt
from domain.importing.match_lists import match_list
from domain.importing.match_lists.club import CLUB_TERMS, FEDERATION_TERMS
from domain.importing.tables import Given, Words, own_columns, reply, table
from domain.lists.reading import DayOrder, Decimals, Reading, RowOrder
from projections.queries.finding.tournaments import Wanted

router = new_pages()

Kind = Annotated[ListKind, Path()]
SheetKind = Literal["persons", "matches", "entries"]
"""Lists that a spreadsheet holds."""
Id = Annotated[parameters.Id | None, Query()]
Counts = Annotated[str, Query(max_length=100, pattern=r"^[0-9]{0,9}(\.[0-9]{1,9})*$")]
COLUMNS: Mapping[ListKind, Sequence[str]] = {
    "persons": person_lines.COLUMNS.all,
    "matches": match_list.TYPED,
    "entries": entry_lines.COLUMNS.all,
}
OF_MATCHES: Sequence[ListKind] = ("matches", "report-file", "club")
"""Lists that make a tournament, whose matches are rated."""
COUNTED = ("results", "corrected", "voided", "byes", "entered", "registered")
"""What is shown of an import, in this order."""
ORDERS: Mapping[str, Sequence[str]] = {
    "day_order": get_args(DayOrder),
    "row_order": get_args(RowOrder),
    "decimals": get_args(Decimals),
}
"""What a file may leave open, and what may be said of it."""
_ORDERS_OF: Mapping[ListKind, Sequence[str]] = {
    "matches": ("day_order", "row_order"),
    "persons": ("decimals",),
    "entries": ("decimals",),
}
_TABLES = ("table", "reply")
_ROUTE, _PAGE = "/v1/imports", "office/import.html"
_SAID = ("name", "source", "tournament", "length", "day", "rating", "day_order", "row_order", "columns", "decimals")
_KEPT = (*_SAID, ENCODING, READ_AS)
_RATED_FIRST: Mapping[ListKind, str] = {
    "matches": as_text(FEDERATION_TERMS.model_dump()),
    "club": as_text(CLUB_TERMS.model_dump()),
}
"""What is chosen until something else is."""
_MOST_SHOWN = 300
MOST_AT_ONCE = 1_000
"""Lines of a list that is recorded while its sender waits; a longer one goes on by itself."""


@router.get("/office/list")
def show_lists(visit: Visiting) -> Response:
    """Where lists are put in: first of all persons."""
    require_administrator(visit)
    return _show_page(visit, "persons", Form(), {})


@router.get("/office/list/{kind}/example")
def give_example(visit: Visiting, kind: Annotated[ListKind, Path()]) -> Response:
    """An example of such a list, as a file."""
    require_administrator(visit)
    example = EXAMPLE_LISTS[kind]
    told = {"Content-Disposition": f'attachment; filename="{example.file}"'}
    return document_answer(example.text.encode(), example.media_type, told)


@router.get("/office/list/{kind}/example.xlsx")
def give_example_sheet(visit: Visiting, kind: Annotated[SheetKind, Path()]) -> Response:
    """The same as a spreadsheet's own file."""
    require_administrator(visit)
    told = {"Content-Disposition": f'attachment; filename="{kind}.xlsx"'}
    return document_answer(sheet_of(EXAMPLE_LISTS[kind].text), SHEET_TYPE, told)


@router.get("/office/list/{kind}")
def show_list(visit: Visiting, kind: Kind, tournament: Id = None, counts: Counts = "", job: Id = None) -> Response:
    """Where a list of that kind is put in; what was recorded of one just now, in that tournament; and what would become
    of a long one, which that import has looked over."""
    require_administrator(visit)
    if job:
        return _show_outcome(visit, kind, job)
    if not counts:
        return _show_page(visit, kind, Form(), {})
    counted = dict(zip(COUNTED, map(int, filter(None, counts.split("."))), strict=False))
    name = visit.asks(read_tournament, tournament=tournament)["name"] if tournament else None
    return _show_page(visit, kind, Form(), {"imported": {**counted, "tournament": tournament, "name": name}})


@router.post("/office/list/{kind}")
async def take_list(visit: LongListSent, kind: Kind) -> Response:
    """A step of it: `try` looks it over, `send` records what was looked over; `table` and `reply` give out what becomes
    of it."""
    require_administrator(visit)
    refused, is_sent = None, visit.said("step") == "send"
    is_changed = is_sent and not _is_as_looked_over(visit)
    if is_sent and not is_changed:
        sent = await tried(lambda: _send_list(visit, kind, dry_run=False))
        if sent.done and "state" in sent.body:
            return visit.goes_to(f"/office/list/jobs/{sent.body['id']}")
        if sent.done:
            counts = ".".join(str(sent.body[name]) for name in COUNTED)
            at = f"tournament={sent.body['tournament']}&" if sent.body["tournament"] else ""
            return visit.goes_to(f"/office/list/{kind}?{at}counts={counts}")
        refused = sent.body
    looked = await tried(lambda: _send_list(visit, kind, dry_run=True))
    if looked.done and "state" in looked.body:
        return visit.goes_to(f"/office/list/jobs/{looked.body['id']}")
    if looked.done and visit.said("step") in _TABLES:
        return await run_in_threadpool(_send_file, visit, kind, looked.body)
    told = {"looked": looked.body} if looked.done else {"refused": looked.body}
    refusal = {"is_changed": is_changed} | ({} if refused is None else {"refused": refused})
    return await run_in_threadpool(
        _show_page, visit, kind, await run_in_threadpool(_typed_form, visit, kind), {**told, **refusal}
    )


def _show_outcome(visit: Visit, kind: ListKind, job: str) -> Response:
    """Shows the outcome of a list that a job has looked over, to choose what is unclear, and to record it."""
    looked = visit.asks(read_import, job=job)["outcome"]
    if looked is None:
        return sent_to(f"/office/list/jobs/{job}")
    return _show_page(visit, kind, typed_again(job, list_of(visit.reader.services, job)), {"looked": looked})


def _send_file(visit: FormVisit, kind: ListKind, looked: Json) -> Response:
    """Sends the outcome of the list as a file, in the language of the page and with names in the place of ids: a person
    reads it. Programs read it at the API, where its words stay."""
    name, found = visit.said("step"), [LookedAt(**one) for one in looked["lines"]]
    in_names = _in_names(visit.names(sorted({*ID.findall(" ".join(map(str, found)))})))
    lines = [replace(one, text=in_names(one.text), why=one.why and in_names(one.why)) for one in found]
    words = _words(visit)
    content = table(lines, words) if name == "table" else reply(lines, _list_given(visit, kind, looked), words)
    told = {"Content-Disposition": f'attachment; filename="{name}.csv"', "Cache-Control": "no-store"}
    return document_answer(content, MEDIA_TYPE, told)


def _list_given(visit: FormVisit, kind: ListKind, looked: Json) -> Given:
    text = kept_in(visit, _kept_encoding(visit, kind)).text
    return own_columns(kind, text, Reading.model_validate(looked["reading"] or {}))


def _words(visit: Visit) -> Words:
    def of_kind(kind: str) -> Callable[[str], str]:
        return lambda code: word_in(visit.language, code, kind)

    sentence, void = sentences_in(visit.language, visit.zone), word_in(visit.language, "void", "match_status")
    unwon = word_in(visit.language, "no winner", "here")
    return Words(of_kind("list_column"), of_kind("becomes"), of_kind("mend"), sentence, void, unwon)


def _is_as_looked_over(visit: FormVisit) -> bool:
    """Whether nothing was changed since, and no other file or encoding was chosen."""
    is_read_so = visit.said(ENCODING) == visit.said(READ_AS)
    return is_read_so and not visit.said("file") and visit.said("looked") == _digest(visit.form, chosen(visit.form))


async def _send_list(visit: FormVisit, kind: ListKind, *, dry_run: bool) -> Answered:
    """The API's answer to the list. Raises WrongTypedError."""
    terms = _terms(visit, kind)
    text, encoding = typed_in(visit, await run_in_threadpool(_kept_encoding, visit, kind))
    terms |= {} if encoding == UTF_8 else {"encoding": encoding}
    persons = [one.told for one in chosen(visit.form) if one.meant]
    body = {**terms, "kind": kind, "text": text, "persons": persons, "choices": holding(visit.form), "dry_run": dry_run}
    if len(text.encode()) > LIST_LIMIT or (not dry_run and text.count("\n") > MOST_AT_ONCE):
        return await visit.sends(f"{_ROUTE}/jobs", body, part="-preview" if dry_run else "")
    return await visit.sends(_ROUTE, body, part="-preview" if dry_run else "")


def _terms(visit: FormVisit, kind: ListKind) -> Json:
    """The further options of the list. Raises WrongTypedError."""
    if kind == "entries" and not visit.said("tournament"):
        raise WrongTypedError("tournament-missing")
    if kind in ("matches", "club") and not visit.said("name"):
        raise WrongTypedError("name-missing")
    told: Json = {name: typed.name(visit.said(name)) for name in ("name", "source", "tournament") if visit.said(name)}
    if kind == "report-file" and visit.said("length"):
        told |= {"length": typed.number(visit.said("length"))}
    if kind == "report-file" and visit.said("day"):
        told |= {"day": visit.said("day")}
    if kind in COLUMNS and visit.said("columns"):
        told |= {"columns": _columns(visit.said("columns"))}
    orders = {name: visit.said(name) for name in _ORDERS_OF.get(kind, ()) if visit.said(name) in ORDERS[name]}
    return told | orders | ({"rating": chosen_rating(visit)} if kind in OF_MATCHES else {})


def _columns(text: str) -> list[Json]:
    """The meanings of the file's columns, a line for each. Raises WrongTypedError."""
    said = [line.partition("=") for line in text.splitlines() if line.strip()]
    if not all(named.strip() and parted for named, parted, _ in said):
        raise WrongTypedError("columns", next(named for named, parted, _ in said if not (named.strip() and parted)))
    return [{"named": named.strip(), "column": column.strip().lower() or None} for named, _, column in said]


def _kept_encoding(visit: FormVisit, kind: ListKind) -> str | None:
    """In which encoding the list was before."""
    log = visit.reader.services.journal
    return reading_before(kind, visit.said("name"), visit.said("tournament") or None, log).encoding


def _typed_form(visit: FormVisit, kind: ListKind) -> Form:
    """The form as it was typed and chosen, to be shown again."""
    asked = [(name, text) for name, text in visit.form.multi_items() if name.startswith(KEPT)]
    found = kept_in(visit, _kept_encoding(visit, kind))
    read = {ENCODING: found.encoding, READ_AS: found.encoding}
    job = "" if visit.said("file") else visit.said(JOB)
    said = ((name, read.get(name, visit.said(name))) for name in _KEPT)
    return Form([(JOB, job), ("list", "" if job else found.text), *said, *asked])


def _digest(form: Form, choices: Sequence[Choice]) -> str:
    """Tells what was looked over: the list, and all that was said of it."""
    meant = sorted((one.name, one.meant) for one in choices if one.meant)
    said = [form.get(name, "").strip() for name in ("list", JOB, *_SAID)]
    return hashlib.sha256(repr((said, meant, holding(form))).encode(errors="replace")).hexdigest()[:32]


def _show_page(visit: Visit, kind: ListKind, form: Form, told: Json) -> Response:
    looked, refused = told.get("looked"), told.get("refused")
    before = chosen(form)
    choices = before if looked is None else to_choose(before, looked["persons"], _MOST_SHOWN)
    return visit.page(
        _PAGE,
        status=refused["status"] if refused else 200,
        kind=kind,
        form=form,
        once=once(),
        columns=COLUMNS.get(kind, ()),
        counted=COUNTED,
        tournaments=_open(visit) if kind == "entries" else (),
        ratings={as_text(one): one for one in ratings(visit)} if kind in OF_MATCHES else {},
        rated=form.get("rating", _RATED_FIRST.get(kind, "")),
        encodings=ENCODINGS,
        orders={name: ORDERS[name] for name in _ORDERS_OF.get(kind, ())},
        choices=choices,
        digest=_digest(form, choices),
        looked=looked and _in_order(looked),
        is_right=looked is not None and _is_right(looked),
        is_odd=_is_odd(form, looked),
        is_changed=told.get("is_changed", False),
        known=_known_names(visit, kind),
        holds={str(one.get("match") or one["person"]): one["choice"] for one in holding(form)},
        of_matches=kind in OF_MATCHES,
        refused=refused,
        imported=told.get("imported"),
        **_people(visit, choices, looked),
    )


def _is_right(looked: Json) -> bool:
    wrong = any(one["becomes"] == "refused" for one in looked["lines"])
    return not wrong and not any(_is_unclear(one) for one in looked["persons"])


def _is_odd(form: Form, looked: Json | None) -> bool:
    """Whether how the list is read is to be looked at: a line is refused, or it is in another encoding than most."""
    wrong = looked is not None and any(one["becomes"] == "refused" for one in looked["lines"])
    return wrong or form.get(READ_AS, UTF_8) not in ("", UTF_8)


def _known_names(visit: Visit, kind: ListKind) -> list[str]:
    """The names of lists of that kind that were imported before."""
    of_kind = "matches" if kind == "club" else kind
    return [one["name"] for one in visit.asks_all(list_lists, kind=of_kind, sort="name")["items"]]


def _is_unclear(person: Json) -> bool:
    """Whether it is still to be chosen who a name means."""
    known = person["person"] or person["same_as"]
    return not known and bool(person["candidates"] or person["like"] or person["is_asked"])


def _open(visit: Visit) -> list[Json]:
    """The tournaments that may take entries."""
    found = (visit.asks_all(list_tournaments, wanted=Wanted(status=one))["items"] for one in ("announced", "started"))
    return [one for listed in found for one in listed]


def _in_order(looked: Json) -> Json:
    """With the lines first that wait for somebody, and then those of which something is to be told; how many more there
    are, how many wait for a choice, and who is new."""
    lines = sorted(looked["lines"], key=lambda one: (one["becomes"] not in ("refused", "conflict"), one["why"] is None))
    clear = (one for one in looked["persons"] if not _is_unclear(one))
    new = [one["name"] for one in clear if not (one["person"] or one["same_as"])]
    waiting = [str(one["match"] or one["person"]) for one in lines if one["becomes"] == "conflict"]
    told = {"lines": lines[:_MOST_SHOWN], "more": len(lines[_MOST_SHOWN:]), "new": new}
    return {**looked, **told, "waiting": len(waiting), "asked": waiting[:_MOST_SHOWN]}


def _people(visit: Visit, choices: Sequence[Choice], looked: Json | None) -> Json:
    """The names of all who are told of by an id, what tells those apart who are to be chosen from, and what puts names
    in the place of ids."""
    lines = looked["lines"] if looked else ()
    several = list(dict.fromkeys(one for choice in choices for one in choice.among))
    found = {choice.found for choice in choices if choice.found}
    told = " ".join(str(one[name]) for one in lines for name in ("text", "why", "before", "here"))
    persons = {*ID.findall(told), *several, *found}
    names = visit.names(sorted(persons))
    return {"names": names, "particulars": particulars(visit, several), "in_names": _in_names(names)}


def _in_names(names: Mapping[str, str]) -> Callable[[str], str]:
    return lambda text: ID.sub(lambda one: names.get(one[0]) or one[0], text)
