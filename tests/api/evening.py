"""A tournament told over HTTP by its director, who tries every decision before it is made, and compares.

Whatever is decided is previewed first and sent with the digest, where the command takes one. All that is shown of the
tournament, its report, its ledger, the ratings and the persons is read before and after: what the preview named has
come true, and nothing else has.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.api.foretold import Json, Sight, differences, foretold, look
from tests.api.support import Client, Service, score

LENGTH = 5
CHANGING = ("made", "voided", "revived", "ended", "lines_after", "settlements", "beyond", "ratings", "rated_again")
"""What a preview shows of a decision alone, and not of what comes before one."""

WORDS = {"facts": "As the director saw it.", "reasons": "As the rule says."}


@dataclass
class Evening:
    """A tournament, its director, and the persons by entry number. `present` are all in whose records and ratings a
    decision may be seen; `sight` is what is seen, where it is known, and `latest` what was seen last."""

    service: Service
    director: Client
    path: str
    persons: dict[int, str]
    present: Sequence[str]
    sight: Sight | None = None
    latest: Sight | None = None

    def at(self, number: int) -> str:
        """The path of a match."""
        return f"{self.path}/matches/{number}"

    def match(self, number: int) -> Json:
        found: Json = self.director.read(self.at(number))
        return found

    def live(self) -> list[Json]:
        """The matches that are not void, by number."""
        listed = self.director.read(f"{self.path}/matches", limit=500)["items"]
        return [match for match in listed if match["status"] != "void"]

    def open(self) -> list[int]:
        return [match["number"] for match in self.live() if match["status"] == "open"]

    def of(self, *sides: int) -> int:
        """The newest live match of these entries, or of the one."""
        return max(int(match["number"]) for match in self.live() if {*sides} <= {*match["sides"]})

    def row(self, entry: int) -> Json:
        rows: list[Json] = self.director.read(f"{self.path}/standings")["rows"]
        return next(row for row in rows if row["entry"] == entry)

    def newest(self, what: str) -> int:
        """The number of the newest of the tournament's disputes, rulings or appeals."""
        return max(int(one["number"]) for one in self.director.read(f"{self.path}/{what}", limit=500)["items"])

    def report(self) -> Json:
        found: Json = self.director.read(f"{self.path}/report")
        return found

    def entered(self, place: str, body: Json) -> None:
        """What is not tried: the evening goes on from what is seen after it."""
        self.director.done(f"{self.path}{place}", body)
        self.sight = None

    def looked(self) -> Sight:
        """What is shown now."""
        self.sight = self.latest = look(self.director, self.path, self.present, self.latest)
        return self.sight

    def decide(self, kind: str, place: str, body: Json, *, seen: str | None = None, **named: int) -> Json:
        """Previews the command of that kind, and sends its body to the place with the digest and, where it changes a
        resource, with the ETag of that; `named` is what its address says. Gives what was shown, which has come true."""
        shown = self.tried({"kind": kind, **named, **body})
        return self._carried_out(shown, place, body | {"expected": shown["digest"]}, seen, self.director)

    def prepare(
        self, kind: str, place: str, body: Json, *, seen: str | None = None, by: Client | None = None, **named: int
    ) -> Json:
        """The same for what comes before a decision, and takes no digest: no match, table or rating changes by it."""
        client = self.caught_up(by)
        shown = self.tried({"kind": kind, **named, **body}, client)
        assert changes_nothing(shown)
        return self._carried_out(shown, place, body, seen, client)

    def record(
        self,
        place: str,
        body: Json,
        *,
        seen: str | None = None,
        by: Client | None = None,
        **reported: tuple[int, int],
    ) -> None:
        """What is recorded beside decisions, and has no preview: nothing changes by it, but for how many things the
        report tells more and fewer of in these sections."""
        before, client = self.sight or self.looked(), self.caught_up(by)
        client.done(f"{self.path}{place}", body, seen=self._tag(seen))
        self.director.position = max(self.director.position, client.position)
        changed = differences(before, self.looked())
        told = [{"section": name, "added": more, "removed": fewer} for name, (more, fewer) in reported.items()]
        assert (changed["report"], changes_nothing(changed)) == (told, True), (place, changed, told)

    def tried(self, command: Json, by: Client | None = None) -> Json:
        """The preview."""
        shown: Json = (by or self.director).done(f"{self.path}/previews", {"command": command}).json()
        return shown

    def caught_up(self, client: Client | None) -> Client:
        """The client, or the director, seeing whatever the director has done."""
        if client is None:
            return self.director
        client.position = max(client.position, self.director.position)
        return client

    def _carried_out(self, shown: Json, place: str, body: Json, seen: str | None, client: Client) -> Json:
        before = self.sight or self.looked()
        client.done(f"{self.path}{place}", body, seen=self._tag(seen))
        self.director.position = max(self.director.position, client.position)
        changed = differences(before, self.looked())
        if client.get(f"{self.path}/report").is_error:  # a preview shows no more than its reader may read
            changed["report"] = []
        assert changed == foretold(shown), (place, changed, foretold(shown))
        return shown

    def _tag(self, resource: str | None) -> str | None:
        """The ETag of what is changed; the empty name is the tournament's own."""
        return None if resource is None else self.director.get(f"{self.path}{resource}").headers["ETag"]

    def result(self, number: int, result: Json) -> Json:
        """A result, previewed and reported."""
        place = f"/matches/{number}"
        return self.decide("report-result", f"{place}/result", {"result": result}, seen=place, match=number)

    def ends(self, number: int, first: int, second: int) -> Json:
        return self.result(number, score(first, second))

    def won_by(self, entry: int) -> Json:
        """Their newest match is reported as won by them, 5-1."""
        number = self.of(entry)
        first = self.match(number)["sides"][0] == entry
        return self.ends(number, *((LENGTH, 1) if first else (1, LENGTH)))

    def rule(self, about: Json, clause: str, *remedies: Json, **said: object) -> Json:
        """A ruling, previewed and given."""
        return self.decide(
            "give-ruling", "/rulings", {"about": about, "clause": clause, "remedies": remedies, **WORDS, **said}
        )


def changes_nothing(shown: Json) -> bool:
    """Whether no match, table, rating or person would be otherwise, and no other champion be."""
    return not any(shown[name] for name in CHANGING) and shown["champion_before"] == shown["champion_after"]


def on_match(number: int) -> Json:
    return {"kind": "match", "number": number}


def on_entry(number: int) -> Json:
    return {"kind": "entry", "number": number}


EVENT = {"kind": "tournament"}
