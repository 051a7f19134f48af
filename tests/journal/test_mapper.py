"""From recorded events to stored bytes and back."""

import hashlib
from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any, ClassVar

import pytest
from eventsourcing.persistence import StoredEvent
from hypothesis import given
from hypothesis import strategies as st

from domain.journal import sealing
from domain.journal.errors import Corrupt, UnknownTopic
from domain.journal.mapper import AnyRecorded, JournalMapper
from domain.journal.registry import Fields, Registry, Upcast
from domain.journal.sealing import Keys
from domain.kernel import canonical_json
from domain.kernel.envelope import Event
from domain.kernel.ids import PersonId, StreamName
from domain.kernel.personal_text import PersonalText, Sealed
from domain.kernel.visibility import FOR_STAFF, Part
from tests.journal.support import ACTOR, REGISTRY, SALT, START, Noted, Told, ledger, person

COMMAND = "ab" * 32
KEYS: Keys = {person(7): b"k" * 32, person(8): b"l" * 32, person(9): b"m" * 32}
SEVEN = (person(7),)


class NotedNow(Event):
    """What `Noted` might become: the text in two parts."""

    TOPIC: ClassVar[str] = "test.noted.v3"
    SEEN: ClassVar[Part] = FOR_STAFF
    count: int
    words: tuple[str, ...]


class ToldNow(Event):
    TOPIC: ClassVar[str] = "test.told.v2"
    SEEN: ClassVar[Part] = FOR_STAFF
    about: PersonId
    hidden: PersonalText | None


def known(persons: Collection[PersonId]) -> Keys:
    return {name: KEYS[name] for name in persons if name in KEYS}


def mapper(registry: Registry = REGISTRY) -> JournalMapper:
    return JournalMapper(registry, known)


def told(remark: str | None = "Plakoto", about: tuple[PersonId, ...] | None = SEVEN, **changed: object) -> StoredEvent:
    return mapper().store(envelope(Told(person=person(7), remark=remark), **changed), about)


def box(stored: StoredEvent) -> Sealed:
    remark = mapper().read([stored])[0].event.remark
    assert isinstance(remark, Sealed)
    return remark


def envelope(event: Event, **changed: object) -> AnyRecorded:
    about: dict[str, Any] = {
        "stream": ledger(1),
        "version": 3,
        "actor": ACTOR,
        "recorded_at": START,
        "happened_at": START - timedelta(minutes=5),
        "command": COMMAND,
        "salt": SALT,
    }
    return mapper().envelope(event, **{**about, **changed})


def to_v2(fields: Fields) -> Fields:
    return {"count": fields["number"], "text": fields["text"]}


def to_v3(fields: Fields) -> Fields:
    return {"count": fields["count"], "words": fields["text"].split()}


@pytest.mark.rule("ALL-1")
def test_the_bytes_hold_the_whole_envelope() -> None:
    # Worked by hand: RFC 8785 orders the keys; times are RFC 3339 in UTC, without a fraction where it is zero.
    expected = (
        '{"actor":{"key":"k-1","key_maker":null,"person":null,"role":"director","staff_of":null},"cause":"appeal",'
        f'"command":"{COMMAND}","event":{{"number":7,"text":"é"}},"happened_at":"2024-05-01T11:55:00Z",'
        f'"recorded_at":"2024-05-01T12:00:00Z","salt":"{SALT}","stream":"ledger-00000000-0000-0000-0000-000000000001",'
        '"topic":"test.noted.v1","version":3}'
    )
    stored = mapper().store(envelope(Noted(number=7, text="é"), cause="appeal"))
    assert stored.state == expected.encode()
    assert (stored.originator_id, stored.originator_version, stored.topic) == (ledger(1), 3, Noted.TOPIC)


@given(
    number=st.integers(-(2**53 - 1), 2**53 - 1),
    text=st.text(st.characters(exclude_categories=["Cs"])),
    at=st.datetimes(datetime(1900, 1, 2), datetime(2199, 12, 30), timezones=st.just(UTC)),  # noqa: DTZ001 -- zone apart
)
def test_event_read_is_the_one_that_was_stored(number: int, text: str, at: datetime) -> None:
    recorded = envelope(Noted(number=number, text=text), happened_at=at)
    assert mapper().read([mapper().store(recorded)]) == [recorded]


def test_moments_are_stored_in_utc() -> None:
    local = START.astimezone(timezone(timedelta(hours=5, minutes=30)))
    stored = mapper().store(envelope(Noted(number=1), happened_at=local, recorded_at=local))
    assert stored == mapper().store(envelope(Noted(number=1), happened_at=START))


def test_the_bytes_of_the_same_event_read_and_stored_again_are_the_same() -> None:
    stored = mapper().store(envelope(Noted(number=1)))
    assert mapper().store(mapper().read([stored])[0]) == stored


@pytest.mark.parametrize(
    "column",
    [{"originator_id": ledger(2)}, {"originator_version": 4}, {"topic": Told.TOPIC}],
    ids=["stream", "version", "topic"],
)
@pytest.mark.parametrize("event", [Noted(number=1), Told(person=person(7), remark="x")], ids=["plain", "sealed"])
def test_a_column_that_contradicts_the_bytes_is_corruption(event: Event, column: dict[str, Any]) -> None:
    column = {"topic": Noted.TOPIC} if "topic" in column and isinstance(event, Told) else column
    stored = mapper().store(envelope(event), SEVEN)
    with pytest.raises(Corrupt):
        mapper().read([replace(stored, **column)])


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"{}", b'{"event":1}'])
@pytest.mark.parametrize("topic", [Noted.TOPIC, Told.TOPIC])
def test_bytes_that_are_no_event_are_corruption(topic: str, text: bytes) -> None:
    with pytest.raises(Corrupt, match="does not read as"):
        mapper().read([StoredEvent(ledger(1), 3, topic, text)])


def test_a_field_too_many_is_corruption() -> None:
    stored = mapper().store(envelope(Noted(number=1)))
    more = stored.state.replace(b'"number"', b'"more":1,"number"')
    with pytest.raises(Corrupt, match="more"):
        mapper().read([replace(stored, state=more)])


def test_an_unknown_topic_is_refused_in_writing_and_in_reading() -> None:
    with pytest.raises(UnknownTopic):
        mapper(Registry(())).envelope(Noted(number=1))
    stored = mapper().store(envelope(Noted(number=1)))
    with pytest.raises(UnknownTopic):
        mapper(Registry(())).read([stored])


def test_an_event_made_without_validation_is_not_stored() -> None:
    with pytest.raises(ValueError, match="number"):
        mapper().store(envelope(Noted.model_construct(number="seven", text="x")))


@pytest.mark.rule("ALL-1")
def test_old_kinds_are_read_as_their_newest_and_the_bytes_stay() -> None:
    registry = Registry(
        (NotedNow,), {Noted.TOPIC: Upcast("test.noted.v2", to_v2), "test.noted.v2": Upcast(NotedNow.TOPIC, to_v3)}
    )
    stored = mapper().store(envelope(Noted(number=4, text="two words")))
    [recorded] = mapper(registry).read([stored])
    assert recorded.event == NotedNow(count=4, words=("two", "words"))
    assert recorded.topic == NotedNow.TOPIC
    assert registry.stored_topics(NotedNow.TOPIC) == [NotedNow.TOPIC, "test.noted.v2", Noted.TOPIC]
    assert canonical_json.decode(stored.state)["topic"] == Noted.TOPIC


def test_a_box_stays_closed_while_its_event_is_upcast() -> None:
    moved = Upcast(ToldNow.TOPIC, lambda fields: {"about": fields["person"], "hidden": fields["remark"]})
    registry = Registry((ToldNow,), {Told.TOPIC: moved})
    stored = told("hush")
    assert mapper(registry).read([stored])[0].event == ToldNow(about=person(7), hidden=box(stored))


def test_personal_text_is_not_in_the_bytes() -> None:
    stored = told()
    assert b"Plakoto" not in stored.state
    assert sealing.open_box(box(stored), KEYS) == "Plakoto"


def test_text_about_nobody_stands_as_it_is() -> None:
    stored = told(about=())
    assert mapper().read([stored])[0].event.remark == "Plakoto"


def test_text_is_not_stored_unless_it_is_said_whom_it_is_about() -> None:
    with pytest.raises(ValueError, match="whom"):
        told(about=None)
    assert canonical_json.decode(told(None, about=None).state)["event"]["remark"] is None


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_text_about_several_takes_the_keys_of_all_to_open(number: int) -> None:
    about = tuple(KEYS)[:number]
    sealed = box(told(about=about))
    assert sealing.open_box(sealed, KEYS) == "Plakoto"
    for erased in about:
        left = {name: key for name, key in KEYS.items() if name != erased}
        assert sealing.open_box(sealed, left) is None


def test_a_box_commits_to_the_keys_it_was_closed_with() -> None:
    sealed = box(told(about=tuple(KEYS)))
    assert [share.key_digest for share in sealed.shares] == [sealing.commitment(key) for key in KEYS.values()]
    assert sealing.commitment(b"k" * 32) == hashlib.sha256(b"scoresheet/person-key/v1\x00" + b"k" * 32).hexdigest()
    with pytest.raises(Corrupt, match="another key"):
        sealing.open_box(sealed, {**KEYS, person(8): b"o" * 32})


def test_a_box_moved_to_another_event_is_corruption() -> None:
    first = told()
    moved = canonical_json.decode(first.state) | {"version": 4}
    with pytest.raises(Corrupt, match="was sealed as"):
        mapper().read([replace(first, originator_version=4, state=canonical_json.encode(moved))])


def test_a_box_that_was_given_another_place_does_not_open() -> None:
    sealed = box(told())
    with pytest.raises(Corrupt, match="does not open"):
        sealing.open_box(sealed.model_copy(update={"bound_to": sealed.bound_to.replace("@3", "@4")}), KEYS)


@pytest.mark.parametrize("damage", [{"ciphertext": "***"}, {"ciphertext": ""}, {"shares": 7}, {"bound_to": None}])
def test_a_damaged_box_is_corruption(damage: Fields) -> None:
    stored = told()
    fields = canonical_json.decode(stored.state)
    fields["event"]["remark"] |= damage
    with pytest.raises(Corrupt):
        mapper().read([replace(stored, state=canonical_json.encode(fields))])


def test_the_same_text_is_sealed_differently_every_time() -> None:
    assert told().state != told().state


def test_streams_are_compared_as_text() -> None:
    stored = mapper().store(envelope(Noted(number=1), stream=StreamName("ledger-1")))
    assert mapper().read([stored])[0].stream == "ledger-1"
