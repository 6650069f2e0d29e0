"""Signs of life: heartbeats on all channels that are well, and a question to each socket in turn."""

import asyncio
import time
from collections.abc import Callable, Iterable

from server.live.channels import Channels
from server.live.frames import Message, beat
from server.live.stream import Follower, Stream

SCREEN_BEATS_PER_PHONE_BEAT = 3
"""Heartbeats of a television for one of a phone, which has a battery."""


class Heart:
    """`beat` and `ping` in seconds. `again` has a stream that failed rendered once more, and `ask_again` lets go those
    who may no longer follow.
    """

    def __init__(
        self,
        channels: Channels,
        followers: Iterable[Follower],
        spread: Callable[[Stream, Message], None],
        again: Callable[[Stream], None],
        ask_again: Callable[[], None],
        *,
        beat: float,
        ping: float,
    ) -> None:
        self.beat, self.ping = beat, ping
        self._channels = channels
        self._followers = followers
        self._spread = spread
        self._again = again
        self._ask_again = ask_again
        self._pulses = 0
        self._next: asyncio.TimerHandle | None = None

    def start(self) -> None:
        if self._next is None:
            self._next = asyncio.get_running_loop().call_later(self.beat, self._pulse)

    def stop(self) -> None:
        if self._next is not None:
            self._next.cancel()

    def milliseconds(self, follower: Follower) -> int:
        """From one heartbeat to the next."""
        return int((self.beat if follower.screen is not None else SCREEN_BEATS_PER_PHONE_BEAT * self.beat) * 1000)

    def _pulse(self) -> None:
        self._next = asyncio.get_running_loop().call_later(self.beat, self._pulse)
        self._pulses += 1
        self._channels.forget_deserted()
        self._ask_again()
        now = milliseconds()
        for stream in [stream for stream in self._channels if stream.followers]:
            if stream.failed:
                self._again(stream)
            elif stream.on_a_screen or self._pulses % SCREEN_BEATS_PER_PHONE_BEAT == 0:
                self._spread(stream, beat(stream.channel.topic, stream.changed, now))
        rounds = max(1, round(self.ping / self.beat))
        for follower in list(self._followers)[self._pulses % rounds :: rounds]:
            follower.resumes = 0
            follower.ping()


def milliseconds() -> int:
    """Since 1970."""
    return int(time.time() * 1000)
