"""Everybody who may ask the API, with their keys, on one service."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg

from api.http.etags import FEDERATION
from ops.evidence import renewal
from ops.evidence.signer import Signing, sign
from tests.api.callers import CALLERS, READS_TEXTS
from tests.api.lists_to_come import publish_list_to_come
from tests.api.scenes import REASON, Cast, announcement
from tests.api.support import Service, end_key
from tests.evidence.support import ORIGIN, key_folder
from tests.patience import PATIENCE_SECONDS

WITHHELD_NAME = "Nobody's business"
"""Of the side, who does not consent to its publication."""


def all_callers(service: Service, keys_in: Path) -> Cast:
    """Everybody who may ask, each with a key; a list is published, and the log is signed and has been restarted."""
    names = ("administrator", "director", "elsewhere", "side", "opponent", "entrant", "waiting", "player", "auditor")
    persons = {name: service.register(name) for name in (*names, "spare")}
    persons["side"] = service.register(WITHHELD_NAME)
    service.administrator().change(f"/v1/persons/{persons['side']}", "publication-consent", {"granted": False})
    unlimited = REASON | {"limit": None}  # the same person resigns from scene after scene
    service.administrator().done("/v1/federation/resignation-limit", unlimited, seen=FEDERATION.etag(0))
    other = service.administrator().done("/v1/tournaments", announcement("Another", persons["elsewhere"]))
    other_id = other.json()["tournament"]
    publish_list_to_come(service.administrator())
    service.services.readings.wait_for(service.services.journal.position(), PATIENCE_SECONDS, ["evidence"])
    folder = key_folder(keys_in)
    folder.prepare(None)
    with psycopg.connect(service.owner_url, autocommit=True) as connection:
        sign(connection, Signing(folder, ORIGIN))
        renewal.restart(service.services.journal, connection, folder)
        service.services.readings.wait_for(service.services.journal.position(), PATIENCE_SECONDS, ["evidence"])
        sign(connection, Signing(folder, ORIGIN))
    now = datetime.now(UTC)
    keys = {
        "administrator": service.key("administrator", persons["administrator"]),
        "director": service.key("director", persons["director"]),
        "elsewhere": service.key("director", persons["elsewhere"]),
        "narrowed": service.key("director", persons["director"], other_id),
        "side": service.key("player", persons["side"]),
        "entrant": service.key("player", persons["entrant"]),
        "player": service.key("player", persons["player"]),
        "auditor": service.key("auditor"),
        "feed-reader": service.key("feed-reader"),
        "expired": service.key("administrator", expires_at=now - timedelta(seconds=1)),
        "revoked": service.key("administrator"),
        "garbage": f"scoresheet_{'0' * 16}_{'0' * 64}",
    }
    end_key(service.owner_url, keys["revoked"])
    keys[READS_TEXTS] = service.key("auditor", personal=True)
    clients = {name: service.client(keys.get(name)) for name in (*CALLERS, READS_TEXTS)}
    return Cast(service, persons, clients)
