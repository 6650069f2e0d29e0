"""A tournament of a running server with a face."""

from domain.events import FaceShown
from domain.words.choices.faces import EventFace, FacePicture, FacePlace
from server.services import services_of
from tests.faces.drawn import sent
from tests.screens.site import Site

SHAPES = ((300, 100), (160, 120), (420, 60), (300, 100), (380, 100), (140, 140))


async def wear(site: Site, slug: str) -> EventFace:
    """A logo, six sponsors of all shapes and a colour."""
    services = services_of(site.app)

    async def keep(place: FacePlace, name: str, size: tuple[int, int]) -> FacePicture:
        data = sent(size=size, colour=f"#{len(name):02}4466")
        return await services.pictures.keep(slug, data, place, name, "Anna", f"{slug}-{place}-{name}")

    logo = await keep(FacePlace.LOGO, "Levski", (400, 160))
    sponsors = [await keep(FacePlace.SPONSOR, "x" * (n + 1), shape) for n, shape in enumerate(SHAPES)]
    face = EventFace("#ffb300", logo, tuple(sponsors))
    office = await services.office.open(slug)
    await office.command(f"face-of-{slug}", "Anna", lambda _: [FaceShown(face)])
    return face
