"""A Swiss: `rules` says what it is."""

from domain.formats.swiss.options import SwissOptions
from domain.formats.swiss.rules import Swiss

__all__ = ["Swiss", "SwissOptions"]
