"""The pictures of faces: each in the journal once, in a stream of its own, read when somebody asks for it."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from hashlib import sha256
from typing import cast

from domain.events import Event
from domain.pictures import PictureKept, kept_picture
from domain.words.faces import FacePicture, FacePlace
from domain.words.streams import picture_stream
from projections.faces import WornFace
from server.journal import AlreadyDone, Append, AsyncJournal, StaleVersion

MOST_REMEMBERED = 24
"""Pictures that stay in memory after they were asked for."""


@dataclass(slots=True)
class Pictures:
    journal: AsyncJournal
    _remembered: OrderedDict[str, PictureKept] = field(default_factory=OrderedDict)
    """By stream, the one asked for last at the end."""

    async def keep(self, owner: str, data: bytes, place: FacePlace, name: str, by: str, command_id: str) -> FacePicture:
        """Store what was sent, made anew, for the stream of a tournament or a festival. Raises BadField."""
        made = await asyncio.to_thread(_made_anew, data, place)
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


def _made_anew(data: bytes, place: FacePlace) -> PictureKept:
    """For a thread. Raises BadField."""
    from server.office.encoding import made_anew  # imported where it is needed: a server starts earlier without it

    return made_anew(data, place)
