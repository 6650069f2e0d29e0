"""Routes compiled when they are needed find what the library's own routes find."""

from pathlib import Path

import pytest
from starlette.routing import Route

from server.addresses import all_routes
from server.http.late_route import LateRoute
from server.settings import Settings

ADDRESSES = ("/", "/desk", "/t/open", "/t/open/", "/t/open/standings/3", "/t/open/standings/x", "/t//standings.json")
MORE_ADDRESSES = ("/desk/t/open/players/17/bye", "/api/t/open/rounds/1/results", "/f/days.json", "/nowhere")


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
@pytest.mark.parametrize("path", [*ADDRESSES, *MORE_ADDRESSES])
def test_a_late_route_matches_what_the_library_s_own_matches(path: str, method: str, tmp_path: Path) -> None:
    scope = {"type": "http", "path": path, "method": method}
    for late in (one for one in all_routes(Settings(data=tmp_path)) if isinstance(one, LateRoute)):
        own = Route(late.path, late.endpoint, methods=late.methods)
        assert late.matches(scope) == own.matches(scope), late.path


def test_a_pattern_is_compiled_when_an_address_begins_and_ends_as_it_does() -> None:
    async def page(_request: object) -> None: ...

    route = LateRoute("/t/{slug}/round/{round:int}/results", page)  # type: ignore[arg-type]
    for other in ("/desk/x/results", "/t/x/round/1/pairings"):
        route.matches({"type": "http", "path": other, "method": "GET"})
    assert not route.param_convertors
    route.matches({"type": "http", "path": "/t/x/results", "method": "GET"})
    assert set(route.param_convertors) == {"slug", "round"}
