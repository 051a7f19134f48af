"""Forms that have what a tournament holds now, and send what differs: its settings, and its conditions."""

from collections.abc import Callable
from dataclasses import dataclass

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from api.site.desk import showing
from api.site.desk.commands.reading import places
from api.site.frame.forms import Answered, Form, FormVisit, tried
from api.site.frame.refilled import SEEN
from api.site.frame.visit import Json, Visit


@dataclass(frozen=True, slots=True)
class Changing:
    """Such a form: the `part` of the tournament in the API's address, the `template`, what is sent of the form (`body`,
    which raises WrongTypedError), the form after a step that sends nothing, and what the page has `beside` it."""

    part: str
    template: str
    body: Callable[[FormVisit, str], Json]
    after_step: Callable[[Form, str], Form]
    beside: Callable[[Visit, Json, Form], Json]

    async def take(self, visit: FormVisit, tournament: str) -> Response:
        """A step of it, or `send`, which goes on to the board."""
        showing.require_login(visit)
        step = visit.said("step")
        if step != "send":
            return await run_in_threadpool(self.page, visit, tournament, self.after_step(visit.form, step))
        answered = await tried(lambda: self._send_change(visit, tournament))
        if answered.done:
            return visit.goes_to(showing.address(tournament, "now"))
        return await run_in_threadpool(self.page, visit, tournament, visit.form, answered.body)

    async def _send_change(self, visit: FormVisit, tournament: str) -> Answered:
        """What the API answers to the change. Raises WrongTypedError."""
        body = await run_in_threadpool(self.body, visit, tournament)
        return await visit.sends(f"/v1/tournaments/{tournament}/{self.part}", body, seen=visit.said(SEEN) or None)

    def page(self, visit: Visit, tournament: str, form: Form, refused: Json | None = None) -> Response:
        """The form with what was typed into it, and why it was refused."""
        made = showing.tournament(visit, tournament)
        return visit.page(
            self.template,
            zone=made["tournament"]["time_zone"],
            status=refused["status"] if refused else 200,
            **made,
            **showing.frame(tournament, "now"),
            **self.beside(visit, made["tournament"], form),
            form=form,
            refused=refused,
            changes=showing.meanwhile(visit, tournament, form, refused["status"]) if refused else (),
            places=places,
            is_fixed=True,
            is_chosen_here=True,
        )
