"""Clients that others generate from the OpenAPI document compile, and say what the service says."""

import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from api.routes.service.documentation import OPENAPI_FILE

GENERATOR = "openapi-python-client==0.29.1"
TYPESCRIPT = ("openapi-typescript@7.13.0", "typescript@5.9.3")
USES = """
import compileall, importlib, pkgutil, sys
import scoresheet_client
assert compileall.compile_dir(scoresheet_client.__path__[0], quiet=1)
names = [one.name for one in pkgutil.walk_packages(scoresheet_client.__path__, "scoresheet_client.")]
for name in names:
    importlib.import_module(name)
print(sum(".api." in name for name in names))
"""


def run(*command: object, folder: Path) -> subprocess.CompletedProcess[str]:
    """What the tool says; it finds this environment's formatter."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    words = [str(part) for part in command]
    return subprocess.run(
        words, cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=900, check=False
    )


def operations() -> int:
    return sum(len(methods) for methods in json.loads(OPENAPI_FILE.read_bytes())["paths"].values())


@pytest.mark.proof
def test_a_client_in_python_is_generated_and_can_be_imported(tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    venv.create(tools, with_pip=True)
    installed = run(tools / "bin" / "pip", "install", "--quiet", GENERATOR, "attrs", "httpx", folder=tmp_path)
    if installed.returncode:
        pytest.skip(f"the generator can't be installed here: {installed.stderr[-200:]}")
    generated = run(
        tools / "bin" / "openapi-python-client",
        "generate",
        "--path",
        OPENAPI_FILE,
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


@pytest.mark.proof
def test_a_client_in_typescript_is_generated_and_compiles(tmp_path: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("there is no npm here")
    installed = run(npm, "install", "--silent", *TYPESCRIPT, folder=tmp_path)
    if installed.returncode:
        pytest.skip(f"the generator can't be installed here: {installed.stderr[-200:]}")
    tools = tmp_path / "node_modules" / ".bin"
    generated = run(tools / "openapi-typescript", OPENAPI_FILE, "--output", "scoresheet.d.ts", folder=tmp_path)
    assert generated.returncode == 0, generated.stderr
    (tmp_path / "uses.ts").write_text(
        """import type { components, paths } from "./scoresheet";
export type Found = paths["/v1/tournaments"]["get"]["parameters"]["query"];
export const found: Found = { search: "autumn", from: "2026-11-22", limit: 5 };
export const name = (view: components["schemas"]["TournamentView"]): string => view.name;
"""
    )
    compiled = run(tools / "tsc", "--strict", "--noEmit", "uses.ts", folder=tmp_path)
    assert compiled.returncode == 0, compiled.stdout
