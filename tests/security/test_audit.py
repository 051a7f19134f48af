"""No package in the lock files is known to be vulnerable.

The attack: a fault that is known of a library is used before the library is renewed.
"""

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PINNED = re.compile(r"^([A-Za-z0-9][^\n]*==[^\n\\]+?) *\\?$", re.MULTILINE)
SECONDS = 60
UNREACHABLE = re.compile(r"client error \((Connect|SendRequest)\)|[Cc]onnection refused|dns error|timed out")
"""What `uv` says where nobody answers; whatever else ends it is no reason to skip."""


@pytest.mark.parametrize(
    ("lock", "least"), [("requirements", 21), ("requirements-dev", 21), ("requirements-browser", 3)]
)
def test_no_locked_package_is_known_to_be_vulnerable(lock: str, least: int, tmp_path: Path) -> None:
    pins = PINNED.findall((ROOT / f"{lock}.lock").read_text())
    assert len(pins) >= least
    audited = audit(pins, tmp_path)
    assert audited.returncode == 0, audited.stdout + audited.stderr


@pytest.mark.parametrize("known", [True, False])
def test_a_package_that_is_known_to_be_vulnerable_is_found(known: bool, tmp_path: Path) -> None:
    """By a stand-in for the service that is asked, which knows a fault of every package, or of none."""
    with stand_in(known=known) as address:
        audited = audit(["idna==3.11"], tmp_path, "--service-url", address)
    assert audited.returncode == (1 if known else 0), audited.stdout + audited.stderr
    assert (FAULT_ID in audited.stdout + audited.stderr) is known


def audit(pins: list[str], folder: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    """What `uv audit` says of these packages; the test is skipped where nobody answers it."""
    named = f"dependencies = {json.dumps(pins)}\n"
    project = f'[project]\nname = "locked"\nversion = "0"\nrequires-python = ">=3.11"\n{named}'
    (folder / "pyproject.toml").write_text(project)
    uv = str(Path(sys.executable).with_name("uv"))
    command = [uv, "audit", "--preview-features", "audit-command", "--no-progress", *options]
    environment = os.environ | {"UV_HTTP_RETRIES": "0"}
    try:
        audited = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        pytest.skip(f"nothing answered within {SECONDS} seconds")
    if audited.returncode != 0 and UNREACHABLE.search(audited.stderr):
        pytest.skip(f"vulnerabilities can't be looked up: {' '.join(audited.stderr.split())[-300:]}")
    return audited


FAULT_ID, MODIFIED = "GHSA-0000-0000-0000", "2026-01-01T00:00:00Z"
FAULT = {
    "id": FAULT_ID,
    "summary": "Made up for a test.",
    "modified": MODIFIED,
    "published": MODIFIED,
    "affected": [],
}


class StandIn(BaseHTTPRequestHandler):
    """Answers as the service does, for `known` of the class."""

    known = False

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
        found = {"vulns": [{"id": FAULT_ID, "modified": MODIFIED}]} if self.known else {}
        self._answer({"results": [found for _ in asked]})

    def do_GET(self) -> None:
        self._answer(FAULT)

    def log_message(self, *_: object) -> None:
        """Nothing."""

    def _answer(self, said: object) -> None:
        body = json.dumps(said).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def stand_in(*, known: bool) -> Iterator[str]:
    """The address of one."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Knowing", (StandIn,), {"known": known}))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
