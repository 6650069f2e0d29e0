"""The pictures of faces: each in the journal once, in a stream of its own, read when somebody asks for it."""

from collections import OrderedDict
from dataclasses import field
from hashlib import sha256
from typing import cast

from domain.events import Event
from domain.pictures import PictureKept, kept_picture
from domain.records import dataclass
from domain.refusals import FileKind
from domain.words.faces import FacePicture, FacePlace
from domain.words.streams import picture_stream
from projections.moment.faces import WornFace
from server.journal import AlreadyDone, Append, AsyncJournal, StaleVersion
from server.workers.picture_rooms import ROOMS, made_anew
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
            append = Append(stream, 0, by, command_id, (cast(Event, made),))
            [stored] = await self.journal.append_many([append])
            # nobody else writes another picture there, so whoever came first has stored the same
            if isinstance(stored, Exception) and not isinstance(stored, StaleVersion | AlreadyDone):
                raise stored
        return FacePicture(digest, made.type, made.width, made.height, name)

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
