"""`scoresheet export` and `scoresheet verify`: places, archives, exit codes, and the same bytes everywhere."""

import hashlib
import os
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from typer.testing import CliRunner

from ops.command_line import app
from ops.errors import ExportError
from ops.export import target
from tests.evidence.exports.conftest import Sound
from tests.evidence.exports.support import EXPORT, Forger, digests, exported, kinds
from tests.evidence.test_reader import reader, require_agreement
from tests.projections.support import tournament_id

RUN = CliRunner()


@pytest.fixture
def key_file(sound: Sound, tmp_path: Path) -> Path:
    file = tmp_path / "log-key.txt"
    file.write_text("".join(f"{key.text}\n" for key in sound.trust.keys))
    return file


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing can be connected to."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("nothing may be connected to")

    monkeypatch.setattr(psycopg, "connect", refuse)
    monkeypatch.setattr(socket, "socket", refuse)


@pytest.mark.usefixtures("nowhere")
def test_an_export_is_verified_without_a_database(sound: Sound, key_file: Path) -> None:
    done = RUN.invoke(app, ["verify", str(sound.place), "--key", str(key_file)])
    assert (done.exit_code, done.stderr) == (0, "")
    said = done.stdout.splitlines()
    assert [line[:2] for line in said[:-1]] == ["1.", "2.", "3.", "4.", "5."]
    assert said[-1] == "Sound."


@pytest.mark.usefixtures("nowhere")
def test_a_replay_prints_what_the_events_come_to(sound: Sound) -> None:
    done = RUN.invoke(app, ["replay", str(sound.place)])
    assert done.exit_code == 0, done.exception
    digest = hashlib.sha256(next((sound.place / "tables").glob("standings@*")).read_bytes()).hexdigest()
    assert f"table standings: 2 rows, sha256 {digest}" in done.stdout
    assert "  1. entry 3, person " in done.stdout
    assert "ratings normal: 3 players" in done.stdout


def test_a_replay_can_be_asked_as_a_database(sound: Sound, tmp_path: Path) -> None:
    done = RUN.invoke(app, ["replay", str(sound.place), "--sqlite", str(tmp_path / "out.db")])
    assert done.exit_code == 0, done.exception
    with closing(sqlite3.connect(tmp_path / "out.db")) as connection:
        [(events,)] = connection.execute("SELECT count(*) FROM events").fetchall()
        [(name,)] = connection.execute(
            "SELECT json_extract(document, '$.name') FROM tournaments WHERE id = ?", (tournament_id(1),)
        ).fetchall()
        players = connection.execute("SELECT person, rating FROM ratings WHERE pool = 'normal'").fetchall()
    assert (events, name, len(players)) == (len(Forger(sound.place).lines), "Tournament 1", 3)
    again = RUN.invoke(app, ["replay", str(sound.place), "--sqlite", str(tmp_path / "out.db")])
    assert isinstance(again.exception, ExportError)


def test_export_is_never_sound_without_a_key(sound: Sound) -> None:
    done = RUN.invoke(app, ["verify", str(sound.place)])
    assert done.exit_code == 1
    assert "unauthenticated" in done.stdout


def test_signature_of_somebody_is_said_where_a_key_shows_it(sound: Sound, key_file: Path) -> None:
    kept = str(sound.place / "checkpoint")
    by_checkpoint = RUN.invoke(app, ["verify", str(sound.place), "--checkpoint", kept, "--log-only"])
    by_key = RUN.invoke(app, ["verify", str(sound.place), "--key", str(key_file), "--log-only"])
    assert [done.exit_code for done in (by_checkpoint, by_key)] == [0, 0]
    assert "3. No key of this log was given" in by_checkpoint.stdout
    assert "3. The checkpoint is signed by the log" in by_key.stdout


@pytest.mark.rule("ALL-1")
def test_an_archive_holds_the_same_and_is_the_same_each_time(sound: Sound, tmp_path: Path) -> None:
    exported(sound.urls.service, tmp_path / "again")
    assert digests(tmp_path / "again") == digests(sound.place)
    archives = [tmp_path / "first.zip", tmp_path / "second.zip"]
    for archive in archives:
        exported(sound.urls.service, archive)
    assert archives[0].read_bytes() == archives[1].read_bytes()
    assert kinds(archives[0], sound.trust) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again", "first.zip", "second.zip"]


def test_an_independent_reader_of_logs_reads_it(sound: Sound) -> None:
    def get(name: str) -> bytes | None:
        path = sound.place / name
        return path.read_bytes() if path.is_file() else None

    assert require_agreement(reader(get), 20, 5) > 20


def test_a_place_that_is_taken_is_left_alone(sound: Sound, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("own")
    with pytest.raises(ExportError, match="is there already"):
        exported(sound.urls.service, tmp_path / "mine")
    assert (tmp_path / "mine").read_text() == "own"


class KilledError(Exception):
    """Stands for the end of the process."""


def test_an_export_that_is_broken_off_leaves_nothing(
    sound: Sound, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_: object) -> None:
        raise KilledError

    place = tmp_path / "broken" / "everything.zip"
    with monkeypatch.context() as broken:
        broken.setattr(target, "archive_bytes", die)
        with pytest.raises(KilledError):
            exported(sound.urls.service, place)
    assert not place.exists()
    exported(sound.urls.service, place)
    assert [path.name for path in place.parent.iterdir()] == ["everything.zip"]


@pytest.mark.proof
def test_an_export_that_is_killed_leaves_nothing_half_done(sound: Sound, tmp_path: Path) -> None:
    program = (
        "import sys, time; from pathlib import Path; from ops.export import target;"
        "from tests.evidence.exports.support import exported;"
        "write = target._write; count = iter(range(int(sys.argv[3])));"
        "stop = lambda: (print(flush=True), time.sleep(60));"
        "target._write = lambda *told: (write(*told), next(count, None) is None and stop());"
        "exported(sys.argv[1], Path(sys.argv[2]))"
    )
    place = tmp_path / "killed" / "everything"
    for written in (0, 5, 20):
        command = [sys.executable, "-c", program, sound.urls.service, str(place), str(written)]
        with subprocess.Popen(command, cwd=Path(__file__).parents[3], stdout=subprocess.PIPE) as running:
            assert running.stdout is not None
            running.stdout.readline()
            running.kill()
        assert not place.exists()
    exported(sound.urls.service, place)
    assert kinds(place, sound.trust) == []
    assert [path.name for path in place.parent.iterdir()] == ["everything"]


@pytest.mark.parametrize(
    "told",
    [
        {"PYTHONHASHSEED": "1", "TZ": "Pacific/Kiritimati", "LC_ALL": "tr_TR.UTF-8"},
        {"PYTHONHASHSEED": "2", "TZ": "America/St_Johns", "LC_ALL": "C"},
    ],
)
@pytest.mark.proof
@pytest.mark.rule("ALL-1")
def test_hash_seed_time_zone_and_locale_change_no_byte(sound: Sound, tmp_path: Path, told: dict[str, str]) -> None:
    command = [sys.executable, "-c", EXPORT, sound.urls.service, str(tmp_path / "elsewhere")]
    subprocess.run(command, env={**os.environ, **told}, check=True, cwd=Path(__file__).parents[3])
    assert digests(tmp_path / "elsewhere") == digests(sound.place)
    verified = (
        "import sys; from pathlib import Path; from domain.evidence.exported.trust import Trust;"
        "from tests.evidence.exports.support import kinds; print(kinds(Path(sys.argv[1]), Trust()))"
    )
    command = [sys.executable, "-c", verified, str(tmp_path / "elsewhere")]
    found = subprocess.run(
        command, env={**os.environ, **told}, check=True, cwd=Path(__file__).parents[3], capture_output=True, text=True
    )
    assert found.stdout == "['unauthenticated']\n"


@pytest.mark.rule("ELO-8")
@pytest.mark.usefixtures("nowhere")
def test_replay_under_another_policy_prints_what_ratings_would_be(sound: Sound, tmp_path: Path) -> None:
    said = tmp_path / "policy.json"
    said.write_text(
        '{"name": "stake", "start": "1000", "k": {"kind": "none"}, "factor": "1", "scale": "2000",'
        ' "length_in_change": "linear"}'
    )
    named, from_file = (
        RUN.invoke(app, ["replay", str(sound.place), "--policy", policy]) for policy in ("denmark/1", str(said))
    )
    assert (named.exit_code, from_file.exit_code) == (0, 0)
    assert "pool normal: " in named.stdout
    assert "class 1500-1599: " in named.stdout
    assert "-> 1" in named.stdout
    unknown = RUN.invoke(app, ["replay", str(sound.place), "--policy", "nowhere/3"])
    assert unknown.exit_code == 2
    assert "policies are club/1, denmark/1, room/1" in " ".join(unknown.output.replace("│", " ").split())
    nowhere = RUN.invoke(app, ["replay", str(sound.place), "--policy", "denmark/1", "--pool", "nowhere"])
    assert nowhere.exit_code == 2
    assert "The rating pools are normal, price." in " ".join(nowhere.output.replace("│", " ").split())
