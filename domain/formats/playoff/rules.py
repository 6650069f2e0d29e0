"""The format of a play-off: its rounds are the games played at the same time, as the decision table has them."""

from collections.abc import Mapping

from domain import refusals as r
from domain.events import Board, BoardsAltered, Event, RoundWithdrawn
from domain.formats.contract import RoundByRound, Seating
from domain.formats.playoff.reading import read
from domain.formats.playoff.state import PlayoffGame, PlayoffState, Position, match_of_boards
from domain.round import Game, Round
from domain.state import Tournament
from domain.words.players import EntrantId

ENGINE = "playoff"
ARTICLE = "32.5"
OVERTAKEN = "32.5.6"
"""The reason of a step that takes games back: after a correction the table has others."""


def state_of(tournament: Tournament) -> PlayoffState:
    """A tournament of the format `playoff`, as the decision table reads it."""
    declared, opened = tournament.playoff.declared, tournament.playoff.opened
    return PlayoffState(
        declared.tied if declared else tuple(tournament.entrants),
        tournament.regulations.playoff,
        {name: stage.order for name, stage in opened.items()},
        {name: stage.white for name, stage in opened.items() if stage.white is not None},
        tuple(_wave(tournament, round) for round in tournament.rounds),
        refused={id: absences[-1][0] - 1 for id, absences in tournament.absences.items() if absences[-1][1] is None},
    )


def _wave(tournament: Tournament, round: Round) -> tuple[PlayoffGame, ...]:
    lengths, found = tournament.playoff.half_moves, []
    for match in round.matches.values():
        boards = tuple(_game(round.number, game, lengths) for game in match)
        of_teams = tournament.regulations.of_teams
        found.append(match_of_boards(match[0].white, match[0].black, boards) if of_teams else boards[0])
    return tuple(found)


def _game(round: int, game: Game, lengths: Mapping[tuple[int, EntrantId, EntrantId], int]) -> PlayoffGame:
    half_moves, seen = lengths.get((round, game.white, game.black)), game.seen(None)
    white, black = (seen.white, seen.black) if seen else (game.white, game.black)
    return PlayoffGame(white, black, game.result, half_moves, game.board, round)


def position_of(tournament: Tournament) -> Position:
    return read(state_of(tournament))


class Playoff(RoundByRound):
    def due(self, tournament: Tournament) -> tuple[int, ...]:
        """Raises TournamentIsClosed, PlayoffIsDecided, GamesStillPlayed, or a refusal about lots, colours or moves."""
        if tournament.closed:
            raise r.TournamentIsClosed
        if tournament.draft is not None:
            return (tournament.draft.number,)
        position = position_of(tournament)
        if position.outcome is not None:
            raise r.PlayoffIsDecided
        if position.next.waiting:
            raise r.GamesStillPlayed(tournament.paired, tuple(game.board for game in position.next.waiting))
        if position.next.lots:
            raise r.LotsNotDrawn
        if position.next.colours:
            raise r.ColourNotChosen
        if not position.next.pairings:
            raise r.MovesMissing(tuple(sorted((game.round, game.board) for game in position.next.moves)))
        return (tournament.paired + 1,)

    def takes_part(self, tournament: Tournament, player: EntrantId, round: int) -> bool:
        if not tournament.present(player, round):
            return False
        if round <= tournament.paired:
            return player in tournament.round(round).seated
        return any(player in (p.white, p.black) for p in position_of(tournament).next.pairings)

    def pair(self, tournament: Tournament, round: int) -> Seating:
        """The games that the table has next, seated with the colours of the lots or of the Berger tables."""
        upcoming = tournament
        if round <= tournament.paired:
            upcoming = tournament.copy()
            del upcoming.rounds[round - 1 :]
        pairings = position_of(upcoming).next.pairings
        boards = tuple(Board(number, pairing.white, pairing.black) for number, pairing in enumerate(pairings, 1))
        return Seating(boards, None, ENGINE, ARTICLE)

    def overtaken(self, tournament: Tournament) -> tuple[Event, ...]:
        """Takes the games back that the table does not have any more.

        A round that keeps none of its games goes, with all after it, if those keep none either.
        """
        void: dict[int, set[int]] = {}
        for wave, game in position_of(tournament).void:
            void.setdefault(wave + 1, set()).add(game.board)
        kept = {
            round.number: tuple(board for board in round.boards if board.number not in void.get(round.number, ()))
            for round in tournament.rounds
        }
        last = max((number for number, boards in kept.items() if boards), default=0)
        events: list[Event] = [
            BoardsAltered(number, kept[number], None, OVERTAKEN) for number in sorted(void) if number <= last
        ]
        if void and last < tournament.paired:
            begun = any(round.begun for round in tournament.rounds[last:])
            events.append(RoundWithdrawn(last + 1, OVERTAKEN, overridden=begun))
        return tuple(events)

    def over(self, tournament: Tournament) -> bool:
        """The order of the tied is decided."""
        return tournament.published > 0 and position_of(tournament).outcome is not None

    def needs_lot(self, tournament: Tournament) -> bool:
        """No: the lots of each stage say the colours (32.5.5)."""
        return False
