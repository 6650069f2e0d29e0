"""The table of all addresses: method, path, action, scope of the key and body, against the kept one.

`python -m tests.server.test_addresses` writes the table again: read the difference.
"""

from collections.abc import Iterator
from pathlib import Path

from starlette.routing import BaseRoute, Route

from server.addresses import ENTERING_ROUTES, ORGANISER_ROUTES
from server.http.static_files import static_routes
from server.routes import assets, festivals, manual, public, push, screens
from server.routes.api import description
from server.routes.api.commands import CommandRoute
from server.routes.desk.rows import DESK_OF_TOURNAMENT, DeskPage, DeskStep
from server.routes.question import ReadingRoute, SendingRoute

KEPT = Path(__file__).parents[1] / "cases/addresses.txt"
TABLE: tuple[BaseRoute, ...] = (
    *(
        *ENTERING_ROUTES,
        *ORGANISER_ROUTES,
        *screens.routes,
        *assets.routes,
        *festivals.routes,
        *manual.routes,
        *push.routes,
    ),
    *(*push.routes, *description.routes, *public.routes),
    *(route for route in static_routes() if isinstance(route, Route)),
)


def written(routes: tuple[BaseRoute, ...]) -> Iterator[str]:
    for route in routes:
        assert isinstance(route, Route)
        yield " ".join([",".join(sorted(route.methods or ())), route.path, *rights(route)])


def rights(route: Route) -> list[str]:
    """What they do, and for programs the scope and the body; `open` = nobody is asked who they are."""
    if isinstance(route, CommandRoute):
        return [route.does, route.program.scope, route.program.body.__name__]
    if isinstance(route, DeskPage | DeskStep):
        return [route.does]
    if isinstance(route, ReadingRoute | SendingRoute):
        return [route.does, route.scope or "any-key"]
    return ["open"]


def test_every_address_is_as_it_was() -> None:
    assert sorted(written(TABLE)) == KEPT.read_text().splitlines()


def test_every_page_that_a_form_stands_on_is_there() -> None:
    """A row names the page of its form by the address: one that is missing would be found only by a refusal."""
    pages = {route.path for route in TABLE if isinstance(route, DeskPage)}
    named = {route.on for route in TABLE if isinstance(route, DeskStep) and route.on is not None}
    assert named - pages == set()
    assert f"{DESK_OF_TOURNAMENT}/settings" in named


if __name__ == "__main__":
    KEPT.write_text("".join(f"{line}\n" for line in sorted(written(TABLE))))
