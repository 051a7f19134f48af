"""A knockout with a consolation beside it (CON-1 to CON-12): who loses in the main bracket plays on in the other.

Progressive: the losers of the main rounds without a prize come in as they lose, the later the further on. In the long
shape each round of newcomers is followed by one without; the short one saves that round for every other (CON-11,
CON-12). Simple: the losers of round 1 alone; or of everybody's first match. By default both winners have won something
of their own; `join` has them meet, or has the main finalist play the consolation's winner for the second place (CON-7).

Who loses in the consolation too, before it has a prize to give, may come into the last chance, round by round (CON-9,
CON-13).
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from domain.formats.brackets.shared import BracketsOptions, InBrackets, LengthsOrNone
from domain.formats.contract.protocol import NAMES, Announced
from domain.kernel.families import Form
from domain.kernel.refusal import Refused
from domain.pairing.brackets import Brackets
from domain.pairing.consolation import CONSOLATION, LAST_CHANCE, MAIN, Consolation, Join, consolation
from domain.pairing.wiring import Place, Shape, Wiring
from domain.problems.tournament import OPTION_WITHOUT_EFFECT

LastChance = Literal["none", "progressive"]
Prizes = Annotated[int, Field(strict=True, ge=1, le=1024)]


class FirstConsolationOptions(BracketsOptions):
    """`lengths` is the match length of each round of the main bracket, `consolation_lengths` of the consolation and
    `join_lengths` of what both play at the end; empty: as those of the main bracket. `comes_in` is who does.
    `main_prizes` is how many places of the main bracket have a prize: nobody drops from one; `shape` is how they come
    in; both are of a progressive consolation."""

    kind: Literal["consolation"]
    comes_in: Consolation = "progressive"
    shape: Shape = "long"
    main_prizes: Prizes = 2
    join: Join = "none"
    consolation_lengths: LengthsOrNone = ()
    join_lengths: LengthsOrNone = ()


class ConsolationOptions(FirstConsolationOptions):
    """`lengths` is the match length of each round of the main bracket, `consolation_lengths` of the consolation,
    `last_chance_lengths` of the last chance and `join_lengths` of what both winners play at the end; empty: as those of
    the main bracket. `comes_in` is who does. `main_prizes` is how many places of the main bracket have a prize: nobody
    drops from one; `shape` is how they come in; both are of a progressive consolation. `last_chance` is how losers of
    the consolation come into the last chance: those without one of the `consolation_prizes`."""

    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = 2
    last_chance: LastChance = "none"
    consolation_prizes: Prizes = 2
    last_chance_lengths: LengthsOrNone = ()

    @model_validator(mode="after")
    def _are_of_its_rules(self) -> Self:
        if self.rules_version == 1 and self != ConsolationOptions.model_construct(**dict(_write_first(self))):
            raise ValueError("rules 1 of it know no last chance: leave rules_version out")
        return self

    def lengths_in(self, section: str) -> Sequence[int]:
        """DE-11."""
        told = {
            MAIN: self.lengths,
            CONSOLATION: self.consolation_lengths or self.lengths,
            LAST_CHANCE: self.last_chance_lengths or self.lengths,
        }
        return told.get(section, self.join_lengths or self.lengths[-1:])


def _read_first(stored: FirstConsolationOptions) -> ConsolationOptions:
    return ConsolationOptions(**dict(stored))


def _write_first(options: ConsolationOptions) -> FirstConsolationOptions:
    return FirstConsolationOptions(**{name: getattr(options, name) for name in FirstConsolationOptions.model_fields})


_FIRST = Form(FirstConsolationOptions, _read_first, _write_first, names=NAMES)


class ConsolationFormat(InBrackets[ConsolationOptions]):
    """The format itself."""

    settings = ConsolationOptions

    rule = "CON-2"
    begins_in = MAIN

    def stored(self, rules: int) -> Form[ConsolationOptions]:
        """The first rules knew no last chance."""
        return _FIRST if rules == 1 else super().stored(rules)

    def refuse_announcement(self, options: ConsolationOptions, announced: Announced) -> Refused | None:
        """... the shape and the prizes are those of a progressive consolation; who is in it plays for no second
        place besides; the prizes of the consolation end the last chance."""
        if options.comes_in != "progressive" and (options.shape != "long" or options.main_prizes != 2):
            detail = "Only a progressive consolation takes a shape, or an end set by the prizes of the main bracket."
            return Refused(OPTION_WITHOUT_EFFECT, detail, option="shape" if options.shape != "long" else "main_prizes")
        if options.join == "second-place" and options.main_prizes == 1:
            detail = "With one prize the losing finalist plays in the consolation and can't also meet its winner."
            return Refused(OPTION_WITHOUT_EFFECT, detail, option="join")
        if options.last_chance == "none" and (options.last_chance_lengths or options.consolation_prizes != 2):
            option = "last_chance_lengths" if options.last_chance_lengths else "consolation_prizes"
            return Refused(
                OPTION_WITHOUT_EFFECT, "There is no last chance, so this option has no effect.", option=option
            )
        return super().refuse_announcement(options, announced)

    def takes_late_entries(self, options: ConsolationOptions, announced_end: bool) -> bool:
        """SE-9."""
        return announced_end and _is_open(options)

    def wiring(self, options: ConsolationOptions, entrants: int) -> Wiring:
        """CON-1 to CON-3."""
        last_chance = options.consolation_prizes if options.last_chance == "progressive" else None
        return consolation(entrants, options.comes_in, options.shape, options.main_prizes, options.join, last_chance)

    def honours(self, brackets: Brackets) -> Mapping[int, str]:
        """Who has won a bracket, or else lost its final (CON-8)."""
        told = (
            (LAST_CHANCE, "last-chance-finalist", "last-chance-winner"),
            (CONSOLATION, "consolation-finalist", "consolation-winner"),
            (MAIN, "finalist", "main-winner"),
        )
        lost = {entry: mark for section, mark, _ in told for entry in _ends(brackets, section)[:1] if entry}
        won = {entry: mark for section, _, mark in told for entry in _ends(brackets, section)[1:] if entry}
        return {**lost, **won}


def _is_open(options: ConsolationOptions) -> bool:
    """Whether a late entry may come. Where everybody's first match decides, and where there is a last chance, who comes
    in from where was laid with the start."""
    return options.comes_in != "first-match" and options.last_chance == "none"


def _ends(brackets: Brackets, section: str) -> tuple[int | None, int | None]:
    """Who has lost the bracket's last match, and who has won it."""
    rounds: Sequence[Sequence[Place]] = brackets.wiring.sections().get(section, [])
    if not rounds:
        return None, None
    out, held = brackets.out_of(rounds[-1][0]), brackets.filled(rounds[-1][0])
    return held.loser if held else None, out.entry if out else None
