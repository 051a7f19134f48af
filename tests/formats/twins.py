"""A tournament's twin: it had from the start the results that the other has at its end, and nothing was corrected."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from domain.formats.contract.steps import Ask, Done, Due, Wait
from domain.match.record import Bye, Match, Opening
from domain.match.validity import counting
from domain.scoring.result import WinnerOnly
from domain.tournament.derived.progress import StageDue
from domain.tournament.derived.propagation import all_derived
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from tests.rounds import REASON, RoundsDesk

Key = tuple[int, int | None, str | None, tuple[int, ...], int]
"""Of a match: stage, round, slot, who met, and which of several alike."""


CORRECTIONS = (
    match_commands.CorrectResult,
    match_commands.VoidMatch,
    match_commands.ReinstateMatch,
    round_commands.CorrectPairings,
)


def was_played_wrongly(desk: RoundsDesk) -> bool:
    """Whether somebody has played by a result that is so no longer, or in a bracket in another's seat (ALL-4)."""
    state = desk.state
    if any(match.slot is not None and match.paired is not None and match.valid for match in desk.matches()):
        return True
    kept = any(made.kept_on and made.live for made in all_derived(state))
    return kept or any(state.override(number) is not None for number in state.rounds.stood)


def was_played_on(desk: RoundsDesk, twin: RoundsDesk) -> bool:
    """Whether a correction left matches of a round that the twin does not have at its end. ALL-4 leaves a match whose
    two had the same results before. Lives end by the losses of all who are left (MON-6), so by other matches too."""
    rounds = {_round(one) for one in _live(twin)}
    corrections = (step for step in desk.steps if isinstance(step.command, CORRECTIONS))
    left = {made.key for step in corrections for made in all_derived(step.after) if made.valid}
    return any(one.key in left and _round(one) not in rounds for one in _live(desk))


def has_empty_round(desk: RoundsDesk) -> bool:
    """Whether all matches of a round are void: its twin, which plays what was played, has no such round."""
    drawn = {match.round for match in desk.matches() if match.round is not None}
    return not drawn <= {match.round for match in desk.matches() if match.valid}


@dataclass
class Twin:
    """The `desk` of the twin, and that of the tournament which it is the twin `of`."""

    of: RoundsDesk
    desk: RoundsDesk

    def play(self) -> None:
        """Plays it to its end by the results of the other; rounds that were drawn there are entered by hand."""
        self._agree()
        for _ in range(400):
            match self.desk.step():
                case Done():
                    return
                case Wait():
                    self._report()
                case Due(round=round_) | Ask(due=Due(round=round_)):
                    self._pair(round_)
                case StageDue() as due:
                    self._open(due)
                case Ask(question=question):
                    self._decide(question)
        raise AssertionError(f"no end in sight: {self.desk.step()}")

    def _agree(self) -> None:
        """The matches that come from no draw and from no earlier result, in the order in which they were played."""
        own = (one for one in _live(self.of) if isinstance(one, Match) and one.round is None and one.slot is None)
        for one in sorted(own, key=lambda match: match.effective.played_at if match.effective else self.of.now):
            terms = {"sides": one.sides, "form": one.form, "stake": one.stake}
            counts = counting(one)
            if counts is None:
                self.desk.do(match_commands.MakeMatch.model_validate(terms))
            else:
                played = match_commands.PlayedMatch.model_validate({**terms, "result": counts.result})
                self.desk.do(match_commands.EnterResults(results=(played,)))

    def _report(self) -> None:
        """Of the results that are waited for, the one that was played first."""
        known, here = _by_key(self.of), _by_key(self.desk)
        waiting = {key: one for key, one in here.items() if one.number in self.desk.facts.awaited}
        there = ((key, counting(known[key])) for key in waiting if key in known)
        ended = [(counts.played_at, counts.place, key, counts) for key, counts in there if counts is not None]
        assert ended, f"the other has played none of {[*waiting]}; the next step is {self.desk.step()}"
        *_, key, counts = min(ended, key=lambda one: one[:2])
        result = counts.result
        if waiting[key].sides != counts.sides:
            result = WinnerOnly(winner="first" if counts.winner == waiting[key].sides[0] else "second")
        told = {"match": waiting[key].number, "result": result}
        self.desk.do(match_commands.ReportResult.model_validate(told))

    def _pair(self, round_: int) -> None:
        """As the places of the other's round are at its end."""
        made = (one for one in _live(self.of) if isinstance(one, Match) and one.round == round_)
        pairings = tuple(one.sides for one in made if one.begun_by is None)  # the first of a bout brings the others
        byes = tuple(one.entry for one in _live(self.of) if isinstance(one, Bye) and one.round == round_)
        placed = {entry for one in _live(self.desk) if _round(one) == round_ for entry in _entries(one)}
        pairings = tuple(sides for sides in pairings if placed.isdisjoint(sides))
        byes = tuple(entry for entry in byes if entry not in placed)
        if not pairings and not byes:  # the other was at its end without them
            self._report()
            return
        by_hand = {"round": round_, "pairings": pairings, "byes": byes, "reason": REASON}
        self.desk.do(round_commands.PairByHand.model_validate(by_hand))

    def _open(self, due: StageDue) -> None:
        """With the other's field, in which a coin may have put in order who was alike."""
        [opened] = [one for one in _live(self.of) if isinstance(one, Opening) and one.stage == due.stage]
        rest = list(opened.seeds)
        for group in due.groups:
            part, rest = rest[: len(group)], rest[len(group) :]
            assert set(part) <= set(group), (opened.seeds, due.groups)
        assert not rest, (opened.seeds, due.groups)
        self.desk.do(round_commands.OpenStage(stage=due.stage, seeds=opened.seeds, reason=REASON))

    def _decide(self, question: str) -> None:
        """As the other's director."""
        decided = next(d for name, d in self.of.state.rounds.decisions.items() if str(name).endswith(question))
        told = {"question": question, "choice": decided.choice, "entry": decided.entry, "reason": REASON}
        self.desk.do(round_commands.DecideQuestion.model_validate(told))


def _round(made: Match | Bye | Opening) -> int | None:
    return None if isinstance(made, Opening) else made.round


def _entries(made: Match | Bye | Opening) -> tuple[int, ...]:
    return made.sides if isinstance(made, Match) else (made.entry,) if isinstance(made, Bye) else ()


def _live(desk: RoundsDesk) -> Iterator[Match | Bye | Opening]:
    return (made for made in all_derived(desk.state) if made.valid)


def _by_key(desk: RoundsDesk) -> Mapping[Key, Match]:
    """The live matches."""
    alike, found = Counter[Key](), dict[Key, Match]()
    for one in _live(desk):
        if isinstance(one, Match):
            key = (one.stage, one.round, one.slot, tuple(sorted(one.sides)), 0)
            alike[key] += 1
            found[(*key[:4], alike[key])] = one
    return found
