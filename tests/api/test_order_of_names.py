"""The names in a list of ratings keep their order, whatever has happened to the tables."""

import pytest
from typer.testing import CliRunner

from ops.command_line import app
from ops.database import DatabaseUrls
from tests.api.support import Season, running_service, score, season


def listed(played: Season) -> str:
    """The list as it was answered, to the letter, with its names."""
    answer = played.director.get("/v1/ratings/normal")
    assert answer.status_code == 200
    return answer.text


def test_names_of_ratings_keep_their_order_through_a_rebuild(
    database: DatabaseUrls, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setenv("SCORESHEET_DATABASE_URL", database.owner)
    with running_service(database, told) as service:
        played = season(service, 6)
        for first, second in ((1, 2), (5, 6), (3, 4)):
            played.play(first, second, length=7, result=score(7, 4))
        before, names = listed(played), played.director.read("/v1/ratings/normal")["names"]
        assert [*names] == sorted(played.persons)
        for person in played.persons[:3]:  # a row that is written again moves to the end of its table
            service.owner.execute("UPDATE projected.persons SET name = name WHERE id = %s", (person,))
        assert listed(played) == before
        done = CliRunner().invoke(app, ["rebuild"])
        assert (done.exit_code, listed(played)) == (0, before)
    assert told == []
