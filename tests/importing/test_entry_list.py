"""Entries of a tournament as CSV: what each line comes to, and the same file twice."""

from pathlib import Path

import pytest

from domain.formats.swiss import SwissOptions
from domain.importing.clerk import Clerk
from domain.importing.entry_list import EntriesImported, EntryImport
from domain.importing.errors import ImportStoppedError, ListUnreadableError
from domain.kernel.envelope import Actor
from domain.kernel.refusal import Refused
from domain.ports.command_handling import Request
from domain.problems.tournament import STALE
from domain.tournament.lifecycle.commands import AnnounceTournament
from ops.importing.files import read_entries, require_right
from tests.importing.memory import MemoryLog

HEADER = "person,name,colour,status,members,reference\n"
SOMEBODY = "00000000-0000-0000-0000-00000000002a"


def written(folder: Path, text: str) -> Path:
    path = folder / "entries.csv"
    path.write_text(text, encoding="utf-8")
    return path


def nobody(_: str) -> bool:
    return False


def announced(log: MemoryLog) -> EntryImport:
    """A Swiss in that log, and what imports into it."""
    clerk = Clerk(log, "import Persons", Actor(key="import Persons", role="administrator"))
    tournament = clerk.id_of("the Swiss")
    options = SwissOptions(kind="swiss", round_days=None, last_round_days=None)
    clerk.tournament(tournament, "the Swiss", AnnounceTournament(name="Swiss", format=options))
    return EntryImport(clerk, tournament)


def entered(log: MemoryLog, path: Path) -> EntriesImported:
    return announced(log).take(require_right(list(read_entries(path, nobody))))


def shown(log: MemoryLog) -> list[tuple[int, str, str | None]]:
    state = announced(log).clerk.tournament_state(announced(log).tournament)
    return [(number, entry.status, entry.colour) for number, entry in sorted(state.entries.items())]


@pytest.mark.rule("TD-2", "SWI-2", "ALL-1")
def test_the_same_file_twice_changes_nothing_and_a_later_one_gives_other_colours(tmp_path: Path) -> None:
    log = MemoryLog()
    path = written(tmp_path, f"{HEADER},Anna,red,,,7\n,Bert,,requested,,8\n,Carl,blue,withdrawn,,\n,Dora,blue,,,\n")
    assert entered(log, path) == EntriesImported(entered=3, registered=3)
    assert entered(log, path) == EntriesImported(before=3)
    assert shown(log) == [(1, "approved", "red"), (2, "requested", None), (3, "approved", "blue")]
    path = written(tmp_path, f"{HEADER},Anna,blue,,,7\n,Bert,red,approved,,8\n,Emil,red,,,\n")
    assert entered(log, path) == EntriesImported(entered=1, registered=1, before=2, changed=1)
    assert shown(log)[:2] == [(1, "approved", "blue"), (2, "approved", "red")]


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("after", range(1, 6))
def test_an_interrupted_import_goes_on(tmp_path: Path, after: int) -> None:
    path = written(tmp_path, f"{HEADER},Anna,red,,,\n,Bert,blue,,,\n")
    whole, log = MemoryLog(), MemoryLog()
    entered(whole, path)
    announced(log)
    with log.interrupted(after):
        entered(log, path)
    entered(log, path)
    assert [each.event for each in log.recorded] == [each.event for each in whole.recorded]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (",,,,,", "name:"),
        (f"{SOMEBODY},,,,,", f"there is no person {SOMEBODY}"),
        (",Anna,green,,,", "colour:"),
        (",Anna,,here,,", "status must be one of approved, waiting, requested, refused"),
        (f",Anna,,,{SOMEBODY},", f"there is no person {SOMEBODY}"),
        (",Anna,,,", "it has 5 cells"),
        (",Carl,,,,1", "it enters somebody whom line 2 enters"),
    ],
)
def test_a_line_that_is_wrong_is_named_and_nobody_is_entered(tmp_path: Path, line: str, problem: str) -> None:
    lines = list(read_entries(written(tmp_path, f"{HEADER},Carl,,,,1\n{line}\n"), nobody))
    assert problem in (lines[1].problem or "")
    with pytest.raises(ListUnreadableError, match="line 3"):
        require_right(lines)


def test_what_the_tournament_refuses_names_its_line(tmp_path: Path) -> None:
    log = MemoryLog()
    entering = announced(log)
    lines = list(read_entries(written(tmp_path, f"{HEADER},Anna,,,,\n"), nobody))

    def refuse(_: Request) -> None:
        raise Refused(STALE, "The tournament takes nobody.")

    log.before_each = refuse
    with pytest.raises(ImportStoppedError, match="line 2: The tournament takes nobody"):
        entering.take(lines)
