"""What ratings would be under another policy, tried on a page before anybody votes (ELO-8)."""

from collections.abc import Mapping, Sequence

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from api.routes.federation.clubs import list_clubs
from api.routes.federation.policies import list_rating_policies
from api.site.frame.forms import Answered, Form, FormSent, FormVisit, WrongTypedError, once, tried
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.office.showing import require_administrator
from domain.rating.announcing import SaidPolicy

router = new_pages()

NUMBERS = ("factor", "scale")
WHOLE = ("shortest", "smallest_field")
FALLING = ("start", "slope", "floor")
"""The parts of a K that falls with experience."""
_PAGE, _AT, _ROUTE = "office/trial.html", "/office/rating-trial", "/v1/ratings/trials"
_HEIGHT = 160


@router.get(_AT)
def show_trial(visit: Visiting) -> Response:
    """Where a policy is chosen."""
    require_administrator(visit)
    return _show_page(visit, Form())


@router.post(_AT)
async def take_trial(visit: FormSent) -> Response:
    """Shows the ratings as they would be under it."""
    require_administrator(visit)

    answered = await tried(lambda: _send_trial(visit))
    if answered.done:
        return await run_in_threadpool(_show_page, visit, visit.form, answered.body)
    return await run_in_threadpool(_show_page, visit, visit.form, None, _of_this_form(answered.body))


async def _send_trial(visit: FormVisit) -> Answered:
    """The API's answer to the trial. Raises WrongTypedError."""
    return await visit.sends(_ROUTE, await run_in_threadpool(_trial_asked, visit, visit.form))


def _of_this_form(refused: Json) -> Json:
    """The refused fields, by those of this form: a part of K has a field of its own here."""
    errors = [{**one, "pointer": _pointer(one["pointer"])} for one in refused.get("errors", ())]
    return {**refused, "errors": errors} if errors else refused


def _pointer(pointer: str) -> str:
    parts = [part for part in pointer.split("/") if part not in ("", "policy", "new", "falling")]
    of_k = [f"k_{part}" for part in parts[1:]] if parts[:1] == ["k"] else parts
    return "/".join(["", *of_k])


def _trial_asked(visit: Visit, form: Form) -> Json:
    """Raises WrongTypedError where no policy is chosen, or no number is typed."""
    chosen = _policies(visit).get(form.get("policy", ""))
    if chosen is None:
        raise WrongTypedError("rating", form.get("policy", ""))
    return {
        "policy": _changed_policy(chosen, form),
        "pool": form.get("pool") or None,
        "clubs": form.getlist("clubs"),
        "openings_from": form.get("openings_from") or None,
    }


def _changed_policy(policy: Json, form: Form) -> Json:
    """The policy with the numbers that were typed in place of its own."""
    said = {name: policy[name] for name in SaidPolicy.model_fields}
    said |= {"kind": "new", "k": policy["k"] or {"kind": "none"}}
    said["modes"] = [{"form": name, "n": n} for name, n in policy["modes"].items()]
    said |= {name: form[name].strip() for name in NUMBERS if form.get(name, "").strip()}
    said |= {name: _whole(form[name].strip()) for name in WHOLE if form.get(name, "").strip()}
    said["k"] = _k(said["k"], form)
    return said


def _k(own: Json, form: Form) -> Json:
    """The K of the policy with what was typed of it: one that does not fall by itself is the same for everybody,
    unless it is typed by how much it falls."""
    typed = {name: form[f"k_{name}"].strip() for name in FALLING if form.get(f"k_{name}", "").strip()}
    if not typed or own["kind"] == "falling":
        return {**own, **typed}
    same = {} if "slope" in typed else {"start": typed.get("floor"), "slope": "0", "floor": typed.get("start")}
    return {"kind": "falling", **same, **typed}


def _whole(text: str) -> int | str:
    """The whole number. Anything else is sent as it was typed, and refused there."""
    return int(text) if text.isascii() and text.isdecimal() else text


def _policies(visit: Visit) -> Mapping[str, Json]:
    """Those there are, by name and version as the form has them."""
    return {f"{one['name']} {one['version']}": one for one in visit.asks(list_rating_policies)["items"]}


def _show_page(visit: Visit, form: Form, found: Json | None = None, refused: Json | None = None) -> Response:
    told: Json = {
        "policies": _policies(visit),
        "pools": list(visit.pools()),
        "clubs": visit.asks_all(list_clubs)["items"],
        "found": found,
        "refused": refused,
        "form": form,
        "bars_of": _bars,
    }
    return visit.page(_PAGE, status=refused["status"] if refused else 200, once=once(), **told)


def _bars(changes: Sequence[Mapping[str, object]]) -> list[Json]:
    """Where each bar of the chart stands, and how high it is."""
    counts = [int(str(one["players"])) for one in changes]
    most = max(counts, default=0) or 1
    heights = [count * _HEIGHT // most for count in counts]
    return [
        {**one, "x": 8 + 50 * place, "y": 20 + _HEIGHT - height, "height": height}
        for place, (one, height) in enumerate(zip(changes, heights, strict=True))
    ]
