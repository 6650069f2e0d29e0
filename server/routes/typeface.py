"""The letters of the pages: cut on the first question for one of them, then kept and read by everybody for ever."""

import asyncio
import logging
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from server.routes.lasting_files import FOR_EVER, NOT_KEPT
from web import typeface

log = logging.getLogger("tablo.typeface")

LONGEST_CUT_SECONDS = 60


def typeface_routes(data: Path) -> list[BaseRoute]:
    """Before the files of `/static`. Kept beside the program, or, where nobody may write there, in `data`."""
    files = TypefaceFiles([typeface.folder_beside(), data / "type"])
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
    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = folders
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
                await asyncio.to_thread(_cut_in_a_process, self._folders)
            return typeface.kept_file(name, self._folders)


def _cut_in_a_process(folders: Sequence[Path]) -> None:
    command = (sys.executable, "-P", "-m", "web.type_cutting", *map(str, folders))
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=LONGEST_CUT_SECONDS)
    except (OSError, subprocess.SubprocessError) as error:
        log.warning("the letters of the pages cannot be made: pages use others", extra={"facts": {"why": str(error)}})
