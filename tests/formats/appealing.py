"""Random rulings and their appeals, for the properties that reversals must have (ALL-3, TD-13)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import strategies as st

from domain.errors import Refused
from domain.history import Event
from domain.problems.tournament import CHOICE_NEEDED, NOTHING_TO_RESTORE
from domain.tournament import commands, match_events
from domain.tournament import round_events as happened
from domain.tournament import ruling_commands as asked
from domain.tournament.rated import rated
from tests.desk import person
from tests.rounds import RoundsDesk

COMMITTEE = "xyz"
"""Persons who enter no tournament here."""

KINDS = (
    *("penalty-points", "game-loss", "match-loss", "result-award", "result-annulment", "match-voiding"),
    *("match-resumption", "match-replay", "disqualification", "expulsion", "both-lose", "warning"),
)


@dataclass(frozen=True)
class Ordered:
    """A ruling to be tried; the numbers choose whom it concerns."""

    kind: str
    number: int
    first: bool
    points: int


orders = st.builds(Ordered, st.sampled_from(KINDS), st.integers(0, 99), st.booleans(), st.integers(1, 3))


def ruling(desk: RoundsDesk, ordered: Ordered) -> dict[str, Any]:
    """The ruling as a command's fields."""
    match = ordered.number % max(len(desk.state.matches), 1) + 1
    entry = ordered.number % len(desk.state.entries) + 1
    about = {"kind": "match", "number": match}
    if ordered.kind in ("disqualification", "expulsion", "warning"):
        about = {"kind": "entry", "number": entry}
    common = {"clause": "4.2", "facts": "As seen", "reasons": "As written", "play_began": ordered.first}
    return {"about": about, "remedies": _remedies(ordered, entry), **common}


def _remedies(ordered: Ordered, entry: int) -> list[dict[str, Any]]:
    side, other = ("first", "second") if ordered.first else ("second", "first")
    match ordered.kind:
        case "penalty-points":
            points = {"offender": side, "beneficiary": other, "points": ordered.points}
            return [{"kind": "penalty-points", **points}]
        case "game-loss" | "match-loss":
            return [{"kind": ordered.kind, "loser": side}]
        case "both-lose":
            return [{"kind": "match-loss", "loser": side}, {"kind": "match-loss", "loser": other}]
        case "result-award":
            return [{"kind": "result-award", "result": {"kind": "winner", "winner": side}}]
        case "match-resumption":
            return [{"kind": "match-resumption", "first": 0, "second": 0}]
        case "disqualification" | "expulsion":
            return [{"kind": ordered.kind, "entry": entry}]
        case "warning":
            return [{"kind": "warning", "to": {"kind": "entry", "entry": entry}}]
        case _:
            return [{"kind": ordered.kind}]


def give(desk: RoundsDesk, ordered: Ordered) -> int | None:
    """Gives the ruling, and what was made from what it changes is rewound where a choice is needed; answers its
    number, None where it was refused."""
    return give_as(desk, ruling(desk, ordered))


def give_as(desk: RoundsDesk, fields: dict[str, Any]) -> int | None:
    """The same, of a ruling's fields."""
    for choice in (None, "rewind"):
        try:
            desk.do(asked.GiveRuling.model_validate({**fields, "choice": choice}))
        except Refused as refusal:
            if refusal.problem is not CHOICE_NEEDED:
                return None
        else:
            return len(desk.state.directing.rulings)
    return None


def lodge(desk: RoundsDesk, number: int) -> int:
    """Appeals the ruling, and forms the committee; answers the appeal's number."""
    by = desk.state.directing.rulings[number].parties[0]
    desk.do(asked.LodgeAppeal(ruling=number, by=by, override=True, reason="Late, but weighty"))
    appeal = len(desk.state.directing.appeals)
    desk.do(asked.FormCommittee(appeal=appeal, members=tuple(map(person, COMMITTEE))))
    return appeal


def vote(desk: RoundsDesk, appeal: int, verdict: Any) -> None:  # noqa: ANN401 -- a verdict or an alternative's number
    for letter in COMMITTEE[:2]:
        desk.do(asked.CastVote(appeal=appeal, member=person(letter), verdict=verdict))


def reverse(desk: RoundsDesk, number: int) -> None:
    """Has the ruling reversed, and what hung on what is now in force comes back, where anything did."""
    appeal = lodge(desk, number)
    vote(desk, appeal, "reversed")
    announce(desk, appeal)


def announce(desk: RoundsDesk, appeal: int) -> None:
    """Announces what was voted; what was made from what no longer is in force goes."""
    with_choice(desk, asked.DecideAppeal(appeal=appeal, reasons="As voted"))


def with_choice(desk: RoundsDesk, command: commands.Command) -> commands.Command:
    """Carries the command out: what hung on what is now in force comes back, where anything did; what was made from
    what no longer is goes. Answers it as it was carried out."""
    choices: tuple[commands.Choice | None, ...] = ("restore", None, "rewind")
    for choice in choices:
        chosen = command.model_copy(update={"choice": choice})
        try:
            desk.do(chosen)
        except Refused as refusal:
            if refusal.problem not in (NOTHING_TO_RESTORE, CHOICE_NEEDED) or choice == "rewind":
                raise
        else:
            return chosen
    raise AssertionError("the last choice is carried out or raises")


def put_instead(desk: RoundsDesk, number: int, remedies: Sequence[Any]) -> None:
    """Has the ruling replaced by an alternative with these remedies."""
    appeal = lodge(desk, number)
    desk.do(asked.PutForward.model_validate({"appeal": appeal, "remedies": remedies}))
    vote(desk, appeal, 1)
    announce(desk, appeal)


def standing(desk: RoundsDesk) -> tuple[Any, ...]:
    """What must be the same: the table, what every match counts as, what is rated, and what is still to be played."""
    matches: Sequence[Any] = [match for _, match in sorted(desk.state.matches.items())]
    effective = [(match.number, match.effective) for match in matches if desk.state.counting(match)]
    ratings = [rated(desk.state, match) for match in matches]
    return desk.standings().rows, effective, [one for one in ratings if one], sorted(desk.state.awaiting)


def shape(desk: RoundsDesk) -> tuple[Any, ...]:
    """The same, whatever numbers matches have: what two tournaments that came there by different ways have in
    common."""
    known = [match for _, match in sorted(desk.state.matches.items()) if desk.state.counting(match)]
    came_to = [(m.effective.sides, m.effective.outcome, m.effective.played_at) for m in known if m.effective]
    ratings = [(r.winner, r.loser, r.n, r.played_at) for match in known if (r := rated(desk.state, match))]
    awaited = [desk.state.matches[number].sides for number in desk.state.awaiting]
    return desk.standings().rows, sorted(came_to, key=repr), sorted(ratings), sorted(awaited)


def newly_placed(desk: RoundsDesk, since: int) -> bool:
    """Whether since that version anything was paired, drawn, set aside or kept: decisions that a reversal leaves as
    they are."""
    return any(one.version > since and _places(one.event) for one in desk.history)


def _places(event: Event) -> bool:
    match event:
        case happened.RoundDrawn() | happened.RoundPaired() | happened.StageOpened():
            return True
        case match_events.ConsequencesChosen():
            aside = event.set_aside_matches or event.set_aside_byes or event.set_aside_openings
            kept = event.kept_matches or event.kept_byes or event.kept_openings or event.tied_byes
            return bool(event.pairings or event.byes or aside or kept)
        case _:
            return False


def fork(desk: RoundsDesk) -> RoundsDesk:
    """The same tournament once more, to go on with in another way."""
    secrets = replace(desk.secrets, kept=dict(desk.secrets.kept))
    return replace(desk, history=list(desk.history), secrets=secrets)
