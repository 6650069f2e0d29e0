"""The pictures of faces: each in the journal once, in a stream of its own, read when somebody asks for it."""

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from io import BytesIO
from typing import cast

from PIL import Image, ImageOps, UnidentifiedImageError

from domain.events import Event
from domain.pictures import PictureKept, kept_picture
from domain.refusals import BadField, FileKind
from domain.words.faces import FacePicture, FacePlace, PictureType
from domain.words.streams import picture_stream
from projections.moment.faces import WornFace
from server.journal import AlreadyDone, Append, AsyncJournal, StaleVersion
from server.workers.pool import Workers

MOST_REMEMBERED = 24
"""Pictures that stay in memory after they were asked for."""


@dataclass(slots=True)
class Pictures:
    journal: AsyncJournal
    workers: Workers
    _remembered: OrderedDict[str, PictureKept] = field(default_factory=OrderedDict)
    """By stream, the one asked for last at the end."""

    async def keep(
        self, owner: str, data: bytes, place: FacePlace, name: str, by: str, command_id: str, file: str = ""
    ) -> FacePicture:
        """Store what was sent, made anew, for the stream of its owner. `file` is what a refusal calls it.

        Raises BadField, FileTooHeavy, FileTooSlow.
        """
        made = await self.workers.run(FileKind.PICTURE, file or name, made_anew, data, ROOMS[place])
        digest = sha256(made.data).hexdigest()
        stream = picture_stream(owner, digest)
        if await self.read(owner, digest) is None:
            await self._store(stream, made, by, command_id)
        return FacePicture(digest, made.type, made.width, made.height, name)

    async def _store(self, stream: str, made: PictureKept, by: str, command_id: str) -> None:
        """Nobody else writes another picture there, so whoever came first has stored the same."""
        append = Append(stream, 0, by, command_id, (cast(Event, made),))
        [stored] = await self.journal.append_many([append])
        if isinstance(stored, Exception) and not isinstance(stored, StaleVersion | AlreadyDone):
            raise stored

    async def read(self, owner: str, digest: str) -> PictureKept | None:
        """None: it is not here."""
        stream = picture_stream(owner, digest)
        if stream in self._remembered:
            self._remembered.move_to_end(stream)
            return self._remembered[stream]
        entries = await self.journal.read(stream)
        found = kept_picture(stream, (cast(PictureKept, entry.event) for entry in entries))
        if found is not None:
            self._remembered[stream] = found
            while len(self._remembered) > MOST_REMEMBERED:
                self._remembered.popitem(last=False)
        return found

    async def bytes_of(self, worn: WornFace) -> dict[str, bytes]:
        """The pictures of a face by digest, for paper; those that are not here are left out."""
        found = {one.digest: await self.read(worn.stream, one.digest) for one in worn.face.pictures}
        return {digest: kept.data for digest, kept in found.items() if kept is not None}


# The room for pictures that somebody sends: what is larger is made smaller.


@dataclass(frozen=True, slots=True)
class PictureRoom:
    """The largest picture that a place has room for."""

    width: int
    height: int
    most_bytes: int
    field: str
    """The field of a form that a refusal names."""


ROOMS: dict[FacePlace, PictureRoom] = {
    FacePlace.LOGO: PictureRoom(480, 240, 24_000, FacePlace.LOGO),
    FacePlace.SPONSOR: PictureRoom(360, 160, 12_000, FacePlace.SPONSOR),
    FacePlace.POSTER: PictureRoom(1000, 1000, 150_000, FacePlace.POSTER),
}
SCREEN_ROOM = PictureRoom(1920, 1920, 1_500_000, "picture")
"""For the pictures that screens show whole."""


def made_anew(data: bytes, room: PictureRoom) -> PictureKept:
    """The picture as it is kept: work for a worker. Raises BadField for what is no picture."""

    return encoded_anew(data, room)


# A picture that somebody sends, made anew: read by a library, without its metadata, small enough for phones.
# SVG is not taken: it is a program. Only PNG and JPEG are given, for televisions of 2013 know nothing else.

FORMATS_TAKEN = ("PNG", "JPEG", "WEBP", "GIF")
MOST_PIXELS_SENT = 40_000_000
"""Pixels of a picture that is sent: as many as a phone's camera makes, and no file that unpacks without end."""
FEWEST_PIXELS = 24
"""Pixels across and down."""
JPEG_QUALITIES = (86, 78, 68, 58)
PALETTE_COLOURS = (256, 128, 64)
SHRINKING = 0.8
SVG_BEGINNINGS = (b"<svg", b"<?xml", b"<!doctype svg")


def encoded_anew(data: bytes, room: PictureRoom) -> PictureKept:
    """Seconds of work for a large photograph. Raises BadField for what is no picture."""
    picture = _opened(data, room.field)
    picture.thumbnail((room.width, room.height), Image.Resampling.LANCZOS)
    while True:
        for made in _encoded(picture):
            if len(made.data) <= room.most_bytes:
                return made
        smaller = (round(picture.width * SHRINKING), round(picture.height * SHRINKING))
        picture = picture.resize(smaller, Image.Resampling.LANCZOS)


def _opened(data: bytes, field: str) -> Image.Image:
    """The picture in RGB or RGBA, the right way up. Raises BadField."""
    if not data:
        raise BadField(field, "", "no-file")
    if data[:300].lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith(SVG_BEGINNINGS):
        raise BadField(field, "SVG", "drawing")
    try:
        picture = Image.open(BytesIO(data), formats=FORMATS_TAKEN)
        if picture.width * picture.height > MOST_PIXELS_SENT:
            raise BadField(field, f"{picture.width} × {picture.height}", "too-many-pixels:6000")
        if min(picture.size) < FEWEST_PIXELS:
            raise BadField(field, f"{picture.width} × {picture.height}", f"too-few-pixels:{FEWEST_PIXELS}")
        upright = ImageOps.exif_transpose(picture)
        clear = upright.has_transparency_data
        return upright.convert("RGBA" if clear else "RGB")
    except Image.DecompressionBombError as error:
        raise BadField(field, "", "picture-too-large:6000") from error
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as error:
        raise BadField(field, "", "picture") from error


def _encoded(picture: Image.Image) -> Iterator[PictureKept]:
    """The picture in ever fewer bytes: exact, as a photograph where nothing is transparent, with fewer colours."""
    yield _file(picture, PictureType.PNG, optimize=True)
    if picture.mode == "RGB":
        for quality in JPEG_QUALITIES:
            yield _file(picture, PictureType.JPEG, quality=quality)
    for colours in PALETTE_COLOURS:
        yield _file(picture.quantize(colours, method=Image.Quantize.FASTOCTREE), PictureType.PNG, optimize=True)


def _file(picture: Image.Image, type: PictureType, **options: object) -> PictureKept:
    out = BytesIO()
    picture.save(out, type.name, **options)
    return PictureKept(type, picture.width, picture.height, out.getvalue())
