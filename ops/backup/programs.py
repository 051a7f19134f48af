"""PostgreSQL's own programs, of the version of the server they work with."""

import os
import subprocess
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from ops.embedded.cluster import MAJOR_VERSION, programs
from ops.errors import BackupError

FOLDER = Path("/usr/lib/postgresql")
"""Where Debian keeps those of each version."""


def of_version(major: int) -> Path:
    """The folder of the programs for a server of that version: the machine's, else those of the embedded server. An
    older program refuses the server, and a newer one writes what the server's own can't read. Raises BackupError."""
    own = FOLDER / str(major) / "bin"
    if (own / "pg_restore").exists():
        return own
    if major == MAJOR_VERSION:
        return programs()
    raise BackupError(f"there is no pg_dump {major} in {own}: apt-get install postgresql-client-{major}")


def run(program: Path, url: str, *arguments: str | Path) -> None:
    """Runs a program on the database at that address, whose password nobody sees in the list of processes. Raises
    BackupError with its first words."""
    told = conninfo_to_dict(url)
    password = told.pop("password", None)
    environment = {} if password is None else {"PGPASSWORD": str(password)}
    asked(program, f"--dbname={make_conninfo('', **told)}", "--no-password", *arguments, **environment)


def asked(program: Path, *arguments: str | Path, **environment: str) -> str:
    """Output of a program. Raises BackupError with its first words where it fails."""
    done = subprocess.run(
        [program, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=os.environ | environment,
        cwd="/",
        check=False,
    )
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.strip()] or ["it said nothing"]
        raise BackupError(f"{program.name} ended with {done.returncode}: {said[0]}")
    return done.stdout
