"""The follower to copy, slowed down: it reads pages of two entries, and takes so many seconds for each batch.

python -m tests.webhooks.slow_follower SECONDS URL FILE [--stream]
"""

import sqlite3
import sys
import time

from ops.examples import ranking_follower
from ops.examples.ranking_follower import Batch, Ranking


class SlowRanking(Ranking):
    """The file, which takes long for what comes."""

    def take(self, batch: Batch) -> None:
        time.sleep(float(sys.argv[1]))
        super().take(batch)


if __name__ == "__main__":
    _, _, url, file, *ways = sys.argv
    ranking_follower.PAGE = 2
    ranking_follower.PAUSE_SECONDS = 0.1
    ranking_follower.follow(url, SlowRanking(sqlite3.connect(file)), once=False, streams="--stream" in ways)
