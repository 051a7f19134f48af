"""Documents of rounds: who meets who and why, byes, times, what the check of draws has found, and how an entry's
opponent was found (SWI-8)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, TypeVar

from domain.formats.contract.protocol import Caution, ConsideredOpponent
from domain.formats.slots import CORRECTED
from domain.kernel.chance import Commitment, Secret
from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.outside_source import OutsideSource, OutsideText
from domain.kernel.values import Instant, Side, Value, Why
from domain.kernel.visibility import FOR_PLAYERS, FOR_STAFF, ONCE_ANNOUNCED
from domain.match.record import Bye, Match
from domain.match.verdict import Ending
from domain.scoring.result import Form
from domain.series.events import ChainLink
from domain.tournament.decisions.rounds.absences import absent_next
from domain.tournament.decisions.rounds.deadlines import can_be_closed
from domain.tournament.decisions.rounds.draw_audit import Checked, Considered
from domain.tournament.decisions.rounds.drawing import newest_round
from domain.tournament.derived.deadline import deadline
from domain.tournament.derived.sides import players_of
from domain.tournament.derived.stage import current_stage
from domain.tournament.state import Status, Tournament, announced_settings
from projections.views.next_step import NextView, next_view
from projections.views.stages import StageView, stage_views
from projections.views.tournaments import MatchStatus, ended_as_told, match_status, points_of

Sees = Callable[[Match], bool]
"""Whether a reader sees what is not announced of a match: its staff and its two sides do (ALL-12)."""

PlacedT = TypeVar("PlacedT", Match, Bye)


class InvitationView(Value):
    """The side that invited last, and when; `reminder_due` until the other side has acknowledged it (NXE-5)."""

    by: Side
    at: Instant
    acknowledged_at: Instant | None
    reminder_due: bool


class PairingView(Value):
    """A match of a round, to `length` as its form says, at its `table` (REG-6); `slot` is its place in a bracket.
    `by_hand` says that a director paired the two, or has corrected who met (TD-14); else `why` says by which rule, and
    by which numbers. `no_time_agreed` are the sides that have told the director so (SWI-4), for the staff and the two
    sides. While no announced result is there, `open_until` is when its time is over: the later of the round's closing
    time and the round's length from when the match was opened last (SWI-3); none, where the round has no closing time.
    A void one stays listed, and counts nowhere (ALL-4). `revision` is the match's, for the command that changes it."""

    match: int
    revision: int
    slot: str | None
    sides: tuple[int, int]
    persons: tuple[PersonId, PersonId]
    length: int
    table: int | None
    form: Form
    status: MatchStatus
    ended: Annotated[Ending | None, ONCE_ANNOUNCED]
    winner: Annotated[int | None, ONCE_ANNOUNCED]
    points: Annotated[tuple[int, int] | None, ONCE_ANNOUNCED]
    by_hand: bool
    why: Why
    invitation: InvitationView | None
    no_time_agreed: Annotated[tuple[Side, ...], FOR_PLAYERS]
    open_until: Instant | None


class ByeView(Value):
    """A round without an opponent, and why: a bye, one that was `requested` (SWI-6), or a `walkover` in a slot of a
    bracket; a void one stays listed."""

    entry: int
    person: PersonId
    kind: Literal["bye", "requested", "walkover"]
    slot: str | None
    void: bool
    by_hand: bool
    why: Why


class ScheduleView(Value):
    """When a round opens and closes; `time_zone` is the one the tournament goes by (SWI-3)."""

    opens_at: Instant | None
    closes_at: Instant | None
    time_zone: str


class RoundView(Value):
    """A round of a stage: its pairings by match number, and its byes. `draws` is how often it was drawn. One that is
    still to come is listed where its times are set, or byes are requested in it: `bye_requests` are the entries."""

    number: int
    stage: int
    draws: int
    schedule: ScheduleView | None
    bye_requests: tuple[int, ...]
    pairings: tuple[PairingView, ...]
    byes: tuple[ByeView, ...]


class CommitmentView(Value):
    """The commitment made before the draws, and the secret once it is revealed (ALL-2); in a series the link of the
    series' chain that it belongs to."""

    commitment: Commitment
    secret: Secret | None
    chain_link: ChainLink | None


class OutsideValueView(Value):
    """The value from outside that was recorded; of dice it counts once it is `witnessed`."""

    value: OutsideText
    witnessed: bool


class NewestRoundView(Value):
    """The newest round that was drawn or paired by hand in the stage that is played. Once a match of it has `begun` it
    can't be annulled; it `can_be_closed` while matches of it await a result, and each is reported or comes to one."""

    number: int
    begun: bool
    can_be_closed: bool


class ProgressView(Value):
    """The progress of a tournament, at a version of it. `next` is None before the start, and once it is cancelled.
    Draws depend on what `outside_source` gives too, where one was announced (ALL-2). `held` says that something drawn
    is held from the public: the hall sees it. `lots` are the entries by their lots, the lowest first; `seeds` the first
    stage's field, the first seed first; `absent` are left out of the next round to be drawn (SWX-4); `cautions` say
    before the start what may go wrong with those who have entered (SWX-11). What can be done with the `newest` round is
    for the staff."""

    tournament: TournamentId
    version: int
    held: bool
    next: NextView | None
    commitments: tuple[CommitmentView, ...]
    outside_source: OutsideSource | None
    outside_value: OutsideValueView | None
    lots: tuple[int, ...]
    seeds: tuple[int, ...]
    absent: tuple[int, ...]
    cautions: tuple[Caution, ...]
    stages: tuple[StageView, ...]
    newest: Annotated[NewestRoundView | None, FOR_STAFF]


class RoundsView(ProgressView):
    """The progress of a tournament, with its rounds: all that is in them, or what one entry has there."""

    rounds: tuple[RoundView, ...]


class SameFieldView(Value):
    """Another tournament that had draws and was cancelled, or is not completed: announced or directed by somebody who
    announced or directs this one, with most of the entrants of the smaller field in both, `shared` in number."""

    tournament: TournamentId
    status: Status
    announced_at: Instant
    shared: int


class DrawCheckView(Checked):
    """Every draw made again; the history before each finding says why (ALL-2). `same_field` shows whether the
    tournament was announced again until the draw pleased."""

    same_field: tuple[SameFieldView, ...]


def rounds_view(state: Tournament, sees: Sees = lambda _: False, entry: int | None = None) -> RoundsView:
    """All rounds, or what the entry has in them, with what is not announced only of the matches that the reader sees
    whole (ALL-12)."""
    shown = _Rounds.of(state, sees, entry)
    rounds = tuple(shown.round(number) for number in shown.numbers())
    return RoundsView.from_attributes(state, rounds=rounds, **_progress(state))


def round_view(state: Tournament, number: int, sees: Sees) -> RoundView:
    """One round, as it is listed."""
    return _Rounds.of(state, sees, None).round(number)


def progress_view(state: Tournament) -> ProgressView:
    """The tournament's progress."""
    return ProgressView.from_attributes(state, **_progress(state))


def _progress(state: Tournament) -> dict[str, object]:
    rounds, is_announced = state.rounds, announced_settings(state).status == "announced"
    return {
        "tournament": state.id,
        "held": state.held is not None,
        "next": next_view(state),
        "commitments": rounds.committed,
        "outside_source": state.settings.outside_source if state.settings else None,
        "outside_value": rounds.outside,
        "lots": _in_order(rounds.lots),
        "seeds": _in_order(rounds.seeds),
        "absent": absent_next(state) if state.started else (),
        "cautions": current_stage(state).cautions if is_announced else (),
        "stages": stage_views(state),
        "newest": _newest(state) if state.started else None,
    }


def _newest(state: Tournament) -> NewestRoundView | None:
    newest = newest_round(state)
    if newest is None:
        return None
    closes = can_be_closed(state, newest.number)
    return NewestRoundView(number=newest.number, begun=bool(newest.started), can_be_closed=closes)


def _in_order(places: Mapping[int, int]) -> tuple[int, ...]:
    """The entries by their places."""
    return tuple(entry for _, entry in sorted((place, entry) for entry, place in places.items()))


@dataclass(frozen=True, slots=True)
class _Rounds:
    """The content of each round."""

    state: Tournament
    sees: Sees
    matches: Mapping[int, Sequence[Match]]
    byes: Mapping[int, Sequence[Bye]]

    @staticmethod
    def of(state: Tournament, sees: Sees, entry: int | None) -> "_Rounds":
        matches = (match for _, match in sorted(state.matches.items()) if entry is None or entry in match.sides)
        byes = (bye for _, bye in sorted(state.rounds.byes.items()) if entry in (None, bye.entry))
        return _Rounds(state, sees, _by_round(matches), _by_round(byes))

    def numbers(self) -> list[int]:
        rounds = self.state.rounds
        asked = [number for number, entries in rounds.requests.items() if entries]
        return sorted({*self.matches, *self.byes, *rounds.schedules, *asked})

    def round(self, number: int) -> RoundView:
        rounds, matches, byes = self.state.rounds, self.matches.get(number, ()), self.byes.get(number, ())
        return RoundView(
            number=number,
            stage=self._stage(matches, byes),
            draws=rounds.drawn.get(number, 0),
            schedule=self._schedule(number),
            bye_requests=tuple(sorted(rounds.requests.get(number, ()))),
            pairings=tuple(_pairing(self.state, match, told=self.sees(match)) for match in matches),
            byes=tuple(_bye(self.state, bye) for bye in byes),
        )

    def _stage(self, matches: Sequence[Match], byes: Sequence[Bye]) -> int:
        """The stage that the newest of what is in the round belongs to; of a round to come, the one that is
        played."""
        live = [match.stage for match in matches if not match.void] + [bye.stage for bye in byes if bye.live]
        stages = live or [match.stage for match in matches] + [bye.stage for bye in byes]
        return max(stages, default=self.state.opening.stage if self.state.opening else 1)

    def _schedule(self, number: int) -> ScheduleView | None:
        schedule = self.state.rounds.schedules.get(number)
        if schedule is None:
            return None
        return ScheduleView.from_attributes(schedule, time_zone=announced_settings(self.state).time_zone)


def _by_round(placed: Iterable[PlacedT]) -> dict[int, list[PlacedT]]:
    """Those that belong to a round, by its number."""
    found: dict[int, list[PlacedT]] = {}
    for one in placed:
        if one.round is not None:
            found.setdefault(one.round, []).append(one)
    return found


def _pairing(state: Tournament, match: Match, *, told: bool) -> PairingView:
    first, second = match.sides
    came_to = ended_as_told(match, told=told)
    why = _why(match)
    return PairingView.from_attributes(
        match,
        match=match.number,
        persons=(players_of(state, match, first)[0], players_of(state, match, second)[0]),
        length=match.as_played[1],
        status=match_status(match, told=told),
        ended=came_to.how if came_to else None,
        winner=came_to.winner if came_to else None,
        points=_points(match, told=told),
        by_hand=_is_by_hand(why),
        why=why,
        invitation=invitation_view(match),
        no_time_agreed=match.no_time_agreed if told else (),
        open_until=deadline(state, match) if match.number in state.awaiting else None,
    )


def _points(match: Match, *, told: bool) -> tuple[int, int] | None:
    """Of a void match, too, what is recorded of it; of one that is not ended by its score, its score so far."""
    known = told or match.is_announced or (match.phase == "needs-ruling" and not match.unannounced)
    return points_of(match) if known else None


def invitation_view(match: Match) -> InvitationView | None:
    """The invitation to the match's newest sitting, where one was sent."""
    invitation = match.invitation
    if invitation is None:
        return None
    return InvitationView.from_attributes(invitation, reminder_due=match.phase == "open" and not match.acknowledged)


def _bye(state: Tournament, bye: Bye) -> ByeView:
    why = _why(bye)
    person = state.entries[bye.entry].person
    by_hand = _is_by_hand(why)
    return ByeView.from_attributes(bye, person=person, kind=_kind(bye), void=not bye.live, by_hand=by_hand, why=why)


def _why(made: Match | Bye) -> Why:
    """The reason of a pairing; one that had paired others says nothing of those who met (TD-14)."""
    return CORRECTED if made.paired is not None else made.why or Why()


def _is_by_hand(why: Why) -> bool:
    return why.rule in (None, CORRECTED.rule)


def _kind(bye: Bye) -> Literal["bye", "requested", "walkover"]:
    if bye.slot is not None:
        return "bye" if bye.why is not None and "rests" in bye.why.counts else "walkover"
    return "requested" if bye.requested else "bye"


def check_view(checked: Checked, same_field: tuple[SameFieldView, ...]) -> DrawCheckView:
    """The findings of the check of the draws, beside the tournaments of the same field."""
    return DrawCheckView.from_attributes(checked, same_field=same_field)


class DrawView(Value):
    """One draw, by the stream version of its event: which entry stood higher than the opponent, or suited better, and
    why it was not taken. Mostly nobody, and always nobody where chance has paired."""

    version: int
    passed_over: tuple[ConsideredOpponent, ...]


class ConsideredView(Value):
    """The draws of a round in which an entry was placed; none, where it was paired by hand."""

    round: int
    entry: int
    draws: tuple[DrawView, ...]


def considered_view(round_: int, entry: int, draws: Sequence[Considered]) -> ConsideredView:
    """As found by `checking.considered`."""
    return ConsideredView(round=round_, entry=entry, draws=tuple(map(DrawView.from_attributes, draws)))
