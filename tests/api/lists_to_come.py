"""Official rating lists in tests: of a day to come, since nothing was recorded before today."""

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from api.routes.federation import publications
from tests.api.support import Client

SOON = datetime.now(UTC) + timedelta(days=2)
"""The day after tomorrow: a run may go on past midnight."""
LIST: dict[str, Any] = {"kind": "rating-list", "pool": "normal", "date": f"{SOON:%Y-%m-%d}"}


def publish_list_to_come(office: Client, pool: str = "normal") -> httpx.Response:
    """Publishes the list of that pool once its day has begun."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(publications, "_now", lambda: SOON)
        return office.done("/v1/publications", {"subject": LIST | {"pool": pool}})
