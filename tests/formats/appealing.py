"""Rulings given and appealed on a desk, for the properties that reversals must have (ALL-3, TD-13)."""

from collections.abc import Sequence
from typing import TypeVar

from domain.kernel.envelope import Actor
from domain.kernel.refusal import Refused
from domain.officiating.committees import CommitteeVerdict
from domain.problems.tournament import CHOICE_NEEDED, NOTHING_TO_RESTORE
from domain.tournament.command import Command
from domain.tournament.rulings import commands as ruling_commands
from tests.desk import OFFICE, person
from tests.formats.orders import Fields, Ordered, ruling
from tests.rounds import RoundsDesk, in_every_stage, restores

AnyDesk = TypeVar("AnyDesk", bound=RoundsDesk)

COMMITTEE = "xyz"
"""Persons who enter no tournament here."""


def give(desk: RoundsDesk, ordered: Ordered) -> int | None:
    """Gives the ruling, and what was made from what it changes is rewound where a choice is needed; answers its
    number, None where it was refused."""
    return give_as(desk, ruling(desk, ordered))


def give_as(desk: RoundsDesk, fields: Fields) -> int | None:
    """The same, of a ruling's fields; at one moment, however often it is tried."""
    now = desk.now
    for way in ({}, in_every_stage(desk, "rewind")):
        desk.now = now
        try:
            desk.do(ruling_commands.GiveRuling.model_validate({**fields, **way}))
        except Refused as refusal:
            if refusal.problem is not CHOICE_NEEDED:
                return None
        else:
            return len(desk.state.directing.rulings)
    return None


def give_one(desk: RoundsDesk, several: Sequence[Ordered]) -> int | None:
    """Gives the first of these rulings that is not refused; answers its number, None where all were."""
    return give_first((desk,), [ruling(desk, ordered) for ordered in several])


def give_first(desks: Sequence[RoundsDesk], several: Sequence[Fields]) -> int | None:
    """Gives the first ruling that is refused on none of the desks, on each of them, and at one moment; answers its
    number on the first, None where there is none."""
    for fields in several:
        if all(give_as(desk.fork(), fields) is not None for desk in desks):
            now = desks[0].now
            for desk in desks:
                desk.now = now
                give_as(desk, fields)
            return len(desks[0].state.directing.rulings)
    return None


def lodge(desk: RoundsDesk, number: int) -> int:
    """Appeals the ruling, and forms the committee; answers the appeal's number."""
    by = desk.state.directing.rulings[number].parties[0]
    desk.do(ruling_commands.LodgeAppeal(ruling=number, entry=by, override=True, reason="Late, but weighty"))
    appeal = len(desk.state.directing.appeals)
    desk.do(ruling_commands.FormCommittee(appeal=appeal, members=tuple(map(person, COMMITTEE))))
    return appeal


def vote(desk: RoundsDesk, appeal: int, verdict: CommitteeVerdict) -> None:
    """Two of the three vote for it."""
    for letter in COMMITTEE[:2]:
        desk.do(ruling_commands.CastVote(appeal=appeal, member=person(letter), verdict=verdict))


def reverse(desk: RoundsDesk, number: int) -> None:
    """Has the ruling reversed, and what hung on what is now in force comes back, where anything did."""
    appeal = lodge(desk, number)
    vote(desk, appeal, "reversed")
    announce(desk, appeal)


def announce(desk: RoundsDesk, appeal: int) -> None:
    """Announces what was voted; what was made from what no longer is in force goes."""
    with_choice(desk, ruling_commands.DecideAppeal(appeal=appeal, reasons="As voted"))


def with_choice(desk: RoundsDesk, command: Command, by: Actor = OFFICE) -> Command:
    """Carries the command out: what hung on what is now in force comes back, where anything did; what was made from
    what no longer is goes. Answers it as it was carried out."""
    rewound = in_every_stage(desk, "rewind")
    plain: dict[str, object] = {"choice": None}
    for way in (*restores(desk), plain, rewound):
        chosen = command.model_copy(update=way)
        try:
            desk.do(chosen, by)
        except Refused as refusal:
            if refusal.problem not in (NOTHING_TO_RESTORE, CHOICE_NEEDED) or way is rewound:
                raise
        else:
            return chosen
    raise AssertionError("the last choice is carried out or raises")


def put_instead(desk: RoundsDesk, number: int, remedies: Sequence[Fields]) -> None:
    """Has the ruling replaced by an alternative with these remedies."""
    appeal = lodge(desk, number)
    desk.do(ruling_commands.ProposeAlternative.model_validate({"appeal": appeal, "remedies": remedies}))
    vote(desk, appeal, "alternative-1")
    announce(desk, appeal)
