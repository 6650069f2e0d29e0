"""The surroundings of a public page: the festivals of its tournament, the face it wears, and its live boards."""

from dataclasses import replace

from server.routes.question import Question
from server.services import Services


def in_its_surroundings(services: Services, question: Question) -> Question:
    """The question with the festivals of its tournament, the face of one of them, and whether boards are live."""
    festivals, tournament = services.festivals.festivals, question.office.id
    names = tuple((one.name, one.festival.details.name) for one in festivals.of(tournament))
    face, live = festivals.face_for(tournament), services.boards.watches(tournament)
    return replace(question, festivals=names, inherited_face=face, live=live)
