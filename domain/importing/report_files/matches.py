"""The matches of a report file, compared three ways: what it said before, what it says now, and what is here."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from domain.importing.book import Book
from domain.importing.desk import Desk
from domain.importing.report_files.games import Game
from domain.importing.three_ways import fate_of
from domain.kernel.ids import PersonId, list_stream
from domain.lists.events import Choice, ConflictFound, ConflictSettled, LinesGone, LinesSaid, SaidMatch
from domain.match.record import Match
from domain.scoring.result import Result
from domain.tournament.matches.commands import CorrectResult, ReinstateMatch, VoidMatch
from domain.tournament.state import Tournament

Core = tuple[PersonId, PersonId, Result | None]
"""The two sides, and the result: what a file says of a match."""


@dataclass(frozen=True, slots=True)
class Differing:
    """A match of which something else is here than the file says in that line: what that said before (None: that is not
    known), what it says now (None: it does not have it any more), and what is here (None: it is void)."""

    line: int
    match: int
    round: int | None
    before: Core | None
    says: Core | None
    here: Core | None


@dataclass(slots=True)
class MatchesThere:
    """The matches of the file `source` in one tournament; `sides_of` says which persons played one. `choices` are what
    was chosen of what was changed on both sides. What is done is counted; `changed_here` stays as it is,
    `conflicts` wait."""

    desk: Desk
    book: Book
    tournament: str
    source: str
    sides_of: Callable[[Game], tuple[PersonId, PersonId]]
    choices: Mapping[int, Choice]
    corrected: int = 0
    voided: int = 0
    changed_here: list[Differing] = field(default_factory=list)
    conflicts: list[Differing] = field(default_factory=list)
    _claimed: set[int] = field(default_factory=set)

    def claim_match(self, game: Game) -> Match | None:
        """The match that the game is; what has changed of it is taken, or waits."""
        match, said = self._match_of(game)
        if match is not None:
            self._claimed.add(match.number)
            self._compare(game.line, match, said, self.says(game, match))
        return match

    def says(self, game: Game, match: Match) -> SaidMatch:
        """The match as the file has it."""
        first, second = self.sides_of(game)
        found = match.effective
        return SaidMatch(
            match=match.number,
            first=first,
            second=second,
            length=match.length if found is None else found.length,
            result=game.result,
            played_at=game.played_at or (found.played_at if found else self.desk.log.now),
            place=Decimal(match.number) if found is None else found.place,
            round=game.round,
        )

    def say(self, lines: Sequence[SaidMatch]) -> None:
        """Records that the file says these."""
        self._claimed |= {line.match for line in lines}
        if lines:
            self.desk.tell(list_stream(self.book.id), LinesSaid(lines=tuple(lines)))

    def leave_out_others(self) -> None:
        """Voids the matches that the file does not have any more; those that were changed here wait."""
        for number, said in sorted(self.book.lines.items()):
            if number not in self._claimed:
                self._settle_gone(self._state.matches[number], said)

    @property
    def _state(self) -> Tournament:
        return self.desk.tournament_state(self.tournament)

    def _match_of(self, game: Game) -> tuple[Match | None, SaidMatch | None]:
        players = set(self.sides_of(game))
        for number, line in sorted(self.book.lines.items()):
            if line.round == game.round and set(self._core(line)[:2]) == players:
                return self._state.matches[number], line
        return next(self._unsaid(game, players), None), None

    def _unsaid(self, game: Game, players: set[PersonId]) -> Iterator[Match]:
        """Matches of which it is not recorded what the file said; those that count first."""
        state, lines = self._state, self.book.lines
        sides = {state.entry_of[person] for person in players if person in state.entry_of}
        numbers = state.rounds.matches_of.get(min(sides, default=0), ())
        found = [state.matches[number] for number in numbers if number not in lines]
        same = [one for one in found if one.round == game.round and set(one.sides) == sides]
        yield from sorted(same, key=lambda one: one.void_reason is not None)

    def _core(self, said: SaidMatch) -> Core:
        return self.desk.known_id(said.first), self.desk.known_id(said.second), said.result

    def _here(self, match: Match) -> Core | None:
        """The match as it is here; None: it is void."""
        found = match.effective
        if found is None or match.void_reason is not None:
            return None
        first, second = (self._state.entries[side].person for side in found.sides)
        return first, second, found.result

    def _compare(self, line: int, match: Match, said: SaidMatch | None, says: SaidMatch) -> None:
        before, now, here = None if said is None else self._core(said), self._core(says), self._here(match)
        waits, choice = match.number in self.book.conflicts, self.choices.get(match.number)
        fate = fate_of(before, now, here, is_sure=before == now or not waits)
        if fate == "changed-here":
            self.changed_here.append(self._differing(line, match, said, says))
        if fate == "conflict":
            if choice is None:
                self._wait(line, match, said, says)
                return
            self._settle(match.number, choice)
        if choice == "list" if fate == "conflict" else fate == "changed-there" and said is not None:
            self._correct(match, says)
        if waits or before != now:
            self.say([says])

    def _settle(self, match: int, choice: Choice) -> None:
        self.desk.tell(list_stream(self.book.id), ConflictSettled(match=match, choice=choice))

    def _settle_gone(self, match: Match, said: SaidMatch) -> None:
        here, choice = self._here(match), self.choices.get(match.number)
        waits = match.number in self.book.conflicts
        if here is not None and (waits or here != self._core(said)):
            if choice is None:
                self._wait(0, match, said, None)
                return
            self._settle(match.number, choice)
        if here is not None and choice != "here":
            reason = f"{self.source} does not have it"
            command = VoidMatch(match=match.number, seen=match.revision, reason=reason)
            self.desk.tournament(self.tournament, command)
            self.voided += 1
        self.desk.tell(list_stream(self.book.id), LinesGone(matches=(match.number,)))

    def _wait(self, line: int, match: Match, said: SaidMatch | None, says: SaidMatch | None) -> None:
        self.conflicts.append(self._differing(line, match, said, says))
        number = match.number
        if number not in self.book.conflicts or self.book.conflicts[number] != says:
            self.desk.tell(list_stream(self.book.id), ConflictFound(match=number, says=says))

    def _differing(self, line: int, match: Match, said: SaidMatch | None, says: SaidMatch | None) -> Differing:
        before, now = (None if one is None else self._core(one) for one in (said, says))
        return Differing(line, match.number, match.round, before, now, self._here(match))

    def _correct(self, match: Match, says: SaidMatch) -> None:
        if match.void_reason is not None:
            seen = ReinstateMatch(match=match.number, seen=match.revision, reason=f"As {self.source} has it")
            self.desk.tournament(self.tournament, seen)
            match = self._state.matches[match.number]
        state = self._state
        sides = (state.entry_of[says.first], state.entry_of[says.second])
        found = match.effective
        if found is None or (found.sides == sides and found.result == says.result):
            return
        command = CorrectResult(
            match=match.number,
            seen=match.revision,
            reason=f"As {self.source} has it",
            override=True,
            score_checked=True,
            sides=None if found.sides == sides else sides,
            result=says.result,
        )
        self.desk.tournament(self.tournament, command)
        self.corrected += 1
