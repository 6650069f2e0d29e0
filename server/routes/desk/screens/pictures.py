"""Pictures for the screens: the journal keeps their fingerprints, the data directory their bytes."""

import asyncio
import hashlib
from pathlib import Path

from starlette.responses import Response

from domain.refusals import FileKind
from domain.screens import decisions as decide
from server.office.picture_rooms import SCREEN_ROOM, made_anew
from server.routes.desk.lists.sent_lists import picture_sent
from server.routes.desk.visit import Visit, go
from server.routes.files import picture_path


async def add_picture(visit: Visit) -> Response:
    """Made anew, so that nothing else that stood in the file comes to a television."""
    sent = await picture_sent(visit, SCREEN_ROOM.field)
    made = await visit.services.workers.run(FileKind.PICTURE, sent.name, made_anew, sent.octets, SCREEN_ROOM)
    fingerprint = hashlib.sha256(made.data).hexdigest()
    await asyncio.to_thread(_keep, picture_path(visit.request, fingerprint, made.type), made.data)
    title = (visit.form.text("title") or sent.name)[: decide.MAX_TITLE_CHARS]
    await visit.command_screens(
        lambda screens: decide.add_picture(screens, fingerprint, made.type.value, title), fingerprint
    )
    return go("/desk/screens")


async def remove_picture(visit: Visit) -> Response:
    """The bytes stay: an earlier moment of the screens may be looked at."""
    await visit.command_screens(lambda screens: decide.remove_picture(screens, visit.path("picture")))
    return go("/desk/screens")


def _keep(path: Path, data: bytes) -> None:
    """Whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_bytes(data)
    fresh.replace(path)
