"""Makes the environment in `.venv`: `python ops/environment.py run` what the service needs, `test` what tests need too,
`browse` what those in a real browser need.

Any number may do this at once: one works at a time, the others find it done. An environment that a killed start has
left unfinished is made again. Run by `make`, with the system's Python: only the standard library is there.
"""

import fcntl
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import time
import venv
from collections import deque
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
BEGINNINGS = {
    "run": "making what Scoresheet needs ready, in the folder .venv: once, for a minute or so",
    "test": "adding what the tests need to the folder .venv: once, for a minute or so",
    "browse": "adding what the tests in a browser need to the folder .venv: once",
}
OPTIONS = ("--disable-pip-version-check", "--no-input", "--no-compile", "--progress-bar", "off")
"""Modules are compiled later, on all processors at once."""
NO_PIP = "Python's venv module lacks pip: install it (on Debian: apt install python3-venv), then run make again"
LOCKED = ("--require-hashes", "--no-deps")
"""A lock names all that is needed: nothing is left to find out."""
OWN = ("--no-deps", "--no-build-isolation", "--editable", ".")
FOLDERS = ("domain", "projections", "api", "ops")
"""Where the program itself lies."""
UNUSED = r"/(pip|setuptools|pkg_resources|tests?)/"
"""Modules that a service never comes to."""
LEFT_OUT, REACHED = "Ignoring ", ("Collecting ", "Processing ", "Requirement already satisfied: ")
"""How lines of pip begin: of a package that this machine does not need, and of the one whose turn it is."""
WARNING = "WARNING: "
LAST_WORDS = 20
"""So many of pip's other lines are shown where it fails."""


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
    began = time.monotonic()
    _say(BEGINNINGS[what])
    ENVIRONMENT.mkdir(exist_ok=True)
    UNDER_WAY.touch()
    if not PYTHON.exists():
        _say("- making a Python of its own")
        _make_python()
    _install_packages(FILES[what][0])
    if what == "run":
        _say("- installing Scoresheet itself")
        _pip(*OWN)
    _compile()
    UNDER_WAY.unlink()
    _say(f"ready after {time.monotonic() - began:.0f} s")


def _make_python() -> None:
    """With the pip that Python brings. That is unpacked where it is found, for to have it install itself takes half of
    all the time."""
    brought = _brought_pip()
    try:
        venv.create(ENVIRONMENT, symlinks=True, with_pip=brought is None)
    except subprocess.CalledProcessError:
        sys.exit(NO_PIP)
    if brought is not None:
        shutil.unpack_archive(brought, _packages(), "zip")


def _brought_pip() -> Path | None:
    """The newest wheel of pip in the folder of Python, or in that of the system."""
    named = sysconfig.get_config_var("WHEEL_PKG_DIR")
    inside = importlib.util.find_spec("ensurepip")
    folders = [Path(named)] if named else []
    folders += [Path(inside.origin).parent / "_bundled"] if inside and inside.origin else []
    return next((wheel for folder in folders for wheel in sorted(folder.glob("pip-*.whl"), reverse=True)), None)


def _packages() -> str:
    """Where packages lie in the environment."""
    return sysconfig.get_path("purelib", "venv", {"base": str(ENVIRONMENT), "platbase": str(ENVIRONMENT)})


def _install_packages(lock: str) -> None:
    """Says how many, and on a terminal whose turn it is."""
    wanted = sum("==" in line for line in Path(lock).read_text(encoding="utf-8").splitlines())
    reached, is_watched = 0, sys.stderr.isatty()
    for line in _said_by_pip(*LOCKED, "-r", lock):
        wanted -= line.startswith(LEFT_OUT)
        if line.startswith(REACHED):
            reached += 1
            if reached == 1:
                _say(f"- installing {wanted} packages")
            if is_watched:
                _say_over(f"  {reached} of {wanted}: {_name_in(line)}")
    if is_watched:
        _say_over("")


def _name_in(line: str) -> str:
    """Of the package whose turn it is: it is named by its version, or by its file."""
    named = line.removeprefix("Requirement already satisfied:").split()
    said = next((word for word in named if word not in ("Collecting", "Processing")), "")
    return Path(said).name.removesuffix(".whl").partition("-" if said.endswith(".whl") else "==")[0]


def _pip(*arguments: str) -> None:
    deque(_said_by_pip(*arguments), maxlen=0)


def _said_by_pip(*arguments: str) -> Iterator[str]:
    """Its lines as it installs. Where it fails, the last are shown, and this ends; nobody needs its warnings."""
    command = [str(PYTHON), "-m", "pip", "install", *OPTIONS, *arguments]
    last = deque[str](maxlen=LAST_WORDS)
    told = os.environ | {"PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=told, text=True) as pip:
        for line in pip.stdout or ():
            if not line.startswith(WARNING):
                last.append(line)
                yield line
    if pip.returncode != 0:
        sys.exit(f"{''.join(last)}the environment in .venv could not be made: see above, then run make again")


def _compile() -> None:
    """Else the first start would, on one processor. What can't be compiled is no module of Python's version."""
    _say("- compiling Python modules")
    folders = (ENVIRONMENT / "lib", *(folder for folder in map(Path, FOLDERS) if folder.exists()))
    command = [str(PYTHON), "-m", "compileall", "-q", "-x", UNUSED, "-j", str(os.cpu_count() or 1)]
    subprocess.run([*command, *folders], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def _digest(what: str) -> str:
    """Changes with what is to be installed."""
    content = b"".join(Path(file).read_bytes() for file in FILES[what])
    return hashlib.sha256(content).hexdigest()


def _say_over(words: str) -> None:
    """In place of what was last said so, on a terminal."""
    print(f"\r\033[K{words}", end="", file=sys.stderr, flush=True)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("stopped; make goes on with it")
