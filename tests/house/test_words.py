"""The words of the program: a problem says in one sentence what is wrong, and in one what to do."""

import re

import pytest

from api.http.problems import CATALOGUE, HttpProblem

_INNER_END = re.compile(r"[.!?;]\s")


def faults_of(text: str, *, ending: str) -> list[str]:
    """What keeps the text from being one sentence with that ending: nothing, or `.`."""
    faults = []
    if not text[:1].isupper():
        faults.append("does not begin with a capital")
    if text.endswith((".", "!", "?")) != (ending == ".") or text.endswith(".."):
        faults.append(f"does not end with {ending!r}")
    if _INNER_END.search(text):
        faults.append("is more than one sentence")
    return faults


@pytest.mark.parametrize("kind", CATALOGUE.kinds.values(), ids=lambda kind: kind.slug)
def test_a_problem_says_in_one_sentence_what_is_wrong_and_in_one_what_to_do(kind: HttpProblem) -> None:
    assert faults_of(kind.title, ending="") == []
    assert faults_of(kind.advice, ending=".") == []


@pytest.mark.parametrize("text", ["Play on. Then report.", "Play on; then report.", "Play on", "play on.", ""])
def test_what_is_not_one_sentence_is_found(text: str) -> None:
    assert faults_of(text, ending=".")
