"""The examples of `make test` follow from the code (and a fresh process has the same)."""

import os
import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from tests.draws import Draws
from tests.properties import examples


@examples(300)
@given(st.integers(), st.text(), st.lists(st.sampled_from("abc")))
def show(number: int, text: str, letters: list[str]) -> None:
    """Prints each example on a line."""
    print(repr((number, text, letters)).encode())


def printed(imported: str, hash_seed: str) -> str:
    """The examples of a property, tried in a process that has imported that module."""
    surroundings = {**os.environ, "PYTHONHASHSEED": hash_seed, "SCORESHEET_TEST_PROFILE": "test"}
    program = (
        f"import {imported}; from tests.properties import load_profile; load_profile();"
        " from tests.test_properties import show; show()"
    )
    command = [sys.executable, "-c", program]
    return subprocess.run(command, env=surroundings, check=True, capture_output=True, text=True).stdout


def test_the_examples_are_the_same_in_every_process_and_whatever_was_imported() -> None:
    first = printed("domain.kernel.refusal", "1")
    assert len(set(first.splitlines())) > 10
    assert printed("domain.tournament.decide", "2") == first


def test_draws_follow_from_the_test() -> None:
    draws = Draws()
    draws.begin("one")
    first = [draws.urandom(32) for _ in range(3)]
    assert len(set(first)) == 3
    draws.begin("another")
    assert draws.urandom(32) not in first
    draws.begin("one")
    assert [draws.urandom(32) for _ in range(3)] == first
