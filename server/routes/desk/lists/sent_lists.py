"""Lists, files and pictures that come with a form; a list travels in it between the look and the confirmation.

Its columns are as they were found, or as the arbiter has chosen them on the page.
"""

import asyncio
import base64
import binascii
from collections.abc import Mapping, Sequence

from domain.files.encodings import Encoding, found_encoding
from domain.files.lists.players import HEADERS, ChosenColumns, found_columns, headed
from domain.files.lists.rows import BadRoster, ListRow, NoNameColumn, TwoColumns
from domain.files.trf import Unreadable, is_of_swiss_manager
from domain.files.trf.decoding import text_of
from domain.pictures import MOST_DOCUMENT_BYTES
from domain.records import dataclass
from domain.refusals import BadField
from server.office.tournaments import TournamentOffice
from server.rating_lists.sheets import in_utf8, is_book
from server.routes.desk.visit import Visit
from server.routes.forms import Form

LONGEST_FILE_NAME = 100
MAX_UPLOAD_BYTES = 5 * 1024 * 1024
"""A report file of ten thousand players over thirty rounds is 4 MB."""
LARGEST_PICTURE_BYTES = 7 * 1024 * 1024
PASTED = "list"
"""In the place of the name of a file."""


@dataclass(frozen=True, slots=True)
class Sent:
    name: str
    octets: bytes
    chosen: Encoding | None = None

    @property
    def packed(self) -> str:
        return base64.b64encode(self.octets).decode("ascii")

    @property
    def encoding(self) -> Encoding | None:
        return (
            None
            if is_book(self.octets) or is_of_swiss_manager(self.octets)
            else self.chosen or found_encoding(self.octets)
        )

    @property
    def data(self) -> bytes:
        """A book as it came, a text in UTF-8. Raises NotAList for octets that are no text of the encoding."""
        return in_utf8(self.octets, self.chosen)

    @property
    def foreign(self) -> bool:
        """Its letters depend on the encoding: it is a file, for what is pasted comes as its letters."""
        return self.encoding is not None and self.name != PASTED and not self.octets.isascii()


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
        return Sent(PASTED, form.fields["list"].encode("utf-8", "replace"))
    raise BadField("file", "", "empty")


def chosen_encoding(form: Form) -> Encoding | None:
    """As somebody chose it; None = nobody did. Raises BadField for one that is not here."""
    chosen = form.text("encoding")
    if chosen and chosen not in set(Encoding):
        raise BadField("encoding", chosen, "one-of:" + ",".join(Encoding))
    return Encoding(chosen) if chosen else None


async def picture_sent(visit: Visit, field: str) -> Sent:
    """Raises BadField."""
    upload = visit.form.files.get("file")
    data = await upload.read(LARGEST_PICTURE_BYTES + 1) if upload is not None else b""
    sent = Sent(_file_name((upload.filename or "") if upload else ""), data)
    return Sent(sent.name, picture_octets(sent, field))


async def pictures_sent(visit: Visit, field: str) -> list[Sent]:
    """All that were chosen, for `picture_octets`."""
    uploads = [one for one in visit.form.uploads.get(field, ()) if one.filename]
    return [Sent(_file_name(one.filename or ""), await one.read(LARGEST_PICTURE_BYTES + 1)) for one in uploads]


def picture_octets(sent: Sent, field: str) -> bytes:
    """Raises BadField."""
    if len(sent.octets) > LARGEST_PICTURE_BYTES:
        raise BadField(field, "", f"file-too-large:{LARGEST_PICTURE_BYTES // 1024**2}")
    return sent.octets


async def document_sent(visit: Visit, field: str) -> Sent | None:
    """None: no file was chosen. Raises BadField."""
    upload = visit.form.files.get(field)
    if upload is None or not upload.filename:
        return None
    data = await upload.read(MOST_DOCUMENT_BYTES + 1)
    return Sent(_file_name(upload.filename), data)


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
    try:
        return "" if sent.encoding is None else text_of(sent.octets, sent.chosen)[0]
    except Unreadable:
        return ""


async def keep_birth_dates(visit: Visit, office: TournamentOffice, dates: Mapping[int, str]) -> None:
    """Beside the journal: the events have the years."""
    await asyncio.to_thread(visit.side.keep_birth_dates, office.id, dates)


# The columns of a list

LIST_FIELDS = ("name", "last", "first", *(field for field in HEADERS if field not in ("name", "last", "first")))
NATIONAL_FIELDS = tuple(field for field in LIST_FIELDS if field not in ("club", "k"))
ROWS_SHOWN = 4
MOST_COLUMNS_SHOWN = 30


@dataclass(frozen=True, slots=True)
class Matching:
    rows: Sequence[Sequence[str]]
    chosen: ChosenColumns

    @property
    def columns(self) -> range:
        return range(min(MOST_COLUMNS_SHOWN, max(map(len, self.rows))))

    def field_of(self, column: int) -> str:
        """The field that a column is taken for; empty = it is left aside."""
        return next((field for field, at in self.chosen.columns.items() if at == column), "")


def matching_of(rows: Sequence[ListRow], form: Form) -> Matching | None:
    """None where the list has no columns that could be told apart."""
    try:
        chosen = _chosen_columns(form) or found_columns(rows)
    except BadRoster:
        return None
    return Matching([row for _, row in rows[:ROWS_SHOWN]], chosen)


def matching_of_national(rows: Sequence[ListRow], form: Form) -> tuple[Matching, BadRoster | None]:
    """The columns of a national rating list, and what cannot be about them."""
    chosen, problem = _chosen_columns(form), None
    if chosen is None:
        chosen, problem = _first_of_doubles(rows)
    try:
        headed(rows, chosen)
    except NoNameColumn as nameless:
        problem = nameless
    return Matching([row for _, row in rows[:ROWS_SHOWN]], chosen), problem


def _first_of_doubles(rows: Sequence[ListRow]) -> tuple[ChosenColumns, BadRoster | None]:
    """The columns found, of two with one meaning the first, and the first two that have one."""
    (line, cells), *body = rows
    heads, problem = list(cells), None
    while True:
        try:
            return found_columns([(line, heads), *body]), problem
        except TwoColumns as doubled:
            problem = problem or doubled
            heads[doubled.column - 1] = ""


def _chosen_columns(form: Form) -> ChosenColumns | None:
    typed = {f"column-{i}": i for i in range(MOST_COLUMNS_SHOWN)}
    if not any(name in form.fields for name in typed):
        return None
    columns = {form.text(name): i for name, i in reversed(typed.items()) if form.text(name) in LIST_FIELDS}
    return ChosenColumns(columns, form.ticked("header"))
