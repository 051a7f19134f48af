"""The JSON Schemas of events, of what they name by kind and version, and of what entries of feeds say:
`python -m api.asgi.schemas` writes them to `api/schemas/`, a file for each. The schema of a topic that is no longer
written stays as it was, for logs hold events of it."""

import sys
from collections.abc import Mapping

import orjson

from api.queries.event_schemas import FOLDER
from domain.application.event_schemas import schemas, schemas_of_families
from domain.application.upcasts import UPCASTS
from projections.feeds.schemas import feed_schemas


def texts() -> Mapping[str, bytes]:
    """Each schema as it is committed, by its topic."""
    made = {**schemas(), **schemas_of_families(), **feed_schemas()}
    return {topic: orjson.dumps(made[topic], option=orjson.OPT_INDENT_2) + b"\n" for topic in sorted(made)}


def main() -> None:
    """Writes the files, and takes away those of topics that no log can hold."""
    FOLDER.mkdir(exist_ok=True)
    made = texts()
    for path in FOLDER.glob("*.json"):
        if path.name.removesuffix(".json") not in (*made, *UPCASTS):
            path.unlink()
    for topic, text in made.items():
        (FOLDER / f"{topic}.json").write_bytes(text)
    sys.stdout.write(f"{FOLDER}: {len(made)}\n")


if __name__ == "__main__":
    main()
