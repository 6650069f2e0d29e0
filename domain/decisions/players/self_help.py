"""What players do by a link of their own: check in, ask for a bye, withdraw. Each only where the organiser allows it.

`now` is the local time, as the schedule counts it.
"""

from datetime import datetime, timedelta

from domain import events as e
from domain import refusals as r
from domain.decisions import refuse_if_closed
from domain.decisions.players import attendance
from domain.decisions.players.registering import registered
from domain.decisions.players.waiting_list import places_left, take_off_list
from domain.fields import text, whole_number
from domain.formats import rules_of
from domain.records import dataclass
from domain.tournament import Tournament
from domain.words.choices.publication import start_of
from domain.words.choices.self_help import MOST_AHEAD_MINUTES, MOST_OWN_BYES, ByeWay, SelfHelp
from domain.words.games import Bye
from domain.words.players import EntrantId

OWN_BYES = (Bye.HALF, Bye.ZERO)
"""Those that a player may ask for."""


def allow_self_help(tournament: Tournament, rules: SelfHelp) -> list[e.Event]:
    """Raises BadField."""
    for name in ("check_in_opens", "check_in_closes", "bye_closes"):
        whole_number(name, getattr(rules, name), 0, MOST_AHEAD_MINUTES)
    whole_number("most_byes", rules.most_byes, 0, MOST_OWN_BYES)
    if rules.check_in_opens and rules.check_in_opens <= rules.check_in_closes:
        raise r.BadField("check_in_opens", str(rules.check_in_opens), f"at-least:{rules.check_in_closes + 1}")
    return [] if tournament.self_help == rules else [e.SelfHelpAllowed(rules)]


def renew_link(tournament: Tournament, player: EntrantId) -> list[e.Event]:
    registered(tournament, player)
    return [e.OwnLinkRenewed(player)]


@dataclass(frozen=True, slots=True)
class TimeToAct:
    """From when to when; None = there is no such limit but the pairing of the round."""

    opens: datetime | None = None
    closes: datetime | None = None

    def check(self, now: datetime) -> None:
        """Raises TooEarly or TooLate."""
        if self.opens is not None and now < self.opens:
            raise r.TooEarly(self.opens.isoformat())
        if self.closes is not None and now > self.closes:
            raise r.TooLate(self.closes.isoformat())

    def holds(self, now: datetime) -> bool:
        return (self.opens is None or self.opens <= now) and (self.closes is None or now <= self.closes)


def _before_start(tournament: Tournament, round: int, opens: int, closes: int) -> TimeToAct:
    """Limits in minutes before the start of a round; none where the schedule does not say when it starts."""
    start = start_of(round, tournament.details.schedule)
    if start is None:
        return TimeToAct()
    opening, closing = (start - timedelta(minutes=ahead) if ahead else None for ahead in (opens, closes))
    return TimeToAct(opening, closing)


# Check-in


def check_in_round(tournament: Tournament, player: EntrantId) -> int:
    """The round that the player can check in for: the first, or the next of somebody left out of one; 0 = none."""
    if attendance.check_in_open(tournament) and tournament.present(player, 1):
        return 1
    return tournament.published + 1 if not tournament.draft and player in attendance.left_out(tournament) else 0


def time_to_check_in(tournament: Tournament, round: int) -> TimeToAct:
    rules = tournament.self_help
    return _before_start(tournament, round, rules.check_in_opens, rules.check_in_closes)


def check_oneself_in(tournament: Tournament, player: EntrantId, now: datetime) -> list[e.Event]:
    """Raises NotByOneself, CheckInIsOver, TooEarly, TooLate."""
    _offered(tournament, player, offered=tournament.self_help.check_in)
    round = check_in_round(tournament, player)
    if not round:
        raise r.CheckInIsOver
    time_to_check_in(tournament, round).check(now)
    if round > 1:
        return attendance.come_after_all(tournament, {player})
    return attendance.check_entrant_in(tournament, player)


# Byes


def time_to_ask(tournament: Tournament, round: int) -> TimeToAct:
    return _before_start(tournament, round, 0, tournament.self_help.bye_closes)


def byes_left(tournament: Tournament, player: EntrantId) -> int | None:
    """Byes that the player may still have by themselves, those asked for counted; None = no limit."""
    most = tournament.self_help.most_byes
    had = {(round, who) for round, who in (*tournament.byes, *tournament.byes_asked) if who == player}
    return max(0, most - len(had)) if most else None


def ask_for_bye(tournament: Tournament, player: EntrantId, round: int, kind: Bye, now: datetime) -> list[e.Event]:
    """A request, or the bye at once where the organiser says so.

    Raises NotByOneself, TooLate, OwnByesUsedUp, BadField, or as `grant_bye`.
    """
    rules = tournament.self_help
    _offered(tournament, player, offered=bool(rules.byes))
    if kind not in OWN_BYES:
        raise r.NotByOneself
    granted = attendance.grant_bye(tournament, player, round, kind)
    if round <= tournament.paired:
        raise r.AlreadyPaired(player, round)
    time_to_ask(tournament, round).check(now)
    known = (round, player) in tournament.byes or (round, player) in tournament.byes_asked
    if byes_left(tournament, player) == 0 and not known:
        raise r.OwnByesUsedUp(rules.most_byes)
    if rules.byes is ByeWay.AT_ONCE:
        return granted
    asked = tournament.byes_asked.get((round, player)) is kind or not granted
    return [] if asked else [e.ByeRequested(player, round, kind)]


def take_bye_back(tournament: Tournament, player: EntrantId, round: int, now: datetime) -> list[e.Event]:
    """The request, or a bye granted at once; what an arbiter granted is theirs to take back."""
    rules = tournament.self_help
    _offered(tournament, player, offered=bool(rules.byes))
    if (round, player) in tournament.byes_asked:
        return [e.ByeRequestTakenBack(player, round)]
    if rules.byes is not ByeWay.AT_ONCE:
        raise r.NotByOneself
    if round <= tournament.paired:
        raise r.AlreadyPaired(player, round)
    time_to_ask(tournament, round).check(now)
    return attendance.revoke_bye(tournament, player, round)


def byes_to_decide(tournament: Tournament) -> tuple[tuple[int, EntrantId, Bye], ...]:
    """(round, player, kind) of requests for rounds that are not paired, the first who asked first."""
    return tuple(
        (round, player, kind)
        for (round, player), kind in tournament.byes_asked.items()
        if round > tournament.paired and not tournament.away(player, round)
    )


def grant_asked_bye(tournament: Tournament, player: EntrantId, round: int) -> list[e.Event]:
    return attendance.grant_bye(tournament, player, round, _asked(tournament, player, round))


def decline_bye(tournament: Tournament, player: EntrantId, round: int, reason: str = "") -> list[e.Event]:
    _asked(tournament, player, round)
    why = text("reason", reason, longest=attendance.LONGEST_REASON)
    return [e.ByeDeclined(player, round, why)]


def _asked(tournament: Tournament, player: EntrantId, round: int) -> Bye:
    refuse_if_closed(tournament)
    kind = tournament.byes_asked.get((round, player))
    if kind is None:
        raise r.NoByeAsked(player, round)
    return kind


# Leaving


def withdraw_oneself(tournament: Tournament, player: EntrantId) -> list[e.Event]:
    """From the next round that is not paired. Raises NotByOneself, or as `withdraw`."""
    _offered(tournament, player, offered=tournament.self_help.withdraw)
    first = attendance.first_round_away(tournament)
    if not attendance.stays_on_boards(tournament):
        first = max(first, tournament.paired + 1)
    return attendance.withdraw(tournament, [player], first, by_oneself=True)


def leave_waiting_list(tournament: Tournament, player: EntrantId) -> list[e.Event]:
    """Whoever waits for a place may always leave. Raises NotWaiting."""
    refuse_if_closed(tournament)
    return take_off_list(tournament, player)


def may_come_back(tournament: Tournament, player: EntrantId) -> bool:
    """Until the next pairing: whoever has left by themselves, unless somebody on the waiting list has their place."""
    away = [first for first, back in tournament.absences.get(player, ()) if back is None]
    undecided = bool(away) and away[-1] > tournament.paired and not tournament.closed
    by_themselves = player in tournament.left_by_themselves and tournament.self_help.withdraw
    given_away = tournament.keeps_waiting_list and places_left(tournament) == 0
    return undecided and by_themselves and not given_away


def come_back(tournament: Tournament, player: EntrantId) -> list[e.Event]:
    _offered(tournament, player, offered=tournament.self_help.withdraw)
    if not may_come_back(tournament, player):
        raise r.NotByOneself
    first = next(first for first, back in tournament.absences[player] if back is None)
    return attendance.readmit(tournament, player, first)


def may_leave(tournament: Tournament, player: EntrantId) -> bool:
    first = max(attendance.first_round_away(tournament), tournament.paired + 1)
    last = rules_of(tournament).rounds(tournament) or tournament.regulations.rounds
    return not tournament.closed and first <= last and not tournament.away(player, first)


def _offered(tournament: Tournament, player: EntrantId, *, offered: bool) -> None:
    """Players alone: of teams, captains speak. Raises NotByOneself."""
    refuse_if_closed(tournament)
    if not offered or player not in tournament.entrants or tournament.regulations.of_teams:
        raise r.NotByOneself
