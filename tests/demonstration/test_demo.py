"""The demonstration in a real database: what it brings, when it brings nothing, and commands that work as shown."""

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from domain.application.catalogue import FOLDS, REGISTRY
from domain.journal.journal import Journal
from domain.kernel.ids import ACCESS
from domain.person.commands import RegisterPerson
from domain.tournament.decisions.imports.review import status_of
from ops.database import DatabaseUrls, connect
from ops.demonstration import season
from ops.demonstration.demo import EVENINGS, LISTED, SEASON, demonstrate, show_links
from ops.demonstration.organizer import Organizer
from ops.demonstration.seeded import SeededClerk
from ops.importing.files import read_revisions_of
from ops.importing.whole import ClubList, import_list
from ops.origin import mark_demonstration
from tests.api.support import running_service
from tests.patience import PATIENCE_SECONDS

ADDRESS = "http://127.0.0.1:8000"
LIST = """\
{"revision": 0, "at": "2025-02-10T21:00:45+07:00", "keep": 0, "append": [["2025-2-8", "A", "B", 5]]}
{"revision": 1, "at": "2025-02-11T21:00:45+07:00", "keep": 0, "append": [["2025-2-8", "B", "A", 5]]}
"""


@contextmanager
def no_ban(_counted: str, _total: int) -> Iterator[Callable[[int], None]]:
    yield lambda _: None


@pytest.fixture
def club_list(tmp_path: Path) -> Path:
    path = tmp_path / "list.jsonl"
    path.write_text(LIST, encoding="utf-8")
    return path


def said(urls: DatabaseUrls, path: Path, *, if_empty: bool) -> list[str]:
    """What a demonstration tells of the list at that path; of the season alone, which is the quicker part of what is
    made up, where there is none."""
    lines: list[str] = []
    parts = () if path.exists() else (SEASON,)
    demonstrate(urls, ADDRESS, lines.append, no_ban, path=path, if_empty=if_empty, parts=parts)
    return lines


@contextmanager
def journal_of(urls: DatabaseUrls) -> Iterator[Journal]:
    journal = Journal(urls.service, lambda: datetime.now(UTC), REGISTRY, FOLDS, readers=1)
    try:
        yield journal
    finally:
        journal.close()


def is_confirmed(urls: DatabaseUrls) -> bool:
    """Whether an administrator has confirmed what was imported."""
    with journal_of(urls) as journal:
        clerk = SeededClerk(journal, "reader")
        return status_of(clerk.tournament_state(ClubList(journal, LISTED).now().tournament or "")) == "confirmed"


def position(urls: DatabaseUrls) -> int:
    """How much was recorded, but for the keys to try it with."""
    with journal_of(urls) as journal:
        return journal.position() - journal.state(ACCESS).version


def test_the_club_list_where_it_is_at_hand(database: DatabaseUrls, club_list: Path) -> None:
    first, key, *_ = said(database, club_list, if_empty=True)
    assert first == "loading the demonstration: a club's list of matches, revision by revision"
    assert key.startswith("a key to try it with, valid for 30 days: scoresheet_")
    reached = position(database)
    assert is_confirmed(database)
    there, key, *shown = said(database, club_list, if_empty=True)
    assert (there, key.startswith("a key to try it with"), len(shown)) == ("the demonstration is there", True, 8)
    said(database, club_list, if_empty=False)
    assert position(database) == reached


def test_links_alone_are_the_last_thing_said(database: DatabaseUrls, club_list: Path) -> None:
    lines: list[str] = []
    demonstrate(database, ADDRESS, lines.append, no_ban, path=club_list, if_empty=True, parts=(SEASON,))
    *_, blank, everybody, director = lines
    assert (blank, everybody.split()[-1]) == ("", ADDRESS)
    assert director.split()[-1].startswith(f"{ADDRESS}/login/")
    list_began = lines.index("loading the demonstration: a club's list of matches, revision by revision")
    assert f"{ADDRESS}/login/" in lines[list_began - 1], "nobody has to wait for the list"


def test_games_that_an_interrupted_run_left_out_are_brought(database: DatabaseUrls, club_list: Path) -> None:
    whole = club_list.read_text(encoding="utf-8")
    club_list.write_text(whole.splitlines()[0] + "\n", encoding="utf-8")
    said(database, club_list, if_empty=True)
    reached = position(database)
    club_list.write_text(whole, encoding="utf-8")
    said(database, club_list, if_empty=True)
    assert position(database) == reached + 3  # what the second list says is recorded, and it is confirmed as well


def test_one_that_was_interrupted_before_its_first_tournament_is_brought(
    database: DatabaseUrls, tmp_path: Path
) -> None:
    with connect(database.owner) as connection:
        mark_demonstration(connection)
    with journal_of(database) as journal:
        Organizer(journal, season.SERIES).register(season.NAMES[0])
    first, *_ = said(database, tmp_path / "nothing", if_empty=True)
    assert first == "loading the demonstration: 3 made-up tournaments"
    assert said(database, tmp_path / "nothing", if_empty=True)[0] == "the demonstration is there"


def test_a_made_up_season_where_there_is_no_list(database: DatabaseUrls, tmp_path: Path) -> None:
    first, *_ = said(database, tmp_path / "nothing", if_empty=True)
    assert first == "loading the demonstration: 3 made-up tournaments"
    reached = position(database)
    again = said(database, tmp_path / "nothing", if_empty=True)
    assert (again[0], len(again)) == ("the demonstration is there", 10)
    said(database, tmp_path / "nothing", if_empty=False)
    assert position(database) == reached


def test_other_data_are_left_alone(database: DatabaseUrls, club_list: Path) -> None:
    with journal_of(database) as journal:
        clerk = SeededClerk(journal, "office")
        clerk.person(clerk.id_of("somebody"), "somebody", RegisterPerson(name="Somebody"))
    for path in (club_list, club_list / "nothing"):
        assert said(database, path, if_empty=True) == ["there are data already: the demonstration is left out"]
    assert position(database) == 1


def test_a_list_that_somebody_imported_is_not_taken_for_the_demonstration(
    database: DatabaseUrls, club_list: Path
) -> None:
    with journal_of(database) as journal:
        import_list(ClubList(journal), read_revisions_of(club_list)[:1], None, lambda _: None)
        reached = journal.position()
    assert said(database, club_list, if_empty=True) == ["there are data already: the demonstration is left out"]
    assert position(database) == reached


@pytest.mark.parametrize("made_up", [False, True])
def test_the_commands_shown_work(database: DatabaseUrls, club_list: Path, made_up: bool) -> None:
    path = club_list.with_name("nothing") if made_up else club_list
    shown = [line.strip() for line in said(database, path, if_empty=True)]
    lines, link = [line for line in shown if line.startswith("curl")], next(line for line in shown if "/login/" in line)
    told: list[str] = []
    with running_service(database, told) as service:
        assert service.services.readings.wait_for(position(database), PATIENCE_SECONDS)
        answers = [carried_out(line.replace(ADDRESS, service.url), service.http) for line in lines]
        login = link.rpartition(" ")[2].replace(ADDRESS, service.url)
        assert httpx.post(login, headers={"Sec-Fetch-Site": "same-origin"}, timeout=PATIENCE_SECONDS).status_code == 303
    assert told == []
    assert [answer.status_code for answer in answers] == [200, 200, 200, 201, 200]


def carried_out(line: str, client: httpx.Client) -> httpx.Response:
    """The answer to a line for curl."""
    program, url, *options = shlex.split(line)
    assert program == "curl"
    given = list(zip(options[::2], options[1::2], strict=True))
    headers = dict(value.split(": ", 1) for option, value in given if option == "-H")
    body = next((value for option, value in given if option == "-d"), None)
    return client.request("POST" if body else "GET", url, headers=headers, content=body)


def test_links_are_shown_again_with_a_new_one_to_log_in(database: DatabaseUrls, club_list: Path) -> None:
    lines: list[str] = []
    show_links(database, ADDRESS, lines.append)
    assert lines == ["there is no demonstration here: make run loads one where there are no data"]
    demonstrate(database, ADDRESS, lines.append, no_ban, path=club_list, if_empty=True, parts=(EVENINGS,))
    reached, first = position(database), lines[-1]
    lines.clear()
    show_links(database, ADDRESS, lines.append)
    blank, everybody, director = lines
    assert (blank, everybody.split()[-1]) == ("", ADDRESS)
    assert director.split()[-1].startswith(f"{ADDRESS}/login/")
    assert director != first
    assert position(database) == reached
