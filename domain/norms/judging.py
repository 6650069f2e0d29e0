"""One judgement: do these games make this norm (FIDE B.01 of 2024, 1.4)? With the figures of 1.4.4 to 1.4.8."""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from fractions import Fraction

from domain.ranking.elo import DP, average, percentage
from domain.records import dataclass
from domain.words.players import PairingNumber, Sex, Title


class Norm(StrEnum):
    GM = "GM"
    IM = "IM"
    WGM = "WGM"
    WIM = "WIM"


@dataclass(frozen=True, slots=True)
class Requirement:
    performance: int
    average: int
    """The lowest average rating of the opponents."""
    floor: int
    """The lowest opponent's rating is raised to this one."""
    titles: frozenset[Title]
    """A third of the opponents, three at least, must hold one of them."""


REQUIREMENTS: dict[Norm, Requirement] = {
    Norm.GM: Requirement(2600, 2380, 2200, frozenset({Title.GM})),
    Norm.IM: Requirement(2450, 2230, 2050, frozenset({Title.GM, Title.IM})),
    Norm.WGM: Requirement(2400, 2180, 2000, frozenset({Title.GM, Title.IM, Title.WGM})),
    Norm.WIM: Requirement(2250, 2030, 1850, frozenset({Title.GM, Title.IM, Title.WGM, Title.WIM})),
}

RATING_OF_TITLE: dict[Norm, int] = {Norm.GM: 2500, Norm.IM: 2400, Norm.WGM: 2300, Norm.WIM: 2200}
"""The rating that the title needs beside its norms."""
GAMES_OF_A_TITLE = 27
"""In all norms of a title together (1.5)."""

TITLE_HOLDERS: frozenset[Title] = frozenset({Title.GM, Title.IM, Title.WGM, Title.FM, Title.WIM, Title.WFM})
"""Half of the opponents must hold one of these; CM and WCM do not count."""

UNRATED = 1400
"""An opponent without a rating counts as this."""

MIN_SCORE_PERCENT = 35
MIN_FOREIGN_FEDERATIONS = 2
MIN_REQUIRED_TITLES = 3
USUAL_GAMES = 9

NO_COUNTRY = "FID"
"""The player plays for no country: the game counts, the federation does not."""
NO_FEDERATION = "NON"
"""Games against such a player are left out."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds that go with the number of games: minima are rounded up, maxima down."""

    title_holders: int
    required_titles: int
    own_federation: int
    one_federation: int


def limits(games: int) -> Limits:
    return Limits(
        title_holders=-(-games // 2),
        required_titles=max(MIN_REQUIRED_TITLES, -(-games // 3)),
        own_federation=3 * games // 5,
        one_federation=2 * games // 3,
    )


NORMS_BELOW: dict[Title, tuple[Norm, ...]] = {
    Title.GM: (),
    Title.IM: (Norm.GM,),
    Title.WGM: (Norm.GM, Norm.IM),
    Title.WIM: (Norm.GM, Norm.IM, Norm.WGM),
}
"""Norms that are still of use to the holder of a title; everybody else can use all of them."""


def norms_of_use(title: Title, sex: Sex) -> tuple[Norm, ...]:
    """The norms a player can make, the highest first; those of women are for women only."""
    useful = NORMS_BELOW.get(title, tuple(Norm))
    return tuple(norm for norm in useful if sex is Sex.WOMAN or norm in (Norm.GM, Norm.IM))


@dataclass(frozen=True, slots=True)
class NormGame:
    """A game of the applicant, with the opponent as on the list at the start of the event."""

    round: int
    opponent: PairingNumber
    rating: int
    """0 = unrated."""
    title: Title
    federation: str
    half_points: int
    """2, 1 or 0, whatever the event gives for a win."""


class NormCheck(StrEnum):
    GAMES = "games"
    FEDERATIONS = "federations"
    OWN_FEDERATION = "own_federation"
    ONE_FEDERATION = "one_federation"
    TITLE_HOLDERS = "title_holders"
    REQUIRED_TITLES = "required_titles"
    SCORE = "score"
    AVERAGE = "average"
    PERFORMANCE = "performance"


MAXIMA = frozenset({NormCheck.OWN_FEDERATION, NormCheck.ONE_FEDERATION})
OF_FOREIGNERS = frozenset({NormCheck.FEDERATIONS, NormCheck.OWN_FEDERATION, NormCheck.ONE_FEDERATION})
"""Checks that some events are exempt from (1.4.3 a to d)."""


@dataclass(frozen=True, slots=True)
class CheckedCondition:
    check: NormCheck
    reached: Fraction
    limit: Fraction
    waived: bool = False

    @property
    def met(self) -> bool:
        within = self.reached <= self.limit if self.check in MAXIMA else self.reached >= self.limit
        return within or self.waived


@dataclass(frozen=True, slots=True)
class Judgement:
    norm: Norm
    games: tuple[NormGame, ...]
    average: int
    """Of the opponents, the lowest one raised to the floor of the norm; 0 without a game."""
    percent: int
    performance: int
    checks: tuple[CheckedCondition, ...]

    @property
    def achieved(self) -> bool:
        return all(checked.met for checked in self.checks)

    @property
    def failed(self) -> tuple[NormCheck, ...]:
        return tuple(checked.check for checked in self.checks if not checked.met)

    @property
    def half_points(self) -> int:
        return sum(game.half_points for game in self.games)

    @property
    def needed_half_points(self) -> int | None:
        """The least score that makes the norm with these opponents; None: none does."""
        count, wanted = len(self.games), REQUIREMENTS[self.norm].performance
        scores = range(-(-2 * MIN_SCORE_PERCENT * count // 100), 2 * count + 1)
        return next((n for n in scores if count and self.average + DP[percentage(n, count)] >= wanted), None)


def judge(
    norm: Norm, games: Sequence[NormGame], federation: str, min_games: int, waived: frozenset[NormCheck] = frozenset()
) -> Judgement:
    """All conditions of the norm for these games of an applicant of this federation."""
    mean = average(counted_ratings([game.rating for game in games], norm)) if games else 0
    percent = percentage(sum(game.half_points for game in games), len(games)) if games else 0
    performance = mean + DP[percent] if games else 0
    figures = (*_counts(norm, games, federation, min_games), *_strength(norm, games, mean, performance))
    checks = tuple(CheckedCondition(check, reached, limit, check in waived) for check, reached, limit in figures)
    return Judgement(norm, tuple(games), mean, percent, performance, checks)


def counted_ratings(ratings: Sequence[int], norm: Norm) -> list[int]:
    """The ratings as they count in the average (1.4.6): unrated ones as 1400, the lowest raised to the norm's floor."""
    counted = [rating or UNRATED for rating in ratings]
    lowest = counted.index(min(counted))
    counted[lowest] = max(counted[lowest], REQUIREMENTS[norm].floor)
    return counted


_Figure = tuple[NormCheck, Fraction, Fraction]


def _counts(norm: Norm, games: Sequence[NormGame], federation: str, min_games: int) -> Iterator[_Figure]:
    bound = limits(len(games))
    by_federation = Counter(game.federation for game in games if game.federation not in ("", NO_COUNTRY))
    own = by_federation.get(federation, 0)
    most = max(by_federation.values(), default=0)
    required = REQUIREMENTS[norm].titles
    counts = (
        (NormCheck.GAMES, len(games), min_games),
        (NormCheck.FEDERATIONS, len(by_federation.keys() - {federation}), MIN_FOREIGN_FEDERATIONS),
        (NormCheck.OWN_FEDERATION, own, bound.own_federation),
        (NormCheck.ONE_FEDERATION, most, bound.one_federation),
        (NormCheck.TITLE_HOLDERS, sum(game.title in TITLE_HOLDERS for game in games), bound.title_holders),
        (NormCheck.REQUIRED_TITLES, sum(game.title in required for game in games), bound.required_titles),
    )
    for check, reached, limit in counts:
        yield check, Fraction(reached), Fraction(limit)


def _strength(norm: Norm, games: Sequence[NormGame], mean: int, performance: int) -> Iterator[_Figure]:
    required = REQUIREMENTS[norm]
    score = Fraction(sum(game.half_points for game in games), 2)
    yield NormCheck.SCORE, score, Fraction(MIN_SCORE_PERCENT * len(games), 100)
    yield NormCheck.AVERAGE, Fraction(mean), Fraction(required.average)
    yield NormCheck.PERFORMANCE, Fraction(performance), Fraction(required.performance)
