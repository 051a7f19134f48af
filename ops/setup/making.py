"""Makes on this machine what the plan names: accounts, folders, roles, files. Twice is the same as once."""

import os
import re
import secrets
import shutil
import stat
import subprocess
from collections.abc import Mapping
from pathlib import Path

from ops.embedded.system_account import NAME, make_folder, make_part_accounts, server_account
from ops.errors import SetUpError
from ops.evidence.key_folder import KeyFolder
from ops.setup.plan import HOME, LOGINS, OWNER, SETTINGS, UNITS, Plan
from ops.webhooks.key_file import read_key

_PASSWORD = re.compile(r"^SCORESHEET_DATABASE_URL=postgresql://[^:@]+:([^@]+)@", re.MULTILINE)


def passwords(settings: Path) -> Mapping[str, str]:
    """Those that the files there name, and else new ones. Raises SetUpError."""
    named = {"owner": OWNER, **LOGINS}
    return {login: _password(settings / f"{name}.env") or secrets.token_hex(24) for name, login in named.items()}


def write_files(plan: Plan, below: Path) -> list[Path]:
    """Writes units and files of settings below a folder, `/` for this machine's own, and returns those written. Files
    of settings that are there stay as they are. Raises SetUpError."""
    written = []
    try:
        for name, text in plan.units().items():
            written.append(_write(_below(below, UNITS) / name, text, 0o644))
        for name, text in plan.settings().items():
            place = _below(below, SETTINGS) / name
            if not place.exists():
                written.append(_write(place, text, 0o644 if name == "settings.env" else 0o600))
    except OSError as error:
        raise SetUpError(f"{error.filename} can't be written: {error.strerror}") from error
    return written


def require_reachable(program: Path) -> None:
    """Raises SetUpError where other accounts can't run the program."""
    for place in (program, program.resolve(), program.with_name("python").resolve()):
        closed = [one for one in (place, *place.parents) if not one.exists() or not one.stat().st_mode & stat.S_IXOTH]
        if closed:
            raise SetUpError(
                f"the accounts of the parts can't run {place}, since {closed[-1]} is private: install in /opt"
            )


def make_accounts_and_folders() -> None:
    """System accounts for all parts, and what lies beside the database, each for its own account alone."""
    server_account()
    accounts = make_part_accounts()
    try:
        make_folder(HOME, 0o711)
        KeyFolder(HOME / "log-key").prepare(accounts[LOGINS["signer"]])
        read_key(HOME / "webhook-key")
        shutil.chown(HOME / "webhook-key", LOGINS["webhooks"], LOGINS["webhooks"])
        make_folder(HOME / "backups", 0o700)
    except OSError as error:
        raise SetUpError(f"{error.filename} can't be made: {error.strerror}") from error


def make_roles(plan: Plan) -> None:
    """Logins, roles and the database, as the server's superuser. Raises SetUpError with its first words."""
    runuser = shutil.which("runuser", path="/usr/sbin:/usr/bin:/sbin:/bin")
    if runuser is None:
        raise SetUpError("there is no runuser here: run the statements of --statements in psql as the superuser")
    command = [runuser, "-u", "postgres", "--", "psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", "postgres"]
    done = subprocess.run(command, input=plan.statements(), capture_output=True, text=True, cwd="/", check=False)
    if done.returncode:
        said = (done.stderr.splitlines() or ["it said nothing"])[0]
        raise SetUpError(f"psql as the user postgres: {said}; apt-get install postgresql brings a server")


def require_root() -> None:
    """Raises SetUpError for anybody else."""
    if os.geteuid() != 0:
        raise SetUpError(f"only root makes the accounts of {NAME}; --into writes the files elsewhere to look at")


def _below(folder: Path, place: Path) -> Path:
    return folder / place.relative_to("/")


def _write(place: Path, text: str, mode: int) -> Path:
    place.parent.mkdir(parents=True, exist_ok=True)
    opened = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    with os.fdopen(opened, "w", encoding="utf-8") as file:
        os.fchmod(opened, mode)
        file.write(text)
    return place


def _password(file: Path) -> str | None:
    try:
        found = _PASSWORD.search(file.read_text("utf-8"))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SetUpError(f"{file} can't be read: {error.strerror}") from error
    return found[1] if found else None
