"""The process that starts the parts stays small: it loads neither the rules nor the API, which each part has."""

import subprocess
import sys

LARGE = ("domain.tournament", "domain.formats", "domain.journal.journal", "projections.registry", "fastapi", "jinja2")
LOADED = "import sys, ops.command_line, ops.serving; print(*sys.modules)"


def test_starting_process_loads_neither_rules_nor_api() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "ops.supervisor" in loaded
    assert [name for name in LARGE if name in loaded] == []
