"""The process in which `bgsage` analyses one match: `python -m api.analysis.bgsage_process 2 1800`, with plies and
seconds, and the transcript on standard input.

It says each game that is done, and in the end what it found, as JSON. It may use little memory and time, and writes no
file; what goes wrong ends it.
"""

import io
import json
import resource
import sys
from bisect import bisect_right
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from importlib.metadata import version
from itertools import accumulate
from typing import Any

from api.analysis.bgsage import DONE

_MOST_MEGABYTES = 2_048
_SIDES = ("white", "black")
_PRESETS = {1: "very_quick", 2: "deep"}
"""Whose whole analysis is of one level: what players run at home has the same name then."""


def main() -> None:
    """Analyses the match, and says what it found."""
    plies, seconds = map(int, sys.argv[1:3])
    for which, most in (
        (resource.RLIMIT_AS, _MOST_MEGABYTES * 1_000_000),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, 0),
    ):
        resource.setrlimit(which, (most, most))
    print(json.dumps(_analysis_of(sys.stdin.read(), plies)), flush=True)


def _analysis_of(mat: str, plies: int) -> dict[str, object]:
    from gvanalysis import analyze_ogxm
    from gvanalysis.ogxm_reconstructor import reconstruct_decisions_from_ogxm
    from gvformat import append_analysis, compute_aggregates, mat_to_ogxm, to_ogxm_json

    match, printed = mat_to_ogxm(mat), io.StringIO()
    told = _games_counted([len(game["decisions"]) for game in reconstruct_decisions_from_ogxm(match)])
    with redirect_stdout(printed):
        found = analyze_ogxm(match, preset=_preset(plies), threads=1, show_progress=False, on_progress=told)
    document = append_analysis(match, to_ogxm_json(found, keep_orientation=True))
    both = compute_aggregates(document)["match"]
    return {
        "engine": document["analysis_info"]["model_id"],
        "level": f"{_level(document['analysis_info'])}, counted by gammonview {version('gammonview')}",
        "printed": printed.getvalue(),
        "sides": [{"decisions": both[s]["total_decisions"], "lost": both[s]["total_error"]} for s in _SIDES],
    }


def _preset(plies: int) -> Any:  # noqa: ANN401 -- a name or a preset of the library's
    from gvanalysis import custom_preset

    own = f"{plies + 1}ply"
    return _PRESETS.get(plies) or custom_preset(own, {"first_pass": own})


def _level(info: dict[str, Any]) -> str:
    """The preset with its revision; the plies, where the preset is no known one."""
    known = str(info["preset"])
    return str(info["eval_level"]) if known.startswith("custom/") else known


def _games_counted(decisions: Sequence[int]) -> Callable[[int, int], None]:
    """Tells how many games are done where so many decisions are; each number once."""
    ends, out, last = list(accumulate(decisions)), sys.stdout, 0

    def tell_games(done: int, _all: int) -> None:
        nonlocal last
        games = bisect_right(ends, done)
        if games > last:
            last = games
            print(f"{DONE}{games}", file=out, flush=True)

    return tell_games


if __name__ == "__main__":
    main()
