"""Whatever happens, and in whatever batches it is taken in: live tables, rebuilt tables and folded states agree."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from datetime import timedelta
from decimal import Decimal
from typing import cast

import psycopg
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from psycopg_pool import ConnectionPool

from domain.journal.journal import Journal
from domain.kernel.ids import person_stream, tournament_stream
from domain.kernel.refusal import Refused
from domain.kernel.values import Pool
from domain.person.commands import SetOpeningRating
from domain.person.state import Person
from domain.rating.ledger import Ledger
from domain.tournament.command import Command
from domain.tournament.decisions.matches.rated import as_rated_match
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.state import Tournament
from ops.database import DatabaseUrls
from projections.engine.rebuild import rebuild
from projections.queries.past_tables import PastTables
from projections.queries.queries import Readings
from projections.ratings import totals
from projections.ratings.pools import ledger_match, pools_at, start_of
from projections.registry.catalogue import PROJECTIONS
from projections.views.ratings import rated_match_view, rating_view
from projections.views.tournaments import entry_view, match_view, standings_view, tournament_view
from tests.projections.support import (
    CLUB,
    ROOM,
    START,
    Club,
    contents,
    follow,
    of_follower,
    opened,
    person_id,
    tournament_id,
)
from tests.properties import examples
from tests.reaching import reached

PLAYERS = range(1, 5)
TWICE = 5
"""A second record of somebody."""

TOURNAMENTS = (1, 2)
POOLS: tuple[Pool, ...] = ("normal", "price")

Step = Callable[[Club], object]

players = st.sampled_from(PLAYERS)
entries = st.integers(1, 4)
matches = st.integers(1, 8)
tournaments = st.sampled_from(TOURNAMENTS)
winners = st.sampled_from(("first", "second"))
moments = st.integers(0, 3).map(lambda hours: START + timedelta(hours=hours))


def _opening(player: int, pool: str, rating: int, experience: int) -> Step:
    fields = {"pool": pool, "rating_millionths": rating * 1_000_000, "experience": experience, "reason": "known"}
    return lambda club: club.tell_of(player, SetOpeningRating.model_validate(fields))


def _tell(tournament: int, command: type[Command], **fields: object) -> Step:
    return lambda club: club.tell(tournament, command.model_validate(fields))


def _played(tournament: int, first: int, second: int, winner: str, length: int, played_at: object) -> Step:
    row = {
        "sides": (first, second),
        "length": length,
        "result": {"kind": "winner", "winner": winner},
        "played_at": played_at,
    }
    return _tell(tournament, match_commands.EnterResults, results=(row,))


corrections = st.one_of(
    st.fixed_dictionaries({"result": st.fixed_dictionaries({"kind": st.just("winner"), "winner": winners})}),
    st.fixed_dictionaries({"sides": st.tuples(entries, entries)}),
    st.fixed_dictionaries({"played_at": moments}),
    st.fixed_dictionaries({"place_in_rating_order": st.decimals(0, 9, places=1)}),
    st.fixed_dictionaries({"length": st.sampled_from((1, 3, 9))}),
)


def _correct(tournament: int, match: int, parts: Mapping[str, object]) -> Step:
    return _tell(tournament, match_commands.CorrectResult, match=match, reason="wrong", override=True, **parts)


def _with_reason(tournament: int, command: type[Command]) -> Step:
    return _tell(tournament, command, reason="so be it")


on_matches = st.sampled_from((match_commands.VoidMatch, match_commands.ReinstateMatch))
on_tournaments = st.sampled_from((lifecycle_commands.CancelTournament, lifecycle_commands.ReopenTournament))
results = st.builds(_played, tournaments, entries, entries, winners, st.sampled_from((1, 3, 9)), moments)
merges = st.builds(lambda kept: lambda club: club.merge(TWICE, kept), players)
steps = st.one_of(
    merges,
    st.just(lambda club: club.split(TWICE)),
    results,
    results,
    st.builds(_correct, tournaments, matches, corrections),
    st.builds(lambda t, c, m: _tell(t, c, match=m, reason="so be it"), tournaments, on_matches, matches),
    st.builds(_with_reason, tournaments, on_tournaments),
    st.builds(lambda t, e: _tell(t, entry_commands.WithdrawEntry, entry=e, reason="ill"), tournaments, entries),
    st.builds(lambda t, p: _tell(t, entry_commands.RequestEntry, person=person_id(p)), tournaments, players),
    st.builds(_opening, players, st.sampled_from(POOLS), st.integers(1400, 1900), st.integers(0, 500)),
    st.builds(lambda player: lambda club: club.erase(player), st.just(4)),
    st.builds(lambda t: _tell(t, lifecycle_commands.CompleteTournament), tournaments),
)
batches = st.lists(st.tuples(st.lists(steps, max_size=8), st.sampled_from((1, 3, 7, 5_000))), max_size=6)


@pytest.fixture(autouse=True, scope="module")
def short_parts() -> Iterator[None]:
    """Parts of three matches, so that even short tournaments have several."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(totals, "PART", 3)
        yield


@pytest.mark.rule("ALL-1", "OPN-1", "REG-1", "REG-3")
@examples(3, proof=50)  # each rebuilds all tables twice, in some four seconds: so these take 200
@given(batches)
@example([([_played(1, 1, 2, "first", 3, START), _played(2, 1, 2, "second", 9, START)], 3)])
def test_live_tables_are_the_rebuilt_ones_and_what_the_states_say(
    module_database: DatabaseUrls, history: Sequence[tuple[Sequence[Step], int]]
) -> None:
    url = module_database.projections
    with _empty(module_database) as journal, ConnectionPool(module_database.service, open=True) as pool:
        club = _begun(journal)
        for happenings, batch in history:
            for happening in happenings:
                _try(happening, club)
            follow(url, journal, largest_batch=batch)
        follow(url, journal)
        live = contents(url)
        readings = Readings(pool)
        _agree_with_tournaments(readings, journal)
        _agree_with_ledgers(readings, journal)
        _agree_with_the_past(readings, journal, module_database.service)
        for name, projection in PROJECTIONS.items():
            rebuild(of_follower(url, name), journal, projection, largest_batch=11)
        reached()
        assert contents(url) == live


@contextmanager
def _empty(database: DatabaseUrls) -> Iterator[Journal]:
    with psycopg.connect(database.owner, autocommit=True) as connection:
        connection.execute("TRUNCATE events, commands, person_keys")
    with opened(database.service) as journal:
        for name, projection in PROJECTIONS.items():
            with psycopg.connect(url := database.of_projection(name)) as connection:
                connection.execute("UPDATE projections SET position = 0 WHERE name = %s", (name,))
            rebuild(url, journal, projection)
        yield journal


def _begun(journal: Journal) -> Club:
    club = Club(journal)
    club.register(*PLAYERS, TWICE)
    club.begin(1, 1, 2, 3, 4, rating=ROOM)
    club.begin(2, 4, 3, TWICE, rating=CLUB)
    return club


def _try(happening: Step, club: Club) -> None:
    with suppress(Refused):  # many random commands make no sense where they come
        happening(club)


def _states(journal: Journal) -> list[Tournament]:
    streams = [tournament_stream(tournament_id(number)) for number in TOURNAMENTS]
    return [cast("Tournament", journal.state(stream)) for stream in streams]


def _agree_with_tournaments(readings: Readings, journal: Journal) -> None:
    for state in _states(journal):
        assert readings.tournament(state.id) == tournament_view(state)
        assert readings.standings(state.id) == standings_view(state)
        shown = [entry_view(state.entries[number]) for number in sorted(state.entries)]
        assert list(readings.entries(state.id, limit=100).items) == shown
        views = [match_view(state, state.matches[number]) for number in sorted(state.matches)]
        assert list(readings.matches(state.id, limit=100).items) == views


def _agree_with_ledgers(readings: Readings, journal: Journal) -> None:
    for pool in POOLS:
        ledger = _ledger(journal, pool)
        players = sorted(ledger.players(), key=lambda player: (ledger.current(player).rating, player), reverse=True)
        expected = [rating_view(pool, player, ledger.current(player)) for player in players]
        assert list(readings.ratings(pool, limit=100).items) == expected
        for player in players:
            lines = [rated_match_view(pool, player, line) for line in ledger.history(player)]
            assert list(readings.rating_history(pool, player, limit=100).items) == lines[::-1]
    for state in _states(journal):
        assert readings.rating_changes(state.id) == _changes({pool: _ledger(journal, pool) for pool in POOLS}, state.id)


def _agree_with_the_past(readings: Readings, journal: Journal, service_url: str) -> None:
    """What ratings changed by, as of a moment, is what the log up to there makes of it, whatever has come since."""
    tables = PastTables(service_url, journal, readings)
    for position in range(journal.position(), 0, -7):
        pools = pools_at(journal, position)
        pools.settle()
        ledgers = {pool: pools.pool(pool).ledger for pool in POOLS}
        for number in TOURNAMENTS:
            then = tables.readings(position, nullcontext).rating_changes(tournament_id(number))
            assert then == _changes(ledgers, tournament_id(number)), position
    tables.close()


def _ledger(journal: Journal, pool: str) -> Ledger:
    """The pool's ledger from scratch: everything put in the order of ELO-6, openings first."""
    lines = [as_rated_match(state, match) for state in _states(journal) for match in state.matches.values()]
    put = sorted(ledger_match(line) for line in lines if line is not None and line.pool == pool)
    ledger = Ledger(*start_of(pool))
    starts: dict[str, tuple[int, int]] = {}
    for one in reversed(put):
        starts |= dict.fromkeys((one.winner, one.loser), one.policy.start_in(pool))
    for number in (*PLAYERS, TWICE):
        person = cast("Person", journal.state(person_stream(person_id(number))))
        if pool in person.openings:
            opening = person.openings[pool]
            starts[person.id] = opening.rating, opening.experience
    for player, start in starts.items():
        ledger.set_opening(player, *start)
    for one in put:
        ledger.put(one)
    ledger.settle()
    return ledger


def _changes(ledgers: Mapping[Pool, Ledger], tournament: str) -> dict[str, dict[Pool, int]]:
    """What each player's ratings changed by over the tournament, line by line."""
    changes: dict[str, dict[Pool, int]] = {}
    for pool, ledger in ledgers.items():
        for line in ledger.lines():
            if cast("tuple[str, int]", line.match.match)[0] == tournament:
                for player, change in (
                    (line.match.winner, line.winner_after - line.winner_before),
                    (line.match.loser, line.loser_after - line.loser_before),
                ):
                    mine = changes.setdefault(player, {})
                    mine[pool] = mine.get(pool, 0) + change
    return changes


def test_the_ledger_loaded_from_the_tables_goes_on_as_if_it_had_never_stopped(club: Club, database_url: str) -> None:
    """Each batch of one event has a session, and so a ledger loaded again, of its own."""
    club.register(*PLAYERS)
    club.begin(1, *PLAYERS)
    for place in ("0.5", "3", "7.25"):
        club.play(1, (1, 2, 5, 0), (3, 4, 5, 1), (2, 3, 5, 2))
        club.correct(1, 2, place_in_rating_order=Decimal(place))
        follow(database_url, club.journal, "ratings", largest_batch=2)
    live = contents(database_url, ["ratings"])
    rebuild(database_url, club.journal, PROJECTIONS["ratings"])
    assert contents(database_url, ["ratings"]) == live
