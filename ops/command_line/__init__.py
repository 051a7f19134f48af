"""The command `scoresheet`. Each subcommand is a module here, named like it, with a function of that name; `keys`,
`erasures` and `import` are groups of them."""

import sys

import typer

from ops.command_line.check_draws import check_draws
from ops.command_line.demo import demo
from ops.command_line.doctor import doctor
from ops.command_line.erasures import app as erasures
from ops.command_line.import_ import app as imports
from ops.command_line.keys import app as keys
from ops.command_line.migrate import migrate
from ops.command_line.rebuild import rebuild
from ops.command_line.serve import serve
from ops.command_line.story import story
from ops.errors import MEANINGS, OperationError

COMMANDS = (serve, demo, story, migrate, rebuild, doctor, check_draws)
EXIT_CODES = "Exit codes:\n\n" + "\n\n".join(f"{code:3d}  {meaning}" for code, meaning in MEANINGS.items())

app = typer.Typer(
    name="scoresheet",
    help="An event-sourced tournament service. Settings are environment variables: see the README.",
    epilog=EXIT_CODES,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_show_locals=False,
)
for command in COMMANDS:
    app.command()(command)
app.add_typer(keys)
app.add_typer(erasures)
app.add_typer(imports)


def main() -> None:
    """The console script: a foreseen failure is one line on standard error and its exit code."""
    try:
        app()
    except OperationError as error:
        sys.stderr.write(f"scoresheet: {error}\n")
        sys.exit(error.exit_code)
