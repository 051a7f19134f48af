"""Keys made, exchanged and ended, on events alone (TD-9)."""

from collections.abc import Sequence
from datetime import timedelta

import pytest

from domain.access import decide
from domain.access.events import KeyRevoked
from domain.access.state import Access, evolve, initial
from domain.kernel.envelope import MACHINE, Actor, Event
from domain.kernel.ids import ACCESS
from tests.desk import NOON, person, recorded
from tests.when import When, ask

OPERATOR = Actor(key="command-line", role="administrator")
ADA, BEN = person("A"), person("B")
SOON = NOON + timedelta(days=1)


def key(number: int) -> str:
    return f"{number:016x}"


def holder(number: int, of: str | None, role: str = "administrator", maker: str | None = None) -> Actor:
    return Actor.model_validate({"key": key(number), "role": role, "person": of, "key_maker": maker})


ADMINISTRATOR = holder(1, ADA)


def after(state: Access, *commands: decide.Command, by: Actor = OPERATOR) -> Access:
    for command in commands:
        event = decide.decide(state, command, by, NOON)
        state = evolve(state, recorded(event, ACCESS, state.version + 1, by, NOON))
    return state


def with_all(state: Access, events: Sequence[Event]) -> Access:
    """The state after these events."""
    for event in events:
        state = evolve(state, recorded(event, ACCESS, state.version + 1, OPERATOR, NOON))
    return state


@pytest.mark.rule("REG-2", "ALL-1")
def test_every_key_of_who_is_erased_or_merged_ends_with_an_event(one_administrator: Access) -> None:
    made = [decide.MakeKey(key=key(number), role="player", person=BEN) for number in (2, 3)]
    state = after(one_administrator, *made, by=ADMINISTRATOR)
    state = after(state, decide.RevokeKey(key=key(3)), by=ADMINISTRATOR)
    ended = decide.end_keys_of(state, (BEN,), NOON)
    assert ended == (KeyRevoked(key=key(2)),)
    assert [with_all(state, ended).keys[key(number)].valid_at(NOON) for number in (1, 2, 3)] == [True, False, False]


@pytest.mark.rule("TD-9")
def test_only_the_links_of_who_is_released_end_and_only_there(one_administrator: Access) -> None:
    director, other = (holder(number, of, "director") for number, of in ((8, ADA), (9, BEN)))
    state = one_administrator
    here, there = (f"{number:08}-0000-0000-0000-000000000000" for number in (1, 2))
    told = [(2, director, here), (3, director, there), (4, other, here), (5, director, here)]
    for number, by, tournament in told:
        link = {"key": key(number), "tournament": tournament, "entry": number, "person": person("CDEF"[number - 2])}
        issued = decide.IssueLink.model_validate({**link, "expires_at": SOON})
        state = with_all(state, decide.issue(state, issued, by, NOON))
    state = after(state, decide.RevokeKey(key=key(5)), by=ADMINISTRATOR)
    assert decide.ended_with_office(state, ADA, here, NOON) == (KeyRevoked(key=key(2)),)


def asked(state: Access, command: decide.Command, by: Actor = ADMINISTRATOR) -> When[Access]:
    return ask(state, lambda: after(state, command, by=by))


@pytest.fixture
def one_administrator() -> Access:
    return after(initial(ACCESS), decide.MakeKey(key=key(1), role="administrator", person=ADA))


def test_a_key_names_who_may_know_it_beside_its_person(one_administrator: Access) -> None:
    state = after(one_administrator, decide.MakeKey(key=key(2), role="player", person=BEN), by=ADMINISTRATOR)
    state = after(state, decide.MakeKey(key=key(3), role="player", person=ADA), by=ADMINISTRATOR)
    assert [state.keys[key(n)].key_maker for n in (1, 2, 3)] == [MACHINE, ADA, None]
    assert [known.key for _, known in state.newest()] == [key(3), key(2), key(1)]


@pytest.mark.parametrize(
    ("wanted", "slug"),
    [
        ({"role": "player"}, "key-for-nobody"),
        ({"role": "administrator"}, "key-for-nobody"),
        ({"role": "player", "person": BEN, "reads_personal_text": True}, "key-right-unfit"),
        ({"role": "auditor", "expires_at": NOON}, "key-expired"),
    ],
)
def test_nonsense_is_refused(one_administrator: Access, wanted: dict[str, object], slug: str) -> None:
    asked(one_administrator, decide.MakeKey.model_validate({"key": key(2), **wanted})).refused(slug)


@pytest.mark.rule("TD-9")
def test_only_an_administrators_own_key_makes_others(one_administrator: Access) -> None:
    wanted = decide.MakeKey(key=key(9), role="player", person=BEN)
    for by in (holder(2, BEN, maker=ADA), holder(3, None, maker=MACHINE), holder(3, None, maker=ADA)):
        asked(one_administrator, wanted, by).refused("key-not-its-own")
    asked(one_administrator, wanted, holder(4, ADA, role="director")).refused("not-allowed")


@pytest.mark.rule("TD-9")
def test_the_last_key_of_an_administrator_is_ended_on_the_machine_alone(one_administrator: Access) -> None:
    ending = (decide.RevokeKey(key=key(1)), decide.SetKeyExpiry(key=key(1), expires_at=SOON))
    for one in ending:
        asked(one_administrator, one).refused("last-administrator")
    soon_over = decide.MakeKey(key=key(2), role="administrator", person=BEN, expires_at=SOON)
    state = after(one_administrator, soon_over, by=ADMINISTRATOR)
    asked(state, ending[1]).refused("last-administrator")
    gone = with_all(state, decide.end_keys_of(state, (BEN,), NOON))
    asked(gone, ending[0]).refused("last-administrator")
    state = after(state, ending[0], by=ADMINISTRATOR)
    asked(state, decide.RevokeKey(key=key(2)), holder(2, BEN)).refused("last-administrator")
    assert not after(state, decide.RevokeKey(key=key(2))).keys[key(2)].valid_at(NOON)


def test_a_key_ends_sooner_and_never_later(one_administrator: Access) -> None:
    made = decide.MakeKey(key=key(2), role="auditor", expires_at=SOON)
    state = after(one_administrator, made, by=ADMINISTRATOR)
    later = decide.SetKeyExpiry(key=key(2), expires_at=SOON + timedelta(days=1))
    asked(state, later).refused("key-ends-sooner")
    asked(state, decide.SetKeyExpiry(key=key(2), expires_at=NOON)).refused("key-expired")
    sooner = NOON + timedelta(hours=1)
    state = after(state, decide.SetKeyExpiry(key=key(2), expires_at=sooner), by=ADMINISTRATOR)
    assert (state.keys[key(2)].valid_at(NOON), state.keys[key(2)].valid_at(sooner)) == (True, False)


def test_ended_key_is_not_ended_or_followed_again(one_administrator: Access) -> None:
    state = after(one_administrator, decide.MakeKey(key=key(2), role="auditor"), by=ADMINISTRATOR)
    state = after(state, decide.RevokeKey(key=key(2)), by=ADMINISTRATOR)
    for command in (decide.RevokeKey(key=key(2)), decide.RotateKey(key=key(2), successor=key(3))):
        asked(state, command).refused("key-over")
    asked(state, decide.RevokeKey(key=key(7))).refused("key-unknown")


@pytest.mark.rule("TD-9")
def test_all_that_others_know_of_the_line_ends_with_its_exchange(one_administrator: Access) -> None:
    state = after(one_administrator, decide.MakeKey(key=key(2), role="player", person=BEN), by=ADMINISTRATOR)
    state = after(state, decide.RotateKey(key=key(2), successor=key(3)), by=ADMINISTRATOR)
    exchange = decide.ExchangeKey(key=key(3), successor=key(4))
    asked(state, exchange, holder(2, BEN, "player", ADA)).refused("code-wrong")
    state = after(state, exchange, by=holder(3, BEN, "player", ADA))
    assert [state.keys[key(n)].valid_at(NOON) for n in (1, 2, 3, 4)] == [True, False, False, True]
    assert (state.keys[key(4)].key_maker, state.keys[key(4)].line) == (None, key(2))
    asked(state, exchange, holder(3, BEN, "player", ADA)).refused("code-wrong")
