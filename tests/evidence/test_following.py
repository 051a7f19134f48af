"""A log is followed from outside: a lying server is found and named, and a follower that is killed goes on."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from domain.evidence import checkpoints, merkle
from domain.evidence.checkpoints import Checkpoint
from domain.evidence.keys import SigningKey
from domain.evidence.leaves import Leaf
from domain.evidence.tiles import Hashes, append_hashes, bundle, bundles_of, nodes_in, tiles_of
from ops.command_line import app
from tests.evidence.test_reader import reader, require_agreement
from tests.ops.support import COMMAND

KEY = SigningKey("club.example/v1/log", bytes(range(32)))
STRANGER = SigningKey("club.example/v1/log", bytes(32))
OTHER = SigningKey("other.example/v1/log", bytes(range(32)))

Files = dict[str, bytes]


def entries_of(size: int, salt: str = "a") -> list[bytes]:
    streams = [f"person-{number % 5}" for number in range(size)]
    return [Leaf(stream, number // 5 + 1, (salt * 64)[:64]).entry for number, stream in enumerate(streams)]


def files_of(entries: list[bytes], key: SigningKey = KEY) -> Files:
    """A log of these entries as it is served."""
    size = len(entries)
    tiles: Mapping[tuple[int, int], Hashes] = append_hashes(
        0, lambda *_: b"", [merkle.leaf_hash(one) for one in entries]
    )
    root = merkle.root(size, nodes_in(lambda *place: tiles[place]))
    files = {"checkpoint": checkpoints.sign(Checkpoint(key.name, size, root), key).content}
    files |= {tile.path: tiles[tile.level or 0, tile.index] for tile in tiles_of(size)}
    return files | {
        one.path: bundle(entries[one.index * 256 : one.index * 256 + one.width]) for one in bundles_of(size)
    }


@contextmanager
def serving(files: Files) -> Iterator[str]:
    """These files, and what they are changed to, over HTTP."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            content = files.get(self.path.removeprefix("/log/"))
            self.send_response(404 if content is None else 200)
            self.send_header("Content-Length", str(len(content or b"")))
            self.end_headers()
            self.wfile.write(content or b"")

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- likewise
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/log"
    finally:
        server.shutdown()
        server.server_close()


def followed(url: str, folder: Path, key: SigningKey = KEY) -> Result:
    file = folder.with_name("key")
    file.write_text(f"{key.verifier.text}\n")
    return CliRunner().invoke(app, ["log", "follow", url, str(folder), "--key", str(file), "--once"])


def kept(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_log_that_grows_is_followed_and_kept_as_a_mirror(tmp_path: Path) -> None:
    files = files_of(entries_of(3))
    with serving(files) as url:
        for size in (3, 3, 300, 700):
            grown = files_of(entries_of(size))
            files.clear()
            files.update(grown)
            told = followed(url, tmp_path / "log")
            assert (told.exit_code, told.output.split(",")[0]) == (0, f"{size} events")
        found = kept(tmp_path / "log")
        assert {name: found[name] for name in grown} == grown
        assert set(found) - set(grown) == {"keys", "checkpoints.jsonl"}
        assert require_agreement(reader(found.get), 20, 10) == 700


def changed_entry(_: Files) -> Files:
    entries = entries_of(600)
    return files_of(entries) | {"tile/entries/001": bundle([entries_of(257, "b")[256], *entries[257:512]])}


def with_gap(_: Files) -> Files:
    return files_of([*entries_of(600), Leaf("person-1", 500, "c" * 64).entry])


def without(name: str) -> Callable[[Files], Files]:
    return lambda _: {path: content for path, content in files_of(entries_of(600)).items() if path != name}


def endless(files: Files) -> Files:
    """The key has signed more events than anybody can hold."""
    return files | {"checkpoint": checkpoints.sign(Checkpoint(KEY.name, 2**53 - 1, bytes(32)), KEY).content}


LIES: dict[str, tuple[Callable[[Files], Files], str]] = {
    "another history": (lambda _: files_of(entries_of(600, "b")), "fork: the first 300 events are not those"),
    "of the same size": (lambda _: files_of(entries_of(300, "b")), "fork: of 300 events another root"),
    "a smaller log": (
        lambda _: files_of(entries_of(200)),
        "truncated: event 201: 300 events were signed before, and now 200",
    ),
    "another key": (lambda _: files_of(entries_of(600), STRANGER), "signature: "),
    "another log": (lambda _: files_of(entries_of(600), OTHER), "origin: "),
    "no checkpoint": (
        lambda files: files | {"checkpoint": b"nothing"},
        "signature: what is served as checkpoint is none",
    ),
    "an entry": (changed_entry, "leaf: event 257: its entry is not the leaf that tile/0/001 holds"),
    "a gap": (with_gap, "gap: event 601 (person-1@500): version 121 was to follow"),
    "no bundle": (without("tile/entries/001"), "truncated: event 257: tile/entries/001 is missing"),
    "more than there can be": (endless, "truncated: event 257: tile/entries/001 is missing"),
    "no tile": (without("tile/0/001"), "truncated: tile/0/001 is missing"),
    "a tile above": (lambda _: files_of(entries_of(600)) | {"tile/1/000.p/2": bytes(64)}, "root: tile/1/000.p/2"),
    "another root": (
        lambda _: files_of(entries_of(600)) | {"checkpoint": files_of([*entries_of(599), b"x"])["checkpoint"]},
        "fork: the first 600 events are not those of the newest checkpoint",
    ),
}


@pytest.mark.parametrize("name", LIES)
def test_a_lying_server_is_found_and_nothing_of_it_is_kept(tmp_path: Path, name: str) -> None:
    files = files_of(entries_of(300))
    folder = tmp_path / "log"
    with serving(files) as url:
        assert followed(url, folder).exit_code == 0
        before, (lie, told) = kept(folder), LIES[name]
        lied = lie(dict(files))
        files.clear()
        files.update(lied)
        answer = followed(url, folder)
        assert (answer.exit_code, told in answer.output) == (14, True), answer.output
        assert kept(folder) == before
        files.clear()
        files.update(files_of(entries_of(600)))
        assert followed(url, folder).exit_code == 0


def test_a_server_that_does_not_answer_and_a_key_that_is_missing_are_told(tmp_path: Path) -> None:
    away = followed("http://127.0.0.1:9/log", tmp_path / "log")
    assert type(away.exception).__name__ == "LogUnreachableError"
    nobody = CliRunner().invoke(app, ["log", "follow", "http://127.0.0.1:9/log", str(tmp_path / "none"), "--once"])
    assert type(nobody.exception).__name__ == "DataFolderError"
    assert followed("ftp://club.example/log", tmp_path / "log").exit_code == 2


@pytest.mark.proof
def test_a_follower_that_is_killed_at_any_time_goes_on(tmp_path: Path) -> None:
    files = files_of(entries_of(20_000))
    folder, file = tmp_path / "log", tmp_path / "key"
    file.write_text(f"{KEY.verifier.text}\n")
    with serving(files) as url:
        command = [sys.executable, "-c", COMMAND, "log", "follow", url, str(folder), "--key", str(file), "--once"]
        for seconds in (0.8, 1.0, 1.2, 1.5, 2.0, 2.5):
            with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
                try:
                    process.wait(seconds)
                except subprocess.TimeoutExpired:
                    process.kill()
        assert followed(url, folder).exit_code == 0
    found = kept(folder)
    assert {name: found[name] for name in files} == files
