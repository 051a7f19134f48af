"""What becomes of a list: a match list, entries, a report file, a club's history. Its commands are laid on a log, to be
recorded together.

Where a line is refused, or it is unclear who is meant, nothing is to be recorded. Of a club's history the rows that
can't be are left out and told.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal

from domain.application.entry_lines import COLUMNS as ENTRY_COLUMNS
from domain.application.entry_lines import EntryLine, entry_lines
from domain.application.person_lines import COLUMNS as PERSON_COLUMNS
from domain.application.person_lines import PersonLine, person_lines
from domain.importing.book import Book
from domain.importing.entry_list import ENTRIES, EntryImport
from domain.importing.errors import ImportFailedError
from domain.importing.looked_at import Becomes, Left, Listed, Looked, LookedAt, of_matches
from domain.importing.match_lists.club import ClubImport, Imported, RefusedOnce
from domain.importing.match_lists.club import Terms as ClubTerms
from domain.importing.match_lists.club_list import Revision, Row, read_revisions
from domain.importing.match_lists.match_list import COLUMNS as MATCHES
from domain.importing.match_lists.match_list import Line, match_lines, players_in, revision_of, without_unknown
from domain.importing.matches_told import Called, differing_told, games_differing, lines_told, names_in, row_told
from domain.importing.other_lists import games_elsewhere, persons_elsewhere, rows_elsewhere
from domain.importing.person_list import PERSONS, PersonImport
from domain.importing.readings import cells_of, columns_read, in_columns_of_the_file, kept_reading, with_reading_kept
from domain.importing.report_files.games import has_day
from domain.importing.report_files.lines import name_in, read_report
from domain.importing.report_files.report_file import Imported as Counts
from domain.importing.report_files.report_file import ReportImport, Terms
from domain.importing.together import Reads, Together
from domain.importing.whom import Meant, is_id, unclear
from domain.kernel.csv_lines import Columns, CsvUnreadableError, sheet_in
from domain.kernel.csv_text import MARK
from domain.kernel.envelope import Actor
from domain.kernel.ids import TournamentId
from domain.kernel.refusal import Refused
from domain.kernel.replacing import replace
from domain.lists.events import KnownKind
from domain.lists.reading import Reading
from domain.person.events import OpeningRatingSet, PersonDetailsCorrected, PersonRegistered
from domain.problems.tournament import LIST_REFUSED, OWN_MATCHES_LISTED
from domain.tournament.entries.events import EntryRequested
from domain.tournament.lifecycle.events import RatingTerms, TournamentAnnounced
from domain.tournament.matches.events import MatchVoided, ResultCorrected, ResultReported
from domain.tournament.rounds.events import RoundPaired
from domain.trf.form import Finding, Player, Report

ListKind = Literal["matches", "persons", "entries", "report-file", "club"]


def look_over(kind: ListKind, listed: Listed, log: Together) -> Looked:
    """The outcome of the list, once its commands are applied to the log. Raises Refused where this is no such list, or
    it can't be recorded. It is refused too if it has matches of anyone who imports it (TD-9)."""
    try:
        listed = _as_kept(kind, listed, log)
        looked = with_reading_kept(log, _kind_known(kind), listed, _KINDS[kind](listed, log))
        looked = in_columns_of_the_file(looked, called_there(kind, listed))
    except (CsvUnreadableError, ImportFailedError) as error:
        raise refusal_of(error) from error
    if not looked.lines and not looked.persons:
        raise Refused(LIST_REFUSED, "There is nothing in the list.")
    return looked


def columns_of(kind: ListKind, reading: Reading) -> Columns | None:
    """The columns of such a list; None: it has none."""
    columns = {"matches": MATCHES, "persons": PERSON_COLUMNS, "entries": ENTRY_COLUMNS}.get(kind)
    return columns and columns_read(columns, reading)


def called_there(kind: ListKind, listed: Listed) -> Mapping[str, str]:
    """The list's own names of its columns. Raises CsvUnreadableError."""
    columns = columns_of(kind, listed.reading)
    return sheet_in(listed.lines, columns).called if columns else {}


def _as_kept(kind: ListKind, listed: Listed, log: Together) -> Listed:
    """The list under the name by which it is known, to be read as it was before."""
    listed = replace(listed, text=listed.text.removeprefix(MARK))
    kept = reading_before(kind, listed.name, listed.tournament, log, listed.text)
    return replace(listed, name=listed.name or _default_name(kind, listed.text), kept=kept)


def reading_before(kind: ListKind, name: str, tournament: TournamentId | None, log: Reads, text: str = "") -> Reading:
    """The earlier reading of the list of that name, or of that text, as far as it is kept."""
    return kept_reading(log, _kind_known(kind), name or _default_name(kind, text), tournament)


def _kind_known(kind: ListKind) -> KnownKind:
    return "matches" if kind == "club" else kind


def _default_name(kind: ListKind, text: str) -> str:
    """The name of such a list that was given none."""
    match kind:
        case "persons":
            return PERSONS
        case "entries":
            return ENTRIES
        case _:
            return name_in(text) or "Report file"


def refusal_of(error: CsvUnreadableError | ImportFailedError) -> Refused:
    """The refusal of a list that can't be read or recorded."""
    return Refused(LIST_REFUSED, _sentence(str(error)))


def tournament_there(looked: Looked, log: Together) -> TournamentId | None:
    """The list's tournament, unless it is only laid on the log."""
    is_new = any(isinstance(event, TournamentAnnounced) for event in log.laid)
    return None if is_new else looked.tournament


def count_recorded(log: Together) -> Counts:
    """The numbers of what the list adds: persons, entries, results and the rest, by kind."""
    of_kind = Counter(type(event) for event in log.laid)
    changed = log.streams_with(PersonDetailsCorrected, OpeningRatingSet) - log.streams_with(PersonRegistered)
    byes = sum(len(event.byes) for event in log.laid if isinstance(event, RoundPaired))
    return Counts(
        registered=of_kind[PersonRegistered],
        entered=of_kind[EntryRequested],
        results=of_kind[ResultReported],
        byes=byes,
        corrected=of_kind[ResultCorrected] + len(changed),
        voided=of_kind[MatchVoided],
    )


def require_right(looked: Looked) -> None:
    """Raises Refused where something keeps the list from being recorded, naming the first of that."""
    wrong = [f"line {one.line}: {one.why}" for one in looked.wrong]
    wrong = wrong or [unclear(one) for one in looked.persons if one.is_unclear]
    if wrong:
        more = f", and {len(wrong) - 1} more are wrong" if len(wrong) > 1 else ""
        raise Refused(LIST_REFUSED, _sentence(f"{wrong[0]}{more}"))


def _require_no_own(listed: Listed, meant: Iterable[Meant]) -> None:
    """Earlier play is recorded by staff who have not played: so nobody imports matches of their own."""
    own = {one.person for one in meant} & set(listed.actor.persons if listed.actor else ())
    if own:
        raise Refused(OWN_MATCHES_LISTED, "You have played matches of this list.")


_ORDER_ASKED = "the list begins with its newest day: say which match of one day it has first, the oldest or the newest"


def _matches(listed: Listed, log: Together) -> Looked:
    club = _club(listed, log, scored=True)
    lines: list[Line] = listed.read.get("lines") or _lines_of(listed, club.book)
    listed.read["lines"] = lines
    meant = _find_players(club, listed, players_in(lines), [line.row for line in lines if line.row])
    _require_no_own(listed, meant)
    rows = [line.row for line in lines if line.row]
    order = listed.says.row_order or club.order_of(rows) or listed.kept.row_order
    lines = lines if order else [*lines, Line(0, None, _ORDER_ASKED)]
    is_right = not any(line.is_wrong for line in lines) and not any(one.is_unclear for one in meant)
    elsewhere = rows_elsewhere(club.book, club.as_meant(rows))
    revision = revision_of(lines if order == "oldest-first" else lines[::-1])
    done = club.take(revision, listed.most) if is_right and lines else Imported(0)
    told = list(lines_told(lines, done, names_in(listed.register))) if is_right else _not_taken(lines, club)
    told += _note_lines(elsewhere)
    return _look_at_lines(club.book, told, meant, left=Left(done.left, club.book.version), rating=listed.rating)


def _note_lines(why: str | None) -> list[LookedAt]:
    return [LookedAt(0, "", "noted", why)] if why else []


def enter_more(listed: Listed, left: Left, most: int, log: Together) -> tuple[Actor, Left | None]:
    """Lays so many of the rows that were left; what is left then. None where the list has come to another version
    since, so that it is to be looked over again. Raises Refused."""
    club = _club(_as_kept("matches", listed, log), log, scored=True)
    acts_as = club.book.desk.acts_as
    if club.book.version != left.version:
        return acts_as, None
    club.enter(left.rows[:most])
    return acts_as, Left(left.rows[most:], club.book.version)


def _lines_of(listed: Listed, book: Book) -> list[Line]:
    before = {line.played_at.date() for line in book.lines.values()}
    cells, says, kept = cells_of(listed, MATCHES), listed.says.day_order, listed.kept.day_order
    found = list(match_lines(cells, listed.now, says, before, kept))
    return without_unknown(found, listed.register.is_registered)


def _not_taken(lines: Sequence[Line], club: ClubImport) -> list[LookedAt]:
    """The lines, where nothing of the list is taken."""
    said = Counter(club.former_rows())
    return [_line_not_taken(line, said, club) for line in lines]


def _line_not_taken(line: Line, said: Counter[Row], club: ClubImport) -> LookedAt:
    """The line; one that the list said before takes that out of `said`."""
    if line.row is None:
        return LookedAt(line.number, line.text, "refused" if line.is_wrong else "left-out", line.problem)
    (row,) = club.as_meant([line.row])
    becomes: Becomes = "before" if said[row] > 0 else "taken"
    said[row] -= 1
    return LookedAt(line.number, line.text, becomes, line.problem)


def _club(listed: Listed, log: Together, *, scored: bool) -> ClubImport:
    terms = ClubTerms(listed.source, listed.person, listed.rating, scored=scored, choices=of_matches(listed.choices))
    return ClubImport(listed.desk(log), listed.name, terms)


def _find_players(club: ClubImport, listed: Listed, players: Iterable[str], rows: Sequence[Row]) -> list[Meant]:
    """The players, with those who are to be asked about."""
    meant = club.find(listed.register, players)
    unsaid = {one.name: one for one in club.unsaid(rows, listed.register)}
    return [unsaid.get(one.name, one) for one in meant]


def _history(listed: Listed, log: Together) -> Looked:
    revisions = list(read_revisions(one for one in listed.lines if one.strip()))
    club = _club(listed, log, scored=False)
    players = (player for revision in revisions for row in revision.rows for player in (row.winner, row.loser))
    meant = _find_players(club, listed, players, revisions[-1].rows if revisions else ())
    _require_no_own(listed, meant)
    told = list[LookedAt]()
    if not any(one.is_unclear for one in meant):
        told += _note_lines(rows_elsewhere(club.book, club.as_meant(revisions[-1].rows if revisions else ())))
        told += _of_revisions(club, revisions, names_in(listed.register))
    return _look_at_lines(club.book, told, meant, rating=listed.rating)


def _of_revisions(club: ClubImport, revisions: Sequence[Revision], called: Called) -> Iterator[LookedAt]:
    """The rows that are left out; of the others what waits, and what was changed here, as it is after the last. Where
    all of them were imported before, the last one is compared again."""
    once, done = RefusedOnce(), None
    for revision in club.still_to_take(revisions) or revisions[-1:]:
        done = club.take(revision)
        for one in once.new(done):
            yield LookedAt(revision.number, row_told(one.row, called), "left-out", one.detail)
    if done is not None:
        yield from differing_told(done, called)


def _persons(listed: Listed, log: Together) -> Looked:
    importing = PersonImport(listed.desk(log), listed.name, listed.choices, called_there("persons", listed))
    lines = list(person_lines(cells_of(listed, PERSON_COLUMNS), listed.register.is_registered, listed.source))
    found = importing.find(listed.register, lines).values()
    is_right = not any(line.problem for line in lines) and not any(one.is_unclear for one in found)
    elsewhere = persons_elsewhere(importing.book, [one.person for one in found])
    told = importing.take(lines).shown if is_right else [_person_not_taken(line, importing) for line in lines]
    return _look_at_lines(importing.book, [*told, *_note_lines(elsewhere)], found)


def _person_not_taken(line: PersonLine, importing: PersonImport) -> LookedAt:
    """The line, where nothing of the list is taken."""
    if line.problem or line.new is None:
        return LookedAt(line.number, line.name, "refused" if line.problem else "left-out", line.problem)
    return LookedAt(line.number, line.name, "before" if importing.known_person(line.new) else "taken")


def _entries(listed: Listed, log: Together) -> Looked:
    desk, called = listed.desk(log), called_there("entries", listed)
    entering = EntryImport(desk, listed.tournament or "", listed.name, listed.choices, called)
    entering.require_announced()
    lines = list(entry_lines(cells_of(listed, ENTRY_COLUMNS), listed.register.is_registered, "a list"))
    found = entering.find(listed.register, lines).values()
    problems = entering.try_lines(lines, listed.ratings, listed.now)
    elsewhere = persons_elsewhere(entering.book, [one.person for one in found])
    told = [_entry_not_taken(one, entering, problems) for one in lines]
    if not any(one.becomes == "refused" for one in told) and not any(one.is_unclear for one in found):
        told = entering.take(lines).shown
    return _look_at_lines(entering.book, [*told, *_note_lines(elsewhere)], found, listed.tournament)


def _entry_not_taken(line: EntryLine, entering: EntryImport, problems: Mapping[int, str]) -> LookedAt:
    """The line, where nothing of the list is taken."""
    text = line.new.details.name if line.new else line.request.person if line.request else ""
    why = line.problem or problems.get(line.number)
    if why or line.is_left_out:
        return LookedAt(line.number, text, "refused" if why else "left-out", why)
    return LookedAt(line.number, text, "before" if entering.known_entry(line) else "taken")


def _report_file(listed: Listed, log: Together) -> Looked:
    report, findings = read_report(listed.text, listed.register.is_registered, listed.now, listed.day)
    terms = Terms(listed.reading.length or 1, listed.rating, listed.source, listed.person, of_matches(listed.choices))
    importing = ReportImport(listed.desk(log), listed.name, terms)
    if listed.rating and not has_day(report):
        findings = (*findings, Finding(1, 1, "rated matches need a day: the file has none, so give it", fatal=True))
    is_wrong = any(one.fatal for one in findings)
    meant = {} if is_wrong else importing.find(listed.register, report)
    _require_no_own(listed, _players(report, meant))
    told = [
        LookedAt(one.line, f"{one.line}:{one.column}", "refused" if one.fatal else "noted", one.text)
        for one in findings
    ]
    if not is_wrong and not any(one.is_unclear for one in meant.values()):
        is_new = importing.book.known is None
        importing.take(report)
        told += _note_lines(games_elsewhere(importing.book, importing.book.lines.values()) if is_new else None)
    told += games_differing(importing, names_in(listed.register))
    return _look_at_lines(importing.book, told, _players(report, meant), rating=listed.rating)


def _players(report: Report, meant: Mapping[int, Meant]) -> list[Meant]:
    """The persons that the players stand for, who may be called alike."""
    return [_player(report, player, meant) for player in report.players if player.name]


def _player(report: Report, player: Player, meant: Mapping[int, Meant]) -> Meant:
    return meant.get(player.number) or Meant(player.name, report.persons.get(player.number))


def _look_at_lines(
    book: Book,
    lines: Sequence[LookedAt],
    meant: Iterable[Meant],
    tournament: TournamentId | None = None,
    *,
    left: Left | None = None,
    rating: RatingTerms | None = None,
) -> Looked:
    """The result of the list, with those that it calls by a name. Where its tournament is there, that says by what its
    matches are rated; else it is what was asked for."""
    named = [one for one in meant if not is_id(one.name)]
    at = tournament or book.tournament
    settings = book.desk.tournament_state(at).settings if at else None
    pinned = rating if settings is None else settings.rating
    return Looked(at, lines, named, book.desk.acts_as, left or Left(), pinned)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


_KINDS: Mapping[ListKind, Callable[[Listed, Together], Looked]] = {
    "matches": _matches,
    "persons": _persons,
    "entries": _entries,
    "report-file": _report_file,
    "club": _history,
}
