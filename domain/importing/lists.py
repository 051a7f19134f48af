"""What becomes of a list: a match list, entries, a report file, a club's history. Its commands are laid on a log, to be
recorded together.

Where a line is refused, or it is unclear who is meant, nothing is to be recorded. Of a club's history the rows that
can't be are left out and told.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal

from domain.application.entry_lines import EntryLine, entries_in
from domain.importing.clerk import Clerk
from domain.importing.club import ClubImport
from domain.importing.club_list import Revision, Row, read_revisions
from domain.importing.entry_list import EntryImport, why_refused
from domain.importing.errors import ImportFailedError
from domain.importing.looked_at import Becomes, Listed, Looked, LookedAt
from domain.importing.match_list import (
    Line,
    matches_in,
    players_in,
    revision_of,
    without_unknown,
)
from domain.importing.report_file import Imported, ReportImport, Terms
from domain.importing.report_file_lines import read_report
from domain.importing.together import Together
from domain.importing.whom import Meant, is_id, unclear
from domain.kernel.csv_lines import CsvUnreadableError
from domain.kernel.envelope import Actor
from domain.kernel.refusal import Refused
from domain.person.events import PersonRegistered
from domain.problems.tournament import LIST_REFUSED, OWN_MATCHES_LISTED
from domain.tournament.entries.events import EntryRequested
from domain.tournament.matches.events import MatchVoided, ResultCorrected, ResultReported
from domain.tournament.rounds.events import RoundPaired
from domain.trf.form import Player, Report

ListKind = Literal["matches", "entries", "report-file", "club"]
_PERSONS = "Persons"
"""The series of lists by which entries know new persons again, as on the command line."""


def look_over(kind: ListKind, listed: Listed, log: Together) -> Looked:
    """What becomes of it, once its commands are laid on the log. Raises Refused where this is no such list, or it can't
    be recorded, and where matches of whoever imports it stand in it (TD-9)."""
    try:
        looked = _KINDS[kind](listed, log)
    except (CsvUnreadableError, ImportFailedError) as error:
        raise Refused(LIST_REFUSED, _sentence(str(error))) from error
    if not looked.lines and not looked.persons:
        raise Refused(LIST_REFUSED, "There is nothing in the list.")
    return looked


def recorded(log: Together) -> Imported:
    """How much was laid on the log."""
    of_kind = Counter(type(event) for event in log.laid)
    byes = sum(len(event.byes) for event in log.laid if isinstance(event, RoundPaired))
    return Imported(
        registered=of_kind[PersonRegistered],
        entered=of_kind[EntryRequested],
        results=of_kind[ResultReported],
        byes=byes,
        corrected=of_kind[ResultCorrected],
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
    """What was played before is recorded by staff who have not played: so nobody imports matches of their own."""
    own = {one.person for one in meant} & set(listed.actor.persons)
    if own:
        raise Refused(OWN_MATCHES_LISTED, "You have played matches of this list.")


def _matches(listed: Listed, log: Together) -> Looked:
    lines = without_unknown(list(matches_in(listed.lines, listed.now)), listed.register.is_registered)
    club = _club(listed, log, scored=True)
    meant = club.find(listed.register, players_in(lines))
    _require_no_own(listed, meant)
    before, refused = Counter(club.recorded()), dict[Row, str]()
    is_right = not any(line.is_wrong for line in lines) and not any(one.is_unclear for one in meant)
    if is_right and lines:
        refused = {one.row: one.detail for one in club.take(revision_of(lines)).refused}
    of_line = (_of_match(line, club.as_called(line.row) if line.row else None, before, refused) for line in lines)
    return Looked(club.tournament, list(of_line), _named(meant))


def _of_match(line: Line, row: Row | None, before: Counter[Row], refused: Mapping[Row, str]) -> LookedAt:
    if line.row is None or row is None:
        return LookedAt(line.number, line.text, "refused" if line.is_wrong else "left-out", line.problem)
    if row in refused:
        return LookedAt(line.number, line.text, "refused", refused[row])
    becomes: Becomes = "before" if before[row] > 0 else "taken"
    before[row] -= 1
    return LookedAt(line.number, line.text, becomes)


def _club(listed: Listed, log: Together, *, scored: bool) -> ClubImport:
    return ClubImport(log, listed.name, listed.source, listed.person, scored=scored, acts_as=listed.actor)


def _history(listed: Listed, log: Together) -> Looked:
    revisions = list(read_revisions(one for one in listed.lines if one.strip()))
    club = _club(listed, log, scored=False)
    players = {player for revision in revisions for row in revision.rows for player in (row.winner, row.loser)}
    meant = club.find(listed.register, players)
    _require_no_own(listed, meant)
    told = list[LookedAt]()
    if not any(one.is_unclear for one in meant):
        told = [each for revision in club.still_to_take(revisions) for each in _of_revision(club, revision)]
    return Looked(club.tournament, told, _named(meant))


def _of_revision(club: ClubImport, revision: Revision) -> Iterator[LookedAt]:
    for one in club.take(revision).refused:
        text = f"{one.row.played_at:%Y-%m-%d} {one.row.winner} – {one.row.loser} ({one.row.length})"
        yield LookedAt(revision.number, text, "left-out", one.detail)


def _entries(listed: Listed, log: Together) -> Looked:
    key = f"import {_PERSONS}"
    own = Actor(key=key, role="administrator")
    clerk = Clerk(log, key, own, acts_as=listed.actor, ratings=log.ratings(listed.ratings))
    entering = EntryImport(clerk, listed.tournament or "")
    entering.require_announced()
    lines = list(entries_in(listed.lines, listed.register.is_registered, "a list"))
    found = entering.find(listed.register, lines)
    problems = entering.tried(lines, listed.ratings, listed.now)
    told = [_of_entry(one, entering, problems) for one in lines]
    if not any(one.becomes == "refused" for one in told) and not any(one.is_unclear for one in found.values()):
        entering.take(lines)
    return Looked(entering.tournament, told, _named(found.values()))


def _of_entry(line: EntryLine, entering: EntryImport, problems: Mapping[int, str]) -> LookedAt:
    text = line.new.details.name if line.new else line.request.person if line.request else ""
    entry = entering.known(line) if line.request else None
    why = why_refused(line, entry, problems)
    if why:
        return LookedAt(line.number, text, "refused", why)
    return LookedAt(line.number, text, "left-out" if line.is_left_out else "before" if entry else "taken")


def _report_file(listed: Listed, log: Together) -> Looked:
    report, findings = read_report(listed.text, listed.register.is_registered, listed.now)
    terms = Terms(listed.length, listed.rated, listed.source, listed.person)
    importing = ReportImport(log, listed.name or report.name or "Report file", terms, listed.actor)
    is_wrong = any(one.fatal for one in findings)
    meant = {} if is_wrong else importing.find(listed.register, report)
    _require_no_own(listed, _persons(report, meant))
    told = [
        LookedAt(one.line, f"{one.line}:{one.column}", "refused" if one.fatal else "noted", one.text)
        for one in findings
    ]
    if not is_wrong and not any(one.is_unclear for one in meant.values()):
        importing.take(report)
    return Looked(importing.tournament, told, _persons(report, meant))


def _persons(report: Report, meant: Mapping[int, Meant]) -> list[Meant]:
    """Whom the players stand for, who may be called alike."""
    return [_person(report, player, meant) for player in report.players if player.name]


def _person(report: Report, player: Player, meant: Mapping[int, Meant]) -> Meant:
    return meant.get(player.number) or Meant(player.name, report.persons.get(player.number))


def _named(meant: Iterable[Meant]) -> list[Meant]:
    """Those that the list calls by a name."""
    return [one for one in meant if not is_id(one.name)]


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


_KINDS: Mapping[ListKind, Callable[[Listed, Together], Looked]] = {
    "matches": _matches,
    "entries": _entries,
    "report-file": _report_file,
    "club": _history,
}
