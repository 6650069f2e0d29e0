"""The organiser's stream within a page: where the player of its video service stands, if it is one that has some."""

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlencode, urlsplit

from domain.records import dataclass

YOUTUBE = "https://www.youtube-nocookie.com"
TWITCH = "https://player.twitch.tv"
YOUTUBE_ID = re.compile(r"[A-Za-z0-9_-]{11}", re.ASCII)
YOUTUBE_CHANNEL = re.compile(r"UC[A-Za-z0-9_-]{22}", re.ASCII)
TWITCH_CHANNEL = re.compile(r"[A-Za-z0-9_]{3,25}", re.ASCII)
TWITCH_VIDEO = re.compile(r"[0-9]{6,12}", re.ASCII)
TWITCH_PAGES = ("directory", "downloads", "jobs", "settings", "subscriptions", "videos")
"""First words of addresses at Twitch that are no channel."""
PEERTUBE_ID = re.compile(r"[A-Za-z0-9]{22}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII)
PEERTUBE_WATCH = ("w",), ("videos", "watch")
VIDEO_HOST = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+(:[0-9]{1,5})?", re.ASCII)
"""A name as it may stand in a header."""


@dataclass(frozen=True, slots=True)
class EmbeddedVideo:
    """A player that stands in a frame. Nothing is asked of its service before the frame is there."""

    origin: str
    """Scheme and host: what the page must allow, and nothing else of that service."""
    path: str
    needs_parent: bool = False
    """Its service wants to know the name of the page around it."""

    @property
    def host(self) -> str:
        return self.origin.removeprefix("https://").removeprefix("www.")

    def source(self, page_origin: str) -> str:
        """The address of the frame in a page of this scheme and host."""
        parent = {"parent": urlsplit(page_origin).hostname or ""} if self.needs_parent else {}
        return f"{self.origin}{self.path}" + (f"&{urlencode(parent)}" if parent else "")


def embedded_video(address: str) -> EmbeddedVideo | None:
    """None: no address, or of a service whose player is not known, which stays a link."""
    parts = urlsplit(address)
    host, words = parts.netloc.lower(), tuple(word for word in parts.path.split("/") if word)
    if parts.scheme != "https" or not VIDEO_HOST.fullmatch(host):
        return None
    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    known = _SERVICES.get(host.removeprefix("www.").removeprefix("m."))
    return known(words, query) if known else _of_peertube(host, words)


def _of_youtube(words: tuple[str, ...], query: dict[str, str]) -> EmbeddedVideo | None:
    if len(words) >= 2 and words[0] == "channel" and YOUTUBE_CHANNEL.fullmatch(words[1]):
        return EmbeddedVideo(YOUTUBE, f"/embed/live_stream?channel={words[1]}")
    one = query.get("v", "") if words == ("watch",) else words[1] if words[:1] in _NAMED and len(words) == 2 else ""
    return _youtube(one)


_NAMED = ("live",), ("embed",), ("shorts",)
"""What stands before a video in an address at YouTube."""


def _youtube(one: str) -> EmbeddedVideo | None:
    return EmbeddedVideo(YOUTUBE, f"/embed/{one}") if YOUTUBE_ID.fullmatch(one) else None


def _of_twitch(words: tuple[str, ...], _query: dict[str, str]) -> EmbeddedVideo | None:
    if len(words) == 2 and words[0] == "videos" and TWITCH_VIDEO.fullmatch(words[1]):
        return EmbeddedVideo(TWITCH, f"/?video={words[1]}", needs_parent=True)
    if len(words) == 1 and words[0] not in TWITCH_PAGES and TWITCH_CHANNEL.fullmatch(words[0]):
        return EmbeddedVideo(TWITCH, f"/?channel={words[0]}", needs_parent=True)
    return None


def _of_peertube(host: str, words: tuple[str, ...]) -> EmbeddedVideo | None:
    """A service of many servers: its addresses are known by their shape."""
    one = words[-1] if words[:-1] in PEERTUBE_WATCH else ""
    return EmbeddedVideo(f"https://{host}", f"/videos/embed/{one}") if PEERTUBE_ID.fullmatch(one) else None


_SERVICES: dict[str, Callable[[tuple[str, ...], dict[str, str]], EmbeddedVideo | None]] = {
    "youtube.com": _of_youtube,
    "youtube-nocookie.com": _of_youtube,
    "youtu.be": lambda words, _query: _youtube(words[0]) if len(words) == 1 else None,
    "twitch.tv": _of_twitch,
}
