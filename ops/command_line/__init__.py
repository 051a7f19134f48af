"""The command `scoresheet`. Each subcommand is a module here, named like it, with a function of that name; `config`,
`keys`, `erasures`, `import`, `log`, `run`, `transcript` and `witness` are groups of them, each the `app` of its
module."""

import gc
import sys
from importlib import import_module
from importlib.metadata import version
from types import ModuleType
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from domain.importing.errors import ImportFailedError
from ops import forking
from ops.command_line.group import APPEARANCE
from ops.errors import FORESEEN, ExitCode, OperationError, code_of
from projections.engine.garbage_collection import few_collections

MODULES = {
    "serve": "serve",
    "setup": "setup",
    "run": "run",
    "demo": "demo",
    "story": "story",
    "migrate": "migrate",
    "rebuild": "rebuild",
    "doctor": "doctor",
    "backup": "backup",
    "restore": "restore",
    "drill": "drill",
    "check-draws": "check_draws",
    "config": "config",
    "keys": "keys",
    "erasures": "erasures",
    "import": "imports",
    "log": "log",
    "witness": "witness",
    "export": "export",
    "verify": "verify",
    "replay": "replay",
    "transcript": "transcripts",
}
STARTING = ("serve", "run")
"""These start parts: what parts are forked from is loaded beside what the command itself needs."""
LINES = {
    "serve": "Migrate the database and serve the API and its projections until Ctrl-C.",
    "setup": "Set this machine up for real use: accounts, folders, database roles, settings and systemd units.",
    "run": "Run one part of the service by itself, for a process manager.",
    "demo": "Load demonstration data and make a key to try it.",
    "story": (
        "Play two evenings of elimination after two losses, and show how a result is reversed after the third round."
    ),
    "migrate": "Migrate the database to this version.",
    "rebuild": "Rebuild the read models from the whole log.",
    "doctor": "Check the installation: database, version, migrations, privileges, disk, newest events.",
    "backup": "Back up the database, also while the service runs, and delete old backups.",
    "restore": "Restore a backup into an empty database, and bring it up to date.",
    "drill": "Test a backup on a temporary server, and write a report beside it.",
    "check-draws": "Repeat every draw of a tournament from its history and its published secret.",
    "config": "Look at the settings.",
    "keys": "Make, rotate, list and revoke API keys.",
    "erasures": "List and finish erasures.",
    "import": "Import lists from other programs.",
    "log": "See, copy and renew the key that the log is signed with.",
    "witness": "Cosign other logs as long as they only grow.",
    "export": "Export all records, or a part of them, with their proofs, for checking elsewhere.",
    "verify": "Verify an export, a published file or a card, step by step, without database or network.",
    "replay": "Replay the events of an export by the rules of this program, without database or network.",
    "transcript": "Analyse, check, extract, show and upload transcripts of matches.",
}
"""What each is for, as the first sentence of its own help says it."""

EXIT_CODES = "Exit codes:\n\n" + "\n".join(f"- {code}: {code.meaning}" for code in ExitCode)


class Subcommands(TyperGroup):
    """A subcommand is imported when it is asked for, since each alone needs other heavy parts of the program; to be
    listed none of them is."""

    lists = False

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 -- of the kinds that typer has then
        """The list of all."""
        self.lists = True
        super().format_help(ctx, formatter)

    def list_commands(self, _: Any) -> list[str]:  # noqa: ANN401 -- a context, of the kind that typer has then
        return list(MODULES)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 -- likewise
        """The subcommand that is to run. What parts are forked from begins to load beside it."""
        if args[0] in STARTING:
            forking.load_program()
        return super().resolve_command(ctx, args)

    def get_command(self, _: Any, cmd_name: str) -> Any:  # noqa: ANN401 -- and its command
        """The subcommand of that name, whose module is imported now; None where there is none."""
        if cmd_name not in MODULES:
            return None
        if self.lists:
            return TyperCommand(cmd_name, help=LINES[cmd_name])
        module = _imported(MODULES[cmd_name])
        if hasattr(module, "app"):
            return get_command(module.app)
        alone = typer.Typer(**APPEARANCE)
        alone.command(cmd_name)(getattr(module, MODULES[cmd_name]))
        return get_command(alone)


def _imported(name: str) -> ModuleType:
    """The module of a subcommand. What is imported stays: to look through it for cycles would take a fifth longer."""
    gc.disable()
    try:
        return import_module(f"{__name__}.{name}")
    finally:
        gc.freeze()
        gc.enable()


app = typer.Typer(
    name="scoresheet",
    cls=Subcommands,
    help="An event-sourced tournament service. Settings are environment variables: see `scoresheet config check`.",
    epilog=EXIT_CODES,
    no_args_is_help=True,
    **APPEARANCE,
)


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"scoresheet {version('scoresheet')}")
        raise typer.Exit


@app.callback()
def _scoresheet(
    _: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Without a subcommand nothing is done."""


def main() -> None:
    """The console script: a foreseen failure is one line on standard error and its exit code."""
    try:
        with few_collections():
            app()
    except FORESEEN as error:
        _end(error)
    except Exception as fault:
        from ops.faults import foreseen  # with the database's library, which what goes well may not need

        told = foreseen(fault)
        if told is None:
            raise
        _end(told)


def _end(error: OperationError | ImportFailedError) -> NoReturn:
    sys.stderr.write(f"scoresheet: {error}\n")
    sys.exit(code_of(error))
