"""Documents of a command that is tried: what it would change."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, TypeVar

from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.values import Pool, Value
from domain.kernel.visibility import PUBLIC, ForSender
from domain.tournament.difference import Foreseen, MatchEnding, TableLine
from domain.tournament.preview import Tried
from projections.views.ratings import points

V = TypeVar("V", bound=Value)


class RatingChangeView(ForSender):
    """A player's rating in a pool before and after, in points."""

    pool: Pool
    person: PersonId
    before: Annotated[str, PUBLIC]
    after: Annotated[str, PUBLIC]


class DifferenceView(Foreseen):
    """The effect that a command would have; `withheld` names what this sender is not shown of it."""

    withheld: Annotated[tuple[str, ...], PUBLIC] = ()


class PreviewView(DifferenceView):
    """The effect that a command would have at this version of the tournament. A command that carries the digest is
    refused where it would do something else to this tournament. `ratings` are those that would change, as the log stood
    at `position`, and `rated_again` how many matches of which tournaments would be rated otherwise."""

    version: int
    position: int
    digest: Annotated[str, PUBLIC]
    ratings: tuple[RatingChangeView, ...]
    rated_again: dict[TournamentId, int]


class ComparedEnding(ForSender):
    """The ending of one match by each of the alternatives, in their order; None: as it has now."""

    match: int
    endings: tuple[MatchEnding | None, ...]


class ComparedLine(ForSender):
    """An entry's line by each of the alternatives, in their order; None: as it is now."""

    entry: int
    lines: tuple[TableLine | None, ...]


class ComparisonView(ForSender):
    """The effects of the alternatives, in the order asked, and where they differ."""

    alternatives: tuple[PreviewView, ...]
    endings: tuple[ComparedEnding, ...]
    lines: tuple[ComparedLine, ...]


def preview_view(
    tried: Tried,
    position: int,
    ratings: Sequence[tuple[Pool, PersonId, int, int]],
    rated_again: Mapping[TournamentId, int],
) -> PreviewView:
    """The preview of a command. `ratings` are players with their micropoints in a pool before and after."""
    changes = tuple(
        RatingChangeView(pool=pool, person=person, before=points(before), after=points(after))
        for pool, person, before, after in ratings
    )
    return PreviewView.from_attributes(
        tried.outcome,
        version=tried.before.version,
        position=position,
        ratings=changes,
        rated_again=rated_again,
        withheld=(),
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
