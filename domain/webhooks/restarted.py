"""What followers are told after the log was begun anew: what of the former one still holds."""

from domain.kernel import canonical_json
from domain.webhooks.events import Feed

TYPE = "feed.restarted.v1"


def restarted_entry(feed: Feed, position: int, log_number: int, kept_to: int) -> bytes:
    """A CloudEvent that tells of the log with that number, which began at that position: the entries up to `kept_to`
    are those of the former log, and what came behind them there is gone."""
    place = f"{position:020d}.{0:08d}"
    return canonical_json.encode(
        {
            "specversion": "1.0",
            "id": place,
            "source": f"/v1/feeds/{feed}",
            "type": f"scoresheet.{TYPE}",
            "sequence": place,
            "datacontenttype": "application/json",
            "data": {"log_number": log_number, "kept_to": kept_to},
        }
    )
