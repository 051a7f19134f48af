"""Makes the environment in `.venv`: `python ops/environment.py run` what the service needs, `test` what tests need too,
`browse` what those in a real browser need.

Any number may do this at once: one works at a time, the others find it done. An environment that a killed start has
left unfinished is made again. Run by `make`, with the system's Python: only the standard library is there.
"""

import fcntl
import hashlib
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ENVIRONMENT = Path(".venv")
UNDER_WAY = ENVIRONMENT / "under-way"
"""There while something is being installed."""
PYTHON = ENVIRONMENT / "bin" / "python"
OLDEST = (3, 11)

FILES = {
    "run": ("requirements.lock", "pyproject.toml"),
    "test": ("requirements-dev.lock",),
    "browse": ("requirements-browser.lock",),
}
NEEDED_FOR = {"run": (), "test": ("test",), "browse": ("test", "browse")}
"""What is installed besides what the service needs."""
STEPS = {
    "run": (
        ("--require-hashes", "-r", "requirements.lock"),
        ("--no-deps", "--no-build-isolation", "--editable", "."),
    ),
    "test": (("--require-hashes", "-r", "requirements-dev.lock"),),
    "browse": (("--require-hashes", "-r", "requirements-browser.lock"),),
}


def main() -> None:
    """Makes what the first argument names ready; the current folder is the checkout."""
    if sys.version_info < OLDEST:
        sys.exit(f"{sys.executable} is older than Python 3.11")
    with _alone():
        _make_ready("run")
        for further in NEEDED_FOR[sys.argv[1]]:
            _make_ready(further)


@contextmanager
def _alone() -> Iterator[None]:
    """Within it, no other process works on this environment."""
    with Path(".venv.lock").open("w", encoding="ascii") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            _say("waiting for another start that makes the environment in .venv")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _make_ready(what: str) -> None:
    marker = ENVIRONMENT / f"ready-to-{what}"
    wanted = _digest(what)
    if not _works():
        shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    if marker.exists() and marker.read_text(encoding="ascii") == wanted:
        marker.touch()
        return
    _install(what)
    marker.write_text(wanted, encoding="ascii")


def _works() -> bool:
    """Whether the environment was finished once and is not half changed, and its Python is still there."""
    if UNDER_WAY.exists() or not (ENVIRONMENT / "ready-to-run").exists() or not PYTHON.exists():
        return False
    return subprocess.run([PYTHON, "-c", ""], check=False).returncode == 0


def _install(what: str) -> None:
    _say("making the environment in .venv (once)" if what == "run" else "adding what the tests need to .venv (once)")
    ENVIRONMENT.mkdir(exist_ok=True)
    UNDER_WAY.touch()
    if not PYTHON.exists():
        venv.create(ENVIRONMENT, symlinks=True, with_pip=True)
    options = ("--quiet", "--disable-pip-version-check", "--no-input")
    for step in STEPS[what]:
        ended = subprocess.run([PYTHON, "-m", "pip", "install", *options, *step], check=False)
        if ended.returncode != 0:
            sys.exit("the environment in .venv could not be made: see above, then run make again")
    UNDER_WAY.unlink()


def _digest(what: str) -> str:
    """Changes with what is to be installed."""
    content = b"".join(Path(file).read_bytes() for file in FILES[what])
    return hashlib.sha256(content).hexdigest()


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("stopped; make goes on with it")
