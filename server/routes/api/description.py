"""The page for people who write programs, and the OpenAPI document that is made from the addresses of this server."""

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from server.routes.api.bearer import KEY_REQUESTS_A_MINUTE
from server.routes.api.commands import CommandRoute
from server.routes.question import QueryRoute, SendingRoute, lang_of, origin_of, remembering_language
from server.services import services_of
from server.version import program_version
from web.api.openapi import Operation, openapi
from web.public.pages import PAGES
from web.rendering import render

FOR_EVERYBODY = {"Cache-Control": "no-cache", "Access-Control-Allow-Origin": "*"}


def offered(routes: list[BaseRoute]) -> list[Operation]:
    return [_operation(route) for route in routes if isinstance(route, Route)]


def _operation(route: Route) -> Operation:
    asks = route.asks if isinstance(route, QueryRoute) else ()
    if isinstance(route, CommandRoute):
        return Operation(route.name, route.path, asks, route.program.body, route.program.scope.value)
    if isinstance(route, SendingRoute):
        return Operation(route.name, route.path, asks, scope=route.scope.value)
    page = PAGES.get(route.name) if route.path.endswith(".json") else None
    return Operation(route.name, route.path, asks, shape=page.shape if page else None)


async def openapi_document(request: Request) -> Response:
    found = openapi(offered(request.app.routes), program_version())
    return Response(msgspec.json.encode(found), 200, FOR_EVERYBODY, "application/json")


async def for_programs(request: Request) -> Response:
    """In plain words, with lines to copy about a tournament that is here."""
    services, lang = services_of(request.app), lang_of(request)
    rows = services.office.catalogue.page(0, "").rows
    html = render(
        "public/programs.html",
        lang=lang,
        origin=origin_of(request),
        slug=rows[0].slug if rows else "my-open",
        requests_a_minute=KEY_REQUESTS_A_MINUTE,
        commands=[one for one in offered(request.app.routes) if one.posted],
    )
    return remembering_language(request, HTMLResponse(html, 200, {"Cache-Control": "no-cache"}))


routes: list[BaseRoute] = [Route("/api", for_programs), Route("/api/openapi.json", openapi_document)]
