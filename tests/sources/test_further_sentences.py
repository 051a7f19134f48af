"""Each sentence that is broken has a test which names its clause."""

import pytest

from tests import mutants
from tests.sources.clauses import clauses
from tests.sources.further_sentences import SENTENCES
from tests.sources.room_sentences import Sentence


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda one: f"{one.number}: {one.says}")
def test_sentence_names_one_place_and_a_test_of_its_clause(sentence: Sentence) -> None:
    assert sentence.broken is not None
    assert sentence.number in clauses()
    assert mutants.compiles(mutants.mutant_of(sentence.broken))
    file, _, test = sentence.broken.test.partition("::")
    marks, found, _ = (mutants.ROOT / file).read_text().partition(f"def {test}(")
    assert found
    assert f'"{sentence.number}"' in marks[marks.rindex("\n\n\n") :]
