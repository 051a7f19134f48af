"""Origins of logs: what a log is called in its checkpoints, which is where it is read, without a scheme.

A log that is begun again has the next number behind its origin, and is read below that: what clients of the former log
keep for ever stays what it was.
"""


def generation_of(origin: str) -> int:
    """Which log it is, by its origin: `…/log` is the first, `…/log/2` the second."""
    number = origin.rpartition("/")[2]
    return int(number) if _is_number(number) else 1


def next_origin(origin: str) -> str:
    """The origin of the log after this one: `…/log`, then `…/log/2`, `…/log/3`."""
    number = generation_of(origin)
    return f"{origin}/2" if number == 1 else f"{origin.rpartition('/')[0]}/{number + 1}"


def is_of(origin: str, first: str) -> bool:
    """Whether a log of this origin is the one whose first origin that is, or began again after it."""
    base, _, number = origin.rpartition("/")
    return origin == first or (base == first and _is_number(number))


def leads_to(origin: str, later: str) -> bool:
    """Whether the log of the `later` origin is the one of this origin, or began again after it."""
    while generation_of(origin) < generation_of(later):
        origin = next_origin(origin)
    return origin == later


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and not text.startswith("0") and text != "1"
