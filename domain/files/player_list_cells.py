"""The cells of a player list, read into what a player is registered with. Each raises BadField for what cannot be."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from domain.decisions.players.registering import HIGHEST_RATING, EnumChoice, NewPlayer
from domain.files.trf.entrants import OLD_TITLES
from domain.files.trf.values import year_in
from domain.ranking.elo import from_bcf, from_ingo
from domain.refusals import BadField
from domain.words.players import Sex, Title

SEXES = {
    "m": Sex.MAN,
    "м": Sex.MAN,
    "male": Sex.MAN,
    "w": Sex.WOMAN,
    "f": Sex.WOMAN,
    "ж": Sex.WOMAN,
    "female": Sex.WOMAN,
}
OLD_SCALES: Mapping[str, Callable[[Fraction], int]] = {"ingo": from_ingo, "bcf": from_bcf}
NAMES_OF_SCALES = {"ingo": "Ingo", "bcf": "BCF"}


@dataclass(frozen=True, slots=True)
class Cells:
    """One line of a list, field to cell. Raises BadField for what cannot be."""

    said: Mapping[str, str]

    def text(self, name: str) -> str:
        return full_name(self.said) if name == "name" else self.said.get(name, "")

    def whole(self, name: str, otherwise: int) -> int:
        match name:
            case "birth_year":
                return year(self.said.get(name, "")) or otherwise
            case _:
                return number(name, self.said.get(name, "")) or otherwise

    def choice(self, name: str, kind: type[EnumChoice]) -> EnumChoice:
        return kind(CHOICE_READERS[name](self.said.get(name, "")))


def full_name(cells: Mapping[str, str]) -> str:
    """`Last, First`, from one column or from two."""
    if "last" not in cells:
        return cells["name"]
    parts = (cells["last"], cells.get("first", ""))
    return ", ".join(part for part in parts if part) or cells.get("name", "")


def number(field: str, text: str) -> int:
    """Blank, a dash and zero are all nothing; a spreadsheet may have made 2100 into 2100.0."""
    digits = re.sub(r"[.,]0+$", "", text.replace("\u00a0", "").replace(" ", ""))
    if digits in ("", "-", "—"):
        return 0
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 12):
        raise BadField(field, text, "number")
    return int(digits)


def decimal(field: str, text: str) -> Fraction:
    """As `number`, with decimals after a point or a comma: an Ingo number may be 75,5."""
    digits = text.replace("\u00a0", "").replace(" ", "").replace(",", ".")
    if re.fullmatch(r"[0-9]{1,9}[.][0-9]{1,3}", digits):
        return Fraction(digits)
    return Fraction(number(field, text))


def converted(player: NewPlayer, cells: Mapping[str, str]) -> NewPlayer:
    """With the rating that the old German or British scale gives somebody without one (article A.1 of 1998).

    Raises BadField for a number that gives no rating, and for numbers of both scales.
    """
    if player.rating:
        return player
    given = {scale: value for scale in OLD_SCALES if (value := decimal(scale, cells.get(scale, "")))}
    for scale, value in given.items():
        found = OLD_SCALES[scale](value)
        if not 0 < found <= HIGHEST_RATING:
            raise BadField(scale, cells[scale], "old-scale")
        player = replace(player, rating=found, rating_from=f"{NAMES_OF_SCALES[scale]} {float(value):g}")
    if len(given) > 1:
        raise BadField("bcf", cells["bcf"], "two-scales")
    return player


def year(text: str) -> int:
    if text in ("", "-", "0", "0000"):
        return 0
    found = year_in(text)
    if not found:
        raise BadField("birth_year", text, "year")
    return found


def title(text: str) -> Title:
    if text in ("", "-"):
        return Title.NONE
    found = OLD_TITLES.get(text.lower(), Title.__members__.get(text.upper()))
    if found is None or found is Title.NONE:
        raise BadField("title", text, "title")
    return found


def sex(text: str) -> Sex:
    if text in ("", "-"):
        return Sex.UNKNOWN
    if text.casefold() not in SEXES:
        raise BadField("sex", text, "m-or-w")
    return SEXES[text.casefold()]


CHOICE_READERS: Mapping[str, Callable[[str], Title | Sex]] = {"title": title, "sex": sex}
