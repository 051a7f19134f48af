"""What has become of each line of a match list, told side by side: what it said before, what it says, what is here."""

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from domain.importing.looked_at import LookedAt
from domain.importing.match_lists.club import Imported
from domain.importing.match_lists.club_list import Row
from domain.importing.match_lists.differences import Conflict, Here
from domain.importing.match_lists.match_list import Line
from domain.importing.report_files.matches import Core
from domain.importing.report_files.report_file import ReportImport
from domain.importing.whom import Register
from domain.kernel.ids import PersonId
from domain.kernel.replacing import replace
from domain.scoring.result import BothLost, Conceded, Drawn, FinalScore, Result, WinnerOnly

Called = Callable[[PersonId], str]
"""What a person is called."""
VOID = "void"
"""Is here instead of a match that was declared so."""
UNWON = "no winner"
"""Is here instead of a match that nobody has won: a ruling has annulled its result, or both have lost."""
_BOTH = "the list and this service have both changed it: choose what holds"
_RESULTS: Mapping[Result, str] = {
    WinnerOnly(winner="first"): "1-0",
    WinnerOnly(winner="second"): "0-1",
    Drawn(): "½-½",
    BothLost(play_began=True): "0-0",
    BothLost(): "– : –",
    Conceded(loser="second", play_began=False): "+ : –",
    Conceded(loser="first", play_began=False): "– : +",
}


def names_in(register: Register) -> Called:
    """A function for the name of a person there. Each is looked up once."""

    @cache
    def name_of(person: PersonId) -> str:
        return register.called([person]).get(person, person)

    return name_of


def lines_told(read: Sequence[Line], done: Imported, called: Called) -> Iterator[LookedAt]:
    """Each line in its order; then those that the list does not have any more."""
    fates = _fates(done, called)
    for line in read:
        if line.row is None:
            yield LookedAt(line.number, line.text, "refused" if line.is_wrong else "left-out", line.problem)
        elif fates[line.row]:
            yield replace(fates[line.row].popleft(), line=line.number, text=line.text)
        else:
            yield LookedAt(line.number, line.text, "taken", line.problem)
    yield from gone_told(done, called)


def gone_told(done: Imported, called: Called) -> Iterator[LookedAt]:
    """The lines that the list does not have any more; those that were changed here wait."""
    waiting = {one.before.match: one for one in done.conflicts if one.says is None}
    for gone in done.gone:
        text = row_told(gone.row, called)
        if gone.match in waiting:
            yield conflict_told(waiting[gone.match], 0, called)
        else:
            yield LookedAt(0, text, "gone", match=gone.match)


def differing_told(done: Imported, called: Called) -> Iterator[LookedAt]:
    """The lines that wait, and those changed here that stay, each with what is here."""
    for conflict in done.conflicts:
        yield conflict_told(conflict, done.revision, called)
    for one in done.changed_here:
        yield _changed_here(one.match, row_told(one.row, called), _here(done, one.match, called), done.revision)


def games_differing(importing: ReportImport, called: Called) -> Iterator[LookedAt]:
    """The same of a report file: a match is in the line of the player who was first, and in a round."""
    for one in importing.changed_here:
        says, here = (_game_told(each, called) for each in (one.says, one.here))
        why = f"match {one.match}, of round {one.round}, was changed here, and stays as it is"
        yield LookedAt(one.line, says, "changed-here", why, one.match, here=here or VOID)
    for one in importing.conflicts:
        says, before, here = (_game_told(each, called) for each in (one.says, one.before, one.here))
        why = f"the list and this service have both changed this match of round {one.round}: choose what holds"
        yield LookedAt(one.line, says, "conflict", why, one.match, before or None, here or VOID)


def conflict_told(conflict: Conflict, line: int, called: Called) -> LookedAt:
    """A line that was changed on both sides."""
    says = row_told(conflict.says.row, called) if conflict.says else ""
    here, match = _here_told(conflict.here, called), conflict.before.match
    why = _BOTH if conflict.here.row else f"nobody has won match {match} here: keep that, or give it a result first"
    return LookedAt(line, says, "conflict", why, match, row_told(conflict.before.row, called), here)


def row_told(row: Row, called: Called) -> str:
    """A row in words."""
    score = "" if row.score is None else f" {row.score[0]}-{row.score[1]}"
    return f"{row.played_at:%Y-%m-%d} {called(row.winner)} – {called(row.loser)}{score} ({row.length})"


def _fates(done: Imported, called: Called) -> defaultdict[Row, deque[LookedAt]]:
    """The fate of each row, the first of equal ones first."""
    conflicts = {one.before.match: one for one in done.conflicts}
    here = {one.match: one for one in done.changed_here}
    fates = defaultdict[Row, deque[LookedAt]](deque)
    for one in done.refused:
        fates[one.row].append(LookedAt(0, "", "refused", one.detail))
    for row, match in done.lines:
        if match is None:
            fates[row].append(LookedAt(0, "", "taken"))
        elif match in conflicts:
            fates[row].append(conflict_told(conflicts[match], 0, called))
        elif match in here:
            fates[row].append(_changed_here(match, "", _here(done, match, called)))
        else:
            fates[row].append(LookedAt(0, "", "changed" if match in done.changed else "before", match=match))
    return fates


def _here(done: Imported, match: int, called: Called) -> str:
    """The match of the list as it is here."""
    return _here_told(done.here[match], called)


def _here_told(here: Here, called: Called) -> str:
    if here.void:
        return VOID
    return UNWON if here.row is None else row_told(here.row.row, called)


def _changed_here(match: int, text: str, here: str, line: int = 0) -> LookedAt:
    why = f"match {match} was changed here, and stays as it is"
    return LookedAt(line, text, "changed-here", why, match, here=here)


def _game_told(game: Core | None, called: Called) -> str:
    """A match of a report file in words; nothing where there is none."""
    if game is None:
        return ""
    first, second, result = game
    return f"{called(first)} – {called(second)} {_result_told(result)}"


def _result_told(result: Result | None) -> str:
    """As report files have it; a score as it is."""
    if isinstance(result, FinalScore):
        return f"{result.first}-{result.second}"
    return "" if result is None else _RESULTS.get(result, result.kind)
