"""Entries that players ask for by a public form: whether it is open, and for how many and how long."""

from datetime import date

from domain import events as e
from domain.decisions.players.registering import refuse_if_closed
from domain.fields import whole_number
from domain.refusals import BadField, NoSelfRegistration, PlacesTaken
from domain.tournament import Tournament

MOST_ENTRANTS = 9999


def open_self_registration(
    tournament: Tournament, most: int, last_day: str, today: date, *, by_mail: bool = False
) -> list[e.Event]:
    """Before round 1 is paired, and for players only. Opening it again changes the limits."""
    refuse_if_closed(tournament)
    if tournament.paired or tournament.regulations.of_teams:
        raise NoSelfRegistration
    whole_number("most_entrants", most, 0, MOST_ENTRANTS)
    if last_day and _day(last_day) < today:
        raise BadField("last_day", last_day, "future")
    opened = e.SelfRegistrationOpened(most, last_day, by_mail)
    return [] if tournament.self_registration == opened else [opened]


def close_self_registration(tournament: Tournament) -> list[e.Event]:
    return [e.SelfRegistrationClosed()] if tournament.self_registration else []


def takes_entries(tournament: Tournament) -> bool:
    """The form is open, unless its last day is over."""
    return tournament.self_registration is not None and not tournament.paired and not tournament.closed


def refuse_entry(tournament: Tournament, today: date) -> None:
    """Raises NoSelfRegistration, or PlacesTaken where those registered fill all places.

    Whoever only asks takes no place: anybody can ask under any name, and would close the form for all others.
    """
    limits = tournament.self_registration
    if limits is None or not takes_entries(tournament) or (limits.last_day and today > _day(limits.last_day)):
        raise NoSelfRegistration
    here = sum(not tournament.away(id, 1) for id in tournament.players)
    if limits.most and here >= limits.most:
        raise PlacesTaken(limits.most)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadField("last_day", text, "date") from None
