"""The ways to go on after a correction: a card for each, its consequences worked out, to be chosen stage by stage.

Nothing is kept on the server between the steps. Each card is a preview; the digest that was shown goes with the choice.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from api.site.frame.forms import Answered, FormVisit, once
from api.site.frame.visit import Json, Visit
from api.site.public.shown_tournament import numbers_of

_CHOICE_NEEDED = "choice-needed"
_ORDER = ("stand", "rewind", "restore")
_MOST_STAGES = 12

Chosen = Mapping[int, str]
"""What is chosen of matches that were made from the old result, by stage."""


@dataclass(frozen=True, slots=True)
class Card:
    """A way to go on: what becomes of the `stage` that it stands for, empty where there is nothing to choose; what is
    `chosen` with it for all stages; and what that would change, or why it can't be chosen."""

    choice: str
    preview: Json | None
    refused: Json | None = None
    chosen: Chosen = field(default_factory=dict)
    stage: int = 0

    @property
    def value(self) -> str:
        """As a form sends it back."""
        return ",".join(f"{stage}:{choice}" for stage, choice in sorted(self.chosen.items()))

    @property
    def of_stage(self) -> Json | None:
        """What becomes of the stage."""
        stages = (self.preview or {}).get("stages", ())
        return next((one for one in stages if one["stage"] == self.stage), None)


@dataclass(frozen=True, slots=True)
class Ways:
    """All ways to go on: a row of cards for each stage to choose for, and the `whole` of what is chosen now."""

    rows: Sequence[Sequence[Card]] = ()
    whole: Card | None = None

    @property
    def cards(self) -> list[Card]:
        """All that are offered."""
        return [*(card for row in self.rows for card in row), *([self.whole] if self.whole else [])]

    def shown(self, visit: Visit, entries: Sequence[Json], answered: Answered | None) -> Json:
        """What a page has of them: why the answer was refused, if there is one, else why there is nothing to choose."""
        alone = self.whole.refused if self.whole else None
        refused = answered.body if answered is not None else alone
        return {
            "rows": self.rows,
            "whole": self.whole if self.whole and self.whole.preview else None,
            "refused": refused,
            "status": refused["status"] if refused else 200,
            "changes": (),
            "persons": visit.names(_persons_of(self.cards), numbers_of(entries)),
            "again": once(),
        }


def _choices_field(chosen: Chosen) -> Json:
    """As a command has it."""
    choices = [{"stage": stage, "choice": choice} for stage, choice in sorted(chosen.items())]
    return {"choices": choices} if choices else {}


def chosen_in(visit: FormVisit) -> Json:
    """What the card says that was pressed, with the digest of what it showed."""
    card = visit.said("card")
    return {**_choices_field(_read_choice(card)), "expected": visit.said(f"expected-{card}") or None}


def _read_choice(value: str) -> Chosen:
    """What a card says is chosen."""
    pairs = (one.partition(":") for one in value.split(",") if value)
    return {int(stage): choice for stage, _, choice in pairs if stage.isdecimal()}


def _stages_asked(refused: Json | None) -> dict[int, list[str]]:
    """The stages for which a choice is asked, with those offered."""
    if refused is None or not refused.get("type", "").endswith(_CHOICE_NEEDED):
        return {}
    return {one["stage"]: [c for c in _ORDER if c in one["choices"]] for one in refused.get("stages", ())}


async def ways_of(visit: FormVisit, tournament: str, command: Json) -> Ways:
    """One card where nothing is to be chosen, else a row of them for each stage; the command is named by its kind."""

    async def tried(chosen: Chosen, stage: int = 0) -> Card:
        return await _try_choice(visit, tournament, command, chosen, stage)

    first = await _card(visit, tournament, command, {}, 0)
    asked = _stages_asked(first.refused)
    if not asked:
        return Ways(whole=first)
    chosen = {stage: _picked_choice(visit, stage, offered) for stage, offered in asked.items()}
    rows = [[await tried({**chosen, stage: one}, stage) for one in offered] for stage, offered in asked.items()]
    shown = [[card for card in row if card.preview] for row in rows]
    return Ways(shown) if len(shown) == 1 else Ways(shown, await tried(chosen))


def _picked_choice(visit: FormVisit, stage: int, offered: Sequence[str]) -> str:
    """What is picked for the stage, or the first that is offered."""
    picked = visit.said(f"stage-{stage}")
    return picked if picked in offered else offered[0]


async def _try_choice(visit: FormVisit, tournament: str, command: Json, chosen: Chosen, stage: int) -> Card:
    """The card of what is chosen, with the first that is offered for every other stage that is then asked about: also
    for one whose choice is not offered beside this one, since a stage rests on those before it."""
    card = await _card(visit, tournament, command, chosen, stage)
    for _ in range(_MOST_STAGES):
        more = {
            number: offered[0]
            for number, offered in _stages_asked(card.refused).items()
            if number not in card.chosen or (number != stage and card.chosen[number] not in offered)
        }
        if not more:
            break
        card = await _card(visit, tournament, command, {**card.chosen, **more}, stage)
    return card


async def _card(visit: FormVisit, tournament: str, command: Json, chosen: Chosen, stage: int) -> Card:
    tried = {**command, **_choices_field(chosen)}
    made = Card(chosen.get(stage, ""), None, None, chosen, stage)
    path = f"/v1/tournaments/{tournament}/previews"
    answered = await visit.sends(path, {"command": tried}, part=f"-card-{stage}-{made.value}")
    return replace(made, preview=answered.body) if answered.done else replace(made, refused=answered.body)


def _persons_of(cards: Sequence[Card]) -> list[str]:
    """The persons whose ratings a card would change, as far as the visitor is shown of them."""
    rated: list[Any] = [one for card in cards for one in (card.preview or {}).get("ratings", ())]
    return [one["person"] for one in rated if "person" in one]
