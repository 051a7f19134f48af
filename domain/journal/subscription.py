"""The library's subscription over our log. It asks for news instead of being told, so it can't miss a wake-up."""

from collections import deque
from collections.abc import Sequence
from threading import Event

from eventsourcing.persistence import ApplicationRecorder, Notification, Subscription

_BATCH = 500
_PAUSE_SECONDS = 0.05


class PollingSubscription(Subscription[ApplicationRecorder]):
    """Yields the log's events in order, past and to come, until it is stopped."""

    def __init__(self, recorder: ApplicationRecorder, gt: int | None, topics: Sequence[str]) -> None:
        super().__init__(recorder, gt, topics)
        self._waiting: deque[Notification] = deque()
        self._stopping = Event()

    def stop(self) -> None:
        super().stop()
        self._stopping.set()

    def __next__(self) -> Notification:
        while not self._waiting:
            if self._stopping.is_set():
                raise StopIteration
            self._waiting.extend(self._news())
            if not self._waiting:
                self._stopping.wait(_PAUSE_SECONDS)
        notification = self._waiting.popleft()
        self._last_notification_id = notification.id
        return notification

    def _news(self) -> Sequence[Notification]:
        return self._recorder.select_notifications(
            self._last_notification_id, _BATCH, topics=self._topics, inclusive_of_start=False
        )
