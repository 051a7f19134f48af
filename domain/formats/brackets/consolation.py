"""A knockout with a consolation beside it (CON-1 to CON-12): who loses in the main bracket plays on in the other.

Progressive: the losers of the main rounds without a prize come in as they lose, the later the further on. In the long
shape each round of newcomers is followed by one without; the short one saves that round for every other (CON-11,
CON-12). Simple: the losers of round 1 alone; or of everybody's first match. By default both winners have won something
of their own; `join` has them meet, or has the main finalist play the consolation's winner for the second place (CON-7).

Drawn afresh: as soon as the last main round that drops is played, those beaten in it and before are drawn by lot into a
bracket of their own, while the main bracket plays on (CON-6).

Who loses in the consolation too, before it has a prize to give, may come into the last chance: round by round (CON-9,
CON-13), or drawn afresh. After a buy-back phase those who were beaten in it begin in the consolation, and the losers of
the main bracket come to them (QUA-4).

Who is marked as absent plays on in the bracket they are in, and once beaten comes into no other: the place is empty
(CON-5). Readings: that can be said until the place is filled, and taken back until they are beaten. It needs no
announcement: all come in of whom it is not said.

Readings of CON-6: it is drawn by itself, with the result that says who the last of them is, and once no late entry can
take a place in round 1 any more; until then anybody can say that they stay away, or come back. What is drawn is the
seat of who is beaten in a place, so that a corrected result changes who sits there, and nobody else's seat. Of those of
whom nobody was there each has an empty seat, the highest first, as far as there are some: who comes back late takes it
while nobody has begun on its walkover, and so does who comes by a corrected result. With fewer than two there is no
bracket.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from domain.formats import slots
from domain.formats.brackets.shared import (
    BoutsInBrackets,
    BracketsOptions,
    ByesAndReplays,
    InBrackets,
    LengthsOrNone,
    ListedByes,
    ends,
    is_known_to,
    newest_of_each,
)
from domain.formats.contract import steps
from domain.formats.contract.protocol import Announced, Facts
from domain.kernel.refusal import Refused
from domain.pairing.bracket import Out
from domain.pairing.brackets import Brackets
from domain.pairing.consolation import (
    CONSOLATION,
    LAST_CHANCE,
    MAIN,
    Consolation,
    Draws,
    Join,
    Orders,
    consolation,
)
from domain.pairing.wiring import LoserOf, Place, Shape, Wiring
from domain.problems.tournament import OPTION_WITHOUT_EFFECT

DRAWN = (CONSOLATION, LAST_CHANCE)
"""The brackets that may be drawn while others play."""

EVER = 1_000_000
"""A round after all others: what was said last of who is absent counts."""

FirstConsolation = Literal["progressive", "first-round", "first-match"]
FirstLastChance = Literal["none", "progressive"]
LastChance = Literal[FirstLastChance, "drawn"]
Prizes = Annotated[int, Field(strict=True, ge=1, le=1024)]
RoundOrNone = Annotated[int, Field(strict=True, ge=1, le=100)] | None
RULES_WITH_DRAWS = 6


class MainAndConsolation(BracketsOptions):
    """... `comes_in` is who comes into the consolation."""

    asked_first: ClassVar[tuple[str, ...]] = (
        *BracketsOptions.asked_first,
        *("comes_in", "drawn_after", "shape", "main_prizes", "join", "consolation_lengths", "join_lengths"),
        *("last_chance", "last_chance_from", "last_chance_until", "consolation_prizes", "last_chance_lengths"),
    )
    asked_last: ClassVar[tuple[str, ...]] = (*BracketsOptions.asked_last, "beaten_begin_in")

    kind: Literal["consolation"]
    comes_in: Consolation = "progressive"
    shape: Shape = "long"
    main_prizes: Prizes = 2
    join: Join = "none"
    consolation_lengths: LengthsOrNone = ()
    join_lengths: LengthsOrNone = ()


class FirstConsolationOptions(MainAndConsolation):
    """`lengths` is the match length of each round of the main bracket, `consolation_lengths` of the consolation and
    `join_lengths` of what both play at the end; empty: as those of the main bracket. `comes_in` is who does.
    `main_prizes` is how many places of the main bracket have a prize: nobody drops from one; `shape` is how they come
    in; both are of a progressive consolation."""

    comes_in: FirstConsolation = "progressive"


class WithLastChance(MainAndConsolation):
    """... and into the `last_chance`."""

    last_chance: LastChance = "none"
    consolation_prizes: Prizes = 2
    last_chance_lengths: LengthsOrNone = ()


class NothingDrawn(WithLastChance):
    """... without brackets that are drawn while others play."""

    comes_in: FirstConsolation = "progressive"
    last_chance: FirstLastChance = "none"


class SecondConsolationOptions(NothingDrawn):
    """... `last_chance` is how losers of the consolation come into the last chance, with `last_chance_lengths` there:
    those without one of the `consolation_prizes`."""

    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = 2


class AfterBuyBack(WithLastChance, ByesAndReplays):
    """... `beaten_begin_in` is the bracket in which those begin who have lost in the stage before."""

    beaten_begin_in: Literal["main-bracket", "consolation-bracket"] = "main-bracket"

    @model_validator(mode="after")
    def _are_of_its_rules(self) -> Self:
        draws = self.draws_later and self.rules_version < RULES_WITH_DRAWS
        if draws or not is_known_to(EARLIER, self):
            raise ValueError(f"rules {self.rules_version} of it do not know all these options: leave rules_version out")
        return self

    @property
    def draws_later(self) -> bool:
        """CON-6."""
        return "drawn" in (self.comes_in, self.last_chance)

    def lengths_in(self, section: str) -> Sequence[int]:
        """DE-11."""
        told = {
            MAIN: self.lengths,
            CONSOLATION: self.consolation_lengths or self.lengths,
            LAST_CHANCE: self.last_chance_lengths or self.lengths,
        }
        return told.get(section, self.join_lengths or self.lengths[-1:])


class ThirdConsolationOptions(NothingDrawn, AfterBuyBack):
    """`lengths` is the match length of each round of the main bracket, `consolation_lengths` of the consolation,
    `last_chance_lengths` of the last chance and `join_lengths` of what both winners play at the end; empty: as those of
    the main bracket. `comes_in` is who does. `main_prizes` is how many places of the main bracket have a prize: nobody
    drops from one; `shape` is how they come in; both are of a progressive consolation. `last_chance` is how losers of
    the consolation come into the last chance: those without one of the `consolation_prizes`. `beaten_begin_in` is the
    bracket in which those begin who have lost in the stage before. `byes_to` and `replay_lengths`
    are those of all brackets."""

    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = 3


class OfBouts(AfterBuyBack, BoutsInBrackets):
    """... as of all brackets of bouts."""

    bouts_in: ClassVar[str] = MAIN
    bouts_since: ClassVar[int] = 4


class FourthConsolationOptions(NothingDrawn, OfBouts):
    """... as of all brackets of bouts."""

    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = 4


class FifthConsolationOptions(NothingDrawn, OfBouts, ListedByes):
    """... `first_byes` are the entries that have byes before all others, by lot among them (SE-3)."""

    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = 5


class SixthConsolationOptions(OfBouts, ListedByes):
    """... a consolation or last chance may be `drawn` while others play (CON-6): the consolation `drawn_after` that
    round of the main bracket, None: the last whose losers have no prize; the last chance of those beaten in the rounds
    `last_chance_from` to `last_chance_until` of the consolation, None: of all who are out without a prize."""

    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = RULES_WITH_DRAWS
    drawn_after: RoundOrNone = None
    last_chance_from: RoundOrNone = None
    last_chance_until: RoundOrNone = None


class ConsolationOptions(SixthConsolationOptions):
    """... who leaves is beaten wherever they would have come."""

    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = 7


EARLIER = (
    FirstConsolationOptions,
    SecondConsolationOptions,
    ThirdConsolationOptions,
    FourthConsolationOptions,
    FifthConsolationOptions,
    SixthConsolationOptions,
)
"""The first rules knew no last chance; the second nobody who begins in the consolation; the third no bouts; the
fourth no entries whose byes come first; the fifth no bracket drawn while others play. By the sixth who left had the
rank of the place in which they would have come next."""


class ConsolationFormat(InBrackets[ConsolationOptions]):
    """The format itself."""

    settings = ConsolationOptions
    earlier = EARLIER

    rule = "CON-2"
    begins_in = MAIN
    beaten_since = 7
    leaves_absent_out = True

    def refuse_announcement(self, options: ConsolationOptions, announced: Announced) -> Refused | None:
        """... the shape is that of a progressive consolation; who is in it plays for no second place besides; the
        prizes of the consolation end the last chance; draws are of what is drawn."""
        if options.comes_in not in ("progressive", "drawn") and (options.shape != "long" or options.main_prizes != 2):
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
        return _refuse_draws(options) or super().refuse_announcement(options, announced)

    def takes_late_entries(self, options: ConsolationOptions, announced_end: bool) -> bool:
        """SE-9."""
        return announced_end and _is_open(options)

    def wiring(self, options: ConsolationOptions, entrants: int, beaten: int = 0, orders: Orders = ()) -> Wiring:
        """CON-1 to CON-3, CON-6, QUA-4."""
        last_chance = options.consolation_prizes if options.last_chance != "none" else None
        rounds = (options.drawn_after, options.last_chance_from, options.last_chance_until)
        draws = Draws(options.last_chance == "drawn", *rounds, orders)
        kind, shape = options.comes_in, options.shape
        return consolation(entrants, kind, shape, options.main_prizes, options.join, last_chance, beaten, draws)

    def wiring_of(self, options: ConsolationOptions, facts: Facts) -> Wiring:
        """Where those who were beaten begin in the consolation, and two others are there for the main bracket."""
        orders = tuple((one, tuple(order)) for one in DRAWN if (order := facts.order_drawn(one)) is not None)
        return self.wiring(options, facts.starters, len(_begin_beaten(options, facts)), orders)

    def service(
        self, options: ConsolationOptions, facts: Facts, touched: Collection[int] | None
    ) -> steps.Service | None:
        """... and the draw of a bracket, once it is known who comes into it (CON-6)."""
        if not options.draws_later:
            return super().service(options, facts, touched)
        return super().service(options, facts, None) or self._draw_due(options, facts)

    def _draw_due(self, options: ConsolationOptions, facts: Facts) -> steps.DrawBracket | None:
        """The draw that can be made. While a late entry may still take a place, nobody knows who all are beaten
        there."""
        if not facts.started or self.empty_place(options, facts, None) is not None:
            return None
        brackets = self._whole(options, facts)
        for section, places in brackets.wiring.undrawn.items():
            outs = [brackets.coming(LoserOf(name)) for name in places]
            if None not in outs:
                here = (name for name, out in zip(places, outs, strict=True) if out and _is_here(brackets, out))
                return steps.DrawBracket(section, tuple(here))
        return None

    def by_seed(self, options: ConsolationOptions, facts: Facts) -> Sequence[int | None]:
        """Those who begin in the consolation have the last seeds."""
        beaten = _begin_beaten(options, facts)
        return sorted(super().by_seed(options, facts), key=lambda entry: entry in beaten)

    def stays_away(self, facts: Facts, entry: int) -> bool:
        """CON-5: who is absent as the place is filled."""
        return facts.is_absent(entry, EVER)

    def may_come_back(self, options: ConsolationOptions, facts: Facts, entry: int) -> bool:
        """... or are to be drawn, or have an empty seat in what was drawn (CON-6)."""
        if super().may_come_back(options, facts, entry):
            return True
        if not options.draws_later:
            return False
        brackets = self._whole(options, facts)
        beaten_in = _beaten_in(brackets, facts, entry)
        waits = beaten_in is not None and brackets.wiring.awaiting_draw(beaten_in.name) is not None
        return waits or self.late_seat(options, facts, entry) is not None

    def late_seat(self, options: ConsolationOptions, facts: Facts, entry: int) -> steps.EmptyPlace | None:
        """CON-6: where nobody has begun on its walkover."""
        brackets = self._whole(options, facts)
        beaten_in = _beaten_in(brackets, facts, entry)
        if beaten_in is None or facts.entrant(entry).withdrawn:
            return None
        late = LoserOf(beaten_in.name, lot=0)
        names = (one.name for one in brackets.above(beaten_in) if late in one.feeds)
        free = (slots.free_place(facts, name, None, brackets.wiring.above.__getitem__) for name in names)
        return next(free, None)

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
    """The entries that begin in the consolation (QUA-4). With fewer than two others all begin in the main bracket."""
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


def _beaten_in(brackets: Brackets, facts: Facts, entry: int) -> Place | None:
    """The place in which the entry was beaten last; None: it has not been, or stands elsewhere since."""
    newest = newest_of_each(facts.places).get(entry)
    if newest is None or newest.slot is None or slots.state_of_place(facts, newest).loser != entry:
        return None
    return brackets.slot(newest.slot)


def _is_here(brackets: Brackets, out: Out) -> bool:
    return out.entry is not None and brackets.present(out.entry)


def _refuse_draws(options: ConsolationOptions) -> Refused | None:
    """CON-6: rounds are of what is drawn; a consolation that is has no shape."""
    first, last = options.last_chance_from, options.last_chance_until
    drawn, last_drawn = options.comes_in == "drawn", options.last_chance == "drawn"
    said = (
        ("shape", drawn and options.shape != "long"),
        ("drawn_after", not drawn and options.drawn_after is not None),
        ("last_chance_from", not last_drawn and first is not None),
        ("last_chance_until", not last_drawn and last is not None),
    )
    option = next((one for one, has_no_effect in said if has_no_effect), None)
    if option is not None:
        detail = f"Beside the other choices {option} has no effect: leave it out."
        return Refused(OPTION_WITHOUT_EFFECT, detail, option=option)
    if first and last and first > last:
        detail = f"Nobody is beaten from round {first} to round {last}: give the earlier round first."
        return Refused(OPTION_WITHOUT_EFFECT, detail, option="last_chance_from")
    return None


def _is_open(options: ConsolationOptions) -> bool:
    """Whether a late entry may come. Where everybody's first match decides, and where losers come into a last chance
    round by round, who comes in from where was laid with the start."""
    return options.comes_in != "first-match" and options.last_chance != "progressive"
