"""One look at a log from outside: its newest checkpoint, and whether every entry and every root is what it was."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from domain.evidence.checkpoints import NEWEST, Checkpoint, checkpoint_in
from domain.evidence.exported.findings import Finding
from domain.evidence.exported.tree_check import Rooted, TreeCheck
from domain.evidence.exported.trust import History, Trust, check_signature
from domain.evidence.notes import MOST_BYTES, MalformedNoteError, parse
from domain.evidence.tiles import MOST_ENTRY_BYTES, WIDTH, bundles_of, tiles_of
from ops.errors import LogUnreachableError
from ops.evidence.http_client import Answer, NotAnsweredError, ask
from ops.follower.folder import FollowedFolder

PATIENCE_SECONDS = 30.0
MOST_FILE_BYTES = WIDTH * (MOST_ENTRY_BYTES + 2)
LATER = 'rel="latest-version"'


@dataclass
class Looked:
    """The result of a look: the checkpoint, where it can be read, what is wrong, in how many seconds it was
    answered, and where a log is read that began again after this one."""

    checkpoint: Checkpoint | None = None
    findings: list[Finding] = field(default_factory=list)
    seconds: float = 0.0
    later: str | None = None


@dataclass(frozen=True)
class Follower:
    """Follows the log that is read below `url`, and keeps what it saw. `trust` are keys and a policy from outside."""

    url: str
    folder: FollowedFolder
    trust: Trust
    fetch: Callable[[str, int], Answer]

    def look(self) -> Looked:
        """Looks once; what is sound is kept, and what is not changes nothing. Raises LogUnreachableError,
        DataFolderError."""
        began = time.monotonic()
        answer = self._ask(NEWEST, MOST_BYTES)
        looked = Looked(seconds=time.monotonic() - began, later=_later(answer))
        if answer.status != 200:
            raise LogUnreachableError(f"{self.url}/{NEWEST} is answered {answer.status}")
        try:
            note = parse(answer.content)
            looked.checkpoint = found = checkpoint_in(note)
        except MalformedNoteError as fault:
            looked.findings.append(Finding("signature", f"what is served as checkpoint is none: {fault}"))
            return looked
        seen = self.folder.seen()
        origin = self.trust.known[0].name
        looked.findings += [*check_signature(note, origin, self.trust, History()), *_grown(seen, found)]
        if not looked.findings and self._is_new(answer.content):
            looked.findings += self._tree(found, seen)
            self._settle(answer.content, found, seen, is_sound=not looked.findings)
        return looked

    def _is_new(self, note: bytes) -> bool:
        return self.folder.newest() != note

    def _tree(self, found: Checkpoint, seen: Sequence[Rooted]) -> list[Finding]:
        """The faults of the entries and tiles that the checkpoint covers, or with any root there ever was."""
        findings: list[Finding] = []
        said = Rooted(found.size, found.root, "the newest checkpoint")
        tree = TreeCheck(self._file, found.size, [*seen, said], findings.append)
        for _ in tree.leaves():
            pass
        if tree.is_whole and not findings and tree.tree.root() != found.root:
            findings.append(Finding("root", "the entries do not give the root that is signed"))
        return findings

    def _settle(self, note: bytes, found: Checkpoint, seen: Sequence[Rooted], *, is_sound: bool) -> None:
        if not is_sound:
            self.folder.forget_fetched()
            return
        names = set(_names(found.size))
        former = set(_names(seen[-1].size)) if seen else set()
        self.folder.keep(note, found.size, sorted(names), sorted(former - names))

    def _file(self, name: str) -> bytes | None:
        """A tile or a bundle, as it is kept or else as it is served; None where the server has none."""
        kept = self.folder.find(name)
        if kept is not None:
            return kept
        answer = self._ask(name, MOST_FILE_BYTES)
        if answer.status == 404:
            return None
        if answer.status != 200:
            raise LogUnreachableError(f"{self.url}/{name} is answered {answer.status}")
        self.folder.keep_fetched(name, answer.content)
        return answer.content

    def _ask(self, name: str, most_bytes: int) -> Answer:
        try:
            return self.fetch(f"{self.url}/{name}", most_bytes)
        except NotAnsweredError as fault:
            raise LogUnreachableError(f"{self.url}/{name}: {fault}") from fault


def over_http(url: str, most_bytes: int) -> Answer:
    """The log that is served there. Raises `NotAnsweredError`."""
    return ask(url, PATIENCE_SECONDS, most_bytes)


def _grown(seen: Sequence[Rooted], found: Checkpoint) -> Iterator[Finding]:
    """Whether the log has lost something since, or has another tree of the same size."""
    if seen and found.size < seen[-1].size:
        detail = f"{seen[-1].size} events were signed before, and now {found.size}"
        yield Finding("truncated", detail, found.size + 1)
    for one in seen:
        if one.size == found.size and one.root != found.root:
            yield Finding("fork", f"of {found.size} events another root was signed before")


def _names(size: int) -> Iterator[str]:
    yield from (tile.path for tile in (*tiles_of(size), *bundles_of(size)))


def _later(answer: Answer) -> str | None:
    """Where the log is read that took the place of this one."""
    link = answer.headers.get("link", "")
    return link.partition("<")[2].partition(">")[0] if LATER in link else None
