"""What must be the same after a ruling is reversed: tables and what they are made of, results, settlements, the report,
and ratings, in this tournament and in a later one (ALL-3, TD-13)."""

from typing import Any

from domain.kernel.envelope import Event
from domain.kernel.ids import PersonId
from domain.match import validity
from domain.match.record import Match
from domain.rating.ledger import Ledger
from domain.rating.lines import LedgerMatch
from domain.rating.policy import policy
from domain.tournament.decisions.matches.rated import as_rated_match
from domain.tournament.decisions.reporting.federation_report import report_of
from domain.tournament.derived import bouts
from domain.tournament.derived.settlements import settlement_of, total
from domain.tournament.derived.stage import Stage, stages_of
from domain.tournament.matches import events as match_events
from domain.tournament.rounds import events as round_events
from domain.tournament.state import Tournament
from projections.ratings.pools import ledger_match, start_of
from projections.views.stages import account_view, chart_view, stage_standings_view
from tests.rounds import RoundsDesk

Same = dict[str, Any]
"""What is compared, by name."""

_LATER_MOMENT = 2_000_000_000_000_000
"""Microseconds since 1970: after everything that is played on a desk."""


_NOTHING = ("void", "abandoned")


def _waiting_in_bouts(desk: RoundsDesk) -> set[int]:
    """The open matches of bouts that come after one which awaits a result too. Once made they stay, whatever becomes of
    those before (decision 0087): no reversal takes them away."""
    found, bouts_met = set[int](), set[int]()
    for number in sorted(desk.state.awaiting):
        match = desk.state.matches[number]
        first = bouts.first_of(desk.state, match).number
        if first in bouts_met and match.phase == "open":
            found.add(number)
        bouts_met.add(first)
    return found


def standing(desk: RoundsDesk) -> Same:
    """All that a ruling reversed at once must leave as it was, to the letter; but for versions, and the report's
    section on disputed decisions, which tells of the ruling for good."""
    matches, waiting = desk.matches(), _waiting_in_bouts(desk)
    return {
        "standings": desk.standings().model_dump_json(exclude={"version"}),
        "stages": [_stage(desk, stage) for stage in stages_of(desk.state)],
        "effective": [(match.number, match.effective) for match in matches if validity.counting(match)],
        "settled": {match.number: settlement_of(match) for match in matches if not settlement_of(match).empty},
        "balances": total(desk.state.settlements),
        "report": report(desk),
        "rated": list(pool(desk).lines()),
        "places": [(one.slot, one.sides, one.round) for one in matches if _stands(one) and one.number not in waiting],
        "byes": [(bye.entry, bye.round) for _, bye in sorted(desk.state.rounds.byes.items()) if bye.live],
        "awaiting": sorted({*desk.state.awaiting} - waiting),
    }


def _stands(match: Match) -> bool:
    return not match.void and validity.verdict(match) != "abandoned"


def _stage(desk: RoundsDesk, stage: Stage) -> list[str]:
    """The stage's table and chart, but for what players have to do next, and what the numbers in each line are made
    of."""
    accounts = (account_view(desk.state, stage, entrant.number) for entrant in stage.facts.entrants)
    views = (stage_standings_view(desk.state, stage), chart_view(desk.state, stage), *accounts)
    return [view.model_dump_json(exclude={"version": True, "chart": {"instructions": True}}) for view in views]


def report(desk: RoundsDesk) -> Same:
    """The report to the federation, without disputed decisions and what came to nothing: a game of a ring that a ruling
    had begun is abandoned when that goes, and the next match of a bout waits."""
    told, waiting = report_of(desk.state).model_dump(mode="json", exclude={"decisions"}), _waiting_in_bouts(desk)
    found = (one for one in told["results"] if one["match"] not in waiting)
    return told | {"results": [one for one in found if one["ended"] not in _NOTHING]}


def shape(desk: RoundsDesk) -> Same:
    """The same, whatever numbers matches have: what two tournaments that came there by different ways have in
    common."""
    known = [match for match in desk.matches() if validity.counting(match)]
    came_to = [(m.effective.sides, m.effective.outcome, m.effective.played_at) for m in known if m.effective]
    telling, awaited = report(desk), {*desk.state.awaiting} - _waiting_in_bouts(desk)
    return {
        "rows": desk.standings().rows,
        "came to": sorted(came_to, key=repr),
        "settled": sorted((m.sides, repr(settlement_of(m))) for m in desk.matches() if not settlement_of(m).empty),
        "balances": total(desk.state.settlements),
        "out": [{**one, "ruling": None} for one in telling["players"]],
        "ratings": _ratings(desk),
        "awaited": sorted(desk.state.matches[number].sides for number in awaited),
    }


def pool(desk: RoundsDesk) -> Ledger:
    """The pool's ledger with this tournament and a later one, in which each has beaten the next but one."""
    ledger = Ledger(*start_of("normal"))
    for match in desk.matches():
        line = as_rated_match(desk.state, match)
        if line is not None:
            ledger.put(ledger_match(line))
    persons = _persons(desk)
    for number, (winner, loser) in enumerate(zip(persons, persons[2:], strict=False), 1):
        ledger.put(LedgerMatch(_LATER_MOMENT, number, number, ("later", number), winner, loser, 5, policy("room", 1)))
    ledger.settle()
    return ledger


def _persons(desk: RoundsDesk) -> list[PersonId]:
    return [entry.person for _, entry in sorted(desk.state.entries.items())]


def _ratings(desk: RoundsDesk) -> list[tuple[int, int]]:
    """Everybody's rating and experience after the later tournament."""
    ledger = pool(desk)
    return [ledger.current(person)[:2] for person in _persons(desk)]


def newly_placed(desk: RoundsDesk, since: int) -> bool:
    """Whether since that version anything was paired, drawn, set aside or kept: decisions that a reversal leaves as
    they are."""
    return any(one.version > since and _places(one.event, desk.state) for one in desk.history)


def _places(event: Event, state: Tournament) -> bool:
    match event:
        case round_events.RoundDrawn() | round_events.RoundPaired() | round_events.StageOpened():
            return True
        case match_events.ConsequencesChosen():
            return bool(event.set_aside or event.kept or event.tied_to_before)
        case match_events.PairingsAdjusted():
            return True
        case match_events.MatchesMade():
            # Given to who was put out later: it stays while what it was made from is so.
            return any(state.entries[walkover.entry].gone for walkover in event.walkovers)
        case _:
            return False
