"""The prize list as rows of a form: name, amount, and who may win it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from domain.events import Prize
from domain.refusals import BadField
from server.routes.forms import Form

AMOUNT = re.compile(r"(?P<whole>[0-9]{1,13})(?:[.,](?P<cents>[0-9]{1,2}))?")
EMPTY_ROWS = 5
MOST_PRIZE_ROWS = 500
OLDEST = 120
"""Years; a number above it is a rating."""
READ = re.compile(r"(?P<kind>[US])(?P<number>[0-9]+)|(?P<named>club|fed):(?P<name>.+)")


class Winners(StrEnum):
    """The players a prize is for, as the form offers them."""

    ALL = ""
    WOMEN = "W"
    MEN = "M"
    RATED_BELOW = "below"
    UNRATED = "UNR"
    UNDER = "under"
    SENIORS = "S"
    CLUB = "club"
    FEDERATION = "fed"
    OTHERS = "other"


@dataclass(frozen=True, slots=True)
class TypedPrize:
    """One row; `value` is the rating, the age, the club or the category in letters."""

    name: str = ""
    amount: str = ""
    winners: Winners = Winners.ALL
    value: str = ""


def rows_of_prizes(prizes: tuple[Prize, ...]) -> list[TypedPrize]:
    """The announced prizes, and some empty rows."""
    return [*map(_row, prizes), *[TypedPrize()] * EMPTY_ROWS]


def _row(prize: Prize) -> TypedPrize:
    winners, value = _winners(prize.category)
    return TypedPrize(prize.name, amount_of(prize), winners, value)


def _winners(category: str) -> tuple[Winners, str]:
    if category in (Winners.ALL, Winners.WOMEN, Winners.MEN, Winners.UNRATED):
        return Winners(category), ""
    found = READ.fullmatch(category)
    if found is None or any(sign in category for sign in "&|"):
        return Winners.OTHERS, category
    if found["named"]:
        return Winners(found["named"]), found["name"]
    if found["kind"] == "S":
        return Winners.SENIORS, found["number"]
    return (Winners.UNDER if int(found["number"]) <= OLDEST else Winners.RATED_BELOW), found["number"]


def typed_rows(form: Form) -> list[Prize]:
    """The prizes of all rows with a name. Places count within a category. Raises BadField naming the row."""
    prizes: list[Prize] = []
    taken: dict[str, int] = {}
    for number, (name, amount, category) in enumerate(_filled(form), 1):
        place = taken[category] = taken.get(category, 0) + 1
        prizes.append(Prize(name, cents(number, amount), category, place))
    return prizes


def _filled(form: Form) -> Iterator[tuple[str, str, str]]:
    for row in range(1, MOST_PRIZE_ROWS + 1):
        name, amount = form.text(f"prize_name_{row}"), form.text(f"prize_amount_{row}")
        if name or amount:
            yield name, amount, _category(form, row)


def _category(form: Form, row: int) -> str:
    winners = form.choice(f"prize_for_{row}", Winners, Winners.ALL)
    value = form.text(f"prize_value_{row}")
    match winners:
        case Winners.RATED_BELOW | Winners.UNDER:
            return f"U{value}"
        case Winners.SENIORS:
            return f"S{value}"
        case Winners.CLUB | Winners.FEDERATION:
            return f"{winners.value}:{value}"
        case Winners.OTHERS:
            return value
        case _:
            return winners.value


def cents(line: int, amount: str) -> int:
    """`1 500`, `99.50` or `99,50`; empty = a cup. `1,500` is refused: nobody knows which of the two it means."""
    plain = amount.replace("\u00a0", "").replace(" ", "")
    found = AMOUNT.fullmatch(plain or "0")
    if found is None:
        raise BadField(f"prizes, line {line}", amount, "amount")
    return 100 * int(found["whole"]) + int((found["cents"] or "").ljust(2, "0"))


def amount_of(prize: Prize) -> str:
    """Empty for a cup."""
    whole = f"{prize.cents // 100}.{prize.cents % 100:02}" if prize.cents % 100 else str(prize.cents // 100)
    return whole if prize.cents else ""
