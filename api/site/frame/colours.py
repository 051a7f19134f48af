"""A club's colour on pages: as near to it as can be read, on light paper and on dark, by WCAG 2.2 (1.4.3)."""

from collections.abc import Sequence

ENOUGH = 4.6
"""The contrast that text has at least; 4.5 is asked for."""
_LIGHT, _DARK = ("f6f4ed", "fffefb", "efece1"), ("111512", "191e1a", "222822", "0f1a14")
"""What text is written on, or is on it."""
_ON_FELT = ("f7f3e6", "c9d8cc", "f3efe2", "b4c6b9")
"""What is written on the head of a page."""
_STEPS = 64
_TINT, _DARK_TINT = 10, 22
"""How much of it is in a tinted background, of a hundred."""
Rgb = tuple[int, int, int]
_WHITE, _BLACK = (255, 255, 255), (0, 0, 0)


def read(colour: str) -> Rgb:
    """A colour of six hexadecimal digits."""
    red, green, blue = bytes.fromhex(colour)
    return red, green, blue


def contrast(one: Rgb, other: Rgb) -> float:
    """From 1, none, to 21, black on white."""
    lower, higher = sorted((_luminance(one), _luminance(other)))
    return (higher + 0.05) / (lower + 0.05)


def _luminance(colour: Rgb) -> float:
    red, green, blue = (_linear(one / 255) for one in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def mixed(one: Rgb, other: Rgb, of_hundred: int) -> Rgb:
    """So many hundredths of the one, the rest of the other."""
    red, green, blue = ((a * of_hundred + b * (100 - of_hundred)) // 100 for a, b in zip(one, other, strict=True))
    return red, green, blue


def _towards(colour: Rgb, end: Rgb, others: Sequence[Rgb], tint: int) -> Rgb:
    """The first colour on the way to `end` that can be read with all others, and on a tint of its own."""
    for step in range(_STEPS + 1):
        found = mixed(end, colour, step * 100 // _STEPS)
        tinted = [mixed(found, others[1], tint)] if tint else []
        if all(contrast(found, one) >= ENOUGH for one in (*others, *tinted)):
            return found
    return end


def ground_of(colour: str) -> str:
    """The ground of heads in that colour, both of six hexadecimal digits: what is written on it can be read."""
    return _hex(_towards(read(colour), _BLACK, [read(one) for one in _ON_FELT], 0))[1:]


def style_of(colour: str) -> str:
    """The style sheet of that colour, of six hexadecimal digits; the rest of a page's colours stay as they are."""
    own, felt = read(colour), read(ground_of(colour))
    light, dark = [read(one) for one in _LIGHT], [read(one) for one in _DARK]
    on_light, on_dark = _towards(own, _BLACK, light, _TINT), _towards(own, _WHITE, dark, _DARK_TINT)
    head = f"--felt: {_hex(felt)}; --felt-2: {_hex(mixed(_BLACK, felt, 20))}; "
    return (
        f":root {{ {head}--accent: {_hex(on_light)}; --accent-tint: {_hex(mixed(on_light, light[1], _TINT))} }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root {{ {head}--accent: {_hex(on_dark)}; "
        f"--accent-tint: {_hex(mixed(on_dark, dark[1], _DARK_TINT))} }} }}\n"
    )


def _hex(colour: Rgb) -> str:
    return f"#{bytes(colour).hex()}"
