"""Refusals of imports that go on while nobody waits for them, and of lists."""

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
LIST_UNKNOWN = ProblemType(
    "list-unknown",
    Category.UNKNOWN,
    "There is no such list",
    "Look at the lists, and use the id of one from there.",
    "REG-4",
)
LIST_OWNED = ProblemType(
    "list-owned",
    Category.CONFLICT,
    "The list has this owner already",
    "Choose another club, or the federation's office.",
    "REG-4",
)
