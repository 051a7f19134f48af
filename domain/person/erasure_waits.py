"""How long an erasure waits until it is confirmed. What only starts the service reads this alone, and no commands."""

LONGEST_WAIT_HOURS = 366 * 24
ERASURE_WAIT_HOURS = 72
"""For how many hours an erasure can be stopped that nobody confirms, unless it is set otherwise."""
