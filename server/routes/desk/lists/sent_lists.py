"""Lists, files and pictures that come with a form; a list travels in it between the look and the confirmation."""

import asyncio
import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass

from domain.files.encodings import Encoding, found_encoding
from domain.files.trf import Unreadable
from domain.files.trf.decoding import text_of
from domain.refusals import BadField
from server.office.tournaments import TournamentOffice
from server.rating_lists.sheets import in_utf8, is_book
from server.routes.desk.visit import Visit
from server.routes.forms import Form

LONGEST_FILE_NAME = 100
MAX_UPLOAD_BYTES = 5 * 1024 * 1024
"""A report file of ten thousand players over thirty rounds is 4 MB."""
LARGEST_PICTURE_BYTES = 7 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Sent:
    """The file or text that came with the form."""

    name: str
    octets: bytes
    """As they came."""
    chosen: Encoding | None = None
    """The encoding that somebody chose; None = it is found."""

    @property
    def packed(self) -> str:
        return base64.b64encode(self.octets).decode("ascii")

    @property
    def encoding(self) -> Encoding | None:
        """The encoding of a text; None for a book."""
        return None if is_book(self.octets) else self.chosen or found_encoding(self.octets)

    @property
    def data(self) -> bytes:
        """A book as it came, a text in UTF-8. Raises NotAList for octets that are no text of the encoding."""
        return in_utf8(self.octets, self.chosen)

    @property
    def foreign(self) -> bool:
        """Its letters depend on the encoding."""
        return self.encoding is not None and not self.octets.isascii()


async def sent_with(visit: Visit) -> Sent:
    """The file, the pasted text, or what was shown before and is confirmed now. Raises BadField."""
    sent = await _taken(visit)
    if len(sent.octets) > MAX_UPLOAD_BYTES:
        raise BadField("file", sent.name, f"too-large:{MAX_UPLOAD_BYTES // 1024 // 1024}")
    return sent


async def _taken(visit: Visit) -> Sent:
    form = visit.form
    upload = form.files.get("file")
    if upload is not None and upload.filename:
        return Sent(_file_name(upload.filename), await upload.read())
    if form.text("packed"):
        return Sent(_file_name(form.text("file_name")), _unpacked(form.text("packed")), chosen_encoding(form))
    if form.text("list"):
        return Sent("list", form.fields["list"].encode("utf-8", "replace"))
    raise BadField("file", "", "empty")


def chosen_encoding(form: Form) -> Encoding | None:
    """As somebody chose it; None = nobody did. Raises BadField for one that is not here."""
    chosen = form.text("encoding")
    if chosen and chosen not in set(Encoding):
        raise BadField("encoding", chosen, "one-of:" + ",".join(Encoding))
    return Encoding(chosen) if chosen else None


async def picture_sent(visit: Visit, field: str) -> Sent:
    """The picture that came with the form. Raises BadField."""
    upload = visit.form.files.get("file")
    data = await upload.read(LARGEST_PICTURE_BYTES + 1) if upload is not None else b""
    if len(data) > LARGEST_PICTURE_BYTES:
        raise BadField(field, "", f"file-too-large:{LARGEST_PICTURE_BYTES // 1024**2}")
    return Sent(_file_name((upload.filename or "") if upload else ""), data)


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
        return "" if sent.encoding is None else text_of(sent.octets, sent.chosen)[0]
    except Unreadable:
        return ""


async def keep_birth_dates(visit: Visit, office: TournamentOffice, dates: Mapping[int, str]) -> None:
    """Beside the journal: the events have the years."""
    await asyncio.to_thread(visit.office.journal.journal.side.keep_birth_dates, office.id, dates)
