"""Trust policy (C2SP tlog-policy): the logs, the witnesses, and how many of those must have cosigned a checkpoint.

Names of witnesses and groups mean nothing outside their policy.
"""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field

from domain.evidence import notes
from domain.evidence.checkpoints import Checkpoint, checkpoint_in
from domain.evidence.keys import COSIGNATURE, ED25519, ML_DSA_44, VerifierKey, verifier_key
from domain.evidence.lines import number_in
from domain.evidence.notes import Note, NoteError, UnsignedError

NOBODY = "none"
"""The quorum of a policy that asks for no witness."""
_FORBIDDEN = re.compile(rb"[^\t\n\x20-\x7e\x80-\xff]")
_SPACE = re.compile(r"[ \t]+")


class MalformedPolicyError(ValueError):
    """Bytes that are no policy. The text names the line."""


class QuorumError(NoteError):
    """Too few witnesses have cosigned the checkpoint."""


@dataclass(frozen=True, slots=True)
class Party:
    """A log or a witness: its key, and where it is reached, if that is said."""

    key: VerifierKey
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Has witnessed what `least` of its members have witnessed: names of witnesses and of earlier groups."""

    least: int
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Policy:
    """Logs, witnesses and groups in their order, and the name whose witnessing is enough: of a witness, of a group, or
    `none`."""

    logs: tuple[Party, ...]
    witnesses: Mapping[str, Party]
    groups: Mapping[str, Group]
    quorum: str

    def is_enough(self, cosigners: Set[str]) -> bool:
        """Whether it is enough that these witnesses have cosigned a checkpoint."""
        found = {NOBODY, *cosigners}
        for name, group in self.groups.items():
            if sum(member in found for member in group.members) >= group.least:
                found.add(name)
        return self.quorum in found


def cosigners_of(note: Note, policy: Policy) -> frozenset[str]:
    """The witnesses of the policy that have cosigned the note. Raises `WrongSignatureError`."""
    try:
        keys = notes.verify(note, [witness.key for witness in policy.witnesses.values()])
    except UnsignedError:
        return frozenset()
    return frozenset(name for name, witness in policy.witnesses.items() if witness.key in keys)


def open_witnessed(content: bytes, policy: Policy) -> Checkpoint:
    """The checkpoint in these bytes, signed by a log of the policy and cosigned by its quorum. Raises
    `MalformedNoteError`, `WrongSignatureError`, `UnsignedError`, `QuorumError`."""
    note = notes.parse(content)
    checkpoint = checkpoint_in(note)
    notes.verify(note, [log.key for log in policy.logs if log.key.name == checkpoint.origin])
    cosigners = cosigners_of(note, policy)
    if not policy.is_enough(cosigners):
        raise QuorumError(f"The policy asks for {policy.quorum!r}. Cosigned by: {sorted(cosigners) or 'nobody'}.")
    return checkpoint


def parse_policy(content: bytes) -> Policy:
    """The policy in these bytes. Raises `MalformedPolicyError`."""
    if forbidden := _FORBIDDEN.search(content):
        number = content.count(b"\n", 0, forbidden.start()) + 1
        raise MalformedPolicyError(f"Line {number} of the policy holds a control character.")
    *lines, rest = content.decode(errors="surrogateescape").split("\n")
    if rest:
        raise MalformedPolicyError("The last line of the policy is cut off. It must end with a newline.")
    draft = _Draft()
    for number, line in enumerate(lines, 1):
        try:
            draft.add(_SPACE.split(line.strip(" \t")))
        except ValueError as problem:
            raise MalformedPolicyError(f"Line {number} of the policy is wrong: {problem}") from problem
    if draft.quorum is None:
        raise MalformedPolicyError("The policy has no quorum. Its last line may be `quorum none`.")
    return Policy(tuple(draft.logs), draft.witnesses, draft.groups, draft.quorum)


@dataclass(slots=True)
class _Draft:
    """A policy, line by line. What doesn't fit raises `ValueError`."""

    logs: list[Party] = field(default_factory=list)
    witnesses: dict[str, Party] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    quorum: str | None = None

    def add(self, items: Sequence[str]) -> None:
        match items:
            case [first, *_] if not first or first.startswith("#"):
                pass
            case ["log", key, *url]:
                self.logs.append(_party(key, url, (ED25519, ML_DSA_44), self.logs))
            case ["witness", name, key, *url]:
                self._require_new(name)
                self.witnesses[name] = _party(key, url, (COSIGNATURE, ML_DSA_44), self.witnesses.values())
            case ["group", name, least, *members]:
                self._require_new(name)
                self._require_free(members)
                self.groups[name] = Group(_least(least, len(members)), tuple(members))
            case ["quorum", name]:
                self._set_quorum(name)
            case _:
                raise ValueError("it is no log, witness, group or quorum")

    def _set_quorum(self, name: str) -> None:
        if self.quorum is not None:
            raise ValueError("there is a quorum already")
        if name != NOBODY and not self._is_defined(name):
            raise ValueError(f"nothing before it is called {name!r}")
        self.quorum = name

    def _is_defined(self, name: str) -> bool:
        return name in self.witnesses or name in self.groups

    def _require_new(self, name: str) -> None:
        if name == NOBODY or self._is_defined(name):
            raise ValueError(f"the name {name!r} is taken")

    def _require_free(self, members: Sequence[str]) -> None:
        """Each is defined before, and in no other group: so every witness counts once."""
        used = [member for group in self.groups.values() for member in group.members]
        for place, member in enumerate(members):
            if not self._is_defined(member):
                raise ValueError(f"nothing before it is called {member!r}")
            if member in used or member in members[:place]:
                raise ValueError(f"{member!r} is a member already")


def _party(text: str, url: Sequence[str], kinds: Sequence[int], others: Iterable[Party]) -> Party:
    key = verifier_key(text)
    if key.kind not in kinds:
        raise ValueError(f"the key of {key.name!r} is of the kind {key.kind}, which is not one of {kinds}")
    if any(other.key.public == key.public for other in others):
        raise ValueError(f"the key of {key.name!r} is there already")
    if len(url) > 1:
        raise ValueError("nothing stands after the address")
    return Party(key, *url)


def _least(text: str, members: int) -> int:
    words = {"any": 1, "all": members}
    least = words[text] if text in words else number_in(text)
    if not 1 <= least <= members:
        raise ValueError(f"{least} of {members} members can't be asked for")
    return least
