"""Worth of an unplayed round to a tie-break: six answers, one for each ruleset.

Three numbers tell them apart. The score that *opponents* may count of a player (`adjusted`), whom a player met in a
round that was missed (`stand_in`), and which of the player's values a cut takes first (`VOLUNTARY`). All points are
half-points.

Sources: seeds 001 and 002 (article 31) for `vo2009`; C.07, article 16 of 2023 and 2026, read
through published studies and the exercises of FIDE's technical commission, not from the
Handbook itself. No FIDE text before 2009 could be found: `raw` is what programs did then.
"""

from collections.abc import Sequence
from datetime import date
from enum import StrEnum

from domain.records import dataclass
from domain.words.articles import C07, FIDE_2009, Article
from domain.words.games import PLAYED_CODES, Code, Scoring


class Ruleset(StrEnum):
    """The rule for unplayed rounds in tie-breaks. The values are stored in journals."""

    RAW = "raw"
    """Opponents at face value; a player's own unplayed rounds contribute nothing."""
    VO2009 = "vo2009"
    """The virtual opponent of FIDE 2009 and of seeds 001 and 002, till 31 August 2023."""
    C07_2024 = "c07_2024"
    """C.07 as in force till 28 February 2026: a dummy with the player's own score."""
    C07_2026 = "c07_2026"
    """C.07 from 1 March 2026: the dummy is capped."""
    PORTAL = "portal"
    """Seed 003: as `raw`."""
    USCF = "uscf"
    """Opponents' unplayed games count as draws, the player's own as nothing."""

    @property
    def c07(self) -> bool:
        return self in (Ruleset.C07_2024, Ruleset.C07_2026)


def default_ruleset(end: date) -> Ruleset | None:
    """The ruleset of an event that ended on `end`; None between 1 Sep 2023 and 31 Mar 2024.

    In those months the new text bound FIDE's own events only, so somebody has to say. The
    virtual opponent is dated from 2009, the year FIDE adopted it.
    """
    if end < date(2009, 1, 1):
        return Ruleset.RAW
    if end <= date(2023, 8, 31):
        return Ruleset.VO2009
    if end < date(2024, 4, 1):
        return None
    return Ruleset.C07_2024 if end <= date(2026, 2, 28) else Ruleset.C07_2026


VOLUNTARY = frozenset({Code.HALF_BYE, Code.ZERO_BYE, Code.FORFEIT_LOSS})
"""Voluntary unplayed rounds, VUR (C.07, 16.1)."""

REQUESTED = frozenset({Code.HALF_BYE, Code.ZERO_BYE})
"""Byes somebody asked for (C.07, 16.2.3 and 16.2.5)."""

FORFEITED = frozenset({Code.FORFEIT_WIN, Code.FORFEIT_LOSS})

PLAYED_OR_FORFEIT = PLAYED_CODES | FORFEITED


class StandIn(StrEnum):
    """Opponents taken to have been met in a round."""

    OPPONENT = "opponent"
    """The real one, over the board."""
    SCHEDULED = "scheduled"
    """The real one, though the game was decided by forfeit."""
    VIRTUAL = "virtual"
    """The virtual opponent of 2009."""
    DUMMY = "dummy"
    """The dummy of C.07, 16.4."""
    NOBODY = "nobody"
    SELF = "self"
    """The player, in the sums of McMahon."""


VIRTUAL_OPPONENT = Article(FIDE_2009, "31")
ADJUSTED_SCORE = Article(C07, "16.3")
DUMMY = Article(C07, "16.4")
CAPPED_BY_OPPONENT = Article(C07, "16.4.1")
CAPPED_BY_DRAWS = Article(C07, "16.4.2")
WITHOUT_DUMMIES = Article(C07, "16.6")


@dataclass(frozen=True, slots=True)
class Stand:
    """The opponent put in the place of a missing one, with the rule that says so."""

    kind: StandIn
    score: int
    article: Article | None = None


def withdrawn_from(codes: Sequence[Code]) -> list[int]:
    """Rounds, from 0, with a requested bye followed by nothing but VURs (C.07, 16.2.5)."""
    found = []
    for r in range(len(codes) - 1, -1, -1):
        if codes[r] not in VOLUNTARY:
            break
        if codes[r] in REQUESTED:
            found.append(r)
    return found


def adjusted(ruleset: Ruleset, codes: Sequence[Code], points: Sequence[int], scoring: Scoring) -> int:
    """The score that opponents may count of this player (article 31; C.07, 16.3)."""
    if ruleset in (Ruleset.VO2009, Ruleset.USCF):
        return sum(p if code in PLAYED_CODES else scoring.draw for code, p in zip(codes, points, strict=True))
    if ruleset.c07:
        late = withdrawn_from(codes)
        return sum(points) + sum(scoring.draw - points[r] for r in late)
    return sum(points)


def virtual_opponent(before: int, received: int, completed: int, missed: int, scoring: Scoring | None = None) -> int:
    """Svon = SPR + (1 - SfPR) + 1/2 (n - R), in half-points (article 31; FIDE 2009).

    `before`: the score before the missed round; `received`: what that round gave; `completed`:
    rounds completed, n; `missed`: the round itself, R, from 1. Seed 002 says "rounds of the
    tournament" for n, but its own examples count completed rounds, as seed 001 does.
    """
    worth = scoring or Scoring()
    return before + (worth.win - received) + worth.draw * (completed - missed)


def dummy(own: int, cap: int | None = None, article: Article | None = None) -> Stand:
    """The dummy has the player's own final score, since 2026 under a cap (C.07, 16.4)."""
    if cap is not None and cap < own:
        return Stand(StandIn.DUMMY, cap, article)
    return Stand(StandIn.DUMMY, own, DUMMY)


def stand_in(
    ruleset: Ruleset,
    round: int,
    codes: Sequence[Code],
    points: Sequence[int],
    scheduled: int | None,
    rounds: int,
    scoring: Scoring,
) -> Stand:
    """The opponent a player is taken to have met in `round` (from 0), which was not played.

    `scheduled`: the adjusted score of the opponent who should have been met, None if there was none;
    `rounds`: rounds of the tournament (C.07, 16.4.2, read as the scheduled number also while
    the event is running).
    """
    if ruleset is Ruleset.VO2009:
        before = sum(points[:round])
        score = virtual_opponent(before, points[round], len(points), round + 1, scoring)
        return Stand(StandIn.VIRTUAL, score, VIRTUAL_OPPONENT)
    if not ruleset.c07:
        return Stand(StandIn.NOBODY, 0)
    own = sum(points)
    if ruleset is Ruleset.C07_2024:
        return dummy(own)
    if codes[round] in FORFEITED and scheduled is not None:
        return dummy(own, scheduled, CAPPED_BY_OPPONENT)
    return dummy(own, scoring.draw * rounds, CAPPED_BY_DRAWS)
