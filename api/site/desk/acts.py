"""What a director does from the desk: each form sends one command of the API."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from api.site.desk import late, seeding, typed
from api.site.frame.forms import FormVisit
from api.site.frame.visit import Json


def _nothing(_: FormVisit) -> Json:
    return {}


@dataclass(frozen=True, slots=True)
class Act:
    """A command: where it is sent below its tournament, `{number}` and `{item}` being the form's, and what is sent."""

    path: str
    body: Callable[[FormVisit], Json] = _nothing
    is_entry: bool = False
    """Whether it enters results, of which the page that follows tells what was recorded."""

    def place(self, visit: FormVisit) -> str:
        """Its address below the tournament. Raises WrongTypedError."""
        if "{item}" in self.path:
            return self.path.format(item=typed.item(visit.said("item")))
        return self.path.format(number=typed.number(visit.said("number"))) if "{" in self.path else self.path


ACTS: Mapping[str, Act] = {
    "start": Act("start"),
    "enter": Act("bulk", typed.entries),
    "approve": Act("entries/{number}/approval"),
    "approve-all": Act("bulk", typed.approvals),
    "refuse": Act("entries/{number}/refusal", typed.reason),
    "withdraw": Act("entries/{number}/withdrawal", typed.reason),
    "hall": Act("hall", typed.hall),
    "draw": Act("rounds/{number}/draw"),
    "release": Act("release"),
    "play-offs": Act("stages/{number}/play-off"),
    "open-stage": Act("stages/{number}/opening"),
    "decide": Act("decisions", typed.decision),
    "results": Act("bulk", typed.results, is_entry=True),
    "tables": Act("rounds/{number}/results", typed.result_at_table, is_entry=True),
    "match": Act("matches", typed.match, is_entry=True),
    "result": Act("matches/{number}/result", typed.result, is_entry=True),
    "outcome": Act("matches/{number}/result", typed.outcome, is_entry=True),
    "no-show": Act("bulk", typed.no_show, is_entry=True),
    "move": Act("matches/{number}/table", typed.table),
    "call": Act("requests", typed.call),
    "been-there": Act("requests/{number}/answer", typed.been_there),
    "end-round": Act("rounds/{number}/schedule", typed.round_end),
    "change-conditions": Act("conditions", typed.conditions),
    "seeding": Act("settings", seeding.another_way),
    "let-in": Act("settings", late.from_now_on),
    "let-in-until": Act("conditions", late.until),
    "links-confirm": Act("conditions", typed.links_confirm),
    "verify": Act("matches/{number}/verification"),
    "confirm": Act("matches/{number}/confirmation"),
    "verify-all": Act("bulk", typed.verifications),
    "check-in": Act("entries/{number}/check-in", typed.arrival),
    "fee": Act("entries/{number}/fee", typed.payment),
    "complete": Act("completion"),
    "settle": Act("reviews/{item}/resolution", typed.reason),
    "file": Act("report/filings", typed.filing),
}
