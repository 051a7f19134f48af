"""Rows that somebody has changed with the hands of the database's owner are exported as they are, and found there;
both verifiers find it, in whatever order they go."""

import re
from pathlib import Path

import pytest

from domain.evidence.exported.manifest import Scope, WholeLog
from ops.database import DatabaseUrls
from projections.exports.snapshot import NotSignedError
from tests.domain.test_commitments import played, revealed
from tests.evidence.exports.history import append
from tests.evidence.exports.support import exported, follow_and_sign, kinds, trusted
from tests.evidence.exports.test_parts import CLUB
from tests.evidence.support import key_folder, owner
from tests.projections.support import Club, opened
from tests.second_verifier.__main__ import main

CHANGES: dict[str, tuple[str, str, Scope]] = {
    "a name as long as a book": (
        "UPDATE events SET stream = repeat('x', 70000) WHERE position = 4", "event-missing", WholeLog(),
    ),
    "a topic in other letters": ("UPDATE events SET topic = 'Ω' WHERE position = 4", "column", WholeLog()),
    "a revealed secret that is none": (
        "UPDATE events SET state = '[]' WHERE topic = 'tournament.secret-revealed.v1'", "column", WholeLog(),
    ),
    "no event in a part": ("UPDATE events SET state = '{' WHERE topic = 'tournament.started.v1'", "column", CLUB),
    "a checkpoint that is no text": (
        r"UPDATE checkpoints SET note = '\xff' WHERE size = (SELECT min(size) FROM checkpoints)",
        "signature",
        WholeLog(),
    ),
}  # fmt: skip


def by_the_second(place: Path, key: Path, capsys: pytest.CaptureFixture[str]) -> set[str]:
    """The kinds of what the other verifier finds."""
    capsys.readouterr()
    assert main([str(place), "--key", str(key)]) == 1
    return set(re.findall(r"^[a-z-]+", capsys.readouterr().out, re.MULTILINE))


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_row_is_exported_and_found(
    database: DatabaseUrls, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    statement, finding, scope = CHANGES[name]
    folder = key_folder(tmp_path)
    with opened(database.service) as journal:
        club = Club(journal)
        club.register(1, 2, 3)
        follow_and_sign(database, journal, folder)
        club.begin(1, 1, 2, 3)
        append(database, revealed(played()).history)
        follow_and_sign(database, journal, folder)
    with owner(database) as connection:
        assert connection.execute(statement.encode()).rowcount >= 1
    exported(database.service, tmp_path / "export", scope)
    trust = trusted(folder)
    (tmp_path / "key").write_text(trust.keys[0].text)
    found = set(kinds(tmp_path / "export", trust))
    assert finding in found == by_the_second(tmp_path / "export", tmp_path / "key", capsys)


def test_no_export_is_made_where_tables_are_missing(database: DatabaseUrls, tmp_path: Path) -> None:
    with opened(database.service) as journal:
        Club(journal).register(1)
        follow_and_sign(database, journal, key_folder(tmp_path))
    with owner(database) as connection:
        connection.execute("DELETE FROM projections WHERE name = 'ratings'")
    with pytest.raises(NotSignedError, match="the tables of ratings are not there"):
        exported(database.service, tmp_path / "export")
