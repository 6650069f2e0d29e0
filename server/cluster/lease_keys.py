"""Lease keys, `t/open`, `f/varna`, `screen/hall`, the catalogue and the house: what each is about, and who holds it."""

from typing import Protocol

from domain.words.streams import FESTIVAL, is_festival, is_slug, is_tournament, tournament_of_games
from server.live.frames import BEFORE_CODE, CATALOGUE, DESK_ROOT, ORGANISER_ROOT, PUBLIC_ROOT

HOUSE = "house"
"""The key of all that is about no tournament, festival or screen: logins, people, keys, lists, ways out."""
NO_OWNER = ""
"""The key of what every worker can answer."""
OF_TOURNAMENT, OF_FESTIVAL, OF_SCREEN = "t/", "f/", "screen/"

KEYS_OF_TOPICS = {PUBLIC_ROOT: OF_TOURNAMENT, DESK_ROOT: OF_TOURNAMENT, "f": OF_FESTIVAL, "screen": OF_SCREEN}
KEYS_OF_PATHS = {
    **dict.fromkeys(("t", "embed", "report", "entry"), OF_TOURNAMENT),
    "f": OF_FESTIVAL,
    "enter": OF_FESTIVAL,
    "screen": OF_SCREEN,
}
INSIDE = {"festivals": "f", "screen": ""}
"""Second parts of addresses of the desk and of programs that are called otherwise outside, or are the house's."""
READING = frozenset({"GET", "HEAD"})
BEHIND_A_LOGIN = frozenset({"desk", "join", "api"})
OPEN_OF_PROGRAMS = frozenset({"/api", "/api/openapi.json"})
LONGEST_TOPIC = 200


def key_of_stream(stream: str) -> str:
    """The key of whoever answers for a stream of the journal."""
    if is_festival(stream):
        return OF_FESTIVAL + stream.removeprefix(FESTIVAL)
    tournament = tournament_of_games(stream) or stream
    return OF_TOURNAMENT + tournament if is_tournament(tournament) else HOUSE


def key_of_topic(topic: str) -> str:
    """The key of whoever publishes a topic of the feed; empty = there is no such topic."""
    root, _, rest = topic.partition("/")
    name = rest.partition("/")[0].partition(BEFORE_CODE)[0]
    if topic == CATALOGUE or (root == ORGANISER_ROOT and is_slug(rest)):
        return CATALOGUE
    return KEYS_OF_TOPICS[root] + name if root in KEYS_OF_TOPICS and name and len(topic) <= LONGEST_TOPIC else ""


def key_of_path(method: str, path: str) -> str:
    """The key of whoever answers a request, or `NO_OWNER`."""
    first, *others = path.removeprefix("/").split("/")
    open_to_all = method in READING and (first not in BEHIND_A_LOGIN or path in OPEN_OF_PROGRAMS)
    if first in ("desk", "api") and others:
        first, *others = INSIDE.get(others[0], others[0]), *others[1:]
    name = others[0].removesuffix(".json") if others else ""
    if is_slug(name) and first in KEYS_OF_PATHS:
        return KEYS_OF_PATHS[first] + name
    return NO_OWNER if open_to_all else HOUSE


def tournament_of(key: str) -> str:
    """Its name; empty = the key is of something else."""
    return key.removeprefix(OF_TOURNAMENT) if key.startswith(OF_TOURNAMENT) else ""


class Holding(Protocol):
    """Whoever knows for which keys this process answers: alone for all, among several for those it holds."""

    async def mine(self, key: str) -> bool:
        """This process answers for the key, or does from now on."""

    def owned(self, key: str) -> bool:
        """As `mine`; nothing is taken."""


class Alone:
    """Without other processes everything is ours."""

    async def mine(self, key: str) -> bool:
        return True

    def owned(self, key: str) -> bool:
        return True
