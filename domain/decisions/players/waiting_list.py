"""The waiting list: entries beyond the limit of players, in order, which move up by themselves.

Somebody moves up in the same step that makes a place free: a withdrawal, an expulsion, a struck entry, a higher limit.
"""

from collections.abc import Sequence

from domain import events as e
from domain import refusals as r
from domain.decisions import refuse_if_closed
from domain.decisions.players.conditions import refuse_unmet
from domain.decisions.players.registering import (
    NewPlayer,
    entrants_counted,
    first_free_id,
    first_round_of_entry,
    identity,
    register_many,
)
from domain.fields import text
from domain.formats import rules_of
from domain.tournament import Tournament, replay
from domain.words.players import ASK, EntrantId, NamesakeAnswers, Player, player_id

FREES_A_PLACE = (e.PlayerWithdrawn, e.PlayerExpelled, e.SelfRegistrationOpened, e.EventUndone)
LONGEST_REASON_CHARS = 300


def enter_or_wait(
    tournament: Tournament, players: Sequence[NewPlayer], answers: NamesakeAnswers = ASK
) -> list[e.Event]:
    """Register those for whom there is a place, and put the others on the list in their order.

    Raises WaitsAlready, or as `register_many`.
    """
    free = places_left(tournament)
    if free is None or not tournament.keeps_waiting_list:
        return register_many(tournament, players, None, answers)
    room = 0 if tournament.waiting else free
    entering = register_many(tournament, players[:room], None, answers) if room else []
    ahead = replay(entering, tournament.copy()) if entering else tournament
    coming = [new.registered_as(player_id(0)) for new in players[room:]]
    refuse_unmet(ahead, coming)
    if len(coming) == 1:  # a namesake is asked about before somebody waits, and may be somebody who is here
        entered = register_many(ahead, players[room:], None, answers)
        if not any(isinstance(event, e.PlayerRegistered) for event in entered):
            return [*entering, *entered]
    return [*entering, *_waiting(ahead, coming, [one.rating_from for one in players[room:]])]


def _waiting(tournament: Tournament, coming: Sequence[Player], sources: Sequence[str]) -> list[e.Event]:
    known = {identity(event.player) for event in tournament.waiting.values()}
    events: list[e.Event] = []
    for id, (player, source) in enumerate(zip(coming, sources, strict=True), first_free_id(tournament)):
        if identity(player) in known:
            raise r.WaitsAlready(player.name)
        known.add(identity(player))
        events.append(e.EntryWaitlisted(_numbered(player, id), source))
    return events


def _numbered(player: Player, id: int) -> Player:
    return Player(id=player_id(id), **{name: getattr(player, name) for name in Player.__slots__ if name != "id"})


def places_left(tournament: Tournament) -> int | None:
    """Places of the limit that are free; None = there is no limit."""
    limits = tournament.entry_limits
    if limits is None or not limits.most:
        return None
    return max(0, limits.most - entrants_counted(tournament))


def moved_up(tournament: Tournament, events: Sequence[e.Event]) -> list[e.Event]:
    """The registrations that follow from a step: the first of the list, as many as there are places then."""
    if not tournament.waiting or not any(isinstance(event, FREES_A_PLACE) for event in events):
        return []
    ahead = replay(events, tournament.copy())
    undone = any(isinstance(event, e.EventUndone) for event in events)
    gone = tournament.players.keys() - ahead.players.keys()
    if undone and not gone - ahead.waiting.keys():
        return []  # an undo that puts somebody back on the list moves nobody up
    free = places_left(ahead) if _may_move_up(ahead) else 0
    if not free:
        return []
    first = first_round_of_entry(ahead, None)
    chosen = list(ahead.waiting.values())[:free]
    return [_from_list(one, first) for one in chosen]


def _from_list(waits: e.EntryWaitlisted, first: int) -> e.PlayerRegistered:
    return e.PlayerRegistered(waits.player, first, waits.rating_from, True, waits.entered_on)


def _may_move_up(tournament: Tournament) -> bool:
    """Before the start; later where the organiser wants it, and somebody can still come."""
    limits, rules = tournament.entry_limits, rules_of(tournament)
    if tournament.closed or limits is None or not limits.waiting_list:
        return False
    if not tournament.paired:
        return True
    return limits.moves_up_late and not rules.predetermined and tournament.paired < tournament.regulations.rounds


def take_off_list(tournament: Tournament, player: EntrantId, reason: str = "") -> list[e.Event]:
    """Raises NotWaiting."""
    _on_list(tournament, player)
    return [e.WaitingEntryEnded(player, text("reason", reason, longest=LONGEST_REASON_CHARS))]


def register_from_list(tournament: Tournament, player: EntrantId) -> list[e.Event]:
    """By an arbiter, also beyond the limit and out of turn. Raises NotWaiting, or as `first_round_of_entry`."""
    refuse_if_closed(tournament)
    waits = _on_list(tournament, player)
    first = first_round_of_entry(tournament, None)
    return [_from_list(waits, first)]


def _on_list(tournament: Tournament, player: EntrantId) -> e.EntryWaitlisted:
    waits = tournament.waiting.get(player)
    if waits is None:
        raise r.NotWaiting
    return waits
