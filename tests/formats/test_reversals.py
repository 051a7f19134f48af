"""A ruling that is reversed leaves no trace but its history, in every format (ALL-3, TD-13)."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import Refused
from domain.formats.champion import ChampionOptions
from domain.formats.dual_ring import DualRingOptions
from domain.formats.knockout import KnockoutOptions
from domain.formats.nxe import NxeOptions
from domain.formats.registry import FormatOptions
from domain.formats.steps import Ask, Due
from domain.formats.swiss import SwissOptions
from domain.scoring.result import WinnerOnly
from domain.tournament import commands, match_commands, round_commands
from domain.tournament import ruling_commands as asked
from domain.tournament.events import LaterStage, Rating
from domain.tournament.outcome import outcome_of
from domain.tournament.preview import preview
from domain.tournament.stages import StageDue, final_table
from tests.desk import OFFICE, entered
from tests.formats.appealing import (
    Ordered,
    announce,
    fork,
    give,
    give_as,
    lodge,
    newly_placed,
    orders,
    put_instead,
    reverse,
    ruling,
    shape,
    standing,
    vote,
    with_choice,
)
from tests.formats.champion_desk import ChampionDesk
from tests.formats.directing import LETTERS, Deed, advance, check_invariants, deeds, finish, play
from tests.rounds import RoundsDesk


@dataclass(frozen=True)
class Kind:
    """A format, and the stages that follow."""

    options: FormatOptions
    stages: tuple[LaterStage, ...] = ()

    def __str__(self) -> str:
        return "+".join((self.options.kind, *(stage.format.kind for stage in self.stages)))


KNOCKOUT = KnockoutOptions(kind="knockout", lengths=(3,), third_place=True)
FORMATS = (
    Kind(NxeOptions(kind="nxe", losses=2, lengths=(1,))),
    Kind(KNOCKOUT),
    Kind(DualRingOptions(kind="dual-ring")),
    Kind(ChampionOptions(kind="champion")),
    Kind(SwissOptions(kind="swiss", rounds=3)),
    Kind(SwissOptions(kind="swiss", rounds=2), (LaterStage(format=KNOCKOUT, qualifiers=4),)),
)


def started(kind: Kind, entrants: int) -> RoundsDesk:
    """A rated tournament of that format, started."""
    desk = ChampionDesk() if isinstance(kind.options, ChampionOptions) else RoundsDesk()
    rating = Rating(pool="normal", policy="room", version=1)
    desk.do(commands.AnnounceTournament(name="Rulings", format=kind.options, rating=rating, stages=kind.stages))
    entered(desk, LETTERS[:entrants])
    desk.do(commands.StartTournament())
    return desk


def played(kind: Kind, entrants: int, tried: Sequence[Deed]) -> RoundsDesk:
    """... and played, as far as it goes."""
    desk = started(kind, entrants)
    for deed in tried:
        with suppress(Refused):
            play(desk, deed)
    return desk


in_every_format = pytest.mark.parametrize("kind", FORMATS, ids=str)
plays = st.lists(st.builds(Deed, st.just("play"), st.integers(0, 99), st.integers(0, 99), st.booleans()), max_size=25)


@pytest.mark.rule("ALL-3", "ALL-4", "TD-13")
@in_every_format
@given(entrants=st.integers(2, 8), tried=plays, ordered=orders)
def test_reversed_at_once_a_ruling_has_changed_nothing(
    kind: Kind, entrants: int, tried: Sequence[Deed], ordered: Ordered
) -> None:
    desk = played(kind, entrants, tried)
    before = standing(desk)
    number = give(desk, ordered)
    check_invariants(desk.state)
    if number is not None:
        reverse(desk, number)
        check_invariants(desk.state)
        assert standing(desk) == before


@pytest.mark.rule("ALL-3", "TD-13")
@in_every_format
@given(entrants=st.integers(2, 8), tried=plays, lower=orders, upper=orders)
def test_reversed_one_after_the_other_two_rulings_have_changed_nothing(
    kind: Kind, entrants: int, tried: Sequence[Deed], lower: Ordered, upper: Ordered
) -> None:
    desk = played(kind, entrants, tried)
    before = standing(desk)
    given_ = [number for number in (give(desk, lower), give(desk, upper)) if number is not None]
    for number in reversed(given_):
        reverse(desk, number)
    assert standing(desk) == before


@pytest.mark.rule("ALL-5", "TD-12")
@in_every_format
@given(entrants=st.integers(2, 8), tried=deeds, ruled=st.lists(st.tuples(orders, st.booleans()), max_size=3))
def test_rulings_and_reversals_never_get_it_stuck(
    kind: Kind, entrants: int, tried: Sequence[Deed], ruled: Sequence[tuple[Ordered, bool]]
) -> None:
    desk = played(kind, entrants, tried)
    for ordered, reversed_ in ruled:
        number = give(desk, ordered)
        if number is not None and reversed_:
            with suppress(Refused):
                reverse(desk, number)
        check_invariants(desk.state)
        with suppress(AssertionError):
            advance(desk)
    finish(desk)


@pytest.mark.rule("ALL-3", "TD-13")
@in_every_format
@given(entrants=st.integers(2, 8), tried=plays, lower=orders, upper=orders)
def test_reversed_below_another_ruling_it_leaves_what_that_one_makes_alone(
    kind: Kind, entrants: int, tried: Sequence[Deed], lower: Ordered, upper: Ordered
) -> None:
    desk = played(kind, entrants, tried)
    other, since = fork(desk), desk.state.version
    below, above = ruling(desk, lower), ruling(desk, upper)
    number = give_as(desk, below)
    other.now = desk.now
    if number is None or give_as(desk, above) is None or give_as(other, above) is None:
        return
    reverse(desk, number)
    if not (newly_placed(desk, since) or newly_placed(other, since)):
        assert shape(desk) == shape(other)


@pytest.mark.rule("ALL-3", "TD-12", "TD-13")
@in_every_format
@given(entrants=st.integers(2, 8), tried=plays, ordered=orders, better=orders, dismissed=st.booleans())
def test_an_alternative_and_a_claim_granted_after_all_are_as_if_ruled_so_at_once(
    kind: Kind, entrants: int, tried: Sequence[Deed], ordered: Ordered, better: Ordered, *, dismissed: bool
) -> None:
    desk = played(kind, entrants, tried)
    other, since = fork(desk), desk.state.version
    fields = ruling(desk, ordered)
    instead = {**ruling(desk, better), "about": fields["about"], "play_began": fields["play_began"]}
    if dismissed:
        fields = {**fields, "remedies": [], "claimed": instead["remedies"]}
    number = give_as(desk, fields)
    if number is None:
        return
    with suppress(Refused):
        reverse(desk, number) if dismissed else put_instead(desk, number, instead["remedies"])
        other.now = desk.now - timedelta(minutes=1)
        refused = give_as(other, instead) is None
        if not (refused or newly_placed(desk, since) or newly_placed(other, since)):
            assert shape(desk) == shape(other)


@pytest.mark.rule("TD-12", "TD-13")
@in_every_format
@given(entrants=st.integers(2, 8), tried=plays, ordered=orders)
def test_while_it_is_suspended_a_ruling_changes_nothing_and_then_what_it_changed(
    kind: Kind, entrants: int, tried: Sequence[Deed], ordered: Ordered
) -> None:
    desk = played(kind, entrants, tried)
    before, since = standing(desk), desk.state.version
    number = give(desk, ordered)
    if number is None:
        return
    given_ = shape(desk)
    appeal = lodge(desk, number)
    with_choice(desk, asked.SuspendRuling(ruling=number))
    assert standing(desk) == before
    with_choice(desk, asked.ResumeRuling(ruling=number))
    check_invariants(desk.state)
    if not newly_placed(desk, since):
        assert shape(desk) == given_
    vote(desk, appeal, "reversed")
    announce(desk, appeal)
    assert standing(desk) == before


@pytest.mark.rule("ALL-3", "ALL-4", "TD-13")
@in_every_format
@given(entrants=st.integers(2, 8), tried=plays, number=st.integers(0, 99), won=st.booleans())
def test_a_correction_made_while_the_match_was_ruled_void_counts_once_it_no_longer_is(
    kind: Kind, entrants: int, tried: Sequence[Deed], number: int, *, won: bool
) -> None:
    desk = played(kind, entrants, tried)
    known = [n for n, match in sorted(desk.state.matches.items()) if desk.state.counting(match)]
    if not known:
        return
    other, since = fork(desk), desk.state.version
    match = known[number % len(known)]
    fields = {**ruling(desk, Ordered("match-voiding", 0, True, 1)), "about": {"kind": "match", "number": match}}
    ruled = give_as(desk, fields)
    correction = match_commands.CorrectResult(
        match=match, result=WinnerOnly(winner="first" if won else "second"), reason="Slip", choice="rewind"
    )
    with suppress(Refused):
        desk.do(correction.model_copy(update={"choice": None}))
        assert ruled is not None
        reverse(desk, ruled)
        other.do(correction)
        if not (newly_placed(desk, since) or newly_placed(other, since)):
            assert shape(desk) == shape(other)
    check_invariants(desk.state)


@pytest.mark.rule("ALL-4", "TD-13")
@in_every_format
@given(entrants=st.integers(2, 8), tried=plays, ordered=orders)
def test_rewound_and_paired_and_played_the_same_way_again_it_comes_to_the_same(
    kind: Kind, entrants: int, tried: Sequence[Deed], ordered: Ordered
) -> None:
    desk = played(kind, entrants, tried)
    before, table = fork(desk), rows(desk)
    number = give(desk, ordered)
    if number is None:
        return
    appeal = lodge(desk, number)
    vote(desk, appeal, "reversed")
    desk.do(asked.DecideAppeal(appeal=appeal, reasons="As voted", choice="rewind"))
    check_invariants(desk.state)
    again(desk, before)
    assert rows(desk) == table


@pytest.mark.rule("ALL-4", "TD-12", "TD-13")
@in_every_format
@given(entrants=st.integers(2, 8), tried=plays, ordered=orders, decision=st.sampled_from(["upheld", "reversed"]))
def test_what_is_previewed_is_what_then_happens(
    kind: Kind, entrants: int, tried: Sequence[Deed], ordered: Ordered, decision: str
) -> None:
    desk = played(kind, entrants, tried)
    for choice in (None, "rewind", "stand"):
        command = asked.GiveRuling.model_validate({**ruling(desk, ordered), "choice": choice})
        with suppress(Refused):
            as_previewed(desk, command)
            break
    number = len(desk.state.directing.rulings)
    if not number:
        return
    appeal = lodge(desk, number)
    as_previewed(desk, asked.SuspendRuling(ruling=number))
    as_previewed(desk, asked.ResumeRuling(ruling=number))
    vote(desk, appeal, decision)
    as_previewed(desk, asked.DecideAppeal(appeal=appeal, reasons="As voted"))


def as_previewed(desk: RoundsDesk, command: commands.Command) -> None:
    """Carries the command out, by the first choice that is not refused, on the digest of its preview; and compares."""
    trial = fork(desk)
    chosen = command if isinstance(command, asked.GiveRuling) else with_choice(trial, command)
    desk.now += timedelta(minutes=1)
    tried = preview(desk.state, chosen, desk.context(OFFICE))
    desk.now -= timedelta(minutes=1)
    version, before = desk.state.version, desk.state
    events = desk.do(chosen.model_copy(update={"expected": tried.outcome.digest}))
    assert outcome_of(before, events, desk.context(OFFICE)) == tried.outcome
    assert final_table(desk.state) == final_table(tried.after)
    assert {n: (m.effective, m.void, m.abandoned) for n, m in desk.state.matches.items()} == {
        n: (m.effective, m.void, m.abandoned) for n, m in tried.after.matches.items()
    }
    assert tried.before.version == version


def rows(desk: RoundsDesk) -> list[tuple[int, int, dict[str, int]]]:
    """The table's ranks and numbers."""
    return [(row.rank, row.entry, dict(row.values)) for row in final_table(desk.state).rows]


def again(desk: RoundsDesk, before: RoundsDesk) -> None:
    """Pairs by hand what was paired, and reports what had come of it, and when, until it stands as before."""
    for _ in range(200):
        step = desk.step()
        due = step.due if isinstance(step, Ask) else step
        if isinstance(due, Due) and _pair_again(desk, before, due):
            continue
        if isinstance(step, StageDue) and before.state.rounds.openings:
            desk.do(round_commands.OpenStage(stage=2, seeds=before.state.rounds.openings[-1].seeds, reason="As before"))
            continue
        if not _report_again(desk, before):
            return
    raise AssertionError("it never comes to stand as before")


def _pair_again(desk: RoundsDesk, before: RoundsDesk, due: Due) -> bool:
    """What of the round due was paired before, and is not now; answers whether there was any."""
    left = Counter(frozenset(m.sides) for m in before.matches() if m.round == due.round and not m.void)
    left -= Counter(frozenset(m.sides) for m in desk.matches() if m.round == due.round and not m.void)
    idle = Counter(b.entry for b in before.state.rounds.byes.values() if b.round == due.round and b.live)
    idle -= Counter(b.entry for b in desk.state.rounds.byes.values() if b.round == due.round and b.live)
    made = [m.sides for m in before.matches() if m.round == due.round and not m.void]
    pairs = [sides for sides in made if left[frozenset(sides)] > 0]
    if not (pairs or idle):
        return False
    desk.do(
        round_commands.PairByHand(
            round=due.round, pairings=tuple(pairs), byes=tuple(idle.elements()), reason="As before"
        )
    )
    return True


def _report_again(desk: RoundsDesk, before: RoundsDesk) -> bool:
    """One result that counted before and does not now; answers whether there was any."""
    missing = Counter(_told(before)) - Counter(_told(desk))
    for told in _told(before):
        at, place, winner = told
        same = (m for m in desk.matches() if (m.stage, m.round, frozenset(m.sides)) == place)
        found = [match for match in same if match.number in desk.state.awaiting]
        if missing[told] and found:
            side = "first" if winner == found[0].sides[0] else "second"
            result = WinnerOnly.model_validate({"winner": side})
            desk.do(match_commands.ReportResult(match=found[0].number, result=result, played_at=at))
            return True
    return False


def _told(desk: RoundsDesk) -> list[tuple[datetime, tuple[int, int | None, frozenset[int]], int]]:
    """Each result that counts, in the order of play: when, stage, round and sides, and the winner."""
    counting = [(match, desk.state.counting(match)) for match in desk.matches()]
    told = [
        (result.played_at, (match.stage, match.round, frozenset(match.sides)), result.winner)
        for match, result in counting
        if result is not None and result.winner is not None
    ]
    return sorted(told, key=lambda one: one[0])
