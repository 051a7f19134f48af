"""A knockout with a consolation beside it (CON-1 to CON-12): who loses in the main bracket plays on in the other.

Progressive: the losers of the main rounds without a prize come in as they lose, the later the further on. In the long
shape each round of newcomers is followed by one without; the short one saves that round for every other (CON-11,
CON-12). Simple: the losers of round 1 alone; or of everybody's first match. By default both winners have won something
of their own; `join` has them meet, or has the main finalist play the consolation's winner for the second place (CON-7).

Who loses in the consolation too, before it has a prize to give, may come into the last chance, round by round (CON-9,
CON-13). After a buy-back phase those who were beaten in it begin in the consolation, and the losers of the main bracket
come to them (QUA-4).

Who is marked as absent plays on in the bracket they are in, and once beaten comes into no other: the place is empty
(CON-5). Readings: that can be said until the place is filled, and taken back until they are beaten. It needs no
announcement: all come in of whom it is not said.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from domain.formats.brackets.shared import (
    BoutsInBrackets,
    BracketsOptions,
    ByesAndReplays,
    InBrackets,
    LengthsOrNone,
    ListedByes,
    ends,
    is_known_to,
)
from domain.formats.contract.protocol import Announced, Facts
from domain.kernel.refusal import Refused
from domain.pairing.brackets import Brackets
from domain.pairing.consolation import CONSOLATION, LAST_CHANCE, MAIN, Consolation, Join, consolation
from domain.pairing.wiring import Shape, Wiring
from domain.problems.tournament import OPTION_WITHOUT_EFFECT

EVER = 1_000_000
"""A round after all others: what was said last of who is absent counts."""

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


class SecondConsolationOptions(FirstConsolationOptions):
    """... `last_chance` is how losers of the consolation come into the last chance, with `last_chance_lengths` there:
    those without one of the `consolation_prizes`."""

    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = 2
    last_chance: LastChance = "none"
    consolation_prizes: Prizes = 2
    last_chance_lengths: LengthsOrNone = ()


class ThirdConsolationOptions(SecondConsolationOptions, ByesAndReplays):
    """`lengths` is the match length of each round of the main bracket, `consolation_lengths` of the consolation,
    `last_chance_lengths` of the last chance and `join_lengths` of what both winners play at the end; empty: as those of
    the main bracket. `comes_in` is who does. `main_prizes` is how many places of the main bracket have a prize: nobody
    drops from one; `shape` is how they come in; both are of a progressive consolation. `last_chance` is how losers of
    the consolation come into the last chance: those without one of the `consolation_prizes`. `beaten_begin_in` is the
    bracket in which those begin who have lost in the stage before. `byes_to` and `replay_lengths`
    are those of all brackets."""

    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = 3
    beaten_begin_in: Literal["main-bracket", "consolation-bracket"] = "main-bracket"

    @model_validator(mode="after")
    def _are_of_its_rules(self) -> Self:
        if not is_known_to(EARLIER, self):
            raise ValueError(f"rules {self.rules_version} of it do not know all these options: leave rules_version out")
        return self

    def lengths_in(self, section: str) -> Sequence[int]:
        """DE-11."""
        told = {
            MAIN: self.lengths,
            CONSOLATION: self.consolation_lengths or self.lengths,
            LAST_CHANCE: self.last_chance_lengths or self.lengths,
        }
        return told.get(section, self.join_lengths or self.lengths[-1:])


class FourthConsolationOptions(ThirdConsolationOptions, BoutsInBrackets):
    """... as of all brackets of bouts."""

    bouts_in: ClassVar[str] = MAIN
    bouts_since: ClassVar[int] = 4
    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = 4


class ConsolationOptions(FourthConsolationOptions, ListedByes):
    """... `first_byes` are the entries that have byes before all others, by lot among them (SE-3)."""

    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = 5


EARLIER = (FirstConsolationOptions, SecondConsolationOptions, ThirdConsolationOptions, FourthConsolationOptions)
"""The first rules knew no last chance; the second nobody who begins in the consolation; the third no bouts; the
fourth no entries whose byes come first."""


class ConsolationFormat(InBrackets[ConsolationOptions]):
    """The format itself."""

    settings = ConsolationOptions
    earlier = EARLIER

    rule = "CON-2"
    begins_in = MAIN
    leaves_absent_out = True

    def refuse_announcement(self, options: ConsolationOptions, announced: Announced) -> Refused | None:
        """... the shape and the prizes are those of a progressive consolation; who is in it plays for no second
        place besides; the prizes of the consolation end the last chance."""
        if options.comes_in != "progressive" and (options.shape != "long" or options.main_prizes != 2):
            detail = "Only a progressive consolation takes a shape, or an end set by the prizes of the main bracket."
            return Refused(OPTION_WITHOUT_EFFECT, detail, option="shape" if options.shape != "long" else "main_prizes")
        if options.join == "second-place" and options.main_prizes == 1:
            detail = "With one prize the losing finalist plays in the consolation and can't also meet its winner."
            return Refused(OPTION_WITHOUT_EFFECT, detail, option="join")
        if options.beaten_begin_in == "consolation-bracket":
            refusal = _refuse_to_begin_there(options, announced)
            if refusal is not None:
                return refusal
        if options.last_chance == "none" and (options.last_chance_lengths or options.consolation_prizes != 2):
            option = "last_chance_lengths" if options.last_chance_lengths else "consolation_prizes"
            return Refused(
                OPTION_WITHOUT_EFFECT, "There is no last chance, so this option has no effect.", option=option
            )
        return super().refuse_announcement(options, announced)

    def takes_late_entries(self, options: ConsolationOptions, announced_end: bool) -> bool:
        """SE-9."""
        return announced_end and _is_open(options)

    def wiring(self, options: ConsolationOptions, entrants: int, beaten: int = 0) -> Wiring:
        """CON-1 to CON-3, QUA-4."""
        last_chance = options.consolation_prizes if options.last_chance == "progressive" else None
        return consolation(
            entrants, options.comes_in, options.shape, options.main_prizes, options.join, last_chance, beaten
        )

    def wiring_of(self, options: ConsolationOptions, facts: Facts) -> Wiring:
        """Where those who were beaten begin in the consolation, and two others are there for the main bracket."""
        return self.wiring(options, facts.starters, len(_begin_beaten(options, facts)))

    def by_seed(self, options: ConsolationOptions, facts: Facts) -> Sequence[int | None]:
        """Those who begin in the consolation have the last seeds."""
        beaten = _begin_beaten(options, facts)
        return sorted(super().by_seed(options, facts), key=lambda entry: entry in beaten)

    def stays_away(self, facts: Facts, entry: int) -> bool:
        """CON-5: who is absent as the place is filled."""
        return facts.is_absent(entry, EVER)

    def honours(self, brackets: Brackets) -> Mapping[int, str]:
        """The winner of a bracket, or else the loser of its final (CON-8)."""
        told = (
            (LAST_CHANCE, "last-chance-finalist", "last-chance-winner"),
            (CONSOLATION, "consolation-finalist", "consolation-winner"),
            (MAIN, "finalist", "main-winner"),
        )
        lost = {entry: mark for section, mark, _ in told for entry in ends(brackets, section)[:1] if entry}
        won = {entry: mark for section, _, mark in told for entry in ends(brackets, section)[1:] if entry}
        return {**lost, **won}


def _begin_beaten(options: ConsolationOptions, facts: Facts) -> Collection[int]:
    """Who begins in the consolation (QUA-4). With fewer than two others all begin in the main bracket."""
    if options.beaten_begin_in == "main-bracket" or facts.starters - len(facts.beaten_before) < 2:
        return ()
    return facts.beaten_before


def _refuse_to_begin_there(options: ConsolationOptions, announced: Announced) -> Refused | None:
    """QUA-4: it takes a stage before, and a progressive consolation, to which those who come fit themselves."""
    if announced.stage == 1:
        detail = "Nobody was beaten before the first stage: announce the buy-back phase before it."
        return Refused(OPTION_WITHOUT_EFFECT, detail, option="beaten_begin_in")
    if options.comes_in != "progressive" or options.shape != "long":
        detail = "Where players begin in the consolation, it has no shape of its own, and main losers come in later."
        return Refused(OPTION_WITHOUT_EFFECT, detail, option="shape" if options.shape != "long" else "comes_in")
    return None


def _is_open(options: ConsolationOptions) -> bool:
    """Whether a late entry may come. Where everybody's first match decides, and where there is a last chance, who comes
    in from where was laid with the start."""
    return options.comes_in != "first-match" and options.last_chance == "none"
