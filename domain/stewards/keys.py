"""Keys of programs made and revoked: `(Stewards, ...) -> [event]`, or a refusal that carries data."""

from dataclasses import replace
from datetime import datetime

from domain.fields import text
from domain.refusals import BadField
from domain.stewards.decisions import MAX_STEWARD_NAME_CHARS, NameTaken, still_to_come
from domain.stewards.events import ApiKeyMade, ApiKeyRevoked, Role, StewardEvent
from domain.stewards.permissions import NotYourTournament, RoleTooSmall
from domain.stewards.programs import ApiKey
from domain.stewards.state import Steward, Stewards


def make_key(stewards: Stewards, wanted: ApiKeyMade, maker: Steward, now: datetime) -> list[StewardEvent]:
    """`wanted` without its maker, its id and hash new and made outside; a key reaches no further than its maker."""
    name = text("name", wanted.name, longest=MAX_STEWARD_NAME_CHARS, required=True)
    if name.casefold() in _names_in_use(stewards, now):
        raise NameTaken(name)
    if not wanted.scopes:
        raise BadField("scopes", "", "required")
    if maker.tournament and (wanted.festival or wanted.tournament != maker.tournament):
        raise NotYourTournament(maker.tournament)
    still_to_come(wanted.until, now)
    return [replace(wanted, name=name, maker=maker.id, maker_name=maker.name)]


def revoke_key(stewards: Stewards, id: str, by: Steward) -> list[StewardEvent]:
    """At once and for good, by whoever made it or by a chief arbiter; revoking twice changes nothing."""
    key = stewards.programs.key(id)
    if not may_revoke(key, by):
        raise RoleTooSmall(by.role, Role.CHIEF)
    return [] if key.revoked else [ApiKeyRevoked(id)]


def may_revoke(key: ApiKey, by: Steward) -> bool:
    """True also for whoever may see it in the list."""
    return by.role.leads or (bool(by.id) and key.made.maker == by.id)


def _names_in_use(stewards: Stewards, now: datetime) -> set[str]:
    """Two names that are alike could not be told apart in the journal."""
    people = {one.name.casefold() for one in stewards.invited.values() if not one.team and not one.ended(now)}
    return people | {key.made.name.casefold() for key in stewards.programs.keys.values() if not key.ended(now)}
