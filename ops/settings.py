"""Everything that can be set, from the environment; the README has the table of it."""

import os
from pathlib import Path

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from ops.embedded import default_folder
from ops.errors import SettingsError

PREFIX = "SCORESHEET_"
# What the tests alone read; see tests/conftest.py.
TEST_PREFIX = "SCORESHEET_TEST_"


class Settings(BaseSettings):
    """One frozen value for a whole run; each field is the environment variable of its name."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, frozen=True, extra="forbid")

    database_url: SecretStr | None = Field(
        default=None,
        description="A PostgreSQL of yours, 15 or newer, as `postgresql://user:password@host/database`; "
        "unset: the embedded one.",
    )
    migration_url: SecretStr | None = Field(
        default=None,
        description="The login that migrates, if `SCORESHEET_DATABASE_URL` is a restricted one, a member of "
        "`scoresheet_service`.",
    )
    projections_url: SecretStr | None = Field(
        default=None,
        description="The login that follows the log, a member of `scoresheet_projections`; unset: that of "
        "`SCORESHEET_DATABASE_URL`.",
    )
    data_dir: Path = Field(
        default_factory=default_folder,
        description="Where the embedded PostgreSQL keeps its data; as root `/var/lib/scoresheet`, else "
        "`$XDG_DATA_HOME/scoresheet` or `~/.local/share/scoresheet`.",
    )
    host: str = Field(default="127.0.0.1", description="The address to serve on.")
    port: int = Field(default=8000, ge=0, le=65535, description="The port to serve on; 0: any free one.")


def read_settings() -> Settings:
    """The settings of this process. Raises SettingsError for a malformed or an unknown one, naming it."""
    unknown = sorted(name for name in os.environ if name.startswith(PREFIX) and name not in names())
    unknown = [name for name in unknown if not name.startswith(TEST_PREFIX)]
    if unknown:
        raise SettingsError(f"there is no setting {unknown[0]}; there are {', '.join(names())}")
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        raise SettingsError(f"{PREFIX}{str(first['loc'][0]).upper()}: {first['msg']}") from error


def names() -> tuple[str, ...]:
    """The environment variables that are settings."""
    return tuple(f"{PREFIX}{field.upper()}" for field in Settings.model_fields)
