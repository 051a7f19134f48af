"""Documents of a tournament, made from its state: the same for the read models and for any moment past."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar, assert_never

from domain.formats.registry import FormatOptions
from domain.kernel.ids import ClubId, PersonId, TournamentId
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Colour, Instant, Place, Pool, Side, Value
from domain.kernel.visibility import (
    FOR_PLAYERS,
    FOR_STAFF,
    ONCE_ALL_ANNOUNCED,
    ONCE_ANNOUNCED,
    PUBLIC,
    Part,
    told_of_match,
)
from domain.match import layering
from domain.match.effective_result import score_of
from domain.match.record import Effective, Match, Phase
from domain.match.verdict import Ended, Ending
from domain.scoring.amount import Amount
from domain.scoring.endings import MatchFlag
from domain.scoring.modes import wrong_starts
from domain.scoring.result import Form, Result
from domain.scoring.six_games import SixGames, half_points, wrong_seats
from domain.standings.ranking import Table
from domain.tournament.derived import bouts
from domain.tournament.derived.irregularities import flags_of
from domain.tournament.derived.progress import final_table
from domain.tournament.derived.rated_pools import pools_of
from domain.tournament.derived.sides import line_up_of, players_of, side_of
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import LaterStage, RatingTerms
from domain.tournament.matches.events import MadeFrom
from domain.tournament.person_effects.snapshots import ClonedFrom, Flight, QualifyingWins, SeriesPlace, TurnedAwayFor
from domain.tournament.state import LEFT, Entry, EntryStatus, OrderChange, Status, Tournament, announced_settings
from projections.views.result_layers import ResultLayerView, layer_views, resuming_ruling

MatchStatus = Phase
"""How far a match is. An abandoned one has no result and awaits none, while the results that it was abandoned because
of are as they were (RNG-2)."""


class TournamentView(Value):
    """A tournament's settings and how far it is: `champion` is the entry that has won it, once it is completed.
    `format` is that of the first stage, `stages` those that follow, `stage` the one that is played. Its matches are
    rated in `pools` (ELO-1). `entries` counts those neither refused nor withdrawn. `club` is the club whose tournament
    it is (REG-5). `order_changes` are those of the order of a table since the start (TB-29). `version` counts its
    events, `revision` those of its settings."""

    id: TournamentId
    name: str
    status: Status
    format: FormatOptions
    rating: RatingTerms | None
    pools: tuple[Pool, ...]
    conditions: Conditions
    time_zone: str
    directors: tuple[PersonId, ...]
    entries: int
    matches: int
    announced_at: Instant
    revision: int
    version: int
    series: SeriesPlace | None = None
    qualifying: QualifyingWins | None = None
    cloned_from: ClonedFrom | None = None
    champion: int | None = None
    stages: tuple[LaterStage, ...] = ()
    stage: int = 1
    club: ClubId | None = None
    order_changes: tuple[OrderChange, ...] = ()


class OfferView(Value):
    """Another flight that was offered; `accepted` is None until it is answered (TD-2)."""

    flight: Flight
    accepted: bool | None


class EntryView(Value):
    """An entry; a team's has `members` besides the person it is entered under (ALL-10). `credits` are what it brought
    (CHM-1), `offer` is another flight (TD-2). `waits_since` is the version that put it on the waiting list: who has the
    lowest is next. `excluded` says that a ruling in force has put it out (ALL-7). `reason`, where it was refused or
    withdrawn, is for the staff and the persons themselves; so is why the service has `turned_away` it (TD-4).
    `unasked` are members who another has named, and who have not asked for the team themselves; at `fixed_table` it
    always plays (REG-6). `club` is the one that it stands for (REG-5); `here_since` is when its
    player came to the check-in, `fee_paid` what the staff note. `again_of` is the entry that its persons gave up for
    it, `reentered_as` the one that they have now (SE-10). `held_before` are those whose place it was, `place_given_up`
    says that it was withdrawn after the start, before its first match (SE-12)."""

    number: int
    person: PersonId
    status: EntryStatus
    entrant: bool
    reason: Annotated[PersonalText | None, FOR_PLAYERS]
    revision: int
    members: tuple[PersonId, ...] = ()
    team_name: Annotated[PersonalText | None, PUBLIC] = None
    colour: Colour | None = None
    credits: int | None = None
    waits_since: int | None = None
    offer: OfferView | None = None
    excluded: Literal["disqualified", "expelled"] | None = None
    turned_away: Annotated[TurnedAwayFor | None, FOR_PLAYERS] = None
    unasked: tuple[PersonId, ...] = ()
    fixed_table: int | None = None
    club: ClubId | None = None
    here_since: Instant | None = None
    fee_paid: Annotated[bool, FOR_STAFF] = False
    again_of: int | None = None
    reentered_as: int | None = None
    held_before: tuple[PersonId, ...] = ()
    place_given_up: bool = False


class WrongSeatView(Value):
    """A game, from 1, in which the wrong side had the first seat; `due` should have had it (SIX-3)."""

    game: int
    due: Side


class SixGamesView(Value):
    """The result of the games of a six-game match: the game points of both sides in halves, so that 7 are 3.5 (SIX-2);
    and the games in which the wrong side sat first, which count all the same."""

    half_points: tuple[int, int]
    wrong_seats: tuple[WrongSeatView, ...]


BoutCounted = Literal["best-of", "all", "points", "boards"]


class BoutView(Value):
    """The bout that a match is of, which the match numbered `first` began, and which of it that match is. `counted` is
    how: best of so many `matches`, all of them, or to so many `points`; or these are the boards of two teams.
    `half_points` is the score with this match, in halves and as its sides are, so that 2 are a win. `out_of_order` are
    the teams whose line-up is not in the order of their roster (TEA-1)."""

    first: int
    match_of_bout: int
    counted: BoutCounted
    matches: int
    points: int | None
    half_points: tuple[int, int]
    out_of_order: tuple[int, ...] = ()


OneMatch = TypeVar("OneMatch", bound="MatchView")
ReportedBy = Side | Literal["staff"]


class MatchView(Value):
    """A match as its record now stands. `sides` are entry numbers, `points` stand in their order; a result that is not
    announced is for the staff and the two sides only (ALL-12), and so are the sides that have told the director that no
    time could be agreed (SWI-4). `length` is to be read as the `form` says: points to be reached, or games at most.
    `status` is how far it is: one that `needs-ruling` has a score, shown as its result, that by the rulings in force
    does not end it; a director rules how it goes on, or corrects it. `ended` is how it has ended; `winner` is None
    where neither side has won. `round` is None where the format has none, `slot` is its place in a bracket or ring.
    `members` are those of teams besides `persons` (ALL-10). `abandoned` says that it is, whatever may be reported and
    is not announced. `rulings` are those in force on it, `resumed_by` is the one whose sitting is the newest; `layers`
    open the result up, where more than a report lies in it (ALL-3). `unannounced` says that a report in it is not
    announced, be it that rulings alone have decided (TD-14). `stake` is what each side stakes (STK-1, STK-3),
    `starters` are the sides that started its games, `wrong_starts` the games in which that was not
    their turn (GAM-5). `length_from_game` is the game from which a wrong length
    was corrected (TD-16); `flags` are what is not as the rules have it, and counts all the same: a doubled Crawford
    game (TD-17), an agreed outcome (TD-18). `reported_by` is the side that reported the result, or `staff` where
    neither has (TD-14); `table` is where it is or was played (REG-6); `open_since` is when it was opened last: made,
    ordered to go on, or without its result again (SWI-3). `by_link_of` is the director who plays it, and by whose link
    alone the opponent has confirmed it (TD-9). `bout` is the bout that it is a match of (SER-1)."""

    number: int
    sides: tuple[int, int]
    persons: tuple[PersonId, PersonId]
    length: int
    status: MatchStatus
    result: Annotated[Result | None, ONCE_ANNOUNCED]
    winner: Annotated[int | None, ONCE_ANNOUNCED]
    points: Annotated[tuple[int, int] | None, ONCE_ANNOUNCED]
    played_at: Annotated[Instant | None, ONCE_ANNOUNCED]
    place_in_rating_order: Annotated[Place | None, ONCE_ANNOUNCED]
    reported_at: Annotated[Instant | None, ONCE_ANNOUNCED]
    announced_at: Instant | None
    void_reason: Annotated[PersonalText | None, ONCE_ANNOUNCED]
    made_from: MadeFrom
    revision: int
    round: int | None = None
    members: tuple[PersonId, ...] = ()
    form: Form = "points"
    stage: int = 1
    slot: str | None = None
    ended: Ending | None = None
    abandoned: bool = False
    corrections: Annotated[int, ONCE_ALL_ANNOUNCED] = 0
    no_time_agreed: Annotated[tuple[Side, ...], FOR_PLAYERS] = ()
    rulings: tuple[int, ...] = ()
    resumed_by: int | None = None
    layers: Annotated[tuple[ResultLayerView, ...], ONCE_ALL_ANNOUNCED] = ()
    six_games: Annotated[SixGamesView | None, ONCE_ANNOUNCED] = None
    stake: Amount | None = None
    point_value: int | None = None
    starters: Annotated[tuple[Side, ...], ONCE_ALL_ANNOUNCED] = ()
    wrong_starts: Annotated[tuple[int, ...], ONCE_ALL_ANNOUNCED] = ()
    unannounced: Annotated[bool, ONCE_ALL_ANNOUNCED] = False
    length_from_game: int | None = None
    flags: Annotated[tuple[MatchFlag, ...], ONCE_ANNOUNCED] = ()
    reported_by: Annotated[ReportedBy | None, ONCE_ALL_ANNOUNCED] = None
    table: int | None = None
    open_since: Instant | None = None
    by_link_of: Annotated[PersonId | None, ONCE_ANNOUNCED] = None
    by_code_of: Annotated[PersonId | None, FOR_PLAYERS] = None
    bout: BoutView | None = None


class PersonMatchView(MatchView):
    """A match of a person's, with the tournament that it is in."""

    tournament: TournamentId
    tournament_name: str


class ReasonView(Value):
    """Why a row is below the one above: the first criterion that differs. No criterion: the rank is shared."""

    above: int | None
    criterion: str | None
    value: int | None
    value_above: int | None


class RowView(Value):
    """A line of the table. `rank` is null for who is still in where others have gone out: they have none yet.
    `withdrawn` marks an entry that has left and stays in the table (ALL-7). `mark` is the
    format's own word for how the entry stands. `by_link` are its matches in all that count by a director's link alone
    (TD-9)."""

    rank: int | None
    entry: int
    person: PersonId
    withdrawn: bool
    values: dict[str, int]
    reason: ReasonView
    mark: str | None = None
    by_link: tuple[int, ...] = ()


class CriterionView(Value):
    """A value that ranks, and whether more or less of it is better."""

    name: str
    better: Literal["more", "less"]


class StandingsView(Value):
    """The ranked table and what it is ranked by, at a version of the tournament."""

    tournament: TournamentId
    version: int
    criteria: tuple[CriterionView, ...]
    rows: tuple[RowView, ...]


def taking_part(state: Tournament) -> int:
    """The number of entries that are neither refused nor withdrawn: anyone who resigns has taken part (ALL-7)."""
    return sum(one.status not in ("refused", "withdrawn") for one in state.entries.values())


def tournament_view(state: Tournament) -> TournamentView:
    """The tournament itself. Raises ValueError where it was never announced."""
    settings = announced_settings(state)
    return TournamentView.from_attributes(
        settings,
        id=state.id,
        rating=settings.rating and RatingTerms.from_attributes(settings.rating),
        pools=pools_of(settings),
        entries=taking_part(state),
        matches=len(state.matches),
        version=state.version,
        stage=state.opening.stage if state.opening else 1,
    )


def entry_view(entry: Entry) -> EntryView:
    """One entry."""
    return EntryView.from_attributes(
        entry,
        credits=entry.credited.value if entry.credited else None,
        excluded=entry.excluded_by[-1].kind if entry.excluded_by else None,
        turned_away=entry.turned_away.because if entry.turned_away else None,
        reentered_as=entry.reentered.again if entry.reentered else None,
    )


def match_view(state: Tournament, match: Match) -> MatchView:
    """One match, with its result where there is one."""
    return MatchView(**match_fields(state, match))


_OF_RESULTS = ("played_at", "place_in_rating_order", "reported_at", "announced_at", "six_games")


def match_fields(state: Tournament, match: Match) -> dict[str, Any]:
    """The fields of a `MatchView`, for those who only want to store it."""
    result, came_to = match.effective, ended_as_told(match, told=True)
    undecided = match.phase == "needs-ruling"
    sides, length = match.as_played
    first, second = (players_of(state, match, side) for side in sides)
    return {
        **_result_fields(result),
        "number": match.number,
        "sides": sides,
        "persons": (first[0], second[0]),
        "members": (*first[1:], *second[1:]),
        "length": length,
        "status": match_status(match, told=True),
        "result": layering.result_of(match) if undecided else result.result if result else None,
        "winner": came_to.winner if came_to else None,
        "points": points_of(match),
        "corrections": sum(len(sitting.corrections) for sitting in match.sittings),
        "void_reason": match.void_reason,
        "made_from": match.made_from,
        "revision": match.revision,
        "round": match.round,
        "form": match.form,
        "stage": match.stage,
        "slot": bouts.first_of(state, match).slot,
        "ended": came_to.how if came_to else None,
        "abandoned": match.abandoned and not (result and result.announced_at),
        "no_time_agreed": match.no_time_agreed,
        "rulings": tuple(layer.ruling for layer in match.layers),
        "resumed_by": resuming_ruling(match),
        "layers": layer_views(match),
        "stake": match.stake,
        "point_value": match.point_value,
        "starters": (started := layering.starters(match)),
        "wrong_starts": tuple(wrong_starts(match.form, started)),
        "unannounced": match.unannounced,
        "length_from_game": match.length_from_game,
        "flags": flags_of(state, match),
        "reported_by": newest_reporter(state, match),
        "table": match.table,
        "open_since": match.open_since,
        "by_link_of": match.by_link_of,
        "by_code_of": match.by_code_of,
        "bout": _bout_view(state, match),
    }


def _result_fields(result: Effective | None) -> dict[str, Any]:
    """The fields that only a match with a result has."""
    if result is None:
        return dict.fromkeys(_OF_RESULTS)
    return {
        "played_at": result.played_at,
        "place_in_rating_order": result.place,
        "reported_at": result.reported_at,
        "announced_at": result.announced_at,
        "six_games": six_games_view(result.result) if isinstance(result.result, SixGames) else None,
    }


def _bout_view(state: Tournament, match: Match) -> BoutView | None:
    first = bouts.first_of(state, match)
    if first.bout is None:
        return None
    return BoutView(
        first=first.number,
        match_of_bout=match.nth_of_bout,
        counted="boards" if first.bout.boards else first.bout.kind,
        matches=first.bout.matches,
        points=first.bout.points,
        half_points=match.bout_score or (0, 0),
        out_of_order=tuple(side for side in match.sides if first.bout.boards and _is_out_of_order(state, match, side)),
    )


def _is_out_of_order(state: Tournament, match: Match, side: int) -> bool:
    places = line_up_of(state, match, side)
    return [*places] != sorted(places)


def points_of(match: Match) -> tuple[int, int] | None:
    """Its score, announced or not: as it has ended, or where it does not end it, so far."""
    came_to = layering.as_ruled(match).outcome if match.phase == "needs-ruling" else match.outcome
    return None if came_to is None else score_of(came_to)


def newest_reporter(state: Tournament, match: Match) -> ReportedBy | None:
    """The sender of its newest result; None while nobody has reported one."""
    if not match.sitting.is_reported:
        return None
    by = match.sitting.reported_by
    side = side_of(state, match, by[0] if by else None)
    if side is None:
        return "staff"
    return "first" if side == match.as_played[0][0] else "second"


def six_games_view(played: SixGames) -> SixGamesView:
    """The games opened up."""
    wrong = tuple(WrongSeatView(game=one.game, due=one.due) for one in wrong_seats(played.games))
    return SixGamesView(half_points=half_points(played.games), wrong_seats=wrong)


def match_status(match: Match, *, told: bool) -> MatchStatus:
    """The match's status, for a reader who is `told` what is not announced, or is not."""
    match match.phase:
        case "reported" if not told:
            return "abandoned" if match.abandoned else "open"
        case "needs-ruling" if match.unannounced and not told:
            return "open"
        case phase:
            return phase


def ended_as_told(match: Match, *, told: bool) -> Ended | None:
    """The way the match ended, for such a reader; of a void one, as it is recorded."""
    result = match.effective
    if result is not None and (told or result.announced_at is not None):
        return result.ended
    return Ended("abandoned") if match.abandoned and not match.void else None


def part_in(match: MatchView) -> Part:
    """Anybody's part in the match (ALL-12)."""
    return told_of_match(announced=match.announced_at is not None, unannounced=match.unannounced)


def untold(match: OneMatch) -> OneMatch:
    """The match with the status that it has for those who are not told of its result."""
    if match.announced_at is not None:
        return match
    status = _status_untold(match)
    return match.model_copy(update={"status": status, "ended": "abandoned" if status == "abandoned" else None})


def _status_untold(match: MatchView) -> MatchStatus:
    match match.status:
        case "void":
            return "void"
        case "needs-ruling" if not match.unannounced:
            return "needs-ruling"
        case "open" | "needs-ruling" | "reported" | "announced" | "abandoned":
            return "abandoned" if match.abandoned else "open"
        case _:
            assert_never(match.status)


def standings_view(state: Tournament) -> StandingsView:
    """The table, as the tournament's format makes it."""
    return StandingsView(**table_fields(state, final_table(state)))


def table_fields(state: Tournament, table: Table) -> dict[str, Any]:
    """The fields of a view of that table."""
    entries = [state.entries[row.entry] for row in table.rows]
    marked = _by_link(state)
    return {
        "tournament": state.id,
        "version": state.version,
        "criteria": tuple(map(CriterionView.from_attributes, table.criteria)),
        "rows": tuple(
            RowView.from_attributes(
                row,
                person=entry.person,
                withdrawn=entry.status in ("withdrawn", *LEFT),
                by_link=tuple(marked.get(entry.number, ())),
            )
            for row, entry in zip(table.rows, entries, strict=True)
        ),
    }


def _by_link(state: Tournament) -> Mapping[int, list[int]]:
    """By entry, its matches that count by a director's link alone, by number."""
    found: dict[int, list[int]] = {}
    for number in sorted(state.by_link):
        for side in state.matches[number].as_played[0]:
            found.setdefault(side, []).append(number)
    return found
