"""The templates of pages, and what else belongs to pages."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from jinja2 import DictLoader, Environment, StrictUndefined, Template

_FOLDER = Path(__file__).with_name("templates")


@cache
def files() -> Mapping[str, str]:
    """Every file that pages are made of, by its name; read once, together, for later they may be out of reach."""
    return {file.name: file.read_text("utf-8") for file in sorted(_FOLDER.iterdir())}


@cache
def _environment() -> Environment:
    return Environment(loader=DictLoader(files()), autoescape=True, undefined=StrictUndefined, trim_blocks=True)


@cache
def template(name: str) -> Template:
    """The page without its words."""
    return _environment().get_template(name)
