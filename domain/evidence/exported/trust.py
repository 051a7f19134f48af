"""Trust in an export: keys, a checkpoint or a policy that came by another way than the export itself."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from domain.evidence import notes, policy
from domain.evidence.checkpoints import Checkpoint, checkpoint_in
from domain.evidence.exported.findings import Finding
from domain.evidence.exported.tree_check import Rooted
from domain.evidence.handovers import successor_key
from domain.evidence.keys import VerifierKey
from domain.evidence.notes import Note, NoteError, UnsignedError
from domain.evidence.policy import Policy


@dataclass(frozen=True, slots=True)
class Trust:
    """Keys of the log, a checkpoint that was kept, a policy that names witnesses: each from outside, or not given."""

    keys: tuple[VerifierKey, ...] = ()
    checkpoint: Checkpoint | None = None
    policy: Policy | None = None

    @property
    def known(self) -> tuple[VerifierKey, ...]:
        """The keys that are believed before anything is read."""
        logs = () if self.policy is None else tuple(log.key for log in self.policy.logs)
        return (*self.keys, *logs)

    @property
    def rooted(self) -> tuple[Rooted, ...]:
        """The tree's root by the checkpoint that was kept."""
        kept = self.checkpoint
        return () if kept is None else (Rooted(kept.size, kept.root, "the checkpoint given"),)


@dataclass(frozen=True, slots=True)
class History:
    """The log's own account of its keys and origins: the notes by which keys hand over, and for each origin the one
    that it took the place of."""

    handovers: tuple[str, ...] = ()
    formers: tuple[tuple[str, str], ...] = ()

    def believed_keys(self, origin: str, first: Iterable[VerifierKey]) -> tuple[VerifierKey, ...]:
        """The keys that can be believed: the first ones, and those that a known one hands over to."""
        found = list(first)
        for note in self.handovers:
            try:
                found.append(successor_key(note.encode(), origin, found))
            except ValueError:
                continue
        return tuple(found)

    def is_of(self, origin: str, other: str) -> bool:
        """Whether `other` is this origin, or one of those before it."""
        before = dict(self.formers)
        seen: set[str] = set()
        while origin != other and origin in before and origin not in seen:
            seen.add(origin)
            origin = before[origin]
        return origin == other


def check_signature(note: Note, origin: str, trust: Trust, history: History) -> Iterator[Finding]:
    """Whether the checkpoint of an export is of this log and signed by somebody believed."""
    said = checkpoint_in(note)
    known = history.believed_keys(origin, [key for key in trust.known if key.name == origin])
    if said.origin != origin:
        yield Finding("origin", f"the checkpoint is of {said.origin!r}, and the manifest says {origin!r}")
    for key in trust.known:
        if not history.is_of(origin, key.name):
            yield Finding("origin", f"the key is of {key.name!r}, and the export of {origin!r}")
    if trust.checkpoint is not None and not history.is_of(origin, trust.checkpoint.origin):
        yield Finding("origin", f"the checkpoint given is of {trust.checkpoint.origin!r}, and the export of {origin!r}")
    if known:
        try:
            notes.verify(note, known)
        except NoteError as problem:
            yield Finding("signature", f"{problem} It is the checkpoint of the export.")
    else:
        yield from _findings_without_key(said, trust.checkpoint)
    if trust.policy is not None:
        yield from _cosignature_findings(note, trust.policy)


def _findings_without_key(said: Checkpoint, kept: Checkpoint | None) -> Iterator[Finding]:
    """The findings of a kept checkpoint about a log of which no key is known. A key of a former log vouches for
    nothing: anybody can make up a log and name another as its former one."""
    if kept is None:
        detail = "no checkpoint and no key of this log was given; anyone who made this may have made it all up"
        yield Finding("unauthenticated", detail)
    elif kept.size < said.size:
        detail = f"the checkpoint given covers {kept.size} of {said.size} events, and no key of this log for the others"
        yield Finding("unauthenticated", detail, kept.size + 1)


def check_covered(size: int, trust: Trust) -> Iterator[Finding]:
    """Whether the export goes as far as the checkpoint that was kept."""
    kept = trust.checkpoint
    if kept is not None and kept.size > size:
        detail = f"the checkpoint given covers {kept.size} events, and the export {size}"
        yield Finding("truncated", detail, size + 1)


def _cosignature_findings(note: Note, said: Policy) -> Iterator[Finding]:
    try:
        cosigners = policy.cosigners_of(note, said)
    except NoteError as problem:
        yield Finding("cosignatures", str(problem))
        return
    if not said.is_enough(cosigners):
        yield Finding(
            "cosignatures", f"the policy asks for {said.quorum!r}; cosigned by {sorted(cosigners) or 'nobody'}"
        )


def check_earlier(size: int, note: Note, known: Sequence[VerifierKey]) -> Iterator[Finding]:
    """Whether an earlier checkpoint in an export, filed under `size`, says what it should; one of unknown keys says
    nothing against it."""
    said = checkpoint_in(note)
    try:
        notes.verify(note, known)
    except UnsignedError:
        pass
    except NoteError as problem:
        yield Finding("signature", f"{problem} It is the checkpoint of {said.size} events.")
    if said.size != size:
        yield Finding("column", f"the checkpoint filed under {size} events is one of {said.size}")
