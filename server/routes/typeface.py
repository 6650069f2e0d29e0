"""The letters of the pages, under addresses that browsers may keep for ever."""

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from server.routes.files import FOR_EVER, NOT_KEPT
from web import typeface


def typeface_routes() -> list[BaseRoute]:
    """Before the files of `/static`."""
    packed = Middleware(GZipMiddleware)
    return [
        Route("/static/type/{name}.css", stylesheet_answer, middleware=[packed]),
        Route("/static/type/{name}", file_answer),
    ]


async def stylesheet_answer(request: Request) -> Response:
    if f"{request.path_params['name']}.css" != typeface.stylesheet_name():
        return PlainTextResponse("", 404, NOT_KEPT)
    return Response(typeface.stylesheet(), media_type="text/css", headers=FOR_EVER)


async def file_answer(request: Request) -> Response:
    name = request.path_params["name"]
    face = next((face for face in typeface.FACES if face.name == name), None)
    if face is None:
        return PlainTextResponse("", 404, NOT_KEPT)
    return FileResponse(face.file, media_type="font/woff2", headers=FOR_EVER)
