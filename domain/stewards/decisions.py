"""Invitations given and withdrawn, languages chosen: `(Stewards, ...) -> [event]`, or a refusal that carries data."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from domain.fields import text
from domain.refusals import BadField, Refusal
from domain.stewards.events import LanguageChosen, Role, StewardDismissed, StewardEvent, StewardInvited
from domain.stewards.state import Steward, Stewards

MAX_STEWARD_NAME_CHARS = 60
MOST_BOARDS = 9999


@dataclass(eq=False)
class NameTaken(Refusal):
    """Two people of one name could not be told apart in a dispute."""

    name: str


def invite(stewards: Stewards, wanted: Steward, now: datetime) -> list[StewardEvent]:
    """`wanted.id` is new and made outside. Result entry needs a tournament and its boards; nobody else has boards."""
    name = text("name", wanted.name, longest=MAX_STEWARD_NAME_CHARS, required=True)
    there = (one for one in stewards.invited.values() if not one.team and not one.ended(now))
    if any(one.name.casefold() == name.casefold() for one in there):
        raise NameTaken(name)
    still_to_come(wanted.until, now)
    tournament = "" if wanted.role.leads else wanted.tournament
    first, last = (0, 0)
    if wanted.role.only_fills:
        _boards_given(wanted)
        first, last = wanted.first_board, wanted.last_board
    return [StewardInvited(wanted.id, name, wanted.role, tournament, first, last, wanted.until)]


def invite_captains(
    stewards: Stewards, tournament: str, captains: Iterable[Steward], now: datetime, until: str = ""
) -> list[StewardEvent]:
    """Those of teams without one; each may hand in the lineups of a team, `until` then or until they are dismissed.

    Raises BadField for an end that is past.
    """
    still_to_come(until, now)
    there = stewards.captains(tournament, now)
    return [
        StewardInvited(one.id, one.name, Role.CAPTAIN, tournament, until=until, team=one.team)
        for one in captains
        if one.team not in there
    ]


def dismiss(stewards: Stewards, id: str) -> list[StewardEvent]:
    """At once and for good; dismissing twice changes nothing."""
    return [] if stewards.steward(id).dismissed else [StewardDismissed(id)]


def choose_language(stewards: Stewards, steward: Steward, code: str, known: Collection[str]) -> list[StewardEvent]:
    """`code` is one of `known`, or empty for what the browser prefers; choosing twice changes nothing."""
    if code and code not in known:
        raise BadField("language", code, "one-of:" + ",".join(known))
    before = stewards.steward(steward.id) if steward.id else stewards.by_password(steward.name)
    if before.language == code:
        return []
    return [LanguageChosen(code, before.id, "" if before.id else before.name)]


def _boards_given(wanted: Steward) -> None:
    if not wanted.tournament:
        raise BadField("tournament", "", "required")
    if not 1 <= wanted.first_board <= MOST_BOARDS:
        raise BadField("first_board", str(wanted.first_board), f"whole:1:{MOST_BOARDS}")
    if not wanted.first_board <= wanted.last_board <= MOST_BOARDS:
        raise BadField("last_board", str(wanted.last_board), f"whole:{wanted.first_board}:{MOST_BOARDS}")


def still_to_come(until: str, now: datetime) -> None:
    """Raises BadField for an end that is past, or that is no moment."""
    if until and _moment(until) <= now:
        raise BadField("until", until, "future")


def _moment(until: str) -> datetime:
    """An ISO time with its zone, so that it means the same everywhere."""
    try:
        moment = datetime.fromisoformat(until)
    except ValueError:
        raise BadField("until", until, "date") from None
    if moment.tzinfo is None:
        raise BadField("until", until, "date")
    return moment
