"""Records erasures again that the log lacks, and has the tables that show names follow."""

from collections.abc import Sequence
from contextlib import closing, suppress

from domain.application.requests import CommandOrigin, of_person
from domain.journal.journal import Journal
from domain.kernel.envelope import SERVICE
from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.person.commands import ErasePerson
from domain.ports.command_handling import command_id, request_digest
from ops.database import DatabaseUrls
from projections.engine.catching_up import catch_up
from projections.engine.log import open_log
from projections.registry.catalogue import PROJECTIONS, READ


def record(urls: DatabaseUrls, persons: Sequence[str]) -> None:
    """Records that these persons are erased, where the log takes it."""
    with closing(open_log(urls.service)) as journal:
        _record(journal, persons)
        for name in READ:
            catch_up(urls.of_projection(name), journal, PROJECTIONS[name])


def _record(journal: Journal, persons: Sequence[str]) -> None:
    """A record that was merged into another is erased with that one, which is listed too."""
    for person in persons:
        asked = f"erase {person} again"
        origin = CommandOrigin(command_id(SERVICE.key, asked), request_digest(asked, b""), SERVICE)
        with suppress(Refused):
            journal.execute(of_person(origin, PersonId(person), ErasePerson(again=True)))
