"""The command `scoresheet`. Each subcommand is a module here, named like it, with a function of that name; `keys`,
`erasures`, `import`, `log` and `witness` are groups of them, each the `app` of its module."""

import sys
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from ops.errors import ExitCode, OperationError

MODULES = {
    "serve": "serve",
    "demo": "demo",
    "story": "story",
    "migrate": "migrate",
    "rebuild": "rebuild",
    "doctor": "doctor",
    "check-draws": "check_draws",
    "keys": "keys",
    "erasures": "erasures",
    "import": "imports",
    "log": "log",
    "witness": "witness",
    "export": "export",
    "verify": "verify",
    "replay": "replay",
}
EXIT_CODES = "Exit codes:\n\n" + "\n\n".join(f"{code:3d}  {code.meaning}" for code in ExitCode)


class Subcommands(TyperGroup):
    """A subcommand is imported when it is asked for, since each alone needs other heavy parts of the program."""

    def list_commands(self, _: Any) -> list[str]:  # noqa: ANN401 -- a context, of the kind that typer has then
        return list(MODULES)

    def get_command(self, _: Any, cmd_name: str) -> Any:  # noqa: ANN401 -- and its command
        """The subcommand of that name, whose module is imported now; None where there is none."""
        if cmd_name not in MODULES:
            return None
        module = import_module(f"{__name__}.{MODULES[cmd_name]}")
        if hasattr(module, "app"):
            return get_command(module.app)
        alone = typer.Typer(add_completion=False, pretty_exceptions_show_locals=False)
        alone.command(cmd_name)(getattr(module, MODULES[cmd_name]))
        return get_command(alone)


app = typer.Typer(
    name="scoresheet",
    cls=Subcommands,
    help="An event-sourced tournament service. Settings are environment variables: see the README.",
    epilog=EXIT_CODES,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_show_locals=False,
)


@app.callback()
def _scoresheet() -> None:
    """Without a subcommand nothing is done."""


def main() -> None:
    """The console script: a foreseen failure is one line on standard error and its exit code."""
    try:
        app()
    except OperationError as error:
        sys.stderr.write(f"scoresheet: {error}\n")
        sys.exit(error.exit_code)
