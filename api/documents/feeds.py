"""The feeds, as they are listed."""

from domain.kernel.values import Value
from domain.webhooks.events import Feed


class FeedDocument(Value):
    """A feed: the `type` of its CloudEvents, the name of the schema of what they say and where that is read, how many
    there are, the ids of the first and the last, and the cursor behind that."""

    feed: Feed
    type: str
    dataschema: str
    schema_address: str
    entries: int
    first: str | None
    last: str | None
    end: str


class FeedList(Value):
    """All feeds, the number of the log that they tell of, and up to which position."""

    items: tuple[FeedDocument, ...]
    epoch: int
    position: int
