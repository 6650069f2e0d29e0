"""Routes whose pattern is compiled when an address first begins as they do.

Compiling more than four hundred patterns is a twentieth of the time in which a server starts, and a public page is
found without the patterns of the desk.
"""

from collections.abc import Awaitable, Callable, Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route, compile_path
from starlette.types import Scope


class LateRoute(Route):
    def __init__(
        self,
        path: str,
        endpoint: Callable[[Request], Awaitable[Response]],
        *,
        methods: Sequence[str] = ("GET",),
        name: str | None = None,
    ) -> None:
        self._beginning = path.partition("{")[0]
        super().__init__(self._beginning, endpoint, methods=methods, name=name)
        self.path = path
        self._compiled = path == self._beginning

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if not scope["path"].startswith(self._beginning):
            return Match.NONE, {}
        if not self._compiled:
            self.path_regex, self.path_format, self.param_convertors = compile_path(self.path)
            self._compiled = True
        return super().matches(scope)
