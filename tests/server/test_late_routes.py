"""Routes compiled when they are needed find what the library's own routes find."""

import re
from itertools import product
from pathlib import Path

import pytest
from starlette.routing import BaseRoute, Match, Mount, Route, WebSocketRoute

from server.addresses import all_routes
from server.http.late_route import MOST_SHORTCUTS, LateRoute, Shortcut
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


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_the_shortcut_finds_what_is_found_among_all_routes(method: str, tmp_path: Path) -> None:
    routes = all_routes(Settings(data=tmp_path, organisers=True))
    shortcut = Shortcut(routes)
    for path in {*ADDRESSES, *MORE_ADDRESSES, *map(an_address, routes)}:
        for asked in (path, path + "/x", path.replace("/1", "/x")):
            scope = {"type": "http", "path": asked, "method": method, "root_path": "", "headers": []}
            match, found = shortcut.matches(scope)
            first = next((one for one in routes if one.matches(scope)[0] is Match.FULL), None)
            assert found.get("route") is first, asked
            assert (match is Match.FULL) == (first is not None)


def test_the_shortcut_remembers_no_words_of_strangers(tmp_path: Path) -> None:
    shortcut = Shortcut(all_routes(Settings(data=tmp_path)))
    for number in range(50):
        shortcut.matches({"type": "http", "path": f"/{number}/x{number}/y{number}/z{number}", "method": "GET"})
    assert len(shortcut._fitting) == 1


def test_the_shortcut_has_room_for_so_many_words_and_no_more(tmp_path: Path) -> None:
    shortcut = Shortcut(all_routes(Settings(data=tmp_path)))
    for asked in product(*map(sorted, shortcut._known[:4])):
        method, first, last, third = asked
        shortcut.matches({"type": "http", "path": f"/{first}/x/{third}/{last}", "method": method})
        if len(shortcut._fitting) == MOST_SHORTCUTS:
            break
    shortcut.matches({"type": "http", "path": "/nowhere", "method": "PUT"})
    assert 1 <= len(shortcut._fitting) <= MOST_SHORTCUTS


def an_address(route: BaseRoute) -> str:
    assert isinstance(route, Route | WebSocketRoute | Mount)
    return re.sub(r"{[^}]*}", "1", route.path)
