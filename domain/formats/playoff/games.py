"""A game of a play-off, and what it is worth: in Armageddon a draw wins for Black."""

from dataclasses import dataclass

from domain.words.entrants import EntrantId
from domain.words.games import Result, Scoring

SCORING = Scoring()


@dataclass(frozen=True, slots=True)
class PlayoffGame:
    """A game that was seated."""

    white: EntrantId
    black: EntrantId
    result: Result | None = None
    half_moves: int | None = None
    """As on the score sheet: White's 31st move is half-move 61. None = nobody has given it."""
    board: int = 0
    round: int = 0
    """0 = decided without a board: one of the two has refused."""

    @property
    def open(self) -> bool:
        return self.result is None or self.result is Result.ADJOURNED

    @property
    def forfeited(self) -> bool:
        """Somebody did not come or refused, or both lost it (article 32.5 is silent: the pairing is lost)."""
        return self.result in (
            Result.WHITE_WINS_BY_FORFEIT,
            Result.BLACK_WINS_BY_FORFEIT,
            Result.DOUBLE_FORFEIT,
            Result.BOTH_LOSE,
        )

    def points(self, player: EntrantId, *, armageddon: bool) -> int:
        """Half-points of one of the two; 0 while the game is open."""
        if self.result is None:
            return 0
        white, black = SCORING.points(self.result.white), SCORING.points(self.result.black)
        if armageddon and white == black == SCORING.draw:
            white, black = 0, SCORING.win
        return white if player == self.white else black

    def won_by(self, player: EntrantId, *, armageddon: bool) -> bool:
        return self.points(player, armageddon=armageddon) == SCORING.win
