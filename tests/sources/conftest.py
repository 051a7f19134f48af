"""A service per file, as the tests over HTTP have it."""

from tests.api.conftest import service

__all__ = ["service"]
