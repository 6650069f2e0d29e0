"""Entries on a board in dispute, each with its author and time."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from domain.events import ResultDisputed, ResultReported, games_of
from domain.tournament import Game, Round, Tournament, undone
from domain.tournament_cards import players_of_game
from domain.words.games import Colour, Result
from projections.round.disputes import disputed
from server.journal import Entry
from server.office.tournaments import TournamentOffice
from web.wording import Language
from web.wording.chess.results import reported


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


def reported_in(round: Round, words: Language) -> dict[str, str]:
    """By board: what one side alone has reported."""
    games = (game for match in round.matches.values() for game in match) if round.reports else ()
    told = ((game.spot, reported(round.reported(game), words)) for game in games)
    return {spot: said for spot, said in told if said}


def _dispute(office: TournamentOffice, game: Game, round: int) -> Dispute:
    names = _names(office.tournament, round, game)
    if game.result is None:
        return Dispute(game, tuple(_reports(office, game, round, names)), names)
    return Dispute(game, tuple(reversed([*_entries(office, game, round)])), names)


def _entries(office: TournamentOffice, game: Game, round: int) -> Iterator[Claim]:
    """Back from the newest entry about the board to the one that the others contradict."""
    for entry in _about(office, game, round):
        if isinstance(entry.event, ResultDisputed):
            yield Claim(entry.event.claimed, entry.by, entry.recorded_at)
        elif game.result is not None:
            yield Claim(game.result, entry.by, entry.recorded_at)
            return


def _reports(office: TournamentOffice, game: Game, round: int, names: tuple[str, str]) -> Iterator[Claim]:
    """The last word of White and of Black."""
    last: dict[Colour, Claim] = {}
    for entry in _about(office, game, round):
        if isinstance(entry.event, ResultReported):
            side = entry.event.colour
            name = names[0] if side is Colour.WHITE else names[1]
            last.setdefault(side, Claim(entry.event.result, name, entry.recorded_at))
    return (last[side] for side in Colour if side in last)


def _about(office: TournamentOffice, game: Game, round: int) -> Iterator[Entry]:
    """Entries about a game that count, the newest first."""
    void = undone([entry.event for entry in office.entries])
    spot = (round, game.board, game.number)
    return (one for one in reversed(office.entries) if one.version not in void and spot in games_of(one.event))


def _names(t: Tournament, round: int, game: Game) -> tuple[str, str]:
    white, black = t.entrants[game.white].name, t.entrants[game.black].name
    players = players_of_game(t, round, game, at_desk=True) if t.regulations.of_teams else (None, None)
    one, other = (t.players[player].name if player else "" for player in players)
    return (f"{one} ({white})" if one else white), (f"{other} ({black})" if other else black)
