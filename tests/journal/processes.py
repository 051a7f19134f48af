"""What other processes do in the tests of many writers: importable, so that a new interpreter can run it."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from multiprocessing import get_context

from tests.journal.support import ledger, note, open_journal
from tests.patience import PATIENCE_SECONDS


def write(url: str, name: str, threads: int, commands: int, streams: Sequence[int]) -> None:
    """Every thread notes its commands, one after the other, going round the streams. Fails where one fails."""
    journal = open_journal(url, clock=lambda: datetime.now(UTC), patience_seconds=PATIENCE_SECONDS)

    def one_thread(thread: int) -> None:
        for n in range(commands):
            journal.execute(note(f"{name}-{thread}-{n}", ledger(streams[(thread + n) % len(streams)]), 1))

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(one_thread, range(threads)))
    journal.close()


class Writers:
    """Processes that write at the same time."""

    def __init__(self, url: str, processes: int, threads: int, commands: int, streams: Sequence[int]) -> None:
        start: Callable[..., None] = write
        self._processes = [
            get_context("spawn").Process(target=start, args=(url, f"p{n}", threads, commands, streams))
            for n in range(processes)
        ]

    def __enter__(self) -> "Writers":
        for process in self._processes:
            process.start()
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.join(PATIENCE_SECONDS)
            if process.is_alive():
                process.kill()

    def at_work(self) -> bool:
        return any(process.is_alive() for process in self._processes)

    def failures(self) -> list[int | None]:
        """Exit codes other than 0."""
        return [process.exitcode for process in self._processes if process.exitcode != 0]
