"""Folders that the account of the embedded PostgreSQL can reach."""

from tests.ops.conftest import folder

__all__ = ["folder"]
