"""The guides run as they are: every command block, in order, in one shell against a fresh service.

The first call of `scoresheet` is a process of its own; the others are carried out by that of the tests, which has the
program loaded. A command that is refused fails, unless the guide says so. What a guide says of an answer is in a
comment behind the command: `# -> 409 type` is a refusal, `# -> "winner":2` is a part of what was answered.
"""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from socketserver import StreamRequestHandler, UnixStreamServer
from string import Template
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import pytest
import typer
from starlette.routing import Match
from typer.testing import CliRunner, Result

from domain.backgammon.mat_writing import written_mat
from ops.command_line import app
from ops.database import DatabaseUrls
from tests.api.support import routes
from tests.backgammon.playing import match_by_chance
from tests.faults.service import Service, service
from tests.ops.support import called
from tests.patience import PROGRAM_SECONDS

pytestmark = pytest.mark.operations

ROOT = Path(__file__).parents[2]
GUIDES = {
    "api/guides/API.md": 25,
    "api/guides/FORMATS.md": 80,
    "api/guides/DIRECTING.md": 100,
    "api/guides/AUDITING.md": 10,
    "api/guides/SPECIFICATION.md": 1,
    "api/guides/EXPORTS.md": 0,
    "api/guides/FEEDS.md": 6,
    "api/guides/OFFICE.md": 20,
    "api/guides/FILES.md": 6,
}
"""The guides in the order in which they are read, each with how many answers it has at least."""
_BLOCK = re.compile(r"```\n(.*?)```", re.DOTALL)
_CLAIM = re.compile(r"# -> (.+)$", re.MULTILINE)
_WHOLE = re.compile(r"`(?:GET |POST )(/v1/[^`]+)`")
_BELOW = re.compile(r"`([a-z-]+/[a-z{][a-z/{}-]*[a-z}])`")
_LOGGED = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \S")
_EXAMPLE = re.compile(r"Example: (scoresheet .+)")
NAMED = ("PERSON", "TOURNAMENT", "KEY")
"""What the examples of the help name, in the order in which the guides leave theirs."""
ENDLESS = (
    *("serve", "witness serve", "log follow"),
    *("run api", "run projections", "run signer", "run webhooks"),
)
INTO_EMPTY = "restore"
"""Is run by the tests of backups: the database of the guides is not empty."""
ELSEWHERE = "transcript upload"
"""Its example names a match of another service; `tests/api/test_transcripts.py` runs it on one of its own."""
REVOKE = "keys revoke"  # comes last: nothing can be done with the key after it
_PLAYER = "001 {:>4}      {:<33}" + " " * 42
FILES = {
    "club_history.jsonl": '{"revision": 0, "at": "2025-02-10T21:00:45+07:00", "keep": 0,'
    ' "append": [["2025-2-8", "A", "B", 5]]}\n',
    "matches.csv": "date,winner,loser,length\n2025-02-08,Karin Vos,Jens Holm,5\n",
    "entries.csv": "name,status\nKarin Vos,withdrawn\n",
    "tournament.trf": f"{_PLAYER.format(1, 'Karin Vos')}  {2:>4} w 1\n{_PLAYER.format(2, 'Jens Holm')}  {1:>4} b 0\n",
    "final.mat": written_mat(match_by_chance(3, 7)),
    "members.csv": "name,birth_year,rating,experience\nKarin Vos,1980,1623.5,250\n",
}
# Keeps each answer with what was asked; the guides name the port that is served on where nothing is set.
SHELL = """
set -eu -o pipefail
curl() {
  local told; told=$(command curl -sS "${@//127.0.0.1:8000/$AT}" -w '%{stderr}%{http_code}' 2>"$KEPT.status")
  printf '%s\\0%s\\0%s\\0' "$(<"$KEPT.status")" "$*" "$told" >>"$KEPT"
  printf '%s' "$told"
}
python3() { command python3 "${@//127.0.0.1:8000/$AT}"; }
said() { printf '%s\\0%s\\0%s\\0' said "$1" '' >>"$KEPT"; }
"""
# Stands where the guides have the program; what that prints, and its exit code, it is told by the process of the tests.
SCORESHEET = """#!{python} -IS
import json, os, socket, sys
if not os.path.exists("begun"):
    open("begun", "x").close()
    os.execv({program!r}, sys.argv)
with socket.socket(socket.AF_UNIX) as asked:
    asked.connect({address!r})
    asked.sendall(json.dumps(sys.argv[1:]).encode() + b"\\n")
    code, out, err = json.load(asked.makefile())
sys.stdout.write(out)
sys.stderr.write(err)
sys.exit(code)
"""


@dataclass
class Answer:
    """What the service answered: the status as curl tells it, what was asked, the body; what the guide says of it."""

    guide: str
    status: str
    asked: str
    body: str
    claims: list[str]

    def is_as_the_guide_says(self) -> bool:
        """Refused where the guide says that it is, and only there; and every part is in it."""
        refusals = [claim.split() for claim in self.claims if claim[:3].isdigit()]
        if not refusals and not self.status.startswith("2"):
            return False
        refused = all(status == self.status and kind in self.body for status, kind in refusals)
        return refused and all(claim in self.body for claim in self.claims if not claim[:3].isdigit())


def blocks(guide: str) -> Iterator[str]:
    """The command blocks of a guide, but for the one that names the targets of make, of which this test is a part."""
    for block in _BLOCK.findall((ROOT / guide).read_text(encoding="utf-8")):
        if not block.startswith("make "):
            yield block


def script() -> str:
    """All blocks of all guides; where a guide says something of an answer, that is kept behind the answer."""
    parts = [SHELL]
    for guide in GUIDES:
        parts.append(f"said {shlex.quote(guide)}")
        parts += [_CLAIM.sub(lambda claim: f"\nsaid {shlex.quote(claim[1].strip())}", block) for block in blocks(guide)]
    parts.append('printf "%s\\n" "$dora" "$sets" "$player" >named')
    return "\n".join(parts)


def kept(file: Path) -> Iterator[Answer]:
    """The answers, in the order in which they came."""
    fields = file.read_text(encoding="utf-8").split("\0")
    guide, last = "", None
    for status, asked, body in zip(fields[0::3], fields[1::3], fields[2::3], strict=False):
        if status != "said":
            last = Answer(guide, status, asked, body, [])
            yield last
        elif asked in GUIDES:
            guide = asked
        elif last is not None:
            last.claims.append(asked)


@contextmanager
def program(served: Service, folder: Path) -> Iterator[None]:
    """While it lasts, the folder has the program where the guides call it."""

    class Caller(StreamRequestHandler):
        def handle(self) -> None:
            ended = called(json.loads(self.rfile.readline()), served.environment())
            self.wfile.write(json.dumps((ended.returncode, ended.stdout, ended.stderr)).encode())

    address, stand_in = folder / "calls", folder / ".venv" / "bin" / "scoresheet"
    stand_in.parent.mkdir(parents=True)
    real = Path(sys.executable).with_name("scoresheet")
    stand_in.write_text(SCORESHEET.format(python=sys.executable, program=str(real), address=str(address)))
    stand_in.chmod(0o755)
    with UnixStreamServer(str(address), Caller) as calls, pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        Thread(target=calls.serve_forever, daemon=True).start()
        try:
            yield
        finally:
            calls.shutdown()


def run(served: Service, folder: Path) -> tuple[int, str, Sequence[Answer]]:
    """Runs the guides: the exit code of the shell, what it printed last, and all answers."""
    file = folder / "answers"
    environment = served.environment() | {"AT": f"127.0.0.1:{served.port}", "KEPT": str(file)}
    command = ["bash", "-c", script()]
    with program(served, folder):
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=PROGRAM_SECONDS, check=False
        )
    return done.returncode, f"{done.stdout[-2000:]}\n{done.stderr[-2000:]}", list(kept(file))


def help_examples() -> Mapping[str, str]:
    """The example in the help of each subcommand, by its name."""
    group = typer.main.get_command(app)
    return {name: _EXAMPLE.findall(command.help or "")[0] for name, command in _subcommands(group, ())}


def _subcommands(command: Any, above: tuple[str, ...]) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 -- of typer's own
    """All that is no group of others, by its words."""
    if not hasattr(command, "list_commands"):
        yield " ".join(above), command
        return
    for name in command.list_commands(None):
        yield from _subcommands(command.get_command(None, name), (*above, name))


@dataclass
class Guided:
    """The service that the guides were run against, still running; its folder, and what it answered."""

    served: Service
    folder: Path
    answers: Sequence[Answer]

    def example(self, text: str, patch: pytest.MonkeyPatch) -> Result:
        """Runs the example of a help text, where `$PERSON`, `$TOURNAMENT` and `$KEY` are some of the guides' own."""
        for name, value in self.served.environment().items():
            patch.setenv(name, value)
        patch.chdir(self.folder)
        named = dict(zip(NAMED, (self.folder / "named").read_text().split(), strict=True))
        words = shlex.split(Template(text).substitute(named | {"KEY": named["KEY"].split("_")[1]}))
        return CliRunner().invoke(app, words[1:])


@pytest.fixture(scope="module")
def guided(module_database: DatabaseUrls, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guided]:
    """A service that the example of `serve` has started, after all commands of all guides."""
    folder = tmp_path_factory.mktemp("guides")
    with service(database_url=module_database.owner) as served:
        served.start(*help_examples()["serve"].replace("8080", str(served.port)).split()[2:])
        code, printed, told = run(served, folder)
        assert [answer for answer in told if not answer.is_as_the_guide_says()] == []
        assert code == 0, printed
        yield Guided(served, folder, told)
        served.stop()


@pytest.fixture(scope="module")
def answers(guided: Guided) -> Sequence[Answer]:
    """What all commands of all guides were answered."""
    return guided.answers


@pytest.mark.parametrize("command", [*sorted({*help_examples()} - {*ENDLESS, INTO_EMPTY, ELSEWHERE, REVOKE}), REVOKE])
def test_the_example_in_the_help_of_a_subcommand_runs_as_it_stands(
    command: str, guided: Guided, monkeypatch: pytest.MonkeyPatch
) -> None:
    example = help_examples()[command]
    assert example.startswith(f"scoresheet {command}")
    for name, text in FILES.items():
        (guided.folder / name).write_text(text)
    ended = guided.example(example, monkeypatch)
    if command == "doctor":  # the servers that tests use may lose commits, and that alone is wrong
        assert re.findall(r"wrong +(\w+)", ended.stdout) in ([], ["server"])
    else:
        assert ended.exit_code == 0, (ended.output, ended.exception)


def test_the_log_has_times_and_requests_and_nobody_s_name_id_or_key(guided: Guided) -> None:
    lines = guided.served.said().splitlines()
    assert [line for line in lines if not _LOGGED.match(line)] == []
    requests = {line.split(" ", 2)[2].rsplit(" ", 2)[0] for line in lines}
    assert {"POST /v1/tournaments/{tournament}/entries 201", "GET /ready 200"} <= requests
    log = "\n".join(lines)
    asked = " ".join(answer.asked for answer in guided.answers)
    secret = {*re.findall(r"scoresheet_\w+", asked), *re.findall(r"[0-9a-f]{8}-[0-9a-f-]{27}", asked), "Anna", "Dora"}
    assert len(secret) > 40
    assert [one for one in secret if one in log] == []


@pytest.mark.parametrize("guide", GUIDES)
def test_every_command_of_the_guide_is_answered_as_it_says(guide: str, answers: Sequence[Answer]) -> None:
    told = [answer for answer in answers if answer.guide == guide]
    assert len(told) >= GUIDES[guide]
    assert sum(len(answer.claims) for answer in told) >= len(_claims(guide)) >= min(1, GUIDES[guide])


def _claims(guide: str) -> Sequence[str]:
    return [claim for block in blocks(guide) for claim in _CLAIM.findall(block)]


def routes_named(guide: str) -> set[str]:
    """The paths below /v1 that the guide names, by themselves or below the tournament, outside of its commands."""
    prose = re.sub(r"```\n.*?```", "", (ROOT / guide).read_text(encoding="utf-8"), flags=re.DOTALL)
    whole = {path.removeprefix("/v1/") for path in _WHOLE.findall(prose)}
    return whole | {f"tournaments/{{tournament}}/{path}" for path in _BELOW.findall(prose)}


def test_the_routes_that_the_guide_to_directing_names_are_there() -> None:
    named = routes_named("api/guides/DIRECTING.md")
    assert len(named) > 30
    assert named <= {route.path.removeprefix("/v1/") for route in routes()}


def test_every_command_of_directing_is_in_its_guide(answers: Sequence[Answer]) -> None:
    tags = {"rulings", "match_record", "reports"}
    posted = {route.path for route in routes() if "GET" not in (route.methods or ()) and tags & set(route.tags)}
    sent = {route for answer in answers if answer.guide == "api/guides/DIRECTING.md" for route in _posted(answer)}
    assert posted - sent <= {f"/v1/{path}" for path in routes_named("api/guides/DIRECTING.md")}


def _posted(answer: Answer) -> Iterator[str]:
    if " -d " in answer.asked:
        url = next(word for word in answer.asked.split() if word.startswith("http://"))
        scope = {"type": "http", "method": "POST", "path": urlsplit(url).path}
        yield from (route.path for route in routes() if route.matches(scope)[0] is Match.FULL)
