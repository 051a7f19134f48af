"""API keys, as administrators read of them, and as they are shown to their holders, once."""

from datetime import date
from typing import Annotated, Literal

from domain.kernel.envelope import Maker, Role
from domain.kernel.ids import EntryNumber, PersonId, TournamentId
from domain.kernel.values import Instant, Value
from domain.kernel.visibility import PUBLIC, ForSender


class KeyAnswer(ForSender):
    """An API key, shown once, with the `id` that names it in public. Where it was made for another, `code` is what its
    person exchanges it by, and `link` an address below this service's own that does it, in any browser."""

    id: Annotated[str, PUBLIC]
    key: Annotated[str, PUBLIC]
    code: Annotated[str | None, PUBLIC] = None
    link: Annotated[str | None, PUBLIC] = None


class LinkAnswer(ForSender):
    """A link of a player or of a screen, shown once: an address below this service's own that logs in by it, once,
    until `expires_at`; `code` is its end, to be read out. `key` is what it is known by, as acts of a player are."""

    key: Annotated[str, PUBLIC]
    code: Annotated[str, PUBLIC]
    link: Annotated[str, PUBLIC]
    expires_at: Annotated[Instant, PUBLIC]


class PlayersLinkDocument(Value):
    """A player's own link that stands, by the `key` of the acts by it: whose, for which entry, who issued it and when,
    until when it can be opened, whether it was, and when what it opens ends at the latest."""

    key: str
    entry: EntryNumber
    person: PersonId
    key_maker: PersonId
    made_at: Instant
    opens_until: Instant
    opened: bool
    expires_at: Instant


class ScreenDocument(Value):
    """A screen of a hall, by the `key` of its link: who issued it, when, and when it ends at the latest."""

    key: str
    key_maker: PersonId
    made_at: Instant
    expires_at: Instant


class OwnKeyDocument(Value):
    """The key that asks, without its secret."""

    id: str
    role: Role
    person: PersonId | None
    name: str | None
    tournament: TournamentId | None
    personal: bool
    key_maker: Maker | None
    expires_at: Instant | None
    incomplete: bool


class KeyChangeAnswer(ForSender):
    """What was changed: the key by its id."""

    id: Annotated[str, PUBLIC]


class KeyDocument(Value):
    """A key without its secret, by the `id` that events name it by. `person` is who it acts for, null: nobody in
    particular; `tournament` the only one that it may be used for. `key_maker` made it for another, who has not
    exchanged it yet. `line` is the first of the keys whose place it has taken, one after the other. `last_used` is a
    day in UTC."""

    id: str
    role: Role
    person: PersonId | None
    tournament: TournamentId | None
    personal: bool
    label: str
    status: Literal["valid", "expired", "revoked"]
    made_at: Instant
    expires_at: Instant | None
    revoked_at: Instant | None
    last_used: date | None
    key_maker: Maker | None
    line: str | None
