"""What a player may do now by a link of their own, and till when."""

from collections.abc import Iterator
from datetime import datetime
from itertools import islice

from domain.decisions.players import self_help
from domain.decisions.players.attendance import first_round_away
from domain.decisions.players.fees import due, paid
from domain.decisions.players.self_help import TimeToAct
from domain.formats import rules_of
from domain.norms.judging import Norm
from domain.records import dataclass
from domain.tournament import Tournament
from domain.words.choices.self_help import ByeWay
from domain.words.games import Bye
from domain.words.players import EntrantId
from projections.moment.snapshot import Snapshot
from projections.player.paying import PaymentAsked, payment_asked
from projections.table.norm_forecast import likely_opponents
from projections.table.norms_in_reach import NormInReach, norm_ground, norms_in_reach
from projections.table.rating_report import number_in_report


@dataclass(frozen=True, slots=True)
class OwnCheckIn:
    round: int
    here: bool
    """They have checked in."""
    time: TimeToAct
    open_now: bool
    too_early: bool


@dataclass(frozen=True, slots=True)
class OwnBye:
    """A round that is not paired: what is known of the player's leave, and what may be asked."""

    round: int
    granted: Bye | None
    asked: Bye | None
    declined: str | None
    """The reason, which may be empty; None = nobody has declined it."""
    closes: datetime | None
    open_now: bool
    late: bool
    """The time to ask is over."""
    may_take_back: bool


@dataclass(frozen=True, slots=True)
class OwnByes:
    rounds: tuple[OwnBye, ...]
    at_once: bool
    half: bool
    """Half-point byes may be asked for, too."""
    left: int | None
    """Byes that they may still ask for; None = no limit."""

    @property
    def late(self) -> bool:
        """The time to ask is over for all of them."""
        return all(one.late for one in self.rounds)


@dataclass(frozen=True, slots=True)
class OwnNorms:
    made: tuple[Norm, ...]
    in_reach: tuple[NormInReach, ...]


@dataclass(frozen=True, slots=True)
class OwnLeaving:
    may_leave: bool
    may_come_back: bool
    away: bool
    from_round: int


@dataclass(frozen=True, slots=True)
class OwnFees:
    due: int
    paid: int
    currency: str
    how_to_pay: str
    asked: PaymentAsked | None = None

    @property
    def owed(self) -> int:
        return max(0, self.due - self.paid)


@dataclass(frozen=True, slots=True)
class OwnPage:
    """None = the organiser does not offer it, or there is nothing of it now."""

    check_in: OwnCheckIn | None
    byes: OwnByes | None
    leaving: OwnLeaving | None
    norms: OwnNorms | None
    fees: OwnFees | None = None

    @property
    def any(self) -> bool:
        return any((self.check_in, self.byes, self.leaving, self.norms, self.fees))


def own_page(snapshot: Snapshot, player: EntrantId, now: datetime) -> OwnPage:
    """`now` is the local time, as the schedule counts it."""
    t = snapshot.tournament
    if t.regulations.of_teams or player not in t.players:
        return OwnPage(None, None, None, None)
    going_on = not t.closed and player not in t.expelled
    return OwnPage(
        _check_in(t, player, now) if t.self_help.check_in and going_on else None,
        _byes(t, player, now) if t.self_help.byes and going_on else None,
        _leaving(t, player) if t.self_help.withdraw and going_on else None,
        _norms(snapshot, player) if t.self_help.norms else None,
        _fees(t, player),
    )


def _fees(t: Tournament, player: EntrantId) -> OwnFees | None:
    sums = due(t, player), paid(t, player)
    asked = payment_asked(t, player)
    return OwnFees(*sums, t.fees.currency, t.fees.how_to_pay, asked) if any(sums) else None


def _check_in(t: Tournament, player: EntrantId, now: datetime) -> OwnCheckIn | None:
    round = self_help.check_in_round(t, player)
    if not round:
        return None
    time, here = self_help.time_to_check_in(t, round), player in t.checked_in and round == 1
    too_early = time.opens is not None and now < time.opens
    return OwnCheckIn(round, here, time, time.holds(now), too_early)


def _byes(t: Tournament, player: EntrantId, now: datetime) -> OwnByes | None:
    rules = rules_of(t)
    if rules.predetermined:
        return None
    last = rules.rounds(t) or t.regulations.rounds
    coming = [round for round in range(t.paired + 1, last + 1) if not t.away(player, round)]
    found = tuple(_bye(t, player, round, now) for round in coming)
    if not found:
        return None
    at_once, half = t.self_help.byes is ByeWay.AT_ONCE, player not in t.barred
    return OwnByes(found, at_once, half, self_help.byes_left(t, player))


def _bye(t: Tournament, player: EntrantId, round: int, now: datetime) -> OwnBye:
    at, time = (round, player), self_help.time_to_ask(t, round)
    granted, asked, open_now = t.byes.get(at), t.byes_asked.get(at), time.holds(now)
    again = granted is None and asked is None and self_help.byes_left(t, player) != 0
    by_oneself = t.self_help.byes is ByeWay.AT_ONCE and granted in self_help.OWN_BYES and open_now
    return OwnBye(
        round,
        granted,
        asked,
        t.byes_declined.get(at),
        time.closes,
        open_now and again,
        not open_now,
        asked is not None or by_oneself,
    )


def _leaving(t: Tournament, player: EntrantId) -> OwnLeaving | None:
    may_leave, back = self_help.may_leave(t, player), self_help.may_come_back(t, player)
    first = max(first_round_away(t), t.paired + 1)
    away = t.away(player, first)
    return OwnLeaving(may_leave, back, away, first) if may_leave or back or away else None


def _norms(snapshot: Snapshot, player: EntrantId) -> OwnNorms:
    likely = likely_opponents(snapshot, snapshot.chances, player)
    return OwnNorms(tuple(_made(snapshot, player)), norms_in_reach(snapshot, player, likely))


def _made(snapshot: Snapshot, player: EntrantId) -> Iterator[Norm]:
    """The highest one. It is judged for this player alone: everybody else's would take too long for a phone."""
    if not snapshot.round:
        return
    ground, number = norm_ground(snapshot), number_in_report(snapshot, player)
    claims = ground.judged(number).claims if number in ground.cards else ()
    yield from islice((claim.judgement.norm for claim in claims if claim.achieved), 1)
