"""Who has the byes of a bracket, and how long matches are that are played again (SE-3, SER-8)."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.brackets.consolation import ConsolationOptions
from domain.formats.contract.steps import Done
from domain.formats.knockout import KnockoutOptions
from domain.formats.registry import SETTINGS, FormatOptions
from domain.tournament.lifecycle.commands import AnnounceTournament, StartTournament
from domain.tournament.matches.events import MatchesMade
from domain.tournament.rounds.commands import SeedField
from domain.tournament.rounds.events import LotsDrawn
from tests.desk import Desk, Drawer, entered
from tests.formats.brackets_play import placed, play_on, started
from tests.formats.knockout_play import LETTERS, KnockoutDesk
from tests.reaching import reached


def knockout(**told: object) -> KnockoutOptions:
    return KnockoutOptions.model_validate({"kind": "knockout", "lengths": (7,), **told})


def consolation(**told: object) -> ConsolationOptions:
    options = {"kind": "consolation", "seeding": "entry-order", "lengths": (7,), **told}
    return ConsolationOptions.model_validate(options)


def seeded_by_hand(options: FormatOptions, seeds: str) -> KnockoutDesk:
    """A bracket of these, who entered in the order of the alphabet."""
    desk = KnockoutDesk(secrets=Drawer("byes"))
    desk.do(AnnounceTournament(name="Byes", format=options))
    entered(desk, "".join(sorted(seeds)))
    desk.do(SeedField(order=tuple(map(desk.entry, seeds)), reason="As drawn in the hall."))
    desk.do(StartTournament())
    return desk


def alone(desk: KnockoutDesk) -> str:
    """Who has a bye in round 1."""
    first = ("1-", "main-1-")
    return "".join(sorted(pair[0] for name, pair in placed(desk).items() if name.startswith(first) and "alone" in pair))


@pytest.mark.rule("SE-3")
@pytest.mark.parametrize("options", [knockout, consolation])
def test_byes_go_to_the_first_seeds_or_to_those_who_entered_first(options: type) -> None:
    """Five, seeded E D C B A: three byes. By seeds E D C have them; those who entered first are A B C. The places of
    those are those of seeds 1 to 3, in the order of the seeds: C, B and A; E and D meet in that of 4 and 5."""
    assert alone(seeded_by_hand(options(seeding="by-hand"), "EDCBA")) == "CDE"
    desk = seeded_by_hand(options(seeding="by-hand", byes_to="earliest"), "EDCBA")
    assert alone(desk) == "ABC"
    assert [pair for pair in placed(desk).values() if "-" in pair][:1] == ["E-D"]


@pytest.mark.rule("SE-3", "ALL-2")
def test_byes_by_lot_are_drawn_with_the_start_and_can_be_checked() -> None:
    """Six seeded by hand: two byes by lot. The lots are drawn as any others, so that anybody can make them again."""
    desk = seeded_by_hand(knockout(seeding="by-hand", byes_to="lot"), "ABCDEF")
    lots = desk.state.rounds.lots
    first = sorted(map(desk.entry, "ABCDEF"), key=lots.__getitem__)[:2]
    assert alone(desk) == desk.letters(first)
    assert desk.state.rounds.lots_drawn == 1
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("SE-3", "ALL-2")
@pytest.mark.parametrize("options", [knockout, consolation])
def test_record_of_a_bye_says_why_so_that_anybody_can_work_it_out_from_the_events(options: type) -> None:
    """Six: two byes. By lot they are of the two lowest lots as drawn; by entry of the first two; else of seeds 1, 2."""
    desk = seeded_by_hand(options(seeding="by-hand", byes_to="lot"), "FEDCBA")
    drawn = next(one.event.order for one in desk.history if isinstance(one.event, LotsDrawn))
    assert sorted(whys(desk)) == sorted(("SE-3", "bye_lot", place, drawn[place - 1]) for place in (1, 2))
    desk = seeded_by_hand(options(seeding="by-hand", byes_to="earliest"), "FEDCBA")
    assert sorted(whys(desk)) == [("SE-3", "bye_entry", 1, 1), ("SE-3", "bye_entry", 2, 2)]
    desk = seeded_by_hand(options(seeding="by-hand"), "FEDCBA")
    assert [(name, number) for _, name, number, _ in whys(desk)] == [("upper_seed", 1), ("upper_seed", 2)]


def whys(desk: KnockoutDesk) -> list[tuple[str | None, str, int, int]]:
    """Of each bye that was recorded its rule, the count that decided, its number, and who has it."""
    made = [one.event for one in desk.history if isinstance(one.event, MatchesMade)]
    byes = [one for event in made for one in event.walkovers if one.why is not None]
    found: list[tuple[str | None, str, int, int]] = []
    for one in byes:
        name = next(key for key in ("bye_lot", "bye_entry", "upper_seed") if key in one.why.counts)
        found.append((one.why.rule, name, one.why.counts[name], one.entry))
    return found


@pytest.mark.rule("SE-3")
@given(st.integers(2, 20), st.sampled_from(["seeds", "lot", "earliest"]))
def test_byes_are_as_many_as_the_bracket_has_empty_seats(entrants: int, byes_to: str) -> None:
    desk = started(entrants, knockout(byes_to=byes_to, seeding="lot"))
    reached()
    assert len(alone(desk)) == (1 << (entrants - 1).bit_length()) - entrants
    here = "".join(pair.replace("alone", "") for name, pair in placed(desk).items() if name.startswith("1-"))
    assert sorted(letter for letter in here if letter.isupper()) == sorted(LETTERS[:entrants])


@pytest.mark.rule("SER-8")
@pytest.mark.parametrize("options", [knockout, consolation])
def test_drawn_matches_are_played_again_at_the_announced_lengths(options: type) -> None:
    """7, then 5, 3, 1, and 1 again; the next round is to 7."""
    desk = started(4, options(replay_lengths=(5, 3, 1)))
    for _ in range(4):
        desk.act("A draws with D")
    desk.act("A beats D")
    desk.act("B beats C")
    lengths = [match.length for match in desk.matches() if {*map(desk.letter, match.sides)} == {*"AD"}]
    assert lengths == [7, 5, 3, 1, 1]
    final = next(match for match in desk.matches() if {*map(desk.letter, match.sides)} == {*"AB"})
    assert final.length == 7


@pytest.mark.rule("SER-8", "ALL-3", "ALL-4")
def test_replay_goes_where_the_drawn_match_was_won() -> None:
    """A and D drew in 7 points, and A won in 5; but A had won the first. What was played instead stays as history."""
    desk = started(4, knockout(replay_lengths=(5,)))
    for said in ("A draws with D", "D beats A", "B beats C", "A beat D, rewind"):
        desk.act(said)
    now = placed(desk)
    assert (now["1-1"], now["2-1"]) == ("A-D", "A-B")
    assert [match.length for match in desk.matches() if match.slot == "1-1" and match.live] == [7]


@pytest.mark.rule("SER-8")
def test_replays_of_six_games_have_no_length() -> None:
    options = knockout(form="six-games", replay_lengths=(5,))
    Desk().when(AnnounceTournament(name="Sets", format=options)).refused("option-without-effect")


@pytest.mark.rule("ALL-11")
def test_knockout_of_the_first_rules_is_stored_and_read_as_it_was() -> None:
    first = knockout(rules_version=1, third_place=True)
    stored = SETTINGS.store(first)
    assert (stored["version"], "byes_to" in stored) == (1, False)
    assert SETTINGS.read(stored) == first
    assert SETTINGS.store(knockout())["version"] == 5
    told: Mapping[str, object] = {"rules_version": 1, "byes_to": "lot"}
    with pytest.raises(ValueError, match="leave rules_version out"):
        knockout(**told)
