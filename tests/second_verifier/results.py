"""The result of each match, by the guide for auditors alone: from the bytes of a tournament's events."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

Json = Mapping[str, Any]
Came = tuple[str | None, str | None]
"""How a match ended, and which side has won it; (None, None): it has no result."""

Score = list[int] | None
"""The points of both sides; None: unknown."""

OPENING = ("match-resumption", "match-replay", "result-annulment")
WON = {"single": 1, "gammon": 2, "backgammon": 3}


@dataclass
class Layers:
    """What is recorded of a match, in order."""

    told: list[tuple[int, Json]] = field(default_factory=list)  # reports and corrections, each with its sitting
    verified: bool = False
    ruled: list[tuple[int, list[Json]]] = field(default_factory=list)  # by ruling
    conceded: list[int] = field(default_factory=list)  # by the entries that left
    length: int | None = None  # where another one was settled than that of the match
    began: bool = False
    stayed: list[tuple[int, int]] = field(default_factory=list)  # who did not leave after all, by what was told before


@dataclass
class Results:
    """Reads a tournament's events, in order."""

    matches: dict[int, Layers] = field(default_factory=dict)
    withdrawn: set[int] = field(default_factory=set)
    suspended: set[int] = field(default_factory=set)
    appeals: dict[int, int] = field(default_factory=dict)
    void: set[int] = field(default_factory=set)

    def take(self, topic: str, event: Json) -> None:
        """One more event."""
        name = topic.removeprefix("tournament.").partition(".")[0]
        if name in _TAKEN:
            _TAKEN[name](self, event)

    def _report(self, event: Json) -> None:
        self._of(event).told.append((self._sitting(event), event))
        self._of(event).verified |= event["verified"]

    def _correct(self, event: Json) -> None:
        self._of(event).told.append((self._sitting(event), event))
        self._settle_length(event)

    def _settle_length(self, event: Json) -> None:
        self._of(event).length = event["length"] or self._of(event).length

    def _verify(self, event: Json) -> None:
        self._of(event).verified = True

    def _take_back(self, event: Json) -> None:
        self._of(event).verified = False

    def _begin(self, event: Json) -> None:
        self._of(event).began = True

    def _concede(self, event: Json) -> None:
        for one in event["conceded"]:
            self._of(one).conceded.append(one["entry"])

    def _give_ruling(self, event: Json) -> None:
        self._rule(event["ruling"], event["layers"])
        for layer in event["layers"]:
            self._of(layer).began |= event["play_began"]

    def _decide(self, event: Json) -> None:
        ruling = self.appeals.get(event["appeal"])
        if ruling is None or event["decision"] == "upheld":
            return
        for layers in self.matches.values():
            layers.ruled = [(number, [] if number == ruling else said) for number, said in layers.ruled]
        self._rule(ruling, event["layers"])

    def _of(self, event: Json) -> Layers:
        return self.matches.setdefault(event["match"], Layers())

    def _stay(self, event: Json) -> None:
        entry = event["entry"]
        for layers in self.matches.values():
            layers.conceded = [one for one in layers.conceded if one != entry]
            layers.stayed.append((entry, len(layers.told)))

    def _rule(self, ruling: int, layers: Iterable[Json]) -> None:
        for layer in layers:
            remedies = [one | {"outcome": layer["outcome"]} for one in layer["remedies"]]
            self._of(layer).ruled.append((ruling, remedies))

    def in_force(self, match: int) -> list[Json]:
        """The remedies on a match that are in force, in the order of the rulings."""
        gone = self.withdrawn | self.suspended
        layers = sorted(self.matches[match].ruled, key=lambda one: one[0])
        return [remedy for ruling, remedies in layers if ruling not in gone for remedy in remedies]

    def _sitting(self, event: Json) -> int:
        self._of(event)
        return sum(one["kind"] in OPENING for one in self.in_force(event["match"]))

    def of(self, match: int, length: int, sides: tuple[int, int]) -> Came:
        """What a match of these entries comes to that was made to so many points."""
        remedies = self.in_force(match)
        if match in self.void or any(one["kind"] == "match-voiding" for one in remedies):
            return "void", None
        layers = self.matches[match]
        layers = replace(layers, told=[one for n, one in enumerate(layers.told) if not _left(layers, n, one[1], sides)])
        came = _concluded(layers, remedies, layers.length or length)
        if came == (None, None) and layers.conceded:
            return "won", "second" if layers.conceded[0] == sides[0] else "first"
        return came


_TAKEN: Mapping[str, Callable[[Results, Json], object]] = {
    "result-reported": Results._report,
    "result-corrected": Results._correct,
    "wrong-length-resolved": Results._settle_length,
    "result-verified": Results._verify,
    "result-taken-back": Results._take_back,
    "invitation-acknowledged": Results._begin,
    "matches-conceded": Results._concede,
    "resignation-taken-back": Results._stay,
    "ruling-given": Results._give_ruling,
    "ruling-withdrawn": lambda found, event: found.withdrawn.add(event["ruling"]),
    "ruling-suspended": lambda found, event: found.suspended.add(event["ruling"]),
    "ruling-resumed": lambda found, event: found.suspended.discard(event["ruling"]),
    "appeal-lodged": lambda found, event: found.appeals.update({event["appeal"]: event["ruling"]}),
    "appeal-decided": Results._decide,
    "match-voided": lambda found, event: found.void.add(event["match"]),
    "match-reinstated": lambda found, event: found.void.discard(event["match"]),
}


def _left(layers: Layers, place: int, event: Json, sides: tuple[int, int]) -> bool:
    """Whether it is a report that the loser gave the match up by leaving, and they stayed after all."""
    if not event.get("by_resigning"):
        return False
    loser = sides[event["outcome"]["winner"] == "first"]
    return any(entry == loser and place < before for entry, before in layers.stayed)


def _concluded(layers: Layers, remedies: list[Json], length: int) -> Came:
    """What the guide's steps give of the layers of a match."""
    sitting = sum(one["kind"] in OPENING for one in remedies)
    last = max((n for n, one in enumerate(remedies, 1) if one["kind"] == "match-replay"), default=0)
    remedies = remedies[last:]
    opener = max((n for n, one in enumerate(remedies, 1) if one["kind"] in OPENING), default=0)
    told = [event for number, event in layers.told if number == sitting and event["result"]] if layers.verified else []
    score, outcome = _begun(remedies[:opener], began=layers.began and not told), None
    if told:
        score, outcome = _told(told[-1], score)
    for one in remedies[opener:]:
        score, outcome = _set(one, score, outcome)
    added = [addition for one in remedies for addition in _additions(one)]
    decided = _said(remedies[opener:]) or _by_penalties(added, length)
    if decided is None and outcome is not None:
        decided = outcome["ended"], outcome["winner"]
    return decided or _on_points(score, added, length) or _put_out(remedies[opener:]) or (None, None)


def _begun(before: list[Json], *, began: bool) -> Score:
    """The score by play with which the newest sitting began; None: unknown."""
    resumed = [one for one in before if one["kind"] == "match-resumption"]
    if resumed:
        return [resumed[-1]["first"], resumed[-1]["second"]]
    return None if began else [0, 0]


def _set(one: Json, score: Score, outcome: Json | None) -> tuple[Score, Json | None]:
    """The score by play and how the match was reported to have ended, after a remedy."""
    match one["kind"]:
        case "score-correction":
            return [one["first"], one["second"]], None
        case "double-annulment" if one["game_as_scored"] and score:
            game, less = one["game_as_scored"], list(score)
            less[game["winner"] == "second"] -= (game["cube"] - one["counts_at"]) * WON[game["won"]]
            return less, outcome
        case _:
            return score, outcome


def _said(remedies: list[Json]) -> Came | None:
    """The last word of a ruling on who has won or lost."""
    losers: set[str] = set()
    award: Came | None = None
    for one in remedies:
        if one["kind"] == "match-loss":
            losers, award = losers | {one["loser"]}, None
        elif one["kind"] == "result-award" and one["outcome"]:
            losers, award = set(), (one["outcome"]["ended"], one["outcome"]["winner"])
    if len(losers) > 1:
        return "both-lost", None
    return ("won", _other(min(losers))) if losers else award


def _told(event: Json, begun: Score) -> tuple[Score, Json | None]:
    """The score by play that a report or a correction tells; without one, how the match ended."""
    result = event["result"]
    if result["kind"] == "score":
        return [result["first"], result["second"]], None
    if result["kind"] == "games" and event["outcome"] is None:
        score = list(begun or (0, 0))
        for game in result["games"]:
            score[game["winner"] == "second"] += game["cube"] * WON[game["won"]]
        return score, None
    return None, event["outcome"]


def _additions(one: Json) -> list[tuple[str, int, bool]]:
    match one["kind"]:
        case "penalty-points":
            return [(one["beneficiary"], one["points"], True)]
        case "game-loss":
            return [(_other(one["loser"]), one["cube"] * WON[one["lost"]], False)]
        case _:
            return []


def _by_penalties(added: list[tuple[str, int, bool]], length: int) -> Came | None:
    given = {"first": 0, "second": 0}
    for side, points, is_penalty in added:
        given[side] += points if is_penalty else 0
        if is_penalty and 2 * given[side] > length:
            return "won", side
    return None


def _on_points(score: Score, added: list[tuple[str, int, bool]], length: int) -> Came | None:
    if score is None:
        return None
    score = list(score)
    for side, points, _ in [("first", 0, False), *added]:
        score[side == "second"] += points
        if max(score) >= length:
            return "won", "first" if score[0] > score[1] else "second"
    return None


def _put_out(remedies: list[Json]) -> Came | None:
    put_out = [one for one in remedies if one["kind"] == "concession"]
    first = [one["loser"] for one in put_out if one["ruling"] == put_out[0]["ruling"]]
    if len(set(first)) > 1:
        return "both-lost", None
    return ("won", _other(first[0])) if first else None


def _other(side: str) -> str:
    return "second" if side == "first" else "first"
