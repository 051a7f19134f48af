"""Refusals of imports that go on while nobody waits for them."""

from domain.kernel.refusal import Category, ProblemType

IMPORT_UNKNOWN = ProblemType(
    "import-unknown",
    Category.UNKNOWN,
    "There is no such import",
    "Send the list again: the service forgets imports when it restarts, and only new rows are recorded.",
)
IMPORT_UNDER_WAY = ProblemType(
    "import-under-way",
    Category.CONFLICT,
    "Another import is under way",
    "Wait for the end of the other import, or cancel it, and send the list again.",
)
IMPORT_ENDED = ProblemType(
    "import-ended",
    Category.CONFLICT,
    "The import has ended",
    "Send the list again to import it once more: only its changes are recorded.",
)
