"""The figures of the title norms (FIDE B.01 of 2024, 1.4.4 to 1.4.8)."""

from dataclasses import dataclass
from enum import StrEnum

from domain.words.players import Sex, Title


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
