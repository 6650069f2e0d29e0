"""Routes whose pattern is compiled when an address first begins and ends as they do.

Compiling more than four hundred patterns is a twentieth of the time in which a server starts. A result would ask more
than a hundred of them in vain, and the first result after a start would wait until they are compiled.
"""

from collections.abc import Awaitable, Callable, Sequence
from itertools import chain
from operator import itemgetter

from starlette.datastructures import URLPath
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Mount, NoMatchFound, Route, WebSocketRoute, compile_path
from starlette.types import Receive, Scope, Send


class LateRoute(Route):
    def __init__(
        self,
        path: str,
        endpoint: Callable[[Request], Awaitable[Response]],
        *,
        methods: Sequence[str] = ("GET",),
        name: str | None = None,
    ) -> None:
        self._beginning, self._ending = path.partition("{")[0], path.rpartition("}")[2]
        super().__init__("/", endpoint, methods=methods, name=name)
        self.path = path
        self._compiled = False

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        asked = scope["path"]
        if not (asked.startswith(self._beginning) and asked.endswith(self._ending)):
            return Match.NONE, {}
        if not self._compiled:
            self.path_regex, self.path_format, self.param_convertors = compile_path(self.path)
            self._compiled = True
        return super().matches(scope)


class Shortcut(BaseRoute):
    """The first of all routes: it asks those alone that a request may belong to, by its method and four words.

    Of more than five hundred routes a result would be held against two hundred, and a page against all. Where none of
    those few takes the request whole, the library goes on with all routes as if this one was not there.
    """

    def __init__(self, routes: Sequence[BaseRoute]) -> None:
        self._routes = [(_fixed_words(route), route) for route in routes]
        columns = zip(*map(itemgetter(0), self._routes), strict=True)
        self._known = [frozenset(chain.from_iterable(column)) for column in columns]
        self._fitting: dict[tuple[str, ...], list[BaseRoute]] = {}

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        words = zip((scope.get("method", NO_WORD), *_words(scope["path"])), self._known, strict=True)
        asked = tuple([word if word in known else NO_WORD for word, known in words])
        if asked not in self._fitting:
            if len(self._fitting) >= MOST_SHORTCUTS:
                self._fitting.clear()
            self._fitting[asked] = [route for fixed, route in self._routes if _fits(fixed, asked)]
        for route in self._fitting[asked]:
            match, found = route.matches(scope)
            if match is Match.FULL:
                return match, {**found, "route": route}
        return Match.NONE, {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        route: BaseRoute = scope["route"]
        await route.handle(scope, receive, send)

    def url_path_for(self, name: str, /, **path_params: object) -> URLPath:
        raise NoMatchFound(name, path_params)


NO_WORD = "/"
"""Stands for a word that no route has in its place, so that strangers cannot fill the memory with words."""
ANY_WORD: frozenset[str] = frozenset()
MOST_SHORTCUTS = 5000


def _words(path: str) -> tuple[str, str, str, str]:
    """The first word of an address, its last, and its third and fourth; empty where it ends before."""
    split = [*path.split("/", 5), "", "", "", ""]
    return split[1], path.rpartition("/")[2], split[3], split[4]


def _fixed_words(route: BaseRoute) -> tuple[frozenset[str], ...]:
    """What the method and these words of an address must be for this route."""
    if not isinstance(route, Route | WebSocketRoute | Mount) or not route.path:
        return (ANY_WORD,) * 5
    methods = frozenset(route.methods or ()) if isinstance(route, Route) else ANY_WORD
    first, last, *more = (ANY_WORD if "{" in word else frozenset({word}) for word in _words(route.path))
    below = isinstance(route, Mount)
    open_ended = below or ":path}" in route.path
    return (methods, first, ANY_WORD if below else last, *((ANY_WORD, ANY_WORD) if open_ended else more))


def _fits(fixed: tuple[frozenset[str], ...], asked: tuple[str, ...]) -> bool:
    return all(not words or word in words for words, word in zip(fixed, asked, strict=True))
