"""Policies of C2SP's tlog-policy: whose keys to believe, and how many witnesses are enough."""

from dataclasses import dataclass, field

from tests.second_verifier.notes import LOG, ML_DSA, WITNESS, Key, Note, key_of


@dataclass
class Policy:
    """The logs, the witnesses and the groups by their names, and the name that has to have witnessed."""

    logs: list[Key] = field(default_factory=list)
    witnesses: dict[str, Key] = field(default_factory=dict)
    groups: dict[str, tuple[int, list[str]]] = field(default_factory=dict)
    quorum: str = ""

    def add(self, words: list[str]) -> None:
        """Takes a line. Raises ValueError for one that doesn't belong."""
        match words:
            case ["log", key, *_]:
                self.logs.append(_of_kind(key, LOG, ML_DSA))
            case ["witness", name, key, *_]:
                self.witnesses[name] = _of_kind(key, WITNESS, ML_DSA)
            case ["group", name, least, *members]:
                self.groups[name] = ({"any": 1, "all": len(members)}.get(least) or int(least), members)
            case ["quorum", name]:
                self.quorum = name
            case _:
                raise ValueError(f"no line of a policy: {words}")

    def wrong(self, note: Note) -> str | None:
        """What the cosignatures lack; None where they are right, and enough."""
        if not all(note.verdicts(self.witnesses.values())):
            return "a cosignature is wrong"
        reached = {name for name, key in self.witnesses.items() if note.verdicts([key])} | {"none"}
        for name, (least, members) in self.groups.items():
            reached |= {name} if len(reached.intersection(members)) >= least else set()
        return None if self.quorum in reached else f"{self.quorum} has not cosigned"


def policy_of(raw: bytes) -> Policy:
    """The policy. Raises ValueError where it is none."""
    found = Policy()
    for line in raw.decode().splitlines():
        if line.strip() and not line.strip().startswith("#"):
            found.add(line.split())
    if not found.quorum:
        raise ValueError("a policy without a quorum")
    return found


def _of_kind(text: str, *kinds: bytes) -> Key:
    key = key_of(text)
    if key.kind not in kinds:
        raise ValueError(f"a key of the wrong kind: {text}")
    return key
