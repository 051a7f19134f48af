"""Asks the witnesses of a policy to cosign a checkpoint, all at once and for a few seconds.

Anyone who is down, slow or wrong holds nobody up: the checkpoint goes out without them, and they are asked again later.
"""

import time
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

from domain.evidence.checkpoints import checkpoint_in
from domain.evidence.lines import number_in
from domain.evidence.merkle import consistency_proof
from domain.evidence.notes import Note, NoteError, Signature
from domain.evidence.policy import Policy, cosigners_of, parse_policy
from domain.evidence.witness import cosignature_in, request_content
from ops.errors import SettingsError
from ops.evidence.http_client import Answer, NotAnsweredError, ask, require_address
from projections.evidence.tree import Tree

PATIENCE_SECONDS = 5.0
MOST_BYTES = 100_000
OTHER_SIZE = 409
LATE = "has not answered in time"
"""Whether the connection gave up first, or who waits for all of them."""


class NotCosignedError(Exception):
    """A witness did not cosign; the text says why."""


class OtherSizeError(Exception):
    """A witness wants the proof from another size."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.size = size


Answers = SimpleQueue[tuple[str, Answer | NotAnsweredError]]


@dataclass
class Witnesses:
    """Those of a policy, by their names there, with the size that each has cosigned last as far as is known. `faults`
    says of each that was asked last why it did not cosign."""

    policy: Policy
    patience_seconds: float = PATIENCE_SECONDS
    faults: dict[str, str] = field(default_factory=dict)
    _sizes: dict[str, int] = field(default_factory=dict)
    _busy: dict[str, Thread] = field(default_factory=dict)

    def missing(self, note: Note) -> AbstractSet[str]:
        """Those that can be asked and have not cosigned the note."""
        reached = {name for name, witness in self.policy.witnesses.items() if witness.url is not None}
        return reached - cosigners_of(note, self.policy)

    def collect(self, note: Note, tree: Tree, *, all_of_them: bool = False) -> Sequence[Signature]:
        """The cosignatures that came in time: until the quorum is there, or `all_of_them`. `tree` covers the note."""
        deadline = time.monotonic() + self.patience_seconds
        found: dict[str, Signature] = {}
        have, waiting, answers = cosigners_of(note, self.policy), set(self.missing(note)), Answers()
        asked_again = set[str]()
        self.faults = {}
        for name in sorted(waiting):
            if not self._still_waits(name):
                self._ask(name, note, tree, answers)
        while waiting and (all_of_them or not self.policy.is_enough(have | found.keys())):
            try:
                name, answer = answers.get(timeout=max(deadline - time.monotonic(), 0))
                found[name] = self._cosignature(name, note, answer)
            except Empty:
                break
            except OtherSizeError as other:
                if name not in asked_again:
                    asked_again.add(name)
                    self._sizes[name] = other.size
                    self._ask(name, note, tree, answers)
                    continue
                self.faults[name] = "wants proofs from ever other sizes"
            except NotCosignedError as fault:
                self.faults[name] = str(fault)
            waiting.remove(name)
        self.faults |= dict.fromkeys(waiting, LATE)
        return [found[name] for name in sorted(found)]

    def _still_waits(self, name: str) -> bool:
        former = self._busy.get(name)
        return former is not None and former.is_alive()

    def _ask(self, name: str, note: Note, tree: Tree, answers: Answers) -> None:
        """Asks in a thread of its own."""
        size = checkpoint_in(note).size
        old = min(self._sizes.get(name, 0), size)
        proof = consistency_proof(old, size, tree.node) if old else []
        url = f"{require_address(self.policy.witnesses[name].url or '')}/add-checkpoint"
        content = request_content(old, proof, note.content)
        self._busy[name] = Thread(target=self._post, args=(name, url, content, answers), daemon=True)
        self._busy[name].start()

    def _post(self, name: str, url: str, content: bytes, answers: Answers) -> None:
        try:
            answers.put((name, ask(url, self.patience_seconds, MOST_BYTES, content)))
        except NotAnsweredError as fault:
            answers.put((name, fault))

    def _cosignature(self, name: str, note: Note, answer: Answer | NotAnsweredError) -> Signature:
        """The witness's signature. Raises NotCosignedError, OtherSizeError."""
        if isinstance(answer, NotAnsweredError):
            is_late = isinstance(answer.__cause__, TimeoutError)
            raise NotCosignedError(LATE if is_late else f"can't be reached: {answer}")
        if answer.status == OTHER_SIZE:
            raise self._other_size(name, checkpoint_in(note).size, answer.content)
        if answer.status != 200:
            said = answer.content[:200].decode(errors="replace").strip()
            raise NotCosignedError(f"answers {answer.status}: {' '.join(said.split())}")
        try:
            found = cosignature_in(answer.content, note, self.policy.witnesses[name].key)
        except NoteError as fault:
            raise NotCosignedError(f"answers what is no cosignature of its own: {fault}") from fault
        self._sizes[name] = checkpoint_in(note).size
        return found

    def _other_size(self, name: str, size: int, content: bytes) -> Exception:
        """The error for the size that it wants the proof from."""
        try:
            wanted = number_in(content.decode().strip())
        except ValueError:
            return NotCosignedError("wants a proof from a size that is none")
        if wanted > size:
            return NotCosignedError(f"says that {wanted} events of this log were signed before, and there are {size}")
        if wanted == self._sizes.get(name, 0):
            return NotCosignedError(f"wants the proof from {wanted} events, and refuses it")
        return OtherSizeError(wanted)


def in_words(faults: Mapping[str, str]) -> str:
    """The obstacle of each witness, in one line; nothing where all have cosigned."""
    return "; ".join(f"the witness {name} {fault}" for name, fault in sorted(faults.items()))


def read_policy(file: Path) -> str:
    """The policy in the file, a policy whose witnesses can be asked. Raises SettingsError."""
    try:
        content = file.expanduser().read_bytes()
        for witness in parse_policy(content).witnesses.values():
            require_address(witness.url or "https://nobody.example")
    except (OSError, ValueError) as fault:
        raise SettingsError(f"SCORESHEET_WITNESS_POLICY: {file} can't be used: {fault}") from fault
    return content.decode(errors="surrogateescape")
