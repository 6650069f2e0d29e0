"""The channels that are followed, each with its stream, and how many of a tournament there may be."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from server.live.limits import NoRoom
from server.live.parts import Channel, Parts
from server.live.stream import Stream


class Channels:
    """`linger`: seconds that a stream is kept after its last follower; `most`: of one tournament or screen, 0 = any."""

    def __init__(self, render: Callable[[Channel, Parts | None], Parts | None], most: int, linger: float) -> None:
        self._render = render
        self._most = most
        self._linger = linger
        self._streams: dict[Channel, Stream] = {}
        self._in_group: Counter[str] = Counter()

    def __iter__(self) -> Iterator[Stream]:
        return iter(self._streams.values())

    def get(self, channel: Channel) -> Stream | None:
        return self._streams.get(channel)

    def under(self, prefixes: Iterable[str]) -> list[Stream]:
        """The streams of these topics and of all below them."""
        paths = tuple(prefix + "/" for prefix in prefixes)
        return [stream for stream in self._streams.values() if stream.path.startswith(paths)]

    def open(self, channel: Channel) -> Stream | None:
        """A stream rendered for the first time; None if there is no such topic. Raises NoRoom."""
        group = _group(channel)
        if 0 < self._most <= self._in_group[group] and not self._make_room(group):
            raise NoRoom("channels")
        view = self._render(channel, None)
        if view is None:
            return None
        stream = self._streams[channel] = Stream(channel, view, time.monotonic())
        self._in_group[group] += 1
        return stream

    def drop(self, channel: Channel) -> None:
        if self._streams.pop(channel, None) is not None:
            group = _group(channel)
            self._in_group[group] -= 1
            if not self._in_group[group]:
                del self._in_group[group]

    def forget_deserted(self) -> None:
        """Forget streams that nobody follows any more, with all that was remembered for them."""
        long_ago = time.monotonic() - self._linger
        for stream in list(self._streams.values()):
            if not stream.followers and stream.deserted_at < long_ago:
                self.drop(stream.channel)

    def _make_room(self, group: str) -> bool:
        """A channel that nobody follows makes room before its time."""
        deserted = (stream for stream in self._streams.values() if not stream.followers)
        for stream in deserted:
            if _group(stream.channel) == group:
                self.drop(stream.channel)
                return True
        return False


def _group(channel: Channel) -> str:
    """The tournament or the screen: `t/open` of `t/open/player/17`."""
    return "/".join(channel.topic.split("/", 2)[:2])
