"""Routes whose pattern is compiled when an address first begins and ends as they do.

Compiling more than four hundred patterns is a twentieth of the time in which a server starts. A result would ask more
than a hundred of them in vain, and the first result after a start would wait until they are compiled.
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
        self._beginning, self._ending = path.partition("{")[0], path.rpartition("}")[2]
        super().__init__(self._beginning, endpoint, methods=methods, name=name)
        self.path = path
        self._compiled = path == self._beginning

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        asked = scope["path"]
        if not (asked.startswith(self._beginning) and asked.endswith(self._ending)):
            return Match.NONE, {}
        if not self._compiled:
            self.path_regex, self.path_format, self.param_convertors = compile_path(self.path)
            self._compiled = True
        return super().matches(scope)
