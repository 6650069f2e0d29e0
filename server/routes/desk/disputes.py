"""Entries on a board in dispute, each with its author and time."""

from dataclasses import dataclass
from datetime import datetime

from domain.events import ResultDisputed, games_of
from domain.team_seats import players_of_game
from domain.tournament import Game, Tournament, undone
from domain.words.games import Result
from projections.disputes import disputed
from server.office.tournaments import TournamentOffice


@dataclass(frozen=True, slots=True)
class Claim:
    """One of the entries that contradict each other."""

    result: Result
    who: str
    when: datetime


@dataclass(frozen=True, slots=True)
class Dispute:
    game: Game
    claims: tuple[Claim, ...]
    """The claims in the order they came in; the table shows the first."""
    names: tuple[str, str]
    """White and Black; of teams the players at the board with their teams."""


def disputes(office: TournamentOffice, round: int) -> list[Dispute]:
    """Those of one round, by board."""
    t = office.tournament
    return [_dispute(office, t.round(r).game(board, game), r) for r, board, game in disputed(t) if r == round]


def _dispute(office: TournamentOffice, game: Game, round: int) -> Dispute:
    """Back from the newest entry about the board to the one that the others contradict."""
    void = undone([entry.event for entry in office.entries])
    found: list[Claim] = []
    for entry in reversed(office.entries):
        if entry.version in void or (round, game.board, game.number) not in games_of(entry.event):
            continue
        if isinstance(entry.event, ResultDisputed):
            found.append(Claim(entry.event.claimed, entry.by, entry.recorded_at))
        elif game.result is not None:
            found.append(Claim(game.result, entry.by, entry.recorded_at))
            break
    return Dispute(game, tuple(reversed(found)), _names(office.tournament, round, game))


def _names(t: Tournament, round: int, game: Game) -> tuple[str, str]:
    white, black = t.entrants[game.white].name, t.entrants[game.black].name
    players = players_of_game(t, round, game, at_desk=True) if t.regulations.of_teams else (None, None)
    one, other = (t.players[player].name if player else "" for player in players)
    return (f"{one} ({white})" if one else white), (f"{other} ({black})" if other else black)
