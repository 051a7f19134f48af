"""What a machine needs for real use: files of settings, a login of the database for each part, and systemd's
units."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from string import Template
from urllib.parse import quote

from ops.database import ROLES
from ops.parts import GROUPS, PARTS

SETTINGS = Path("/etc/scoresheet")
HOME = Path("/var/lib/scoresheet")
UNITS = Path("/etc/systemd/system")
DATABASE = OWNER = "scoresheet"
LOGINS: Mapping[str, str] = {group: f"scoresheet-{group}" for group in GROUPS}
"""Of the database and of the operating system, by the group of parts that works in it."""

_SETTINGS = """\
# Settings of all parts of Scoresheet; ops/guides/SETTINGS.md lists all there are.
SCORESHEET_DATA_DIR={home}/data
SCORESHEET_LOG_KEY_DIR={home}/log-key
SCORESHEET_WEBHOOK_KEY_FILE={home}/webhook-key
SCORESHEET_BACKUP_DIR={home}/backups
SCORESHEET_HOST=127.0.0.1
SCORESHEET_PORT=8000
# The proxy before it, on this machine.
SCORESHEET_TRUSTED_PROXIES=127.0.0.1
# Where /v1/log is reached, without a scheme. It is fixed with the first checkpoint: set it before the first start.
#SCORESHEET_LOG_ORIGIN=club.example/v1/log
"""


@dataclass(frozen=True)
class Plan:
    """The program's command, the database server's host (a name, or a folder with its socket), and the password of each
    login."""

    program: Path
    host: str
    passwords: Mapping[str, str]

    def units(self) -> dict[str, str]:
        """The units of systemd, by name."""
        named = {"program": str(self.program), "settings": str(SETTINGS), "home": str(HOME)}
        found = (one for one in files("ops.setup").joinpath("units").iterdir() if one.name.startswith("scoresheet"))
        return {one.name: Template(one.read_text("utf-8")).substitute(named) for one in found}

    def settings(self) -> dict[str, str]:
        """The files of settings, by name: those of all, and for each login the address that only it uses."""
        named = {"owner": OWNER, **LOGINS}
        own = {f"{name}.env": f"SCORESHEET_DATABASE_URL={self.address(login)}\n" for name, login in named.items()}
        return {"settings.env": _SETTINGS.format(home=HOME), **own}

    def address(self, login: str) -> str:
        """The address of the database for a login."""
        return f"postgresql://{login}:{self.passwords[login]}@{quote(self.host, safe='')}/{DATABASE}"

    def statements(self) -> str:
        """The statements that the server's superuser runs in psql; twice is the same as once."""
        made = [_made(role, "NOLOGIN") for role in ROLES]
        for login in (OWNER, *LOGINS.values()):
            made += [_made(login, "LOGIN"), f"ALTER ROLE \"{login}\" PASSWORD '{self.passwords[login]}';"]
        made += [f'GRANT {role} TO "{OWNER}" WITH ADMIN OPTION;' for role in ROLES]
        made += [f'GRANT {PARTS[names[0]].role} TO "{LOGINS[group]}";' for group, names in GROUPS.items()]
        is_there = f"SELECT FROM pg_database WHERE datname = '{DATABASE}'"
        made.append(f"SELECT 'CREATE DATABASE {DATABASE} OWNER {OWNER}' WHERE NOT EXISTS ({is_there}) \\gexec")
        return "\n".join(made) + "\n"


def _made(role: str, kind: str) -> str:
    there = f"SELECT FROM pg_roles WHERE rolname = '{role}'"
    return f"SELECT 'CREATE ROLE \"{role}\" {kind}' WHERE NOT EXISTS ({there}) \\gexec"
