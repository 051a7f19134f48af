"""Decisions reported to the federation, principle rulings that rulings cite, sanctions of its own (TD-25)."""

from collections.abc import Callable
from typing import cast

import pytest
from pydantic import ValidationError

from domain.errors import Refused
from domain.federation import decide as asked
from domain.federation.state import Federation
from domain.history import Actor
from domain.ids import FEDERATION, person_stream
from domain.tournament import entry_commands, match_commands
from domain.tournament import ruling_commands as ruled
from tests.club import Club
from tests.desk import OFFICE, person, player
from tests.golden.tables import table

BY = {"office": OFFICE, "A": player("A"), "C": player("C")}


class Story:
    """The story of the page."""

    def __init__(self) -> None:
        self.club = Club().register("ABC")
        self.evening = self.club.announce(format={"kind": "open"})
        self.club.start(self.evening, "AB")
        self.club.do(self.evening, match_commands.MakeMatch(sides=(1, 2), length=7))
        self.cite()

    def cite(self, *precedents: int, by: Actor = OFFICE) -> str:
        about = {"kind": "match", "number": 1}
        words = {"clause": "4.3.3", "facts": "The flag fell.", "reasons": "Nobody declared it."}
        given = ruled.GiveRuling.model_validate({"about": about, **words, "precedents": precedents})
        self.club.do(self.evening, given, by)
        return f"ruling {len(self.club.tournament(self.evening).directing.rulings)}"

    def report(self, ruling: int, by: Actor) -> str:
        told = asked.ReportDecision(text="The flag fell.", tournament=self.evening, ruling=ruling)
        return self._numbered("decision", told, by)

    def rule(self, report: int | None, by: Actor) -> str:
        principle = "Time out counts when it is declared."
        made = asked.MakePrincipleRuling(clause="4.3.3", principle=principle, reasons="So it says.", report=report)
        return self._numbered("precedent", made, by)

    def bar(self, by: Actor) -> str:
        return self._numbered("sanction", asked.ImposeSanction(person=person("A"), until=None, reason="Dice."), by)

    def withdraw(self, by: Actor) -> str:
        self.club.federation_does(asked.WithdrawPrincipleRuling(precedent=1, reason="The new edition."), by)
        return "withdrawn"

    def enter(self, by: Actor) -> str:
        self.club.do(self.club.announce(), entry_commands.RequestEntry(person=person("A")), by)
        return "entered"

    def _numbered(self, kind: str, command: asked.Command, by: Actor) -> str:
        return f"{kind} {self.club.federation_does(command, by).answer['number']}"


STEPS: dict[str, Callable[[Story, Actor], str]] = {
    "cite 1": lambda story, by: story.cite(1, by=by),
    "cite 2": lambda story, by: story.cite(1, 2, by=by),
    "report ruling 1": lambda story, by: story.report(1, by),
    "report ruling 2": lambda story, by: story.report(2, by),
    "rule": lambda story, by: story.rule(None, by),
    "rule on report 1": lambda story, by: story.rule(1, by),
    "rule on report 2": lambda story, by: story.rule(2, by),
    "bar A": lambda story, by: story.bar(by),
    "A enters": lambda story, by: story.enter(by),
    "withdraw 1": lambda story, by: story.withdraw(by),
}


def answer(story: Story, what: str, by: Actor) -> str:
    """What the step comes to, or the slug of the problem it is refused with."""
    before = dict(story.club.states)
    try:
        return STEPS[what](story, by)
    except Refused as refusal:
        if what != "A enters":
            assert story.club.states == before
        return refusal.problem.slug


@pytest.mark.rule("TD-4", "TD-25")
def test_a_decision_becomes_a_precedent_and_a_bar() -> None:
    story = Story()
    for row in table("proceedings/precedents"):
        assert answer(story, row["what happens"], BY[row["by"]]) == row["answer"], row
    state = cast("Federation", story.club.load(FEDERATION))
    assert [one.told.text for one in state.decisions] == ["The flag fell."]
    assert [one.withdrawn for one in state.precedents] == ["The new edition."]
    assert story.club.tournament(story.evening).directing.rulings[2].precedents == (1,)


@pytest.mark.rule("TD-25")
def test_a_sanction_and_the_bar_in_the_persons_record_are_written_together() -> None:
    story = Story()
    command = asked.ImposeSanction(person=person("A"), until=None, reason="Dice.")
    decision = story.club.federation_does(command)
    assert [write.stream for write in decision.writes] == [FEDERATION, person_stream(person("A"))]
    assert decision.writes[1].cause == f"{FEDERATION}@1"
    (bar,) = story.club.person("A").bars
    state = cast("Federation", story.club.load(FEDERATION))
    assert (bar.number, bar.reason) == (state.sanctions[0].imposed.bar, "Dice.")
    with pytest.raises(Refused):
        story.club.federation_does(command.model_copy(update={"person": person("Q")}))


@pytest.mark.rule("TD-25")
def test_a_reported_ruling_is_one_of_a_tournament() -> None:
    with pytest.raises(ValidationError):
        asked.ReportDecision(text="Which one?", ruling=1)
