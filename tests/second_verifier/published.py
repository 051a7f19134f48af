"""Step 9: what was published for good, each file with its proof."""

import base64
from collections.abc import Iterator

from tests.second_verifier.canonical import number_in, text_in
from tests.second_verifier.envelopes import Event
from tests.second_verifier.findings import Findings
from tests.second_verifier.manifest import Manifest
from tests.second_verifier.notes import checkpoint_of
from tests.second_verifier.place import Place
from tests.second_verifier.tree import Tree, leads_to

PROOF = ".tlog-proof"
ENDINGS = {"text/csv": "csv", "application/json": "json"}


def check_published(
    place: Place, manifest: Manifest, tree: Tree, publications: list[tuple[Event, bytes]], found: Findings
) -> None:
    """Each file that an event names is there, beside its proof, and no other."""
    expected = set[str]()
    for event, line in publications:
        for name, digest in _named(event.data):
            expected |= {name, name + PROOF}
            said = manifest.files.get(name)
            if not isinstance(said, dict) or said["sha256"] != digest:
                found.add("file", f"{name} is not what was published", event.position)
            if name + PROOF not in place or not _is_proved(place, tree.leaves[event.position - 1], event, line, name):
                found.add("file", f"{name}{PROOF} is not the event's proof", event.position)
    for name in sorted(manifest.files.keys() - expected):
        if name.startswith("published/"):
            found.add("file", f"nobody has published {name}")


def _named(data: dict[str, object]) -> Iterator[tuple[str, object]]:
    subject, files, number = data.get("subject"), data.get("files"), number_in(data, "publication")
    for file in files if isinstance(files, list) else ():
        if isinstance(subject, dict) and isinstance(file, dict):
            ending = ENDINGS.get(text_in(file, "media_type") or "")
            yield f"published/{number}/{_stem(subject)}.{ending}", file.get("sha256")


def _stem(subject: dict[str, object]) -> str:
    match subject.get("kind"):
        case "rating-list":
            of_club = "" if subject.get("club") is None else f"-{subject['club']}"
            return f"ratings-{subject.get('pool')}-{subject.get('date')}{of_club}"
        case "ruling":
            return f"ruling-{subject.get('ruling')}"
        case kind:
            return str(kind)


def _is_proved(place: Place, leaf: bytes, event: Event, line: bytes, name: str) -> bool:
    """Whether the hashes of the proof lead from the event's leaf to the root that was signed."""
    signed = place.read("checkpoint")
    proof, _, behind = place.read(name + PROOF).partition(b"\n\n")
    lines = proof.decode("ascii", "replace").split("\n")
    own = ["c2sp.org/tlog-proof@v1", f"extra {_text(line)}", f"index {event.position - 1}"]
    if (lines[:3], behind) != (own, signed):
        return False
    try:
        path = [base64.b64decode(one, validate=True) for one in lines[3:]]
    except ValueError:
        return False
    newest = checkpoint_of(signed)
    return leads_to(leaf, event.position - 1, newest.size, path) == newest.root


def _text(raw: bytes) -> str:
    return base64.b64encode(raw).decode()
