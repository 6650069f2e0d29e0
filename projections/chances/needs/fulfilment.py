"""Ways in which an event may end for an entrant, and the sentence in which all of them are said."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.words.games import Code
from projections.moment.chances_found import Need, NeedKind


class Fulfilment(NamedTuple):
    """Of one way."""

    ended: Code | None
    gain: int
    possible: bool
    alone: bool
    """Possible without any tie-break."""
    certain: bool

    def __or__(self, other: "Fulfilment") -> "Fulfilment":
        """Where either of two places fulfils the aim."""
        either = (one or two for one, two in zip(self[2:], other[2:], strict=True))
        return Fulfilment(self.ended, self.gain, *either)


def merged(steps: Sequence[Fulfilment]) -> list[Fulfilment]:
    """One of each end of the present game and points from here: possible if once, certain if always."""
    found: dict[tuple[Code | None, int], Fulfilment] = {}
    for one in steps:
        known = found.get(one[:2], one)
        possible, certain = one.possible or known.possible, one.certain and known.certain
        found[one[:2]] = Fulfilment(one.ended, one.gain, possible, possible, certain)
    return list(found.values())


def need_of(games: int, matches: bool, steps: Sequence[Fulfilment]) -> Need:
    possible = [step for step in steps if step.possible]
    if not possible:
        return Need(NeedKind.OUT, games, matches=matches)
    enough, needed = _enough(steps), min(step.gain for step in possible)
    tiebreak = not any(step.alone for step in steps)
    if all(step.certain for step in steps):
        kind = NeedKind.CERTAIN
    elif (now := _by_this_game(steps)) is not None:
        kind = now
    elif enough is not None:
        kind = NeedKind.POINTS
    elif tiebreak:
        kind = NeedKind.TIEBREAK
    elif not games:
        kind = NeedKind.OTHERS
    else:
        kind = NeedKind.AT_LEAST if needed > min(step.gain for step in steps) else NeedKind.OPEN
    return Need(kind, games, enough, needed, tiebreak, matches)


def _enough(steps: Sequence[Fulfilment]) -> int | None:
    """The fewest half-points with which the aim is certain, and with all more."""
    short = max((step.gain for step in steps if not step.certain), default=-1)
    return min((step.gain for step in steps if step.gain > short), default=None)


def _by_this_game(steps: Sequence[Fulfilment]) -> NeedKind | None:
    won, drawn, lost = ([step for step in steps if step.ended is code] for code in (Code.WIN, Code.DRAW, Code.LOSS))
    if not won:
        return None
    win = all(step.certain for step in won)
    if win and drawn and all(step.certain for step in drawn):
        return NeedKind.DRAW
    if not any(step.possible for step in (*drawn, *lost)):
        return NeedKind.WIN_DECIDES if win else NeedKind.MUST_WIN
    return NeedKind.WIN if win else None
