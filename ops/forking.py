"""The process that all parts are forked from: it has loaded the program, and knows no setting. So the program is loaded
once and not once for each, and no part finds in its memory what another was told.

Little is imported here: that process is started before anything else of the program is loaded.
"""

import multiprocessing
import os
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import forkserver

SETTINGS_PREFIX = "SCORESHEET_"
"""Parts are told what they need by their job: settings may hold the owner's password."""
PRELOADED = ["ops.preloading"]
"""What parts are forked from."""
FORKING = multiprocessing.get_context("forkserver")


def load_program() -> None:
    """Begins to load what parts are forked from, which takes a second or two; who starts a part waits for it."""
    FORKING.set_forkserver_preload(PRELOADED)
    with _without_settings():
        forkserver.ensure_running()


@contextmanager
def _without_settings() -> Iterator[None]:
    settings = {name: value for name, value in os.environ.items() if name.startswith(SETTINGS_PREFIX)}
    for name in settings:
        del os.environ[name]
    try:
        yield
    finally:
        os.environ.update(settings)
