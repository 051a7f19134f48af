"""What the operations of the API answer, as its document shows it: an answer to each, from the scenes of the tests.

`python -m tests.api.answers` plays them and writes `api/examples/answers.json`. Ids, moments and secrets are replaced,
so that the file tells nobody's, and looks the same whenever it is made.
"""

import re
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import httpx
import orjson
import pytest

from api.examples.answers import FILE
from tests.api.everybody import WITHHELD_NAME
from tests.api.support import routes

PLAYED = ("tests/api/test_access.py", "tests/api/test_access_of_readers.py")
LONGEST = 4_000
"""An answer of more bytes is shown only where there is no shorter one."""

MOST_ITEMS = 2
"""Of a list, which are enough to show what is in it."""

EXAMPLE_NAME = "Astrid Holm"
"""In place of the name that is withheld in the scenes, which nobody who reads without a key finds anywhere."""

EXAMPLE_CURSOR = "gHm0sYt3xkQd1Zb7cVwEuO_r5nLpAf2JiT8"
"""In place of one that is sealed, which is another in each database."""

FIRST_MOMENT = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)
_MOMENT = re.compile(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_HEX = re.compile(r"(?<![0-9a-f-])[0-9a-f]{16,}(?![0-9a-f-])")


class Recorder:
    """A plugin that keeps the best answer to each operation."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[tuple[bool, int], object]] = {}
        shown = [route for route in routes() if route.include_in_schema]
        self._patterns = [(route.path_regex, route.name, route.methods or set()) for route in shown]

    def pytest_sessionstart(self) -> None:
        """From now on every answer is looked at."""
        send = httpx.Client.send

        def sent(client: httpx.Client, request: httpx.Request, **how: Any) -> httpx.Response:  # noqa: ANN401 -- httpx's
            answer = send(client, request, **how)
            if answer.is_success and answer.headers.get("Content-Type") == "application/json":
                self.note(request.method, request.url.path, answer.json())
            return answer

        httpx.Client.send = sent  # type: ignore[assignment, method-assign]  # listens to each answer

    def note(self, method: str, path: str, content: object) -> None:
        """Keeps the answer if it is better than what is there: the fullest that is not too long."""
        named = (name for pattern, name, methods in self._patterns if method in methods and pattern.match(path))
        name = next(named, "")
        short = shortened(content)
        size = len(orjson.dumps(short))
        worth = (size <= LONGEST, size if size <= LONGEST else -size)
        if worth > self._found.get(name, ((False, -sys.maxsize), None))[0]:
            self._found[name] = worth, short

    def answers(self) -> dict[str, object]:
        """The answers by their operations, with nothing in them that differs from run to run."""
        return {name: replaced(self._found[name][1]) for name in sorted(self._found) if name}


def shortened(content: object) -> object:
    """The content with its lists cut short."""
    if isinstance(content, dict):
        return {name: shortened(one) for name, one in content.items()}
    return [shortened(one) for one in content[:MOST_ITEMS]] if isinstance(content, list) else content


def replaced(content: object) -> object:
    """The content with moments, ids and secrets of an example in place of those of the run."""
    moments = sorted(set(_MOMENT.findall(orjson.dumps(content).decode())))
    uuid, hexadecimal = _each(lambda number: _uuid(_digest(number))), _each(_digest)

    def text(said: str) -> str:
        said = _MOMENT.sub(lambda found: _later(moments.index(found[0])), said)
        return _HEX.sub(hexadecimal, _UUID.sub(uuid, said)).replace(WITHHELD_NAME, EXAMPLE_NAME)

    return _with_texts(content, text)


def _with_texts(content: object, text: Callable[[str], str]) -> object:
    """The content with another text for each in it."""
    if isinstance(content, dict):
        sealed = {"next": EXAMPLE_CURSOR} if isinstance(content.get("next"), str) else {}
        return {text(name): _with_texts(one, text) for name, one in {**content, **sealed}.items()}
    if isinstance(content, list):
        return [_with_texts(one, text) for one in content]
    return text(content) if isinstance(content, str) else content


def _later(minutes: int) -> str:
    return f"{FIRST_MOMENT + timedelta(minutes=minutes):%Y-%m-%dT%H:%M:%SZ}"


def _each(named: Callable[[int], str]) -> Callable[["re.Match[str]"], str]:
    """Replaces what is found by a name of the same length, which is the same wherever it is found again."""
    numbers: dict[str, int] = {}
    return lambda found: named(numbers.setdefault(found[0], len(numbers)))[: len(found[0])]


def _digest(number: int) -> str:
    return sha256(f"example {number}".encode()).hexdigest() * 4


def _uuid(digits: str) -> str:
    return "-".join((digits[:8], digits[8:12], f"4{digits[13:16]}", f"8{digits[17:20]}", digits[20:32]))


def main() -> None:
    """Plays the scenes, and writes the file."""
    recorder = Recorder()
    code = pytest.main([*PLAYED, "-q", "-p", "no:cacheprovider"], plugins=[recorder])
    FILE.write_bytes(orjson.dumps(recorder.answers(), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
    sys.stdout.write(f"{FILE}: {len(recorder.answers())}\n")
    sys.exit(int(code))


if __name__ == "__main__":
    main()
