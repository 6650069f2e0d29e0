"""The weight of pages as they travel to somebody who has nothing yet."""

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from playwright.sync_api import Browser

Answers: TypeAlias = list[tuple[str, int]]
"""Address and weight of every answer."""
PHONE, DESK = (390, 844), (1440, 900)


class Scales:
    """A page as it comes to somebody for the first time, and the bytes of every answer, heads included."""

    def __init__(self, browser: Browser, address: str, size: tuple[int, int] = PHONE) -> None:
        self.addresses: dict[str, str] = {}
        self.weights: Answers = []
        self.page = browser.new_context(viewport={"width": size[0], "height": size[1]}).new_page()
        told = self.page.context.new_cdp_session(self.page)
        told.on("Network.requestWillBeSent", self._asked)
        told.on("Network.loadingFinished", self._came)
        told.send("Network.enable")
        self.page.goto(address, wait_until="networkidle")

    def _asked(self, sent: dict[str, Any]) -> None:
        self.addresses[sent["requestId"]] = sent["request"]["url"]

    def _came(self, came: dict[str, Any]) -> None:
        self.weights.append((came["requestId"], int(came["encodedDataLength"])))

    def read(self) -> Answers:
        """Once the page asks for nothing more."""
        self.page.evaluate("document.fonts.ready")
        self.page.context.close()
        return [(self.addresses[id], weight) for id, weight in self.weights if self.addresses[id].startswith("http")]


@dataclass(frozen=True)
class Weighed:
    """The answers of each page of a server that is asked for, read once."""

    browser: Browser
    base: str
    size: tuple[int, int] = PHONE
    read: dict[str, Answers] = field(default_factory=dict)

    def __getitem__(self, path: str) -> Answers:
        if path not in self.read:
            self.read[path] = Scales(self.browser, self.base + path, self.size).read()
        return self.read[path]


def assert_light(travelled: Answers, most_octets: int) -> None:
    """Letters included, and no address asked for twice. A page that is too heavy is told with its answers."""
    weights = dict(travelled)
    assert len(weights) == len(travelled), "an address was asked for twice"
    assert [url for url in weights if url.endswith(".woff2")], "no letters"
    heaviest_first = sorted(travelled, key=lambda one: -one[1])
    assert sum(weight for _, weight in travelled) <= most_octets, heaviest_first
