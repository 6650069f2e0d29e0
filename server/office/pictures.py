"""Pictures of faces and documents, each in the journal once, in a stream of its own, and what screens show whole."""

import asyncio
from collections import OrderedDict
from dataclasses import field
from hashlib import sha256
from pathlib import Path
from typing import cast

from domain.events import Event
from domain.pictures import MOST_DOCUMENT_BYTES, PDF_BEGINS, DocumentKept, KeptFile, PictureKept, kept_file
from domain.records import dataclass
from domain.refusals import BadField, FileKind
from domain.words.choices.bulletins import BulletinFile
from domain.words.choices.faces import DIGEST, FacePicture, FacePlace
from domain.words.streams import picture_stream
from projections.moment.faces import WornFace
from server.journal import AlreadyDone, Append, AsyncJournal, StaleVersion
from server.workers.picture_rooms import PHOTO_ROOM, ROOMS, made_anew, photo_made_small
from server.workers.pool import Workers

SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp"}
MOST_REMEMBERED = 24
"""Pictures that stay in memory after they were asked for."""
MOST_SMALL_PHOTOS = 1200
"""Of at most 1 kB, which stay there too."""


@dataclass(slots=True)
class Pictures:
    journal: AsyncJournal
    workers: Workers
    folder: Path
    """Pictures that screens show whole, where the journal is a file; with PostgreSQL they are beside it."""
    _remembered: OrderedDict[str, PictureKept] = field(default_factory=OrderedDict)
    """By stream, the one asked for last at the end."""
    _small: OrderedDict[tuple[str, int], bytes] = field(default_factory=OrderedDict)
    """Small photos by the fingerprints of the whole ones, and their pixels on a side."""

    async def keep(
        self, owner: str, data: bytes, place: FacePlace, name: str, by: str, command_id: str, file: str = ""
    ) -> FacePicture:
        """Store what was sent, made anew, for the stream of its owner. `file` is what a refusal calls it.

        Raises BadField, FileTooHeavy, FileTooSlow.
        """
        made = await self.workers.run(FileKind.PICTURE, file or name, made_anew, data, ROOMS[place])
        digest = await self._stored(owner, made, by, command_id)
        return FacePicture(digest, made.type, made.width, made.height, name)

    async def photo_made(self, data: bytes, file: str) -> bytes:
        """A photo of a player as it is kept, a JPEG. Raises BadField, FileTooHeavy, FileTooSlow."""
        return (await self.workers.run(FileKind.PICTURE, file, made_anew, data, PHOTO_ROOM)).data

    async def small_photo(self, data: bytes, digest: str, pixels: int) -> bytes:
        """Raises FileTooHeavy, FileTooSlow."""
        wanted = digest, pixels
        if wanted not in self._small:
            self._small[wanted] = await self.workers.run(FileKind.PICTURE, "", photo_made_small, data, pixels)
            while len(self._small) > MOST_SMALL_PHOTOS:
                self._small.popitem(last=False)
        return self._small[wanted]

    async def keep_document(self, owner: str, data: bytes, by: str, command_id: str, name: str) -> BulletinFile:
        """Store a PDF as it was sent. Raises BadField."""
        if len(data) > MOST_DOCUMENT_BYTES:
            raise BadField("document", name, f"pdf-too-large:{MOST_DOCUMENT_BYTES // 1000**2}")
        if not data.startswith(PDF_BEGINS):
            raise BadField("document", name, "pdf")
        return BulletinFile(await self._stored(owner, DocumentKept(data), by, command_id), len(data), name)

    async def _stored(self, owner: str, made: KeptFile, by: str, command_id: str) -> str:
        """The digest of the file, which is in the journal now."""
        digest = sha256(made.data).hexdigest()
        stream = picture_stream(owner, digest)
        if await self._read(stream) is None:
            append = Append(stream, 0, by, command_id, (cast(Event, made),))
            [stored] = await self.journal.append_many([append])
            # nobody else writes another file there, so whoever came first has stored the same
            if isinstance(stored, Exception) and not isinstance(stored, StaleVersion | AlreadyDone):
                raise stored
        return digest

    async def read(self, owner: str, digest: str) -> PictureKept | None:
        """None: it is not here."""
        stream = picture_stream(owner, digest)
        if stream in self._remembered:
            self._remembered.move_to_end(stream)
            return self._remembered[stream]
        found = await self._read(stream)
        if not isinstance(found, PictureKept):
            return None
        self._remembered[stream] = found
        while len(self._remembered) > MOST_REMEMBERED:
            self._remembered.popitem(last=False)
        return found

    async def read_document(self, owner: str, digest: str) -> bytes | None:
        """None: it is not here."""
        found = await self._read(picture_stream(owner, digest))
        return found.data if isinstance(found, DocumentKept) else None

    async def _read(self, stream: str) -> KeptFile | None:
        entries = await self.journal.read(stream)
        return kept_file(stream, (cast(KeptFile, entry.event) for entry in entries))

    async def bytes_of(self, worn: WornFace) -> dict[str, bytes]:
        """The pictures of a face by digest, for paper; those that are not here are left out."""
        found = {one.digest: await self.read(worn.stream, one.digest) for one in worn.face.pictures}
        return {digest: kept.data for digest, kept in found.items() if kept is not None}

    async def keep_for_screens(self, fingerprint: str, made: PictureKept) -> None:
        rows = self.journal.journal.screen_pictures
        if rows is not None:
            await asyncio.to_thread(rows.keep, fingerprint, made.data)
        else:
            await asyncio.to_thread(_written, self._path(fingerprint, made.type), made.data)

    async def read_for_screens(self, fingerprint: str, media_type: str) -> bytes | None:
        """None: it is not here."""
        rows = self.journal.journal.screen_pictures
        if rows is not None:
            return await asyncio.to_thread(rows.read, fingerprint)
        return await asyncio.to_thread(_read, self._path(fingerprint, media_type))

    async def take_over(self) -> None:
        """The files of the time before the database kept them; those that are there already stay."""
        rows = self.journal.journal.screen_pictures
        if rows is None:
            return
        for path in await asyncio.to_thread(lambda: list(self.folder.glob("*"))):
            if path.suffix in SUFFIXES.values() and DIGEST.fullmatch(path.stem):
                await asyncio.to_thread(rows.keep, path.stem, path.read_bytes())

    def _path(self, fingerprint: str, media_type: str) -> Path:
        return self.folder / (fingerprint + SUFFIXES[media_type])


def _read(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _written(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_bytes(data)
    fresh.replace(path)
