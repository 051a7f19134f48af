"""What every format must pass. A format's test class names its options, and how its matches come about if otherwise."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.registry import FormatOptions
from domain.kernel.refusal import Refused
from domain.kernel.values import other
from domain.match import validity
from domain.match.record import Effective, Match
from domain.match.validity import Tally
from domain.problems.matches import GAME_ABANDONED, RESULTS_CONTRADICT
from domain.scoring.result import WinnerOnly
from domain.tournament.change import exchanged_matches
from domain.tournament.derived import bouts
from domain.tournament.derived.propagation import derived_of_key
from domain.tournament.derived.stage import current_stage, stage_of
from domain.tournament.evolve.tournament import evolve
from domain.tournament.lifecycle.commands import AnnounceTournament
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import LaterStage
from domain.tournament.matches import commands as match_commands
from domain.tournament.matches.events import MatchesMade
from domain.tournament.state import Tournament, initial
from projections.views.tournaments import standings_view
from tests.desk import Desk
from tests.formats.acting import Deed, doer
from tests.formats.directing import attempt, check_invariants, deeds, finish, play, restore
from tests.formats.starting import started_as
from tests.properties import examples
from tests.reaching import reached
from tests.rounds import RoundsDesk, in_every_stage

CONDITIONS = Conditions()


class Conformance:
    """Properties of a format, for random entrants and random directors doing legal and illegal things."""

    options: FormatOptions
    stages: tuple[LaterStage, ...] = ()
    desk: type[RoundsDesk] = RoundsDesk

    def play(self, desk: RoundsDesk, deed: Deed) -> None:
        """Brings one match and its result about, in the format's own way; may be refused."""
        play(desk, deed)

    def started(self, entrants: int) -> RoundsDesk:
        """A tournament of this format with so many entrants, started."""
        announcement = AnnounceTournament(
            name="Conformance", format=self.options, conditions=CONDITIONS, stages=self.stages
        )
        return started_as(self.desk, announcement, entrants)

    def run(self, entrants: int, tried: Sequence[Deed]) -> RoundsDesk:
        """The tournament after all the deeds, some of which were refused."""
        desk = self.started(entrants)
        for deed in tried:
            with suppress(Refused):
                self.attempt(desk, deed)
        return desk

    def attempt(self, desk: RoundsDesk, deed: Deed) -> None:
        """Does what the deed says; raises Refused where it is refused."""
        if deed.kind == "play":
            self.play(desk, deed)
        elif deed.kind == "pair":
            desk.do(match_commands.MakeMatch(sides=self.sides(desk, deed), length=5), doer(desk, deed))
        else:
            attempt(desk, deed)

    def sides(self, desk: Desk, deed: Deed) -> tuple[int, int]:
        """Two entries, perhaps the same."""
        count = len(desk.state.entries)
        return deed.first % count + 1, deed.second % count + 1

    @pytest.mark.rule("ALL-1", "ALL-4", "ALL-5", "ALL-7")
    @given(st.integers(2, 8), deeds)
    @examples(6)
    def test_every_record_is_sound_and_can_be_ended(self, entrants: int, tried: Sequence[Deed]) -> None:
        """All that only reads one record is looked at together: making it takes longest."""
        desk = self.run(entrants, tried)
        if desk.state.matches:
            reached()
        check_invariants(desk.state)
        check_nobody_meets_himself(desk)
        check_every_entrant_is_in_the_table_once(desk)
        check_the_same_history_gives_the_same_bytes(desk)
        check_tallies(desk.state)
        finish(desk)

    @pytest.mark.rule("ALL-3")
    @given(st.integers(2, 8), deeds, st.integers(0, 99))
    def test_voiding_and_reinstating_a_match_changes_no_table(
        self, entrants: int, tried: Sequence[Deed], chosen: int
    ) -> None:
        desk = self.run(entrants, tried)
        standing = [m.number for m in desk.matches() if m.void_reason is None and not rewound_from(desk, m)]
        if standing:
            before, number = desk.standings().rows, standing[chosen % len(standing)]
            void = match_commands.VoidMatch(match=number, reason="Slip")
            desk.do(void.model_copy(update=in_every_stage(desk, "rewind")))
            restore(desk, match_commands.ReinstateMatch(match=number, reason="No slip"))
            reached()
            assert desk.standings().rows == before

    @pytest.mark.rule("ALL-3")
    @given(st.integers(2, 8), deeds, st.integers(0, 99))
    def test_correcting_a_result_and_back_changes_no_table(
        self, entrants: int, tried: Sequence[Deed], chosen: int
    ) -> None:
        desk = self.run(entrants, tried)
        known = [m.number for m in desk.matches() if m.effective and m.effective.result and not rewound_from(desk, m)]
        before, start = desk.standings().rows, chosen % (len(known) or 1)
        was = next((was for number in (*known[start:], *known[:start]) if (was := self.turned(desk, number))), None)
        if was is not None:
            restore(desk, was)
            reached()
            assert desk.standings().rows == before

    def turned(self, desk: RoundsDesk, number: int) -> match_commands.CorrectResult | None:
        """Corrects the match so that the other side has won; answers the correction back, None where the turned result
        contradicts another, or the game was over by another when it was conceded (RNG-6)."""
        was = effective(desk.state, number)
        turned = WinnerOnly(winner="second" if was.outcome.winner == "first" else "first")
        if turned == was.result:  # by a ruling the other side has won
            turned = WinnerOnly(winner=other(turned.winner))
        try:
            correction = match_commands.CorrectResult(match=number, result=turned, reason="Slip")
            desk.do(correction.model_copy(update=in_every_stage(desk, "rewind")))
        except Refused as refusal:
            if refusal.problem not in (RESULTS_CONTRADICT, GAME_ABANDONED):
                raise
            return None
        return match_commands.CorrectResult(match=number, result=was.result, reason="No slip")


def check_nobody_meets_himself(desk: RoundsDesk) -> None:
    """No match has one entry on both sides."""
    for match in desk.state.matches.values():
        sides = (match.effective or match).sides
        assert sides[0] != sides[1]


def check_every_entrant_is_in_the_table_once(desk: RoundsDesk) -> None:
    """ALL-7."""
    entrants = [entrant.number for entrant in stage_of(desk.state, None).facts.entrants]
    assert sorted(row.entry for row in desk.standings().rows) == entrants


def check_the_same_history_gives_the_same_bytes(desk: RoundsDesk) -> None:
    """ALL-1."""
    replayed = fold(desk.state, desk.history)
    assert standings_view(replayed).model_dump_json() == desk.standings().model_dump_json()


def check_tallies(state: Tournament) -> None:
    """ALL-1: those kept by difference equal those counted afresh."""
    counted: dict[tuple[int, int], Tally] = {}
    for number in sorted(state.matches):
        match, result = state.matches[number], validity.counting(state.matches[number])
        for entry in result.sides if result else ():
            key = match.opening, entry
            single = match.bout is None and match.begun_by is None
            tally = counted.get(key, Tally())
            plus = tally.plus if single else tally.plus_points
            counted[key] = plus(effective(state, number), entry)
        if match.valid and (came_to := bouts.end_of_bout(state, match)) is not None:
            for entry in match.sides:
                key = match.opening, entry
                counted[key] = counted.get(key, Tally()).plus_ended(came_to, entry)
    assert {key: tally for key, tally in state.tallies.items() if tally != Tally()} == counted


def rewound_from(desk: RoundsDesk, match: Match) -> bool:
    """Whether an earlier choice took away something made from that match: a choice to restore brings it back too. Or
    a rewind takes along what stands of others, since players had changed places."""
    hanging = desk.state.rounds.derived_from.get(match.number, ())
    return any(derived_of_key(desk.state, key).rewound for key in hanging) or bool(
        exchanged_matches(desk.state, (match.number,))
    )


def effective(state: Tournament, number: int) -> Effective:
    """The match's effective result, which there must be."""
    result = state.matches[number].effective
    assert result is not None
    return result


def fold(state: Tournament, history: Sequence[Any]) -> Tournament:
    """The state made again from the events."""
    replayed = initial(state.stream)
    for event in history:
        replayed = evolve(replayed, event)
    return replayed


class BracketConformance(Conformance):
    """What every bracket must pass as well."""

    @pytest.mark.rule("SEL-3", "SEL-4", "DE-9", "CON-4", "CON-10")
    @given(st.integers(2, 8), deeds)
    def test_player_who_is_out_is_not_made_to_play(self, entrants: int, tried: Sequence[Deed]) -> None:
        """But for the third place, for which nobody plays who has left."""
        replayed = RoundsDesk()
        for one in self.run(entrants, tried).history:
            if isinstance(one.event, MatchesMade):
                facts, still_in = replayed.facts, set(current_stage(replayed.state).going_on())
                for made in one.event.matches:
                    reached()
                    assert made.slot == "third" or set(made.sides) <= still_in
                    assert not any(facts.entrant(side).withdrawn for side in made.sides)
            replayed.state = evolve(replayed.state, one)
