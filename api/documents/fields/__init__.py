"""What each field of a request or an answer means, said once: a field that has one meaning everywhere under its name
alone, any other under the documents that have it (`RatingList.active_days`). What derives from a document means the
same by its fields. An entry that several documents share names each.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path

FILES = tuple(sorted(Path(__file__).parent.glob("*.toml")))
"""The files of texts, each of one subject."""


def named_texts(file: Path) -> Mapping[str, str]:
    """The texts of one file, each by the names that share it."""
    return tomllib.loads(file.read_text(encoding="utf-8"))


TEXTS: Mapping[str, str] = {
    name: text for file in FILES for names, text in named_texts(file).items() for name in names.split()
}
"""Each text by the name of its field, or of document and field."""


def entry_of(document: type, field: str) -> str | None:
    """The name under which the field of that document is described, None where nothing is said of it."""
    kinds = (kind.__name__.partition("[")[0] for kind in document.__mro__)
    return next((name for name in (*(f"{kind}.{field}" for kind in kinds), field) if name in TEXTS), None)
