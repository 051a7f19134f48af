"""`scoresheet story`."""

from contextlib import closing

import typer

from ops import migrate as migrations
from ops.demonstration import elimination
from ops.running import running_database
from ops.settings import read_settings
from projections.engine.log import open_log


def story() -> None:
    """Play two evenings of elimination after two losses, and show how a result is reversed after the third round.

    Running it again continues an interrupted run, or shows how the evenings ended.

    Example: scoresheet story
    """
    with running_database(read_settings()) as running:
        migrations.migrate(running.urls.owner)
        with closing(open_log(running.urls.service)) as log:
            elimination.tell(log, typer.echo)
