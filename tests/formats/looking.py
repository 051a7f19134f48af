"""Everything that readers are shown of a tournament, rendered as it is stored and as it is answered."""

from collections.abc import Iterator

from domain.kernel.values import Value
from domain.match import validity
from domain.tournament.decisions.matches.rated import as_rated_match
from domain.tournament.derived.settlements import postings, settlement_of, total
from domain.tournament.derived.stage import Stage, stages_of
from domain.tournament.stakes.state import NOTHING
from domain.tournament.state import Tournament
from projections.views.match_record import match_record_of, match_records_view
from projections.views.reports import report_view
from projections.views.rounds import rounds_view
from projections.views.rulings import appeal_view, dispute_view, ruling_view
from projections.views.settlements import balances_view, ledger, match_settlement_view
from projections.views.stages import account_view, chart_view, stage_standings_view
from projections.views.tournaments import entry_view, match_view, standings_view, tournament_view
from tests.public import public, withheld
from tests.rounds import RoundsDesk


def look(desk: RoundsDesk) -> None:
    """Renders every view of the tournament, and adds up what can be added up."""
    for view in views(desk):
        assert type(view).model_validate_json(view.model_dump_json()) == view
    check_sums(desk.state)


def views(desk: RoundsDesk) -> Iterator[Value]:
    """Every view of the tournament as it is, for the staff and for everybody."""
    state = desk.state
    yield tournament_view(state)
    yield standings_view(state)
    yield rounds_view(state)
    yield rounds_view(state, lambda _: True)
    yield balances_view(state)
    yield from ledger(state, 0, 1000)
    yield from (match_records_view(state, None), match_records_view(state, sorted(state.entries)))
    yield report_view(state, desk.now)
    yield from (entry_view(entry) for _, entry in sorted(state.entries.items()))
    for stage in stages_of(state):
        yield from _of_stage(state, stage)
    for match in desk.matches():
        yield from (match_view(state, match), withheld(match_view(state, match)))
        yield from (match_settlement_view(state, match), match_record_of(state, match.number))
    yield from _of_directing(state)


def _of_stage(state: Tournament, stage: Stage) -> Iterator[Value]:
    yield stage_standings_view(state, stage)
    yield chart_view(state, stage)
    yield from (account_view(state, stage, entrant.number) for entrant in stage.facts.entrants)


def _of_directing(state: Tournament) -> Iterator[Value]:
    for _, dispute in sorted(state.directing.disputes.items()):
        yield from (dispute_view(state, dispute), public(dispute_view(state, dispute)))
    for _, ruling in sorted(state.directing.rulings.items()):
        yield from (ruling_view(state, ruling), public(ruling_view(state, ruling)))
    for _, appeal in sorted(state.directing.appeals.items()):
        yield from (appeal_view(appeal), public(appeal_view(appeal)))


def check_sums(state: Tournament) -> None:
    """Rated are matches that count, and the ledger comes to what they are settled at (ALL-6, STK-5)."""
    matches = [match for _, match in sorted(state.matches.items())]
    for match in matches:
        counting = validity.counting(match)
        assert as_rated_match(state, match) is None or (counting is not None and counting.winner is not None)
        assert counting is not None or settlement_of(match) == NOTHING
    together = NOTHING
    for match in matches:
        together = together.plus(settlement_of(match))
    posted = NOTHING
    for posting in postings(state.settlements):
        posted = posted.plus(posting.change)
    assert total(state.settlements) == together == posted
