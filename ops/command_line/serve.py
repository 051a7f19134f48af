"""`scoresheet serve`."""

from typing import Annotated

import typer

from ops import serving
from ops.log_lines import announcing
from ops.parts import DEMONSTRATION
from ops.settings import read_settings


def serve(
    host: Annotated[str | None, typer.Option(help="Instead of SCORESHEET_HOST.")] = None,
    port: Annotated[int | None, typer.Option(help="Instead of SCORESHEET_PORT.", min=0, max=65535)] = None,
    demo: Annotated[bool, typer.Option("--demo", help="Beside it, `scoresheet demo --if-empty`.")] = False,
) -> None:
    """Migrate the database and serve the API and its projections until Ctrl-C.

    Starts the embedded PostgreSQL unless SCORESHEET_DATABASE_URL names a server. With --demo a demonstration that an
    earlier version has loaded is set aside, and loaded again.

    Example: scoresheet serve --port 8080
    """
    given = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
    settings = read_settings().model_copy(update=given)
    announce = announcing(settings.log_format)
    serving.serve(settings, announce, demonstration=DEMONSTRATION if demo else None)
