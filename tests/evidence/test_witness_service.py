"""The witness as it runs: over HTTP, with its memory in a file and its key in a folder."""

import asyncio
import re
import signal
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from domain.evidence import checkpoints, notes
from domain.evidence.checkpoints import Checkpoint, open_checkpoint
from domain.evidence.keys import SigningKey
from domain.evidence.policy import open_witnessed, parse_policy
from domain.evidence.witness import MOST_REQUEST_BYTES, OtherSizeError
from ops.command_line import app as command_line
from ops.errors import AddressTakenError, DataFolderError
from ops.witness.cosigning import Witness, name_of
from ops.witness.folder import WitnessFolder
from ops.witness.http import SIZE, witness_app
from tests.evidence.test_witness import LOG, OF_ANOTHER, STRANGER, WRONG, grown, tree
from tests.ops.support import COMMAND
from tests.patience import PATIENCE_SECONDS

NAME = "witness.example"
NOW = 1_679_315_147


def folder_with(path: Path, *keys: SigningKey) -> WitnessFolder:
    """A witness's folder that knows the logs of these keys."""
    folder = WitnessFolder(path / "witness")
    folder.prepare(NAME)
    (folder.path / "logs").write_text("# known\n\n" + "".join(f"{key.verifier.text}\n" for key in keys))
    return folder


def started(folder: WitnessFolder) -> Witness:
    return Witness(folder.prepare(None), folder.logs(), folder.heads, lambda: NOW)


@pytest.fixture
def witness(tmp_path: Path) -> Witness:
    return started(folder_with(tmp_path, LOG))


def answer(witness: Witness, method: str, path: str, content: bytes = b"") -> httpx.Response:
    async def sent() -> httpx.Response:
        transport = httpx.ASGITransport(witness_app(witness))
        async with httpx.AsyncClient(
            transport=transport, base_url="http://witness.example", timeout=PATIENCE_SECONDS
        ) as client:
            return await client.request(method, path, content=content)

    return asyncio.run(sent())


def added(witness: Witness, content: bytes) -> httpx.Response:
    return answer(witness, "POST", "/add-checkpoint", content)


def last(witness: Witness) -> httpx.Response:
    return answer(witness, "GET", f"/{name_of(LOG.name)}/checkpoint")


def test_a_log_that_grows_is_cosigned_each_time_and_the_last_is_shown(witness: Witness) -> None:
    assert last(witness).status_code == 404
    for old, new in ((0, 3), (3, 8), (8, 8)):
        told = added(witness, grown(old, new))
        assert (told.status_code, told.text[:2], told.text[-1]) == (200, "— ", "\n")
        shown = last(witness)
        assert shown.content == checkpoints.sign(tree(new), LOG).content + told.content
        assert shown.headers["content-type"] == "text/plain; charset=utf-8"
        keys = [LOG.verifier, witness.key.cosigner]
        assert notes.verify(notes.parse(shown.content), keys) == tuple(keys)
    policy = f"log {LOG.verifier.text}\nwitness w {witness.key.cosigner.text}\nquorum w\n"
    assert open_witnessed(last(witness).content, parse_policy(policy.encode())) == tree(8)


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (OF_ANOTHER, 404),
        (grown(3, 8, key=STRANGER), 403),
        (grown(9, 8, proof=[]), 400),
        (b"old 3\n", 400),
        (b"", 400),
        (grown(3, 8, proof=[]), 422),
        (grown(3, 3, said=Checkpoint(LOG.name, 3, WRONG)), 422),
        (b"x" * (MOST_REQUEST_BYTES + 1), 413),
    ],
    ids=lambda value: str(value)[:20],
)
def test_refused_request_changes_nothing(witness: Witness, content: bytes, status: int) -> None:
    added(witness, grown(0, 3))
    before = last(witness).content
    told = added(witness, content)
    assert told.status_code == status
    assert told.text.endswith("\n")
    assert last(witness).content == before


@pytest.mark.parametrize("old", [0, 8])
def test_another_size_is_answered_with_the_last_one(witness: Witness, old: int) -> None:
    added(witness, grown(0, 3))
    told = added(witness, grown(old, 8))
    assert (told.status_code, told.headers["content-type"].partition(";")[0], told.text) == (409, SIZE, "3\n")


def test_a_witness_remembers_after_a_new_start(witness: Witness, tmp_path: Path) -> None:
    added(witness, grown(0, 8))
    again = started(WitnessFolder(tmp_path / "witness"))
    assert again.key == witness.key
    assert added(again, grown(0, 3)).status_code == 409
    assert last(again).content == last(witness).content


def test_logs_are_kept_apart_and_a_log_may_have_two_keys(tmp_path: Path) -> None:
    other = SigningKey("other.example", bytes(32))
    witness = started(folder_with(tmp_path, LOG, STRANGER, other))
    assert added(witness, grown(0, 8)).status_code == 200
    assert added(witness, grown(0, 3, key=other, said=Checkpoint(other.name, 3, WRONG))).status_code == 200
    assert added(witness, grown(8, 20, key=STRANGER)).status_code == 200
    keys = [STRANGER.verifier, witness.key.cosigner]
    assert open_checkpoint(last(witness).content, LOG.name, keys) == tree(20)


def test_one_of_two_requests_at_once_is_cosigned(witness: Witness) -> None:
    added(witness, grown(0, 3))
    cosigned, refused = list[int](), list[int]()
    together = threading.Barrier(2)

    def now() -> int:
        """Waits a moment for the other request, which is not to come so far meanwhile."""
        with suppress(threading.BrokenBarrierError):
            together.wait(0.2)
        return NOW

    slow = replace(witness, now=now)

    def ask(size: int) -> None:
        try:
            slow.add_checkpoint(grown(3, size))
            cosigned.append(size)
        except OtherSizeError as other:
            refused.append(other.size)

    threads = [threading.Thread(target=ask, args=(size,)) for size in (4, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused == cosigned
    assert open_checkpoint(last(witness).content, LOG.name, [LOG.verifier]) == tree(cosigned[0])


def test_checkpoint_that_cannot_be_remembered_is_not_cosigned(witness: Witness) -> None:
    witness.heads.path.unlink()
    assert added(witness, grown(0, 3)).status_code == 503
    assert last(witness).status_code == 503
    assert not witness.heads.path.exists()


def test_the_first_start_makes_the_key_for_its_account_alone(tmp_path: Path) -> None:
    folder = WitnessFolder(tmp_path / "new" / "witness")
    key = folder.prepare(NAME, lambda size: bytes(range(size)))
    assert key == SigningKey(NAME, bytes(range(32)))
    assert [stat.S_IMODE(path.stat().st_mode) for path in (folder.path, folder.path / "key")] == [0o700, 0o600]
    assert sorted(path.name for path in folder.path.iterdir()) == ["heads.sqlite", "key"]
    assert folder.prepare(NAME) == folder.prepare(None) == key
    shown = CliRunner().invoke(command_line, ["witness", "key", str(folder.path)])
    assert shown.output == f"{key.cosigner.text}\n"


def without_heads(folder: WitnessFolder) -> None:
    folder.heads.path.unlink()


def with_empty_heads(folder: WitnessFolder) -> None:
    folder.heads.path.write_bytes(b"")


def with_broken_heads(folder: WitnessFolder) -> None:
    folder.heads.path.write_bytes(b"x" * 4096)


def with_broken_key(folder: WitnessFolder) -> None:
    (folder.path / "key").write_text("key")


def without_logs(folder: WitnessFolder) -> None:
    (folder.path / "logs").unlink()


def with_a_wrong_log(folder: WitnessFolder) -> None:
    (folder.path / "logs").write_text(f"{LOG.verifier.text[:-2]}\n")


def with_a_witness_as_log(folder: WitnessFolder) -> None:
    (folder.path / "logs").write_text(f"{LOG.cosigner.text}\n")


def with_another_text(folder: WitnessFolder) -> None:
    (folder.path / "logs").write_bytes(b"\xff\n")


@pytest.mark.parametrize(
    "spoil",
    [
        without_heads,
        with_empty_heads,
        with_broken_heads,
        with_broken_key,
        without_logs,
        with_a_wrong_log,
        with_a_witness_as_log,
        with_another_text,
    ],
)
def test_a_folder_that_lacks_something_starts_no_witness(
    tmp_path: Path, spoil: Callable[[WitnessFolder], None]
) -> None:
    folder = folder_with(tmp_path, LOG)
    spoil(folder)
    with pytest.raises(DataFolderError):
        started(folder)


@pytest.mark.parametrize("name", [None, "", "two words", "a+b"])
def test_a_new_witness_needs_a_name(tmp_path: Path, name: str | None) -> None:
    with pytest.raises(DataFolderError, match="needs --name"):
        WitnessFolder(tmp_path).prepare(name)
    assert list(tmp_path.iterdir()) == []


def test_a_witness_keeps_its_name(tmp_path: Path) -> None:
    with pytest.raises(DataFolderError, match="leave --name out"):
        folder_with(tmp_path, LOG).prepare("another.example")


def test_a_taken_port_is_answered_with_the_options_that_it_has(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, LOG)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        asked = ["witness", "serve", str(folder.path), "--port", str(taken.getsockname()[1])]
        ended = CliRunner().invoke(command_line, asked)
    assert isinstance(ended.exception, AddressTakenError)
    assert str(ended.exception).endswith("; name another with --host or --port")


@pytest.mark.proof
def test_the_command_serves_until_it_is_stopped(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, LOG)
    command = [sys.executable, "-c", COMMAND, "witness", "serve", str(folder.path), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == f"the witness is {folder.prepare(None).cosigner.text}\n"
            address = re.findall(r"127\.0\.0\.1:\d+", process.stdout.readline())[0]
            told = httpx.post(f"http://{address}/add-checkpoint", content=grown(0, 8), timeout=PATIENCE_SECONDS)
            assert told.status_code == 200
        finally:
            process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_SECONDS) == 0
