"""What the federation's rules permit as sanctions, and what is flagged (TD-22)."""

from typing import get_args

import pytest

from domain.officiating.remedies import Disqualification, PenaltyPoints, Remedy
from domain.officiating.sanction_catalogue import CATALOGUE, NEWEST, Edition, Sanction, SanctionRule, flags
from tests.directing.words import letter, remedies
from tests.golden.tables import Row, table

EDITIONS: dict[str, Edition] = {"W": "wbgf", "M": "ausbgf-2021-05", "N": "ausbgf-2021-11"}


def as_line(rule: SanctionRule) -> Row:
    """The rule as the page writes it."""
    return {
        "clause": rule.clause,
        "breaches": " ".join(rule.breaches),
        "permitted": "any" if rule.permitted == get_args(Sanction) else " ".join(rule.permitted),
        "after a warning": " ".join(rule.after_warning),
        "exceptional": " ".join(rule.exceptional),
        "end": "" if rule.for_good else "yes",
    }


@pytest.mark.rule("TD-22", "TD-20")
@pytest.mark.source(
    "ausbgf 1.1.2", "ausbgf 1.1.3", "ausbgf 1.2.1", "ausbgf 1.2.2", "ausbgf 1.2.3", "ausbgf 1.6.2", "ausbgf 1.6.3"
)
@pytest.mark.source(
    "ausbgf 1.7.1", "ausbgf 1.7.5", "ausbgf 1.7.6", "ausbgf 2.3.1", "ausbgf 2.4.1", "ausbgf 4.1.1", "ausbgf 4.1.4"
)
@pytest.mark.source(
    "ausbgf 4.1.5", "ausbgf 4.2.1", "ausbgf 4.3.1", "ausbgf 4.3.4", "ausbgf 4.4.2", "ausbgf 4.4.5", "ausbgf 4.5"
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_1_1_2_each_edition_has_its_lines(edition: str) -> None:
    page = [dict(row) for row in table("directing/sanctions") if edition in row["editions"].split()]
    expected = [{name: said for name, said in row.items() if name != "editions"} for row in page]
    assert [as_line(rule) for rule in CATALOGUE[EDITIONS[edition]]] == expected


@pytest.mark.rule("TD-22", "TD-4", "TD-6")
@pytest.mark.source(
    "ausbgf 1.5",
    "ausbgf 1.6.1",
    "ausbgf 1.6.3",
    "ausbgf 1.7.6",
    "ausbgf 2.2.4",
    "ausbgf 2.3.1",
    "ausbgf 2.4.1",
    "ausbgf 4.1.4",
    "ausbgf 4.7",
)
@pytest.mark.parametrize(
    "case", table("directing/sanctions", 2), ids=lambda case: f"{case['clause']} {case['remedies']} {case['edition']}"
)
def test_departure_from_the_catalogue_is_flagged(case: Row) -> None:
    edition = next((one for one in EDITIONS.values() if one == case["edition"]), NEWEST)
    found = flags(edition, case["clause"], remedies(case["remedies"]), lambda one: offender(one) in case["warned"])
    assert ", ".join(f"{flag.remedy_number} {flag.departure}" for flag in found) == case["flags"]
    assert all(flag.clause == case["clause"] for flag in found)


def offender(remedy: Remedy) -> str:
    """The letter of whom it is against, for remedies that a warning may come before; nobody warned is `-`."""
    match remedy:
        case PenaltyPoints(offender=side):
            return letter(side)
        case Disqualification():
            return "A"
        case _:
            return "-"


@pytest.mark.rule("TD-22")
def test_each_sanction_is_a_remedy() -> None:
    kinds = [one.model_fields for one in get_args(get_args(Remedy)[0])]
    words = {word for fields in kinds for word in (fields["kind"].default, *_equipment(fields))}
    assert set(get_args(Sanction)) <= words


def _equipment(fields: dict[str, object]) -> tuple[str, ...]:
    return get_args(getattr(fields.get("equipment"), "annotation", None))
