"""Screens that show the same share a line of views; nobody who follows one of them can tell."""

import asyncio
import json
from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from server.live.connections import Mailbox
from server.live.frames import Ask, Channel, Message, NotYet, Parts
from server.live.hub import Hub
from server.live.limits import Guest
from tests.live.loopback import Frame, Reader, eventually, on_both_loops

SCREENS = ("bar", "door", "hall", "stage")


@dataclass
class Hall:
    """Screens are set to lists, and screens that are set alike are given one view."""

    lists: dict[str, str] = field(default_factory=lambda: {"boards": "b", "table": "t"})
    shown: dict[str, str] = field(default_factory=lambda: dict.fromkeys(SCREENS, "boards"))
    waiting: set[str] = field(default_factory=set)
    """Lists that are not there yet: their screens show their own names."""
    broken: set[str] = field(default_factory=set)
    unread: set[str] = field(default_factory=set)
    position: int = 1
    version: int = 0
    asked: int = 0
    views: dict[tuple[int, str], Parts] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.hub = Hub(self, beat=1000.0, pace=0.0)

    def __call__(self, channel: Channel, before: Parts | None = None) -> Parts | None:
        self.asked += 1
        name = channel.topic.partition("/")[2]
        if name in self.unread:
            raise NotYet(name)
        if name in self.broken:
            raise ValueError(name)
        if name not in self.shown:
            return None
        if self.shown[name] in self.waiting:
            return Parts(self.position, {"waits": name})
        likeness = self.version, self.shown[name]
        if likeness not in self.views:
            parts = {"list": self.lists[self.shown[name]], "of": self.shown[name]}
            self.views[likeness] = Parts(self.position, parts, likeness=likeness)
        return self.views[likeness]

    def changed(self) -> None:
        self.position += 1
        self.views.clear()
        self.hub.changed(["screen"], self.position)

    def write(self, name: str, text: str) -> None:
        self.lists[name] = text
        self.changed()

    def set(self, screen: str, name: str) -> None:
        """Or make it anew."""
        self.shown[screen] = name
        self.version += 1
        self.changed()

    async def published(self) -> None:
        await eventually(lambda: not self.hub._publisher._waiting)

    @property
    def lines(self) -> int:
        return len({stream.line for stream in self.hub._channels})


class Television:
    def __init__(self, hall: Hall, name: str) -> None:
        self.hall, self.channel, self.reader = hall, Channel(f"screen/{name}", "html"), Reader()
        self.mailbox: Mailbox | None = None
        self.snapshots = 0

    def come(self) -> None:
        mailbox = Mailbox(Guest())
        try:
            after = self.reader.position if self.reader.position >= 0 else None
            if not self.hall.hub.follow(mailbox, [(self.channel, after)]):
                self.mailbox = mailbox
        except (NotYet, ValueError):
            return

    def go(self) -> None:
        if self.mailbox is not None:
            self.hall.hub.lost(self.mailbox)
            self.mailbox = None

    async def read(self) -> list[Frame]:
        got = list(map(as_frame, await self.mailbox.next())) if self.mailbox and self.mailbox._arrived.is_set() else []
        assert {frame["topic"] for frame in got if "topic" in frame} <= {self.channel.topic}
        self.snapshots += sum(frame["type"] == "snapshot" for frame in got)
        self.reader.read(got)
        if any(frame["type"] == "refused" for frame in got):
            self.mailbox = None
        return got


def as_frame(message: Message) -> Frame:
    found: Frame = json.loads(message.text)
    return found


names, screens = st.sampled_from(("boards", "table")), st.sampled_from(SCREENS)
steps = st.one_of(
    st.tuples(st.just("write"), names, st.text("abc", max_size=2)),
    st.tuples(st.just("set"), screens, names),
    st.tuples(st.just("wait"), names, st.just("")),
    st.tuples(st.sampled_from(("break", "hide", "remove", "go", "come", "resume")), screens, st.just("")),
)


def take_step(hall: Hall, television: Television, kind: str, what: str, text: str) -> None:
    match kind:
        case "write":
            hall.write(what, text)
        case "set":
            hall.set(what, text)
        case "wait" | "break" | "hide":
            kept = {"wait": hall.waiting, "break": hall.broken, "hide": hall.unread}[kind]
            kept.symmetric_difference_update({what})
            hall.changed()
        case "remove":
            hall.shown.pop(what, None)
            hall.version += 1
            hall.changed()
        case "go":
            television.go()
        case "come" if television.mailbox is None:
            television.come()
        case "resume" if television.mailbox is not None:
            hall.hub.heard(television.mailbox, Ask(resume=television.reader.position))


async def play(taken: list[tuple[str, str, str]], publish: list[bool]) -> None:
    hall = Hall()
    televisions = {name: Television(hall, name) for name in SCREENS}
    for television in televisions.values():
        television.come()
    for (kind, what, text), at_once in zip(taken, publish, strict=False):
        take_step(hall, televisions.get(what, televisions["hall"]), kind, what, text)
        if at_once:
            await hall.published()
        for television in televisions.values():
            await television.read()
    hall.broken.clear(), hall.unread.clear()
    hall.changed()
    await hall.published()
    for name, television in televisions.items():
        await television.read()
        if television.mailbox is not None:
            view = hall(television.channel)
            assert view is not None
            assert television.reader.parts == dict(view.parts), name
    hall.hub.close()


@given(st.lists(steps, max_size=25), st.lists(st.booleans(), min_size=25, max_size=25))
@settings(deadline=None)
def test_whatever_is_set_each_screen_ends_with_its_own_view(
    taken: list[tuple[str, str, str]], publish: list[bool]
) -> None:
    asyncio.run(play(taken, publish))


async def hall_with_televisions() -> tuple[Hall, dict[str, Television]]:
    hall = Hall()
    televisions = {name: Television(hall, name) for name in SCREENS}
    for television in televisions.values():
        television.come()
        await television.read()
    return hall, televisions


@on_both_loops
async def test_a_source_is_asked_once_for_screens_that_show_the_same() -> None:
    hall, televisions = await hall_with_televisions()
    before = hall.asked
    hall.write("boards", "1-0")
    await hall.published()
    assert (hall.asked - before, hall.lines) == (1, 1)
    for television in televisions.values():
        await television.read()
        assert television.reader.parts["list"] == "1-0"
    hall.hub.close()


@on_both_loops
async def test_a_screen_that_is_set_otherwise_goes_its_own_way_and_comes_back() -> None:
    hall, televisions = await hall_with_televisions()
    for name, lines in (("table", 2), ("boards", 1)):  # from the next change on
        hall.set("bar", name)
        await hall.published()
        hall.write("boards", f"with {lines} lists")
        await hall.published()
        assert hall.lines == lines
        for television in televisions.values():
            await television.read()
        assert televisions["bar"].reader.parts["of"] == name
        assert televisions["hall"].reader.parts["of"] == "boards"
    hall.hub.close()


@on_both_loops
async def test_of_screens_that_wait_none_is_like_another() -> None:
    hall, televisions = await hall_with_televisions()
    hall.set("bar", "table")
    await hall.published()
    hall.waiting.update(hall.lists)
    hall.changed()
    await hall.published()
    assert (hall.lines, list(hall.hub._channels._lines)) == (len(SCREENS), [])
    for name, television in televisions.items():
        await television.read()
        assert television.reader.parts == {"waits": name}
    hall.hub.close()


@on_both_loops
async def test_who_was_away_while_the_screens_were_set_goes_on_without_the_whole_view() -> None:
    hall, televisions = await hall_with_televisions()
    hall.write("boards", "1-0")
    await hall.published()
    for television in televisions.values():
        await television.read()
    away = televisions["stage"]
    away.go()
    hall.set("bar", "table")
    hall.write("boards", "0-1")
    await hall.published()
    seen = away.snapshots
    away.come()
    await away.read()
    assert away.reader.parts["list"] == "0-1"
    assert away.snapshots == seen
    hall.hub.close()


@on_both_loops
async def test_who_has_seen_a_screen_before_it_was_set_alike_is_sent_the_whole_view() -> None:
    """What its line has said since then was said of another list."""
    hall, televisions = await hall_with_televisions()
    hall.set("bar", "table")
    await hall.published()
    bar = televisions["bar"]
    await bar.read()
    bar.go()
    hall.write("boards", "1-0")
    hall.set("bar", "boards")
    hall.write("boards", "0-1")
    await hall.published()
    bar.come()
    hall.write("boards", "1-1")
    await hall.published()
    await bar.read()
    assert bar.reader.parts == {"list": "1-1", "of": "boards"}
    hall.hub.close()
