"""Folders that the account of the embedded PostgreSQL can reach, and no settings but those of the tests."""

from tests.ops.conftest import _no_settings, begun, cluster, folder

__all__ = ["_no_settings", "begun", "cluster", "folder"]
