"""No package in the lock files is known to be vulnerable."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PINNED = re.compile(r"^([A-Za-z0-9][^\n]*==[^\n\\]+?) *\\?$", re.MULTILINE)
SECONDS = 60
NOT_LOOKED_UP = 2
"""How `uv audit` ends where it could not look anything up."""


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_no_locked_package_is_known_to_be_vulnerable(lock: str, tmp_path: Path) -> None:
    pins = PINNED.findall((ROOT / lock).read_text())
    assert len(pins) > 20
    named = f"dependencies = {json.dumps(pins)}\n"
    project = f'[project]\nname = "locked"\nversion = "0"\nrequires-python = ">=3.11"\n{named}'
    (tmp_path / "pyproject.toml").write_text(project)
    uv = str(Path(sys.executable).with_name("uv"))
    command = [uv, "audit", "--preview-features", "audit-command", "--no-progress"]
    environment = os.environ | {"UV_HTTP_RETRIES": "0"}
    try:
        audited = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        pytest.skip(f"nothing answered within {SECONDS} seconds")
    if audited.returncode == NOT_LOOKED_UP:
        pytest.skip(f"vulnerabilities can't be looked up: {' '.join(audited.stderr.split())[-300:]}")
    assert audited.returncode == 0, audited.stdout + audited.stderr
