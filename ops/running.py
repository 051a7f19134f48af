"""The database for one run of the program: the user's own server, or the embedded one while it is needed."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from pydantic import SecretStr

from ops import database, embedded
from ops.database import DatabaseUrls
from ops.embedded import EmbeddedServer
from ops.erasures import erase_again
from ops.errors import DatabaseOlderError
from ops.evidence.key_folder import KeyFolder
from ops.migrate import register_projections, require_migrated
from ops.settings import Settings


@dataclass(frozen=True)
class Running:
    """The addresses of the database, and the embedded server if it is that."""

    urls: DatabaseUrls
    server: EmbeddedServer | None

    @property
    def upkeep_url(self) -> str:
        """For what the owner does to the files of the whole server; the embedded one's superuser may do it all."""
        return self.urls.owner if self.server is None else self.server.superuser_url(embedded.DATABASE)


@contextmanager
def running_database(settings: Settings) -> Iterator[Running]:
    """The database of these settings; an embedded server is stopped afterwards unless others use it.

    Raises what `ops.embedded.server.start` and `ops.database.external` raise.
    """
    if settings.database_url is not None:
        yield Running(_external(settings.database_url, settings), None)
        return
    with embedded.start(settings.data_dir) as server:
        try:
            yield Running(server.urls(), server)
        except DatabaseOlderError as error:
            raise error.in_folder(server.home.data) from None


@contextmanager
def migrated_database(settings: Settings) -> Iterator[DatabaseUrls]:
    """The addresses of the migrated database, for commands that work on its content.

    Raises DatabaseNotMigratedError and what `running_database` and `ops.database.connect` raise.
    """
    with running_database(settings) as running:
        with database.connect(running.urls.owner) as connection:
            require_migrated(connection)
            register_projections(connection)
            erase_again(connection, KeyFolder.of(settings.log_key_dir).erased())
        yield running.urls


def _external(login: SecretStr, settings: Settings) -> DatabaseUrls:
    others = (settings.migration_url, settings.projections_url, settings.signer_url, settings.webhooks_url)
    urls = database.external(login.get_secret_value(), *map(_shown, others))
    replica, standby = _shown(settings.replica_url), _shown(settings.standby_url)
    is_api, is_signer = settings.migration_url is not None, bool(settings.migration_url or settings.signer_url)
    return replace(
        urls,
        replica=database.on_copy(replica, database.SERVICE_ROLE, is_restricted=is_api),
        standby=database.on_copy(standby, database.SIGNER_ROLE, is_restricted=is_signer),
    )


def _shown(url: SecretStr | None) -> str | None:
    return url.get_secret_value() if url else None
