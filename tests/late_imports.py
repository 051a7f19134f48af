"""What a service in the tests' own process imports while it serves is to be loaded before it serves (`ops/preloading`).

The tests have loaded far more than a part of the service has. So each import statement that the service's threads carry
out is noted by name, and at the end those are named that a part would have had to load then.
"""

import builtins
import importlib
import json
import subprocess
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.util import resolve_name
from types import ModuleType

from api.http.sessions.logins import Logins

SERVER = "served"
"""How the thread is called in which a service of the tests waits for requests."""
THREADS = (SERVER, "AnyIO worker thread")
LOADED = """
import itertools, json, os, sys, ops.preloading
from api.http.sessions.logins import IdentityProvider, Logins
from ops import extras
for passkeys, provider in itertools.product((False, True), repeat=2):
    if os.fork() == 0:
        extras.load(Logins(passkeys=passkeys, provider=IdentityProvider("", "", "") if provider else None))
        print(json.dumps([passkeys, provider, [*sys.modules]]), flush=True)
        os._exit(0)
    os.wait()
"""
_import = builtins.__import__
_import_module = importlib.import_module


def loaded_before(passkeys: bool = False, provider: bool = False) -> frozenset[str]:
    """Every module that a part has when it begins, with these other ways to log in."""
    return _loaded()[passkeys, provider]


@cache
def _loaded() -> Mapping[tuple[bool, bool], frozenset[str]]:
    """The same for all ways to log in. Loading takes seconds: each way goes on in a process forked after it."""
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    told = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("[")]
    return {(passkeys, provider): frozenset(modules) for passkeys, provider, modules in told}


@contextmanager
def watched(logins: Callable[[], Logins] = Logins) -> Iterator[None]:
    """Fails at the end where the service has imported something that no part has loaded when it begins to serve with
    the ways to log in that there are then."""
    named: defaultdict[tuple[bool, bool], set[str]] = defaultdict(set)

    def note(*names: str) -> None:
        ways = logins()
        named[ways.passkeys, ways.provider is not None].update(names)

    def imported(
        name: str,
        globals: Mapping[str, object] | None = None,  # noqa: A002 -- as Python calls it
        locals: Mapping[str, object] | None = None,  # noqa: A002 -- likewise
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        if _is_of_the_service():
            whole = resolve_name("." * level + name, str((globals or {}).get("__package__"))) if level else name
            note(whole, *(f"{whole}.{each}" for each in fromlist or ()))
        return _import(name, globals, locals, fromlist or (), level)

    def imported_module(name: str, package: str | None = None) -> ModuleType:
        if _is_of_the_service():
            note(name)
        return _import_module(name, package)

    builtins.__import__ = imported
    importlib.import_module = imported_module
    try:
        yield
    finally:
        builtins.__import__, importlib.import_module = _import, _import_module
    late = sorted({name for ways, names in named.items() for name in names & sys.modules.keys() - loaded_before(*ways)})
    assert not late, f"imported while the service ran, and not loaded before: {late}; name them in ops/preloading.py"


def _is_of_the_service() -> bool:
    """Asked first: the tests' own threads import hundreds of times what is there."""
    return threading.current_thread().name.startswith(THREADS)
