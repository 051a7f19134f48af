"""What the federation's rules permit as sanctions, and what is flagged (TD-22)."""

from typing import get_args

import pytest

from domain.directing.remedies import Remedy
from domain.directing.sanctions import CATALOGUE, Sanction, flags
from tests.directing.words import remedies, side
from tests.golden.tables import Row, table


@pytest.mark.rule("TD-22")
@pytest.mark.parametrize("case", table("directing/sanctions"), ids=lambda case: f"{case['clause']} {case['remedies']}")
def test_what_departs_from_the_catalogue_is_flagged(case: Row) -> None:
    warned = [side(letter) for letter in case["warned"].split()]
    found = flags(case["clause"], remedies(case["remedies"]), warned)
    assert ", ".join(f"{flag.remedy} {flag.departs}" for flag in found) == case["flags"]
    assert all(flag.clause == case["clause"] for flag in found)


@pytest.mark.rule("TD-22")
@pytest.mark.parametrize("clause", ["1.5", "4.2", "4.3"])
def test_a_warning_comes_first_where_the_rules_say_so(clause: str) -> None:
    rule = next(one for one in CATALOGUE if one.clause == clause)
    assert (rule.permitted, rule.warning_first) == (("warning", "penalty-points"), True)


@pytest.mark.rule("TD-22")
def test_the_catalogue_names_a_clause_once_and_each_sanction_is_a_remedy() -> None:
    clauses = [rule.clause for rule in CATALOGUE]
    assert len(clauses) == len(set(clauses))
    kinds = {one.model_fields["kind"].default for one in get_args(get_args(Remedy)[0])}
    assert set(get_args(Sanction)) <= kinds
