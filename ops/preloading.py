"""Everything that a part may load later, loaded before it gives up root's right to read where the program lies.

A program and its interpreter often lie below a private home, which is not opened for the accounts of the parts.
"""

import importlib
import pkgutil
from contextlib import suppress
from zoneinfo import ZoneInfo

from api.pages.report import template
from api.routes.service.documentation import openapi_document
from domain.kernel.calendar import time_zones

PACKAGES = ("domain", "projections", "api", "anyio", "asyncio", "email", "encodings", "jinja2", "psycopg", "uvicorn")
MODULES = ("eventsourcing.popo", "fastapi.telemetry._runtime", "idna", "linecache", "traceback", "uvloop")
ZONES: list[ZoneInfo] = []
"""Those that were loaded; the library itself lets go of what nobody holds."""


def preload() -> None:
    """Loads the modules, the pages and the time zones."""
    for name in (*MODULES, *(module for package in PACKAGES for module in _modules(package))):
        # What needs another package that is not installed is not used.
        with suppress(ImportError):
            importlib.import_module(name)
    template()
    openapi_document()
    ZONES.extend(ZoneInfo(name) for name in sorted(time_zones()))


def _modules(package: str) -> list[str]:
    """The modules in a package, but for programs of their own."""
    found = importlib.import_module(package)
    listed = pkgutil.walk_packages(found.__path__, f"{package}.", onerror=lambda _: None)
    return [module.name for module in listed if not module.name.endswith("__main__")]
