"""Deliveries that are tried again at once, in a process of its own that can be killed.

python -m tests.webhooks.hurried ADDRESS-OF-THE-DATABASE KEY
"""

import sys
import threading
from datetime import timedelta

from domain.webhooks import retries
from ops.webhooks import process

if __name__ == "__main__":
    retries.PAUSES = (timedelta(milliseconds=20),)
    process.POLL_SECONDS = process.STAND_BY_SECONDS = 0.05
    process.deliver_all(sys.argv[1], bytes.fromhex(sys.argv[2]), threading.Event(), lambda _: None)
