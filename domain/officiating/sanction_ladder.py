"""The sanctions that a clause permits as a ladder, the mildest first, and which of them comes next (TD-22).

Reading: proposed is the mildest that is not only for exceptional circumstances, may be ordered without a departure, and
was not given under the same line before; where all were given, the severest of them. The director decides.
"""

from collections.abc import Collection, Sequence

from domain.kernel.values import Value
from domain.officiating.sanction_catalogue import Clause, Edition, Sanction, SanctionRule, lines


class Rung(Value):
    """One sanction: whether it is for exceptional circumstances, whether a warning comes before it, whether it may be
    ordered now without being flagged, and whether it was given before."""

    sanction: Sanction
    exceptional: bool
    after_warning: bool
    open: bool
    given: bool


class Ladder(Value):
    """The sanctions that an edition permits under a clause, by these `lines` of it; nothing is proposed where no rung
    is left, or the clause names no sanction."""

    edition: Edition
    clause: Clause
    lines: tuple[SanctionRule, ...]
    rungs: tuple[Rung, ...]
    proposed: Sanction | None


def ladder(edition: Edition, clause: Clause, given: Collection[Sanction]) -> Ladder:
    """The ladder for somebody to whom these sanctions were given before, under the same lines of the catalogue."""
    met = lines(edition, clause)
    named = dict.fromkeys(sanction for line in met for sanction in line.permitted)
    rungs = tuple(_rung(met, sanction, given) for sanction in named)
    return Ladder(edition=edition, clause=clause, lines=met, rungs=rungs, proposed=_proposed_sanction(rungs))


def _rung(met: Sequence[SanctionRule], sanction: Sanction, given: Collection[Sanction]) -> Rung:
    naming = [line for line in met if sanction in line.permitted]
    after_warning = all(sanction in line.after_warning for line in naming)
    return Rung(
        sanction=sanction,
        exceptional=all(sanction in line.exceptional for line in naming),
        after_warning=after_warning,
        open=not after_warning or "warning" in given,
        given=sanction in given,
    )


def _proposed_sanction(rungs: Sequence[Rung]) -> Sanction | None:
    usable = [rung for rung in rungs if rung.open and not rung.exceptional]
    fresh = [rung.sanction for rung in usable if not rung.given]
    return fresh[0] if fresh else usable[-1].sanction if usable else None
