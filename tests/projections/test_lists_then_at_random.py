"""Whatever has happened, and in whatever batches it was taken in: lists of the past are those of the log folded."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from domain.journal.journal import Journal
from domain.kernel.refusal import Refused
from domain.officiating.remedies import EntryNamed, WarningGiven
from domain.person import commands as person_commands
from domain.series.decide import ChangeSeries
from domain.tournament.command import Command
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.match_record import commands as match_record_commands
from domain.tournament.matches import commands as match_commands
from ops.database import DatabaseUrls
from projections.engine.rebuild import rebuild
from projections.registry.catalogue import PROJECTIONS
from tests.projections.happenings import TWICE, attach, begun, complete_and_file, play, publish_error_rates
from tests.projections.support import Club, contents, follow, opened, person_id
from tests.projections.test_lists_then import compare
from tests.projections.test_register import reverse, rule
from tests.properties import examples
from tests.reaching import reached

Step = Callable[[Club], object]

players = st.integers(1, 4)
entries = st.integers(1, 4)
matches = st.integers(1, 5)
tournaments = st.sampled_from((1, 2))
stakes = st.sampled_from(("2.50", "5.00"))
winners = st.sampled_from(("first", "second"))


def _tell(tournament: int, command: type[Command], **fields: object) -> Step:
    return lambda club: club.tell(tournament, command.model_validate(fields))


def _of(person: int, command: type[person_commands.Command], **fields: object) -> Step:
    return lambda club: club.tell_of(person, command.model_validate(fields))


corrections = st.one_of(
    st.fixed_dictionaries({"result": st.fixed_dictionaries({"kind": st.just("winner"), "winner": winners})}),
    st.fixed_dictionaries({"sides": st.tuples(entries, entries)}),
)
on_matches = st.sampled_from((match_commands.VoidMatch, match_commands.ReinstateMatch))
on_tournaments = st.sampled_from((lifecycle_commands.CancelTournament, lifecycle_commands.ReopenTournament))
on_bans = st.sampled_from((person_commands.LiftBan, person_commands.SuspendBan))
so = "so be it"

steps = st.one_of(
    st.builds(lambda one, other, stake: lambda club: play(club, one, other, stake), entries, entries, stakes),
    st.builds(
        lambda t, m, parts: _tell(t, match_commands.CorrectResult, match=m, reason=so, override=True, **parts),
        tournaments, matches, corrections,
    ),
    st.builds(lambda t, c, m: _tell(t, c, match=m, reason=so), tournaments, on_matches, matches),
    st.builds(lambda t, m, rate: lambda club: attach(club, t, m, rate), tournaments, matches, st.integers(0, 9)),
    st.builds(lambda t, shown: lambda club: publish_error_rates(club, t, shown=shown), tournaments, st.booleans()),
    st.builds(
        lambda t, m, n: _tell(
            t, match_record_commands.WithdrawRecord, kind="attachment", match=m, number=n, reason=so
        ),
        tournaments, st.integers(1, 2), st.integers(1, 2),
    ),
    st.builds(lambda entry: lambda club: rule(club, WarningGiven(to=EntryNamed(entry=entry))), entries),
    st.builds(lambda ruling: lambda club: reverse(club, ruling), st.integers(1, 3)),
    st.builds(lambda player: _of(player, person_commands.PlaceBan, reason=so), players),
    st.builds(lambda player, ban, c: _of(player, c, ban=ban, reason=so), players, st.integers(1, 2), on_bans),
    st.builds(lambda kept: lambda club: club.merge(TWICE, kept), players),
    st.just(lambda club: club.split(TWICE)),
    st.builds(lambda t: lambda club: complete_and_file(club, t), tournaments),
    st.builds(lambda t, c: _tell(t, c, reason=so), tournaments, on_tournaments),
    st.builds(lambda t, e: _tell(t, entry_commands.WithdrawEntry, entry=e, reason="ill"), tournaments, entries),
    st.builds(lambda t, p: _tell(t, entry_commands.RequestEntry, person=person_id(p)), tournaments, players),
    st.builds(lambda name: lambda club: club.tell_series(1, ChangeSeries(name=f"Cup {name}")), matches),
    st.builds(lambda player: lambda club: club.erase(player), players),
)  # fmt: skip
batches = st.lists(st.tuples(st.lists(steps, min_size=2, max_size=10), st.sampled_from((1, 3, 7, 5_000))), max_size=4)
shares = st.lists(st.floats(0, 1), max_size=3)


@pytest.mark.rule("ALL-1", "STK-5", "TD-4", "TD-19", "TD-20")
@examples(3, proof=50)  # each rebuilds the tables twice, in some four seconds: so these take 200
@given(batches, shares)
def test_lists_of_the_past_are_those_of_the_log_folded(
    module_database: DatabaseUrls, history: Sequence[tuple[Sequence[Step], int]], positions: Sequence[float]
) -> None:
    url = module_database.projections
    with _empty(module_database) as journal:
        club = begun(Club(journal))
        full = journal.position()
        for happenings, batch in history:
            for happening in happenings:
                with suppress(Refused, ValidationError):  # many random commands make no sense where they come
                    happening(club)
            follow(url, journal, "tournaments", largest_batch=batch)
        follow(url, journal, "tournaments")
        held = compare(module_database, journal, full)
        assert {name: rows for name, rows in held.items() if not rows} == {}
        reached()
        for share in positions:
            compare(module_database, journal, round(share * journal.position()))
        live = contents(url, ["tournaments"])
        rebuild(url, journal, PROJECTIONS["tournaments"], largest_batch=11)
        assert contents(url, ["tournaments"]) == live


@contextmanager
def _empty(database: DatabaseUrls) -> Iterator[Journal]:
    with psycopg.connect(database.owner, autocommit=True) as connection:
        connection.execute("TRUNCATE events, commands, person_keys")
    with opened(database.service) as journal:
        with psycopg.connect(database.of_projection("tournaments"), autocommit=True) as connection:
            connection.execute("UPDATE projections SET position = 0 WHERE name = 'tournaments'")
        rebuild(database.projections, journal, PROJECTIONS["tournaments"])
        yield journal
