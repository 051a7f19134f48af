"""Entries of a tournament as CSV: what each line comes to, and the same file twice."""

import pytest

from domain.application.entry_lines import EntryLine, entries_in
from domain.formats.swiss import SwissOptions
from domain.importing.clerk import Clerk
from domain.importing.entry_list import EntriesImported, EntryImport
from domain.importing.errors import ImportStoppedError
from domain.tournament.lifecycle.commands import AnnounceTournament, CancelTournament
from tests.importing.laid import laid
from tests.importing.memory import MemoryLog

SWISS = "00000000-0000-4000-8000-0000000000ff"
HEADER = "person,name,colour,status,members,reference\n"
SOMEBODY = "00000000-0000-0000-0000-00000000002a"


def read(text: str) -> list[EntryLine]:
    return list(entries_in(text.splitlines(keepends=True), lambda _: False, "entries.csv"))


def announced(log: MemoryLog) -> str:
    """A Swiss in that log."""
    options = SwissOptions(kind="swiss", round_days=None, last_round_days=None)
    Clerk(log, "office").tournament(SWISS, "the Swiss", AnnounceTournament(name="Swiss", format=options))
    return SWISS


def entered(log: MemoryLog, text: str) -> EntriesImported:
    return laid(log, lambda desk: EntryImport(desk, SWISS).take(read(text)))


def shown(log: MemoryLog) -> list[tuple[int, str, str | None]]:
    state = Clerk(log, "reader").tournament_state(SWISS)
    return [(number, entry.status, entry.colour) for number, entry in sorted(state.entries.items())]


@pytest.mark.rule("TD-2", "SWI-2", "ALL-1")
def test_the_same_file_twice_changes_nothing_and_a_later_one_gives_other_colours() -> None:
    log = MemoryLog()
    announced(log)
    text = f"{HEADER},Anna,red,,,7\n,Bert,,requested,,8\n,Carl,blue,withdrawn,,\n,Dora,blue,,,\n"
    assert entered(log, text) == EntriesImported(entered=3, registered=3)
    assert entered(log, text) == EntriesImported(before=3)
    assert shown(log) == [(1, "approved", "red"), (2, "requested", None), (3, "approved", "blue")]
    later = f"{HEADER},Anna,blue,,,7\n,Bert,red,approved,,8\n,Emil,red,,,\n"
    assert entered(log, later) == EntriesImported(entered=1, registered=1, before=2, changed=2)
    assert shown(log)[:2] == [(1, "approved", "blue"), (2, "approved", "red")]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (",,red,,,", "name:"),
        (f"{SOMEBODY},,,,,", f"there is no person {SOMEBODY}"),
        (",Anna,green,,,", "colour:"),
        (",Anna,,here,,", "status must be one of approved, waiting, requested, refused"),
        (f",Anna,,,{SOMEBODY},", f"there is no person {SOMEBODY}"),
        (",Anna,,,", "it has 5 cells"),
        (",Carl,,,,1", "line 2 enters the same person"),
    ],
)
def test_a_line_that_is_wrong_is_named(line: str, problem: str) -> None:
    assert problem in (read(f"{HEADER},Carl,,,,1\n{line}\n")[1].problem or "")


def test_refusal_of_the_tournament_names_its_line() -> None:
    log = MemoryLog()
    announced(log)
    Clerk(log, "office").tournament(SWISS, "over", CancelTournament(reason="No hall"))
    with pytest.raises(ImportStoppedError, match="line 2: "):
        entered(log, f"{HEADER},Anna,,,,\n")
