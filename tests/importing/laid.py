"""Lists imported into a log in memory, as a shell does it: laid together, and recorded as one."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from domain.application.requests import CommandOrigin
from domain.importing.desk import Desk
from domain.importing.match_lists.club import NAME, ClubImport, Imported, RefusedOnce, Terms
from domain.importing.match_lists.club_list import Revision
from domain.importing.together import Together
from domain.importing.whom import Meant
from domain.kernel.envelope import Actor
from domain.ports.command_handling import command_id
from tests.importing.memory import MemoryLog

T = TypeVar("T")
OF_IMPORT = Actor(key="import", role="administrator")


def laid(log: MemoryLog, lay: Callable[[Desk], T]) -> T:
    """What `lay` says of what it has laid at a desk, which is recorded."""
    together = Together(log, log.now)
    told = lay(Desk(together, log.draw))
    if together.laid:
        asked = CommandOrigin(command_id("import", log.draw()), b"", OF_IMPORT)
        log.execute(together.request(asked, {}))
    return told


def desk(log: MemoryLog) -> Desk:
    """A desk at which nothing is recorded."""
    return Desk(Together(log, log.now), log.draw, OF_IMPORT)


def take(log: MemoryLog, *revisions: Revision, terms: Terms | None = None, name: str = NAME) -> list[Imported]:
    """What each came to, one after the other; a row that is refused is told once."""
    done, once = [laid(log, partial(_take, name, terms, one)) for one in revisions], RefusedOnce()
    for one in done:
        one.refused = once.new(one)
    return done


def _take(name: str, terms: Terms | None, revision: Revision, desk: Desk) -> Imported:
    return ClubImport(desk, name, terms).take(revision)


def club(log: MemoryLog, name: str = NAME, meant: Sequence[Meant] = ()) -> ClubImport:
    """The list as it is."""
    return ClubImport(desk(log), name, meant=meant)


def person(log: MemoryLog, player: str, name: str = NAME) -> str:
    """Who the list means by that name."""
    return club(log, name).book.person(player) or f"nobody called {player}"


def players(log: MemoryLog) -> Mapping[str, str]:
    """What the list calls its persons."""
    return club(log).book.names()
