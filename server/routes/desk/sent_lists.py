"""Lists and files that come with a form, and travel in it between the look and the confirmation."""

import asyncio
import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass

from domain.files.trf import Unreadable
from domain.files.trf.decoding import text_of
from domain.refusals import BadField
from server.office.tournaments import TournamentOffice
from server.routes.desk.visit import Visit

LONGEST_FILE_NAME = 100
MAX_UPLOAD_BYTES = 5 * 1024 * 1024
"""A report file of ten thousand players over thirty rounds is 4 MB."""


@dataclass(frozen=True, slots=True)
class Sent:
    """The file or text that came with the form."""

    name: str
    data: bytes

    @property
    def packed(self) -> str:
        return base64.b64encode(self.data).decode("ascii")


async def sent_with(visit: Visit) -> Sent:
    """The file, the pasted text, or what was shown before and is confirmed now. Raises BadField."""
    sent = await _taken(visit)
    if len(sent.data) > MAX_UPLOAD_BYTES:
        raise BadField("file", sent.name, f"too-large:{MAX_UPLOAD_BYTES // 1024 // 1024}")
    return sent


async def _taken(visit: Visit) -> Sent:
    form = visit.form
    upload = form.files.get("file")
    if upload is not None and upload.filename:
        return Sent(_file_name(upload.filename), await upload.read())
    if form.text("packed"):
        return Sent(_file_name(form.text("file_name")), _unpacked(form.text("packed")))
    if form.text("list"):
        return Sent("list", form.fields["list"].encode("utf-8", "replace"))
    raise BadField("file", "", "empty")


def _unpacked(packed: str) -> bytes:
    try:
        return base64.b64decode(packed, validate=True)
    except (binascii.Error, ValueError):
        raise BadField("file", "", "empty") from None


def _file_name(name: str) -> str:
    """The last part of a path, without what cannot be printed."""
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    return "".join(c for c in last if c.isprintable())[:LONGEST_FILE_NAME] or "file"


def shown_text(sent: Sent) -> str:
    """The text to mend in the page, where it is text."""
    try:
        return text_of(sent.data)[0]
    except Unreadable:
        return ""


async def keep_birth_dates(visit: Visit, office: TournamentOffice, dates: Mapping[int, str]) -> None:
    """Beside the journal: the events have the years."""
    await asyncio.to_thread(visit.office.journal.journal.side.keep_birth_dates, office.id, dates)
