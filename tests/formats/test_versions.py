"""Two versions of one rule, side by side: a tournament is played to its end by the one it was announced under (ALL-11).

Each test publishes a version 2 of a rule, for itself alone, while a tournament of version 1 is under way.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from domain.formats import registry
from domain.formats.contract.protocol import Facts, Format
from domain.formats.elimination.nxe import NTimesElimination, NxeOptions
from domain.formats.open import OpenOptions, OpenPlay
from domain.formats.registry import FormatOptions
from domain.kernel.refusal import Refused
from domain.officiating import sanction_catalogue
from domain.officiating.sanction_catalogue import SanctionRule
from domain.problems.matches import SCORE_IMPOSSIBLE
from domain.rating import policy as policies
from domain.rating.ledger import Ledger
from domain.rating.lines import LedgerMatch
from domain.scoring.games import Outcome
from domain.scoring.result import FinalScore, Form, Result
from domain.standings.ranking import Table, rank
from domain.tournament.decisions.matches.rated import as_rated_match
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import RatingTerms
from domain.tournament.matches import commands as match_commands
from domain.tournament.rulings import commands as ruling_commands
from tests.desk import Desk, entered, started
from tests.rounds import RoundsDesk, announced_nxe


class ExactScores(OpenPlay):
    """Version 2 of what a score comes to: points beyond the length are not written down."""

    def outcome(self, options: OpenOptions, result: Result, length: int, form: Form) -> Outcome:
        if isinstance(result, FinalScore) and max(result.first, result.second) > length:
            raise Refused(SCORE_IMPOSSIBLE, f"A match to {length} ends at {length}.", length=length)
        return super().outcome(options, result, length, form)


class FewestLosses(OpenPlay):
    """Version 2 of the ranking: the fewest losses first, then the most wins."""

    def table(self, options: OpenOptions, facts: Facts) -> Table:
        first = super().table(options, facts)
        values = {row.entry: row.values for row in first.rows}
        losses = next(one for one in first.criteria if one.name == "losses")
        return rank(values, [losses, *(one for one in first.criteria if one is not losses)])


class PairedAgain(NTimesElimination):
    """Version 2 of the default where a result changes: what was paired from it is paired again."""

    substitute = Format.substitute


def publish(patch: pytest.MonkeyPatch, kind: str, rules: Format[Any]) -> None:
    patch.setitem(registry.FORMATS, (kind, 2), rules)


def opened(rules: int, letters: str = "ABC") -> Desk:
    desk = Desk()
    options = OpenOptions(kind="open", rules_version=rules)
    desk.do(lifecycle_commands.AnnounceTournament(name="Evening", format=options))
    entered(desk, letters)
    desk.do(lifecycle_commands.StartTournament())
    return desk


def score(desk: Desk, first: int, second: int, length: int) -> match_commands.EnterResults:
    result = FinalScore(first=first, second=second)
    sides = desk.entry("A"), desk.entry("B")
    return match_commands.EnterResults(
        results=(match_commands.PlayedMatch(sides=sides, length=length, result=result, score_checked=True),)
    )


@pytest.mark.rule("ALL-11", "GAM-4")
def test_a_second_rule_of_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    old = opened(1)
    old.do(score(old, 7, 3, 5))
    stood = old.table()
    publish(monkeypatch, "open", ExactScores())
    assert old.table() == stood == ["1 A 1-0 7:3", "2 C 0-0 0:0", "3 B 0-1 3:7"]
    old.do(score(old, 6, 4, 5))
    new = opened(2)
    new.when(score(new, 7, 3, 5)).refused("score-impossible")
    new.do(score(new, 5, 3, 5))
    assert (old.table()[0], new.table()[0]) == ("1 A 2-0 13:7", "1 A 1-0 5:3")


@pytest.mark.rule("ALL-11", "OPN-1")
def test_a_second_ranking(monkeypatch: pytest.MonkeyPatch) -> None:
    # A has won three and lost one, C has won one and lost none.
    results = ("A 5-0 B", "A 5-0 B", "A 5-0 B", "B 5-4 A", "C 5-0 B")
    old = opened(1)
    old.report(*results)
    publish(monkeypatch, "open", FewestLosses())
    new = opened(2)
    new.report(*results)
    assert [row[2] for row in old.table()] == ["A", "C", "B"]
    assert [row[2] for row in new.table()] == ["C", "A", "B"]


def second_round(rules: int) -> RoundsDesk:
    """A and C have won, and meet."""
    desk = announced_nxe(NxeOptions(kind="nxe", losses=1, lengths=(1,), rules_version=rules))
    entered(desk, "ABCD")
    desk.do(lifecycle_commands.StartTournament())
    desk.pair(1, "A-B C-D")
    desk.won("A-B", "C-D")
    desk.pair(2, "A-C")
    return desk


@pytest.mark.rule("ALL-11", "ALL-4")
def test_a_second_default_where_a_result_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    old = second_round(1)
    publish(monkeypatch, "nxe", PairedAgain())
    new = second_round(2)
    for desk in (old, new):
        desk.reverse("B-A")
    assert (old.round(2), new.round(2)) == (["B-C"], [])


@pytest.mark.rule("ALL-11", "ELO-8")
def test_a_second_version_of_a_rating_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    old = started("AB", rating=RatingTerms(pool="normal", policy="club", policy_version=1))
    old.report("A 5-3 B")
    first = policies.policy("club", 1)
    monkeypatch.setitem(policies.PUBLISHED, ("club", 2), first.model_copy(update={"version": 2, "factor": Decimal(8)}))
    new = started("AB", rating=RatingTerms(pool="normal", policy="club", policy_version=2))
    new.report("A 5-3 B")
    assert (gained(old), gained(new)) == (4472136, 8944272)


def gained(desk: Desk) -> int:
    """What A has gained by the match, in micropoints: 4 · √5 · ½ by version 1."""
    found = as_rated_match(desk.state, desk.state.matches[1])
    assert found is not None
    ledger = Ledger(1_800_000_000)
    ledger.put(LedgerMatch(0, 1, 0, (1,), found.winner, found.loser, found.n, found.policy))
    ledger.settle()
    line = ledger.line((1,))
    return line.winner_after - line.winner_before


@pytest.mark.rule("ALL-11", "TD-22")
def test_a_second_edition_of_the_sanctions(monkeypatch: pytest.MonkeyPatch) -> None:
    old = started("AB")
    old.report("A 5-3 B")
    assert flags_of_warning(old) != ()
    catalogue: Any = sanction_catalogue.CATALOGUE
    newest: Sequence[SanctionRule] = catalogue[sanction_catalogue.NEWEST]
    milder = tuple(rule.model_copy(update={"permitted": (*rule.permitted, "warning")}) for rule in newest)
    monkeypatch.setitem(catalogue, "next", milder)
    new = started("AB", conditions=Conditions().model_copy(update={"edition": "next"}))
    new.report("A 5-3 B")
    assert flags_of_warning(new) == ()
    assert flags_of_warning(old) != ()


def flags_of_warning(desk: Desk) -> Sequence[object]:
    """What is flagged of a warning under a clause that names none."""
    said = {"about": {"kind": "match", "number": 1}, "clause": "4.5", "facts": "As seen.", "reasons": "By 4.5."}
    warning = {"kind": "warning", "to": {"kind": "entry", "entry": 1}}
    desk.do(ruling_commands.GiveRuling.model_validate({**said, "remedies": [warning]}))
    return desk.state.directing.rulings[len(desk.state.directing.rulings)].flags


@pytest.mark.rule("ALL-11")
def test_rules_that_are_not_there_are_refused() -> None:
    with pytest.raises(ValidationError, match="there are no rules 2 of open; choose one of 1"):
        TypeAdapter(FormatOptions).validate_python({"kind": "open", "rules_version": 2})
