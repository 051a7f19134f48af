"""Files that are there as they were or as they are to be, whenever the power goes."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def written_beside(place: Path, content: bytes) -> Iterator[Path]:
    """A file beside that place, which is on the disk whole and can be moved or linked there; what is left of it is
    removed. Only its owner reads it. Raises OSError."""
    descriptor, name = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}-")
    made = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(descriptor)
        yield made
    finally:
        made.unlink(missing_ok=True)
