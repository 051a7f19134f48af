"""Folders that the account of the embedded PostgreSQL can reach, and no settings but those of the tests."""

from tests.ops.conftest import begun, cluster, folder

__all__ = ["begun", "cluster", "folder"]
