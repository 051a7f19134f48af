"""States are kept within bounds, and read from the log where they are not kept."""

from typing import cast

from domain.journal.journal import Journal
from domain.kernel.ids import person_stream, tournament_stream
from domain.ports.command_handling import State
from domain.tournament.state import Tournament
from projections.engine.states import States
from tests.projections.support import Club, person_id, tournament_id


def test_states_are_the_journals_however_few_are_kept(club: Club, journal: Journal) -> None:
    club.register(1, 2)
    club.begin(1, 1, 2)
    club.begin(2, 2, 1)
    for _ in range(3):
        club.play(1, (1, 2, 5, 0))
        club.play(2, (1, 2, 5, 0))
    for most_events in (1, 20, 1_000):
        states = States(journal, most_events)
        seen: dict[str, State] = {}
        for stored in journal.read(0, 1_000):
            batch = states.fold([stored.recorded])
            seen |= {stream: touched.state for stream, touched in batch.tournaments.items()}
            for stream, person in batch.persons.items():
                seen[stream] = person
        streams = [tournament_stream(tournament_id(1)), tournament_stream(tournament_id(2))]
        streams += [person_stream(person_id(1)), person_stream(person_id(2))]
        assert seen == {stream: journal.state(stream) for stream in streams}


def test_a_batch_says_what_it_touched(club: Club, journal: Journal) -> None:
    club.register(1, 2)
    club.begin(1, 1, 2)
    before = club.play(1, (1, 2, 5, 0), (2, 1, 5, 0))
    states = States(journal)
    states.fold(one.recorded for one in journal.read(0, before))
    club.turn_over(1, 2, "second")
    [touched] = states.fold(one.recorded for one in journal.read(before, 10)).tournaments.values()
    assert (touched.matches, touched.entries) == ({2}, set())
    state = cast("Tournament", journal.state(touched.state.stream))
    assert (touched.state, touched.before and touched.before.version) == (state, state.version - 1)
    [whole] = states.whole(state).tournaments.values()
    assert (whole.before, whole.matches, whole.entries) == (None, {1, 2}, {1, 2})
