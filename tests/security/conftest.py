"""Folders that the account of the embedded PostgreSQL can reach, no settings but those of the tests, and a service."""

from tests.api.conftest import service
from tests.ops.conftest import begun, cluster, folder

__all__ = ["begun", "cluster", "folder", "service"]
