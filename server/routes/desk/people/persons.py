"""Persons over tournaments at the desk of an organiser: who is the same, and who asked not to be found."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.organisers import person_decisions as decide
from domain.organisers.persons import Entrance, entrance_of, fide_id_of
from domain.refusals import BadField
from domain.stewards.permissions import Action
from domain.words.players import EntrantId
from server.notifying.mail import PlayerMessage
from server.office.persons import PersonRow
from server.routes.desk.rows import desk_get, desk_post
from server.routes.desk.visit import Visit, go
from web.wording import language
from web.wording.messages import hiding_answer

_PERSONS = "/desk/organisers/{organiser}/persons"


async def show_persons(visit: Visit) -> Response:
    organiser, search = visit.path("organiser"), visit.services.person_search
    persons = visit.services.organisers.state.persons
    said = [(one, person) for one, person in persons.said.items() if visit.owner_of(one.tournament) == organiser]
    return visit.page(
        "desk/persons.html",
        organiser=visit.services.organisers.state.organiser(organiser),
        requests=await search.asked_to_hide(organiser),
        hidden=await _hidden_here(visit, organiser),
        said=[(one, person, await search.name_of(one.person)) for one, person in said],
    )


async def _hidden_here(visit: Visit, organiser: str) -> list[PersonRow]:
    search = visit.services.person_search
    rows = [await search.here(person, organiser) for person in sorted(search.persons.hidden)]
    return [row for row in rows if row is not None]


async def identify_somebody(visit: Visit) -> Response:
    """Two pages that are of one person; one of them is an entrance of this organiser's. Raises BadField."""
    typed = [_person(visit, name) for name in ("entrance", "person")]
    one, other = typed if entrance_of(typed[0]) else reversed(typed)
    entrance = entrance_of(one)
    if entrance is None:
        raise BadField("entrance", one, "not-here")
    _check_here(visit, entrance)
    person = await visit.services.person_search.resolved(other)
    await visit.command_organisers(lambda state: decide.identify_entrance(state, entrance, person))
    return _back(visit)


def _person(visit: Visit, name: str) -> str:
    """As typed, or the end of the address of their page. Raises BadField."""
    typed = urlsplit(visit.form.line(name)).path.rpartition("/")[2]
    if not fide_id_of(typed) and entrance_of(typed) is None:
        raise BadField(name, typed, "not-here")
    return typed


def _check_here(visit: Visit, entrance: Entrance) -> None:
    """Raises BadField for a tournament of somebody else's."""
    if entrance.tournament not in visit.office or visit.owner_of(entrance.tournament) != visit.path("organiser"):
        raise BadField("entrance", entrance.person, "not-here")


async def separate_somebody(visit: Visit) -> Response:
    entrance = Entrance(visit.form.line("tournament"), EntrantId(visit.form.whole("player")))
    _check_here(visit, entrance)
    await visit.command_organisers(lambda state: decide.separate_entrance(state, entrance))
    return _back(visit)


async def hide_somebody(visit: Visit) -> Response:
    person = await _plays_here(visit)
    await visit.command_organisers(lambda state: decide.hide_person(state, person))
    await _answer(visit, person)
    return _back(visit)


async def show_somebody_again(visit: Visit) -> Response:
    person = await _plays_here(visit)
    await visit.command_organisers(lambda state: decide.show_person(state, person))
    return _back(visit)


async def refuse_somebody(visit: Visit) -> Response:
    person, reason = await _plays_here(visit), visit.form.line("reason")
    await visit.command_organisers(lambda state: decide.refuse_hiding(state, person, reason))
    await _answer(visit, person, reason)
    return _back(visit)


async def _plays_here(visit: Visit) -> str:
    """Raises BadField for somebody who has never played at this organiser's."""
    person = visit.form.line("person")
    if await visit.services.person_search.here(person, visit.path("organiser")) is None:
        raise BadField("person", person, "not-here")
    return person


async def _answer(visit: Visit, person: str, refused: str = "") -> None:
    """By mail to whoever asked; then nothing is kept of the request."""
    search = visit.services.person_search
    for asked in await search.answered(person):
        await visit.services.notifier.send([PlayerMessage(asked.email, *hiding_answer(language(asked.lang), refused))])


def _back(visit: Visit) -> Response:
    return go(_PERSONS.replace("{organiser}", visit.path("organiser")))


routes: Sequence[BaseRoute] = (
    desk_get(_PERSONS, show_persons, Action.LEAD),
    desk_post(f"{_PERSONS}/same", identify_somebody, _PERSONS, Action.LEAD),
    desk_post(f"{_PERSONS}/separate", separate_somebody, _PERSONS, Action.LEAD),
    desk_post(f"{_PERSONS}/hide", hide_somebody, _PERSONS, Action.LEAD),
    desk_post(f"{_PERSONS}/show", show_somebody_again, _PERSONS, Action.LEAD),
    desk_post(f"{_PERSONS}/refuse", refuse_somebody, _PERSONS, Action.LEAD),
)
