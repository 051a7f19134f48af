"""Directors of a tournament who can't log in yet: they were appointed, and nobody has invited them."""

from api.site.frame.visit import Json, Visit

_STAFF = ("director", "administrator")


def without_login(visit: Visit, tournament: Json) -> list[Json]:
    """Those who no usable key lets in as staff, each with their name; the visitor is in."""
    now, own = visit.reader.now(), visit.reader.caller.person
    left = dict.fromkeys(one for one in tournament["directors"] if one != own)
    for _, key in visit.reader.services.access().newest():
        if key.person in left and key.role in _STAFF and key.valid_at(now):
            del left[key.person]
        if not left:
            break
    names = visit.names([*left])
    return [{"person": one, "name": names[one]} for one in left]
