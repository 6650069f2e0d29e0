"""The library's subscription to a journal in an SQLite file, which the library itself has for other stores only."""

from collections import deque
from collections.abc import Sequence
from threading import Event

from eventsourcing.persistence import ApplicationRecorder, Notification, Subscription

POLL_SECONDS = 0.02
"""Seconds between two looks at the file; half a per cent of a core."""
BATCH_ROWS = 500


class FileSubscription(Subscription[ApplicationRecorder]):
    """Every row after `gt` in the order of positions, then each new one, whichever process appends it.

    `next` blocks until there is one, and raises StopIteration once the subscription is stopped.
    """

    def __init__(self, recorder: ApplicationRecorder, gt: int | None = None, topics: Sequence[str] = ()) -> None:
        super().__init__(recorder, gt, topics)
        self._waiting: deque[Notification] = deque()
        self._stopped = Event()

    def stop(self) -> None:
        super().stop()
        self._stopped.set()

    def __next__(self) -> Notification:
        while not self._stopped.is_set():
            if not self._waiting:
                self._waiting.extend(self._new())
            if self._waiting:
                return self._waiting.popleft()
            self._stopped.wait(POLL_SECONDS)
        raise StopIteration

    def _new(self) -> Sequence[Notification]:
        found = self._recorder.select_notifications(
            self._last_notification_id, BATCH_ROWS, topics=self._topics, inclusive_of_start=False
        )
        if found:
            self._last_notification_id = found[-1].id
        return found
