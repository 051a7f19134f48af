"""`scoresheet serve`: database, migrations, projections and API, in one command that cleans up after itself."""

import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType

from ops.migrate import migrate
from ops.parts import PARTS, Part
from ops.running import Running, running_database
from ops.settings import Settings
from ops.supervisor import bound_socket, check_parts, running_parts, wait_until_listening, watch

STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def serve(
    settings: Settings,
    announce: Callable[[str], None],
    *,
    prepare: Callable[[Running], None] = lambda _: None,
    parts: Mapping[str, Part] = PARTS,
) -> None:
    """Serves until a signal asks to stop (then returns) or a part ends by itself (then raises).

    `announce` is told in a line each what goes on; `prepare` runs on the migrated database before serving.
    Raises the errors of `ops.errors`.
    """
    with _stopped_by_signals(), bound_socket(settings.host, settings.port) as listener:
        address = listener.getsockname()[:2]
        with running_database(settings) as running:
            migrate(running.urls.owner, announce=lambda step: announce(f"migrating: {step.name}"))
            prepare(running)
            with running_parts(parts, running.urls, listener.fileno()) as children:

                def check() -> None:
                    check_parts(children, lambda: running.server is None or running.server.is_running())

                wait_until_listening(address, check)
                announce(f"serving on {web_address(*address)} (documentation: /docs); stop with Ctrl-C")
                watch(check)


@contextmanager
def _stopped_by_signals() -> Iterator[None]:
    """Within it, SIGTERM and SIGHUP do what Ctrl-C does, also where a shell had SIGINT ignored; no error leaves it."""

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        # Ctrl-C under make arrives twice; stopping takes seconds and isn't to be interrupted by the second.
        for number in STOPPING:
            signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    former = {number: signal.signal(number, interrupt) for number in STOPPING}
    try:
        yield
    except KeyboardInterrupt:
        return
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)


def web_address(host: str, port: int) -> str:
    """The address for browsers; an IPv6 host stands in brackets."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
