"""The process that starts the parts stays small: it loads neither the rules nor the API, which each part has."""

import subprocess
import sys

import pytest

from ops.database import DatabaseUrls

LARGE = (
    *("domain.tournament", "domain.formats", "domain.journal.journal", "domain.person.events", "domain.officiating"),
    *("projections.registry", "fastapi", "jinja2"),
)
LOADED = "import sys, ops.command_line, ops.serving; print(*sys.modules)"


def test_starting_process_loads_neither_rules_nor_api() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "ops.supervisor" in loaded
    assert [name for name in LARGE if name in loaded] == []


FIRST = """
import sys
from ops import forking
forking.load_program = lambda: print(*sys.modules)
from ops.command_line import app
app(sys.argv[1:])
"""


@pytest.mark.parametrize("command", [("serve", "--help"), ("run", "api", "--help")])
def test_program_of_the_parts_begins_to_load_before_that_of_the_command(command: tuple[str, ...]) -> None:
    """Where two processors are free it is loaded meanwhile."""
    run = [sys.executable, "-c", FIRST, *command]
    loaded = subprocess.run(run, capture_output=True, text=True, check=True).stdout.splitlines()[0].split()
    assert "ops.command_line" in loaded
    assert [name for name in (*LARGE, "ops.serving", "ops.settings", "psycopg", "structlog") if name in loaded] == []


MIGRATED = """
import sys
from ops.command_line import serve
from ops.migrate import migrate
migrate(sys.argv[1], register=lambda _: None)
print(*sys.modules)
"""


@pytest.mark.operations
def test_starting_process_prepares_a_database_without_the_rules(empty_database: DatabaseUrls) -> None:
    """Another process has the read models loaded, and registers them."""
    run = [sys.executable, "-c", MIGRATED, empty_database.owner]
    loaded = subprocess.run(run, capture_output=True, text=True, check=True).stdout.split()
    assert [name for name in LARGE if name in loaded] == []
