"""What follows the log, in threads of one process: to try the service, where all parts are in one account anyway.

A process of its own costs each part some 25 MB beside what all share. For real use each has one, with a login of its
own.
"""

import logging
import os
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from ops.database import DatabaseUrls
from ops.evidence.process import begin_signing
from ops.lifeline import Job
from ops.webhooks.process import deliver
from projections.workers.processes import follow, set_by_signals

logger = logging.getLogger(__name__)


def run(job: Job) -> None:
    """Entry point: rates, feeds, signs and delivers until SIGTERM; where one of these ends by itself, all do."""
    if job.urls is None:
        raise ValueError("what follows the log in one process needs all addresses of the database")
    urls, stop = DatabaseUrls(**job.urls), set_by_signals()
    begin_signing(job)
    threads = [
        threading.Thread(target=partial(_all_or_none, work), name=name)
        for name, work in {
            "ratings": partial(follow, urls.projections, "ratings", job.examination_days, stop),
            "feeds": partial(follow, urls.projections, "feeds", job.examination_days, stop),
            "evidence": partial(follow, urls.signer, "evidence", job.examination_days, stop),
            "webhooks": partial(deliver, replace(job, database_url=urls.webhooks), stop),
        }.items()
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _all_or_none(work: Callable[[], None]) -> None:
    """A thread that fails ends the process, as it would end a process of its own."""
    try:
        work()
    except BaseException:
        logger.exception("a part of the service failed")
        os._exit(1)
