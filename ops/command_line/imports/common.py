"""What imports of all kinds of lists need: their options, the database they go into, and how a dry run ends."""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, cast
from uuid import UUID

import psycopg
import typer
from psycopg import Connection
from psycopg_pool import ConnectionPool, PoolTimeout

from api.http.services import drawn_id
from domain.application.catalogue import FOLDS, REGISTRY
from domain.application.details import details_of
from domain.importing.encodings import ENCODINGS, UTF_8
from domain.importing.errors import ImportStoppedError
from domain.importing.looked_at import Choices, Listed
from domain.importing.whom import Alike, Chosen, Register, is_id, register_of
from domain.journal.journal import Journal
from domain.journal.recorder import CHANNEL
from domain.kernel.ids import PersonId, TournamentId, person_stream
from domain.lists.events import Choice
from domain.lists.reading import DayOrder, Decimals, NamedColumn, Reading, RowOrder
from domain.person.details import Details
from domain.person.likeness import Likeness
from domain.person.state import Person
from domain.rating.policy import POLICIES, UnknownPolicyError, policy
from domain.tournament.lifecycle.events import RatingTerms
from ops.database import DatabaseUrls
from ops.errors import ExitCode
from ops.running import migrated_database
from ops.settings import read_settings
from projections.engine.log import open_log
from projections.engine.runner import Runner
from projections.queries.queries import Readings
from projections.registry.catalogue import PROJECTIONS

Connections = ConnectionPool[Connection[tuple[Any, ...]]]
CATCHING_UP_SECONDS = 600.0
"""For how long an import waits until the register is as far as the log: another may have been recorded just before."""

CsvFile = Annotated[Path, typer.Argument(help="The list: CSV, or a spreadsheet's own file (.xlsx).")]
By = Annotated[
    UUID | None,
    typer.Option("--by", help="The id of the person who imports it; another administrator confirms it."),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Print the effect of each line, and record nothing.")]
Table = Annotated[Path | None, typer.Option("--table", help="Write the effect of each line to this file, as CSV.")]
Reply = Annotated[
    Path | None,
    typer.Option("--reply", help="Write the lines that the list's keeper should correct to this file, as CSV."),
]
TOURNAMENT = "The tournament's name; another name makes another tournament."


Who = Annotated[
    list[str] | None,
    typer.Option(
        "--who",
        metavar="NAME=…",
        help=(
            "The person for a name of the list: NAME=ID of the register, NAME=new, or NAME=ANOTHER NAME of the list."
        ),
    ),
]
Encoding = Annotated[
    str | None,
    typer.Option("--encoding", help="The encoding of the file, such as cp1253, if it is not UTF-8."),
]
Takes = Annotated[
    list[str] | None,
    typer.Option(
        "--takes",
        metavar="MATCH=…",
        help="The version to keep of a match changed on both sides: MATCH=list or MATCH=here; of a person: ID=list.",
    ),
]
RowsRun = Annotated[
    RowOrder | None,
    typer.Option("--runs", help="Which match of one day comes first, if the list begins with its newest day."),
]
DayFirst = Annotated[
    DayOrder | None,
    typer.Option("--days", help=("What comes first in days such as 01-03-2026, if the list leaves it open.")),
]
DecimalMark = Annotated[
    Decimals | None,
    typer.Option("--decimals", help="What separates the decimals of ratings; the list keeps it."),
]
NamedColumns = Annotated[
    list[str] | None,
    typer.Option(
        "--columns",
        metavar="NAMED=COLUMN",
        help="A column that the file calls otherwise, such as Gewinner=winner; NAMED= skips it. The list keeps it.",
    ),
]
RATING = "The pool and policy for its matches: POOL/POLICY/VERSION such as normal/room/1, or none."


def rating_in(text: str) -> RatingTerms | None:
    """By what matches are rated, if at all. Raises BadParameter."""
    if text == "none":
        return None
    pool, _, named = text.partition("/")
    name, _, version = named.partition("/")
    try:
        found = policy(name, int(version))
        return RatingTerms.model_validate({"pool": pool, "policy": found.name, "policy_version": found.version})
    except (ValueError, UnknownPolicyError) as error:
        known = ", ".join(f"{name}/{version}" for name, version in sorted(POLICIES))
        raise typer.BadParameter(f"{text!r} is not POOL/POLICY/VERSION; policies are {known}") from error


def written_terms(rating: RatingTerms | None) -> str:
    """The same, as it is typed."""
    return "none" if rating is None else f"{rating.pool}/{rating.policy}/{rating.policy_version}"


def chosen_in(who: Sequence[str] | None) -> Mapping[str, Chosen]:
    """The choices for names. Raises BadParameter."""
    return dict(map(_chosen, who or ()))


def _chosen(text: str) -> tuple[str, Chosen]:
    name, parted, meant = text.rpartition("=")
    if not (parted and name and meant):
        raise typer.BadParameter(f"{text!r} is not NAME=ID, NAME=new or NAME=ANOTHER NAME")
    if meant == "new":
        return name, Chosen()
    return name, Chosen(meant) if is_id(meant) else Chosen(same_as=meant)


def choices_in(takes: Sequence[str] | None) -> Choices:
    """The choices for matches and persons that were changed on both sides. Raises BadParameter."""
    return dict(map(_choice, takes or ()))


def _choice(text: str) -> tuple[int | PersonId, Choice]:
    subject, _, choice = text.partition("=")
    if not (subject.isdigit() or is_id(subject)) or choice not in ("list", "here"):
        raise typer.BadParameter(f"{text!r} is not MATCH=list or MATCH=here")
    return int(subject) if subject.isdigit() else subject, cast("Choice", choice)


def columns_in(said: Sequence[str] | None) -> tuple[NamedColumn, ...]:
    """The meanings of the file's columns. Raises BadParameter."""
    return tuple(map(_column, said or ()))


def _column(text: str) -> NamedColumn:
    named, parted, column = text.partition("=")
    if not (named.strip() and parted):
        raise typer.BadParameter(f"{text!r} is not NAMED=COLUMN")
    return NamedColumn(named=named.strip(), column=column.strip().lower() or None)


@dataclass(frozen=True, slots=True)
class Asked:
    """Options of a list on the command line: where it comes from, in which encoding, in whose name it is imported,
    who its names mean, what holds where both sides changed something, and what else its kind takes; and to which files
    what becomes of it is written."""

    source: str
    by: PersonId | None = None
    chosen: Mapping[str, Chosen] = field(default_factory=dict)
    choices: Choices = field(default_factory=dict)
    tournament: TournamentId | None = None
    length: int | None = None
    rating: RatingTerms | None = None
    day: date | None = None
    day_order: DayOrder | None = None
    row_order: RowOrder | None = None
    decimals: Decimals | None = None
    columns: tuple[NamedColumn, ...] = ()
    encoding: str | None = None
    table: Path | None = None
    reply: Path | None = None


@dataclass(frozen=True, slots=True)
class Office:
    """The database that a list is imported into."""

    urls: DatabaseUrls
    journal: Journal

    def is_registered(self, person: PersonId) -> bool:
        """Whether somebody is registered under that id."""
        state = cast("Person", self.journal.state(person_stream(person)))
        return state.status in ("registered", "merged")

    @contextmanager
    def following(self) -> Iterator[Readings]:
        """The tables, which follow the log; what goes wrong with them is said on standard error."""
        with followed(self.urls, lambda line: typer.echo(line, err=True)) as readings:
            yield readings

    @contextmanager
    def register(self, chosen: Mapping[str, Chosen] = MappingProxyType({})) -> Iterator[Register]:
        """Searches in the register as it is now; `chosen` is what was said of names."""
        with self.readings() as readings:
            yield register_of(self.is_registered, alike_in(readings), self._known, chosen)

    @contextmanager
    def listed(self, text: str, encoding: str, name: str, asked: Asked) -> Iterator[Listed]:
        """A list of that name, read in that encoding, to be imported in what `asked` says."""
        told = asked.encoding or (None if encoding == UTF_8 else encoding)
        with self.readings() as readings:
            yield Listed(
                text=text,
                name=name,
                file=asked.source,
                actor=None,
                person=asked.by,
                register=register_of(self.is_registered, alike_in(readings), self._known, asked.chosen),
                ratings=readings.current_ratings,
                now=datetime.now(UTC),
                draw=drawn_id,
                tournament=asked.tournament,
                rating=asked.rating,
                day=asked.day,
                says=Reading(
                    columns=asked.columns,
                    encoding=next((one for one in ENCODINGS if one == told), None),
                    decimals=asked.decimals,
                    day_order=asked.day_order,
                    row_order=asked.row_order,
                    length=asked.length,
                ),
                choices=asked.choices,
            )

    def _known(self, persons: Iterable[PersonId]) -> Mapping[PersonId, Details]:
        states = (cast("Person", self.journal.state(person_stream(person))) for person in persons)
        return details_of(states, self.journal)

    @contextmanager
    def readings(self) -> Iterator[Readings]:
        """The tables, as far as the log is now. They don't follow what is recorded meanwhile: making them takes longer
        than recording, and the service catches up. Raises ImportStoppedError where they don't get there."""
        with self.following() as readings:
            if not readings.wait_for(self.journal.position(), CATCHING_UP_SECONDS):
                raise ImportStoppedError("the projections don't follow; see `scoresheet doctor`")
        with tables(self.urls) as readings:
            yield readings


@contextmanager
def office() -> Iterator[Office]:
    """That of the database which the settings name. Raises what `migrated_database` raises."""
    with migrated_database(read_settings()) as urls, office_at(urls) as found:
        yield found


@contextmanager
def office_at(urls: DatabaseUrls, patience_seconds: float = 10.0) -> Iterator[Office]:
    """That of this database, whose answers are awaited so long."""
    journal = Journal(
        urls.service, lambda: datetime.now(UTC), REGISTRY, FOLDS, readers=2, patience_seconds=patience_seconds
    )
    with closing(journal):
        yield Office(urls, journal)


def alike_in(readings: Readings) -> Alike:
    """Says who is likely registered already."""
    return lambda details: readings.alike(Likeness.of(details), "")


def dry_run_ended(*, wrong: bool) -> typer.Exit:
    """To be raised once a dry run has said all."""
    return typer.Exit(ExitCode.CHECKS_FAILED if wrong else ExitCode.DONE)


@contextmanager
def tables(urls: DatabaseUrls) -> Iterator[Readings]:
    """Readings of the projections, as they are."""
    with _connections(urls) as pool, closing(Readings(pool)) as readings:
        yield readings


@contextmanager
def followed(urls: DatabaseUrls, report: Callable[[str], None]) -> Iterator[Readings]:
    """Readings of the projections, while runners in this process lead or stand by; they stop at the end.

    `report` is told in a line what goes wrong.
    """
    with (
        _connections(urls) as pool,
        closing(Readings(pool)) as readings,
        closing(open_log(urls.projections)) as log,
    ):
        stop = threading.Event()
        urls_of = {name: urls.of_projection(name) for name in PROJECTIONS}
        runners = [Runner(urls_of[name], log, PROJECTIONS[name], stop, report) for name in PROJECTIONS]
        threads = [threading.Thread(target=runner.run, name="projection", daemon=True) for runner in runners]
        for thread in threads:
            thread.start()
        try:
            yield readings
        finally:
            stop.set()
            _wake(pool)
            for thread in threads:
                thread.join()


def _connections(urls: DatabaseUrls) -> Connections:
    return ConnectionPool(urls.service, kwargs={"autocommit": True}, min_size=1, max_size=3, open=True, name="readings")


def _wake(pool: Connections) -> None:
    """Runners that wait for news look at once whether they are to stop."""
    with suppress(psycopg.Error, PoolTimeout), pool.connection(timeout=1.0) as connection:
        connection.execute("SELECT pg_notify(%s, '')", (CHANNEL,))
