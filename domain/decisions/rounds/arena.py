"""An arena as it goes: its beginning and end, who pauses, and the games of those who wait."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from domain import events as e
from domain import refusals as r
from domain.decisions import refuse_if_closed
from domain.decisions.players.numbering import numbers_for
from domain.decisions.players.registering import entrant
from domain.decisions.rounds.results import game_of
from domain.fields import whole_number
from domain.formats import rules_of
from domain.formats.arena import ARENA_VERSION, Arena, games_in_play, seats_for_waiting
from domain.tournament import Tournament, replay
from domain.words.players import EntrantId

MOST_ARENA_MINUTES = 720


def begin_arena(tournament: Tournament, minutes: int, now: datetime) -> list[e.Event]:
    """It lasts so many minutes from now on; said again it ends so many minutes from now. `now` is local."""
    _refuse_others(tournament)
    whole_number("arena_minutes", minutes, 1, MOST_ARENA_MINUTES)
    ends = (now + timedelta(minutes=minutes)).isoformat(timespec="minutes")
    begun = e.ArenaBegun(ends)
    return [begun, *_paired(tournament, [begun])]


def end_arena(tournament: Tournament, drop_open: bool = False) -> list[e.Event]:
    """No game begins any more; with `drop_open` those in play are taken back and count for nobody."""
    _refuse_others(tournament)
    dropped = (
        [e.ArenaGameTakenBack(round, game.board) for round, game in games_in_play(tournament)] if drop_open else []
    )
    ended: list[e.Event] = [] if tournament.arena.ended else [e.ArenaEnded()]
    return [*ended, *dropped]


def pair_waiting(tournament: Tournament, now: datetime) -> list[e.Event]:
    """Everybody who is free, even two who have just met. Raises ArenaNotBegun, ArenaIsOver, NobodyWaits."""
    _refuse_others(tournament)
    if not tournament.arena.ends:
        raise r.ArenaNotBegun
    if over_at(tournament, now):
        raise r.ArenaIsOver(tournament.arena.ends)
    paired = _paired(tournament, [], again=True)
    if not paired:
        raise r.NobodyWaits
    return paired


def pause(tournament: Tournament, players: Iterable[EntrantId], paused: bool) -> list[e.Event]:
    """Whoever is playing ends the game first. Somebody who comes back waits at once."""
    _refuse_others(tournament)
    named = tuple(dict.fromkeys(players))
    for player in named:
        entrant(tournament, player)
    changed = tuple(id for id in named if (id in tournament.arena.paused) != paused)
    return [e.ArenaPauseSet(changed, paused)] if changed else []


def take_game_back(tournament: Tournament, round: int, board: int) -> list[e.Event]:
    """A game that has no result: both wait again, and who has gone is sent into a pause before."""
    _refuse_others(tournament)
    if game_of(tournament, round, board).result is not None:
        raise r.ResultStands(round, board)
    return [e.ArenaGameTakenBack(round, board)]


def game_at_table(tournament: Tournament, board: int, round: int = 0) -> int:
    """The round of the game in play at a table, or that of the row that was pressed: somebody may have ended it.

    Raises NoArena, NoGameAtTable and GamesAtOneTable.
    """
    _refuse_others(tournament)
    if round:
        return round
    found = [round for round, game in games_in_play(tournament) if game.board == board]
    if not found:
        raise r.NoGameAtTable(board)
    if len(found) > 1:
        raise r.GamesAtOneTable(board)
    return found[0]


def over_at(tournament: Tournament, now: datetime) -> bool:
    return tournament.arena.ended or datetime.fromisoformat(tournament.arena.ends) <= now


PAIRS_NOBODY = (e.ArenaGameTakenBack, e.ArenaGamesBegun, e.ArenaBegun, e.ArenaEnded, e.EventUndone, e.TournamentClosed)
"""After these the desk says what comes next, or they have paired already."""


def followed_in_arena(tournament: Tournament, events: Sequence[e.Event], now: datetime) -> list[e.Event]:
    """What follows by itself in an arena: the games of those who are free now, or its end when the time is over."""
    known = tournament.arena
    if not known.ends or known.ended or not events or any(isinstance(event, PAIRS_NOBODY) for event in events):
        return []
    return [e.ArenaEnded()] if over_at(tournament, now) else _paired(tournament, events)


def _paired(tournament: Tournament, events: Sequence[e.Event], *, again: bool = False) -> list[e.Event]:
    """Games for those who wait after these events, by rounds; with numbers for whoever has none yet."""
    ahead = replay(events, tournament.copy())
    numbers = numbers_for(ahead, ahead.published + 1)
    issued: list[e.Event] = [e.PairingNumbersIssued(numbers, ahead.published)] if numbers != ahead.numbers else []
    by_round: dict[int, list[e.Board]] = {}
    for seat in seats_for_waiting(ahead, again=again):
        by_round.setdefault(seat.round, []).append(seat.board)
    begun = [e.ArenaGamesBegun(round, tuple(boards), ARENA_VERSION) for round, boards in sorted(by_round.items())]
    return [*issued, *begun] if begun else []


def _refuse_others(tournament: Tournament) -> None:
    refuse_if_closed(tournament)
    if not isinstance(rules_of(tournament), Arena):
        raise r.NoArena
