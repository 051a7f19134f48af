"""Who is described in a ruling, being in no registry, is shown of to the staff alone (TD-4, TD-9, TD-19)."""

import pytest

from tests.api.support import Season, Service

HAT = {"kind": "described", "description": "a man in a red hat"}
REMEDIES = {
    "spectator-expulsion": {"kind": "spectator-expulsion", "spectator": HAT},
    "spectator-ban": {"kind": "spectator-ban", "spectator": HAT, "until": None},
    "warning": {"kind": "warning", "to": HAT},
}


@pytest.mark.rule("TD-4", "TD-9", "TD-19")
@pytest.mark.parametrize("kind", REMEDIES)
def test_a_description_is_for_the_staff(service: Service, played: Season, kind: str) -> None:
    match = played.play(1, 2)
    words = {"clause": "1.6", "facts": "Whistling.", "reasons": "Silence is asked for."}
    about = {"about": {"kind": "match", "number": match}}
    ruling = played.director.ruled(played.path, {**about, **words, "remedies": [REMEDIES[kind]]})
    paths = [
        ruling.headers["Location"],
        *(f"{played.path}/{what}" for what in ("rulings", "history", f"matches/{match}", f"matches/{match}/explain")),
    ]
    strangers = (service.client(), service.player(played.persons[3]))
    for stranger in strangers:
        stranger.position = played.director.position
        for path in paths:
            answer = stranger.get(path)
            assert answer.status_code == 200
            assert "red hat" not in answer.text
    for path in (paths[0], f"{played.path}/rulings", f"{played.path}/history", f"{played.path}/report"):
        expected = kind != "warning" or not path.endswith("report")
        assert ("red hat" in played.director.get(path).text) == expected, path
