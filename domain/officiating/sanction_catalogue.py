"""Which sanctions each clause of the federation's rules names, as data, edition by edition (TD-22). What goes beyond
them is flagged, not refused: the director has the last word, and the report shows it.

Sanctions are warnings, points, losses, exclusions and imposed equipment (TD-4, TD-6). The remedies that put a match
right (TD-10) are no sanctions, and are open under any clause.

Readings: a ruling names the clause that was broken, or the one that names the sanction; who names a whole section, such
as 4.2, may order what any clause of it names. Some may be ordered at any time, and are flagged nowhere: a monitor
[1.3.3], a clock [3.5.1(e)], a score board [4.7], and clocks set right; a baffle box only for its clauses [3.4.1(d)].
More than half of the match's length in points loses the match [2.2.4], so that clause names its loss. Other use of the
dice is against the spirit of the game [4.1.1], and costs what that costs [1.2.3]. The local edition leaves premature
rolls, doubling actions and premature cubes to the director, so that sanctions can be applied [1.1.2]: any may; the
text of these three in the edition of the world federation is not at hand, so they are unlisted there.

A clause without a line names no sanction, and one under it is flagged as unlisted. Being told in the same ruling is no
warning beforehand; a warning counts where it was given under the same line. A ruling keeps what was flagged of it,
whatever a later edition permits.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Literal, get_args

from pydantic import Field

from domain.kernel.values import Value
from domain.officiating.remedies import Ban, EquipmentImposition, Remedy, SpectatorBan

Clause = Annotated[str, Field(pattern=r"^\d{1,2}(\.\d{1,2}){0,3}(\([a-z]\))?$")]
"""A clause of the federation's tournament rules, such as 4.2.3 or 4.1.5(b)."""

Edition = Literal["wbgf", "ausbgf-2021-05", "ausbgf-2021-11"]
"""The world federation's rules; those adapted in May 2021; the same as amended in November 2021 (3.8)."""

NEWEST: Edition = "ausbgf-2021-11"

Sanction = Literal[
    "warning",
    "penalty-points",
    "game-loss",
    "match-loss",
    "disqualification",
    "expulsion",
    "ban",
    "director-ban",
    "spectator-expulsion",
    "spectator-ban",
    "clock-adjustment",
    "delay-forfeit",
    "clock",
    "baffle-box",
    "monitor",
    "score-board",
]

_SANCTIONS: Mapping[str, Sanction] = {one: one for one in get_args(Sanction)}
_ANY: tuple[Sanction, ...] = get_args(Sanction)
_AT_ANY_TIME: frozenset[Sanction] = frozenset(("clock-adjustment", "clock", "monitor", "score-board"))


class SanctionRule(Value):
    """The sanctions that a clause permits for breaches of these clauses, the mildest first. `after_warning` are those
    that a warning under this line comes before; `exceptional` those for exceptional circumstances. `for_good` is
    whether somebody may be banned from taking part without an end."""

    clause: Clause
    breaches: tuple[Clause, ...]
    about: str
    permitted: tuple[Sanction, ...]
    after_warning: tuple[Sanction, ...] = ()
    exceptional: tuple[Sanction, ...] = ()
    for_good: bool = True

    def meets(self, clause: Clause) -> bool:
        """Whether a ruling under that clause may rest on this line: one of its clauses, a part of one, or a section
        that holds one."""
        named = _parts(clause)
        mine = [_parts(one) for one in (self.clause, *self.breaches)]
        return any(_within(named, one) or (len(named) > 1 and _within(one, named)) for one in mine)


def _parts(clause: Clause) -> list[str]:
    return re.findall(r"\w+", clause)


def _within(part: Sequence[str], whole: Sequence[str]) -> bool:
    return list(part[: len(whole)]) == list(whole)


def _line(clause: Clause, breaches: str, about: str, *permitted: Sanction, **limits: object) -> SanctionRule:
    fields = {"clause": clause, "breaches": tuple(breaches.split()), "about": about, "permitted": permitted}
    return SanctionRule.model_validate({**fields, **limits})


def _warning_then_points(clause: Clause, about: str) -> SanctionRule:
    return _line(clause, "", about, "warning", "penalty-points", after_warning=("penalty-points",))


_ETIQUETTE: tuple[Sanction, ...] = ("disqualification", "expulsion", "ban")
_PLACED: tuple[Sanction, ...] = ("spectator-ban", "ban")
_AFTER_WARNING: tuple[Sanction, ...] = ("penalty-points", "disqualification", "expulsion", "spectator-expulsion")

_SHARED = (
    _line("1.2.3", "1.2.1 4.1.1", "etiquette", *_ETIQUETTE, "director-ban", exceptional=("ban",), for_good=False),
    _line("1.2.3", "1.2.2", "handling of equipment", *_ETIQUETTE, exceptional=("ban",), for_good=False),
    _line("1.3.3", "", "monitors", "monitor"),
    _line("1.5", "", "official languages", "warning", *_AFTER_WARNING, after_warning=_AFTER_WARNING),
    _line("1.6.3", "1.6.1 1.6.2", "spectators", "spectator-expulsion", *_PLACED, exceptional=_PLACED),
    _line(
        "1.7.6",
        "1.7.1 1.7.2 1.7.3 1.7.4 1.7.5",
        "aids, recording, headphones, telephones and outside help",
        *("warning", "penalty-points", "disqualification", "expulsion", "ban"),
        exceptional=("ban",),
    ),
    _line("1.7.7", "", "a monitor asked for", "monitor"),
    _line("2.2.4", "2.2.1 2.2.2 2.2.3", "starting times and breaks", "penalty-points", "match-loss"),
    _line("2.3.1", "", "slow play", "warning", "penalty-points", "clock", after_warning=("penalty-points",)),
    _line("2.3.2", "", "slow play, as asked for", "clock", "monitor"),
    _line("2.4.1", "4.1.1 4.1.4(a)", "random and valid dice", "baffle-box"),
    _line("2.4.2", "", "dice, as asked for", "baffle-box", "monitor"),
    _line("3.4.1", "", "baffle boxes", "baffle-box"),
    _line("3.5.1", "", "game clocks", "clock"),
    _line("3.7.1", "", "change of equipment", "baffle-box", "clock"),
    _line("4.1.5(b)", "", "dice picked up before the turn has ended", "delay-forfeit"),
    _warning_then_points("4.2.1", "moves"),
    _warning_then_points("4.2.2", "handling of checkers"),
    _warning_then_points("4.2.3", "illegal moves, repeated"),
    _warning_then_points("4.2.5", "checker shuffling"),
    _warning_then_points("4.3.1", "handling of the game clock"),
    _line("4.3.3", "", "time run out", "match-loss"),
    _line(
        "4.3.4",
        "",
        "silence about the opponent's running clock",
        *("clock-adjustment", "warning", "penalty-points", "game-loss", "match-loss", "disqualification", "ban"),
        exceptional=("ban",),
    ),
    _line("4.4.4", "", "silence about a doubled Crawford game", "match-loss", "disqualification"),
    _line("4.5", "", "agreed outcomes", "disqualification", "ban", exceptional=("ban",)),
    _line("4.7", "", "scorekeeping", "score-board"),
)
_LEFT_TO_THE_DIRECTOR = _line("1.1.2", "4.1.5(a) 4.4.2 4.4.5", "premature rolls, doubling actions and cubes", *_ANY)
_RECORDING = _line("3.8", "", "board, streaming and recording", *_ANY)

CATALOGUE: Mapping[Edition, tuple[SanctionRule, ...]] = {
    "wbgf": (*_SHARED, _RECORDING),
    "ausbgf-2021-05": (*_SHARED, _LEFT_TO_THE_DIRECTOR),
    "ausbgf-2021-11": (*_SHARED, _LEFT_TO_THE_DIRECTOR, _RECORDING),
}
"""The lines of each edition. Reading: the amendment of 3.8 does not reach back, and what it amended is not at hand."""

Departure = Literal["not-permitted", "for-good", "no-warning-before", "unlisted-clause"]


class Flag(Value):
    """A note to the federation about a remedy: its place in the ruling, from 1, and in what it departs."""

    remedy_number: int
    departure: Departure
    clause: Clause
    permitted: tuple[Sanction, ...]


def lines(edition: Edition, clause: Clause) -> tuple[SanctionRule, ...]:
    """The lines of the edition on which a ruling under the clause may rest; none where it names no sanction."""
    return tuple(rule for rule in CATALOGUE[edition] if rule.meets(clause))


def same_line(edition: Edition, clause: Clause, other: Clause) -> bool:
    """Whether rulings under both clauses may rest on one line."""
    met = lines(edition, clause)
    return any(line in met for line in lines(edition, other))


def flags(
    edition: Edition, clause: Clause, remedies: Sequence[Remedy], warned: Callable[[Remedy], bool]
) -> tuple[Flag, ...]:
    """Where a ruling under that clause departs from the catalogue. `warned` says whether who a remedy is against has
    been warned under the same line before."""
    met = lines(edition, clause)
    permitted = tuple(dict.fromkeys(sanction for rule in met for sanction in rule.permitted))
    return tuple(
        Flag(remedy_number=number, departure=departs, clause=clause, permitted=permitted)
        for number, remedy in enumerate(remedies, 1)
        if (departs := _departure(met, remedy, warned)) is not None
    )


def _departure(met: Sequence[SanctionRule], remedy: Remedy, warned: Callable[[Remedy], bool]) -> Departure | None:
    """In what it departs from each line; None where one of them permits it as it is."""
    sanction = _sanction(remedy)
    if sanction is None or sanction in _AT_ANY_TIME:
        return None
    naming = [rule for rule in met if sanction in rule.permitted]
    if not naming:
        return "not-permitted" if met else "unlisted-clause"
    if _without_end(remedy) and not any(rule.for_good for rule in naming):
        return "for-good"
    if all(sanction in rule.after_warning for rule in naming) and not warned(remedy):
        return "no-warning-before"
    return None


def _sanction(remedy: Remedy) -> Sanction | None:
    """The remedy in the words of the catalogue; None where it puts a match right."""
    return _SANCTIONS.get(remedy.equipment if isinstance(remedy, EquipmentImposition) else remedy.kind)


def _without_end(remedy: Remedy) -> bool:
    return isinstance(remedy, Ban | SpectatorBan) and remedy.until is None
