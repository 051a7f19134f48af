"""A log with a new key, or begun again: the first key, or a checkpoint of the former log, leads on to the newest."""

from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from domain.evidence import notes
from domain.evidence.checkpoints import checkpoint_in
from domain.evidence.exported.trust import Trust
from ops.database import DatabaseUrls
from ops.evidence import renewal
from tests.evidence.exports.support import exported, kinds, trusted
from tests.evidence.exports.test_second_verifier import Second
from tests.evidence.support import key_folder, newest_note, signed
from tests.projections.support import Club, opened


@pytest.mark.rule("ALL-1")
def test_the_first_key_and_the_former_log_lead_on_to_the_newest(
    database: DatabaseUrls, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = key_folder(tmp_path)
    with opened(database.service) as journal, psycopg.connect(database.owner, autocommit=True) as connection:
        Club(journal).register(1, 2)
        signed(database, journal, folder)
        first = trusted(folder)
        renewal.rotate(journal, folder)
        signed(database, journal, folder)
        exported(database.service, tmp_path / "rotated")
        former_note = newest_note(database.service)
        former = checkpoint_in(notes.parse(former_note))
        renewal.restart(journal, connection, folder)
        signed(database, journal, folder)
        exported(database.service, tmp_path / "restarted")
    assert kinds(tmp_path / "rotated", first) == []
    restarted = trusted(folder)
    second = Second(tmp_path, capsys)
    assert second.said(tmp_path / "rotated", first) == (0, None)
    for trust, note in ((restarted, None), (replace(restarted, checkpoint=former), former_note)):
        assert second.said(tmp_path / "restarted", trust, note) == (0, None)
    # Anybody can make a log up that names another as its former one: the key of that one vouches for nothing.
    assert kinds(tmp_path / "restarted", first) == ["unauthenticated"]
    assert second.said(tmp_path / "restarted", first) == (1, "unauthenticated")
    assert kinds(tmp_path / "restarted", replace(restarted, checkpoint=former)) == []
    assert "signature" in kinds(tmp_path / "rotated", Trust(keys=(replace(first.keys[0], public=b"x" * 32),)))
    other = replace(former, origin="other.example/log")
    assert "origin" in kinds(tmp_path / "restarted", replace(restarted, checkpoint=other))
