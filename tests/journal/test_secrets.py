"""The secrets of draws lie outside the log, sealed until they are revealed; a repetition draws nothing again."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from domain.application.catalogue import FOLDS, REGISTRY
from domain.application.requests import CommandOrigin, of_person, of_tournament
from domain.formats.elimination.nxe import NxeOptions
from domain.journal.connections import Dedicated
from domain.journal.errors import Corrupt
from domain.journal.journal import Journal
from domain.journal.secrets import SealedSecrets
from domain.kernel.chance import commitment_to
from domain.kernel.envelope import Actor
from domain.kernel.ids import tournament_stream
from domain.person.commands import RegisterPerson
from domain.ports.command_handling import CommandOutcome, command_id, request_digest
from domain.tournament.command import Command
from domain.tournament.decisions.rounds.draw_audit import Checked, check_draws
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds.events import CommitmentPublished, SecretRevealed
from tests.desk import TOURNAMENT, person

OFFICE = Actor(key="office", role="administrator")
STREAM = tournament_stream(TOURNAMENT)


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def club(database_url: str, clock: Clock) -> Iterator[Journal]:
    opened = Journal(database_url, clock, REGISTRY, FOLDS)
    yield opened
    opened.close()


def asked(key: str) -> CommandOrigin:
    return CommandOrigin(command_id("office", key), request_digest(key, b""), OFFICE)


def tell(club: Journal, key: str, command: Command) -> CommandOutcome:
    return club.execute(of_tournament(asked(key), TOURNAMENT, command))


def started(club: Journal, letters: str) -> None:
    options = NxeOptions(kind="nxe", losses=1)
    tell(club, "announce", lifecycle_commands.AnnounceTournament(name="Evening", format=options))
    for number, letter in enumerate(letters, 1):
        club.execute(of_person(asked(f"register {letter}"), person(letter), RegisterPerson(name=letter)))
        tell(club, f"enter {letter}", entry_commands.RequestEntry(person=person(letter)))
        tell(club, f"approve {letter}", entry_commands.ApproveEntry(entry=number))
    tell(club, "start", lifecycle_commands.StartTournament())


@pytest.mark.rule("ALL-2")
def test_a_secret_is_nowhere_in_the_log_until_it_is_revealed(club: Journal, clock: Clock, admin_url: str) -> None:
    started(club, "ABCDE")
    tell(club, "draw", round_commands.DrawRound(round=1))
    with psycopg.connect(admin_url) as connection:
        [(commitment, secret)] = connection.execute("SELECT commitment, secret FROM chance_secrets").fetchall()
    assert commitment_to(secret) == commitment
    stored = [one.state for one in club.history(STREAM)]
    assert not any(secret in state or secret.hex().encode() in state for state in stored)
    [committed] = [o.recorded.event for o in club.history(STREAM) if isinstance(o.recorded.event, CommitmentPublished)]
    assert committed.commitment == commitment
    tell(club, "cancel", lifecycle_commands.CancelTournament(reason="Storm"))
    clock.now += timedelta(minutes=61)
    tell(club, "reveal", round_commands.RevealSecret())
    revealed = club.history(STREAM)[-1].recorded.event
    assert isinstance(revealed, SecretRevealed)
    assert revealed.secret == secret.hex()
    assert check_draws([one.recorded for one in club.history(STREAM)]) == Checked(
        draws=1, confirmed=1, findings=(), repeats=()
    )


@pytest.mark.rule("ALL-2")
def test_the_same_draw_sent_again_is_the_first_one(club: Journal) -> None:
    started(club, "ABCD")
    first = tell(club, "draw", round_commands.DrawRound(round=1))
    again = tell(club, "draw", round_commands.DrawRound(round=1))
    assert (again.repeated, again.answer, again.position) == (True, first.answer, first.position)


@pytest.mark.rule("ALL-2")
def test_the_service_can_neither_change_nor_remove_a_secret(club: Journal, database_url: str) -> None:
    started(club, "AB")
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("SET ROLE scoresheet_service")
        for statement in ("UPDATE chance_secrets SET secret = secret", "DELETE FROM chance_secrets"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement)


@pytest.mark.rule("ALL-2")
def test_a_missing_secret_is_a_fault_and_no_new_one_takes_its_place(database_url: str) -> None:
    connection = Dedicated(database_url)
    try:
        secrets = SealedSecrets(connection)
        assert commitment_to(secrets.secret(secrets.commit()))
        with pytest.raises(Corrupt, match="missing"):
            secrets.secret("0" * 64)
    finally:
        connection.close()
