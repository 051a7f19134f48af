"""A ranking in SQLite that follows a service's feed of ratings; an example to copy, with the standard library alone.

    python ranking_follower.py URL FILE [--once] [--stream]

`ratings` is the ranking; `lines` are all entries it was made of, with those that were superseded. The cursor is written
in the transaction of what was read up to it, so whatever is killed when, every entry is taken in once. Ratings are in
millionths of a point.
"""

import argparse
import json
import sqlite3
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from http.client import HTTPException, HTTPResponse
from types import MappingProxyType
from typing import Any, NamedTuple, cast
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import Request, urlopen

PAGE = 1_000
PAUSE_SECONDS = 1.0
PATIENCE_SECONDS = 30.0

TABLES = """
CREATE TABLE IF NOT EXISTS ratings (
    pool TEXT, person TEXT, rating INTEGER NOT NULL, experience INTEGER NOT NULL, PRIMARY KEY (pool, person)
);
CREATE TABLE IF NOT EXISTS lines (
    id TEXT PRIMARY KEY, position INTEGER NOT NULL, pool TEXT NOT NULL, person TEXT NOT NULL, tournament TEXT,
    match INTEGER, before INTEGER, after INTEGER, rating INTEGER, experience INTEGER, cause TEXT NOT NULL,
    superseded_by TEXT
);
CREATE TABLE IF NOT EXISTS follower (cursor TEXT NOT NULL);
"""
_KEEP = """
INSERT OR IGNORE INTO lines (id, position, pool, person, tournament, match, before, after, rating, experience, cause)
VALUES (:id, :pool_position, :pool, :person, :tournament, :match, :before, :after, :rating, :experience, :cause)
"""
_SUPERSEDE = "UPDATE lines SET superseded_by = :id WHERE id = :supersedes"
_RANK = "INSERT OR REPLACE INTO ratings VALUES (:pool, :person, :rating, :experience)"
_LEAVE = "DELETE FROM ratings WHERE pool = :pool AND person = :person"
_FORGET = (
    "DELETE FROM lines WHERE position > :kept_to",
    "UPDATE lines SET superseded_by = NULL WHERE superseded_by NOT IN (SELECT id FROM lines)",
    "DELETE FROM ratings",
    """
    INSERT INTO ratings SELECT pool, person, rating, experience FROM (
        SELECT pool, person, rating, experience, max(id) FROM lines GROUP BY pool, person
    ) WHERE rating IS NOT NULL
    """,
)


class Batch(NamedTuple):
    """Entries in their order, and the cursor behind them."""

    entries: Sequence[Mapping[str, Any]]
    cursor: str


class Restarted(NamedTuple):
    """The log was begun again: up to where it is what was read, and the cursor to go on after."""

    kept_to: int
    cursor: str


class Ranking:
    """The file."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        connection.executescript(TABLES)

    @property
    def cursor(self) -> str | None:
        """Up to where it has followed; None at the beginning."""
        row = self._connection.execute("SELECT cursor FROM follower").fetchone()
        return None if row is None else str(row[0])

    def take(self, batch: Batch) -> None:
        """Take in what a batch tells."""
        with self._connection:
            for entry in batch.entries:
                told = {**entry["data"], "id": entry["id"]}
                self._connection.execute(_KEEP, told)
                self._connection.execute(_SUPERSEDE, told)
                self._connection.execute(_LEAVE if told["rating"] is None else _RANK, told)
            self._goes_on(batch.cursor)

    def undo(self, restarted: Restarted) -> None:
        """Take back what the log holds no longer."""
        with self._connection:
            for statement in _FORGET:
                self._connection.execute(statement, {"kept_to": restarted.kept_to} if ":kept_to" in statement else {})
            self._goes_on(restarted.cursor)

    def _goes_on(self, cursor: str) -> None:
        self._connection.execute("DELETE FROM follower")
        self._connection.execute("INSERT INTO follower VALUES (?)", (cursor,))


def _opened(address: str, headers: Mapping[str, str] = MappingProxyType({})) -> HTTPResponse:
    if urlsplit(address).scheme not in ("http", "https"):
        raise SystemExit("The address of a service begins with https:// or http://. Give it so.")
    request = Request(address, headers=dict(headers))  # noqa: S310 -- the scheme was looked at
    return cast("HTTPResponse", urlopen(request, timeout=PATIENCE_SECONDS))  # noqa: S310 -- the scheme was looked at


def page(url: str, cursor: str | None) -> Batch:
    """The next page of the feed. Raises HTTPError, OSError, and SystemExit where what answers has no feed."""
    query = urlencode({"limit": PAGE, **({"after": cursor} if cursor else {})})
    with _opened(f"{url}/v1/feeds/ratings?{query}") as answer:
        link = answer.headers.get("Link", "").partition("<")[2].partition(">")[0]
        after = parse_qs(urlsplit(link).query).get("after")
        if after is None:
            raise SystemExit(f"{url} answers, and has no feed of ratings. Give the address of a service.")
        return Batch(json.load(answer), after[0])


def stream(url: str, cursor: str | None) -> Iterator[Batch]:
    """Batches as they come, until the stream ends. Raises HTTPError, OSError."""
    with _opened(f"{url}/v1/feeds/ratings/stream", {"Last-Event-ID": cursor} if cursor else {}) as answer:
        fields: dict[str, str] = {}
        for line in answer:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            fields[name] = value
            if not line.strip() and "id" in fields:
                yield Batch(json.loads(fields["data"]), fields["id"])
                fields = {}


def follow(url: str, ranking: Ranking, *, once: bool, streams: bool) -> None:
    """Follows until it is interrupted; with `once` until it is level with the service."""
    while True:
        try:
            batch = page(url, ranking.cursor)
            ranking.take(batch)
            if len(batch.entries) == PAGE:
                continue
            if once:
                return
            for more in stream(url, ranking.cursor) if streams else ():
                ranking.take(more)
            time.sleep(0 if streams else PAUSE_SECONDS)
        except HTTPError as refused:
            if refused.code == 410:
                told = json.load(refused)
                ranking.undo(Restarted(told["kept_to"], told["cursor"]))
            elif refused.code in (404, 429, 502, 503, 504):  # 404: the place of the cursor is not there yet
                _wait(f"{refused.code}", float(refused.headers.get("Retry-After", PAUSE_SECONDS)))
            else:
                raise SystemExit(f"The service answered {refused.code}: {refused.read().decode()[:500]}") from None
        except (OSError, HTTPException, ValueError) as fault:  # no connection, or half an answer
            _wait(str(fault), PAUSE_SECONDS)


def _wait(why: str, seconds: float) -> None:
    sys.stderr.write(f"{why}; again in {seconds:g} s\n")
    time.sleep(seconds)


def main() -> None:
    """Reads what was asked for on the command line."""
    parser = argparse.ArgumentParser(description="Keep a ranking in SQLite that follows a service's feed of ratings.")
    parser.add_argument("url", help="where the service is, such as https://club.example")
    parser.add_argument("file", help="the SQLite file, made where there is none")
    parser.add_argument("--once", action="store_true", help="stop when it is level with the service")
    parser.add_argument("--stream", action="store_true", help="wait on a stream instead of asking each second")
    asked = parser.parse_args()
    try:
        with closing(sqlite3.connect(asked.file)) as connection:
            follow(asked.url.rstrip("/"), Ranking(connection), once=asked.once, streams=asked.stream)
    except sqlite3.Error as wrong:
        raise SystemExit(f"The file {asked.file} can't be used: {wrong}.") from None
    except KeyboardInterrupt:  # that is how it is stopped; what was read is kept
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
