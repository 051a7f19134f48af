"""What was said, found and reasoned in a case is for its parties, the staff and the committee alone (TD-11)."""

import pytest

from domain.kernel.personal_text import PersonalText
from domain.kernel.visibility import FOR_PARTIES
from projections.views.rulings import AppealView, DisputeView, RulingView

TEXTS = [
    (view, name)
    for view in (DisputeView, RulingView, AppealView)
    for name, field in view.model_fields.items()
    if PersonalText in (field.annotation, *getattr(field.annotation, "__args__", ()))
]


@pytest.mark.rule("TD-11")
@pytest.mark.parametrize(("view", "name"), TEXTS)
def test_text_of_a_case_is_withheld_from_everybody_else(view: type[DisputeView], name: str) -> None:
    assert FOR_PARTIES in view.model_fields[name].metadata


def test_texts_of_cases_are_found() -> None:
    assert len(TEXTS) >= 4
