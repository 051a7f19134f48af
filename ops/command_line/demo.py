"""`scoresheet demo`."""

from pathlib import Path
from typing import Annotated

import typer

from domain.importing.errors import ListUnreadableError
from ops import migrate as migrations
from ops.command_line.bars import progress_bar
from ops.demonstration.demo import DATA, demonstrate, show_links
from ops.running import running_database
from ops.serving import web_address
from ops.settings import read_settings


def demo(
    if_empty: Annotated[
        bool,
        typer.Option("--if-empty", help=("Do nothing if there is data already, or the demonstration is complete.")),
    ] = False,
    data: Annotated[
        Path | None, typer.Option(help="A club's list to import; by default ../shared/data/club_history.jsonl.")
    ] = None,
    links: Annotated[
        bool, typer.Option("--links", help="Only show its links again, with a new one to log in.")
    ] = False,
) -> None:
    """Load demonstration data and make a key to try it. Migrate the database first if needed.

    It has invented evenings of all formats, an invented season, and a club's list if there is one. Running it again
    adds only what is missing.

    Example: scoresheet demo --if-empty
    """
    if data is not None and not data.exists():
        raise ListUnreadableError(f"there is no {data}")
    settings = read_settings()
    with running_database(settings) as running:
        migrations.migrate(running.urls.owner)
        address = web_address(settings.host, settings.port)
        if links:
            show_links(running.urls, address, typer.echo)
            return
        demonstrate(running.urls, address, typer.echo, progress_bar, path=data or DATA, if_empty=if_empty)
