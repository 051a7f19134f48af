"""Step 8: who signed."""

from collections.abc import Iterable
from dataclasses import dataclass

from tests.second_verifier.canonical import number_in, parsed_object, text_in
from tests.second_verifier.envelopes import Event
from tests.second_verifier.findings import Findings
from tests.second_verifier.notes import Checkpoint, Key, checkpoint_of, key_of, note_of
from tests.second_verifier.place import Place
from tests.second_verifier.policy import Policy


@dataclass(frozen=True)
class Given:
    """What the auditor has from elsewhere."""

    keys: list[Key]
    checkpoint: Checkpoint | None
    policy: Policy | None = None

    @property
    def known(self) -> list[Key]:
        """The keys of logs, the policy's too."""
        return self.keys + (self.policy.logs if self.policy else [])


def known_keys(origin: str, keys: list[Key], events: Iterable[Event]) -> list[Key]:
    """The keys given that are of this origin, and those that they hand over to."""
    known = [key for key in keys if key.name == origin]
    for event in events:
        if event.topic == "federation.log-key-rotated.v1":
            known += _next_keys(origin, event, known)
    return known


def origins_before(origin: str, events: Iterable[Event]) -> list[object]:
    """This origin, and those that it took the place of, one after the other."""
    restarts = [event.data for event in events if event.topic == "federation.log-restarted.v1"]
    former = {text_in(data, "origin"): text_in(data, "former_origin") for data in restarts}
    found: list[object] = [origin]
    now = former.get(origin)
    while now is not None and now not in found:
        found.append(now)
        now = former.get(now)
    return found


def _next_keys(origin: str, event: Event, known: list[Key]) -> list[Key]:
    try:
        note = note_of((text_in(event.data, "signed_note") or "").encode())
        kind, named, key = note.text.removesuffix("\n").split("\n")
        new = key_of(key)
    except ValueError:
        return []
    verdicts = note.verdicts(known)
    return [new] if verdicts and all(verdicts) and (kind, named) == ("scoresheet/log-key/v1", origin) else []


def check_signers(
    newest: Checkpoint, origin: str, given: Given, events: list[Event], place: Place, found: Findings
) -> None:
    """All of step 8."""
    known = known_keys(origin, given.known, events)
    _check_origins(newest, origin, given, events, found)
    verdicts = newest.note.verdicts(known)
    if known and not (verdicts and all(verdicts)):
        found.add("signature", "the checkpoint is not signed by the log's key")
    if not known:
        _check_kept(newest, given, found)
    if given.policy and (wrong := given.policy.wrong(newest.note)):
        found.add("cosignatures", wrong)
    check_older(place, newest, known, found)


def _check_kept(newest: Checkpoint, given: Given, found: Findings) -> None:
    kept = given.checkpoint
    if kept is None:
        found.add("unauthenticated", "neither a checkpoint nor a key of this log was given")
    elif kept.size < newest.size:
        found.add("unauthenticated", "the checkpoint kept covers no more", kept.size + 1)


def _check_origins(newest: Checkpoint, origin: str, given: Given, events: list[Event], found: Findings) -> None:
    if newest.origin != origin:
        found.add("origin", f"the checkpoint is of {newest.origin}")
    ours = origins_before(origin, events)
    names = [key.name for key in given.known] + ([given.checkpoint.origin] if given.checkpoint else [])
    for name in dict.fromkeys(names):
        if name not in ours:
            found.add("origin", f"what was given is of {name}")


def older(place: Place) -> list[Checkpoint]:
    """The checkpoints of the file that can be read."""
    held = []
    for line in place.lines("checkpoints.jsonl"):
        try:
            held.append(_checkpoint(line)[0])
        except ValueError:
            continue
    return held


def _checkpoint(line: bytes) -> tuple[Checkpoint, int]:
    held = parsed_object(line)
    note, size = text_in(held, "note"), number_in(held, "size")
    if note is None or size is None:
        raise ValueError("no note and number")
    return checkpoint_of(note.encode()), size


def growing(checkpoints: Iterable[Checkpoint], newest: Checkpoint) -> list[Checkpoint]:
    """Those that are larger than those before them, and smaller than the newest."""
    largest, kept = -1, []
    for one in checkpoints:
        if largest < one.size < newest.size:
            kept.append(one)
        largest = max(largest, one.size)
    return kept


def check_older(place: Place, newest: Checkpoint, known: list[Key], found: Findings) -> None:
    """Each line of checkpoints.jsonl."""
    largest = -1
    for number, line in enumerate(place.lines("checkpoints.jsonl"), 1):
        try:
            one, size = _checkpoint(line)
        except ValueError as wrong:
            found.add("signature", f"checkpoints.jsonl, line {number}: {wrong}")
            continue
        if not all(one.note.verdicts(known)):
            found.add("signature", f"checkpoints.jsonl, line {number}: wrong")
        if size != one.size:
            found.add("column", f"checkpoints.jsonl, line {number}: not the checkpoint's size")
        if not largest < one.size < newest.size:
            found.add("order", f"checkpoints.jsonl, line {number}: not larger, or not smaller than the newest")
        largest = max(largest, one.size)
