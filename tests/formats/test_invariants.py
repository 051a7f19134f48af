"""What the rulebook says of every history, whoever has done whatever in it."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.envelope import Event
from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.tournament.entries.commands import Resign
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches.events import ConsequencesChosen
from domain.tournament.rounds.commands import CloseRound
from domain.tournament.rulings.commands import GiveRuling
from domain.tournament.state import Tournament, initial
from projections.explain.causes import matches_of
from projections.views.tournaments import match_view, standings_view, tournament_view
from tests.desk import Step
from tests.formats.acting import Deed
from tests.formats.appealing import fork
from tests.formats.directing import attempt, deeds, office_play
from tests.formats.kinds import KINDS, Kind, in_every_format, played, started
from tests.formats.storing import stored_and_read
from tests.properties import examples
from tests.reaching import reached
from tests.rounds import RoundsDesk

REASONS = ("reason", "reasons", "facts", "matter")
"""The fields of commands that say why."""


ROUNDS = ("nxe", "knockout", "champion", "swiss")
SELF_MADE = (Deed("draw", 0, 0, True), *(Deed("play", number, 1, True, "first") for number in range(3)))
"""A round is drawn, and first sides report that they have won."""


def directed(kind: Kind, entrants: int, tried: Sequence[Deed]) -> RoundsDesk:
    """A tournament after all the deeds of everybody, some of which were refused."""
    desk = started(kind, entrants)
    for deed in tried:
        with suppress(Refused):
            (kind.playing if deed.kind == "play" else attempt)(desk, deed)
    return desk


def lost(step: Step) -> Iterator[int]:
    """Matches that were started and that the step has made void, although it names none of them."""
    named = {number for event in step.events for number in matches_of(event)}
    for number, match in step.before.matches.items():
        if match.started and not match.void and not step.after.matches[number].valid and number not in named:
            yield number


def chosen(events: Sequence[Event]) -> bool:
    return any(isinstance(event, ConsequencesChosen) and not event.by_default for event in events)


@pytest.mark.rule("ALL-4")
@in_every_format
@given(entrants=st.integers(2, 8), tried=deeds)
def test_a_started_match_becomes_void_only_by_a_recorded_choice(
    kind: Kind, entrants: int, tried: Sequence[Deed]
) -> None:
    for step in directed(kind, entrants, tried).steps:
        if any(match.started for match in step.before.matches.values()):
            reached()
        assert chosen(step.events) or not list(lost(step)), step.command


def annulled_though_played_on(desk: RoundsDesk) -> int | None:
    """A match is annulled on which others have been played, and those stand; its number, None where there is none."""
    for number in sorted(desk.state.matches):
        made = [
            desk.state.matches[of] for kind, of in desk.state.rounds.derived_from.get(number, ()) if kind == "match"
        ]
        if desk.state.winner(number) is not None and any(match.started and not match.void for match in made):
            about, words = {"kind": "match", "number": number}, {"clause": "4.2", "facts": "As seen", "reasons": "So"}
            annulment = {"about": about, "remedies": [{"kind": "result-annulment"}], "choice": "stand"}
            desk.do(GiveRuling.model_validate({**annulment, **words}))
            return number
    return None


@pytest.mark.rule("ALL-4", "NXE-8", "SWI-4")
@pytest.mark.parametrize("kind", [one for one in KINDS if one.name in ROUNDS], ids=str)
@given(entrants=st.integers(4, 8), tried=st.lists(office_play, min_size=15, max_size=30))
@examples(5)
def test_what_resigning_or_closing_a_round_makes_void_was_not_played_or_it_is_chosen(
    kind: Kind, entrants: int, tried: Sequence[Deed]
) -> None:
    before = played(kind, entrants, tried)
    number = annulled_though_played_on(before)
    if number is None:
        return
    match = before.state.matches[number]
    close = CloseRound(round=match.round or 1, early=True, reason="Time is up")
    commands: list[lifecycle_commands.Command] = [*(Resign(entry=side) for side in match.sides), close]
    for command in commands:
        desk = fork(before)
        with suppress(Refused):
            desk.do(command)
        assert not list(lost(desk.steps[-1])), command
        reached()


@pytest.mark.rule("ALL-1", "ALL-5")
@in_every_format
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


def won_by(state: Tournament, who: PersonId) -> set[int]:
    """The matches that count as won by that person."""
    entry = state.entry_of.get(who)
    counted = ((match, state.counting(match)) for match in state.matches.values())
    return {match.number for match, counts in counted if counts and counts.winner == entry is not None}


@pytest.mark.rule("TD-9", "TD-14")
@in_every_format
@given(entrants=st.integers(2, 8), tried=deeds)
def test_nobody_wins_by_their_own_act_what_nobody_else_has_reported(
    kind: Kind, entrants: int, tried: Sequence[Deed]
) -> None:
    for step in directed(kind, entrants, [*SELF_MADE, *tried, *SELF_MADE]).steps:
        who = step.by.person
        if who is None or who not in step.before.entry_of:
            continue
        reached()
        for number in sorted(won_by(step.after, who) - won_by(step.before, who)):
            report = step.before.matches[number].sitting.report
            assert report is not None, step.command
            assert who not in report.by, step.command


@pytest.mark.rule("ALL-1")
@in_every_format
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
