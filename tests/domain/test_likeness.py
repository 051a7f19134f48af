"""Who is likely to be registered twice (REG-4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.person.details import Details
from domain.person.likeness import Likeness, differ_by_a_letter


def known(name: str, birth_year: int | None = None, **further: object) -> Likeness:
    return Likeness.of(Details.model_validate({"name": name, "birth_year": birth_year, **further}))


@pytest.mark.rule("REG-4")
@pytest.mark.parametrize(
    ("one", "another"),
    [
        ("José Núñez", "Jose Nunez"),
        ("Byron, Ada", "Ada Byron"),
        ("Jürgen Müller", "Juergen Mueller"),
        ("Søren Kjær", "Soren Kjaer"),
        ("Bob Wilson", "Robert Wilson"),
        ("Alex Gruber", "Alexander Gruber"),
        ("A. Byron", "Ada Byron"),
        ("Ada Maria Byron", "Ada Byron"),
        ("Ada Byron", "Ada Byorn"),
        ("Magriel", "MAGRIEL"),
        ("Ågård", "Aagaard"),
        ("Ra1f Amsel", "Ralf Amsel"),
        ("P\u0435tra Vogt", "Petra Vogt"),
        ("Jan vd Berg", "Jan van den Berg"),
        ("van der Berg", "van den Berg"),
        ("Jan Vandenberg", "Jan van der Berg"),
        ("Berg, Jan van den", "Jan Vandenberg"),
        ("Jan v. d. Berg", "Jan van den Berg"),
    ],
)
def test_names_that_are_likely_one_persons(one: str, another: str) -> None:
    assert known(one).is_like(known(another, 1990))
    assert known(one).is_like(known("Somebody Else", other_names=[another]))
    assert not known(one, 1989).is_like(known(another, 1990))


@pytest.mark.rule("REG-4")
@pytest.mark.parametrize(
    ("one", "another"),
    [
        ("Ada Byron", "Ada Lovelace"),
        ("Ada Byron", "Eva Byron"),
        ("Player 1", "Player 10"),
        ("Ada", "Ada Byron"),
        ("Bo Li", "Bo Lu"),
        ("Jan van den Berg", "Piet van der Berg"),
        ("...", "???"),
    ],
)
def test_names_that_are_two_persons(one: str, another: str) -> None:
    assert not known(one).is_like(known(another))


@pytest.mark.rule("REG-4")
@pytest.mark.parametrize(
    ("one", "another"),
    [
        ("Ana Lind", "Anna Lind"),
        ("Ana Lind", "Ane Lind"),
        ("Ib Holm", "Ibb Holm"),
        ("Bo Lind", "Jo Lind"),
        ("Lind, Jo", "Bo Lind"),
        ("Bo Li", "Bo Lu"),
        ("Anna Maria Ek", "Anna Ek"),
    ],
)
def test_slip_in_a_short_name_is_offered(one: str, another: str) -> None:
    for asked, there in ((known(one), known(another)), (known(another), known(one))):
        assert asked.is_near(there)
        assert not set(asked.near_marks).isdisjoint(there.marks)


@pytest.mark.rule("REG-4")
@pytest.mark.parametrize(
    ("one", "another"),
    [("Bo Lind", "Jo Lind"), ("Ana Lind", "Anna Lind"), ("Kim Lind", "Tim Lind")],
)
def test_persons_of_short_names_who_are_near_are_not_taken_for_one(one: str, another: str) -> None:
    assert not known(one).is_like(known(another)), "nobody is refused for a name that is only near"


@pytest.mark.rule("REG-4")
@pytest.mark.parametrize(
    ("one", "another"),
    [
        ("Bo Lind", "Ib Lind"),
        ("Ada Byron", "Eva Byron"),
        ("Bo Lind", "Jo Lund"),
        ("Bo Lind", "Bo Berg"),
        ("A Lind", "B Lind"),
        ("Player 1", "Player 2"),
        ("Maria Lind", "Daria Lind"),
        ("Ana", "Anna"),
    ],
)
def test_names_that_differ_by_more_than_a_slip_are_not_offered(one: str, another: str) -> None:
    assert not known(one).is_near(known(another))


@pytest.mark.rule("REG-4")
@pytest.mark.parametrize(
    ("one", "another", "told"),
    [
        ("Bo Lind", "Jo Lind", True),
        ("Ida Holm", "Holm, Ina", True),
        ("Ana Lind", "Anna Lind", False),
        ("Ina Lind", "Ian Lind", False),
        ("Anna Lind", "Anne Lind", False),
        ("Bo Lind", "Bo Berg", False),
    ],
)
def test_letter_that_is_another_in_a_short_name_is_told_from_a_slip(one: str, another: str, told: bool) -> None:
    assert differ_by_a_letter(one, another) == told == differ_by_a_letter(another, one)


@pytest.mark.rule("REG-4")
def test_a_name_of_many_words_nearly_alike_is_compared_at_once() -> None:
    words = [f"abc{letter}" for letter in "defghijklmnopqrstuvw"]
    assert not known(f"Same {'abc ' * 19} zzz").is_like(known(f"Same {' '.join(words)}"))
    assert known(f"Same {'abc ' * 19}").is_like(known(f"Same {' '.join(words)}"))


@pytest.mark.rule("REG-4")
@pytest.mark.parametrize("letters", ["\ufdfa", "\u3316\u3321\u332b\u332f\u3339\u3340"])
def test_letters_that_stand_for_whole_words_cost_no_more_than_others(letters: str) -> None:
    """Marks are few, and short enough for an index: 200 letters may be 800 words, or one of 3,600 bytes."""
    marks = known((letters * 200)[:200]).marks
    assert len(marks) < 600
    assert max(len(mark.encode()) for mark in marks) < 500


WORDS = st.sampled_from(
    [
        "Ada",
        "ada",
        "Adda",
        "A",
        "Bob",
        "Robert",
        "Müller",
        "Mueller",
        "Mühler",
        "1",
        "10",
        "Ann-Bo",
        "Åge",
        "Aage",
        "vd",
        "van",
        "den",
    ]
)
NAMES = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)


@pytest.mark.rule("REG-4")
@given(NAMES, NAMES)
def test_anyone_who_is_alike_has_a_mark_in_common_and_is_alike_both_ways(one: str, another: str) -> None:
    first, second = known(one), known(another)
    assert first.is_like(second) == second.is_like(first)
    if first.is_like(second):
        assert set(first.marks) & set(second.marks)
