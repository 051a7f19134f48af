"""Reads of a tournament: itself, its entries, matches and standings; now, or as of a version or time."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeVar

from fastapi import Depends, Query
from starlette.responses import Response

from api.documents.csv_form import AsCsv, CsvForm
from api.documents.lists import FoundPage, Page, TaggedEntry, TaggedMatch, TaggedTournament
from api.documents.tournaments import EntryDocument, MatchDocument, StandingsDocument, TournamentDocument
from api.http import parameters
from api.http.etags import SETTINGS, Resource
from api.http.paging import NUMBERS, TOURNAMENTS, Paged, Paging
from api.http.problems import ROLE_INSUFFICIENT, Problem
from api.http.read_requests import Reader, Reading, ReadingAsOf
from api.http.services import Services
from api.queries.as_of import Moment, RatingChanges, moment, now, state_read
from api.queries.found import wanted_tournaments
from api.queries.known import require_series
from api.queries.looked_through import Look
from api.queries.report_file import report_of
from api.queries.shared_reads import shared_reads
from api.queries.tables import crosstable, entries_table, every, matches_table, standings_table
from api.queries.visibility import match_for
from domain.application.details import team_names
from domain.formats.registry import format_of
from domain.kernel.ids import PersonId, tournament_stream
from domain.kernel.visibility import FOR_STAFF, Part
from domain.trf.form import Edition
from domain.trf.writing import write_report
from projections.queries.finding.tournaments import Wanted
from projections.views.ratings import changes_view
from projections.views.tournaments import EntryView, MatchStatus, MatchView, TournamentView, part_in, tournament_view

router = shared_reads("tournaments")

Revised = TypeVar("Revised", EntryView, MatchView)


@router.get("/tournaments", response_model=FoundPage[TaggedTournament])
def list_tournaments(
    reader: ReadingAsOf,
    wanted: Annotated[Wanted, Depends(wanted_tournaments)],
    paging: Paged,
    count: parameters.CountWanted = False,
) -> Response:
    """List or find tournaments, the last announced first

    All that is named must be so. In names and places, case, accents and the order of words don't matter.
    """
    if wanted.series is not None:
        require_series(reader.services, wanted.series)
    shown, readings = reader.reached(), reader.services.readings
    found = readings.tournaments(wanted, TOURNAMENTS.read(paging.cursor), paging.limit)
    listed = _as_seen(reader, found.items, wanted.since)
    persons = {person for each in listed for person in each.directors}
    items = reader.tagged("settings", listed)
    body = reader.page(items, persons, count=readings.count_tournaments(wanted) if count else None)
    incomplete, following = shown.lacks_any("tournament"), TOURNAMENTS.write(found.next)
    return reader.answer_page(body, shown.position, incomplete=incomplete, next_cursor=following)


def _as_seen(reader: Reader, found: Sequence[TournamentView], since: int | None) -> Sequence[TournamentView]:
    """Each as far as the reader sees it; those in which they see that something has happened since that position."""
    seen = ((one, reader.services.held(one)) for one in found)
    before = since or 0
    return [
        one if held is None else tournament_view(held)
        for one, held in seen
        if held is None or reader.services.journal.version_at(held.stream, before) < held.version
    ]


@router.get("/tournaments/{tournament}", response_model=TournamentDocument)
def read_tournament(reader: Reading, tournament: parameters.Tournament, as_of: parameters.AsOf = None) -> Response:
    """Read a tournament: settings, status, how many entries and matches (TD-21, ALL-11)"""
    at = moment(reader.services, tournament, as_of)
    etag = SETTINGS.etag(at.tournament.revision, at.tournament.version)
    shown = reader.shown(at.tournament).beside(**traits(at.tournament))
    return reader.answer(shown, at.position, incomplete=at.incomplete, etag=etag)


def traits(shown: TournamentView) -> dict[str, bool | str | None]:
    """What the formats of its stages have, beside the tournament itself."""
    options = [shown.format, *(later.format for later in shown.stages)]
    stages = [format_of(one) for one in options]
    return {
        "has_rounds": any(one.has_rounds for one in stages),
        "has_chart": any(one.chart_kind is not None for one in stages),
        "chart_kind": stages[shown.stage - 1].chart_kind,
        "is_paired": stages[shown.stage - 1].is_paired,
        "has_colours": stages[shown.stage - 1].has_colours,
        "byes_on_request": stages[shown.stage - 1].byes_on_request(options[shown.stage - 1]),
        "leaves_absent_out": stages[shown.stage - 1].leaves_absent_out,
        "lets_withdraw": shown.stage == 1 and stages[0].lets_withdraw,
        "takes_late_entries": shown.stage == 1
        and stages[0].takes_late_entries(shown.format, announced_end=shown.conditions.late_entries),
    }


@router.get("/tournaments/{tournament}/entries", response_model=Page[TaggedEntry])
def list_entries(
    reader: Reading,
    tournament: parameters.Tournament,
    as_csv: AsCsv,
    paging: Paged,
    search: parameters.SearchNames = None,
    sort: Annotated[Literal["number", "name"], Query(description=parameters.SORTED)] = "number",
    since: parameters.AfterPosition = None,
    as_of: parameters.AsOf = None,
) -> Response:
    """List or find the entries of a tournament (TD-2, ALL-7)

    Reasons are shown to the staff and to the persons themselves. With `since` a page holds fewer, or none: the link
    tells whether others follow. CSV has all of them at once.
    """
    at = moment(reader.services, tournament, as_of)
    if as_csv.wanted:
        return _entries_as_csv(reader, at, as_csv)
    page, further = _looked_through(reader, at, paging, search, sort)
    entries, part = _changed_since(reader, at, page, since), _part(reader, at)
    shown = [reader.having(part | _own(reader, at, _persons(each))).shown(each) for each in entries]
    body = reader.page(reader.tagged("entry", shown), {person for each in entries for person in _persons(each)})
    return reader.answer_page(body, at.position, incomplete=at.incomplete, next_cursor=further)


def _looked_through(
    reader: Reader, at: Moment, paging: Paging, search: str | None, sort: str
) -> tuple[Sequence[EntryView], str | None]:
    """A page of the entries, by their numbers or by the names of their persons and teams."""
    if search is None and sort == "number":
        found = at.entries(NUMBERS.read(paging.cursor), paging.limit)
        return found.items, NUMBERS.write(found.next)
    entries = list(every(lambda after: at.entries(after, parameters.LARGEST_PAGE)))
    names = reader.names({person for one in entries for person in _persons(one)})
    teams = team_names(entries, reader.services.journal)
    look = Look[EntryView](
        search,
        sort == "name",
        lambda one: one.number,
        lambda one: [teams.get(one.number), *map(names.get, _persons(one))],
    )
    return look.page(entries, paging)


@router.get("/tournaments/{tournament}/entries/{entry}", response_model=EntryDocument)
def read_entry(
    reader: Reading,
    tournament: parameters.Tournament,
    entry: parameters.Entry,
    as_of: parameters.AsOf = None,
) -> Response:
    """Read an entry (TD-2)"""
    at = moment(reader.services, tournament, as_of)
    found = at.entry(entry)
    reader = reader.having(_part(reader, at) | _own(reader, at, _persons(found)))
    etag = Resource("entry", entry).etag(found.revision)
    return reader.answer(found, at.position, incomplete=at.incomplete, etag=etag)


def _entries_as_csv(reader: Reader, at: Moment, form: CsvForm) -> Response:
    entries = list(every(lambda after: at.entries(after, parameters.LARGEST_PAGE)))
    names = reader.names({each.person for each in entries})
    teams = team_names(entries, reader.services.journal)
    shown = (reader.having(_part(reader, at)).shown(each).content for each in entries)
    return reader.table(form, at.position, *entries_table(shown, names, teams), incomplete=at.incomplete)


def _persons(entry: EntryView) -> tuple[PersonId, ...]:
    return (entry.person, *entry.members)


@router.get("/tournaments/{tournament}/matches", response_model=Page[TaggedMatch])
def list_matches(
    reader: Reading,
    tournament: parameters.Tournament,
    as_csv: AsCsv,
    paging: Paged,
    entry: parameters.EntryFilter = None,
    status: Annotated[MatchStatus | None, Query(description="Only the matches that are so far.")] = None,
    since: parameters.AfterPosition = None,
    as_of: parameters.AsOf = None,
) -> Response:
    """List the matches of a tournament (TD-14, ALL-12)

    A result that is not announced is shown to the staff and the two sides; to others the match is open. Only the
    staff lists what is reported and not announced. With `since` a page holds fewer, or none: the link tells whether
    others follow. CSV has all of them at once.
    """
    at = moment(reader.services, tournament, as_of)
    part = _part(reader, at)
    statuses = _statuses(status, staff=bool(part & FOR_STAFF))
    caller = reader.caller.within(tournament)

    def told(matches: Iterable[MatchView]) -> Mapping[str, Any]:
        seen = [match_for(caller, part, each) for each in matches]
        listed = [one for one in seen if status is None or one[0].status == status]
        persons = {person for each, _ in listed for person in (*each.persons, *each.members)}
        shown = [reader.having(mine).shown(each) for each, mine in listed]
        return reader.page(reader.tagged("match", shown), persons)

    if as_csv.wanted:
        body = told(every(lambda after: at.matches(after, parameters.LARGEST_PAGE, entry, statuses)))
        table = matches_table((one.content for one in body["items"]), body["names"])
        return reader.table(as_csv, at.position, *table, incomplete=at.incomplete)
    found = at.matches(NUMBERS.read(paging.cursor), paging.limit, entry, statuses)
    body = told(_changed_since(reader, at, found.items, since))
    return reader.answer_page(body, at.position, incomplete=at.incomplete, next_cursor=NUMBERS.write(found.next))


def _changed_since(reader: Reader, at: Moment, items: Sequence[Revised], since: int | None) -> Sequence[Revised]:
    """Those that were changed after that position of the log; None: all."""
    if since is None or not items:
        return items
    before = reader.services.journal.version_at(tournament_stream(at.tournament.id), since)
    return [each for each in items if each.revision > before]


def _statuses(status: MatchStatus | None, *, staff: bool) -> tuple[MatchStatus, ...] | None:
    """The statuses to look for: what others see as open or abandoned may have a result that is not announced."""
    if status is None:
        return None
    if staff or status in ("announced", "needs-ruling", "void"):
        return (status,)
    if status == "reported":
        raise Problem(ROLE_INSUFFICIENT, "Only the staff can see results that are not announced.")
    return (status, "reported", "needs-ruling")


@router.get("/tournaments/{tournament}/matches/{match}", response_model=MatchDocument)
def read_match(
    reader: Reading,
    tournament: parameters.Tournament,
    match: parameters.Match,
    as_of: parameters.AsOf = None,
) -> Response:
    """Read a match (TD-14, ALL-3, ALL-12)"""
    at = moment(reader.services, tournament, as_of)
    found = at.match(match)
    shown, part = match_for(reader.caller.within(tournament), _part(reader, at), found)
    etag = Resource("match", match).etag(found.revision)
    return reader.having(part).answer(shown, at.position, incomplete=at.incomplete, etag=etag)


@router.get("/tournaments/{tournament}/standings", response_model=StandingsDocument)
def read_standings(
    reader: Reading, tournament: parameters.Tournament, as_csv: AsCsv, as_of: parameters.AsOf = None
) -> Response:
    """Read the standings, with the reason for each rank and the rating change over the season (OPN-1, ALL-7, ALL-12)"""
    at = moment(reader.services, tournament, as_of)
    table = at.standings().model_dump(mode="json")
    names = reader.names({row["person"] for row in table["rows"]})
    changes, pools = _by_person(reader.services_now, at.rating_changes()), at.tournament.pools
    for row in table["rows"]:
        row["name"] = names.get(row["person"])
        row["rating_changes"] = changes_view(pools, changes.get(row["person"], {}))
    incomplete = at.incomplete or at.lacks_changes()
    if as_csv.wanted:
        return reader.table(as_csv, at.position, *standings_table(table, names), incomplete=incomplete)
    return reader.answer(table, at.position, incomplete=incomplete)


def _by_person(services: Services, changes: RatingChanges) -> RatingChanges:
    """Those of a team with each of its members beside, since a line of the table names one of them (TEA-8)."""
    teams = services.readings.teams({*changes})
    return {**{person: changes[team] for team, persons in teams.items() for person in persons}, **changes}


@router.get("/tournaments/{tournament}/crosstable", response_class=Response)
def read_crosstable(
    reader: Reading, tournament: parameters.Tournament, as_csv: AsCsv, as_of: parameters.AsOf = None
) -> Response:
    """Read everybody's results against everybody, in the order of the standings (ALL-7, ALL-12)

    Always CSV: of each announced match the points of who is in the line and of the opponent, or who has won.
    """
    at = moment(reader.services, tournament, as_of)
    table = at.standings().model_dump(mode="json")
    found = every(lambda after: at.matches(after, parameters.LARGEST_PAGE, None, ("announced",)))
    matches = (reader.having(part).shown(one).content for one, part in ((one, part_in(one)) for one in found))
    names = reader.names({row["person"] for row in table["rows"]})
    return reader.table(as_csv, at.position, *crosstable(table, matches, names), incomplete=at.incomplete)


@router.get("/tournaments/{tournament}/report-file", responses={409: {}}, response_class=Response)
def read_report_file(
    reader: Reading,
    tournament: parameters.Tournament,
    edition: Annotated[Edition, Query(description="Of the form: FIDE's of 2026, or of 2016.")] = "trf26",
    as_of: parameters.AsOf = None,
) -> Response:
    """Read who has met who with which result as a tournament report file, FIDE's TRF (ALL-7, ALL-12)

    For tournaments in rounds, in which everybody plays once in each. Results that are not announced are left blank.
    `scoresheet import report-file` takes it; lines `### person` tell which player is who in this register.
    """
    state, position = state_read(reader.services, tournament, as_of)
    names = reader.names({entry.person for entry in state.entries.values()})
    teams = team_names(state.entries.values(), reader.services.journal)
    content = write_report(report_of(state, names, teams), edition)
    return reader.document(content, "text/plain; charset=utf-8", position, {"Vary": "Authorization"})


def _part(reader: Reader, at: Moment) -> Part:
    """What the reader is to the tournament now, whichever moment is read."""
    caller = reader.caller.within(at.tournament.id)
    # Only who may direct has a part that depends on who directs now.
    directors = now(reader.services, at.tournament.id).tournament.directors if caller.role == "director" else ()
    return caller.part_among(directors)


def _own(reader: Reader, at: Moment, persons: Iterable[PersonId]) -> Part:
    """What the reader is to something of these persons."""
    caller = reader.caller.within(at.tournament.id)
    return Part.PLAYER if any(map(caller.is_person, persons)) else Part(0)
