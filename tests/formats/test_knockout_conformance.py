"""The knockout passes the conformance suite; random directors never get it stuck (ALL-4, ALL-5)."""

from domain.formats.knockout import KnockoutOptions
from tests.formats.conformance import BracketConformance, Conformance
from tests.formats.machine import director_of


class TestKnockout(BracketConformance):
    """With a match for the third place."""

    options = KnockoutOptions(kind="knockout", third_place=True)


class TestKnockoutOfBouts(Conformance):
    """Each pairing is a best of three."""

    options = KnockoutOptions(kind="knockout", bout_matches=(3,))


TestRandomDirector = director_of(
    [
        KnockoutOptions(kind="knockout"),
        KnockoutOptions(kind="knockout", third_place=True),
        KnockoutOptions(kind="knockout", seeding="lot"),
        KnockoutOptions(kind="knockout", third_place=True, bout_matches=(3,)),
    ],
    tried=3,
)
