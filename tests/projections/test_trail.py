"""What an event concerned is found in one pass as by comparing every state with the one before (ALL-1)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.journal.journal import Stored
from domain.kernel.ids import tournament_stream
from domain.tournament.evolve.tournament import evolve
from domain.tournament.lifecycle.commands import CancelTournament, ReopenTournament
from domain.tournament.state import Tournament, initial
from projections.explain import causes
from projections.explain.causes import RATING, Trail, Trails, Watched, matches_of, ruling_of
from tests.desk import Desk
from tests.formats.acting import Deed
from tests.projections.explaining import (
    FORMATS,
    Format,
    Played,
    directed,
    every_format,
    past_of,
    played_on,
    stored,
    trail,
    trail_of,
)
from tests.properties import examples
from tests.reaching import reached


def everything(state: Tournament) -> list[Watched]:
    """All there is to be watched."""
    return [
        RATING,
        *(Watched("match", number) for number in state.matches),
        *(Watched("bye", number) for number in state.rounds.byes),
        *(Watched("entry", number) for number in state.entries),
        *(Watched("ruling", number) for number in state.directing.rulings),
        *(Watched("opening", number) for number in range(1, len(state.rounds.openings) + 1)),
    ]


def seen(state: Tournament, watched: Watched) -> object:
    """All of the state that tells whether it is otherwise."""
    rounds, number = state.rounds, watched.number
    match watched.kind:
        case "match":
            return state.matches.get(number), rounds.stood.get(number)
        case "bye":
            return rounds.byes.get(number)
        case "entry":
            return state.entries.get(number), rounds.lots.get(number), rounds.seeds.get(number)
        case "opening":
            return rounds.openings[number - 1 : number]
        case "rating":
            return state.settings and (state.settings.rating, state.settings.status == "cancelled")
        case "ruling":
            return None


def compared(desk: Desk, watched: Watched) -> Iterator[int]:
    """The versions of the events that name it, or after which it is otherwise."""
    before = initial(desk.state.stream)
    for one in desk.history:
        after = evolve(before, one)
        named = matches_of(one.event) if watched.kind == "match" else ()
        ruled = watched.kind == "ruling" and ruling_of(one.event, before) == watched.number
        if watched.number in named or ruled or seen(before, watched) != seen(after, watched):
            yield one.version
        before = after


@pytest.mark.rule("ALL-1")
@every_format
@examples(5, proof=100)
@played_on
def test_the_trail_is_what_comparing_every_state_finds(format_: Format, played: Played) -> None:
    """However many events are gone through at once."""
    desk = directed(format_, played)
    trails = {run: trail_in_runs(desk, run) for run in (1, 7, 500)}
    for watched in everything(desk.state):
        expected = list(compared(desk, watched))
        reached()
        for run, found in trails.items():
            assert found.versions([watched], desk.state.version) == expected, (run, watched)


def trail_in_runs(desk: Desk, run: int) -> Trail:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(causes, "_RUN", run)
        return trail_of(desk.state.stream, stored(desk.history))


@pytest.mark.rule("ALL-1", "SWI-3")
def test_trail_of_an_open_match_tells_that_its_tournament_opened_again() -> None:
    desk = directed(FORMATS["nxe"], Played(4, [Deed("play", 0, 0, won=True)]))
    desk.do(CancelTournament(reason="The hall is closed"))
    desk.do(ReopenTournament(reason="The hall is open again"))
    trail = trail_of(desk.state.stream, stored(desk.history))
    topics = [name.topic for name in trail.names([Watched("match", 2)], desk.state.version)]
    assert topics[-1] == "tournament.reopened.v1"


@pytest.mark.rule("ALL-1")
@examples(10)
@given(st.data())
def test_trail_up_to_a_version_is_that_of_the_history_up_to_there(data: st.DataObject) -> None:
    desk = directed(FORMATS["nxe"], Played(4, [Deed("play", n, 0, won=True) for n in range(4)]))
    version = data.draw(st.integers(1, desk.state.version))
    whole = trail_of(desk.state.stream, stored(desk.history))
    prefix = trail_of(desk.state.stream, stored(desk.history)[:version])
    for watched in everything(desk.state):
        reached()
        assert whole.names([watched], version) == prefix.names([watched], version)


@dataclass
class Reader:
    """Reads the history of a desk after a version, and notes after which."""

    desk: Desk
    read: list[int] = field(default_factory=list)

    def since(self, version: int) -> tuple[Tournament, Sequence[Stored]]:
        self.read.append(version)
        return past_of(self.desk).at(version), stored(self.desk.history)[version:]


def test_a_trail_is_found_once_while_nothing_happens_and_as_many_are_kept_as_have_so_many_events() -> None:
    desk = directed(FORMATS["open"], Played(3))
    trails, first = Trails(most_events=2 * desk.state.version), Reader(desk)
    for _ in range(2):
        trails.of(tournament_stream("1"), desk.state.version, first.since)
    trails.of(tournament_stream("1"), desk.state.version - 1, first.since)
    assert first.read == [0]
    others = Reader(desk)
    for name in map(tournament_stream, ("2", "3")):
        trails.of(name, desk.state.version, others.since)
    trails.of(tournament_stream("1"), desk.state.version, first.since)
    assert (first.read, others.read) == ([0, 0], [0, 0])


def test_a_trail_is_followed_on_from_where_it_ended() -> None:
    desk = directed(FORMATS["nxe"], Played(4, [Deed("play", n, 0, won=True) for n in range(4)]))
    trails, reader, version = Trails(), Reader(desk), desk.state.version
    short = trails.of(desk.state.stream, 9, lambda _: (initial(desk.state.stream), stored(desk.history)[:9]))
    assert len(short) == 9
    found = trails.of(desk.state.stream, version, reader.since)
    assert reader.read == [9]
    for one in everything(desk.state):
        assert found.names([one], version) == trail(desk).names([one], version)
