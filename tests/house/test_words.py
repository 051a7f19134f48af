"""The words of the house: nobody is he or she, and a problem says in two sentences what is wrong and what to do."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.http.problems import CATALOGUE, HttpProblem

HERE = Path(__file__)
ROOT = HERE.parents[2]
ROOMS = ("domain", "projections", "api", "ops", "tests")
WRITTEN_IN = (".py", ".md", ".html", ".toml")

_HE = re.compile(r"\b(he|him|his|himself|she|hers|herself)\b", re.IGNORECASE)
_OLD = re.compile(r"\b(whoever|whom|anew|stands?|(?:is|are|was|were|be|been) told)\b", re.IGNORECASE)
_OF_THE_RULES = re.compile(r"`stand`|illegal plays stand as played|the ruling stands")
"""The choice `stand`, and what the rules themselves say."""
OLD_WORDS_LEFT = 475
"""As many may be left in the code of domain and projections."""
_INNER_END = re.compile(r"[.!?;]\s")


def texts() -> Iterator[Path]:
    """All files of code and text but this one, and the README."""
    yield ROOT / "README.md"
    for room in ROOMS:
        yield from sorted(path for path in (ROOT / room).rglob("*") if path.suffix in WRITTEN_IN and path != HERE)


def lines_with_he(path: Path) -> list[str]:
    """The lines that call somebody he or she, each with its place."""
    lines = path.read_text(encoding="utf-8").splitlines()
    where = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    return [f"{where}:{number}: {line}" for number, line in enumerate(lines, 1) if _HE.search(line)]


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


def test_nobody_is_he_or_she() -> None:
    assert [line for path in texts() for line in lines_with_he(path)] == []


def test_the_word_he_is_found(tmp_path: Path) -> None:
    text = tmp_path / "text.md"
    text.write_text("The player has this history.\nThere, He plays.\nTheir own.\nFor herself.\n", encoding="utf-8")
    assert [line.rpartition(": ")[2] for line in lines_with_he(text)] == ["There, He plays.", "For herself."]


def guides() -> list[Path]:
    """The pages that people read, but for the table of access, which is made from the program."""
    folders = (ROOT / room / "guides" for room in ("api", "ops"))
    made = ROOT / "api/guides/ACCESS.md"
    return [ROOT / "README.md", *(path for one in folders for path in sorted(one.rglob("*.md")) if path != made)]


def old_words(text: str) -> list[str]:
    return [found[0] for found in _OLD.finditer(_OF_THE_RULES.sub("", text))]


@pytest.mark.parametrize("path", guides(), ids=lambda path: path.name)
def test_guide_uses_words_of_an_ordinary_product(path: Path) -> None:
    assert old_words(path.read_text(encoding="utf-8")) == []


def test_old_words_in_code_only_ever_get_fewer() -> None:
    files = [path for room in ("domain", "projections") for path in sorted((ROOT / room).rglob("*.py"))]
    assert sum(len(old_words(path.read_text(encoding="utf-8"))) for path in files) <= OLD_WORDS_LEFT


def test_old_word_is_found_in_a_guide() -> None:
    assert old_words("Whoever asks is told; the ruling stands, send `stand`, it stands there.") == [
        "Whoever",
        "is told",
        "stands",
    ]


@pytest.mark.parametrize("kind", CATALOGUE.kinds.values(), ids=lambda kind: kind.slug)
def test_a_problem_says_in_one_sentence_what_is_wrong_and_in_one_what_to_do(kind: HttpProblem) -> None:
    assert faults_of(kind.title, ending="") == []
    assert faults_of(kind.advice, ending=".") == []


@pytest.mark.parametrize("text", ["Play on. Then report.", "Play on; then report.", "Play on", "play on.", ""])
def test_text_of_more_than_one_sentence_is_found(text: str) -> None:
    assert faults_of(text, ending=".")
