"""The face that a tournament wears: its own, or that of a festival of which it is a section; an organiser's own."""

from domain.records import dataclass
from domain.words.choices.faces import NO_FACE, EventFace, FacePicture, PictureType
from domain.words.streams import FESTIVAL, ORGANISER

ENDINGS = {PictureType.PNG: "png", PictureType.JPEG: "jpg"}


@dataclass(frozen=True, slots=True)
class WornFace:
    face: EventFace = NO_FACE
    owner: str = ""
    """The address of whoever has it, such as `/t/open`, `/f/cup` or `/o/club`; empty = nobody has one."""

    def __bool__(self) -> bool:
        return self.face != NO_FACE

    @property
    def stream(self) -> str:
        kind, _, name = self.owner.strip("/").partition("/")
        return {"f": FESTIVAL, "o": ORGANISER}.get(kind, "") + name

    def address(self, picture: FacePicture) -> str:
        """The address of a picture; it changes with the picture, so that browsers may keep it for ever."""
        return f"{self.owner}/face/{picture.digest}.{ENDINGS[picture.type]}"


NO_WORN_FACE = WornFace()


def face_of_tournament(slug: str, own: EventFace, inherited: WornFace = NO_WORN_FACE) -> WornFace:
    return WornFace(own, f"/t/{slug}") if own != NO_FACE else inherited


def face_of_festival(name: str, face: EventFace) -> WornFace:
    return WornFace(face, f"/f/{name}") if face != NO_FACE else NO_WORN_FACE


def face_of_organiser(id: str, face: EventFace) -> WornFace:
    return WornFace(face, f"/o/{id}") if face != NO_FACE else NO_WORN_FACE
