"""The database for one run of the program: the user's own server, or the embedded one while it is needed."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ops import database, embedded
from ops.database import DatabaseUrls
from ops.embedded import EmbeddedServer
from ops.migrate import require_migrated
from ops.settings import Settings


@dataclass(frozen=True)
class Running:
    """The addresses of the database, and the embedded server if it is that."""

    urls: DatabaseUrls
    server: EmbeddedServer | None


@contextmanager
def running_database(settings: Settings) -> Iterator[Running]:
    """The database of these settings; an embedded server is stopped afterwards unless others use it.

    Raises what `ops.embedded.start` and `ops.database.external` raise.
    """
    if settings.database_url is not None:
        migration_url = settings.migration_url.get_secret_value() if settings.migration_url else None
        yield Running(database.external(settings.database_url.get_secret_value(), migration_url), None)
        return
    with embedded.start(settings.data_dir) as server:
        yield Running(DatabaseUrls(owner=server.owner_url(), service=server.service_url()), server)


@contextmanager
def migrated_database(settings: Settings) -> Iterator[str]:
    """The address of the migrated database for the service's role, for commands that work on its content.

    Raises DatabaseNotMigratedError and what `running_database` and `ops.database.connect` raise.
    """
    with running_database(settings) as running:
        with database.connect(running.urls.owner) as connection:
            require_migrated(connection)
        yield running.urls.service
