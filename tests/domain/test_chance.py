"""The generator (ALL-2): its vectors, made again from the text of `chance.md`, and that it is fair."""

import hashlib
import hmac
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel import chance
from domain.kernel.canonical_json import JSON
from domain.kernel.chance import Chance, commitment_to, draw_key
from domain.series.draw_chain import secret_of

SECRET = bytes(range(32))
TOURNAMENT = "00000000-0000-0000-0000-000000000000"
PAGE = (Path(chance.__file__).with_suffix(".md")).read_text(encoding="utf-8")


def vector(name: str) -> str:
    """A value of the page's tables."""
    found = re.search(rf"^\| {re.escape(name)} \| (.*) \|$", PAGE, re.MULTILINE)
    assert found, name
    return found[1].replace("`", "")


def fields(entries: int) -> JSON:
    return [{"counts": {"byes": 0, "win_points": 0}, "entry": n} for n in range(1, entries + 1)]


def key(entries: int, secret: bytes = SECRET) -> bytes:
    return draw_key(
        secret, tournament=TOURNAMENT, stage="main", purpose="round", round_=1, attempt=1, drawn_from=fields(entries)
    )


def words(of_key: bytes) -> Iterator[int]:
    """The words as the page says, written again."""
    for block in range(1000):
        digest = hmac.new(of_key, block.to_bytes(8, "big"), hashlib.sha256).digest()
        yield from (int(digest[at : at + 8].hex(), 16) for at in (0, 8, 16, 24))


def below(stream: Iterator[int], bound: int) -> int:
    """A number below the bound as the page says, written again."""
    word = next(stream)
    while word >= 2**64 - 2**64 % bound:
        word = next(stream)
    return word % bound


@pytest.mark.rule("ALL-2")
def test_the_page_s_vectors() -> None:
    said = {"attempt": 1, "purpose": "round", "round": 1, "stage": "main", "state": fields(5), "tournament": TOURNAMENT}
    text = json.dumps(said, sort_keys=True, separators=(",", ":")).encode()
    assert vector("commitment") == hashlib.sha256(SECRET).hexdigest() == commitment_to(SECRET)
    assert vector("key") == hmac.new(SECRET, text, hashlib.sha256).hexdigest() == key(5).hex()
    stream = words(key(5))
    assert f"{vector('words 1 to 4')} {vector('words 5 to 8')}".split() == [f"{next(stream):016x}" for _ in range(8)]
    assert "".join(Chance(key(5)).random_order("abcdef")) == vector("a shuffle of `abcdef` with these words")


@pytest.mark.rule("ALL-2")
def test_the_page_s_chain() -> None:
    """Written again from the text of `chance.md` and of RFC 6962."""
    secrets = [hmac.new(SECRET, f"link {number}".encode(), hashlib.sha256).digest() for number in (1, 2, 3)]
    commitments = [hashlib.sha256(secret).digest() for secret in secrets]
    one, two, three = (hashlib.sha256(b"\0" + each).digest() for each in commitments)
    pair = hashlib.sha256(b"\1" + one + two).digest()
    assert vector("the root") == hashlib.sha256(b"\1" + pair + three).hexdigest()
    assert vector("the secret of link 1") == secrets[0].hex() == secret_of(SECRET, 1).hex()
    assert vector("the commitment of link 1") == commitments[0].hex()
    assert vector("the proof of link 1").split() == [two.hex(), three.hex()]


@pytest.mark.rule("ALL-2")
def test_the_page_s_vectors_with_a_value_from_outside() -> None:
    dice = vector("the dice")
    said = {"attempt": 1, "purpose": "round", "round": 1, "stage": "main", "state": fields(5), "tournament": TOURNAMENT}
    text = json.dumps(said | {"outside": dice, "version": 2}, sort_keys=True, separators=(",", ":")).encode()
    of_key = hmac.new(SECRET, text, hashlib.sha256).digest()
    asked = {"tournament": TOURNAMENT, "stage": "main", "purpose": "round", "round_": 1, "attempt": 1}
    made = draw_key(SECRET, **asked, drawn_from=fields(5), outside=dice)  # type: ignore[arg-type]  # keywords by name
    assert vector("the key with the dice") == of_key.hex() == made.hex()
    stream = words(of_key)
    assert vector("words 1 to 4 with the dice").split() == [f"{next(stream):016x}" for _ in range(4)]
    stream, left = words(of_key), [1, 2, 3, 4, 5]
    bye, *placed = [left.pop(below(stream, len(left))) for _ in range(5)]
    pairs = ", ".join(f"{placed[n]} meets {placed[n + 1]}" for n in (0, 2))
    assert vector("the draw with the dice") == f"bye {bye}; {pairs}"


@pytest.mark.rule("ALL-2")
@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(1, 2**64), max_size=30))
def test_numbers_are_those_of_the_specification(of_key: bytes, bounds: list[int]) -> None:
    drawn, stream = Chance(of_key), words(of_key)
    assert [drawn.below(bound) for bound in bounds] == [below(stream, bound) for bound in bounds]


@pytest.mark.rule("ALL-2")
@pytest.mark.parametrize(
    "part", ["secret", "tournament", "stage", "purpose", "round_", "attempt", "drawn_from", "outside"]
)
def test_every_part_of_what_is_drawn_changes_the_key(part: str) -> None:
    asked = {"tournament": "t", "stage": "s", "purpose": "p", "round_": 1, "attempt": 1, "drawn_from": [1]}
    other = {"secret": b"b" * 32, "round_": 2, "attempt": 2, "drawn_from": [2]}.get(part, "other")
    assert draw_key(**{"secret": SECRET, **asked, part: other}) != draw_key(SECRET, **asked)  # type: ignore[arg-type]  # keywords by name


@pytest.mark.parametrize("bound", [0, -1, 2**64 + 1])
def test_a_bound_that_makes_no_number_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="bound"):
        Chance(SECRET).below(bound)


def test_a_secret_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        commitment_to(b"short")


def counted(draws: int, outcome: Callable[[Chance], object]) -> Counter[object]:
    """How often each outcome comes up over so many fixed secrets."""
    return Counter(outcome(Chance(key(6, hashlib.sha256(str(n).encode()).digest()))) for n in range(draws))


def chi_square(seen: Counter[object], outcomes: int) -> float:
    expected = seen.total() / outcomes
    assert len(seen) == outcomes
    return sum((count - expected) ** 2 / expected for count in seen.values())


@pytest.mark.rule("ALL-2")
def test_numbers_and_shuffles_come_up_in_their_shares() -> None:
    # The secrets are fixed, so this never wavers; the bounds are the 99.9 % points for 6 and 23 degrees of freedom.
    assert chi_square(counted(7_000, lambda drawn: drawn.below(7)), 7) < 22.46
    assert chi_square(counted(12_000, lambda drawn: "".join(drawn.random_order("abcd"))), 24) < 49.73
    assert set(counted(500, lambda drawn: tuple(drawn.random_order("abc")))) == set(permutations("abc"))
