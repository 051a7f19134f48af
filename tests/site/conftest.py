"""The same service as the API's tests have."""

from tests.api.conftest import anonymous, played, service

__all__ = ["anonymous", "played", "service"]
