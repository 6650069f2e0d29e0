"""Decisions about people and programs at the desk: `(Stewards, ...) -> [event]`, or a refusal that carries data."""

import ipaddress
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from domain.decisions.rounds.results import (
    armageddon_winner,
    clear_result,
    decide_armageddon,
    dispute_result,
    game_of,
    record_result,
)
from domain.events import Event, ResultRecorded
from domain.fields import text, web_address
from domain.records import dataclass
from domain.refusals import BadField, Refusal
from domain.stewards import events as e
from domain.stewards.roles import Grant, NotYourTournament, OnlyAnArbiter, RoleTooSmall
from domain.stewards.state import ApiKey, Steward, Stewards, Webhook
from domain.tournament import Game, Tournament, replay
from domain.words.games import Result

MAX_STEWARD_NAME_CHARS = 60
MOST_BOARDS = 9999


class NameTaken(Refusal):
    name: str


def invite(stewards: Stewards, wanted: Steward, now: datetime) -> list[e.StewardEvent]:
    """`wanted.id` is new and made outside. Result entry needs a tournament and its boards; nobody else has boards."""
    if wanted.role in (e.Role.OWNER, e.Role.ORGANISER):
        raise BadField("role", wanted.role, "one-of:chief,arbiter,entry,reader")
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
    return [e.StewardInvited(wanted.id, name, wanted.role, tournament, first, last, wanted.until)]


def invite_captains(
    stewards: Stewards, tournament: str, captains: Iterable[Steward], now: datetime, until: str = ""
) -> list[e.StewardEvent]:
    """Invite captains of teams without one. They may hand in the team's lineups `until` then or until dismissed.

    Raises BadField for an end that is past.
    """
    still_to_come(until, now)
    there = stewards.captains(tournament, now)
    return [
        e.StewardInvited(one.id, one.name, e.Role.CAPTAIN, tournament, until=until, team=one.team)
        for one in captains
        if one.team not in there
    ]


def dismiss(stewards: Stewards, id: str) -> list[e.StewardEvent]:
    """At once and for good; dismissing twice changes nothing."""
    return [] if stewards.steward(id).dismissed else [e.StewardDismissed(id)]


def choose_language(stewards: Stewards, steward: Steward, code: str, known: Collection[str]) -> list[e.StewardEvent]:
    """`code` is one of `known`, or empty for what the browser prefers; choosing twice changes nothing."""
    if code and code not in known:
        raise BadField("language", code, "one-of:" + ",".join(known))
    before = stewards.steward(steward.id) if steward.id else stewards.by_password(steward.name)
    if before.language == code:
        return []
    return [e.LanguageChosen(code, before.id, "" if before.id else before.name)]


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


def make_key(stewards: Stewards, wanted: e.ApiKeyMade, maker: Steward, now: datetime) -> list[e.StewardEvent]:
    """`wanted` without its maker, its id and hash new and made outside; a key reaches no further than its maker."""
    name = text("name", wanted.name, longest=MAX_STEWARD_NAME_CHARS, required=True)
    people = (one.name for one in stewards.invited.values() if not one.team and not one.ended(now))
    keys = (key.made.name for key in stewards.programs.keys.values() if not key.ended(now))
    if name.casefold() in map(str.casefold, (*people, *keys)):
        raise NameTaken(name)
    if not wanted.scopes:
        raise BadField("scopes", "", "required")
    if maker.tournament and (wanted.festival or wanted.tournament != maker.tournament):
        raise NotYourTournament(maker.tournament)
    if maker.festival and not wanted.tournament and wanted.festival != maker.festival:
        raise NotYourTournament(maker.festival)
    still_to_come(wanted.until, now)
    return [replace(wanted, name=name, maker=maker.id, maker_name=maker.name)]


def revoke_key(stewards: Stewards, id: str, by: Steward) -> list[e.StewardEvent]:
    """At once and for good, by whoever made it or by a chief arbiter; revoking twice changes nothing."""
    key = stewards.programs.key(id)
    if not may_revoke(key, by):
        raise RoleTooSmall(by.role, e.Role.CHIEF)
    return [] if key.revoked else [e.ApiKeyRevoked(id)]


def may_revoke(key: ApiKey, by: Steward) -> bool:
    """True also for everybody who may see it in the list."""
    return by.role.leads or (bool(by.id) and key.made.maker == by.id)


def set_webhook(stewards: Stewards, wanted: Webhook, now: datetime) -> list[e.StewardEvent]:
    """`wanted.id` is new and made outside. Plain http is for the hall's own network."""
    url = web_address("url", wanted.url)
    if url.scheme == "http" and not _of_a_hall(url.host or ""):
        raise BadField("url", wanted.url, "webhook-url")
    if not wanted.topics:
        raise BadField("topics", "", "required")
    return [e.WebhookSet(wanted.id, str(url), wanted.topics, wanted.tournament, now.isoformat())]


def remove_webhook(stewards: Stewards, id: str) -> list[e.StewardEvent]:
    return [e.WebhookRemoved(stewards.programs.webhook(id).id)]


def rotate_secret(stewards: Stewards, id: str, now: datetime) -> list[e.StewardEvent]:
    """A new secret; the one before signs along for a day."""
    return [e.WebhookSecretRotated(stewards.programs.webhook(id).id, now.isoformat())]


def _of_a_hall(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith((".local", ".lan", ".home.arpa", ".localhost"))


SLIP_SECONDS = 120
"""Seconds in which those who only fill boards may take back or replace what they entered themselves."""


@dataclass(frozen=True, slots=True)
class LastEntry:
    event: Event
    own: bool
    recorded_at: datetime
    now: datetime

    def is_slip(self, game: Game) -> bool:
        """They entered this very result themselves a moment ago, and nobody has said anything else since."""
        entered = self.event
        if not (self.own and isinstance(entered, ResultRecorded) and entered.game == game.number):
            return False
        fresh = self.now - self.recorded_at <= timedelta(seconds=SLIP_SECONDS)
        return fresh and not game.claims and entered.result is game.result


def armageddon_beside(
    tournament: Tournament, drawn: Sequence[Event], grant: Grant, round: int, board: int, result: Result
) -> list[Event]:
    """The end of the Armageddon, entered together with the draw before it; nothing while the draw is in dispute.

    A grant that only fills boards gives it to a game without one. Raises OnlyAnArbiter.
    """
    then = replay(drawn, tournament.copy())
    game = game_of(then, round, board)
    if game.claims:
        return []
    decided = decide_armageddon(then, round, board, result)
    if decided and grant.only_fills and armageddon_winner(then, round, game) is not None:
        raise OnlyAnArbiter(board)
    return decided


def enter_result(
    tournament: Tournament,
    grant: Grant,
    round: int,
    board: int,
    result: Result | None,
    *,
    seen: Result | None,
    entered_at: str = "",
    game: int = 1,
    last: Callable[[], LastEntry | None] = lambda: None,
    waited: bool = False,
) -> list[Event]:
    """A result recorded, cleared (None) or disputed.

    A grant that only fills boards gives an empty board its result; on any other board the result is kept beside the
    one that is there, unless that was their own slip: `last` looks up the newest entry about the board. So is a result
    that has `waited` for a connection and meets another one. Raises OnlyAnArbiter, and what the decisions about results
    raise.
    """
    if grant.only_fills:
        there = game_of(tournament, round, board, game)
        entry = last() if there.result is not None else None
        slip = entry is not None and entry.is_slip(there)
        if result is Result.ADJOURNED or (result is None and not slip):
            raise OnlyAnArbiter(board)
        if result is not None and there.result is not None and not slip:
            return dispute_result(tournament, round, board, result, game)
        seen, waited = there.result, False
    if result is None:
        return clear_result(tournament, round, board, seen, game)
    known = game_of(tournament, round, board, game).result if waited else None
    if known not in (None, seen, result) and Result.ADJOURNED not in (known, result):
        return dispute_result(tournament, round, board, result, game)
    return record_result(tournament, round, board, result, seen, entered_at, game)
