"""What the rulebook says of every history, anyone who has done whatever in it."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.contract.steps import Ask, Due
from domain.kernel.envelope import Event
from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.kernel.values import Side
from domain.match import validity
from domain.scoring.result import WinnerOnly
from domain.tournament.command import Choice, Command
from domain.tournament.derived.progress import StageDue
from domain.tournament.entries.commands import Resign
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches.commands import CorrectResult, ReinstateMatch, VerifyResult, VoidMatch
from domain.tournament.matches.events import ConsequencesChosen, MatchEvent
from domain.tournament.rounds.commands import CloseRound, DecideQuestion, OpenStage, PairByHand, SeedField
from domain.tournament.rounds.events import RoundPaired
from domain.tournament.rulings.commands import GiveRuling, ResumeRuling, SuspendRuling, WithdrawRuling
from domain.tournament.rulings.events import AppealEvent, RulingEvent
from domain.tournament.rulings.state import Ruling
from domain.tournament.state import Tournament, initial
from projections.views.tournaments import match_view, standings_view, tournament_view
from tests.desk import Step, director, person
from tests.formats.acting import DIRECTOR, PLAYING_DIRECTOR, Deed
from tests.formats.directing import attempt, deeds, office_play
from tests.formats.kinds import KINDS, Kind, in_every_format, in_every_other_format, played, started
from tests.formats.storing import stored_and_read
from tests.properties import examples
from tests.reaching import reached
from tests.rounds import RoundsDesk, in_every_stage

REASONS = ("reason", "reasons", "facts", "matter")
"""The fields of commands that say why."""


ROUNDS = ("nxe", "knockout", "champion", "swiss")
SELF_MADE = (
    Deed("hand", 0, 0, True, "playing director"),
    Deed("draw", 0, 0, True),
    *(Deed("play", number, 1, True, "first") for number in range(3)),
    *(Deed(kind, number, 1, True, "playing director") for kind in ("play", "verify") for number in range(3)),
    Deed("close", 0, 0, True, "playing director"),
)
"""The director who plays gives themselves the bye; the round is drawn; first sides report that they have won, and the
director verifies it, their own match among them, and closes the round."""

CHANGED = tuple(Deed(what, number, 1, False) for what in ("correct", "void") for number in range(3))
"""The office corrects and voids the first matches, whatever hangs on them."""


def directed(kind: Kind, entrants: int, tried: Sequence[Deed]) -> RoundsDesk:
    """A tournament after all the deeds of everybody, some of which were refused."""
    desk = started(kind, entrants)
    for deed in tried:
        with suppress(Refused):
            (kind.playing if deed.kind == "play" else attempt)(desk, deed)
    return desk


def lost(step: Step) -> Iterator[int]:
    """Matches that were started and that the step has made void, although none of them was decided on."""
    decided_on = {number for event in step.events for number in matches_of(step.after, event)}
    for number, match in step.before.matches.items():
        if match.started and not match.void and not step.after.matches[number].valid and number not in decided_on:
            yield number


def matches_of(state: Tournament, event: Event) -> tuple[int, ...]:
    """The matches that the event itself decides on."""
    directing = state.directing
    match event:
        case MatchEvent(match=match):
            return (match,)
        case RulingEvent(ruling=number):
            return ordered_in(directing.rulings[number])
        case AppealEvent(appeal=number):
            return ordered_in(directing.rulings[directing.appeals[number].ruling])
        case _:
            return ()


def ordered_in(ruling: Ruling) -> tuple[int, ...]:
    """The matches of which it orders something, or did before an appeal."""
    return (*ruling.orders.matches, *(ruling.instead.matches if ruling.instead else ()))


def chosen(events: Sequence[Event]) -> bool:
    return any(isinstance(event, ConsequencesChosen) and not event.by_default for event in events)


@pytest.mark.rule("ALL-4")
@in_every_format
@given(entrants=st.integers(2, 8), tried=deeds)
def test_a_started_match_becomes_void_only_by_a_recorded_choice(
    kind: Kind, entrants: int, tried: Sequence[Deed]
) -> None:
    for step in directed(kind, entrants, [*tried, *CHANGED]).steps:
        if any(match.started for match in step.before.matches.values()):
            reached()
        assert chosen(step.events) or not list(lost(step)), step.command


def annulled_though_played_on(desk: RoundsDesk) -> int | None:
    """A match is annulled on which others have been played, and those stand; its number, None where there is none."""
    for number in sorted(desk.state.matches):
        made = [
            desk.state.matches[of] for kind, of in desk.state.rounds.derived_from.get(number, ()) if kind == "match"
        ]
        if validity.winner(desk.state.matches[number]) is not None and any(
            match.started and not match.void for match in made
        ):
            about, words = {"kind": "match", "number": number}, {"clause": "4.2", "facts": "As seen", "reasons": "So"}
            annulment = {"about": about, "remedies": [{"kind": "result-annulment"}], "choice": "stand"}
            desk.do(GiveRuling.model_validate({**annulment, **words}))
            return number
    return None


@pytest.mark.rule("ALL-4", "NXE-8", "SWI-4")
@pytest.mark.parametrize("kind", [one for one in KINDS if one.name in ROUNDS], ids=str)
@given(entrants=st.integers(4, 8), tried=st.lists(office_play, min_size=15, max_size=30))
@examples(3)
def test_matches_that_resigning_or_closing_a_round_makes_void_were_not_played_or_it_is_chosen(
    kind: Kind, entrants: int, tried: Sequence[Deed]
) -> None:
    before = played(kind, entrants, tried)
    number = annulled_though_played_on(before)
    if number is None:
        return
    match = before.state.matches[number]
    close = CloseRound(round=match.round or 1, early=True, reason="Time is up")
    commands: list[Command] = [
        *(Resign(entry=side, reason="Told the desk.") for side in match.sides),
        close,
    ]
    for command in commands:
        desk = before.fork()
        with suppress(Refused):
            desk.do(command)
        assert not list(lost(desk.steps[-1])), command
        reached()


@pytest.mark.rule("ALL-1", "ALL-5")
@in_every_other_format(0)
@given(entrants=st.integers(2, 8), tried=deeds)
def test_every_reason_that_was_given_can_be_read_in_the_history(
    kind: Kind, entrants: int, tried: Sequence[Deed]
) -> None:
    desk = directed(kind, entrants, tried)
    desk.do(lifecycle_commands.CancelTournament(reason="The hall is closed"))
    for step in desk.steps:
        said = {text for name in REASONS if isinstance(text := getattr(step.command, name, None), str)}
        written = "".join(event.model_dump_json() for event in step.events)
        if said:
            reached()
        assert not [text for text in said if text not in written], step.command


Gain = tuple[str, int]
"""A match won, a bye, a place in a later stage, a decision that names the entry; or that a ruling no longer puts it
out."""


def gained(state: Tournament, entry: int) -> set[Gain]:
    """All that the entry has for itself."""
    counted = ((match, validity.counting(match)) for match in state.matches.values())
    decisions = enumerate(one for _, one in sorted(state.rounds.decisions.items()))
    in_force = {one.ruling for one in state.entries[entry].excluded_by}
    return {
        *(("match", match.number) for match, counts in counted if counts and counts.winner == entry),
        *(("bye", number) for number, bye in state.rounds.byes.items() if bye.live and bye.entry == entry),
        *(("stage", one.number) for one in state.rounds.openings if one.live and entry in one.seeds),
        *(("decision", number) for number, one in decisions if one.entry == entry),
        *(("ruling", number) for number in state.directing.rulings if number not in in_force),
    }


def granted(step: Step, gain: Gain, who: PersonId) -> bool:
    """Whether it is theirs by what somebody else has said, by a recorded draw, or by the rules alone."""
    what, number = gain
    match what:
        case "match":
            report = step.before.matches[number].sitting.report if number in step.before.matches else None
            return report is not None and (who not in report.by or report.announced_at is not None)
        case "bye":
            return not any(isinstance(event, RoundPaired) for event in step.events)
        case "stage":
            return step.after.rounds.openings[number - 1].reason is None
        case "ruling":
            return number not in step.before.directing.rulings
        case _:
            return False


@pytest.mark.rule("TD-9", "TD-14")
@in_every_other_format(1)
@given(entrants=st.integers(2, 8), tried=deeds)
def test_nobody_improves_their_own_line_by_what_another_has_to_say(
    kind: Kind, entrants: int, tried: Sequence[Deed]
) -> None:
    for step in directed(kind, entrants, [*SELF_MADE, *tried, *SELF_MADE]).steps:
        who = step.by.person
        if who is None or who not in step.before.entry_of:
            continue
        reached()
        entry = step.before.entry_of[who]
        for gain in sorted(gained(step.after, entry) - gained(step.before, entry)):
            assert granted(step, gain, who), (step.command, gain)


@pytest.mark.rule("TD-9")
@in_every_other_format(0)
@given(entrants=st.integers(2, 8), tried=deeds)
@examples(2)
def test_director_who_plays_may_not_decide_what_another_may_of_their_matches(
    kind: Kind, entrants: int, tried: Sequence[Deed]
) -> None:
    played_on = directed(kind, entrants, [*SELF_MADE, *tried, *SELF_MADE])
    for desk in (before_the_start(played_on), started(kind, entrants), played_on):
        own = desk.entry(PLAYING_DIRECTOR)
        for command in (*on_the_round(desk, own), *on_matches(desk, own), *on_rulings(desk, own)):
            if may(desk, command, DIRECTOR):
                reached()
                assert not may(desk, command, PLAYING_DIRECTOR), command


def before_the_start(desk: RoundsDesk) -> RoundsDesk:
    """The tournament as it then was."""
    start = next(step for step in desk.steps if isinstance(step.command, lifecycle_commands.StartTournament))
    return replace(desk.fork(), state=start.before)


def may(desk: RoundsDesk, command: Command, by: str) -> bool:
    """Whether that director's command would be carried out now."""
    try:
        desk.fork().do(command, director(by))
    except Refused:
        return False
    return True


SIDES: Sequence[Side] = ("first", "second")


def on_matches(desk: RoundsDesk, own: int) -> Iterator[Command]:
    """All that can be decided of the entry's newest matches. What their opponent has reported, each may verify."""
    numbers = [number for number, match in sorted(desk.state.matches.items()) if own in match.as_played[0]]
    for number in numbers[-3:]:
        report = desk.state.matches[number].sitting.report
        if report is None or not report.by or person(PLAYING_DIRECTOR) in report.by:
            yield VerifyResult(match=number)
        change = {"match": number, "reason": "Slip", **any_choice(desk, number)}
        yield from (CorrectResult.model_validate(change | {"result": WinnerOnly(winner=side)}) for side in SIDES)
        yield VoidMatch.model_validate(change)
        yield ReinstateMatch.model_validate(change)
        warning = {"kind": "warning", "to": {"kind": "entry", "entry": own}}
        ruling = {"about": {"kind": "match", "number": number}, "clause": "4.2", "facts": "As seen", "reasons": "So"}
        yield GiveRuling.model_validate(ruling | {"remedies": [warning]})


def on_rulings(desk: RoundsDesk, own: int) -> Iterator[Command]:
    """All that can be decided of the newest rulings to which the entry is a party."""
    numbers = [number for number, one in sorted(desk.state.directing.rulings.items()) if own in one.parties]
    for number in numbers[-2:]:
        about = {"ruling": number, **any_choice(desk, number)}
        yield SuspendRuling.model_validate(about)
        yield ResumeRuling.model_validate(about)
        yield WithdrawRuling.model_validate({**about, "reason": "Given in error"})


def any_choice(desk: RoundsDesk, number: int) -> dict[str, object]:
    """A choice for every stage, another for each number."""
    ways: Sequence[Choice] = ("rewind", "restore", "stand")
    return in_every_stage(desk, ways[number % 3])


def on_the_round(desk: RoundsDesk, own: int) -> Iterator[Command]:
    """The entry seeded, paired by hand, given the bye, and named in a decision."""
    yield SeedField(order=(own,), reason="By hand")
    step = desk.step()
    due = step.due if isinstance(step, Ask) else step
    if isinstance(due, Due):
        entries = [one.entry for one in due.contenders]
        by_hand = {"round": due.round, "reason": "By hand"}
        yield PairByHand.model_validate(by_hand | {"byes": [own]})
        yield from (PairByHand.model_validate(by_hand | {"pairings": [(own, one)]}) for one in entries if one != own)
    if isinstance(step, Ask):
        named = [one.name for one in step.choices if own in one.entries]
        yield from (DecideQuestion(question=step.question, choice=one, entry=own, reason="So be it") for one in named)
    if isinstance(step, StageDue):
        field = (own, *(one for group in step.groups for one in group if one != own))
        yield OpenStage(stage=step.stage, seeds=field[: step.places], reason="By hand")


@pytest.mark.rule("ALL-1")
@in_every_other_format(1)
@given(entrants=st.integers(2, 8), tried=deeds)
def test_replaying_any_part_of_the_history_shows_what_was_shown_then(
    kind: Kind, entrants: int, tried: Sequence[Deed]
) -> None:
    desk = directed(kind, entrants, tried)
    replayed, read = initial(desk.state.stream), 0
    for step in desk.steps:
        replayed = stored_and_read(replayed, desk.history[read : step.after.version])
        read = step.after.version
        reached()
        assert shown(replayed) == shown(step.after)


def shown(state: Tournament) -> list[str]:
    """Everything that readers are shown of the tournament and its matches."""
    views = (
        tournament_view(state),
        standings_view(state),
        *(match_view(state, one) for _, one in sorted(state.matches.items())),
    )
    return [view.model_dump_json() for view in views]
