"""Prizes: who may win one, written `U2000`, `W&U18`, `club:X|club:Y`, or `board:1` for teams; the tax on them."""

import re
from enum import StrEnum
from typing import NamedTuple

from domain.records import dataclass
from domain.words.players import Player, Sex

# Prizes for the players of teams at one board are the first term of a category: `board:1` the best performance at
# board 1, `score:1` the most points there, `percent:1` the best percentage, `board:R` the reserves', `board:1/5` among
# those with five games.

RESERVES = 0


class BoardMerit(StrEnum):
    """The figure that orders the players of a board and wins a prize there.

    The values are stored in journals, those of prizes in front of the colon.
    """

    PERFORMANCE = "board"
    SCORE = "score"
    PERCENTAGE = "percent"


class BoardPrize(NamedTuple):
    merit: BoardMerit
    board: int
    """In the list of the team; RESERVES for those behind."""
    least_games: int | None = None
    """Over the board; None = as the tables by board have it."""


_WRITTEN = re.compile(
    r"(?P<merit>board|score|percent):(?:(?P<board>[1-9]\d?)|R)(?:/(?P<games>[1-9]\d?))?", re.IGNORECASE
)


def board_prize(term: str) -> BoardPrize | None:
    """The meaning of a term; None: it is about no board."""
    found = _WRITTEN.fullmatch(term.strip())
    if found is None:
        return None
    games = int(found["games"]) if found["games"] else None
    return BoardPrize(BoardMerit(found["merit"].lower()), int(found["board"] or RESERVES), games)


# Terms of a category: `U2000` rated below 2000, `R1600-1999` rated in the band, `U18` 18 or younger in the year of the
# event, `S65` 65 or older, `W` or `M`, `UNR` unrated, `club:X`, `fed:BUL`, `title:FM` or `title:none`. `|` is weaker
# than `&`, and does not stand beside a board. An unrated player is below nothing: `U2000|UNR` has them too.


class ConditionKind(StrEnum):
    AGE = "age"
    RATING = "rating"
    SEX = "sex"
    CLUB = "club"
    FEDERATION = "federation"
    TITLE = "title"


@dataclass(frozen=True, slots=True)
class Condition:
    """One term. Numbers lie between `least` and `most`, words equal `word`."""

    kind: ConditionKind
    least: int = 0
    most: int = 0
    word: str = ""

    def holds(self, player: Player, year: int) -> bool:
        """True if `player` fulfils it in an event of `year`. An unknown fact fulfils nothing."""
        match self.kind:
            case ConditionKind.RATING:
                return self.least <= player.rating <= self.most
            case ConditionKind.AGE:
                return bool(player.birth_year) and self.least <= year - player.birth_year <= self.most
            case ConditionKind.SEX:
                return player.sex.value == self.word
            case ConditionKind.CLUB:
                return player.club.strip().casefold() == self.word
            case ConditionKind.FEDERATION:
                return player.federation.casefold() == self.word
            case ConditionKind.TITLE:
                return player.title.value.casefold() == self.word

    def unknown(self, player: Player) -> bool:
        """Nothing is said of `player` that could fulfil it or not."""
        match self.kind:
            case ConditionKind.RATING:
                return not player.rating
            case ConditionKind.AGE:
                return not player.birth_year
            case ConditionKind.SEX:
                return player.sex is Sex.UNKNOWN
            case ConditionKind.CLUB:
                return not player.club.strip()
            case ConditionKind.FEDERATION:
                return not player.federation
            case ConditionKind.TITLE:
                return not player.title


@dataclass(frozen=True, slots=True)
class Category:
    """Any of some sets of conditions, of which all must hold. No sets = open to everybody."""

    text: str
    alternatives: tuple[tuple[Condition, ...], ...]
    board: BoardPrize | None = None

    def admits(self, player: Player, year: int) -> bool:
        """Whether `player` plays for the prizes of this category."""
        found = (all(term.holds(player, year) for term in terms) for terms in self.alternatives)
        return not self.alternatives or any(found)


class BadCategory(ValueError):
    """A category that cannot be read; `text` is the offending term."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


_TERM = re.compile(
    r"(?P<under>U)(?P<limit>\d{1,4})|S(?P<senior>\d{2,3})|R(?P<low>\d{1,4})-(?P<high>\d{1,4})"
    r"|(?P<sex>[WM])|(?P<unrated>UNR)|(?P<kind>club|fed|title):(?P<word>.+)",
    re.IGNORECASE,
)
_NOBODY_IS_OLDER = 150
_KINDS = {"club": ConditionKind.CLUB, "fed": ConditionKind.FEDERATION, "title": ConditionKind.TITLE}


def category(text: str) -> Category:
    """Read a category. Raises `BadCategory`."""
    clean = text.strip()
    if not clean:
        return Category("", ())
    first, joined, rest = clean.partition("&")
    board = board_prize(first)
    if board is not None:
        return Category(clean, (_all_of(rest),) if joined else (), board)
    return Category(clean, tuple(map(_all_of, clean.split("|"))))


def _all_of(text: str) -> tuple[Condition, ...]:
    return tuple(map(_condition, text.split("&")))


def _condition(text: str) -> Condition:
    match = _TERM.fullmatch(text.strip())
    if match is None:
        raise BadCategory(text)
    if match["under"]:
        limit = int(match["limit"])
        by_age = limit < 100
        return Condition(ConditionKind.AGE, 0, limit) if by_age else Condition(ConditionKind.RATING, 1, limit - 1)
    if match["senior"]:
        return Condition(ConditionKind.AGE, int(match["senior"]), _NOBODY_IS_OLDER)
    if match["low"]:
        return Condition(ConditionKind.RATING, max(int(match["low"]), 1), int(match["high"]))
    if match["sex"]:
        return Condition(ConditionKind.SEX, word=(Sex.WOMAN if match["sex"].upper() == "W" else Sex.MAN).value)
    if match["unrated"]:
        return Condition(ConditionKind.RATING, 0, 0)
    word = match["word"].strip().casefold()
    kind = _KINDS[match["kind"].lower()]
    return Condition(kind, word="" if kind is ConditionKind.TITLE and word == "none" else word)


class TaxWay(StrEnum):
    """The values are stored in journals."""

    NONE = "none"
    WHOLE = "whole"
    """A share of the whole sum of a winner, if it is more than the threshold."""
    ABOVE = "above"
    """A share of what is above the threshold."""
    FIXED = "fixed"
    """The same for everybody with more than the threshold."""


WHOLE_SHARE = 10_000
"""A share is written in hundredths of a per cent."""


@dataclass(frozen=True, slots=True)
class PrizeTax:
    """The tax that is withheld from the prizes of one winner together, as the organiser sets it."""

    way: TaxWay = TaxWay.NONE
    amount: int = 0
    """Hundredths of a per cent, or cents where it is fixed."""
    threshold: int = 0
    things: bool = False
    """The values of things count, too."""

    def of(self, cents: int) -> int:
        """Rounded to the nearest cent, a half up; never more than there is."""
        if self.way is TaxWay.NONE or cents <= self.threshold:
            return 0
        if self.way is TaxWay.FIXED:
            return min(self.amount, cents)
        taxed = cents if self.way is TaxWay.WHOLE else cents - self.threshold
        return (taxed * self.amount + WHOLE_SHARE // 2) // WHOLE_SHARE


NO_TAX = PrizeTax()
