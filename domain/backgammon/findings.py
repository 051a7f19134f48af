"""Findings of a check of a written match (GAM-7): the rule that was not kept, with game and move. Play goes on from the
board as it was."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from domain.kernel.values import Side, Value

Kind = Literal[
    "illegal-play",
    "no-hit",
    "wrong-start",
    "out-of-turn",
    "invalid-double",
    "wrong-level",
    "unanswered-double",
    "no-double",
    "no-tournament-custom",
    "points",
    "winner",
    "agreed-outcome",
    "score",
    "game-after-match",
    "after-the-end",
    "other-than-recorded",
    "missing-play",
    "lost-move",
    "impossible-play",
    "unclear-play",
    "unread",
    "unfinished-game",
    "unfinished-match",
]


class Basis(NamedTuple):
    """The rule a finding goes by, the clause where there is one, and what it says in a sentence."""

    rule: str
    clause: str | None
    says: str


BASES: Mapping[Kind, Basis] = {
    "illegal-play": Basis(
        "GAM-1", "4.2.3", "No legal play of {roll} leads to the board after it ({reason}); it stands."
    ),
    "no-hit": Basis("GAM-1", None, "A hit is marked on point {point}, where there was no checker to hit."),
    "wrong-start": Basis("GAM-1", "4.2.4", "The checkers did not begin as in {start}; that is valid from turn 3 on."),
    "out-of-turn": Basis("GAM-1", None, "It was the turn of the {due} side."),
    "invalid-double": Basis("GAM-2", "4.4.2", "This double is not valid ({reason})."),
    "wrong-level": Basis("GAM-2", "4.4.6", "The cube was turned to {level}; it goes on at {right}."),
    "unanswered-double": Basis("GAM-2", "4.4.3", "The double was neither taken nor passed."),
    "no-double": Basis("GAM-2", "4.4.3", "There was no double to answer."),
    "no-tournament-custom": Basis("GAM-2", "4.4.8", "Tournaments have no {custom}."),
    "points": Basis("GAM-3", None, "The game counts {counted} points, and {written} are written."),
    "winner": Basis("GAM-1", None, "The {winner} side has won the game, and the other is written."),
    "agreed-outcome": Basis("TD-18", "4.5", "The game was given up while checkers were still in contact."),
    "score": Basis("GAM-4", None, "The score was {counted} before the game, and {written} is written."),
    "game-after-match": Basis("GAM-4", None, "The match was over before this game."),
    "after-the-end": Basis("GAM-1", None, "The game was over before this turn."),
    "other-than-recorded": Basis("GAM-7", None, "The transcript has {written} as the {what}; {recorded} is recorded."),
    "missing-play": Basis("GAM-7", None, "The play of {roll} is not written."),
    "lost-move": Basis("GAM-7", None, "A move before this one is missing; the rest of the game is not followed."),
    "impossible-play": Basis(
        "GAM-7", "4.2.3", "This play of {roll} can't be laid on the board; the rest of the game is not followed."
    ),
    "unclear-play": Basis(
        "GAM-7", None, "Which checkers this play of {roll} hits is not written; the rest of the game is not followed."
    ),
    "unread": Basis("GAM-7", None, "“{text}” can't be read; the rest of the game is not followed."),
    "unfinished-game": Basis("GAM-7", None, "The game has no end."),
    "unfinished-match": Basis("GAM-7", None, "The match has no end: the score is {counted}."),
}
"""By kind; `says` has the facts of the finding in braces."""

_CLAUSES = {"crawford": "4.4.4", "dead-cube": "4.4.7", "no-cube": None}
_RULES = {"no-cube": "GAM-6"}


class Fault(NamedTuple):
    """A finding without its place."""

    kind: Kind
    facts: Mapping[str, str | int]


def fault(kind: Kind, **facts: str | int) -> Fault:
    """One of that kind; the facts are those its sentence names."""
    return Fault(kind, facts)


class Finding(Value):
    """A finding of a check, in which game and move, both from 1, and of which side; None: of the game, or the match, as
    a whole. The facts are those that its kind's sentence names."""

    kind: Kind
    game: int | None = None
    move: int | None = None
    side: Side | None = None
    facts: Mapping[str, str | int] = {}

    @property
    def rule(self) -> str:
        """The rule of the rulebook."""
        return _RULES.get(str(self.facts.get("reason")), BASES[self.kind].rule)

    @property
    def clause(self) -> str | None:
        """The clause of the federation's rules, where there is one."""
        return _CLAUSES.get(str(self.facts.get("reason")), BASES[self.kind].clause)

    @property
    def text(self) -> str:
        """The finding's sentence in English."""
        return BASES[self.kind].says.format(**self.facts)

    @property
    def place(self) -> str:
        """Where it is: game, move and side."""
        parts = [("game", self.game), ("move", self.move), ("", self.side)]
        return ", ".join(f"{word} {value}".strip() for word, value in parts if value is not None) or "match"

    def __str__(self) -> str:
        said = f"{self.rule} [{self.clause}]" if self.clause else self.rule
        return f"{self.place}: {said}: {self.text}"
