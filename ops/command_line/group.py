"""What the groups of subcommands have in common."""

from typing import Any

import typer

APPEARANCE: dict[str, Any] = {
    "add_completion": False,
    "pretty_exceptions_show_locals": False,
    "rich_markup_mode": "markdown",
}
"""Paragraphs of a help text fill the terminal, wherever the lines of the docstring end."""


def group(name: str, purpose: str) -> typer.Typer:
    """A group of subcommands, which shows its help when none of them is named."""
    return typer.Typer(name=name, help=purpose, no_args_is_help=True, **APPEARANCE)
