"""The people who were invited to the desk, and for what; the keys and webhooks of programs.

The desk's password makes its owner the chief arbiter. Everybody else is invited: for a role, a tournament, a range
of boards and a time.
"""

from collections.abc import Iterable
from dataclasses import field, replace
from datetime import datetime, timedelta

from domain.records import dataclass
from domain.refusals import Refusal
from domain.stewards import events as e

OLD_SECRET_HOURS = 24
"""The time that the secret before the newest one signs along."""


class NoSuchKey(Refusal):
    id: str


class NoSuchWebhook(Refusal):
    id: str


@dataclass(frozen=True, slots=True)
class ApiKey:
    made: e.ApiKeyMade
    revoked: bool = False

    def ended(self, now: datetime) -> bool:
        return self.revoked or (bool(self.made.until) and now >= datetime.fromisoformat(self.made.until))


@dataclass(frozen=True, slots=True)
class Webhook:
    id: str
    url: str
    topics: tuple[e.Topic, ...]
    tournament: str = ""
    since: str = ""
    rotations: int = 0
    rotated_at: str = ""
    removed: bool = False

    def signing(self, now: datetime) -> tuple[int, ...]:
        """The numbers of the secrets that sign now, the newest first."""
        young = self.rotated_at and now < datetime.fromisoformat(self.rotated_at) + timedelta(hours=OLD_SECRET_HOURS)
        return (self.rotations, self.rotations - 1) if young else (self.rotations,)

    def wants(self, tournament: str) -> bool:
        return not self.removed and self.tournament in ("", tournament)


@dataclass(slots=True)
class Programs:
    keys: dict[str, ApiKey] = field(default_factory=dict)
    webhooks: dict[str, Webhook] = field(default_factory=dict)

    def key(self, id: str) -> ApiKey:
        """Raises NoSuchKey."""
        if id not in self.keys:
            raise NoSuchKey(id)
        return self.keys[id]

    def webhook(self, id: str) -> Webhook:
        """Raises NoSuchWebhook."""
        if id not in self.webhooks or self.webhooks[id].removed:
            raise NoSuchWebhook(id)
        return self.webhooks[id]

    def told(self, tournament: str) -> list[Webhook]:
        return [one for one in self.webhooks.values() if one.wants(tournament)]


def evolve_programs(programs: Programs, event: e.StewardEvent) -> None:
    keys, webhooks = programs.keys, programs.webhooks
    match event:
        case e.ApiKeyMade(id=id):
            keys[id] = ApiKey(event)
        case e.ApiKeyRevoked(id=id):
            keys[id] = replace(keys[id], revoked=True)
        case e.WebhookSet(id=id):
            webhooks[id] = Webhook(id, event.url, event.topics, event.tournament, event.since)
        case e.WebhookRemoved(id=id):
            webhooks[id] = replace(webhooks[id], removed=True)
        case e.WebhookSecretRotated(id=id):
            webhooks[id] = replace(webhooks[id], rotations=webhooks[id].rotations + 1, rotated_at=event.at)


class NoSuchSteward(Refusal):
    id: str


@dataclass(frozen=True, slots=True)
class Steward:
    id: str
    name: str
    role: e.Role
    tournament: str = ""
    first_board: int = 0
    last_board: int = 0
    until: str = ""
    dismissed: bool = False
    team: int = 0
    """The team of a captain; 0 = no captain."""
    language: str = ""
    """The code they chose for the desk; empty = as their browser prefers."""
    festival: str = ""
    """The festival for whose sections alone a program's key holds; empty = for all."""
    organiser: str = ""
    """The organiser to whom they belong; empty = all, on a server of one."""
    scopes: tuple[e.Scope, ...] | None = None
    """Of a program's key; None = a person."""

    def expired(self, now: datetime) -> bool:
        return bool(self.until) and now >= datetime.fromisoformat(self.until)

    def ended(self, now: datetime) -> bool:
        return self.dismissed or self.expired(now)

    @property
    def is_limited(self) -> bool:
        """There are things that do not concern them."""
        return bool(self.tournament or self.festival or self.organiser)


@dataclass(slots=True)
class Stewards:
    """The state. Build it with `replay`; look, do not touch."""

    invited: dict[str, Steward] = field(default_factory=dict)
    languages: dict[str, str] = field(default_factory=dict)
    """The languages of those who log in with the password, by their name in small letters."""
    programs: Programs = field(default_factory=Programs)
    version: int = 0

    def by_password(self, name: str) -> Steward:
        return Steward("", name, e.Role.CHIEF, language=self.languages.get(name.casefold(), ""))

    def behind_key(self, key: ApiKey, account: Steward | None = None) -> Steward:
        """The person who made a key as they may act by it: never more than they may do themselves now.

        `account` is that person where they have one; None = they came in by an invitation, or by the password.
        """
        made = key.made
        gone = Steward(made.maker, made.name, e.Role.READER, dismissed=True)
        maker = account or (self.invited.get(made.maker, gone) if made.maker else self.by_password(made.maker_name))
        return replace(
            maker,
            name=made.name,
            tournament=made.tournament or maker.tournament,
            until=min(filter(None, (made.until, maker.until)), key=datetime.fromisoformat, default=""),
            dismissed=key.revoked or maker.dismissed,
            language="",
            festival=made.festival or maker.festival,
            scopes=made.scopes,
        )

    def captains(self, tournament: str, now: datetime) -> dict[int, Steward]:
        captains = (one for one in self.invited.values() if one.team and one.tournament == tournament)
        return {captain.team: captain for captain in captains if not captain.ended(now)}

    def steward(self, id: str) -> Steward:
        """Raises NoSuchSteward."""
        if id not in self.invited:
            raise NoSuchSteward(id)
        return self.invited[id]


def replay_stewards(events: Iterable[e.StewardEvent], into: Stewards | None = None) -> Stewards:
    stewards = into if into is not None else Stewards()
    for event in events:
        evolve_stewards(stewards, event)
    return stewards


def evolve_stewards(stewards: Stewards, event: e.StewardEvent) -> None:
    stewards.version += 1
    match event:
        case e.StewardInvited(id=id):
            where = (event.tournament, event.first_board, event.last_board)
            stewards.invited[id] = Steward(id, event.name, event.role, *where, event.until, team=event.team)
        case e.StewardDismissed(id=id):
            stewards.invited[id] = replace(stewards.invited[id], dismissed=True)
        case e.LanguageChosen(id=id) if id:
            stewards.invited[id] = replace(stewards.invited[id], language=event.language)
        case e.LanguageChosen():
            stewards.languages[event.name.casefold()] = event.language
        case _:
            evolve_programs(stewards.programs, event)
