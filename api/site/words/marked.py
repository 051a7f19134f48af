"""Texts that are to be translated, and stand in no template."""

from collections.abc import Mapping
from typing import Any

Words = Mapping[str, Mapping[Any, str]]
"""By kind, such as `status`, what readers are told for each value."""


def said(text: str) -> str:
    """Marks a text that is to be translated, so that it stands in the catalogues."""
    return text
