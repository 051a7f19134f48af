"""What readers are shown of rounds: who meets whom and why, byes, what comes next, and what a command would do."""

from dataclasses import asdict
from typing import Literal

from domain.chance import Commitment, Secret
from domain.formats.protocol import Ask, Done, Due, Wait
from domain.ids import PersonId, TournamentId
from domain.record import Bye, Match
from domain.tournament.checking import Checked, Kind, Purpose
from domain.tournament.model import Tournament
from domain.tournament.stages import Next, StageDue, next_of
from domain.values import Instant, Side, Value, Why
from projections.views import MatchStatus, match_status


class InvitationView(Value):
    """Who invited last, and when; `reminder_due` until the other side has acknowledged it (NXE-5)."""

    by: Side
    at: Instant
    acknowledged_at: Instant | None
    reminder_due: bool


class PairingView(Value):
    """A match of a round. `by_hand` says that a director paired the two; else `why` says by which rule, and by
    which numbers. A void one stays listed, and counts nowhere (ALL-4)."""

    match: int
    sides: tuple[int, int]
    persons: tuple[PersonId, PersonId]
    status: MatchStatus
    winner: int | None
    by_hand: bool
    why: Why
    invitation: InvitationView | None


class ByeView(Value):
    """A bye, and why; a void one stays listed."""

    entry: int
    person: PersonId
    void: bool
    by_hand: bool
    why: Why


class RoundView(Value):
    """A round: its pairings by match number, and its byes. `draws` is how often it was drawn."""

    number: int
    draws: int
    pairings: tuple[PairingView, ...]
    byes: tuple[ByeView, ...]


class ChoiceView(Value):
    """One of a director's choices, with the entries it may name."""

    name: str
    entries: tuple[int, ...]


class NextView(Value):
    """What comes next: `wait` for matches, a round `due` for contenders, `ask` a director, open a `stage`, or `done`.
    `groups` are the stage's field from the first seed on; those in one group are told apart by a coin."""

    kind: Literal["wait", "due", "ask", "stage", "done"]
    matches: tuple[int, ...] = ()
    round: int | None = None
    contenders: tuple[int, ...] = ()
    question: str | None = None
    detail: str | None = None
    choices: tuple[ChoiceView, ...] = ()
    champion: int | None = None
    stage: int | None = None
    places: int | None = None
    groups: tuple[tuple[int, ...], ...] = ()


class CommitmentView(Value):
    """What was committed to before the draws, and the secret once it is revealed (ALL-2)."""

    commitment: Commitment
    secret: Secret | None


class RoundsView(Value):
    """All rounds of a tournament, at a version of it. `next` is None before the start, and once it is cancelled."""

    tournament: TournamentId
    version: int
    next: NextView | None
    commitments: tuple[CommitmentView, ...]
    rounds: tuple[RoundView, ...]


class FindingView(Value):
    """What is wrong with a draw, named by the stream version of its event; `round` is 0 where lots or coins were
    drawn."""

    version: int
    round: int
    kind: Kind
    detail: str
    purpose: Purpose


class RepeatView(Value):
    """A draw of a round, or of what was left of it, that was not the first, by the stream version of its event."""

    version: int
    round: int
    attempt: int
    purpose: Purpose


class DrawCheckView(Value):
    """Every draw made again: how many there are, how many are confirmed, what is wrong, and which were repeats; the
    history before each says why (ALL-2)."""

    draws: int
    confirmed: int
    findings: tuple[FindingView, ...]
    repeats: tuple[RepeatView, ...]


def rounds_view(state: Tournament, *, staff: bool = False) -> RoundsView:
    """All rounds. For others than the staff results that are not announced are left out (ALL-12)."""
    matches = [match for _, match in sorted(state.matches.items()) if match.round is not None]
    byes = [bye for _, bye in sorted(state.rounds.byes.items())]
    numbers = sorted({made.round or 0 for made in matches} | {bye.round for bye in byes})
    return RoundsView(
        tournament=state.id,
        version=state.version,
        next=next_view(next_of(state)) if state.started else None,
        commitments=tuple(CommitmentView(commitment=c.commitment, secret=c.secret) for c in state.rounds.committed),
        rounds=tuple(
            RoundView(
                number=number,
                draws=state.rounds.drawn.get(number, 0),
                pairings=tuple(_pairing(state, m, staff=staff) for m in matches if m.round == number),
                byes=tuple(_bye(state, bye) for bye in byes if bye.round == number),
            )
            for number in numbers
        ),
    )


def _pairing(state: Tournament, match: Match, *, staff: bool) -> PairingView:
    first, second = match.sides
    status = match_status(match)
    known = staff or status != "reported"
    why = match.why or Why()
    return PairingView(
        match=match.number,
        sides=match.sides,
        persons=(state.entries[first].person, state.entries[second].person),
        status=status if known else "open",
        winner=match.effective.winner if match.effective and (staff or match.effective.announced_at) else None,
        by_hand=why.rule is None,
        why=why,
        invitation=invitation_view(match),
    )


def invitation_view(match: Match) -> InvitationView | None:
    """The match's invitation, where one was sent."""
    if match.invitation is None:
        return None
    return InvitationView(
        by=match.invitation.by,
        at=match.invitation.at,
        acknowledged_at=match.invitation.acknowledged_at,
        reminder_due=not match.started and not match.void,
    )


def _bye(state: Tournament, bye: Bye) -> ByeView:
    why = bye.why or Why()
    person = state.entries[bye.entry].person
    return ByeView(entry=bye.entry, person=person, void=not bye.live, by_hand=why.rule is None, why=why)


def next_view(step: Next) -> NextView:
    """What comes next, as readers see it."""
    match step:
        case Wait(matches=matches):
            return NextView(kind="wait", matches=matches)
        case Due(round=round_, contenders=contenders):
            return NextView(kind="due", round=round_, contenders=tuple(one.entry for one in contenders))
        case Ask(question=question, detail=detail, choices=choices, due=due):
            offered = tuple(ChoiceView(name=choice.name, entries=choice.entries) for choice in choices)
            due_round = None if due is None else due.round
            return NextView(kind="ask", question=question, detail=detail, choices=offered, round=due_round)
        case StageDue(stage=stage, places=places, groups=groups):
            return NextView(kind="stage", stage=stage, places=places, groups=groups)
        case Done(champion=champion):
            return NextView(kind="done", champion=champion)


def check_view(checked: Checked) -> DrawCheckView:
    """What the check of the draws has found."""
    findings = tuple(FindingView.model_validate(asdict(finding)) for finding in checked.findings)
    repeats = tuple(RepeatView.model_validate(asdict(repeat)) for repeat in checked.repeats)
    return DrawCheckView(draws=checked.draws, confirmed=checked.confirmed, findings=findings, repeats=repeats)
