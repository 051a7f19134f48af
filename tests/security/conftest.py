"""Folders that the account of the embedded PostgreSQL can reach, no settings but those of the tests, and a service."""

from tests.api.conftest import service
from tests.ops.conftest import _no_settings, begun, cluster, folder

__all__ = ["_no_settings", "begun", "cluster", "folder", "service"]
