"""`scoresheet run`: one part of the service, for a process manager such as systemd, which starts it again."""

from ops import serving
from ops.command_line.group import group
from ops.log_lines import announcing
from ops.settings import read_settings

app = group("run", "Run one part of the service by itself, for a process manager.")


@app.command()
def prepare() -> None:
    """Migrate the database, check that the log is the same one, and repeat erasures after a restore. Run it first.

    Example: scoresheet run prepare
    """
    settings = read_settings()
    serving.prepare(settings, announcing(settings.log_format))


@app.command()
def api() -> None:
    """Serve the API and the pages until SIGTERM. A second process does long reads.

    Example: scoresheet run api
    """
    _run("api")


@app.command()
def projections() -> None:
    """Keep the read models and the feeds up to date until SIGTERM.

    Example: scoresheet run projections
    """
    _run("projections")


@app.command()
def signer() -> None:
    """Keep the tree over the log and sign it until SIGTERM.

    Example: scoresheet run signer
    """
    _run("signer")


@app.command()
def webhooks() -> None:
    """Deliver feeds to receivers until SIGTERM.

    Example: scoresheet run webhooks
    """
    _run("webhooks")


def _run(group: str) -> None:
    settings = read_settings()
    serving.run_group(settings, announcing(settings.log_format), group)
