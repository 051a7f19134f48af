"""Clients that others generate from the OpenAPI document compile, and say what the service says."""

import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from api.asgi.documents import FILES
from tests.api.support import Service, documents
from tests.patience import PROGRAM_SECONDS

GENERATOR = "openapi-python-client==0.29.1"
TYPESCRIPT = ("openapi-typescript@7.13.0", "openapi-fetch@0.17.0", "typescript@5.9.3")
COMPILED = "--strict --skipLibCheck --target es2022 --module nodenext --lib es2022,dom,dom.iterable season.ts"
USES = """
import compileall, importlib, pkgutil, sys
import scoresheet_client
assert compileall.compile_dir(scoresheet_client.__path__[0], quiet=1)
names = [one.name for one in pkgutil.walk_packages(scoresheet_client.__path__, "scoresheet_client.")]
for name in names:
    importlib.import_module(name)
print(sum(".api." in name for name in names))
"""
SEASON = """
import itertools, sys
from importlib import import_module
from pkgutil import walk_packages
from scoresheet_client import AuthenticatedClient, api

address, office, director = sys.argv[1:]
keys = {key: AuthenticatedClient(base_url=address, token=key) for key in (office, director)}
found = {one.name.rsplit(".", 1)[1]: one.name for one in walk_packages(api.__path__, "scoresheet_client.api.")}
sent = itertools.count()

def ask(operation, *path, key=director, **said):
    made = import_module(found[operation]).sync_detailed(*path, client=keys[key], **said)
    assert 200 <= made.status_code < 300, made.content
    return made

def tell(operation, *path, key=director, body=None, **seen):
    if body is not None:
        form = import_module(found[operation])._get_kwargs.__annotations__["body"]
        seen["body"] = form.from_dict(body)
    return ask(operation, *path, key=key, idempotency_key=f"generated-{next(sent)}", **seen)

names = "Gisa Grau", "Hans Holz"
persons = [tell("register_person", key=office, body={"name": name}).parsed.person for name in names]
announced = tell("announce_tournament", body={"name": "Season of a client", "format": {"kind": "open"}})
season, settings = announced.parsed.tournament, announced.headers["ETag"]
for number, person in enumerate(persons, start=1):
    requested = tell("request_entry", season, body={"person": str(person)})
    tell("approve_entry", season, number, if_match=requested.headers["ETag"])
settings = tell("start_tournament", season, if_match=settings).headers["ETag"]
for points in (3, 1, 4):
    result = {"kind": "score", "first": 5, "second": points}
    played = tell("make_match", season, body={"sides": [1, 2], "length": 5, "result": result})
done = tell("complete_tournament", season, if_match=settings)
position = int(done.headers["Scoresheet-Position"])
standings = ask("read_standings", season, scoresheet_position=position, prefer="wait=30").parsed
print(*(row.name + " " + str(row.values["wins"]) for row in standings.rows), sep=", ")
"""


def run(*command: object, folder: Path) -> subprocess.CompletedProcess[str]:
    """What the tool says; it finds this environment's formatter."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    words = [str(part) for part in command]
    return subprocess.run(
        words,
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=PROGRAM_SECONDS,
        check=False,
    )


def operations() -> int:
    return sum(len(methods) for methods in json.loads(documents().openapi)["paths"].values())


@pytest.mark.proof
def test_a_client_in_python_is_generated_and_runs_a_season(service: Service, tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    venv.create(tools, with_pip=True)
    installed = run(tools / "bin" / "pip", "install", "--quiet", GENERATOR, "attrs", "httpx", folder=tmp_path)
    if installed.returncode:
        pytest.skip(f"the generator can't be installed here: {installed.stderr[-200:]}")
    generated = run(
        tools / "bin" / "openapi-python-client",
        "generate",
        "--path",
        FILES.openapi,
        "--meta",
        "none",
        "--output-path",
        tmp_path / "scoresheet_client",
        folder=tmp_path,
    )
    assert generated.returncode == 0, generated.stderr
    warned = generated.stdout.count("WARNING"), generated.stdout.count("Unsupported content_type application/jsonl")
    assert warned[0] == warned[1], generated.stdout[:2000]
    used = run(tools / "bin" / "python", "-c", USES, folder=tmp_path)
    assert used.returncode == 0, used.stderr
    assert int(used.stdout) >= operations()
    _, person = service.director()
    keys = service.key("administrator"), service.key("director", person=person)
    played = run(tools / "bin" / "python", "-c", SEASON, service.url, *keys, folder=tmp_path)
    assert played.returncode == 0, played.stderr
    assert played.stdout.strip() == "Gisa Grau 3, Hans Holz 0"


@pytest.mark.proof
def test_a_client_in_typescript_is_generated_compiles_and_runs_a_season(service: Service, tmp_path: Path) -> None:
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        pytest.skip("there is no npm here")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    installed = run(npm, "install", "--silent", *TYPESCRIPT, folder=tmp_path)
    if installed.returncode:
        pytest.skip(f"the generator can't be installed here: {installed.stderr[-200:]}")
    tools, types = tmp_path / "node_modules" / ".bin", ("--output", "scoresheet.d.ts", "--default-non-nullable=false")
    generated = run(tools / "openapi-typescript", FILES.openapi, *types, folder=tmp_path)
    assert generated.returncode == 0, generated.stderr
    shutil.copy(Path(__file__).with_name("season.ts"), tmp_path)
    compiled = run(tools / "tsc", *COMPILED.split(), folder=tmp_path)
    assert compiled.returncode == 0, compiled.stdout
    _, person = service.director()
    keys = service.key("administrator"), service.key("director", person=person)
    played = run(node, "season.js", service.url, *keys, folder=tmp_path)
    assert played.returncode == 0, played.stderr
    assert played.stdout.strip() == "Ida Igel 3, Jan Jung 0"
