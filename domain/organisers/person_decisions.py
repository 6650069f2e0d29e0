"""Decisions about persons over tournaments: `(Organisers, ...) -> [event]`. Outside it is known who plays where."""

from domain.fields import text
from domain.organisers import events as o
from domain.organisers.decisions import MAX_REASON_CHARS
from domain.organisers.persons import Entrance, entrance_of, fide_id_of
from domain.organisers.state import Organisers
from domain.refusals import BadField


def identify_entrance(state: Organisers, entrance: Entrance, person: str) -> list[o.OrganiserEvent]:
    """Say that somebody is the person of this FIDE ID or of this other entrance. Raises BadField."""
    person = person.strip()
    if not fide_id_of(person) and entrance_of(person) is None:
        raise BadField("person", person, "not-here")
    root = state.persons.root(person)
    if root == entrance.person:
        raise BadField("person", person, "not-here")
    known = state.persons.said.get(entrance)
    return [] if known == root else [o.EntranceIdentified(entrance.tournament, entrance.player, root)]


def separate_entrance(state: Organisers, entrance: Entrance) -> list[o.OrganiserEvent]:
    known = entrance in state.persons.said
    return [o.EntranceSeparated(entrance.tournament, entrance.player)] if known else []


def hide_person(state: Organisers, person: str) -> list[o.OrganiserEvent]:
    """Hiding twice changes nothing."""
    return [] if state.persons.is_hidden(person) else [o.PersonHidden(state.persons.root(person))]


def show_person(state: Organisers, person: str) -> list[o.OrganiserEvent]:
    return [o.PersonShown(state.persons.root(person))] if state.persons.is_hidden(person) else []


def refuse_hiding(state: Organisers, person: str, reason: str) -> list[o.OrganiserEvent]:
    """Raises BadField without a reason: who asked is told it."""
    return [o.HidingRefused(state.persons.root(person), text("reason", reason, MAX_REASON_CHARS, required=True))]
