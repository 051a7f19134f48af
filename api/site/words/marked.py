"""Texts that are to be translated, and stand in no template."""

from collections.abc import Mapping
from typing import Any

from api.pages.speech import said

__all__ = ["Words", "said"]

Words = Mapping[str, Mapping[Any, str]]
"""By kind, such as `status`, what readers are told for each value."""
