"""A moment that cannot be read is 400 at every address that takes one; the addresses are found, not listed."""

import re
from pathlib import Path

from starlette.routing import Route

from tests.desk.browsers import browser, server, with_round_one

FILLED = {
    "slug": "open",
    "festival": "cup",
    "screen": "hall",
    "name": "hall",
    "round": "1",
    "player": "1",
    "board": "1",
}
BAD_MOMENTS = ("abc", "2026-13-41T00:00", "²", "-1")


async def test_a_moment_that_is_none_never_breaks_a_public_address(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna:
        await with_round_one(await anna.log_in())
        routes = [route for route in transport.app.routes if isinstance(route, Route)]  # type: ignore[attr-defined]
        public = [route for route in routes if "GET" in (route.methods or ()) and not route.path.startswith("/desk")]
        async with browser(transport) as somebody:
            answers = {
                (route.path, at): (await somebody.client.get(filled(route.path), params={"at": at})).status_code
                for route in public
                for at in BAD_MOMENTS
            }
    assert answers[("/t/{slug}/live", "abc")] == 400
    assert answers[("/t/{slug}/live.json", "abc")] == 400
    assert {where: status for where, status in answers.items() if status >= 500} == {}


def filled(path: str) -> str:
    """The address with values for its places."""
    return re.sub(r"{(\w+)(:\w+)?}", lambda place: FILLED.get(place[1], "1"), path)
