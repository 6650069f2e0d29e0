"""What everybody sees of the games while they are played."""

from domain.records import dataclass

MOST_DELAY_MINUTES = 240
MOST_DELAY_MOVES = 60


@dataclass(frozen=True, slots=True)
class Broadcast:
    """The delay of live games for the public; at most one of both is not 0."""

    minutes: int = 0
    """From a move at its board to everybody; results wait as long."""
    moves: int = 0
    """Full moves that are kept back while a game is played; it is shown whole when it has ended."""

    @property
    def delayed(self) -> bool:
        return bool(self.minutes or self.moves)


AT_ONCE = Broadcast()
