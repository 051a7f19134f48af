"""What is read of a tournament: its matches, entries, tables and charts."""

from typing import Literal

from api.documents.lists import Page
from domain.kernel.ids import PersonId
from domain.kernel.values import Pool
from projections.explain.documents import (
    Explained,
    ExplainedPart,
    LayerView,
    MatchExplained,
    PostingLine,
    RatedMatchExplained,
)
from projections.views.rounds import DrawCheckView
from projections.views.stages import AccountView, ChartView, StageStandingsView
from projections.views.tournaments import EntryView, MatchView, RowView, StandingsView, TournamentView


class TournamentDocument(TournamentView):
    """A tournament. `has_rounds`: a stage of it is played in rounds, `has_chart`: one has a chart. The rest
    is about the stage that is played. `chart_kind`: the kind of its chart; `is_paired`: its rules pair the players, who
    else play whenever two of them like."""

    has_rounds: bool
    has_chart: bool
    chart_kind: (
        Literal["bracket", "brackets", "credits", "crosstable", "groups-and-bracket", "lives", "ring", "round-robin"]
        | None
    )
    is_paired: bool
    has_colours: bool
    byes_on_request: bool
    leaves_absent_out: bool
    lets_withdraw: bool
    takes_late_entries: bool
    incomplete: bool


class EntryDocument(EntryView):
    """An entry."""

    incomplete: bool


class MatchDocument(MatchView):
    """A match."""

    incomplete: bool


class ExplainedDocument(Page[ExplainedPart | RatedMatchExplained | PostingLine]):
    """How a number came about, and a page of what it adds up from: parts, rated matches or postings. A page may have
    fewer than were asked for; the last is the one without a next."""

    explained: Explained


class MatchExplainedDocument(MatchExplained, Page[LayerView]):
    """How a match came to its score, and a page of the events that concern it. Those of which the match is not for the
    reader are left out."""


class StandingsRow(RowView):
    """A line of the table. `rating_changes` are those over the tournament (OPN-1), in points: in each of
    its pools."""

    name: str | None
    rating_changes: dict[Pool, str]


class StandingsDocument(StandingsView):
    """The table of a tournament, with the reason for each rank."""

    rows: tuple[StandingsRow, ...]
    incomplete: bool


class StageStandingsDocument(StageStandingsView):
    """The table of one stage of a tournament."""

    names: dict[PersonId, str]


class ChartDocument(ChartView):
    """The chart of a stage."""

    names: dict[PersonId, str]


class AccountDocument(AccountView):
    """What the numbers in an entry's line are made of."""

    names: dict[PersonId, str]


class DrawCheckDocument(DrawCheckView):
    """What the check of a tournament's draws has found."""

    incomplete: bool
