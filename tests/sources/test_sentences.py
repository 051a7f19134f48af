"""Every sentence of the sources that is carried out has a test that names its clause, and fails where it is broken."""

import pytest

from tests import mutants
from tests.sources.clauses import clauses
from tests.sources.sentences import Sentence, sentences

IN_CLAUSE = (4, 3, 2, 1, 2, 2, 1, 2, 1, 1, 9, 1, 3, 2, 5, 4, 1, 2, 1, 1, 2, 4, 1, 1)
"""How many sentences each clause of the online room has."""


def test_sentences_of_the_room_are_all_numbered() -> None:
    numbers = [f"room {clause}.{one}" for clause, count in enumerate(IN_CLAUSE, 1) for one in range(1, count + 1)]
    found = [one.number for one in sentences() if one.number.startswith("room")]
    assert list(dict.fromkeys(found)) == numbers
    assert len(numbers) == 56


def test_sentences_on_play_are_all_carried_out() -> None:
    assert [one.number for one in sentences() if one.broken is None] == ["room 16.2", "room 16.3"]


@pytest.mark.parametrize(
    "sentence", [one for one in sentences() if one.broken], ids=lambda one: f"{one.number}: {one.says}"
)
def test_sentence_names_one_place_and_a_test_of_its_clause(sentence: Sentence) -> None:
    assert sentence.broken is not None
    assert sentence.clause in clauses()
    assert mutants.compiles(mutants.mutant_of(sentence.broken))
    file, _, test = sentence.broken.test.partition("::")
    marks, found, _ = (mutants.ROOT / file).read_text().partition(f"def {test}(")
    assert found
    assert f'"{sentence.clause}"' in marks[marks.rindex("\n\n\n") :]
