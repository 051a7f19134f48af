"""What holds of any Dual Ring, whatever is reported, in whatever order, and changed afterwards."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from random import Random
from typing import Literal, cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from domain.formats.contract.acts import EndMatch
from domain.formats.contract.protocol import Facts, RoundPlace
from domain.formats.contract.steps import Abandonment, Make, Planned
from domain.formats.dual_ring import DualRing, DualRingOptions
from domain.kernel.refusal import Refused
from domain.match.record import Match
from domain.problems.matches import CIRCULAR_DEPENDENCY
from domain.scoring.result import BothLost, Drawn, Result, WinnerOnly
from domain.tournament.command import Choice, Command
from domain.tournament.derived.stage import current_stage
from domain.tournament.entries import commands as entry_commands
from domain.tournament.evolve.tournament import evolve
from domain.tournament.matches import commands as match_commands
from domain.tournament.state import Tournament, announced_settings
from tests.desk import OFFICE, recorded, reported
from tests.formats.acting import CHOICES
from tests.formats.directing import LETTERS, check_invariants, finish
from tests.formats.naive_ring import Ended, NaiveRing
from tests.formats.ring_desk import RingDesk, started_ring
from tests.properties import examples
from tests.reaching import reached

RULES = DualRing()

RESULTS: Sequence[Result] = (
    *(WinnerOnly(winner="first"), WinnerOnly(winner="second")) * 4,
    Drawn(),
    Drawn(),
    BothLost(),
)

options = st.builds(
    DualRingOptions,
    kind=st.just("dual-ring"),
    order=st.sampled_from(["entry-order", "lot"]),
    colours=st.sampled_from(["balanced", "as-written"]),
    drawn_games=st.sampled_from(["replay", "eliminate-both"]),
)


@dataclass(frozen=True)
class Deed:
    """Something that somebody tries: which match or entry, with what result, played how many minutes ago."""

    kind: Literal["report", "report-late", "correct", "void", "reinstate", "resign"]
    which: int
    result: Result
    minutes_ago: int
    choice: Choice | None


kinds = st.sampled_from(["report"] * 6 + ["report-late", "correct", "correct", "void", "reinstate", "resign"])
minutes_ago = st.one_of(st.just(0), st.integers(0, 12))
deeds = st.builds(Deed, kinds, st.integers(0, 99), st.sampled_from(RESULTS), minutes_ago, st.sampled_from(CHOICES))
plays = st.builds(Deed, st.just("report"), st.integers(0, 99), st.sampled_from(RESULTS), st.just(0), st.none())


def ring(players: int, chosen: DualRingOptions) -> RingDesk:
    return started_ring(LETTERS[:players], **chosen.model_dump(exclude={"kind", "rules_version"}))


def candidates(desk: RingDesk, deed: Deed) -> list[Match]:
    """The matches that the deed may be about."""
    live = [match for match in desk.matches() if not match.void]
    match deed.kind:
        case "report":
            return [match for match in live if match.number in desk.state.awaiting]
        case "report-late":
            return [match for match in live if match.abandoned and match.effective is None]
        case "reinstate":
            return [match for match in desk.matches() if match.void_reason]
        case "correct":
            return [match for match in desk.matches() if match.effective]
        case _:
            return live


def command_of(desk: RingDesk, deed: Deed) -> Command | None:
    """The deed as a command; None where there is nothing to do it to."""
    if deed.kind == "resign":
        return entry_commands.Resign(entry=deed.which % len(desk.state.entries) + 1, reason="Told the desk.")
    found = candidates(desk, deed)
    if not found:
        return None
    number = found[deed.which % len(found)].number
    played_at = desk.now - timedelta(minutes=deed.minutes_ago) if deed.minutes_ago else None
    change = {"match": number, "choice": deed.choice, "reason": "Slip"}
    told = {"match": number, "choice": deed.choice, "result": deed.result, "played_at": played_at}
    match deed.kind:
        case "report" | "report-late":
            return match_commands.ReportResult.model_validate(told)
        case "correct":
            return match_commands.CorrectResult.model_validate(told | change)
        case "void":
            return match_commands.VoidMatch.model_validate(change)
        case "reinstate":
            return match_commands.ReinstateMatch.model_validate(change)


def attempt(desk: RingDesk, deed: Deed) -> None:
    """Does it, unless it is refused, which it never is since something would hang on itself."""
    command = command_of(desk, deed)
    if command is not None:
        try:
            desk.do(command)
        except Refused as refused:
            if refused.problem == CIRCULAR_DEPENDENCY:
                raise


def facts_of(desk: RingDesk) -> Facts:
    return current_stage(desk.state).facts


def in_order(make: object) -> tuple[list[Planned], list[Abandonment]]:
    """What is made, with all of it in an order of its own."""
    if not isinstance(make, Make):
        assert make is None
        return [], []
    matches = [replace(one, origins=tuple(sorted(one.origins))) for one in make.matches]
    return sorted(matches, key=lambda one: one.slot), sorted(make.abandoned, key=lambda one: one.match)


WON = WinnerOnly(winner="first")
VOIDED_TWICE_AND_REINSTATED = [
    Deed("void", 0, WON, 0, None),
    Deed("void", 0, WON, 0, None),
    Deed("report", 0, WON, 0, None),
    Deed("report", 0, WON, 0, None),
    Deed("reinstate", 0, WON, 0, "stand"),
]
"""What was made in the place of a voided game is kept, and has the game abandoned that it was made in place of."""


@pytest.mark.rule("RNG-2", "RNG-6", "ALL-4")
@given(st.integers(2, 9), options, st.lists(deeds, max_size=40))
@example(2, DualRingOptions(kind="dual-ring", order="entry-order"), VOIDED_TWICE_AND_REINSTATED)
@examples(40)
def test_ring_has_what_it_calls_for_and_no_result_contradicts_another(
    players: int, chosen: DualRingOptions, tried: Sequence[Deed]
) -> None:
    desk = ring(players, chosen)
    for deed in tried:
        attempt(desk, deed)
        check_invariants(desk.state)
        reached()
        assert RULES.service(chosen, facts_of(desk), None) is None
        assert not played_when_out(chosen, facts_of(desk).places)
    finish(desk)


def played_when_out(chosen: DualRingOptions, places: Sequence[RoundPlace]) -> list[int | None]:
    """The matches with a result of somebody who had lost before."""
    counting = [place for place in places if place.ended and place.advanced and place.advanced.how != "abandoned"]
    return [
        later.match
        for earlier in counting
        for later in counting
        for entry in earlier.entries
        if entry in later.entries and put_out(chosen, earlier, entry) and moment(earlier) < moment(later)
    ]


def put_out(chosen: DualRingOptions, place: RoundPlace, entry: int) -> bool:
    assert place.advanced
    drawn_out = chosen.drawn_games == "eliminate-both" and not str(place.slot).startswith("final")
    return place.advanced.is_lost_by(entry) or (place.advanced.how == "drawn" and drawn_out)


def moment(place: RoundPlace) -> float:
    assert place.ended
    assert place.ended.played_at
    return place.ended.played_at.timestamp()


@pytest.mark.rule("RNG-2", "RNG-6")
@given(st.integers(2, 12), options, st.lists(deeds, max_size=40))
@examples(12, proof=100)
def test_consequences_of_a_result_are_the_same_seen_from_beside_it_and_all_round(
    players: int, chosen: DualRingOptions, tried: Sequence[Deed]
) -> None:
    desk = ring(players, chosen)
    for deed in tried:
        command = command_of(desk, deed)
        if isinstance(command, match_commands.ReportResult) and command.match in desk.state.awaiting:
            compare_views(desk, chosen, command)
        attempt(desk, deed)


def compare_views(desk: RingDesk, chosen: DualRingOptions, command: match_commands.ReportResult) -> None:
    """Once the result is reported, and nothing has been done about it yet."""
    state = with_result(desk, command)
    result, facts = state.matches[command.match].effective, current_stage(state).facts
    assert result
    if not current_stage(desk.state).refuse(EndMatch(command.match, result.sides, result.outcome, result.played_at)):
        beside = RULES.service(chosen, facts, [command.match])
        assert in_order(beside) == in_order(RULES.service(chosen, facts, None))


def with_result(desk: RingDesk, command: match_commands.ReportResult) -> Tournament:
    played_at = command.played_at or desk.now
    event = reported(desk.state, command.match, command.result, played_at)
    return evolve(desk.state, recorded(event, desk.state.stream, desk.state.version + 1, OFFICE, desk.now))


class Near:
    """Facts of which only what lies near a match or an entry is looked at."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def __getattr__(self, name: str) -> object:
        assert name in ("started", "entrant", "place_of", "place_in", "places_of", "setbacks")
        return getattr(self._facts, name)


@pytest.mark.rule("RNG-6")
@given(st.integers(6, 12), options, st.lists(plays, min_size=1, max_size=30))
def test_nobody_goes_round_the_ring_for_a_result_as_long_as_more_than_two_are_left(
    players: int, chosen: DualRingOptions, played: Sequence[Deed]
) -> None:
    desk = ring(players, chosen)
    for deed in played:
        command = command_of(desk, deed)
        if not isinstance(command, match_commands.ReportResult) or len(going_on(desk, chosen)) < 5:
            break
        result = with_result(desk, command)
        near: Facts = cast("Facts", Near(current_stage(result).facts))
        reached()
        assert in_order(RULES.service(chosen, near, [command.match])) != ([], [])
        effective = result.matches[command.match].effective
        assert effective
        act = EndMatch(command.match, effective.sides, effective.outcome, effective.played_at)
        assert RULES.refuse(chosen, cast("Facts", Near(facts_of(desk))), act) is None
        desk.do(command)


def going_on(desk: RingDesk, chosen: DualRingOptions) -> Sequence[int]:
    return RULES.going_on(chosen, facts_of(desk))


@pytest.mark.rule("RNG-1", "RNG-2", "RNG-3", "RNG-4", "RNG-5", "RNG-7")
@given(st.integers(2, 12), options, st.lists(plays, max_size=40))
@examples(12, proof=100)
def test_a_ring_goes_as_the_plainest_telling_of_it(
    players: int, chosen: DualRingOptions, played: Sequence[Deed]
) -> None:
    desk = ring(players, chosen)
    plain = NaiveRing(in_ring_order(desk), chosen.colours == "balanced", chosen.drawn_games == "eliminate-both")
    plain.start()
    for deed in played:
        assert Counter(desk.open_games()) == Counter(f"{white}-{black}" for white, black in plain.games)
        command = command_of(desk, deed)
        if not isinstance(command, match_commands.ReportResult):
            break
        white, black = desk.name(desk.state.matches[command.match]).split("-")
        desk.do(command)
        plain.play((white, black), as_told(command.result))
    assert ranked(desk) == plain.table()


def in_ring_order(desk: RingDesk) -> list[str]:
    by_lot = sorted(facts_of(desk).entrants, key=lambda entrant: (entrant.lot or 0, entrant.number))
    return [desk.letter(entrant.number) for entrant in by_lot]


def as_told(result: Result) -> Ended:
    if isinstance(result, WinnerOnly):
        return "white" if result.winner == "first" else "black"
    return "drawn" if isinstance(result, Drawn) else "nobody"


def ranked(desk: RingDesk) -> list[tuple[int, set[str]]]:
    """The ranks of the table, each with those who share it."""
    rows = desk.standings().rows
    ranks = sorted({row.rank for row in rows if row.rank})
    return [(rank, {desk.letter(row.entry) for row in rows if row.rank == rank}) for rank in ranks]


@pytest.mark.rule("RNG-6", "ALL-1")
@given(st.integers(2, 10), st.sampled_from(["replay", "eliminate-both"]), st.lists(plays, max_size=30), st.randoms())
@examples(12, proof=100)
def test_the_order_in_which_results_come_in_changes_no_table(
    players: int, draws: Literal["replay", "eliminate-both"], played: Sequence[Deed], chance: Random
) -> None:
    chosen = DualRingOptions(kind="dual-ring", drawn_games=draws)
    desk, other = ring(players, chosen), ring(players, chosen)
    for deed in played:
        attempt(desk, deed)
    left = [place for place in facts_of(desk).places if place.ended and place.ended.how != "abandoned"]
    while left:
        ready = [place for place in left if not any(rests_on(players, place, before) for before in left)]
        place = chance.choice([one for one in ready if all(begun(other, it, left) for it in earlier(left, one))])
        left.remove(place)
        report_again(other, place, desk)
    assert list(other.rows()) == list(desk.rows())
    assert sorted(other.open_games()) == sorted(desk.open_games())


def rests_on(players: int, place: RoundPlace, before: RoundPlace) -> bool:
    """Whether the game came into being only after the other was over: it reaches over it, or replaces it."""
    if place == before or "final" in str(place.slot) or "final" in str(before.slot):
        later = (place.match or 0) > (before.match or 0)
        return later and "final" in str(place.slot) and ("final" not in str(before.slot) or place.slot == before.slot)
    start, end = map(int, str(place.slot).split("-"))
    inner = [(int(entry) - start) % players for entry in str(before.slot).split("-")]
    reach = (end - start) % players
    return inner[0] < inner[1] <= reach and (before.slot != place.slot or (before.match or 0) < (place.match or 0))


def earlier(places: Sequence[RoundPlace], place: RoundPlace) -> list[RoundPlace]:
    """Those that were played before it."""
    return [one for one in places if moment(one) < moment(place)]


def begun(other: RingDesk, place: RoundPlace, left: Sequence[RoundPlace]) -> bool:
    """Whether the game has come into being there, as it had when something was played later."""
    before = sum(one.slot == place.slot and (one.match or 0) < (place.match or 0) for one in left)
    without = [match for match in other.matches() if match.slot == place.slot and match.effective is None]
    return not before and any(not match.void for match in without)


def report_again(other: RingDesk, place: RoundPlace, desk: RingDesk) -> None:
    """The same result of the same game at the same time, whatever else has been reported. A draw that changes nothing
    for who goes on is to change nothing that was made since."""
    was = desk.state.matches[place.match or 0].effective
    assert was
    assert was.result
    numbers = [match.number for match in other.matches() if match.slot == place.slot and not match.void]
    options = announced_settings(desk.state).format
    stands = was.outcome.ended == "drawn" and isinstance(options, DualRingOptions) and options.drawn_games == "replay"
    choice = "stand" if stands else "rewind"
    command = {"match": numbers[-1], "result": was.result, "played_at": was.played_at, "choice": choice}
    other.now = desk.now
    other.do(match_commands.ReportResult.model_validate(command))
