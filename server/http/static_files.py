"""The files beside pages: styles, scripts and letters. They are the same in every process, and need no journal."""

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from web import typeface
from web.plain import STATIC

FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
NOT_KEPT = {"Cache-Control": "no-store"}
SMALLEST_PACKED_BYTES = 500


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


def static_routes() -> list[BaseRoute]:
    return [
        Route("/static/type/{name}.css", stylesheet_answer, middleware=[Middleware(GZipMiddleware)]),
        Route("/static/type/{name}", file_answer),
        Mount("/static", GZipMiddleware(StaticFiles(directory=STATIC), minimum_size=SMALLEST_PACKED_BYTES)),
    ]
