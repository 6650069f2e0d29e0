"""May this person do this to this thing? Everybody asks here: guards of the desk, keys of programs, the live feed."""

from datetime import datetime
from enum import StrEnum

from domain.records import dataclass
from domain.stewards.events import Role, Scope
from domain.stewards.roles import (
    Forbidden,
    Grant,
    InvitationEnded,
    NotYourTournament,
    OnlyTheOperator,
    RoleTooSmall,
    ScopeMissing,
)
from domain.stewards.state import Steward


class Action(StrEnum):
    """The kinds of things that people do at the desk. Each row of the table of addresses names one."""

    ENTER = "enter"
    """Be there: everybody who has come in."""
    READ = "read"
    """Look at a tournament."""
    FILL = "fill"
    """Give boards their results, and check players in."""
    LINE_UP = "line-up"
    """Hand in the lineups of a team."""
    ARBITRATE = "arbitrate"
    """Decide about players, rounds, results and what belongs to them."""
    ANNOUNCE = "announce"
    """Announce tournaments and festivals."""
    LEAD = "lead"
    """Say who may do what, and what is sent to other programs."""
    RUN = "run"
    """Look after the server itself."""


_OF_ARBITERS = frozenset({Action.ENTER, Action.READ, Action.FILL, Action.ARBITRATE, Action.ANNOUNCE})
OF_ONE_ORGANISER = frozenset({Action.ENTER, Action.ANNOUNCE, Action.LEAD})
"""What somebody who belongs to one organiser of several does at the desk as a whole: the rest of it is the server's."""
ALLOWS: dict[Role, frozenset[Action]] = {
    Role.OWNER: _OF_ARBITERS | {Action.LEAD},
    Role.ORGANISER: _OF_ARBITERS | {Action.LEAD},
    Role.CHIEF: frozenset(Action),
    Role.ARBITER: _OF_ARBITERS,
    Role.ENTRY: frozenset({Action.ENTER, Action.FILL}),
    Role.CAPTAIN: frozenset({Action.ENTER, Action.LINE_UP}),
    Role.READER: frozenset({Action.ENTER, Action.READ}),
}
LEAST_ROLE = {
    Action.READ: Role.READER,
    Action.FILL: Role.ENTRY,
    Action.LINE_UP: Role.CAPTAIN,
    Action.ARBITRATE: Role.ARBITER,
    Action.ANNOUNCE: Role.ARBITER,
    Action.LEAD: Role.CHIEF,
    Action.RUN: Role.CHIEF,
}
"""The role that somebody is told they lack. Everybody may enter."""


@dataclass(frozen=True, slots=True)
class AskedThing:
    """The thing somebody asks about; nothing named = the desk as a whole."""

    tournament: str = ""
    playoff_of: str = ""
    """The tournament whose place is played for in this one: whoever was invited to it is invited to this one too."""
    festivals: frozenset[str] = frozenset()
    """The festival itself, or those of which the tournament is a section."""
    organiser: str = ""
    """The organiser to whom it belongs; with nothing else named the organiser itself."""

    @property
    def is_desk(self) -> bool:
        return not (self.tournament or self.festivals or self.organiser)


WHOLE_DESK = AskedThing()


def granted(person: Steward, action: Action, thing: AskedThing, now: datetime, scope: Scope | None = None) -> Grant:
    """The rights of a person who may do that there; `scope` is what a program's key must be made for. Raises Forbidden.

    The desk as a whole takes somebody who was not invited for one tournament alone.
    """
    if person.ended(now):
        raise InvitationEnded(person.name, "" if person.dismissed else person.until)
    if not _key_holds(person, scope):
        raise ScopeMissing(scope or Scope.EVERYTHING)
    if not is_within_reach(person, thing):
        raise NotYourTournament(person.festival or person.tournament)
    if person.organiser and thing.is_desk and action not in OF_ONE_ORGANISER:
        raise OnlyTheOperator
    if action not in _actions_of(person):
        raise RoleTooSmall(person.role, LEAST_ROLE[action])
    if action is not Action.ENTER and _only_below(person, thing):
        raise NotYourTournament(person.festival or person.tournament)
    return Grant(person.role, person.first_board, person.last_board, person.team)


def may(person: Steward, action: Action, thing: AskedThing, now: datetime) -> bool:
    try:
        granted(person, action, thing, now)
    except Forbidden:
        return False
    return True


def is_within_reach(person: Steward, thing: AskedThing) -> bool:
    """Whether this thing concerns them at all, whatever they may do with it."""
    if person.organiser and not thing.is_desk and person.organiser != thing.organiser:
        return False
    theirs = ("", thing.tournament, thing.playoff_of or thing.tournament)
    if thing.tournament and person.tournament not in theirs:
        return False
    below = thing.tournament or thing.festivals
    return not (below and person.festival) or person.festival in thing.festivals


def _actions_of(person: Steward) -> frozenset[Action]:
    """A chief arbiter of one organiser has all its tournaments, and no say about its members or the server."""
    theirs = ALLOWS[person.role]
    return theirs - {Action.LEAD, Action.RUN} if person.organiser and person.role is Role.CHIEF else theirs


def _only_below(person: Steward, thing: AskedThing) -> bool:
    """They were let in to one tournament, or one festival, and this is about more."""
    wide = not (thing.tournament or thing.festivals)
    return (not thing.tournament and bool(person.tournament)) or (wide and bool(person.festival))


def _key_holds(person: Steward, scope: Scope | None) -> bool:
    """People need no scope; None = what every key may."""
    return scope is None or person.scopes is None or scope in person.scopes or Scope.EVERYTHING in person.scopes
