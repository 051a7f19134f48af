"""What other ways to log in need of libraries that are extras, loaded before a part gives up the right to read them."""

import importlib
import pkgutil
from contextlib import suppress

from api.http.sessions.logins import Logins

_PASSKEYS = ("webauthn", "cryptography")
_PROVIDER = ("httpx2", "httpcore2", "joserfc", "cryptography", "authlib.integrations.httpx_client")


def load(logins: Logins) -> None:
    """Loads all that these need: settings ask for no extra that is not installed."""
    packages = (*(_PASSKEYS if logins.passkeys else ()), *(_PROVIDER if logins.provider else ()))
    for package in packages:
        found = importlib.import_module(package)
        for module in pkgutil.walk_packages(found.__path__, f"{package}.", onerror=lambda _: None):
            # What needs another package that is not installed is not used.
            with suppress(ImportError):
                importlib.import_module(module.name)
