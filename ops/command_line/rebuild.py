"""`scoresheet rebuild`."""

from enum import Enum
from typing import Annotated

import typer

from domain.journal.errors import Unavailable
from ops import database
from ops.command_line.bars import bars
from ops.errors import RebuildError
from ops.running import migrated_database
from ops.settings import read_settings
from projections.engine import rebuild as rebuilding
from projections.engine.log import Log, open_log
from projections.engine.runner import RETRY_CHANNEL
from projections.registry.catalogue import PROJECTIONS

Name = Enum("Name", {name: name for name in PROJECTIONS}, type=str)  # type: ignore[misc]  # made from the catalogue


def rebuild(
    names: Annotated[list[Name] | None, typer.Argument(help="Which projections; by default all of them.")] = None,
    parked: Annotated[
        bool, typer.Option("--parked", help="Instead, let the running service retry what it stopped at.")
    ] = False,
    back: Annotated[
        bool, typer.Option("--back", help="Instead, go back to the tables from before the last rebuild.")
    ] = False,
) -> None:
    """Rebuild the read models from the whole log. Readers see the old ones until the new ones are complete. The old
    ones are kept for some days, and `--back` returns to them. Without names, also drop the saved states of long
    streams; the next start makes them again.

    Example: scoresheet rebuild ratings
    """
    with migrated_database(read_settings()) as urls:
        if parked:
            _ask_to_retry(urls.projections)
            return
        if not names and not back:
            with database.connect(urls.owner) as connection:
                connection.execute("DELETE FROM public.kept")
        log = open_log(urls.projections)
        try:
            chosen = [each.value for each in names] if names else list(PROJECTIONS)
            make = _back if back else _rebuild
            faults = [fault for name in chosen if (fault := make(urls.of_projection(name), log, name))]
        finally:
            log.close()
        if faults:
            raise RebuildError(" ".join(faults))


def _ask_to_retry(url: str) -> None:
    with database.connect(url, autocommit=True) as connection:
        connection.execute("SELECT pg_notify(%s, '')", (RETRY_CHANNEL,))


def _rebuild(url: str, log: Log, name: str) -> str | None:
    """The event that is in the way, if any: the present tables stay then, and the others are made."""
    with bars() as shown:
        task = shown.add_task(name)
        try:
            position = rebuilding.rebuild(
                url, log, PROJECTIONS[name], lambda reached, of: shown.update(task, completed=reached, total=of)
            )
        except rebuilding.ToldOtherwise as fault:
            return f"{name} was not rebuilt and is as it was: {fault}. Use the version of the program that told it."
        except Unavailable as fault:
            return f"{name} was not rebuilt and is as it was: {fault}. `scoresheet doctor` names the event to mend."
        shown.update(task, completed=position, total=position)
    typer.echo(f"{name}: rebuilt from {position} events")
    return None


def _back(url: str, log: Log, name: str) -> str | None:
    """Likewise of going back."""
    try:
        position = rebuilding.switch_back(url, log, PROJECTIONS[name])
    except Unavailable as fault:
        return f"{name} is as it was: {fault}."
    typer.echo(f"{name}: back to the tables from before, with {position} events")
    return None
