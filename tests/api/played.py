"""A tournament of any format over HTTP: announced, entered, started, and played from what comes next."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, cast

from tests.api.support import Client, Service

REASON = {"reason": "As agreed."}
YEARS = [datetime.now(UTC).year, datetime.now(UTC).year + 1]
"""In which what is won while the tests run is won."""
Json = Any

Result = Callable[[int], Mapping[str, object]]
"""What is reported of the match with that number."""


def winner(side: str) -> dict[str, object]:
    """A result that says no more than who has won."""
    return {"kind": "winner", "winner": side}


def source(match: int, ended: str | None, won: int | None = None) -> Json:
    """The match with how it had ended, as what was made from it tells."""
    return {"kind": "match", "match": match, "ended": ended, "winner": won}


def first_wins(_: int) -> Mapping[str, object]:
    return winner("first")


@dataclass
class Played:
    """A tournament, its director, and its entrants by entry number from 1."""

    service: Service
    director: Client
    path: str
    persons: list[str] = field(default_factory=list)

    def read(self, place: str, **query: str | int) -> Json:
        return self.director.read(f"{self.path}/{place}", **query)

    def do(self, place: str, body: object = None) -> Json:
        """A command that must be accepted; the ETag of what it changes is read first, where it changes something. A
        ruling is given on its preview."""
        if place == "rulings":
            return self.director.ruled(self.path, cast("Json", body)).json()
        kind, number, *_ = f"{place}/".split("/")
        if kind in ("entries", "matches"):
            action = place.removeprefix(f"{kind}/{number}/")
            return self.director.change(f"{self.path}/{kind}/{number}", action, body).json()
        if kind == "hall":
            seen = self.director.get(f"{self.path}/hall").headers["ETag"]
            return self.director.done(f"{self.path}/hall", body, seen=seen).json()
        if kind in ("start", "completion", "seeding", "reopening", "cancellation"):
            return self.director.change(self.path, place, body).json()
        return self.director.done(f"{self.path}/{place}", body).json()

    def refused(self, place: str, body: object = None) -> tuple[int, str, Json]:
        """The status, the problem's slug, and the problem, of a command that must be refused."""
        kind, number, *_ = f"{place}/".split("/")
        resource = f"{self.path}/{kind}/{number}" if kind in ("entries", "matches") else self.path
        answer = self.director.post(f"{self.path}/{place}", body, seen=self.director.get(resource).headers["ETag"])
        assert not answer.is_success, answer.text
        return answer.status_code, answer.json()["type"].rpartition("/")[2], answer.json()

    def enter(self, person: str | None = None, **approval: object) -> None:
        """An approved entry, of somebody new if nobody is named."""
        number = len(self.persons) + 1
        self.persons.append(person or self.service.register(f"Player {number}"))
        self.director.done(f"{self.path}/entries", {"person": self.persons[-1]})
        self.do(f"entries/{number}/approval", approval)

    def enter_all(self, persons: Sequence[str]) -> None:
        """Approved entries of them, in one request, for hundreds of tests begin with some."""
        self.persons += persons
        self.director.done(f"{self.path}/bulk", {"rows": [{"entry": {"person": person}} for person in persons]})

    def player(self, entry: int) -> Client:
        """A client who is that entry's player, and has seen what the director did."""
        client = self.service.player(self.persons[entry - 1])
        client.position = self.director.position
        return client

    def next(self) -> Json:
        return self.read("rounds")["next"]

    def match(self, number: int) -> Json:
        return self.read(f"matches/{number}")

    def matches(self) -> list[Json]:
        return list(self.read("matches", limit=500)["items"])

    def report(self, match: int, result: Mapping[str, object]) -> Json:
        return self.do(f"matches/{match}/result", {"result": result})

    def pair(self, round_: int, *pairings: tuple[int, int], byes: Sequence[int] = ()) -> None:
        self.do(f"rounds/{round_}/pairings", REASON | {"pairings": pairings, "byes": byes})

    def correct(self, match: int, result: Mapping[str, object], choice: str | Mapping[int, str] | None = None) -> Json:
        """Corrects a result as a preview has shown it: with the preview's digest. The choice is for the match's own
        stage, or by stage."""
        body = REASON | {"result": result} | _chosen(choice)
        command = body | {"kind": "correct-result", "match": match}
        shown = self.do("previews", {"command": command})
        self.do(f"matches/{match}/corrections", body | {"expected": shown["digest"]})
        return shown

    def first_entry_wins(self, match: int) -> Mapping[str, object]:
        return winner("first" if self.match(match)["sides"][0] == 1 else "second")

    def step(self, result: Result) -> Json:
        """Does what comes next, and returns what that was: reports are by `result`, stages are opened as they are."""
        coming = self.next()
        match coming["kind"]:
            case "wait":
                assert coming["matches"], "nothing is waited for"
                self.report(coming["matches"][0], result(coming["matches"][0]))
            case "due":
                self.do(f"rounds/{coming['round']}/draw")
            case "stage":
                self.do(f"stages/{coming['stage']}/opening")
            case "ask":
                self.answer(coming)
        return coming

    def answer(self, coming: Json) -> None:
        """Takes the first choice: chance leaves somebody alone now and then. One who may be paired by hand has a
        bye."""
        first = coming["choices"][0]["name"]
        if first == "pair-by-hand":
            self.pair(coming["round"], byes=[coming["question_entry"]])
        elif first == "play-off":
            self.do(f"stages/{coming['question'].rpartition('-')[2]}/play-off")
        else:
            self.do("decisions", REASON | {"question": coming["question"], "choice": first})

    def play_on(self, result: Result = first_wins, most_steps: int = 200) -> int | None:
        """To the end; the champion."""
        for _ in range(most_steps):
            coming = self.step(result)
            if coming["kind"] == "done":
                return coming["champion"]  # type: ignore[no-any-return]  # JSON
        raise AssertionError("it does not end")

    def rows(self) -> list[tuple[int, int, str]]:
        """The standings: rank, entry and mark."""
        return [(row["rank"], row["entry"], row["mark"]) for row in self.read("standings")["rows"]]

    def marks(self) -> dict[int, str]:
        return {entry: mark for _, entry, mark in self.rows()}

    def complete(self) -> None:
        """Ends it; then every draw is made again, where there were any."""
        self.do("completion")
        if self.read("rounds")["commitments"]:
            self.do("reveal")
            checked = self.read("draw-check")
            assert checked["draws"] == checked["confirmed"]
            assert checked["findings"] == []


def _chosen(choice: str | Mapping[int, str] | None) -> Json:
    if isinstance(choice, Mapping):
        return {"choices": [{"stage": stage, "choice": one} for stage, one in choice.items()]}
    return {"choice": choice} if choice else {}


def announced(service: Service, format_: Mapping[str, object] | None, **further: object) -> Played:
    """A tournament that its director has announced; None where its format is said otherwise."""
    director, _ = service.director()
    named = {} if format_ is None else {"format": format_}
    body = {"name": "Evening", **named, "conditions": {"appeal_window_minutes": 0}} | further
    answer = director.done("/v1/tournaments", body)
    return Played(service, director, f"/v1/tournaments/{answer.json()['tournament']}")


def started(service: Service, format_: Mapping[str, object], players: int, **further: object) -> Played:
    """One with so many players, started."""
    made = announced(service, format_, **further)
    made.enter_all(service.register_all([f"Player {number}" for number in range(1, players + 1)]))
    made.do("start")
    return made


def champions(service: Service, credits_: Sequence[int], *, start: bool = True, **further: object) -> Played:
    """A Champion tournament of those who have won so many evenings of a cup, started unless it is not to be."""
    client = service.administrator()
    cup = client.done("/v1/series", {"name": "Cup"}).json()["series"]
    season = {"series": {"series": cup, "season": 2026}}
    format_ = None if "preset" in further else {"kind": "champion", "lengths": [3]}
    final = announced(service, format_, qualifying={"series": cup, "years": YEARS}, **further)
    for wins in credits_:
        person = service.register("A winner")
        for _ in range(wins):
            body = {"name": "Evening of the cup", "format": {"kind": "nxe"}} | season
            path = f"/v1/tournaments/{client.done('/v1/tournaments', body).json()['tournament']}"
            evening = Played(service, client, path)
            evening.enter_all([person, service.register("A rival")])
            evening.do("start")
            evening.play_on(evening.first_entry_wins)
            evening.do("completion")
        final.enter(person)
    if start:
        final.do("start")
    return final
