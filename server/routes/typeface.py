"""The letters of the pages: cut on the first question for one of them, then kept and read by everybody for ever."""

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from domain.refusals import FileKind, FileTooHeavy, FileTooSlow
from server.routes.lasting_files import FOR_EVER, NOT_KEPT
from server.workers.pool import Workers
from web import typeface
from web.type_cutting import cut_all

log = logging.getLogger("tablo.typeface")


def typeface_routes(data: Path, workers: Workers) -> list[BaseRoute]:
    """Before the files of `/static`. Kept beside the program, or, where nobody may write there, in `data`."""
    files = TypefaceFiles([typeface.folder_beside(), data / "type"], workers)
    packed = Middleware(GZipMiddleware)
    return [
        Route("/static/type/{name}.css", stylesheet_answer, middleware=[packed]),
        Route("/static/type/{name}", files.answer),
    ]


async def stylesheet_answer(request: Request) -> Response:
    if f"{request.path_params['name']}.css" != typeface.stylesheet_name():
        return PlainTextResponse("", 404, NOT_KEPT)
    return Response(typeface.stylesheet(), media_type="text/css", headers=FOR_EVER)


class TypefaceFiles:
    def __init__(self, folders: Sequence[Path], workers: Workers) -> None:
        self._folders, self._workers = folders, workers
        self._cutting = asyncio.Lock()
        self._names = {face.name for face in typeface.FACES}

    async def answer(self, request: Request) -> Response:
        name = str(request.path_params["name"])
        file = await self._file(name) if name in self._names else None
        if file is None:
            return PlainTextResponse("", 404, NOT_KEPT)
        return FileResponse(file, media_type="font/woff2", headers=FOR_EVER)

    async def _file(self, name: str) -> Path | None:
        """The file; None if it cannot be made here, and browsers then use letters of their own."""
        async with self._cutting:
            if typeface.kept_file(name, self._folders) is None:
                await self._cut()
            return typeface.kept_file(name, self._folders)

    async def _cut(self) -> None:
        try:
            await self._workers.run(FileKind.LETTERS, typeface.FAMILY, cut_all, self._folders)
        except (OSError, FileTooHeavy, FileTooSlow) as error:
            facts = {"why": str(error)}
            log.warning("the letters of the pages cannot be made: pages use others", extra={"facts": facts})
