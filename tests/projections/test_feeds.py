"""What feeds tell: entry by entry, the same bytes whenever they are made (ALL-1)."""

import json
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import psycopg
import pytest

from domain.person import commands as person_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from projections.engine.rebuild import ToldOtherwise, rebuild
from projections.feeds.documents import ResultChanged
from projections.feeds.projection import FeedTables
from projections.queries.queries import Readings
from tests.projections.support import START, Club, contents, follow, person_id, session, tournament_id


def told(url: str, feed: str) -> list[dict[str, Any]]:
    """All entries of a feed."""
    with psycopg.connect(url) as connection:
        rows = connection.execute(
            "SELECT entry FROM projected.feed_entries WHERE feed = %s ORDER BY position, number", (feed,)
        ).fetchall()
    return [json.loads(entry) for (entry,) in rows]


def since(entries: Sequence[dict[str, Any]], position: int) -> list[dict[str, Any]]:
    """What was told of commands after that position."""
    return [one for one in entries if int(one["id"].partition(".")[0]) > position]


def ranking(entries: Sequence[dict[str, Any]]) -> dict[tuple[str, str], tuple[int, int]]:
    """Where everybody stands, by the entries of ratings alone."""
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for data in (one["data"] for one in entries):
        whose = data["pool"], data["person"]
        if data["rating"] is None:
            found.pop(whose, None)
        else:
            found[whose] = data["rating"], data["experience"]
    return found


@pytest.fixture
def season(club: Club, database_url: str) -> Club:
    club.register(1, 2, 3)
    club.begin(1, 1, 2, 3)
    club.play(1, (1, 2, 5, 3), (2, 3, 5, 1))
    club.play(1, (1, 3, 5, 4))
    follow(database_url, club.journal, "feeds")
    return club


def test_anyone_who_waits_is_told_a_few_commands_at_a_time(season: Club, database_url: str) -> None:
    """However much there is: one change may tell of thousands of matches."""
    for _ in range(220):
        season.play(1, (1, 2, 5, 3))
    with session(database_url, season.journal, "feeds") as following:
        behind = season.journal.position() - following.position
        assert 0 < following.step() <= FeedTables.largest_batch < behind


@pytest.mark.rule("ELO-6", "ALL-3")
def test_each_change_of_a_rating_names_its_cause_and_what_it_supersedes(season: Club, database_url: str) -> None:
    before = season.journal.position()
    season.turn_over(1, 1, "second")
    season.tell(1, match_commands.VoidMatch(match=3, reason="not played"))
    season.tell(1, match_commands.ReinstateMatch(match=3, reason="played after all"))
    late = (
        match_commands.PlayedMatch(
            sides=(1, 2),
            length=5,
            result={"kind": "winner", "winner": "first"},  # type: ignore[arg-type]  # read by the model
            played_at=START - timedelta(days=1),
        ),
    )
    season.tell(1, match_commands.EnterResults(results=late))
    follow(database_url, season.journal, "feeds")
    ratings = told(database_url, "ratings")
    by_cause = [(one["data"]["match"], one["data"]["cause"]) for one in since(ratings, before)]
    correction = [(match, "correction") for match in (1, 1, 2, 2, 3, 3)]
    assert by_cause[:6] == correction
    assert by_cause[6:10] == [(3, "void"), (3, "void"), (3, "reversal"), (3, "reversal")]
    assert by_cause[10:] == [(4, "result"), (4, "result"), *((n, "place-in-time") for n in (1, 1, 2, 2, 3, 3))]
    newest: dict[tuple[str, str, int], str] = {}
    for one in ratings:
        matter = one["subject"], one["data"]["tournament"], one["data"]["match"]
        assert one["data"]["supersedes"] == newest.get(matter)
        newest[matter] = one["id"]


@pytest.mark.rule("ELO-1", "ELO-4")
def test_entries_alone_give_the_ranking_of_the_service(season: Club, database_url: str, readings: Readings) -> None:
    season.tell_of(
        3,
        person_commands.SetOpeningRating(
            pool="normal", rating_millionths=1_650_500_000, experience=90, reason="from elsewhere"
        ),
    )
    season.tell_of(
        1,
        person_commands.SetOpeningRating(
            pool="price", rating_millionths=1_400_000_000, experience=10, reason="from elsewhere"
        ),
    )
    season.turn_over(1, 2, "second")
    season.tell(1, lifecycle_commands.CancelTournament(reason="no room"))
    for state in ("cancelled", "reopened"):
        if state == "reopened":
            season.tell(1, lifecycle_commands.ReopenTournament(reason="a room after all"))
        follow(database_url, season.journal, "ratings", "feeds")
        expected = {
            (pool, one.person): (int(one.rating.replace(".", "")), one.experience)
            for pool in ("normal", "price")
            for one in readings.ratings(pool, limit=100).items
        }
        assert ranking(told(database_url, "ratings")) == expected
    assert len(expected) == 4


@pytest.mark.rule("ALL-1")
def test_a_rebuild_gives_the_same_bytes_however_much_is_read_at_once(club: Club, database_url: str) -> None:
    club.register(1, 2, 3)
    club.begin(1, 1, 2, 3)
    for largest in (1, 3, 5_000):
        club.play(1, (1, 2, 5, 3), (2, 3, 5, 1), (1, 3, 2, 5))
        club.turn_over(1, len(club.state(1).matches) - 1, "second")
        club.erase(2) if largest == 3 else None
        follow(database_url, club.journal, "feeds", largest_batch=largest)
    live = contents(database_url, ["feeds"])
    assert len(live["feed_entries"]) > 40
    rebuild(database_url, club.journal, FeedTables, largest_batch=2)
    assert contents(database_url, ["feeds"]) == live


@pytest.mark.rule("ALL-1")
def test_answer_already_given_stays_when_the_program_would_tell_it_otherwise(
    season: Club, database_url: str, admin_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables of an earlier making are made again where that gives the same entries; else they stay as they are."""
    published = contents(database_url, ["feeds"])["feed_entries"]
    with psycopg.connect(admin_url, autocommit=True) as owner:
        owner.execute("UPDATE projections SET definition = 'an earlier one' WHERE name = 'feeds'")
    rebuild(database_url, season.journal, FeedTables)
    assert contents(database_url, ["feeds"])["feed_entries"] == published
    assert "an earlier one" not in definitions(admin_url)
    monkeypatch.setattr(ResultChanged, "TYPE", "result.changed.v2")
    with pytest.raises(ToldOtherwise, match="of the feeds would be told otherwise"):
        rebuild(database_url, season.journal, FeedTables)
    assert contents(database_url, ["feeds"])["feed_entries"] == published


def definitions(url: str) -> list[str]:
    with psycopg.connect(url) as connection:
        live = "SELECT definition FROM projections WHERE name = 'feeds' AND is_live"
        return [one for (one,) in connection.execute(live)]


@pytest.mark.rule("ALL-12")
def test_entries_hold_ids_and_never_a_name_or_anybodys_words(season: Club, database_url: str) -> None:
    season.turn_over(1, 1, "second")
    season.erase(3)
    season.tell(1, lifecycle_commands.CancelTournament(reason="no room for it"))
    follow(database_url, season.journal, "feeds")
    with psycopg.connect(database_url) as connection:
        everything = b"\n".join(row[0] for row in connection.execute("SELECT entry FROM projected.feed_entries"))
    for words in ("Näme", "secret", "Tournament 1", "slip of the pen", "no room"):
        assert words.encode() not in everything
    persons = [(one["data"]["person"], one["data"]["change"]) for one in told(database_url, "persons")]
    assert persons == [*((person_id(n), "registered") for n in (1, 2, 3)), (person_id(3), "erased")]


@pytest.mark.rule("ALL-12")
def test_a_result_is_told_once_it_is_announced_and_again_when_it_counts_no_longer(
    season: Club, database_url: str
) -> None:
    first, *others = told(database_url, "results")
    assert [one["data"]["match"] for one in others] == [2, 3]
    assert first["subject"] == f"tournaments/{tournament_id(1)}/matches/1"
    said = {name: first["data"][name] for name in ("counts", "winner", "points", "length", "cause", "supersedes")}
    assert said == {
        "counts": True, "winner": "first", "points": [5, 3], "length": 5, "cause": "result", "supersedes": None
    }  # fmt: skip
    assert first["data"]["sides"] == [[person_id(1)], [person_id(2)]]
    season.tell(1, match_commands.VoidMatch(match=1, reason="not played"))
    follow(database_url, season.journal, "feeds")
    *_, last = told(database_url, "results")
    assert (last["data"]["counts"], last["data"]["winner"], last["data"]["cause"]) == (False, None, "void")
    assert last["data"]["supersedes"] == first["id"]


def test_feeds_stand_still_before_what_cannot_be_read_and_go_on_after_it(
    season: Club, database_url: str, admin_url: str
) -> None:
    before = told(database_url, "results")
    season.play(1, (2, 1, 5, 0))
    sound = season.journal.position()
    season.play(1, (3, 1, 5, 0))
    with psycopg.connect(admin_url, autocommit=True) as owner:
        [state] = owner.execute("SELECT state FROM events WHERE position = %s", (sound + 1,)).fetchone() or ()
        owner.execute("ALTER TABLE events DISABLE TRIGGER USER")
        owner.execute("UPDATE events SET state = 'garbage' WHERE position = %s", (sound + 1,))
        with pytest.raises(Exception, match="the feeds stand still"):
            follow(database_url, season.journal, "feeds")
        assert len(told(database_url, "results")) - len(before) in (0, 1)
        owner.execute("UPDATE events SET state = %s WHERE position = %s", (state, sound + 1))
    follow(database_url, season.journal, "feeds")
    assert len(told(database_url, "results")) == len(before) + 2


@pytest.mark.rule("REG-1", "REG-3")
def test_a_merge_and_its_taking_back_are_told_with_results_and_ratings(
    season: Club, database_url: str, readings: Readings
) -> None:
    season.register(4)
    opening = {"pool": "normal", "rating_millionths": 1_650_000_000, "experience": 90, "reason": "from elsewhere"}
    season.tell_of(3, person_commands.SetOpeningRating.model_validate(opening))
    for change, kept in (("merged", person_id(4)), ("merge-taken-back", None)):
        before, now = season.journal.position(), kept or person_id(3)
        season.split(3) if kept is None else season.merge(3, 4)
        follow(database_url, season.journal)
        [person] = [one["data"] for one in since(told(database_url, "persons"), before)]
        assert (person["person"], person["change"], person["merged_into"]) == (person_id(3), change, kept)
        results = [one["data"] for one in since(told(database_url, "results"), before)]
        assert [(one["match"], one["sides"][1]) for one in results] == [(2, [now]), (3, [now])]
        expected = {
            ("normal", one.person): (int(one.rating.replace(".", "")), one.experience)
            for one in readings.ratings("normal", limit=100).items
        }
        assert ranking(told(database_url, "ratings")) == expected
        assert ("normal", now) in expected
        listed = [one.id for one in readings.persons().items]
        assert (person_id(3) in listed) == (kept is None)
    live = contents(database_url, ["feeds"])
    rebuild(database_url, season.journal, FeedTables, largest_batch=2)
    assert contents(database_url, ["feeds"]) == live
