"""A log that is held: nothing is appended to it, and no feed is read, until its operator decides."""

from dataclasses import dataclass

from projections.queries.pool import Reader

ADVICE = (
    "put back a backup that has what is missing and start the service again, or run scoresheet log restart to go on "
    "without it"
)
_HELD = "SELECT public.scoresheet_held()"


@dataclass(frozen=True, slots=True)
class Held:
    """`because` of what it is held, in a sentence without its point."""

    because: str

    @property
    def detail(self) -> str:
        """The reason, and what to do."""
        return f"{self.because}; {ADVICE}."


class HeldReadings(Reader):
    """Whether the log is held."""

    def hold_reason(self) -> Held | None:
        """Why it is; None where it is not."""
        row = self._row(_HELD)
        return None if row is None or row[0] is None else Held(row[0])
