"""What the tables hold, worked by hand for a small season, and what is read from them."""

from collections.abc import Callable
from typing import LiteralString, TypeVar

import psycopg
import pytest

from domain.journal.asked_once import asked_once
from domain.kernel.personal_text import Sealed
from domain.person.commands import SetOpeningRating
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from projections.queries.finding.tournaments import Wanted
from projections.queries.pages import Cursor, Page
from projections.queries.pool import Reader
from projections.queries.queries import Readings
from projections.ratings import rated_matches
from tests.projections.support import AT_ONCE, CLUB, Club, contents, follow, of_follower, person_id, tournament_id

T = TypeVar("T")


@pytest.fixture
def season(club: Club, database_url: str) -> Club:
    """Three players, five matches to 5 points; the first is then given to the other side."""
    club.register(1, 2, 3)
    club.begin(1, 1, 2, 3)
    club.play(1, (1, 2, 5, 3), (2, 3, 5, 0), (3, 1, 1, 5), (1, 2, 5, 4), (2, 3, 0, 5))
    follow(database_url, club.journal)
    club.turn_over(1, 1, "second")
    follow(database_url, club.journal)
    return club


@pytest.mark.rule("OPN-1")
@pytest.mark.usefixtures("season")
def test_standings_are_those_worked_by_hand(readings: Readings) -> None:
    """Match 1 now was won by entry 2, without a score. Entry 1 won 3 and 4, lost 1: 10 points to 5. Entry 2 won 1
    and 2, lost 4 and 5: 5+4+0 to 0+5+5. Entry 3 won 5, lost 2 and 3: 0+1+5 to 5+5+0. 2 and 3 differ in wins."""
    standings = readings.standings(tournament_id(1))
    assert standings is not None
    table = [(row.rank, row.entry, row.values["wins"], row.values["losses"]) for row in standings.rows]
    assert table == [(1, 1, 2, 1), (2, 2, 2, 2), (3, 3, 1, 2)]
    points = [
        (row.values["points_for"], row.values["points_against"], row.values["unscored"]) for row in standings.rows
    ]
    assert points == [(10, 5, 1), (9, 10, 1), (6, 10, 0)]
    reasons = [
        (row.reason.above, row.reason.criterion, row.reason.value, row.reason.value_above) for row in standings.rows
    ]
    assert reasons == [(None, None, None, None), (1, "losses", 2, 1), (2, "wins", 1, 2)]


@pytest.mark.rule("ELO-5", "ELO-6", "OPN-1")
def test_ratings_are_those_worked_by_hand(readings: Readings, club: Club, database_url: str) -> None:
    """Equal players: P is 1/2, K 5, n 4: the winner gains 4·5·√4/2 = 20 points, and the loser loses them."""
    club.register(1, 2)
    club.begin(1, 1, 2)
    club.play(1, (1, 2, 4, 3), length=4)
    follow(database_url, club.journal)
    winner, loser = readings.ratings("normal").items
    assert (winner.person, winner.rating, winner.change, winner.experience) == (
        person_id(1),
        "1520.000000",
        "20.000000",
        4,
    )
    assert (loser.person, loser.rating, loser.change, loser.rating_class) == (
        person_id(2),
        "1480.000000",
        "-20.000000",
        "under 1500",
    )
    assert readings.rating_changes(tournament_id(1)) == {
        person_id(1): {"normal": 20_000_000},
        person_id(2): {"normal": -20_000_000},
    }
    [line] = readings.rating_history("normal", person_id(2)).items
    assert (line.won, line.opponent, line.rating_before, line.rating_after) == (
        False,
        person_id(1),
        "1500.000000",
        "1480.000000",
    )
    assert [(each.name, each.players) for each in readings.classes("normal")] == [
        ("1800 and over", 0), ("1700-1799", 0), ("1600-1699", 0), ("1500-1599", 1), ("under 1500", 1),
    ]  # fmt: skip
    assert readings.rating("price", person_id(1)) is None


@pytest.mark.rule("ALL-13")
def test_cancelling_takes_the_ratings_out_and_reopening_brings_them_back(
    season: Club, readings: Readings, database_url: str
) -> None:
    before, in_force = _ratings(database_url), _rated_matches(database_url)
    assert len(in_force) == 5
    season.tell(1, lifecycle_commands.CancelTournament(reason="no permission"))
    follow(database_url, season.journal)
    assert not any(_ratings(database_url).values())
    assert _rated_matches(database_url) == []
    assert readings.rating_changes(tournament_id(1)) == {}
    season.tell(1, lifecycle_commands.ReopenTournament(reason="permission given"))
    follow(database_url, season.journal)
    assert _ratings(database_url) == before
    assert _rated_matches(database_url) == in_force


def _ratings(url: str) -> dict[str, list[tuple[object, ...]]]:
    """The rows of the tables that say what is rated now; the others keep what was, too."""
    return {
        name: rows
        for name, rows in contents(url, ["ratings"]).items()
        if name not in {one.name for one in (rated_matches.MATCHES, rated_matches.REACH, rated_matches.PARTS)}
    }


def _rated_matches(url: str) -> list[tuple[object, ...]]:
    """The matches of the table of what was rated that are rated still, and how; not since when."""
    columns = ", ".join(name for name in rated_matches.MATCHES.values if name != "until")
    query = f"SELECT tournament, match, {columns} FROM projected.rated_matches WHERE until IS NULL ORDER BY 1, 2"  # noqa: S608 -- columns of this program
    with psycopg.connect(of_follower(url, "ratings")) as connection:
        return connection.execute(query.encode()).fetchall()


@pytest.mark.rule("ALL-12")
def test_only_announced_results_are_rated(club: Club, readings: Readings, database_url: str) -> None:
    club.register(1, 2)
    club.announce(1, conditions=AT_ONCE.model_copy(update={"verification": "by-director"}))
    club.enter(1, 1, 2)
    club.tell(1, lifecycle_commands.StartTournament())
    club.play_unverified(1, 1, 2)
    follow(database_url, club.journal)
    assert [match.status for match in readings.matches(tournament_id(1), status="reported").items] == ["reported"]
    assert readings.rating_history("normal", person_id(1)) == Page((), None)
    club.tell(1, match_commands.VerifyResult(match=1))
    follow(database_url, club.journal)
    assert len(readings.rating_history("normal", person_id(1)).items) == 1


@pytest.mark.rule("ELO-1", "ELO-8")
def test_players_start_by_the_policy_of_their_first_match_or_as_their_opening_says(
    club: Club, readings: Readings, database_url: str
) -> None:
    club.register(1, 2, 3)
    opening = {"pool": "normal", "rating_millionths": 1_650_000_000, "experience": 120, "reason": "from abroad"}
    club.tell_of(3, SetOpeningRating.model_validate(opening))
    club.begin(1, 1, 2, 3, rating=CLUB)
    follow(database_url, club.journal)
    assert [one.rating for one in readings.ratings("normal").items] == ["1650.000000"]
    club.play(1, (1, 2, 4, 0), (3, 1, 4, 0), length=4)
    follow(database_url, club.journal)
    histories = [readings.rating_history("normal", person_id(number)).items[-1] for number in (1, 2, 3)]
    assert [one.rating_before for one in histories] == ["1800.000000", "1800.000000", "1650.000000"]
    assert [one.experience for one in histories] == [0, 0, 120]


def test_names_are_asked_for_once_by_a_page(
    club: Club, readings: Readings, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    club.register(1, 2, 3)
    follow(database_url, club.journal)
    asked, rows = list[object](), Reader._rows

    def noted(reader: Reader, query: LiteralString, **values: object) -> object:
        asked.append(values["ids"])
        return rows(reader, query, **values)

    monkeypatch.setattr(Reader, "_rows", noted)
    first, second, third, unknown = (person_id(number) for number in (1, 2, 3, 9))
    with asked_once():
        assert readings.names([first, unknown]) == {first: "Näme 1"}
        assert readings.names([second, first]) == {first: "Näme 1", second: "Näme 2"}
        assert readings.names([first, second, unknown]) == {first: "Näme 1", second: "Näme 2"}
    assert asked == [[first, unknown], [second]]
    assert readings.names([first, third]) == {first: "Näme 1", third: "Näme 3"}


def test_erasing_a_person_leaves_nothing_of_him(club: Club, readings: Readings, database_url: str) -> None:
    club.register(1, 2)
    club.announce(1)
    for entry in (1, 2):
        club.tell(1, entry_commands.RequestEntry(person=person_id(entry)))
        club.tell(1, entry_commands.RefuseEntry(entry=entry, reason="owes the club money"))
    follow(database_url, club.journal)
    assert readings.names([person_id(1), person_id(2)]) == {person_id(1): "Näme 1", person_id(2): "Näme 2"}
    club.tell(1, entry_commands.ApproveEntry(entry=1))
    club.erase(1)
    follow(database_url, club.journal)
    assert readings.names([person_id(1), person_id(2)]) == {person_id(2): "Näme 2"}
    boxes = [entry.reason for entry in readings.entries(tournament_id(1)).items]
    opened = club.journal.open_boxes([box for box in boxes if isinstance(box, Sealed)])
    assert list(opened.values()) == [None, "owes the club money"]
    rows = str(contents(database_url))
    assert "owes the club money" not in rows
    assert "Näme 1" not in rows
    assert "secret" not in rows


def test_lists_are_read_page_by_page(season: Club, readings: Readings, database_url: str) -> None:
    season.begin(2, 3, 1)
    season.announce(3)
    follow(database_url, season.journal)
    read = readings
    first = tournament_id(1)
    assert _paged(lambda after: read.tournaments(after=after, limit=2)) == list(read.tournaments().items)
    assert [one.name for one in read.tournaments().items] == ["Tournament 3", "Tournament 2", "Tournament 1"]
    assert [one.name for one in read.tournaments(Wanted(status="announced")).items] == ["Tournament 3"]
    assert _paged(lambda after: read.entries(first, after, 1)) == list(read.entries(first).items)
    assert _paged(lambda after: read.matches(first, after, 2)) == list(read.matches(first).items)
    assert _paged(lambda after: read.matches(first, after, 2, status="announced")) == list(read.matches(first).items)
    assert [match.number for match in read.matches(first, entry=2).items] == [1, 2, 4, 5]
    assert [match.number for match in _paged(lambda after: read.matches(first, after, 1, entry=3))] == [2, 3, 5]
    assert _paged(lambda after: read.persons(after=after, limit=2)) == list(read.persons().items)
    assert [one.name for one in read.persons("NAME 2").items] == ["Näme 2"]
    assert _paged(lambda after: read.ratings("normal", after, 2)) == list(read.ratings("normal").items)
    history = read.rating_history("normal", person_id(2))
    assert _paged(lambda after: read.rating_history("normal", person_id(2), after, 1)) == list(history.items)
    assert [line.match for line in history.items] == [5, 4, 2, 1]


def _paged(read: Callable[[Cursor | None], Page[T]]) -> list[T]:
    """All items, read by following the pages."""
    page = read(None)
    items = list(page.items)
    while page.next is not None:
        page = read(page.next)
        items += page.items
    return items


def test_unknown_rows_are_none_or_empty(readings: Readings) -> None:
    nobody = tournament_id(77)
    found = [readings.tournament(nobody), readings.standings(nobody), readings.match(nobody, 1)]
    assert [*found, readings.entry(nobody, 1), readings.rating("normal", nobody)] == [None] * 5
    assert [readings.matches(nobody), readings.entries(nobody)] == [Page((), None)] * 2
