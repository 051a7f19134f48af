"""Cards: one file that says a fact of the log in a sentence, with all that shows it.

A card holds an event as it is stored, and the proof that it is in the signed log. A card of somebody's line in a
published file holds that file too, whose SHA-256 is in the event. The sentence follows from them alone: it names ids
and no names, as everything does that is kept for good. Sources: C2SP tlog-proof; api/guides/SPECIFICATION.md, "Cards".
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domain.evidence.leaves import Leaf, leaf_of
from domain.evidence.proofs import Proof, parse_proof
from domain.kernel import canonical_json

FORM = "scoresheet/card/v1"
RESULTS = ("tournament.result-reported.v1", "tournament.result-corrected.v1")
PUBLISHED = tuple(f"federation.files-published.v{version}" for version in (1, 2, 3))
_MEMBERS = {"event", "file", "form", "person", "proof", "says"}
_LISTS = {"rating-list": "players", "standings": "rows"}
"""By what a file is of, where its lines are."""


class MalformedCardError(ValueError):
    """Bytes that are no card."""


@dataclass(frozen=True, slots=True)
class Card:
    """An event as it is stored, and its proof with the leaf record; for a line of a published file that file, and the
    person whose line it is."""

    event: bytes
    proof: bytes
    file: bytes | None = None
    person: str | None = None

    @property
    def content(self) -> bytes:
        """The card as the bytes of a file, in its one spelling. Raises `MalformedCardError`."""
        file = None if self.file is None else self.file.decode()
        texts: dict[str, canonical_json.JSON] = {"event": self.event.decode(), "proof": self.proof.decode()}
        return canonical_json.encode({**texts, "file": file, "form": FORM, "person": self.person, "says": self.says})

    @property
    def says(self) -> str:
        """The fact, in a sentence. Raises `MalformedCardError` where the event and the file say none."""
        said = self._said
        try:
            return _line(said, self.file, self.person) if said["topic"] in PUBLISHED else _result(said)
        except (KeyError, TypeError, ValueError) as problem:
            raise MalformedCardError("not a card of a result, of a rating or of a place") from problem

    @property
    def leaf(self) -> Leaf:
        """The record of the event, as it must be in the log."""
        return leaf_of(self._said["stream"], self._said["version"], self.event)

    @property
    def given(self) -> Proof:
        """The proof, unverified. Raises `MalformedProofError`."""
        return parse_proof(self.proof)

    @property
    def is_of_its_file(self) -> bool:
        """Whether the event holds the SHA-256 of the file, if there is one."""
        if self.file is None:
            return True
        digest = hashlib.sha256(self.file).hexdigest()
        return digest in {one["sha256"] for one in self._said["event"]["files"]}

    @property
    def _said(self) -> Mapping[str, Any]:
        said = canonical_json.exactly(self.event)
        if not isinstance(said, dict) or not {"event", "recorded_at", "stream", "topic", "version"} <= set(said):
            raise MalformedCardError("not an event as it is stored")
        return said


def parse_card(content: bytes) -> Card:
    """The card in these bytes, unverified; each of its members follows from the others or is proved. Raises
    `MalformedCardError`, also where the sentence is another than the event's."""
    said = canonical_json.exactly(content)
    if not isinstance(said, dict) or set(said) != _MEMBERS or said["form"] != FORM:
        raise MalformedCardError(f"not a card that says {FORM!r}")
    try:
        file = None if said["file"] is None else said["file"].encode()
        card = Card(said["event"].encode(), said["proof"].encode(), file, said["person"])
    except AttributeError as problem:
        raise MalformedCardError("an event, a proof or a file that is no text") from problem
    if card.content != content:
        raise MalformedCardError("the sentence is not what the event says")
    return card


def _result(said: Mapping[str, Any]) -> str:
    if said["topic"] not in RESULTS:
        raise ValueError(said["topic"])
    event, outcome = said["event"], said["event"]["outcome"]
    result = event["result"]
    score = f"{result['first']}-{result['second']}, " if result is not None and result["kind"] == "score" else ""
    winner = "neither side" if outcome["winner"] is None else f"the {outcome['winner']} side"
    return f"Match {event['match']} of {said['stream']}: {score}won by {winner}. Recorded {said['recorded_at']}."


def _line(said: Mapping[str, Any], file: bytes | None, person: str | None) -> str:
    listed = canonical_json.decode(file or b"")
    subject = said["event"]["subject"]
    [line] = [one for one in listed[_LISTS[subject["kind"]]] if person is not None and one["person"] == person]
    if type(line["rank"]) is not int:
        raise ValueError("a line without a rank")
    if subject["kind"] == "standings":
        where = f"place {line['rank']} in the table of tournament-{subject['tournament']}"
    else:
        where = f"rating {line['rating']}, rank {line['rank']} on the list {subject['pool']} of {subject['date']}"
    return f"Person {person}: {where}. Published {said['recorded_at']}."
