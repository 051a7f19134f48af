"""Ratings in points, as decimal strings made from millionths: no float has a part in it."""

MICROPOINTS = 1_000_000


def points(micropoints: int) -> str:
    """For example "1523.456789"."""
    sign = "-" if micropoints < 0 else ""
    whole, rest = divmod(abs(micropoints), MICROPOINTS)
    return f"{sign}{whole}.{rest:06d}"


def signed_points(micropoints: int) -> str:
    """A change: for example "+4.000000"; nothing is "0.000000"."""
    return f"+{points(micropoints)}" if micropoints > 0 else points(micropoints)
