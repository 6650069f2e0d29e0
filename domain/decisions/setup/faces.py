"""The face of a tournament: drafted and looked at first, then shown to everybody."""

from dataclasses import replace

from domain import events as e
from domain.fields import text
from domain.refusals import BadField
from domain.tournament import Tournament
from domain.words.faces import CHOSEN_COLOUR, MOST_SPONSORS, EventFace, FacePicture

MAX_PICTURE_NAME_CHARS = 80


def draft_face(tournament: Tournament, face: EventFace) -> list[e.Event]:
    """Nobody but the desk sees it before it is shown."""
    face = checked_face(face)
    return [] if face == drafted_or_shown(tournament) else [e.FaceDrafted(face)]


def show_face(tournament: Tournament) -> list[e.Event]:
    """Show the draft to everybody; without one nothing changes."""
    draft = tournament.face_draft
    return [] if draft is None or draft == tournament.face else [e.FaceShown(draft)]


def drafted_or_shown(tournament: Tournament) -> EventFace:
    return tournament.face if tournament.face_draft is None else tournament.face_draft


def checked_face(face: EventFace) -> EventFace:
    """Raises BadField."""
    accent = face.accent.strip().lower()
    if accent and not CHOSEN_COLOUR.fullmatch(accent):
        raise BadField("accent", face.accent, "colour")
    if len(face.sponsors) > MOST_SPONSORS:
        raise BadField("sponsor", str(len(face.sponsors)), f"at-most:{MOST_SPONSORS}")
    return replace(
        face,
        accent=accent,
        logo=_named("logo", face.logo) if face.logo else None,
        sponsors=tuple(_named("sponsor", one) for one in face.sponsors),
        poster=_named("poster", face.poster) if face.poster else None,
    )


def _named(field: str, picture: FacePicture) -> FacePicture:
    return replace(picture, name=text(f"{field}_name", picture.name, longest=MAX_PICTURE_NAME_CHARS, required=True))
