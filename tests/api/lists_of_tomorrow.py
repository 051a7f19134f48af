"""Official rating lists in tests: of tomorrow, since nothing was recorded before today."""

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from api.routes.federation import publications
from tests.api.support import Client

TOMORROW = datetime.now(UTC) + timedelta(days=1)
LIST: dict[str, Any] = {"kind": "rating-list", "pool": "normal", "date": f"{TOMORROW:%Y-%m-%d}"}


def publish_tomorrow(office: Client, pool: str = "normal") -> httpx.Response:
    """Publishes the list of that pool once its day has begun."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(publications, "_now", lambda: TOMORROW)
        return office.done("/v1/publications", {"subject": LIST | {"pool": pool}})
