"""Which sanctions the federation's rules name for a breach, as data (TD-22). What goes beyond them is flagged, not
refused: the director has the last word, and the report shows it.

Sanctions are warnings, points, losses, exclusions and imposed equipment (TD-4, TD-6). The remedies that put a match
right (TD-10) are no sanctions, and are open under any rule.

Readings: a clause covers its subclauses, unless one of them names sanctions of its own. A rule that names no sanction
permits none; a clause that no line covers is flagged as unlisted, whether the rules have it or not. Outside help
[1.7.8] may be a spectator's, who is sent away for it. An agreed outcome [4.5] is a breach of the contest: it costs a
warning, the match, or what bad conduct costs [1.2]. Being told in the same ruling is no warning beforehand; a warning
counts where it was given under the same line of this catalogue. A ruling keeps what was flagged of it, whatever a later
edition permits. The first rulings recorded less, and are read by this catalogue: a later edition is another one, beside
it.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Annotated, Literal, get_args

from pydantic import Field

from domain.directing.remedies import PenaltyPoints, Remedy
from domain.values import Side, Value

Clause = Annotated[str, Field(pattern=r"^\d{1,2}(\.\d{1,2}){0,3}$")]
"""A clause of the federation's tournament rules, such as 4.2.3."""

Sanction = Literal[
    "warning",
    "penalty-points",
    "game-loss",
    "match-loss",
    "disqualification",
    "expulsion",
    "bar",
    "director-bar",
    "spectator-expulsion",
    "spectator-bar",
    "equipment-imposition",
]

_SANCTIONS: frozenset[str] = frozenset(get_args(Sanction))


class SanctionRule(Value):
    """What a clause permits, the mildest first; `warning_first` where points need a warning before them."""

    clause: Clause
    about: str
    permitted: tuple[Sanction, ...]
    warning_first: bool = False


_EXCLUSIONS: tuple[Sanction, ...] = ("disqualification", "expulsion", "bar")
_SPECTATORS: tuple[Sanction, ...] = ("spectator-expulsion", "spectator-bar")
_WARNING_THEN_POINTS: tuple[Sanction, ...] = ("warning", "penalty-points")
_IMPOSITION: tuple[Sanction, ...] = ("equipment-imposition",)

CATALOGUE = (
    SanctionRule(clause="1.2", about="etiquette and handling of equipment", permitted=(*_EXCLUSIONS, "director-bar")),
    SanctionRule(clause="1.5", about="official languages", permitted=_WARNING_THEN_POINTS, warning_first=True),
    SanctionRule(clause="1.6", about="spectators", permitted=("warning", *_SPECTATORS)),
    SanctionRule(clause="1.7", about="recording, telephones, headphones and outside help", permitted=_EXCLUSIONS),
    SanctionRule(clause="1.7.8", about="outside help, by spectators too", permitted=(*_EXCLUSIONS, *_SPECTATORS)),
    SanctionRule(clause="2.2", about="late start or return", permitted=("penalty-points", "match-loss")),
    SanctionRule(clause="2.3", about="slow play", permitted=_IMPOSITION),
    SanctionRule(clause="2.4", about="random and valid dice", permitted=_IMPOSITION),
    SanctionRule(clause="3.4", about="baffle box", permitted=_IMPOSITION),
    SanctionRule(clause="3.5", about="clocks, their use", permitted=_IMPOSITION),
    SanctionRule(
        clause="4.2", about="checkers, moves and shuffling", permitted=_WARNING_THEN_POINTS, warning_first=True
    ),
    SanctionRule(clause="4.3", about="clock handling", permitted=_WARNING_THEN_POINTS, warning_first=True),
    SanctionRule(clause="4.3.3", about="time run out", permitted=("match-loss",)),
    SanctionRule(clause="4.5", about="agreed outcomes", permitted=("warning", "match-loss", *_EXCLUSIONS)),
)


Departure = Literal["not-permitted", "no-warning-before", "unlisted-clause"]


class Flag(Value):
    """What the federation is shown of a remedy: its place in the ruling, from 1, and in what it departs."""

    remedy: int
    departs: Departure
    clause: Clause
    permitted: tuple[Sanction, ...]


def sanction_rule(clause: Clause) -> SanctionRule | None:
    """The most particular line of the catalogue that covers the clause; None where the rule names no sanction."""
    covering = [rule for rule in CATALOGUE if f"{clause}.".startswith(f"{rule.clause}.")]
    return max(covering, key=lambda rule: len(rule.clause), default=None)


def flags(clause: Clause, remedies: Sequence[Remedy], warned: Collection[Side]) -> tuple[Flag, ...]:
    """Where a ruling under that clause departs from the catalogue. `warned` are the sides of its match that have been
    warned under the same line before."""
    rule = sanction_rule(clause)
    if rule is None:
        return _sanctioned_at_all(clause, remedies, "unlisted-clause")
    return tuple(
        Flag(remedy=number, departs=departs, clause=clause, permitted=rule.permitted)
        for number, remedy in enumerate(remedies, 1)
        for departs in _departures(rule, remedy, warned)
    )


def _sanctioned_at_all(clause: Clause, remedies: Sequence[Remedy], departs: Departure) -> tuple[Flag, ...]:
    sanctions = (number for number, remedy in enumerate(remedies, 1) if remedy.kind in _SANCTIONS)
    return tuple(Flag(remedy=number, departs=departs, clause=clause, permitted=()) for number in sanctions)


def flags_told(clause: Clause, remedies: Sequence[Remedy], flagged: Collection[int]) -> tuple[Flag, ...]:
    """The flags of a ruling that has recorded which of its remedies were `flagged`, and not in what they depart. Under
    an unlisted clause nothing was permitted then."""
    unlisted = sanction_rule(clause) is None
    found = _sanctioned_at_all(clause, remedies, "not-permitted") if unlisted else flags(clause, remedies, ())
    return tuple(flag for flag in found if flag.remedy in flagged)


def _departures(rule: SanctionRule, remedy: Remedy, warned: Collection[Side]) -> Iterator[Departure]:
    if remedy.kind in _SANCTIONS and remedy.kind not in rule.permitted:
        yield "not-permitted"
    if rule.warning_first and isinstance(remedy, PenaltyPoints) and remedy.offender not in warned:
        yield "no-warning-before"
