"""The moves of one game as people type or paste them: with or without numbers, clocks, tags and a result."""

import re
from dataclasses import replace

from domain.moves.games import PgnGame, pgn_games, played
from domain.moves.letters import in_letters
from domain.refusals import IllegalMoveTyped, NoMovesTyped, SeveralGamesTyped, TooManyMovesTyped

MOST_TYPED_CHARS = 20_000
MOST_TYPED_PLIES = 700
"""The longest game of a tournament had 538."""
FIGURINES = str.maketrans("♔♕♖♗♘♚♛♜♝♞", "KQRBNKQRBN", "♙♟\u200b\ufeff")
TYPED_CLOCK = re.compile(r"(?<=\s)\(?(\d{1,2}):(\d\d)(?::(\d\d))?\)?(?=\s)")
BARE_NUMBER = re.compile(r"(?<=\s)\d{1,3}\)?(?=\s)")
EN_PASSANT = re.compile(r"(?<=\d)\s*e\.?\s?p\.?(?=\s)")
TYPED_DRAW = re.compile(r"(?<=\s)(?:½|1/2)(?:\s?[-–:]\s?(?:½|1/2))?(?=\s)")
DASHES = str.maketrans("–—−", "---")


def typed_moves(text: str, start: str = "") -> PgnGame:
    """The one game of the text, all of whose moves are legal. `start` is the FEN where it is not the usual one.

    Raises NoMovesTyped, SeveralGamesTyped, IllegalMoveTyped, TooManyMovesTyped.
    """
    if len(text) > MOST_TYPED_CHARS:
        raise TooManyMovesTyped(MOST_TYPED_PLIES // 2)
    before = f'[FEN "{start}"]\n' if start and "[FEN" not in text else ""
    games = [game for game in pgn_games(before + _as_pgn(text)) if game.moves]
    if not games:
        raise NoMovesTyped
    if len(games) > 1:
        raise SeveralGamesTyped(len(games))
    game = in_letters(games[0])
    if len(game.moves) > MOST_TYPED_PLIES:
        raise TooManyMovesTyped(MOST_TYPED_PLIES // 2)
    if unreadable := played(game).unreadable:
        raise IllegalMoveTyped(unreadable[:40])
    return replace(game, complete=True)


def _as_pgn(text: str) -> str:
    """Clocks between moves, `1:30` or `1:30:55`, as comments; other signs of people as PGN has them."""
    plain = f" {text.translate(FIGURINES).translate(DASHES)} \n"
    plain = TYPED_DRAW.sub("1/2-1/2", EN_PASSANT.sub("", BARE_NUMBER.sub("", plain)))
    if "%clk" in plain:
        return plain
    return TYPED_CLOCK.sub(lambda read: f"{{[%clk {read[1]}:{read[2]}:{read[3] or '00'}]}}", plain)
