"""A knockout with a consolation beside it (CON-1 to CON-12): who loses in the main bracket plays on in the other.

Progressive: the losers of the main rounds without a prize come in as they lose, the later the further on. In the long
shape each round of newcomers is followed by one without; the short one saves that round for every other (CON-11,
CON-12). Simple: the losers of round 1 alone; or of everybody's first match. By default both winners have won something
of their own; `join` has them meet, or has the main finalist play the consolation's winner for the second place (CON-7).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from domain.formats.brackets.shared import BracketsOptions, InBrackets, LengthsOrNone
from domain.formats.contract.protocol import Announced, Facts
from domain.formats.contract.steps import EmptyPlace
from domain.kernel.refusal import Refused
from domain.pairing.brackets import Brackets
from domain.pairing.wiring import CONSOLATION, MAIN, Consolation, Join, Place, Shape, Wiring, consolation
from domain.problems.tournament import OPTION_WITHOUT_EFFECT


class ConsolationOptions(BracketsOptions):
    """`lengths` is the match length of each round of the main bracket, `consolation_lengths` of the consolation and
    `join_lengths` of what both play at the end; empty: as those of the main bracket. `comes_in` is who does.
    `main_prizes` is how many places of the main bracket have a prize: nobody drops from one; `shape` is how they come
    in; both are of a progressive consolation."""

    kind: Literal["consolation"]
    comes_in: Consolation = "progressive"
    shape: Shape = "long"
    main_prizes: Annotated[int, Field(strict=True, ge=1, le=1024)] = 2
    join: Join = "none"
    consolation_lengths: LengthsOrNone = ()
    join_lengths: LengthsOrNone = ()

    def lengths_in(self, section: str) -> Sequence[int]:
        """DE-11."""
        told = {MAIN: self.lengths, CONSOLATION: self.consolation_lengths or self.lengths}
        return told.get(section, self.join_lengths or self.lengths[-1:])


class ConsolationFormat(InBrackets[ConsolationOptions]):
    """The format itself."""

    settings = ConsolationOptions

    rule = "CON-2"
    begins_in = MAIN

    def refuse_announcement(self, options: ConsolationOptions, announced: Announced) -> Refused | None:
        """... the shape and the prizes are those of a progressive consolation; who is in it plays for no second
        place besides."""
        if options.comes_in != "progressive" and (options.shape != "long" or options.main_prizes != 2):
            detail = "Only a progressive consolation has a shape, and an end set by the prizes of the main bracket."
            return Refused(OPTION_WITHOUT_EFFECT, detail, option="shape" if options.shape != "long" else "main_prizes")
        if options.join == "second-place" and options.main_prizes == 1:
            detail = "With one prize the main finalist plays in the consolation, and can't meet its winner besides."
            return Refused(OPTION_WITHOUT_EFFECT, detail, option="join")
        return super().refuse_announcement(options, announced)

    def takes_late_entries(self, options: ConsolationOptions, announced_end: bool) -> bool:
        """SE-9."""
        return announced_end and options.comes_in != "first-match"

    def empty_place(self, options: ConsolationOptions, facts: Facts) -> EmptyPlace | None:
        """SE-9. Where everybody's first match decides, who comes in from where was laid with the start."""
        return None if options.comes_in == "first-match" else super().empty_place(options, facts)

    def wiring(self, options: ConsolationOptions, entrants: int) -> Wiring:
        """CON-1 to CON-3."""
        return consolation(entrants, options.comes_in, options.shape, options.main_prizes, options.join)

    def honours(self, brackets: Brackets) -> Mapping[int, str]:
        """Who has won the consolation, and both finalists (CON-8)."""
        found = dict(_ends(brackets, CONSOLATION, "consolation-winner", "consolation-finalist"))
        return {**found, **dict(_ends(brackets, MAIN, "main-winner", "finalist"))}


def _ends(brackets: Brackets, section: str, winner: str, loser: str) -> Iterator[tuple[int, str]]:
    """What is said of the two of the bracket's last match."""
    rounds: Sequence[Sequence[Place]] = brackets.wiring.sections().get(section, [])
    if rounds:
        out, held = brackets.out_of(rounds[-1][0]), brackets.filled(rounds[-1][0])
        if held and held.loser is not None:
            yield held.loser, loser
        if out and out.entry is not None:
            yield out.entry, winner
