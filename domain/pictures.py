"""The bytes of a picture or a document, in a stream of their own, named by their digest: it has one entry.

So a file is stored, copied, sealed, mirrored and exported as every entry is, and no tournament carries its bytes.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import TypeAlias

from domain.records import dataclass
from domain.words.choices.faces import PictureType
from domain.words.streams import digest_of_picture

MOST_BYTES = 160_000
MOST_DOCUMENT_BYTES = 2_000_000
PDF_BEGINS = b"%PDF-"


@dataclass(frozen=True, slots=True)
class PictureKept:
    type: PictureType
    width: int
    height: int
    data: bytes


@dataclass(frozen=True, slots=True)
class DocumentKept:
    """A PDF."""

    data: bytes


KeptFile: TypeAlias = PictureKept | DocumentKept
PICTURE_EVENTS: dict[str, type[KeptFile]] = {one.__name__: one for one in (PictureKept, DocumentKept)}


def kept_file(stream: str, events: Iterable[KeptFile]) -> KeptFile | None:
    """The file of a stream; None for an empty one. Raises ValueError for bytes that the stream is not named for."""
    found = list(events)
    if not found:
        return None
    if len(found) > 1:
        raise ValueError("a file is kept once")
    if sha256(found[0].data).hexdigest() != digest_of_picture(stream):
        raise ValueError("the bytes are another file")
    if len(found[0].data) > (MOST_BYTES if isinstance(found[0], PictureKept) else MOST_DOCUMENT_BYTES):
        raise ValueError("the file is too large")
    if isinstance(found[0], DocumentKept) and not found[0].data.startswith(PDF_BEGINS):
        raise ValueError("the document is no PDF")
    return found[0]
