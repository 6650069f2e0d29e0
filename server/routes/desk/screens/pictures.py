"""Pictures for the screens: the journal keeps their fingerprints, the data directory their bytes."""

import asyncio
import hashlib
from pathlib import Path

from starlette.responses import Response

from domain.screens import decisions as decide
from server.routes.desk.visit import Visit, go
from server.routes.picture_files import picture_path

MAX_PICTURE_BYTES = 1_800_000

SIGNATURES = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
}
"""The first octets of a picture: what a browser claims about a file is not believed."""


async def add_picture(visit: Visit) -> Response:
    file = visit.form.files.get("file")
    data = await file.read(MAX_PICTURE_BYTES + 1) if file is not None else b""
    media_type = _media_type(data)
    if not media_type or len(data) > MAX_PICTURE_BYTES:
        raise decide.BadPicture(len(data), MAX_PICTURE_BYTES)
    fingerprint = hashlib.sha256(data).hexdigest()
    await asyncio.to_thread(_keep, picture_path(visit.request, fingerprint, media_type), data)
    title = visit.form.text("title") or (file.filename or "" if file else "")
    title = title[: decide.MAX_TITLE_CHARS]
    await visit.command_screens(
        lambda screens: decide.add_picture(screens, fingerprint, media_type, title), fingerprint
    )
    return go("/desk/screens")


async def remove_picture(visit: Visit) -> Response:
    """The bytes stay: an earlier moment of the screens may be looked at."""
    await visit.command_screens(lambda screens: decide.remove_picture(screens, visit.path("picture")))
    return go("/desk/screens")


def _media_type(data: bytes) -> str:
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return next((known for signature, known in SIGNATURES.items() if data.startswith(signature)), "")


def _keep(path: Path, data: bytes) -> None:
    """Whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_bytes(data)
    fresh.replace(path)
