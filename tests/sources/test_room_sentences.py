"""Every sentence of the online room has its number, and a test that notices where it is broken."""

import pytest

from tests import mutants
from tests.sources.room_sentences import SENTENCES, Sentence

IN_CLAUSE = (4, 3, 2, 1, 2, 2, 1, 2, 1, 1, 9, 1, 3, 2, 5, 4, 1, 2, 1, 1, 2, 4, 1, 1)
"""How many sentences each clause has."""


def test_every_sentence_has_its_number() -> None:
    numbers = [f"{clause}.{one}" for clause, count in enumerate(IN_CLAUSE, 1) for one in range(1, count + 1)]
    assert list(dict.fromkeys(one.number for one in SENTENCES)) == numbers
    assert len(numbers) == 56


def test_sentences_on_play_are_all_carried_out() -> None:
    assert [one.number for one in SENTENCES if one.broken is None] == ["16.2", "16.3"]


@pytest.mark.parametrize("sentence", [one for one in SENTENCES if one.broken], ids=lambda one: one.number)
def test_sentence_names_one_place_and_a_test_of_its_clause(sentence: Sentence) -> None:
    assert sentence.broken is not None
    assert mutants.compiles(mutants.mutant_of(sentence.broken))
    file, _, test = sentence.broken.test.partition("::")
    marks, found, _ = (mutants.ROOT / file).read_text().partition(f"def {test}(")
    assert found
    assert f'"room {sentence.number.partition(".")[0]}"' in marks[marks.rindex("\n\n\n") :]
