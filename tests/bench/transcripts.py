"""How long it takes to check a transcript, and to find the plays of a roll: python -m tests.bench.transcripts

Prints milliseconds of the processor for a real match to 25 points, the best and the middle of 15 checks, and
microseconds for the plays of each of the 21 rolls on 300 boards that were played to by chance.
"""

from statistics import median
from time import process_time

from domain.backgammon.checking import check_match
from domain.backgammon.mat_reading import decode_transcript, read_matches
from domain.backgammon.moves import plays
from tests.backgammon.boards import ROLLS, boards_by_chance
from tests.backgammon.transcripts import real_bytes
from tests.bench.sizes import sized

MATCH, TIMES, BOARDS = sized((5, 5, 60), (5, 15, 300))


def checks() -> tuple[int, list[float]]:
    """The plays of the match, and how long each check took, in milliseconds, with nothing remembered."""
    content, checked, took = real_bytes(MATCH), 0, list[float]()
    for _ in range(TIMES):
        plays.cache_clear()
        began = process_time()
        (match,) = read_matches(decode_transcript(content))
        checked = check_match(match).checked
        took.append((process_time() - began) * 1_000)
    return checked, took


def rolls() -> list[float]:
    """How long the plays of a roll took, in microseconds, the quickest first."""
    took = list[float]()
    for position in boards_by_chance(3, BOARDS):
        for roll in ROLLS:
            plays.cache_clear()
            began = process_time()
            plays(position, roll)
            took.append((process_time() - began) * 1_000_000)
    return sorted(took)


def main() -> None:
    """Prints both."""
    checked, took = checks()
    best, middle = min(took), median(took)
    print(f"match to 25 points, {checked} plays read and checked: {best:.0f} ms at best, {middle:.0f} ms median")
    found = rolls()
    print(f"plays of a roll: {median(found):.0f} µs median, {found[len(found) * 99 // 100]:.0f} µs of 99 in 100")


if __name__ == "__main__":
    main()
