"""The Champion tournament passes the conformance suite; random directors never get it stuck (ALL-4, ALL-5)."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.contract.steps import Done
from domain.tournament.derived.stage import current_stage
from domain.tournament.evolve.tournament import evolve
from domain.tournament.matches.events import ConsequencesChosen
from domain.tournament.rounds.events import RoundDrawn
from tests.formats.acting import Deed
from tests.formats.champion_desk import OPTIONS, ChampionDesk, champion
from tests.formats.conformance import Conformance
from tests.formats.directing import deeds, finish, play
from tests.formats.machine import director_of
from tests.formats.previewing import PreviewingChampion
from tests.reaching import reached


class TestChampion(Conformance):
    """With one to five credits each."""

    options = OPTIONS
    desk = ChampionDesk

    @pytest.mark.rule("CHM-5", "SWI-11", "ALL-4")
    @given(st.integers(2, 8), deeds)
    def test_every_number_of_the_table_is_the_sum_of_its_parts(self, entrants: int, tried: Sequence[Deed]) -> None:
        desk = self.run(entrants, tried)
        stage = current_stage(desk.state)
        for row in desk.standings().rows:
            accounts = stage.rules.accounts(stage.options, stage.facts, row.entry)
            reached()
            assert {one.name: one.total for one in accounts} == {
                n: row.values[n] for n in row.values if n not in ("champion", "in")
            }
            assert all(one.total == sum(part.value for part in one.parts) for one in accounts)

    @pytest.mark.rule("CHM-2", "ALL-4")
    @given(st.integers(2, 8), deeds)
    def test_nobody_plays_more_matches_at_once_than_he_had_credits(self, entrants: int, tried: Sequence[Deed]) -> None:
        desk = self.run(entrants, tried)
        assert isinstance(desk, ChampionDesk)
        if any(isinstance(one.event, ConsequencesChosen) and one.event.choice == "stand" for one in desk.history):
            return  # who has fewer credits by that plays the matches that stand
        reached()
        course = desk.credits()
        for place in desk.facts.places:
            for entry in place.entries:
                taken = sum(p.round == place.round and entry in p.entries for p in desk.facts.places)
                assert taken <= int(course[desk.letter(entry)].split()[place.round - 1])


def played(brought: Sequence[int], wins: Sequence[bool]) -> ChampionDesk:
    """A tournament played on by the drawn rounds, as far as the results go."""
    desk = champion(dict(zip("ABCDEFGHIJ", brought, strict=False)))
    for won in wins:
        if isinstance(desk.step(), Done):
            break
        play(desk, Deed("play", 0, 0, won))
    return desk


tournaments = st.builds(
    played, st.lists(st.integers(1, 5), min_size=2, max_size=10), st.lists(st.booleans(), min_size=6, max_size=60)
)


@pytest.mark.rule("CHM-2", "CHM-3", "CHM-4")
@given(tournaments)
def test_each_draw_gives_everybody_a_place_for_each_credit_left(desk: ChampionDesk) -> None:
    replayed = ChampionDesk()
    for one in desk.history:
        if isinstance(one.event, RoundDrawn):
            credits_left = {row.entry: row.values["credits"] for row in replayed.standings().rows if row.mark == "in"}
            byes = Counter(bye.entry for bye in one.event.byes)
            sides = Counter(entry for pairing in one.event.pairings for entry in pairing.sides)
            reached()
            assert sides + byes == Counter(credits_left)
            most = max(credits_left.values())
            excess = 2 * most - sum(credits_left.values())
            assert byes.total() == (excess if excess > 0 else sum(credits_left.values()) % 2)
            fewest = min(map(replayed.facts.byes, credits_left))
            assert all(credits_left[b] == most if excess > 0 else replayed.facts.byes(b) == fewest for b in byes)
        replayed.state = evolve(replayed.state, one)


@pytest.mark.rule("CHM-5", "CHM-6")
@given(tournaments)
def test_tournament_ends_with_one_champion_and_no_credits_of_all_others(desk: ChampionDesk) -> None:
    finish(desk)
    step = desk.step()
    assert isinstance(step, Done)
    for row in desk.standings().rows:
        lost = desk.facts.tally(row.entry).losses
        assert row.values["credits"] == desk.facts.entrant(row.entry).credits - lost
        assert (row.values["credits"] > 0) == (row.entry == step.champion) == (row.rank == 1)


TestRandomDirector = director_of([OPTIONS], 3, desk=PreviewingChampion)
