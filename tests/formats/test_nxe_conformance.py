"""N times elimination passes the conformance suite; random directors never get it stuck (ALL-4, ALL-5)."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.contract.steps import Done
from domain.formats.elimination.nxe import NxeOptions
from domain.match.record import Bye, Match
from domain.tournament.derived.stage import current_stage
from domain.tournament.evolve.tournament import evolve
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds.events import RoundDrawn
from domain.tournament.state import announced_settings
from tests.formats.acting import Deed
from tests.formats.conformance import Conformance
from tests.formats.directing import finish, play
from tests.formats.machine import director_of
from tests.reaching import reached
from tests.rounds import RoundsDesk, started_nxe


class TestNTimesElimination(Conformance):
    """To two losses."""

    options = NxeOptions(kind="nxe", losses=2, lengths=(5,))


def played(players: int, losses: int, wins: Sequence[bool]) -> RoundsDesk:
    """A tournament played on by the drawn rounds, as far as the results go."""
    desk = started_nxe("ABCDEFGHIJKL"[:players], losses=losses)
    for won in wins:
        if isinstance(desk.step(), Done):
            break
        play(desk, Deed("play", 0, 0, won))
    return desk


tournaments = st.builds(played, st.integers(2, 12), st.integers(1, 4), st.lists(st.booleans(), min_size=6, max_size=60))


@pytest.mark.rule("NXE-2", "NXE-3", "NXE-4", "NXE-8")
@given(tournaments)
def test_each_draw_places_everybody_still_in_once_and_nobody_else(desk: RoundsDesk) -> None:
    replayed = RoundsDesk()
    for one in desk.history:
        if isinstance(one.event, RoundDrawn):
            still_in = current_stage(replayed.state).going_on()
            sides = [entry for pairing in one.event.pairings for entry in pairing.sides]
            byes = [bye.entry for bye in one.event.byes]
            reached()
            assert sorted(sides + byes) == sorted(still_in)
            assert len(byes) == len(still_in) % 2
            assert all(replayed.facts.byes(b) == min(map(replayed.facts.byes, still_in)) for b in byes)
        replayed.state = evolve(replayed.state, one)


@pytest.mark.rule("NXE-8", "NXE-9", "NXE-10")
@given(tournaments)
def test_tournament_ends_with_one_champion_and_losses_of_all_others(desk: RoundsDesk) -> None:
    finish(desk)
    step, losses = desk.step(), announced_settings(desk.state).format
    assert isinstance(step, Done)
    assert isinstance(losses, NxeOptions)
    for entrant in desk.facts.entrants:
        lost = desk.facts.tally(entrant.number).losses
        assert lost < losses.losses if entrant.number == step.champion else lost == losses.losses


@pytest.mark.rule("ALL-3", "ALL-4")
@given(tournaments, st.integers(0, 99))
def test_rewind_and_the_same_pairings_by_hand_and_results_give_the_same_table(desk: RoundsDesk, chosen: int) -> None:
    decided = [match for match in desk.matches() if match.effective]
    if not decided:
        return
    match = decided[chosen % len(decided)]
    before, places = desk.standings().rows, standing(desk)
    assert match.effective
    was = desk.name(match) if match.effective.winner == match.sides[0] else desk.name(match)[::-1]
    desk.reverse(was[::-1], "rewind", match.round)
    desk.reverse(was, "rewind", match.round)
    repair(desk, *places)
    reached()
    assert desk.standings().rows == before


def standing(desk: RoundsDesk) -> tuple[list[Match], list[Bye]]:
    """What is live, as it now is."""
    byes = [bye for _, bye in sorted(desk.state.rounds.byes.items()) if bye.live]
    return [match for match in desk.matches() if not match.void], byes


def repair(desk: RoundsDesk, matches: Sequence[Match], byes: Sequence[Bye]) -> None:
    """Pairs by hand what is no longer live, round by round, and reports what was reported of it."""
    lost = [match for match in matches if desk.state.matches[match.number].void]
    without = [bye for bye in byes if not desk.state.rounds.byes[bye.number].live]
    for round_ in sorted({match.round or 0 for match in lost} | {bye.round for bye in without}):
        again = [match for match in lost if match.round == round_]
        pairs = " ".join(map(desk.name, again))
        desk.pair(round_, pairs, "".join(desk.letter(bye.entry) for bye in without if bye.round == round_))
        for match, new in zip(again, desk.matches()[-len(again) :] if again else [], strict=True):
            if match.effective and match.effective.result:
                desk.do(match_commands.ReportResult(match=new.number, result=match.effective.result))


TestRandomDirector = director_of([NxeOptions(kind="nxe", losses=losses, lengths=(1,)) for losses in (1, 2, 3)], tried=3)
