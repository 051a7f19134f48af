"""What settings need of libraries that are extras, loaded before a part gives up the right to read them."""

import importlib
import pkgutil
from contextlib import suppress

from api.http.sessions.logins import Logins

_PASSKEYS = ("webauthn", "cryptography")
_PROVIDER = ("httpx2", "httpcore2", "joserfc", "cryptography", "authlib.integrations.httpx_client")
_TRACES = (
    *("opentelemetry.sdk.trace", "opentelemetry.exporter.otlp.proto.http", "opentelemetry.proto", "google.protobuf"),
    *("requests", "charset_normalizer", "idna", "urllib3"),
)


def load(logins: Logins, *, has_traces: bool = False) -> None:
    """Loads all that these ways to log in need, and traces: settings ask for no extra that is not installed."""
    wanted = ((_PASSKEYS, logins.passkeys), (_PROVIDER, logins.provider), (_TRACES, has_traces))
    for package in (package for packages, is_wanted in wanted if is_wanted for package in packages):
        found = importlib.import_module(package)
        for module in pkgutil.walk_packages(found.__path__, f"{package}.", onerror=lambda _: None):
            # What needs another package that is not installed is not used.
            with suppress(ImportError):
                importlib.import_module(module.name)
