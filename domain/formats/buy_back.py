"""The phase before the brackets in which who loses may buy back in (QUA-1 to QUA-5).

Two who are free are paired by lot, whenever the director draws: nobody waits for a round to end. Who wins is through.
Who loses may enter again as announced (SE-10), and is free once more as another entry. When nobody is free any more the
director closes the phase: an odd one who is left over is through without a match. Then the brackets are drawn: those
through in the main bracket, and the others in the consolation, or nowhere.

Readings: those who are free while matches are played are drawn too, as many as make pairs; the last to come waits.
Nobody enters after the phase was closed. Who has lost and does not buy back goes on beaten. A match is won, or lost by
both; matches count for ratings as any others, and the phase ranks nobody.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from domain.formats.contract import acts
from domain.formats.contract.account import Account, Part, account
from domain.formats.contract.protocol import Facts, Format, Options, marks_of_lines
from domain.formats.contract.steps import Ask, Choice, Contender, Done, Drawing, Due, Pair, Step, Terms, Wait
from domain.formats.progress import newest_round
from domain.formats.rounds import refuse_in_rounds
from domain.kernel.chance import Chance
from domain.kernel.refusal import Refused
from domain.kernel.values import Length, Why
from domain.problems.entries import ENTRIES_CLOSED
from domain.problems.rounds import PAIRED_BY_ROUND
from domain.problems.tournament import FORMAT_REQUIREMENT_MISSING
from domain.standings.ranking import Criterion, Table, rank

ORDER = (Criterion("through"),)
CLOSED = "phase-closed"
"""The question whether the phase is over, and the answer that it is."""


class BuyBackOptions(Options):
    """`lengths` are the match length of each draw in points, the last for all that follow. `beaten_go_on` says whether
    who has lost and not bought back goes on to the next stage too, behind those who are through."""

    kind: Literal["buy-back"]
    lengths: Annotated[tuple[Length, ...], Field(min_length=1, max_length=100)] = (5,)
    beaten_go_on: bool = True

    def terms_of(self, round_: int) -> Terms:
        """Terms of a match of the draw, from 1."""
        return Terms(self.lengths[min(round_, len(self.lengths)) - 1])


class BuyBack(Format[BuyBackOptions]):
    """The format itself."""

    settings = BuyBackOptions
    follows = False
    rule_of_rounds = "QUA-1"

    def refuse_start(self, options: BuyBackOptions, facts: Facts) -> Refused | None:
        """It leads to brackets."""
        if facts.last:
            detail = "A buy-back phase ranks nobody: announce the stage that follows it."
            return Refused(FORMAT_REQUIREMENT_MISSING, detail, lacks="stages")
        return super().refuse_start(options, facts)

    def refuse(self, options: BuyBackOptions, facts: Facts, act: acts.Act) -> Refused | None:
        """Matches come from the draws; entries until it is closed (QUA-1, QUA-3)."""
        match act:
            case acts.EnterLate():
                return Refused(ENTRIES_CLOSED, "The buy-back phase is closed.") if _is_closed(facts) else None
            case acts.AskForBye():
                return Refused(PAIRED_BY_ROUND, "Nobody has a bye before the phase is closed (QUA-3).")
            case _:
                return refuse_in_rounds(act)

    def takes_late_entries(self, options: BuyBackOptions, announced_end: bool) -> bool:
        """QUA-1."""
        return True

    def takes_reentries(self, options: BuyBackOptions) -> bool:
        """QUA-2."""
        return True

    def step(self, options: BuyBackOptions, facts: Facts) -> Step:
        """QUA-1, QUA-3: a draw as soon as two are free; else what is played, and the question whether it is over."""
        free = _free(facts)
        if len(free) > 1:
            paired = free[: len(free) // 2 * 2]
            round_ = newest_round(facts) + 1
            return Due(round_, tuple(Contender(entry=entry, counts={}) for entry in paired), options.terms_of(round_))
        if facts.awaited or not facts.started:
            return Wait(tuple(facts.awaited))
        return Done() if _is_closed(facts) else _ask(free)

    def lacks(self, options: BuyBackOptions, facts: Facts, entry: int) -> tuple[int, int] | None:
        """One match in all; nothing once it has it."""
        return (newest_round(facts) + 1, 1) if entry in _free(facts) else None

    def draw(self, options: BuyBackOptions, due: Due, chance: Chance) -> Drawing:
        """QUA-1: by lot."""
        order = chance.random_order([one.entry for one in due.contenders])
        pairs = zip(order[::2], order[1::2], strict=True)
        return Drawing(tuple(Pair(pair, Why(rule="QUA-1")) for pair in pairs), ())

    def table(self, options: BuyBackOptions, facts: Facts) -> Table:
        """QUA-5: who is through first, without ranks."""
        lines = _lines(facts)
        ahead = sorted(facts.numbers, key=lambda entry: (-lines[entry]["through"], entry))
        return rank(lines, ORDER, _marks(facts), ahead)

    def onward(self, options: BuyBackOptions, facts: Facts) -> Table:
        """QUA-4: those through, then the others, each in an order by lot."""
        lines = _lines(facts)
        able = (one.number for one in facts.entrants if not one.withdrawn)
        return rank({e: lines[e] for e in able if lines[e]["through"] or options.beaten_go_on}, ORDER)

    def places_up(self, options: BuyBackOptions, facts: Facts, able: int) -> int:
        """All of them."""
        return able

    def accounts(self, options: BuyBackOptions, facts: Facts, entry: int) -> Sequence[Account]:
        """The match won, or that there was nobody left to meet."""
        won = [place for place in facts.places_of(entry) if place.advanced and place.advanced.winner == entry]
        parts = [
            Part(label="won", value=1, round=one.round, match=one.match, opponent=one.opponent_of(entry)) for one in won
        ]
        alone = [Part(label="no opponent", value=1)] if _is_through(facts, entry) and not won else []
        return (account("through", (*parts, *alone)),)


def _is_closed(facts: Facts) -> bool:
    return facts.decision(CLOSED) is not None


def _free(facts: Facts) -> list[int]:
    """The entries that are there and have no match, in the order of coming."""
    had = facts.played.newest
    return [one.number for one in facts.entrants if not one.withdrawn and one.number not in had]


def _ask(free: Sequence[int]) -> Ask:
    """QUA-3."""
    entry = next(iter(free), None)
    left = f"Entry {entry} has no opponent, and is then through without a match." if entry else "Nobody is free."
    return Ask("phase-over", CLOSED, left, (Choice("phase-closed", decides_for=tuple(free)),), None, None)


def _is_through(facts: Facts, entry: int) -> bool:
    """Whether the entry has won, or is left over."""
    if facts.entrant(entry).withdrawn:
        return False
    places = facts.places_of(entry)
    won = any(place.advanced and place.advanced.winner == entry for place in places)
    return won or (not places and _is_closed(facts))


def _lines(facts: Facts) -> Mapping[int, Mapping[str, int]]:
    return {entry: {"through": int(_is_through(facts, entry))} for entry in facts.numbers}


def _marks(facts: Facts) -> Mapping[int, str]:
    beaten = [entry for entry in facts.numbers if _has_played(facts, entry)]
    ahead = [entry for entry in facts.numbers if _is_through(facts, entry)]
    marks = {**dict.fromkeys(facts.numbers, "in"), **dict.fromkeys(beaten, "out"), **dict.fromkeys(ahead, "through")}
    return marks_of_lines(facts, marks, None)


def _has_played(facts: Facts, entry: int) -> bool:
    ended = [place.advanced for place in facts.places_of(entry)]
    return bool(ended) and all(ended)
