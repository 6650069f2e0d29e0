"""Tries of something that can be guessed, counted so that a guesser waits and the hall does not.

A wrong password counts for the name that was typed and the address it came from, and, more generously, for the
address alone, because a guesser can type any name. A browser that has logged in before is counted by itself: whoever
guesses in the hall's network cannot keep it out.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from threading import Lock

REMEMBERED_SECONDS = 60
"""Seconds that a try is remembered."""
LINGER_SECONDS = 1.0
MOST_LINGERING = 500
"""Refusals that wait at once; further ones are answered without waiting."""
TRIES_BY_NAME = 5
"""Tries of one name from one address, or of one browser that is known."""
TRIES_BY_ADDRESS = 60
TRIES_OF_A_CODE = 10
ENTRIES_BY_ADDRESS = 20
"""Entries and signatures that one address may send in a minute: a club may stand behind it."""
ENTRIES_OF_A_FESTIVAL = 120
"""From all addresses."""

SUBSCRIPTIONS_BY_ADDRESS = 10
"""Browsers that may ask for push notices from one address in a minute. Each costs a call to a push service."""
CHANGED_SUBSCRIPTIONS_BY_ADDRESS = 120
"""Changes of those that are kept, from one address in a minute."""

REPORTS_BY_ADDRESS = 1200
"""Reports of results that one address may send in a minute: a hall is one address, and its games end together."""
REPORTS_OF_A_PLAYER = 10

GuesserKey = tuple[str, ...]
"""The thing that is guessed, and the guesser."""


class TooManyTries(Exception):
    """A limit is reached: the next try counts after a minute."""


class Tries:
    """Tries within the last minute, counted by key. Threads may share it: passwords are checked in threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, linger_seconds: float = LINGER_SECONDS) -> None:
        self._clock = clock
        self.linger_seconds = linger_seconds
        self._lingering = 0
        self._lock = Lock()
        self._tries: dict[GuesserKey, deque[float]] = {}

    def count(self, most: dict[GuesserKey, int]) -> None:
        """Count a try for each of these keys, or for none if one is at its limit. Raises TooManyTries."""
        with self._lock:
            now = self._clock()
            self._forget(now)
            if any(len(self._tries.get(who, ())) >= limit for who, limit in most.items()):
                raise TooManyTries
            for who in most:
                self._tries.setdefault(who, deque()).append(now)

    def take_back(self, most: dict[GuesserKey, int]) -> None:
        """Forget the newest try, which was right."""
        with self._lock:
            for who in most:
                if self._tries.get(who):
                    self._tries[who].pop()

    async def linger(self) -> None:
        """Wait before a refusal is answered: whoever asks as fast as they are answered then costs next to nothing."""
        if self._lingering < MOST_LINGERING:
            self._lingering += 1
            try:
                await asyncio.sleep(self.linger_seconds)
            finally:
                self._lingering -= 1

    def _forget(self, now: float) -> None:
        for who, tries in list(self._tries.items()):
            while tries and tries[0] < now - REMEMBERED_SECONDS:
                tries.popleft()
            if not tries:
                del self._tries[who]
