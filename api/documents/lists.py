"""Lists, whole or by the page, and what is in those from which something is changed."""

from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar

from api.documents.clubs import ClubDocument
from api.documents.known_lists import ListDocument
from domain.kernel.ids import PersonId
from domain.kernel.values import Value
from projections.views.bans import BanView
from projections.views.erasures import ErasureView
from projections.views.federation import ImportView
from projections.views.persons import PersonView
from projections.views.rulings import AppealView, DisputeView, RulingView
from projections.views.series import SeriesView
from projections.views.tournaments import EntryView, MatchView, PersonMatchView, TournamentView

Item = TypeVar("Item")


class Page(Value, Generic[Item]):
    """A page of a list, or all of a short one. `next` is the cursor of the page that follows, null on the last; the
    header Link leads there too. `names` are those of the persons in it, where they are not erased. `incomplete`: here
    and elsewhere, a stream that it is made of stands still until it is mended."""

    items: tuple[Item, ...]
    next: str | None
    names: dict[PersonId, str]
    incomplete: bool


class FoundPage(Page[Item], Generic[Item]):
    """A page of what was searched for; `count` is how many there are on all pages, where that was asked for."""

    count: int | None


class Counted(Page[Item], Generic[Item]):
    """A page, and how many there are of each kind."""

    counts: dict[str, int]


def whole_list(items: Iterable[object]) -> Mapping[str, object]:
    """All of a list that fits on one page and names nobody."""
    return {"items": list(items), "next": None, "names": {}, "incomplete": False}


class Tagged(Value):
    """What commands change: its `etag` is the one that it has where it is read by itself, for If-Match."""

    etag: str


class TaggedTournament(TournamentView, Tagged):
    """A tournament."""


class TaggedEntry(EntryView, Tagged):
    """An entry."""


class TaggedMatch(MatchView, Tagged):
    """A match."""


class TaggedPersonMatch(PersonMatchView, Tagged):
    """A match of a person's."""


class TaggedDispute(DisputeView, Tagged):
    """A dispute."""


class TaggedRuling(RulingView, Tagged):
    """A ruling."""


class TaggedAppeal(AppealView, Tagged):
    """An appeal."""


class TaggedPerson(PersonView, Tagged):
    """A person."""


class TaggedSeries(SeriesView, Tagged):
    """A series."""


class TaggedClub(ClubDocument, Tagged):
    """A club."""


class TaggedList(ListDocument, Tagged):
    """A list that is kept elsewhere."""


class TaggedImport(ImportView, Tagged):
    """An import; `etag` is that of its tournament's settings."""


class TaggedBan(BanView, Tagged):
    """A ban; `etag` is that of the person's record."""


class TaggedErasure(ErasureView):
    """An erasure; `etag` is that of the person's record, null where it can be neither stopped nor confirmed."""

    etag: str | None
