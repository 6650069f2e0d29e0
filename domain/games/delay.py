"""What everybody may see of a game while it is withheld: its first moves, and its end no sooner than its moves."""

from bisect import bisect_right
from datetime import datetime, timedelta

from domain.games.state import KeptGame
from domain.moves.games import PgnGame
from domain.records import dataclass
from domain.words.choices.broadcasts import Broadcast

KNOWN_BEFORE = frozenset(
    ("Event", "Site", "Date", "Round", "Board", "Table", "Section", "TimeControl", "Variant", "SetUp", "FEN")
) | {f"{side}{what}" for side in ("White", "Black") for what in ("", "Elo", "Title", "FideId", "Team")}
"""Tags that say nothing of how a game went."""


@dataclass(frozen=True, slots=True)
class SeenSoFar:
    """How much of a game is seen now."""

    plies: int
    whole: bool
    """Its end is seen too, if it has one."""
    due: datetime | None = None
    """When more will be seen; None: when somebody moves, or never."""


def how_far_seen(kept: KeptGame, broadcast: Broadcast, entered: datetime | None, now: datetime) -> SeenSoFar:
    """`entered` is when the desk had the result, None = it has none yet: so many minutes later all is seen, or with a
    delay by moves at once.
    """
    plies = len(kept.game.moves)
    if broadcast.moves:
        over = entered is not None or kept.game.result is not None
        few = plies if over else max(0, plies - 2 * broadcast.moves)
        return SeenSoFar(few, few == plies)
    delay = timedelta(minutes=broadcast.minutes)
    end_due = entered + delay if entered is not None else None
    if end_due is not None and end_due <= now:
        return SeenSoFar(plies, True)
    few = bisect_right(kept.at, now - delay)
    if few < plies:
        move_due = kept.at[few] + delay
        return SeenSoFar(few, False, min(move_due, end_due) if end_due is not None else move_due)
    if plies and end_due is not None and kept.game.result is None:
        return SeenSoFar(plies, False, end_due)  # moves may still come: the board says nothing of the end
    return SeenSoFar(plies, True)


def shown_part(kept: KeptGame, how_far: SeenSoFar, before: KeptGame | None = None) -> KeptGame:
    """The game as it is seen; `before` is the same as it was seen last, so that only new moves are worked out."""
    if how_far.whole:
        return kept
    few, game = how_far.plies, kept.game
    if before is not None and before is not kept and before.version == kept.version and len(before.at) == few:
        return before
    tags = {name: value for name, value in game.tags.items() if name in KNOWN_BEFORE}
    shown = PgnGame(tags, game.moves[:few], game.clocks[:few], None, False)
    return KeptGame(shown, kept.at[:few], kept.source, kept.version, before.board if before is not None else None)
