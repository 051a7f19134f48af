"""Everything that a part may load later, loaded before it gives up root's right to read where the program lies.

A program and its interpreter often lie below a private home, which is not opened for the accounts of the parts. Of the
API only the API itself loads anything: that is half of all there is.
"""

import importlib
import pkgutil
from collections.abc import Iterable
from contextlib import suppress
from zoneinfo import ZoneInfo

from domain.kernel.calendar import time_zones

PACKAGES = ("domain", "projections", "asyncio", "email", "encodings", "psycopg")
MODULES = ("eventsourcing.popo", "idna", "linecache", "traceback")
PACKAGES_OF_API = ("api", "anyio", "jinja2", "uvicorn")
MODULES_OF_API = ("fastapi.telemetry._runtime", "uvloop")
ZONES: list[ZoneInfo] = []
"""Those that were loaded; the library itself lets go of what nobody holds."""


def preload(entry_point: str) -> None:
    """Loads the modules and time zones that the part with this entry point may need, and the API's pages."""
    _load(PACKAGES, MODULES)
    if entry_point.startswith("api."):
        _load(PACKAGES_OF_API, MODULES_OF_API)
        _load_pages()
    ZONES.extend(ZoneInfo(name) for name in sorted(time_zones()))


def _load(packages: Iterable[str], modules: Iterable[str]) -> None:
    for name in (*modules, *(module for package in packages for module in _modules(package))):
        # What needs another package that is not installed is not used.
        with suppress(ImportError):
            importlib.import_module(name)


def _load_pages() -> None:
    from api.pages import guides, template
    from api.queries import event_schemas
    from api.routes.service.documentation import openapi_document

    template.files()
    guides.guides()
    event_schemas.files()
    openapi_document()


def _modules(package: str) -> list[str]:
    """The modules in a package, but for programs of their own."""
    found = importlib.import_module(package)
    listed = pkgutil.walk_packages(found.__path__, f"{package}.", onerror=lambda _: None)
    return [module.name for module in listed if not module.name.endswith("__main__")]
