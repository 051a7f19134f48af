"""Nobody who announces or directs a tournament has the draw that pleases them without everybody seeing it (ALL-2).

The attack: announce, draw, cancel and announce again until the pairing pleases; or say a value of dice that suits the
secret.
"""

import hashlib
import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, cast

import pytest

from domain.formats.elimination.nxe import NxeOptions
from domain.kernel.envelope import Actor, Recorded
from domain.kernel.ids import series_stream
from domain.kernel.outside_source import Beacon
from domain.series import draw_chain
from domain.series.state import Chain, Series
from domain.tournament.decisions.rounds.draw_audit import Checked, check_draws
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds.events import OutsideValueRecorded, RoundDrawn
from domain.tournament.state import Committed
from tests.api.support import Client, Service
from tests.club import Club
from tests.desk import NOON, OFFICE, TOURNAMENT, director, entered, person, player
from tests.rounds import RoundsDesk


@dataclass
class Field:
    """Somebody who directs, and players who they enter as often as they like."""

    service: Service
    director: Client
    person: str
    players: list[str]

    def drawn(self, players: Sequence[str] | None = None, by: Client | None = None) -> str:
        """The path of a new NxE of these players whose first round is drawn."""
        by = by or self.director
        nxe = {"kind": "nxe", "losses": 1, "lengths": [1]}
        body = {"name": "Evening", "format": nxe, "conditions": {"appeal_window_minutes": 0}, "director": self.person}
        path = f"/v1/tournaments/{by.done('/v1/tournaments', body).json()['tournament']}"
        for number, entrant in enumerate(players or self.players, 1):
            entered = by.done(f"{path}/entries", {"person": entrant})
            by.done(f"{path}/entries/{number}/approval", seen=entered.headers["ETag"])
        by.change(path, "start")
        by.done(f"{path}/rounds/1/draw")
        return path

    def cancelled(self, players: Sequence[str] | None = None) -> str:
        """The same, cancelled because the draw did not please."""
        path = self.drawn(players)
        self.director.change(path, "cancellation", {"reason": "Nobody came."})
        return path

    def same_field(self, path: str) -> list[tuple[str, str, int]]:
        """What anybody is shown of other tournaments of this field: path, status, how many entrants are the same."""
        anybody = self.service.client()
        anybody.position = self.director.position
        found: list[dict[str, Any]] = anybody.read(f"{path}/draw-check")["same_field"]
        return [(f"/v1/tournaments/{one['tournament']}", one["status"], one["shared"]) for one in found]


@pytest.fixture
def field(service: Service) -> Field:
    director, person = service.director()
    return Field(service, director, person, [service.register(f"Player {number}") for number in range(1, 6)])


@pytest.mark.rule("ALL-2")
def test_a_tournament_announced_again_until_its_draw_pleased_shows_the_ones_before(field: Field) -> None:
    stranger = field.service.register("A stranger")
    tried = [field.cancelled(), field.cancelled([*field.players[:4], stranger])]
    left = field.drawn()
    office = field.service.administrator()
    kept = field.drawn(by=office)
    field.director.position = office.position
    expected = [(tried[0], "cancelled", 5), (tried[1], "cancelled", 4), (left, "started", 5)]
    assert field.same_field(kept) == expected


@pytest.mark.rule("ALL-2")
def test_others_and_other_fields_are_not_shown_with_it(field: Field) -> None:
    strangers = [field.service.register(f"Stranger {number}") for number in range(3)]
    field.cancelled([*field.players[:2], *strangers])
    director, person = field.service.director()
    other = Field(field.service, director, person, field.players)
    other.cancelled()
    field.director.position = director.position
    assert field.same_field(field.drawn()) == []


def chains(club: Club, series: str) -> tuple[Chain, ...]:
    return cast("Series", club.load(series_stream(series))).chains


def commitments(club: Club, tournament: str) -> Sequence[Committed]:
    return club.tournament(tournament).rounds.committed


def cancel_and_reveal(club: Club, tournament: str) -> str:
    """The tournament's secret."""
    club.do(tournament, lifecycle_commands.CancelTournament(reason="Nobody came"))
    club.now += timedelta(hours=2)
    club.do(tournament, round_commands.RevealSecret())
    return str(commitments(club, tournament)[-1].secret)


def hashed(link: bytes, label: bytes) -> bytes:
    """Written again from the text of `chance.md`."""
    return hmac.new(link, label, hashlib.sha256).digest()


@pytest.mark.rule("ALL-2")
def test_each_tournament_of_a_series_has_the_next_link_published_before_it_was_announced() -> None:
    club = Club().register("AB")
    cup = club.series()
    place, announced = {"series": cup, "season": 2026}, []
    for _ in range(3):
        expected = chains(club, cup)[0].next_commitment
        announced.append(club.announce(series=place))
        assert [one.commitment for one in commitments(club, announced[-1])] == [expected]
        if len(announced) < 3:
            club.do(announced[-1], lifecycle_commands.CancelTournament(reason="It did not please"))
    assert [used.tournament for used in chains(club, cup)[0].used] == announced
    club.start(announced[2], "AB")
    club.do(announced[2], round_commands.DrawRound(round=1))
    assert len(commitments(club, announced[2])) == 1


@pytest.mark.rule("ALL-2")
def test_a_secret_that_nobody_reveals_holds_up_no_other() -> None:
    """The first tournament never ends; the others do, and each of the three is shown to be the chain's."""
    club = Club()
    cup = club.series()
    _, second, third = (club.announce(series={"series": cup, "season": 2026}) for _ in range(3))
    for tournament in (third, second):
        cancel_and_reveal(club, tournament)
    chain = chains(club, cup)[0]
    assert [used.revealed for used in chain.used] == [False, True, True]
    assert list(draw_chain.proofs_of_links(chain)) == [True, True, True]


@pytest.mark.rule("ALL-2")
def test_each_link_is_the_chain_s_by_what_was_published_before_it() -> None:
    """The proof is checked by hand, as RFC 6962 has it."""
    club = Club()
    cup = club.series()
    root = chains(club, cup)[0].tree_root
    for _ in range(3):
        club.announce(series={"series": cup, "season": 2026})
    for place, used in enumerate(chains(club, cup)[0].used):
        found = hashlib.sha256(b"\0" + bytes.fromhex(used.commitment)).digest()
        for level, beside in enumerate(map(bytes.fromhex, used.inclusion_proof)):
            found = hashlib.sha256(b"\1" + (beside + found if place >> level & 1 else found + beside)).digest()
        assert found.hex() == root


@pytest.mark.rule("ALL-2")
def test_a_reveal_says_nothing_of_other_tournaments() -> None:
    club = Club()
    cup = club.series()
    first, second = (club.announce(series={"series": cup, "season": 2026}) for _ in range(2))
    secret = bytes.fromhex(cancel_and_reveal(club, first))
    chain = chains(club, cup)[0]
    others = {commitments(club, second)[0].commitment, chain.next_commitment}
    known = [secret, *map(bytes.fromhex, re.findall("[0-9a-f]{64}", str(chain)))]
    for number in range(1, 5):
        for value in known:
            worked_out = (value, hashed(value, f"link {number}".encode()), hashlib.sha256(value).digest())
            assert not others & {hashlib.sha256(one).hexdigest() for one in worked_out}


@pytest.mark.rule("ALL-2")
def test_a_commitment_that_is_not_the_chain_s_is_found() -> None:
    club = Club()
    cup = club.series()
    club.announce(series={"series": cup, "season": 2026})
    chain = chains(club, cup)[0]
    other = (replace(chain.used[0], commitment="0" * 64),)
    shorter = (replace(chain.used[0], inclusion_proof=chain.used[0].inclusion_proof[1:]),)
    for false in (replace(chain, used=other), replace(chain, used=shorter), replace(chain, tree_root="0" * 64)):
        assert list(draw_chain.proofs_of_links(false)) == [False]


@pytest.mark.rule("ALL-2")
def test_new_chain_is_committed_to_after_the_last_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw_chain, "LINKS", 2)
    club = Club()
    cup = club.series()
    announced = [club.announce(series={"series": cup, "season": 2026}) for _ in range(3)]
    assert [[used.tournament for used in chain.used] for chain in chains(club, cup)] == [announced[:2], announced[2:]]
    assert [list(draw_chain.proofs_of_links(chain)) for chain in chains(club, cup)] == [[True, True], [True]]


LATER = timedelta(hours=1)
THROWN = "26451351626453211645"


def with_dice(club: Club, **said: Any) -> str:  # noqa: ANN401 -- an announcement's own fields
    """A tournament of A to E, started, whose draws depend on dice that Y throws before Z."""
    dice = {
        "kind": "dice",
        "number_of_dice": 20,
        "thrower": person("Y"),
        "witness": person("Z"),
        "due_at": club.now + LATER,
    }
    tournament = club.announce(outside_source=dice, **said)
    club.start(tournament, "ABCDE")
    return tournament


def record(club: Club, tournament: str, value: str = THROWN, by: Actor = OFFICE) -> None:
    club.do(tournament, round_commands.RecordOutsideValue(value=value), by)


@pytest.mark.rule("ALL-2")
def test_a_source_is_announced_before_its_value_exists_and_the_secret_is_committed_to_then() -> None:
    club = Club().register("AB")
    beacon = {"kind": "beacon", "name": "drand quicknet", "round": 31415926}
    nxe = {"name": "Final", "format": {"kind": "nxe", "losses": 1, "lengths": [1]}}
    past = lifecycle_commands.AnnounceTournament.model_validate(nxe | {"outside_source": beacon | {"due_at": club.now}})
    club.when(TOURNAMENT, past).refused("outside-source-past")
    tournament = club.announce(outside_source=beacon | {"due_at": club.now + LATER})
    assert len(commitments(club, tournament)) == 1
    early = round_commands.RecordOutsideValue(value="8d61d9100567de44682506aea1a7a6fa")
    club.when(tournament, early).refused("outside-value-early")
    club.start(tournament, "AB")
    club.when(tournament, round_commands.DrawRound(round=1)).refused("outside-value-awaited")
    club.now += LATER
    club.when(tournament, round_commands.RecordOutsideValue(value="123456123456")).refused("outside-value-wrong")
    club.do(tournament, early)
    club.do(tournament, round_commands.DrawRound(round=1))
    club.when(tournament, early).refused("outside-value-final")
    assert len(commitments(club, tournament)) == 1


@pytest.mark.rule("ALL-2")
def test_nobody_alone_says_how_the_dice_fell() -> None:
    club = Club().register("ABCDEYZ")
    tournament = with_dice(club)
    club.now += LATER
    witness = round_commands.WitnessOutsideValue(value=THROWN)
    club.when(tournament, witness, by=player("Z")).refused("outside-value-awaited")
    club.when(tournament, round_commands.RecordOutsideValue(value=THROWN), by=player("Z")).refused("not-allowed")
    record(club, tournament, "1" * 20, by=player("Y"))
    club.when(tournament, witness, by=player("Y")).refused("not-allowed")
    club.when(tournament, witness).refused("not-allowed")
    club.when(tournament, witness, by=player("Z")).refused("outside-value-wrong")
    club.when(tournament, round_commands.DrawRound(round=1)).refused("outside-value-awaited")
    record(club, tournament)
    club.do(tournament, witness, by=player("Z"))
    club.when(tournament, round_commands.RecordOutsideValue(value="1" * 20)).refused("outside-value-final")
    club.do(tournament, round_commands.DrawRound(round=1))


@pytest.mark.rule("ALL-2")
def test_a_witness_who_records_the_value_can_t_witness_it() -> None:
    club = Club().register("ABCDEYZ")
    tournament = with_dice(club, director=person("Z"))
    club.now += LATER
    record(club, tournament, by=director("Z"))
    witness = round_commands.WitnessOutsideValue(value=THROWN)
    club.when(tournament, witness, by=director("Z")).refused("outside-value-wrong")


@pytest.mark.rule("ALL-2")
def test_holder_of_the_secret_does_not_know_the_draw_before_the_value_is_there() -> None:
    rounds = set[tuple[tuple[int, int], ...]]()
    for value in (THROWN, "1" * 20, "2" * 20, "3" * 20):
        club = Club().register("ABCDEYZ")
        tournament = with_dice(club)
        club.now += LATER
        record(club, tournament, value)
        club.do(tournament, round_commands.WitnessOutsideValue(value=value), by=player("Z"))
        [drawn] = club.do(tournament, round_commands.DrawRound(round=1))
        assert isinstance(drawn, RoundDrawn)
        rounds.add(tuple(pairing.sides for pairing in drawn.pairings))
    assert len(rounds) > 1


@pytest.mark.rule("ALL-2")
def test_the_check_of_draws_takes_the_value_that_was_recorded() -> None:
    desk = RoundsDesk()
    beacon = Beacon(name="drand quicknet", round=31415926, due_at=NOON + LATER)
    nxe = NxeOptions(kind="nxe", losses=1, lengths=(1,))
    desk.do(lifecycle_commands.AnnounceTournament(name="Final", format=nxe, outside_source=beacon))
    entered(desk, "ABCDE").do(lifecycle_commands.StartTournament())
    desk.now += LATER
    value = "8d61d9100567de44682506aea1a7a6fa"
    desk.do(round_commands.RecordOutsideValue(value=value))
    desk.do(round_commands.DrawRound(round=1))
    desk.do(lifecycle_commands.CancelTournament(reason="Storm"))
    desk.now += LATER
    desk.do(round_commands.RevealSecret())
    assert check_draws(desk.history) == Checked(draws=1, confirmed=1, findings=(), repeats=())

    def with_value(one: Recorded[Any], other: str) -> Recorded[Any]:
        event = one.event
        is_it = isinstance(event, OutsideValueRecorded)
        return one.model_copy(update={"event": event.model_copy(update={"value": other})}) if is_it else one

    [finding] = check_draws([with_value(one, value[::-1]) for one in desk.history]).findings
    assert finding.kind in ("chosen", "altered")
    without = [one for one in desk.history if not isinstance(one.event, OutsideValueRecorded)]
    assert "without-outside-value" in [finding.kind for finding in check_draws(without).findings]


@pytest.mark.rule("ALL-2")
def test_anybody_follows_the_chain_of_a_series(field: Field) -> None:
    office = field.service.administrator()
    cup = office.done("/v1/series", {"name": "Cup", "directors": [field.person]}).json()["series"]
    nxe = {"name": "Evening", "format": {"kind": "nxe", "losses": 1, "lengths": [1]}}
    given_up = nxe | {"series": {"series": cup, "season": 1}, "conditions": {"appeal_window_minutes": 0}}
    tournament = field.director.done("/v1/tournaments", given_up).json()["tournament"]
    path = f"/v1/tournaments/{tournament}"
    field.director.change(path, "cancellation", {"reason": "Nobody came."})
    field.director.done(f"{path}/reveal")
    [commitment] = field.director.read(f"{path}/rounds")["commitments"]
    assert commitment["chain_link"] == {"series": cup, "chain": 1, "link": 1}
    [chain] = field.service.client().read(f"/v1/series/{cup}/draw-chain")["chains"]
    used = {"link": 1, "tournament": tournament, "commitment": commitment["commitment"]}
    assert chain["used"] == [
        used | {"inclusion_proof": chain["used"][0]["inclusion_proof"], "revealed": True, "confirmed": True}
    ]
