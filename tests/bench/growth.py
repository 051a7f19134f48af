"""How what was measured grows with its size, as a picture: each line of a table that says a size and milliseconds."""

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import log10

LINE = re.compile(r"(?P<size>\d[\d,]*)(?: \w+)?: (?P<what>[a-z ]*?) *(?P<ms>\d[\d.]*) ms")
"""Such as `100000 events: loaded in 2900 ms`."""
WIDTH, HEIGHT, MARGIN, LEGEND = 900, 560, 60, 420
COLOURS = ("#1b6ca8", "#c2410c", "#15803d", "#7e22ce", "#a16207", "#be123c", "#0f766e", "#475569")

Point = tuple[float, float]
Growth = Mapping[str, Sequence[Point]]
"""By what was measured: sizes, and milliseconds."""


def growth(name: str, figures: Iterable[str]) -> Growth:
    """What of these figures was measured at several sizes. A line without a size heads those that follow it."""
    heading, found = "", dict[str, list[Point]]()
    for figure in figures:
        said = LINE.search(figure)
        if said is None:
            heading = figure.strip().partition(": ")[2]
            continue
        what = ", ".join(part for part in (f"{name} {said['what'].strip()}", heading) if part)
        point = float(said["size"].replace(",", "")), float(said["ms"])
        if min(point) > 0:
            found.setdefault(what, []).append(point)
    return {what: sorted(points) for what, points in found.items() if len({size for size, _ in points}) > 1}


def picture(lines: Growth) -> str:
    """An SVG with both axes in powers of ten. Raises ValueError where there is nothing to draw."""
    if not lines:
        raise ValueError("nothing was measured at several sizes")
    points = [point for line in lines.values() for point in line]
    (left, right), (low, high) = (_powers(one[axis] for one in points) for axis in (0, 1))

    def at(point: Point) -> Point:
        return (
            MARGIN + (log10(point[0]) - left) / (right - left) * (WIDTH - 2 * MARGIN),
            HEIGHT - MARGIN - (log10(point[1]) - low) / (high - low) * (HEIGHT - 2 * MARGIN),
        )

    marks = [_text(at((10**power, 10**low)), f"{10**power:,}", 16) for power in range(left, right + 1)]
    marks += [_text(at((10**left, 10.0**power)), f"{10.0**power:g} ms", -4) for power in range(low, high + 1)]
    drawn = [_line(number, what, [at(point) for point in line]) for number, (what, line) in enumerate(lines.items())]
    height = max(HEIGHT, MARGIN + 16 * len(lines))
    box = f'viewBox="0 0 {WIDTH + LEGEND} {height}" font-family="sans-serif" font-size="11"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {box}>'
    return "\n".join((head, '<rect width="100%" height="100%" fill="#fff"/>', *marks, *drawn, "</svg>", ""))


def _powers(values: Iterable[float]) -> tuple[int, int]:
    """The powers of ten around these."""
    powers = [log10(value) // 1 for value in values]
    return int(min(powers)), int(max(powers)) + 1


def _text(at: Point, said: str, below: int) -> str:
    return f'<text x="{at[0]:.0f}" y="{at[1] + below:.0f}" fill="#475569">{escape(said)}</text>'


def _line(number: int, what: str, places: Sequence[Point]) -> str:
    colour, way = COLOURS[number % len(COLOURS)], " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dash = "" if number < len(COLOURS) else f' stroke-dasharray="{2 + number // len(COLOURS) * 3}"'
    told = f'<text x="{WIDTH}" y="{MARGIN + 16 * number}" fill="{colour}">{escape(what)}</text>'
    return f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="1.5"{dash}/>{told}'
