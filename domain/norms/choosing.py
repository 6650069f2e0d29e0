"""A player's claim to a norm: games that may be left out, and rounds without a game that may count."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import combinations

from domain.norms.judging import USUAL_GAMES, Judgement, Norm, NormCheck, NormGame, judge, limits
from domain.records import dataclass

MOST_WINS_LEFT_OUT = 4
"""Events of up to 13 rounds never need more: nine games must remain."""


class Concession(StrEnum):
    """A sentence of B.01 that an achieved norm rests on; it is named on the certificate."""

    LATER_ROUNDS_CUT = "1.4.1e"
    WINS_LEFT_OUT = "1.4.1f"
    EIGHT_OF_NINE = "1.4.1c"
    LAST_AS_LOSS = "1.4.2c"


@dataclass(frozen=True, slots=True)
class NormCase:
    federation: str
    games: tuple[NormGame, ...]
    """The games that count, in the order of the rounds."""
    min_games: int = USUAL_GAMES
    may_cut: bool = True
    """Pairings were not known in advance: rounds after the norm was reached may be left out (1.4.1e)."""
    free_rounds: int = 0
    rounds: int = 0
    no_show: NormGame | None = None
    waived: frozenset[NormCheck] = frozenset()


@dataclass(frozen=True, slots=True)
class NormClaim:
    judgement: Judgement
    concessions: tuple[Concession, ...] = ()
    left_out: tuple[NormGame, ...] = ()

    @property
    def achieved(self) -> bool:
        return self.judgement.achieved


def claim(norm: Norm, case: NormCase) -> NormClaim:
    """The judgement that leaves out fewest games of those that achieve the norm; else that of all games."""
    whole = _judged(norm, case, case.games)
    if whole.achieved or not _within_reach(whole):
        return NormClaim(whole, _excuse(case, case.games))
    for games, used in _ways(case):
        if (found := _judged(norm, case, games)).achieved:
            left_out = tuple(game for game in case.games if game not in games)
            return NormClaim(found, (*used, *_excuse(case, games)), left_out)
    return NormClaim(whole)


def _within_reach(whole: Judgement) -> bool:
    """False where leaving out games cannot help: too few holders of titles for the fewest games there are."""
    fewest = limits(min(len(whole.games), USUAL_GAMES - 2))
    reached = {checked.check: checked.reached for checked in whole.checks}
    return (
        reached[NormCheck.REQUIRED_TITLES] >= fewest.required_titles
        and reached[NormCheck.TITLE_HOLDERS] >= fewest.title_holders
    )


def _judged(norm: Norm, case: NormCase, games: Sequence[NormGame]) -> Judgement:
    excused = frozenset({NormCheck.GAMES}) if _excuse(case, games) else frozenset[NormCheck]()
    return judge(norm, games, case.federation, case.min_games, case.waived | excused)


def _excuse(case: NormCase, games: Sequence[NormGame]) -> tuple[Concession, ...]:
    """Nine rounds of which one was won without a game: eight games are enough (1.4.1c)."""
    eight_of_nine = case.rounds == USUAL_GAMES and case.free_rounds == 1 and len(games) == USUAL_GAMES - 1
    return (Concession.EIGHT_OF_NINE,) if eight_of_nine and case.min_games == USUAL_GAMES else ()


def _ways(case: NormCase) -> Iterator[tuple[tuple[NormGame, ...], tuple[Concession, ...]]]:
    if case.no_show is not None:
        yield (*case.games, case.no_show), (Concession.LAST_AS_LOSS,)
    fewest = min(case.min_games, len(case.games))
    for dropped in range(1, len(case.games) - fewest + 1):
        for cut in range(dropped, -1, -1) if case.may_cut else (0,):
            yield from _without(case.games, cut, dropped - cut)


def _without(
    games: tuple[NormGame, ...], cut: int, wins: int
) -> Iterator[tuple[tuple[NormGame, ...], tuple[Concession, ...]]]:
    """The games without the last `cut` of them and without so many of the wins before."""
    kept = games[: len(games) - cut]
    if wins > MOST_WINS_LEFT_OUT:
        return
    used = ((Concession.LATER_ROUNDS_CUT,) if cut else ()) + ((Concession.WINS_LEFT_OUT,) if wins else ())
    for left in combinations([game for game in kept if game.half_points == 2], wins):
        yield tuple(game for game in kept if game not in left), used
