"""The templates of pages, each read once."""

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

_FOLDER = Path(__file__).with_name("templates")


@cache
def _environment() -> Environment:
    return Environment(loader=FileSystemLoader(_FOLDER), autoescape=True, undefined=StrictUndefined, trim_blocks=True)


@cache
def template(name: str) -> Template:
    """The page without its words."""
    return _environment().get_template(name)
