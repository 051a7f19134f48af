"""`scoresheet serve`."""

import os
from typing import Annotated

import typer

from ops import serving
from ops.embedded.system_account import NAME, is_set_up, lacks_account, one_account
from ops.errors import SetUpError
from ops.log_lines import announcing
from ops.parts import DEMONSTRATION, FEW_PARTS, PARTS
from ops.settings import read_settings

NOT_AS_ROOT = (
    "root serves nothing on a machine that is not set up: run scoresheet setup, which makes an account for each part;"
    " or run this as an ordinary user; scoresheet serve --demo is for trying"
)


def serve(
    host: Annotated[str | None, typer.Option(help="Instead of SCORESHEET_HOST.")] = None,
    port: Annotated[int | None, typer.Option(help="Instead of SCORESHEET_PORT.", min=0, max=65535)] = None,
    demo: Annotated[bool, typer.Option("--demo", help="Also run `scoresheet demo --if-empty`.")] = False,
) -> None:
    """Migrate the database and serve the API and its projections until Ctrl-C.

    Start the embedded PostgreSQL unless SCORESHEET_DATABASE_URL names a server. With --demo, set the demonstration
    of an earlier version aside and load a new one. As root, use --demo for trying only. For real use, `scoresheet
    setup` makes an account for each part.

    Example: scoresheet serve --port 8080
    """
    given = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
    settings = read_settings().model_copy(update=given)
    announce = announcing(settings.log_format)
    if os.geteuid() == 0 and not demo and not is_set_up():
        raise SetUpError(NOT_AS_ROOT)
    if lacks_account():
        announce(f"making the system account {NAME}, in which PostgreSQL and the service run: root serves nothing")
    parts = FEW_PARTS if demo and one_account() and not settings.has_logins_of_parts else PARTS
    serving.serve(settings, announce, demonstration=DEMONSTRATION if demo else None, parts=parts)
