"""What each part is forked from: importing this module loads all that a part may need later.

The program and its interpreter often lie below a private home, which is not opened for the accounts of the parts: so
all is loaded before they give up root's right to read it. What is loaded is not looked through for cycles again, which
would take time and copy what the parts share.
"""

import gc
import importlib
import importlib.util
import os
import pkgutil
from collections.abc import Callable
from contextlib import suppress
from zoneinfo import ZoneInfo

from setproctitle import setproctitle

from domain.journal.kept import program_of
from domain.kernel.calendar import time_zones

PACKAGES = (
    *("domain", "projections", "api", "ops.evidence", "ops.webhooks"),
    *("anyio", "asyncio", "email", "encodings", "jinja2", "prometheus_client", "psycopg", "structlog", "uvicorn"),
)
MODULES = (
    "cryptography.hazmat.backends.openssl.backend",
    *("_strptime", "eventsourcing.popo", "fastapi.telemetry._runtime", "idna", "linecache", "pyarrow.parquet"),
    *("openpyxl.packaging.extended", "pydantic.dataclasses", "rich._emoji_codes", "traceback", "uvloop"),
)
EXTRAS = ("gvformat",)
"""Packages that an operator may have installed."""
KEPT_BY = (("domain",), ("domain", "projections.explain"))
"""Of which packages the text is digested."""
ZONES: list[ZoneInfo] = []
"""Those that were loaded; the library itself lets go of what nobody holds."""


def load() -> None:
    """Loads modules, time zones, the API's pages, and by which text what is kept of streams names the program. Ends
    where anyone who started it has ended meanwhile: that a port is taken is noticed long before all is loaded."""
    starter = os.getppid()
    for name in (*MODULES, *(module for package in (*PACKAGES, *_extras()) for module in _modules(package))):
        # What needs another package that is not installed is not used.
        with suppress(ImportError):
            importlib.import_module(name)
        if os.getppid() != starter:
            os._exit(1)
    _load_pages()
    for packages in KEPT_BY:
        program_of(*packages)
    ZONES.extend(ZoneInfo(name) for name in sorted(time_zones()))


def _extras() -> list[str]:
    return [name for name in EXTRAS if importlib.util.find_spec(name)]


def _load_pages() -> None:
    from api.asgi.described import described
    from api.pages import guides, template
    from api.queries import event_schemas
    from api.site.frame import templates

    _in_a_process_of_its_own(lambda: described().state.documents())
    template.files()
    guides.guides()
    event_schemas.files()
    described().state.documents()
    templates.load()


def _in_a_process_of_its_own(make: Callable[[], object]) -> None:
    """Runs it in a process of its own. Its results are kept in files; the memory that making takes would stay with all
    parts."""
    if (child := os.fork()) == 0:
        try:
            make()
        finally:
            os._exit(0)
    os.waitpid(child, 0)


def _modules(package: str) -> list[str]:
    """The modules in a package, but for programs of their own."""
    found = importlib.import_module(package)
    listed = pkgutil.walk_packages(found.__path__, f"{package}.", onerror=lambda _: None)
    return [module.name for module in listed if not module.name.endswith("__main__")]


os.setsid()
setproctitle("scoresheet: what the parts are forked from")
gc.disable()
load()
gc.freeze()
