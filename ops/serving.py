"""`scoresheet serve`: database, migrations, projections and API, in one command that cleans up after itself."""

import signal
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict
from functools import partial
from types import FrameType

import psycopg

from api.http.sessions.first_link import make_link
from ops.copies import is_new, note_own, told_of
from ops.database import DatabaseUrls, connect
from ops.embedded import served_once, set_aside
from ops.erased_again import erase_listed, require_told
from ops.erasures import erase_again
from ops.errors import DatabaseOlderError, DatabaseUnreachableError
from ops.evidence.fork_guard import settle
from ops.evidence.key_folder import KeyFolder
from ops.forking import load_program
from ops.lifeline import Job, start_part, stop_part
from ops.migrate import Migration, migrate, read_migrations, register_projections, require_migrated
from ops.parts import GROUPS, PARTS, REGISTERING, Part
from ops.running import running_database
from ops.settings import Settings
from ops.supervisor import bound_socket, check_parts, running_parts, wait_until_listening, watch
from ops.webhooks.key_file import read_key, write_webhook_settings
from projections.queries.loading import Loading, forget, is_followed_to, note, position
from projections.queries.log.held import ADVICE

PATIENCE = 30
"""How often it is tried to set a demonstration aside that somebody else uses, once a second."""

MUCH = 1_000
"""So many events leave much in the memory of what takes them in."""
FOLLOWED_SECONDS = 60

STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def serve(
    settings: Settings,
    announce: Callable[[str], None],
    *,
    demonstration: str | None = None,
    parts: Mapping[str, Part] = PARTS,
) -> None:
    """Serves until a signal asks to stop (then returns) or a part ends by itself (then raises).

    `announce` is told in a line each what goes on. `demonstration` names the part that is started beside the others and
    ends when it has loaded one; then a demonstration of an earlier version is set aside, and loaded again.
    Raises the errors of `ops.errors`.
    """
    load_program()
    elsewhere = "set SCORESHEET_PORT or use --port"
    with stopped_by_signals(), bound_socket(settings.host, settings.port, elsewhere) as listener:
        for left in reversed(range(PATIENCE)):
            try:
                _serve(settings, announce, listener, parts, demonstration)
            except DatabaseOlderError as older:
                if demonstration is None or not left or not _renewed(settings, announce, older):
                    raise
            else:
                return


def _renewed(settings: Settings, announce: Callable[[str], None], older: DatabaseOlderError) -> bool:
    """Whether it is worth trying again: a demonstration was set aside, or somebody else may be about to do that."""
    if older.cluster is None or not older.is_demonstration:
        return False
    aside = set_aside(settings.data_dir)
    if aside is not None:
        KeyFolder(settings.log_key_dir).set_aside()
    if aside is None:
        time.sleep(1)
    else:
        announce(f"an earlier version loaded this demonstration: it is set aside as {aside}, and loaded again")
    return True


def _serve(
    settings: Settings,
    announce: Callable[[str], None],
    listener: socket.socket,
    parts: Mapping[str, Part],
    demonstration: str | None,
) -> None:
    address = listener.getsockname()[:2]
    shares = None
    if settings.database_url is None:
        announce(f"starting PostgreSQL; its data are in {settings.data_dir}")
        shares = None if demonstration is None else told_of(settings.data_dir)
        if shares is not None:
            announce(shares)
    begins = settings.database_url is None and is_new(settings.data_dir)
    with running_database(settings) as running, served_once(running.server, web_address(*address)):
        if begins:
            note_own(settings.data_dir)
        register = partial(_register, running.urls, announce)
        is_held = _prepare(running.urls, settings, announce, register, is_to_load=demonstration is not None)
        announce("starting the parts of the service")
        with running_parts(parts, running.urls, listener, settings) as children:

            def check() -> None:
                check_parts(children, lambda: running.server is None or running.server.is_running())

            wait_until_listening(address, check)
            announce(f"serving on {web_address(*address)} (documentation: /docs); stop with Ctrl-C")
            if shares is not None:
                announce(shares)
            if demonstration is None:
                _announce_first_link(running.urls, web_address(*address), announce)
            elif is_held:
                announce("the demonstration is left out while the log is held")
            else:
                follows = [name for name in children if parts[name].follows]
                renew = partial(children.start, *follows)
                _load(demonstration, running.urls, web_address(*address), announce, check, renew)
            watch(check)


def prepare(settings: Settings, announce: Callable[[str], None]) -> None:
    """Does what is to be done before any part runs, where each is run by itself. Raises the errors of `ops.errors`."""
    with running_database(settings) as running:
        _prepare(running.urls, settings, announce, register_projections, is_to_load=False)
        _announce_first_link(running.urls, web_address(settings.host, settings.port), announce)


def run_group(settings: Settings, announce: Callable[[str], None], group: str) -> None:
    """Runs the parts of one group until a signal asks to stop (then returns) or one ends by itself (then raises); the
    database is prepared. Raises the errors of `ops.errors`."""
    load_program()
    parts = {name: PARTS[name] for name in GROUPS[group]}
    with ExitStack() as opened:
        opened.enter_context(stopped_by_signals())
        listener = opened.enter_context(_listener(settings)) if group == "api" else None
        running = opened.enter_context(running_database(settings))
        with connect(running.urls.of(next(iter(parts.values())).role)) as connection:
            require_migrated(connection)
        children = opened.enter_context(running_parts(parts, running.urls, listener, settings))
        announce(f"running: {', '.join(parts)}")
        watch(lambda: check_parts(children, lambda: running.server is None or running.server.is_running()))


def _listener(settings: Settings) -> socket.socket:
    return bound_socket(settings.host, settings.port, "set SCORESHEET_PORT")


def _prepare(
    urls: DatabaseUrls,
    settings: Settings,
    announce: Callable[[str], None],
    register: Callable[[psycopg.Connection], None],
    *,
    is_to_load: bool,
) -> bool:
    """Whether the log is held then, so that nothing can be loaded."""
    migrate(urls.owner, announce=_saying_steps(announce), register=register)
    with connect(urls.owner) as connection:
        held = _settle(connection, settings, announce)
        forget(connection)
        if is_to_load and not held:
            note(connection, Loading("demonstration", 0, 1))
        _write_settings(connection, settings)
    _erase_again(urls, settings, announce, is_held=held)
    return held


def _saying_steps(announce: Callable[[str], None]) -> Callable[[Migration], None]:
    """A new database is told of in one line. Of one that has data each step is told, for it may take long."""
    is_new = False

    def say(step: Migration) -> None:
        nonlocal is_new
        if step.number == 1:
            is_new = True
            announce(f"making the tables of a new database: {len(read_migrations())} migrations")
        elif not is_new:
            announce(f"migrating: {step.name}")

    return say


def _register(urls: DatabaseUrls, announce: Callable[[str], None], connection: psycopg.Connection) -> None:
    """By a process that has the read models loaded: this one has no other use for them. Where it could not, the fault
    is met here again, and told."""
    announce("loading the program")
    child = start_part(REGISTERING, Job(urls.owner))
    child.join()
    if child.exitcode != 0:
        register_projections(connection)


def _settle(connection: psycopg.Connection, settings: Settings, announce: Callable[[str], None]) -> bool:
    """Nothing is recorded on another history than the one that was noted beside the key; whether the log is held then.
    Raises LogKeyError."""
    why = settle(connection, KeyFolder.of(settings.log_key_dir))
    if why is not None:
        announce(f"{why}; commands and feeds are answered 503 until you decide: {ADVICE}")
    return why is not None


def _write_settings(connection: psycopg.Connection, settings: Settings) -> None:
    """Writes the settings that the parts follow and must not change; those kept no longer go. Raises
    WebhookKeyError."""
    for what, days in settings.retention.items():
        connection.execute("UPDATE public.retention SET days = %s WHERE what = %s", (days, what))
    connection.execute("SELECT public.scoresheet_forget()")
    links, key = settings.mail_links if settings.mail_server else "", read_key(settings.webhook_key_file)
    pushes = bool(settings.push_contact)
    write_webhook_settings(connection, key, settings.receivers, links, sends_pushes=pushes)


def _erase_again(urls: DatabaseUrls, settings: Settings, announce: Callable[[str], None], *, is_held: bool) -> None:
    """Nobody is served before those are erased again whom a restored table or an older backup has brought back. Raises
    ErasuresWaitError."""
    listed = KeyFolder.of(settings.log_key_dir).erased()
    with connect(urls.owner) as connection:
        back = erase_again(connection, listed)
    if is_held:
        require_told(urls, listed)
    lacking = () if is_held else erase_listed(urls, listed)
    if back or lacking:
        named = ", ".join(sorted({*back, *lacking}))
        announce(f"erased again, since they or their keys had come back: {named}; run scoresheet erasures finish")


def _announce_first_link(urls: DatabaseUrls, address: str, announce: Callable[[str], None]) -> None:
    """Says how to begin, where nobody is an administrator yet. Anyone who sees this line may. A database that has just
    gone is noticed by anyone who watches."""
    code = None
    with suppress(DatabaseUnreachableError, psycopg.OperationalError), connect(urls.owner) as connection:
        code = make_link(connection)
    if code is not None:
        announce(f"nobody is registered yet: open this link within an hour to begin: {address}/begin/{code}")


def _load(
    demonstration: str,
    urls: DatabaseUrls,
    address: str,
    announce: Callable[[str], None],
    check: Callable[[], None],
    renew: Callable[[], None],
) -> None:
    """Returns when that part has ended, however it has; the service goes on. Where it has loaded much, what follows the
    log begins again by `renew`."""
    with connect(urls.owner) as connection:
        before = position(connection)
    loader = start_part(demonstration, Job(urls.service, urls=asdict(urls), address=address))
    try:
        watch(check, until=lambda: loader.exitcode is not None)
    finally:
        stop_part(loader)
    with connect(urls.owner, autocommit=True) as connection:
        loaded = position(connection)
        if loaded - before >= MUCH:
            _wait_for_followers(connection, loaded, check)
            renew()
        forget(connection)
    if loader.exitcode != 0:
        announce("the demonstration was not loaded to its end; `scoresheet demo` loads what is missing")


def _wait_for_followers(connection: psycopg.Connection, there: int, check: Callable[[], None]) -> None:
    """Returns when they have come so far, or nearly a minute later."""
    end = time.monotonic() + FOLLOWED_SECONDS
    watch(check, until=lambda: is_followed_to(connection, there) or time.monotonic() > end)


@contextmanager
def stopped_by_signals() -> Iterator[None]:
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
    """The address for browsers; an IPv6 host is in brackets."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
