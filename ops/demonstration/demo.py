"""The demonstration: brought into a database once, and never over somebody's own data."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, cast

from domain.application.catalogue import FOLDS, REGISTRY
from domain.importing.clerk import Log
from domain.importing.match_lists.club import Terms
from domain.journal.journal import Journal
from domain.kernel.ids import TournamentId, tournament_stream
from domain.tournament.state import Tournament
from ops import database, origin
from ops.database import DatabaseUrls, connect
from ops.demonstration import evenings, season
from ops.demonstration.organizer import Organizer
from ops.demonstration.seeded import SeededIds
from ops.demonstration.trial import DAYS, curl_lines, login_link, make_trial_key
from ops.importing.files import read_revisions_of
from ops.importing.whole import ClubList, import_list
from projections.queries import loading
from projections.queries.loading import Loading

Bar = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]
"""Shows progress, from what is counted and how much of it there is; what it gives is told how much more is done."""


CHECKOUT = Path(__file__).resolve().parents[2]
DATA = CHECKOUT / ".." / "shared" / "data" / "club_history.jsonl"
"""Where the real list is looked for unless another path is given."""
Reached = Literal["an earlier one", "the last"]
"""Which revision of a list."""
LISTED = "The season of a club"
"""What the tournament is called that the list becomes: an import of somebody's own list has another name."""
OFFICE = "the office"
IMPORTER, REVIEWER = "Olga Berg", "Emil Roth"
"""In whose name the list is imported, and the administrator who confirms it."""


@dataclass(frozen=True, slots=True)
class Part:
    """Something that is made up: what is counted while it is made and how much of it there is, how it is made, whether
    it was begun and is complete, and the tournament to look at."""

    counted: str
    total: int
    make: Callable[[Log, Callable[[], None]], TournamentId]
    is_begun: Callable[[Log], bool]
    is_complete: Callable[[Log], bool]
    look_at: Callable[[Log], TournamentId]


EVENINGS = Part(
    "evenings",
    evenings.TOURNAMENTS,
    evenings.make_evenings,
    evenings.begun,
    evenings.complete,
    evenings.first,
)
SEASON = Part("tournaments", season.TOURNAMENTS, season.make_season, season.begun, season.complete, season.ladder)
MADE_UP = (EVENINGS, SEASON)
"""What is made up, in this order: the director of the first logs in, and commands are shown for the last."""


def demonstrate(
    urls: DatabaseUrls,
    address: str,
    announce: Callable[[str], None],
    bar: Bar,
    *,
    path: Path,
    if_empty: bool,
    parts: Sequence[Part] = MADE_UP,
) -> None:
    """Brings the demonstration into a migrated database, or what is missing of it, and makes a key to try it with.

    First what is made up, which takes seconds; then, where there is one, the list at `path`. `address` is where the
    service will be, for the commands shown. With `if_empty` nothing is done where other data are, and nothing brought
    where the demonstration is complete. Raises ListUnreadableError, ImportStoppedError and what the journal raises.
    """
    journal = Journal(urls.service, lambda: datetime.now(UTC), REGISTRY, FOLDS, readers=2)
    with closing(journal):
        reached = _reached(journal, path)
        is_begun = reached is not None or any(part.is_begun(journal) for part in parts)
        with database.connect(urls.owner) as connection:
            was_begun = is_begun or origin.is_demonstration(connection)
            if if_empty and journal.position() > 0 and not was_begun:
                announce("there are data already: the demonstration is left out")
                return
            if journal.position() == 0:
                origin.mark_demonstration(connection)
        shown = noted(urls.owner, "demonstration", bar)
        missing = [part for part in parts if not (if_empty and part.is_complete(journal))]
        lacks_list = path.exists() and not (if_empty and reached == "the last")
        if not missing and not lacks_list:
            announce("the demonstration is there")
        with _forgotten_at_the_end(urls.owner):
            for part in missing:
                _make(journal, announce, shown, part)
            if lacks_list and not parts:
                _bring_list(journal, announce, shown, path)
            key = _announce_ways_in(urls, journal, address, announce, parts)
            if lacks_list and parts:
                _bring_list(journal, announce, shown, path)
                _announce_links(urls, address, announce, key)


@contextmanager
def _forgotten_at_the_end(owner_url: str) -> Iterator[None]:
    """Until all is there, readiness tells that something is still to come."""
    try:
        yield
    finally:
        with connect(owner_url) as connection:
            loading.forget(connection)


def _make(journal: Journal, announce: Callable[[str], None], bar: Bar, part: Part) -> None:
    announce(f"loading the demonstration: {part.total} made-up {part.counted}")
    with bar(part.counted, part.total) as advance:
        part.make(journal, lambda: advance(1))


def _announce_ways_in(
    urls: DatabaseUrls, journal: Journal, address: str, announce: Callable[[str], None], parts: Sequence[Part]
) -> str:
    """Shows a key with commands to try, and links; the key that one of these logs in with."""
    looks = [part.look_at(journal) for part in parts] or [_listed(journal)]
    key = make_trial_key(urls.owner, journal, datetime.now(UTC))
    directing = _key_of_director(urls, journal, looks[0]) or key
    announce(f"a key to try it with, valid for {DAYS} days: {key}")
    for line in curl_lines(address, looks[-1], key):
        announce(f"  {line}")
    _announce_links(urls, address, announce, directing)
    return directing


def _announce_links(urls: DatabaseUrls, address: str, announce: Callable[[str], None], key: str) -> None:
    """They are the last thing on the screen, so that nobody has to look for them."""
    announce("")
    announce(f"the pages that everybody sees:               {address}")
    announce(f"log in as a director, once, on this machine: {login_link(urls.owner, address, key)}")


def _key_of_director(urls: DatabaseUrls, journal: Journal, tournament: TournamentId) -> str | None:
    """A key of the tournament's first director; None where administrators alone direct it, as with a list."""
    state = cast("Tournament", journal.state(tournament_stream(tournament)))
    directed_by = next(iter(state.directors), None)
    return directed_by and make_trial_key(urls.owner, journal, datetime.now(UTC), directed_by)


def _bring_list(journal: Journal, announce: Callable[[str], None], bar: Bar, path: Path) -> None:
    announce("loading the demonstration: a club's list of matches, revision by revision")
    revisions, office = read_revisions_of(path), Organizer(journal, OFFICE)
    importer, reviewer = map(office.register, (IMPORTER, REVIEWER))
    club = ClubList(journal, LISTED, Terms(person=importer), SeededIds(f"{LISTED}/{journal.position()}"))
    with bar("revisions", len(revisions)) as advance:
        import_list(club, revisions, None, advance)
    office.confirm(_listed(journal), reviewer)


def show_links(urls: DatabaseUrls, address: str, announce: Callable[[str], None]) -> None:
    """The links once more, for anyone who has lost them: the director's is a new one."""
    journal = Journal(urls.service, lambda: datetime.now(UTC), REGISTRY, FOLDS, readers=2)
    with closing(journal):
        if not EVENINGS.is_begun(journal):
            announce("there is no demonstration here: make run loads one where there are no data")
            return
        key = _key_of_director(urls, journal, EVENINGS.look_at(journal))
    _announce_links(urls, address, announce, key or make_trial_key(urls.owner, journal, datetime.now(UTC)))


def _listed(journal: Journal) -> TournamentId:
    """The tournament that the list has become. Raises ValueError where there is none."""
    tournament = ClubList(journal, LISTED).now().tournament
    if tournament is None:
        raise ValueError(f"{LISTED} was not imported")
    return tournament


def _reached(journal: Journal, path: Path) -> Reached | None:
    """To which of its revisions the list at `path` was imported."""
    revisions = read_revisions_of(path) if path.exists() else []
    club = ClubList(journal, LISTED).now()
    if club.book.known is None:
        return None
    return "an earlier one" if revisions and club.still_to_take(revisions) else "the last"


def noted(owner_url: str, what: str, bar: Bar) -> Bar:
    """A bar that is also noted in the database, as progress of `what`."""

    @contextmanager
    def shown(counted: str, total: int) -> Iterator[Callable[[int], None]]:
        done = 0
        with bar(counted, total) as advance, connect(owner_url, autocommit=True) as connection:

            def go_on(more: int) -> None:
                nonlocal done
                done += more
                advance(more)
                loading.note(connection, Loading(what, done, total))

            connection.execute("SET synchronous_commit TO off")
            go_on(0)
            yield go_on

    return shown
