"""What readers are shown of a command that is tried: what it would make different."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Annotated, TypeVar

from pydantic import JsonValue

from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.values import Pool, Value
from domain.kernel.visibility import FOR_PARTIES, FOR_PLAYERS, FOR_STAFF, ONCE_ALL_ANNOUNCED, PUBLIC, ForSender
from domain.officiating.sanction_catalogue import Departure, Sanction
from domain.scoring.amount import Amount
from domain.tournament.lifecycle.commands import Seen
from domain.tournament.preview import Tried
from projections.views.ratings import points
from projections.views.tournaments import Ending

V = TypeVar("V", bound=Value)


class ShownView(ForSender):
    """A match by its number, round and sides."""

    match: int
    round: int | None
    sides: tuple[int, int]


class EndingView(ShownView):
    """How a match would have ended, and who would have won it; `how` is None where it would not have. `points` are what
    its sides would have, by play and by rulings, when it ends or goes on. One that would end and in which `play_began`
    is False would not be rated (ALL-6): a ruling says so where play had begun all the same."""

    length: int
    how: Annotated[Ending | None, ONCE_ALL_ANNOUNCED]
    winner: Annotated[int | None, ONCE_ALL_ANNOUNCED]
    points: Annotated[tuple[int, int] | None, ONCE_ALL_ANNOUNCED]
    play_began: Annotated[bool | None, ONCE_ALL_ANNOUNCED]


class LineView(ForSender):
    """An entry's line in the table."""

    entry: int
    rank: int
    values: dict[str, int]
    mark: Annotated[str | None, PUBLIC]


class RatingChangeView(ForSender):
    """A player's rating in a pool before and after, in points."""

    pool: Pool
    person: PersonId
    before: Annotated[str, PUBLIC]
    after: Annotated[str, PUBLIC]


class ShareChangeView(ForSender):
    """By how much an entry's stakes and credits would change."""

    entry: int
    staked: Amount
    credited: Amount


class SettlementChangeView(ForSender):
    """By how much a match's settlement would change (STK-5)."""

    match: int
    shares: Annotated[tuple[ShareChangeView, ...], FOR_PLAYERS]
    house: Annotated[Amount | None, FOR_PLAYERS]


class ReportChangeView(ForSender):
    """How many things of a kind the report to the federation would tell more or fewer of (TD-19)."""

    section: Annotated[str, PUBLIC]
    added: int
    removed: int


class FlaggedChangeView(ForSender):
    """A remedy of the ruling that would be given which departs from what its clause permits, by its place from 1, with
    what is permitted; it is flagged, not refused (TD-22)."""

    ruling: int
    remedy_number: int
    kind: Annotated[str, PUBLIC]
    clause: Annotated[str, PUBLIC]
    departure: Departure
    permitted: tuple[Sanction, ...]


class BeyondView(ForSender):
    """What would be written into a person's own history: the event's topic, and what it says, which is for the person
    and the staff."""

    person: PersonId
    topic: Annotated[str, PUBLIC]
    data: Annotated[dict[str, JsonValue], FOR_PLAYERS]


class DifferenceView(ForSender):
    """What a command would do to this tournament, and to persons wherever they play. `ended` are the matches that would
    come to something else than they now have, `beyond` is what reaches persons wherever they play; `decided_on` are
    the matches and entries that a ruling is on, at their revisions. `withheld` names what this sender is not shown."""

    topics: Annotated[tuple[str, ...], PUBLIC]
    made: tuple[ShownView, ...]
    voided: tuple[ShownView, ...]
    revived: tuple[ShownView, ...]
    ended: tuple[EndingView, ...]
    lines_before: tuple[LineView, ...]
    lines_after: tuple[LineView, ...]
    champion_before: int | None
    champion_after: int | None
    settlements: tuple[SettlementChangeView, ...] = ()
    report: Annotated[tuple[ReportChangeView, ...], FOR_STAFF] = ()
    flagged: Annotated[tuple[FlaggedChangeView, ...], FOR_PARTIES] = ()
    beyond: tuple[BeyondView, ...] = ()
    decided_on: tuple[Seen, ...] = ()
    withheld: Annotated[tuple[str, ...], PUBLIC] = ()


class PreviewView(DifferenceView):
    """What a command would do at this version of the tournament. A command that carries the digest is refused where
    it would do something else to this tournament. `ratings` are those that would change, as the log
    stood at `position`, and `rated_again` how many matches of which tournaments would be rated otherwise."""

    version: int
    position: int
    digest: Annotated[str, PUBLIC]
    ratings: tuple[RatingChangeView, ...]
    rated_again: dict[TournamentId, int]


class ComparedEnding(ForSender):
    """How one match would end by each of the alternatives, in their order; None: as it has now."""

    match: int
    endings: tuple[EndingView | None, ...]


class ComparedLine(ForSender):
    """An entry's line by each of the alternatives, in their order; None: as it is now."""

    entry: int
    lines: tuple[LineView | None, ...]


class ComparisonView(ForSender):
    """What the alternatives would do, in the order asked, and where they differ."""

    alternatives: tuple[PreviewView, ...]
    endings: tuple[ComparedEnding, ...]
    lines: tuple[ComparedLine, ...]


def preview_view(
    tried: Tried,
    position: int,
    ratings: Sequence[tuple[Pool, PersonId, int, int]],
    rated_again: Mapping[TournamentId, int],
) -> PreviewView:
    """What a command would do. `ratings` are players with their micropoints in a pool before and after."""
    changes = tuple(
        RatingChangeView(pool=pool, person=person, before=points(before), after=points(after))
        for pool, person, before, after in ratings
    )
    fields = {"version": tried.before.version, "position": position, "digest": tried.outcome.digest}
    return PreviewView.model_validate(
        {**fields, **asdict(tried.outcome), "ratings": changes, "rated_again": dict(rated_again)}
    )


def comparison_view(previews: Sequence[PreviewView]) -> ComparisonView:
    """The previews beside each other."""
    endings = _beside([{one.match: one for one in preview.ended} for preview in previews])
    lines = _beside([{line.entry: line for line in preview.lines_after} for preview in previews])
    return ComparisonView(
        alternatives=tuple(previews),
        endings=tuple(ComparedEnding(match=number, endings=found) for number, found in endings),
        lines=tuple(ComparedLine(entry=number, lines=found) for number, found in lines),
    )


def _beside(columns: Sequence[Mapping[int, V]]) -> Iterator[tuple[int, tuple[V | None, ...]]]:
    """By number, what each column has of it, where that is not the same in all."""
    for number in sorted({number for column in columns for number in column}):
        row = tuple(column.get(number) for column in columns)
        if any(one != row[0] for one in row):
            yield number, row
