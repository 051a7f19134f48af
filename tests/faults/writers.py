"""Clients that write without end, and remember what the service has acknowledged.

Each command has an idempotency key of its own, and is sent again under it after every lost connection and every 503,
until it is accepted or refused: what any careful client does.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from threading import Event, Thread
from typing import Any

import httpx

from tests.patience import PATIENCE_SECONDS, eventually, patiently

PAUSE_SECONDS = 0.05
NEW_YEAR = datetime(2026, 1, 1, tzinfo=UTC)
ENTRIES = 4
FAR_BACK = 20
"""Of the first so many answers each correction gives its match a place before all others, and then ever fewer do: what
they rate again, and what feeds tell of it, comes to so much for each answer, however fast the machine."""

EVENTS: Mapping[str, int] = {
    "register": 1,
    "announce": 1,
    "enter": 1,
    "approve": 1,
    "start": 1,
    "match": 2,
    "list": 10,
    "correction": 1,
    "against oneself": 0,
}
"""How many events each kind of command writes; a match is made and its result reported."""

MATCHES: Mapping[str, int] = {"match": 1, "list": 5}
"""How many matches each kind of command makes."""


@dataclass(frozen=True)
class Command:
    """What is sent, under which idempotency key."""

    kind: str
    key: str
    path: str
    body: object
    if_match: str | None = None


@dataclass(frozen=True)
class Answer:
    """What came back at last, after how many failures; `body` is empty for what was refused."""

    command: Command
    status: int
    body: Mapping[str, Any]
    etag: str | None
    repeated: bool
    failures: int

    @property
    def accepted(self) -> bool:
        return self.status < 300


@dataclass
class Client:
    """Sends commands with one API key, until each is answered."""

    url: str
    key: str
    waits: list[httpx.Response] = field(default_factory=list)
    """Every 503 that it got."""

    def send(self, command: Command) -> Answer:
        """The answer, once there is one. Fails for a 5xx that is no 503, and after `PATIENCE_SECONDS` without any."""
        tried: list[httpx.Response | None] = []

        def attempt() -> httpx.Response | None:
            tried.append(self._try(command))
            return tried[-1]

        answer = patiently(attempt, lambda told: told is not None)
        assert answer is not None, f"no answer to {command}"
        assert answer.status_code < 500, answer.text
        accepted = answer.status_code < 300
        repeated = "Idempotent-Replayed" in answer.headers
        body = answer.json() if accepted else {}
        return Answer(command, answer.status_code, body, answer.headers.get("ETag"), repeated, len(tried) - 1)

    def done(self, command: Command) -> Answer:
        """The same, for what must be accepted."""
        answer = self.send(command)
        assert answer.accepted, answer
        return answer

    def _try(self, command: Command) -> httpx.Response | None:
        headers = {"Authorization": f"Bearer {self.key}", "Idempotency-Key": command.key}
        if command.if_match is not None:
            headers["If-Match"] = command.if_match
        try:
            answer = self._http.post(command.path, json=command.body, headers=headers)
        except httpx.TransportError:
            return None
        if answer.status_code == 503:
            self.waits.append(answer)
            return None
        return answer

    def __post_init__(self) -> None:
        self._http = httpx.Client(base_url=self.url, timeout=PATIENCE_SECONDS, trust_env=False)

    def close(self) -> None:
        self._http.close()


@dataclass
class Writer:
    """One client at work on one tournament until it is told to stop."""

    name: str
    client: Client
    tournament: str
    chance: random.Random
    stop: Event
    answers: list[Answer] = field(default_factory=list)
    fault: BaseException | None = None
    has_ended: bool = False
    _last_match: tuple[int, str] | None = None

    def work(self) -> None:
        """Sends commands until asked to stop; keeps what goes wrong for anyone who asks."""
        try:
            while not self.stop.is_set():
                self._take(self.client.send(self._next()))
        except BaseException as fault:
            self.fault = fault
        finally:
            self.client.close()
            self.has_ended = True

    def _take(self, answer: Answer) -> None:
        refused = answer.command.kind == "against oneself"
        assert answer.accepted != refused, answer
        if answer.command.kind in ("match", "correction"):
            assert answer.etag is not None, answer
            self._last_match = (answer.body["matches"][0]["number"], answer.etag)
        self.answers.append(answer)

    def _next(self) -> Command:
        kind = self.chance.choices(("match", "list", "correction", "against oneself", "register"), (10, 3, 4, 2, 1))[0]
        key = f"{self.name}-{len(self.answers)}"
        path = f"/v1/tournaments/{self.tournament}"
        if kind == "register":
            return Command(kind, key, "/v1/persons", {"name": name_of(key)})
        if kind == "list":
            return Command(kind, key, f"{path}/results", {"results": [self._played() for _ in range(5)]})
        if kind == "correction" and self._last_match is not None:
            match, etag = self._last_match
            body = {"result": self._score(), "played_at": self._moment().isoformat(), "reason": key}
            return Command(kind, key, f"{path}/matches/{match}/corrections", body, etag)
        if kind == "against oneself":
            return Command(kind, key, f"{path}/matches", self._played() | {"sides": [1, 1]})
        return Command("match", key, f"{path}/matches", self._played())

    def _moment(self) -> datetime:
        """Another than the match was played at, so that each correction changes something."""
        if self.chance.randrange(len(self.answers) + 1) < FAR_BACK:
            return NEW_YEAR + timedelta(seconds=len(self.answers))
        return datetime.now(UTC) - timedelta(seconds=1)

    def _played(self) -> dict[str, object]:
        return {"sides": self.chance.sample(range(1, ENTRIES + 1), 2), "length": 7, "result": self._score()}

    def _score(self) -> dict[str, object]:
        score = [7, self.chance.randrange(7)]
        self.chance.shuffle(score)
        return {"kind": "score", "first": score[0], "second": score[1]}


@dataclass
class Writers:
    """Writers at work side by side, two on each tournament."""

    key: str
    setting_up: Sequence[Answer]
    writers: Sequence[Writer]

    def answers(self) -> list[Answer]:
        """All that was answered so far, the setting up included."""
        return [*self.setting_up, *(answer for writer in self.writers for answer in list(writer.answers))]

    def waits(self) -> list[httpx.Response]:
        """All the 503s."""
        return [wait for writer in self.writers for wait in list(writer.client.waits)]

    def await_answers(self, more: int = 1) -> None:
        """Returns when each writer has had so many answers more. Fails as a writer does, and when that takes long."""
        self.await_each(lambda writer: len(writer.answers), more)

    def await_each(self, counted: Callable[[Writer], int], more: int = 1) -> None:
        """The same, of anything that is counted."""
        goals = {writer.name: counted(writer) + more for writer in self.writers}

        def have_come() -> bool:
            self.check()
            return all(counted(writer) >= goals[writer.name] for writer in self.writers)

        assert eventually(have_come), "a writer gets no answer"

    def check(self) -> None:
        """Fails where a writer has failed."""
        for writer in self.writers:
            assert writer.fault is None, repr(writer.fault)

    def end(self) -> None:
        """Returns when each has had its last answer."""
        for writer in self.writers:
            writer.stop.set()
        assert eventually(lambda: all(writer.has_ended for writer in self.writers))

    def kinds(self) -> Counter[str]:
        """How many commands of each kind were answered."""
        return Counter(answer.command.kind for answer in self.answers())


@contextmanager
def writing(
    url: str, key: str, seed: int, tournaments: int = 3, writers_each: int = 2, *, others: Sequence[str] = ()
) -> Iterator[Writers]:
    """Writers at work until the end of the `with`; then every command that was begun has been answered. Those of a
    tournament write at several addresses, where there are `others`."""
    client = Client(url, key)
    made: list[tuple[str, list[Answer]]] = [set_up(client, f"set-up-{number}") for number in range(tournaments)]
    client.close()
    stop = Event()
    urls = (url, *others)
    writers = [
        Writer(f"{tournament}-{number}", Client(urls[number % len(urls)], key), tournament, chance, stop)
        for place, (tournament, _) in enumerate(made)
        for number in range(writers_each)
        for chance in [random.Random(f"{seed} {place} {number}")]  # noqa: S311 -- to be repeated, not to be secret
    ]
    threads = [Thread(target=writer.work, name=writer.name, daemon=True) for writer in writers]
    for thread in threads:
        thread.start()
    at_work = Writers(key, [answer for _, answers in made for answer in answers], writers)
    try:
        yield at_work
    finally:
        stop.set()
        for thread in threads:
            thread.join(PATIENCE_SECONDS)
    at_work.check()
    assert not any(thread.is_alive() for thread in threads)


def name_of(key: str) -> str:
    """A name for each key, like no other's: letters alone, since figures don't tell names apart."""
    return sha256(key.encode()).hexdigest()[:16].translate(str.maketrans("0123456789", "ghijklmnop"))


def set_up(client: Client, name: str) -> tuple[str, list[Answer]]:
    """A started rated tournament with four approved entries: its id, and what was answered on the way."""
    rating = {"pool": "normal", "policy": "room", "policy_version": 1}
    body = {"name": name, "format": {"kind": "open"}, "rating": rating}
    answers = [client.done(Command("announce", f"{name}-announce", "/v1/tournaments", body))]
    tournament = str(answers[0].body["tournament"])
    path = f"/v1/tournaments/{tournament}"
    for entry in range(1, ENTRIES + 1):
        key = f"{name}-{entry}"
        answers.append(client.done(Command("register", f"{key}-person", "/v1/persons", {"name": name_of(key)})))
        person = {"person": answers[-1].body["person"]}
        answers.append(client.done(Command("enter", f"{key}-enter", f"{path}/entries", person)))
        approval = Command("approve", f"{key}-approve", f"{path}/entries/{entry}/approval", {}, answers[-1].etag)
        answers.append(client.done(approval))
    position = str(answers[-1].body["position"])
    settings = httpx.get(
        f"{client.url}{path}", headers={"Prefer": "wait=30", "Scoresheet-Position": position}, timeout=PATIENCE_SECONDS
    )
    answers.append(client.done(Command("start", f"{name}-start", f"{path}/start", {}, settings.headers["ETag"])))
    return tournament, answers
