"""A log with a new key, or begun anew: the first key, or a checkpoint of the former log, leads on to the newest."""

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
from tests.evidence.support import key_folder, newest_note, signed
from tests.projections.support import Club, opened


@pytest.mark.rule("ALL-1")
def test_the_first_key_and_the_former_log_lead_on_to_the_newest(database: DatabaseUrls, tmp_path: Path) -> None:
    folder = key_folder(tmp_path)
    with opened(database.service) as journal, psycopg.connect(database.owner, autocommit=True) as connection:
        Club(journal).register(1, 2)
        signed(database, journal, folder)
        first = trusted(folder)
        renewal.rotate(journal, folder)
        signed(database, journal, folder)
        exported(database.service, tmp_path / "rotated")
        former = checkpoint_in(notes.parse(newest_note(database.service)))
        renewal.restart(journal, connection, folder)
        signed(database, journal, folder)
        exported(database.service, tmp_path / "restarted")
    assert kinds(tmp_path / "rotated", first) == []
    restarted = trusted(folder)
    assert kinds(tmp_path / "restarted", replace(restarted, checkpoint=former)) == []
    assert "signature" in kinds(tmp_path / "rotated", Trust(keys=(replace(first.keys[0], public=b"x" * 32),)))
    other = replace(former, origin="other.example/log")
    assert "origin" in kinds(tmp_path / "restarted", replace(restarted, checkpoint=other))
