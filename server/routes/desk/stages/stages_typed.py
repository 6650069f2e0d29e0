"""The stages that a form plans, read into what was decided."""

from domain.decisions.setup.regulations import IN_FORCE
from domain.festival.events import PlannedStage
from domain.words.festivals import Carry
from domain.words.regulations import Format, Regulations
from server.routes.desk.setup.announcement import starting_with
from server.routes.forms import Form

STAGES = ("final", "super")
"""The stages that a form of groups offers, in their order."""


def stages_from(form: Form) -> tuple[PlannedStage, ...]:
    """Those that have a title. Raises BadField."""
    return tuple(stage for name in STAGES if (stage := _stage(form, name)))


def regulations_of_stage(form: Form, name: str, before: Regulations) -> Regulations:
    """With the rounds and the format that were chosen for these tournaments. Raises BadField."""
    format = form.choice(f"{name}_format", Format, Format.SWISS)
    return starting_with(format, form.whole(f"{name}_rounds", 3), before)


def _stage(form: Form, name: str) -> PlannedStage | None:
    title = form.line(f"{name}_title")
    if not title:
        return None
    carry = form.choice(f"{name}_carry", Carry, Carry.NONE)
    places, least_games = form.whole(f"{name}_places", 2), form.whole("least_games", 1)
    return PlannedStage(title, places, carry, regulations_of_stage(form, name, IN_FORCE), least_games)
