"""Verifies a card, step by step, without a database and without a network."""

from pathlib import Path

from domain.evidence import notes
from domain.evidence.cards import Card, parse_card
from domain.evidence.checkpoints import checkpoint_in
from domain.evidence.exported.findings import Finding, printable
from domain.evidence.exported.trust import History, Trust, check_signature
from domain.evidence.merkle import NotProvedError, verify_inclusion
from domain.evidence.proofs import Proof
from ops.errors import UnreadableExportError
from ops.export.given import read_given
from ops.export.verification import Found, Say


def verify_card(file: Path, trust: Trust, say: Say) -> Found:
    """Whether a log that is believed says what the card says. Raises UnreadableExportError where it is no card."""
    found = Found(say)
    card = read_given(file, parse_card)
    given, note = _proved_by(card)
    say(f"1. {printable(card.says)}")
    if not card.is_of_its_file:
        found.tell(Finding("file", "the event holds the SHA-256 of other files than the card's"))
    leaf, signed = card.leaf, checkpoint_in(note)
    say(f"2. Event {given.index + 1}, {printable(leaf.stream)}@{leaf.version}, is in the tree.")
    try:
        if given.extra != leaf.entry:
            raise NotProvedError("the leaf record is of another event than the card's")
        verify_inclusion(given.index, signed.size, leaf.hash, given.hashes, signed.root)
    except NotProvedError as problem:
        found.tell(Finding("root", str(problem), given.index + 1, leaf.stream, leaf.version))
    say(f"3. The tree of {signed.size} events is signed by the log {printable(signed.origin)!r}.")
    for finding in check_signature(note, signed.origin, trust, History()):
        found.tell(finding)
    return found


def _proved_by(card: Card) -> tuple[Proof, notes.Note]:
    try:
        note = notes.parse(card.given.checkpoint)
        checkpoint_in(note)
    except ValueError as problem:
        raise UnreadableExportError(f"the card's proof is none: {problem}") from problem
    return card.given, note
