"""Rating changes can be worked out again from what is shown of them."""

from decimal import ROUND_HALF_EVEN, Decimal

import pytest

from projections.explain.ratings import changed_line, changes_explained
from projections.ratings.pools import start_of
from projections.views.ratings import points
from tests.projections.explaining import (
    Format,
    Played,
    directed,
    every_format,
    ledger_of,
    played_on,
    trail,
)
from tests.properties import examples
from tests.reaching import reached


@pytest.mark.rule("ALL-1", "ELO-3", "ELO-4", "ELO-7")
@every_format
@examples(6, proof=100)
@played_on
def test_rating_changes_are_worked_out_again_to_the_last_place(format_: Format, played: Played) -> None:
    desk = directed(format_, played)
    ledger, found = ledger_of(desk), trail(desk)
    for number, entry in desk.state.entries.items():
        own = [changed_line(desk.state, found, number, "normal", line) for line in ledger.history(entry.person)]
        change = ledger.current(entry.person).rating - start_of("normal")[0]
        explained = changes_explained(desk.state, found, number, {"normal": change})
        reached()
        assert explained.totals["normal"] == points(change)
        assert sum(Decimal(line.change) for line in own) == Decimal(explained.totals["normal"])
        assert explained.rated_by[0].topic == "tournament.announced.v2"
        for line in own:
            assert line.unrounded.quantize(Decimal("1e-6"), ROUND_HALF_EVEN) == Decimal(line.change)
            assert Decimal(line.rating_before) + Decimal(line.change) == Decimal(line.rating_after)
            assert line.result is not None
            assert line.result.version >= desk.state.matches[line.match].revision
