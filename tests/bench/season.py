"""A log to measure on: the same on every machine, written through the public commands.

The mix: persons first; then one ladder of 500 players with half of the events and 50 club tournaments of 16 players
with the other half, all open play to 3, 5 or 7 points, taking turns by commands of 50 results. Of the commands
on matches' events, 3 % are corrections (of the winner of any earlier match) and 1 % voidings.
"""

from collections import deque
from collections.abc import Iterator
from random import Random

from domain.journal.journal import Journal
from domain.scoring.result import WinnerOnly
from domain.tournament.entries import commands as entry_commands
from domain.tournament.matches import commands as match_commands
from tests.projections.support import CLUB, ROOM, Club, person_id

LADDER = 1
CLUBS = range(2, 52)
LADDER_PLAYERS = 500
CLUB_PLAYERS = 16
RESULTS = 50
CORRECTIONS_PERCENT = 3
VOIDS_PERCENT = 1


class Season:
    """Writes events until the log has so many. `seed` decides all that is random. `corrected` says from how many of the
    newest matches of all tournaments corrections and voidings choose; None: from all of the one whose turn it is."""

    def __init__(self, journal: Journal, seed: int = 1, corrected: int | None = None) -> None:
        self._club = Club(journal, f"season-{seed}")
        self._random = Random(seed)  # noqa: S311 -- no secret
        self._corrected = corrected
        self._players: dict[int, int] = {}
        self._matches: dict[int, list[int]] = {}
        self._made: dict[int, int] = {}
        self._newest: deque[tuple[int, int]] = deque(maxlen=corrected)

    def open_ladder(self, players: int = LADDER_PLAYERS) -> int:
        """Persons and a ladder of them; the log's position."""
        self._club.register(*range(1, players + 1))
        return self._begin(LADDER, players)

    def open_clubs(self) -> None:
        """The club tournaments: their players are on the ladder too."""
        for tournament in CLUBS:
            self._begin(tournament, CLUB_PLAYERS)

    def _begin(self, tournament: int, players: int) -> int:
        persons = self._random.sample(range(1, LADDER_PLAYERS + 1), players) if players < LADDER_PLAYERS else None
        self._club.begin(tournament, *(persons or range(1, players + 1)), rating=CLUB if tournament % 2 else ROOM)
        self._players[tournament], self._matches[tournament], self._made[tournament] = players, [], 0
        return self._club.journal.position()

    def fill(self, events: int) -> None:
        """Go on until the log has `events` events, or a few more."""
        position = self._club.journal.position()
        share = dict.fromkeys(CLUBS, 1.0) | {LADDER: float(len(CLUBS))}
        kinds = list(share)
        while position < events:
            [tournament] = self._random.choices(kinds, [share[kind] for kind in kinds])
            for _ in range(2 * RESULTS * CORRECTIONS_PERCENT // 100):
                self._correct(tournament)
            if self._random.random() < 2 * RESULTS * VOIDS_PERCENT / 100:
                self._void(tournament)
            position = self.play(tournament, RESULTS)

    def play(self, tournament: int, results: int) -> int:
        """Enter a list of results; the log's position then."""
        rows = tuple(self._rows(tournament, results))
        self._matches[tournament] += range(self._made[tournament] + 1, self._made[tournament] + results + 1)
        self._made[tournament] += results
        if self._corrected is not None:
            self._newest += ((tournament, match) for match in self._matches[tournament][-results:])
        return self._club.tell(tournament, match_commands.EnterResults(results=rows))

    def version(self, tournament: int) -> int:
        """How many events the tournament has."""
        return self._club.state(tournament).version

    def matches(self, tournament: int) -> int:
        """How many matches it has."""
        return self._made[tournament]

    def visit(self, tournament: int, matches: int) -> list[int]:
        """Two persons enter who meet so often, and never anybody else; the numbers of their matches."""
        first = self._players[tournament] + 1
        self._club.register(first, first + 1)
        for entry in (first, first + 1):
            self._club.tell(tournament, entry_commands.RequestEntry(person=person_id(entry)))
            self._club.tell(tournament, entry_commands.ApproveEntry(entry=entry))
        self._club.play(tournament, *[(first, first + 1, 5, 0)] * matches)
        made = self._made[tournament]
        self._made[tournament] += matches
        return list(range(made + 1, made + matches + 1))

    def _rows(self, tournament: int, results: int) -> Iterator[match_commands.PlayedMatch]:
        for _ in range(results):
            first, second = self._random.sample(range(1, self._players[tournament] + 1), 2)
            length = self._random.choice((3, 5, 7))
            loser = self._random.randrange(length)
            points = (
                {"first": length, "second": loser}
                if self._random.random() < 0.5
                else {"first": loser, "second": length}
            )
            yield match_commands.PlayedMatch.model_validate(
                {"sides": (first, second), "length": length, "result": {"kind": "score", **points}}
            )

    def _correct(self, tournament: int) -> None:
        found = self._chosen(tournament)
        if found is not None:
            self.turn_over(*found)

    def _chosen(self, tournament: int) -> tuple[int, int] | None:
        """The match that is to be corrected or voided, if there is any."""
        among = self._newest or [(tournament, match) for match in self._matches[tournament]]
        return self._random.choice(among) if among else None

    def turn_over(self, tournament: int, match: int) -> int:
        """Give the match to the other side; the log's position then."""
        state = self._club.state(tournament)
        effective = state.matches[match].effective
        if effective is None:
            raise ValueError(f"match {match} has no result")
        winner = "second" if effective.outcome.winner == "first" else "first"
        return self._club.correct(tournament, match, result=WinnerOnly.model_validate({"winner": winner}))

    def _void(self, tournament: int) -> None:
        found = self._chosen(tournament)
        if found is not None:
            where, match = found
            self._matches[where].remove(match)
            if self._newest:
                self._newest.remove(found)
            self._club.tell(where, match_commands.VoidMatch(match=match, reason="never played"))
