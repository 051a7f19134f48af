"""Refusals of imports that go on while nobody waits for them, and of lists."""

from domain.kernel.refusal import conflict, unknown

IMPORT_UNKNOWN = unknown("import-unknown").says(
    "There is no such import",
    "Send the list again: the service forgets imports when it restarts, and only new rows are recorded.",
)
IMPORT_UNDER_WAY = conflict("import-under-way").says(
    "Another import is under way", "Wait for the end of the other import, or cancel it, and send the list again."
)
IMPORT_ENDED = conflict("import-ended").says(
    "The import has ended", "Send the list again to import it once more: only its changes are recorded."
)
LIST_UNKNOWN = unknown("list-unknown", "REG-4").says(
    "There is no such list", "Look at the lists, and use the id of one from there."
)
LIST_OWNED = conflict("list-owned", "REG-4").says(
    "The list has this owner already", "Choose another club, or the federation's office."
)
