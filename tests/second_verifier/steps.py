"""The steps of the guide, in its order."""

from pathlib import Path

from tests.second_verifier.drawn_on import drawn_on, seeds_are_wrong
from tests.second_verifier.envelopes import Envelopes, Event
from tests.second_verifier.events import Walk, counted, event_lines
from tests.second_verifier.findings import Finding, Findings
from tests.second_verifier.manifest import Manifest, check_manifest, manifest_of
from tests.second_verifier.notes import Checkpoint, checkpoint_of
from tests.second_verifier.place import Place, opened
from tests.second_verifier.published import check_published
from tests.second_verifier.replayless import check_secrets, check_tables
from tests.second_verifier.signers import Given, check_signers, growing, older
from tests.second_verifier.tree import Tree, check_tree

PUBLISHING = tuple(f"federation.files-published.v{version}" for version in (1, 2, 3))


def verified(path: Path, given: Given) -> list[Finding]:
    """All findings of an export. Raises UnreadableError where it can't be read."""
    place, found = opened(path), Findings()
    manifest = manifest_of(place)
    check_manifest(place, manifest, found)
    newest = _newest(place, found)
    if newest is not None:
        _check_log(place, manifest, newest, given, found)
    return found.all


def _newest(place: Place, found: Findings) -> Checkpoint | None:
    try:
        return checkpoint_of(place.read("checkpoint"))
    except ValueError as wrong:
        found.add("signature", f"checkpoint: {wrong}")
        return None


def _check_log(place: Place, manifest: Manifest, newest: Checkpoint, given: Given, found: Findings) -> None:
    before = len(found.all)
    if newest.size != manifest.size:
        found.add("manifest", f"the checkpoint is of {newest.size} events")
    of_the_log = len(found.all)
    kept = [given.checkpoint] if given.checkpoint else []
    tree = check_tree(place, newest, kept + growing(older(place), newest), found)
    events, publications = _events(place, manifest, tree, of_the_log, found)
    if kept and kept[0].size > newest.size:
        found.add("truncated", f"you have seen {kept[0].size} events", newest.size + 1)
    sound = len(found.all) == before
    check_signers(newest, manifest.origin, given, events, place, found)
    check_published(place, manifest, tree, publications, found)
    if sound and "first" not in manifest.scope:
        check_tables(manifest, found)
        check_secrets(place, events, found)


def _events(
    place: Place, manifest: Manifest, tree: Tree, before: int, found: Findings
) -> tuple[list[Event], list[tuple[Event, bytes]]]:
    """All events, and those that publish files, with their bytes."""
    records = [one for one in tree.records if manifest.covers(one.position, one.stream)]
    walk = Walk(records, event_lines(place, manifest.files), found)
    envelopes = Envelopes(found, manifest.scope == {"kind": "whole"})
    walk.run()
    publications = []
    for record, line in walk.right:
        event = envelopes.read(record, line)
        if event is not None and event.topic in PUBLISHING:
            publications.append((event, line))
    if len(found.all) == before:
        _check_sums(place, manifest, tree, envelopes.events, found)
    return envelopes.events, publications


def _check_sums(place: Place, manifest: Manifest, tree: Tree, events: list[Event], found: Findings) -> None:
    held = counted([event.topic for event in events])
    for topic in sorted(held.keys() | manifest.topics.keys()):
        if held.get(topic, 0) != manifest.topics.get(topic, 0):
            found.add("column", f"the manifest counts {manifest.topics.get(topic)} of {topic}")
    if manifest.events != len(events):
        found.add("manifest", f"it speaks of {manifest.events} events in the export")
    if manifest.tournament is not None:
        name = "drawn_on.jsonl"
        if name not in place or place.read(name) != drawn_on(events, tree.records):
            found.add("table", f"{name} is not what the events took from elsewhere")
        for event in events:
            if seeds_are_wrong(event.data):
                found.add("table", f"event {event.version} seeds otherwise than by its error rates")
