"""However a ledger came about, it holds what rating everything from the start gives (ALL-1, ELO-6)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.rating import ledger
from domain.rating.ledger import Ledger
from domain.rating.lines import Changes, LedgerMatch, MatchId, RatedLine, Standing
from tests.rating.leagues import START, a_match, rated_simply, settled

PLAYERS = [f"p{number}" for number in range(6)]

sides = st.lists(st.sampled_from(PLAYERS), min_size=2, max_size=2, unique=True)
matches = st.builds(
    lambda number, sides, played_at, place, n, name: a_match(
        number, *sides, played_at=played_at, place=place, n=n, rated_by=(name, 1)
    ),
    number=st.integers(0, 20),
    sides=sides,
    played_at=st.integers(0, 12),
    place=st.integers(0, 2),
    n=st.sampled_from([1, 4, 5, 11]),
    name=st.sampled_from(["room", "club", "denmark"]),
)
WAYS = [0, 3, 10**6]
"""Dependents are found line by line; first a third of all so; or by going through all lines from the second on."""
openings = st.tuples(st.sampled_from([START, 1_812_345_678, 900_000_000]), st.sampled_from([0, 123, 400]))
steps = st.lists(
    st.one_of(
        matches,
        matches,
        matches,
        st.tuples(st.just("remove"), st.integers(0, 20)),
        st.tuples(st.just("open"), st.sampled_from(PLAYERS), st.one_of(st.none(), openings)),
        st.just("settle"),
    ),
    max_size=60,
)


class Walk:
    """Takes steps on a ledger and keeps what should then be in it."""

    def __init__(self) -> None:
        self.ledger = Ledger(START)
        self.matches: dict[MatchId, LedgerMatch] = {}
        self.openings: dict[str, tuple[int, int]] = {}
        self.put: set[MatchId] = set()
        self.seen: tuple[dict[MatchId, RatedLine], dict[str, Standing]] = self.picture()

    def picture(self) -> tuple[dict[MatchId, RatedLine], dict[str, Standing]]:
        lines = {line.match.match: line for line in self.ledger.lines()}
        return lines, {player: self.ledger.current(player) for player in PLAYERS}

    def take(self, step: object) -> None:
        match step:
            case LedgerMatch():
                if self.matches.get(step.match) != step:
                    self.put.add(step.match)
                self.matches[step.match] = step
                self.ledger.put(step)
            case ("remove", number):
                if self.matches.pop(("t", number), None):
                    self.ledger.remove(("t", number))
            case ("open", str(player), None):
                self.openings.pop(player, None)
                self.ledger.clear_opening(player)
            case ("open", str(player), (int(rating), int(experience))):
                self.openings[player] = rating, experience
                self.ledger.set_opening(player, rating, experience)
            case _:
                self.settle()

    def settle(self) -> None:
        changes = self.ledger.settle()
        former, self.seen = self.seen, self.picture()
        self.check(changes, *former)
        self.put.clear()

    def check(self, changes: Changes, lines: dict[MatchId, RatedLine], standings: dict[str, Standing]) -> None:
        """Reported is what is new or now otherwise, in the ledger's order, and nothing else."""
        now, current = self.seen
        assert list(now.values()) == rated_simply(self.matches.values(), self.openings)
        expected = [match for match, line in now.items() if match in self.put or lines.get(match) != line]
        assert list(changes.matches) == expected
        assert list(changes.players) == [player for player in PLAYERS if current[player] != standings[player]]


@pytest.mark.rule("ALL-4", "ELO-6")
@settings(max_examples=100, deadline=None)
@given(steps, st.dictionaries(st.integers(0, 20), st.none() | matches, max_size=4))
def test_foreseen_rating_is_what_then_happens_and_changes_nothing(
    steps: list[object], tried: dict[int, LedgerMatch | None]
) -> None:
    walk = Walk()
    for step in [*steps, "settle"]:
        walk.take(step)
    before = walk.picture()
    changes = {("t", number): match and match._replace(match=("t", number)) for number, match in tried.items()}
    foreseen = walk.ledger.foreseen(changes.items(), lambda player, _: walk.openings.get(player, (START, 0)))
    assert walk.picture() == before
    lines = dict(before[0])
    for match, changed in changes.items():
        walk.take(("remove", match[1]) if changed is None else changed)
    walk.take("settle")
    now, standings = walk.seen
    otherwise = {match for match in {**lines, **now} if lines.get(match) != now.get(match)}
    assert set(foreseen.matches) == otherwise
    assert {player for player in PLAYERS if standings[player].rating != before[1][player].rating} <= set(
        foreseen.ratings
    )
    assert {player: standings[player].rating for player in foreseen.ratings} == foreseen.ratings


@pytest.mark.rule("ALL-1", "ELO-6")
@settings(max_examples=300, deadline=None)
@given(steps, st.sampled_from(WAYS), st.sampled_from([1, ledger.FEW]))
def test_any_walk_gives_what_rating_from_the_start_gives(steps: list[object], one_by_one: int, few: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ledger, "ONE_BY_ONE", one_by_one)
        patch.setattr(ledger, "FEW", few)
        walk_gives_the_same(steps)


def walk_gives_the_same(steps: list[object]) -> None:
    walk = Walk()
    for step in [*steps, "settle"]:
        walk.take(step)
    again = settled(reversed(walk.matches.values()), walk.openings)
    assert list(again.lines()) == list(walk.ledger.lines())
    assert [again.current(player) for player in PLAYERS] == [walk.ledger.current(player) for player in PLAYERS]
