"""One walk by the guides alone, as root on a machine that has never seen the program: start, first tournament, backup,
loss of the data folder, restore, drill, upgrade, way back.

`python -m tests.ops.walk FOLDER` walks, with its backups in the folder; `tests.ops.test_walk` makes such a machine.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx

from ops.embedded.system_account import ROOT_HOME
from tests.house.source import ROOT
from tests.ops.test_upgrade import commands
from tests.patience import PATIENCE_SECONDS, PROGRAM_SECONDS

SERVICE = "http://127.0.0.1:8000"
SCORESHEET = str(ROOT / ".venv" / "bin" / "scoresheet")
NAME = "Club season"
ALLOWED = {"server", "erasures"}
"""What doctor may call wrong: that a server of tests may lose commits, and that an erasure waits for its end."""


def walk(folder: Path) -> None:
    """Each step follows from the one before; fails at the first that does not hold."""
    (backup, drill), (restore, doctor) = commands("Backups")[:2], commands("Backups")[2:]
    with served():
        step("first tournament", play_evening)
        before = table()
        assert [row["entry"] for row in before["rows"]] == [2, 1], "the second player has won, once it is corrected"
        step("backup", partial(tell, backup, folder))
        step("drill", partial(tell, drill, folder))
    shutil.rmtree(ROOT_HOME)
    step("restore", partial(tell, restore, folder))
    step("doctor", partial(tell, doctor, folder))
    with served():
        step("table as before", lambda: hold(before))
    *upgrade, back = commands("Upgrade")
    for command in upgrade:
        step(command[0], partial(tell, command, folder))
    step("way back", partial(tell, [*back, "--set-aside"], folder))
    step("drill after it", partial(tell, drill, folder))
    with served():
        step("table after it", lambda: hold(before))


def step(name: str, act: "partial[None] | Any") -> None:  # noqa: ANN401 -- what is called
    """Does it, and says so."""
    act()
    print(f"{name}: done", flush=True)


@contextmanager
def served() -> Iterator[None]:
    """Within it runs what `make run` does once all is installed, and what it loads is loaded."""
    process = subprocess.Popen([SCORESHEET, "serve", "--demo"], cwd=ROOT, start_new_session=True)
    try:
        end = time.monotonic() + PROGRAM_SECONDS
        while not is_ready():
            assert process.poll() is None, "the service has ended"
            assert time.monotonic() < end, "what the demonstration loads never came to an end"
            time.sleep(1)
        yield
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.wait(PROGRAM_SECONDS)


def is_ready() -> bool:
    """Whether the service can be used, and has loaded all."""
    try:
        answer = httpx.get(f"{SERVICE}/ready", timeout=PATIENCE_SECONDS)
    except httpx.TransportError:
        return False
    return answer.status_code == 200 and not answer.json()["loading"]


def play_evening() -> None:
    """The first commands of the guide to the API, as printed."""
    [block, *_] = re.findall(r"```\n(.*?)```", (ROOT / "api" / "guides" / "API.md").read_text(), re.DOTALL)
    subprocess.run(["bash", "-eu", "-c", block], cwd=ROOT, check=True, timeout=PROGRAM_SECONDS)


def table() -> Any:  # noqa: ANN401 -- JSON
    """The table of the first tournament, without how new it is."""
    with httpx.Client(base_url=SERVICE, timeout=PATIENCE_SECONDS) as client:
        found = client.get("/v1/tournaments", params={"search": NAME}).raise_for_status().json()["items"]
        [evening] = [one for one in found if one["name"] == NAME]
        told = client.get(f"/v1/tournaments/{evening['id']}/standings").raise_for_status().json()
    return {name: told[name] for name in ("tournament", "version", "rows")}


def hold(before: object) -> None:
    """The table is what it was."""
    assert table() == before


def tell(command: list[str], folder: Path) -> None:
    """A command of the guide, in that folder, succeeds."""
    ended = subprocess.run(
        [SCORESHEET, *command],
        cwd=folder,
        env=os.environ | {"COLUMNS": "300"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PROGRAM_SECONDS,
    )
    wrong = {*re.findall(r"^ *wrong +(\w+)", ended.stdout, re.MULTILINE)}
    assert wrong <= ALLOWED, (command, ended.stdout)
    assert wrong or ended.returncode == 0, (command, ended.stdout, ended.stderr)


def forget_settings() -> None:
    """Nothing is set but what the guides set."""
    for name in [name for name in os.environ if name.startswith("SCORESHEET_")]:
        del os.environ[name]


if __name__ == "__main__":
    forget_settings()
    walk(Path(sys.argv[1]))
