"""The prize list at the desk: in rows or typed as lines, shown as it would be paid out now."""

import asyncio
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from hashlib import blake2b

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.setup.announcing import announce_prizes
from domain.events import Event, Prize, PrizesAnnounced
from domain.fields import written_amount
from domain.ranking.prizes import Sharing
from domain.records import dataclass
from domain.refusals import BadField
from domain.tournament import Tournament, replay
from domain.words.choices.prizes import NO_TAX, PrizeTax, TaxWay
from projections.moment.snapshot import snapshot
from projections.table.prize_list import PrizeChange, prize_changes, prize_list
from server.office.tournaments import TournamentOffice
from server.routes.api.commands import EVERYTHING_KEY
from server.routes.desk.rows import get, post
from server.routes.desk.typed import read_cents
from server.routes.desk.visit import Visit, go
from server.routes.forms import Form
from web.api.commands.playoffs import AnnouncePrizes

MAX_PRIZES = 500
MOST_PARTS = 5
"""Of a line that is a prize."""
FINGERPRINT_OCTETS = 8


async def show_prizes(
    visit: Visit,
    office: TournamentOffice,
    wanted: PrizesAnnounced | None = None,
    changes: tuple[PrizeChange, ...] = (),
    seen: str = "",
) -> Response:
    """`wanted` is a list that is not saved yet, with its `changes` and its fingerprint."""
    announced = wanted or office.tournament.prizes
    return visit.page(
        "desk/prizes.html",
        announced=announced,
        changes=changes,
        seen=seen,
        lines=_lines(announced),
        rows=rows_of_prizes(announced.prizes if announced else ()),
        winners=list(Winners),
        ways=[way.value for way in Sharing],
        tax_ways=[way.value for way in TaxWay],
        amount_of=written_amount,
        view=prize_list(visit.snapshot),
    )


async def set_prizes(visit: Visit, office: TournamentOffice) -> Response:
    """A list in the place of one that somebody would get something by is shown first with what it changes."""
    form, t = visit.form, office.tournament
    sharing, currency = form.text("sharing") or Sharing.EQUAL.value, _currency(form)
    prizes, one, tax = _typed(form, t.prizes), form.ticked("one_per_player"), _typed_tax(form)
    for wanted in announce_prizes(t, prizes, sharing, currency, one, tax):
        seen = _fingerprint(wanted)
        if isinstance(wanted, PrizesAnnounced) and _may_surprise(visit, t) and form.text("seen") != seen:
            changes = await asyncio.to_thread(_changes, t.copy(), wanted)
            if changes:
                return await show_prizes(visit, office, wanted, changes, seen)
    outcome = await visit.command(lambda t: announce_prizes(t, prizes, sharing, currency, one, tax))
    return go(f"/desk/t/{office.id}/prizes", outcome)


def _currency(form: Form) -> str:
    return form.text("currency") or "EUR"


def _may_surprise(visit: Visit, t: Tournament) -> bool:
    """Prizes were announced and a round is published; a program asks for its own preview."""
    return visit.by_program is None and t.prizes is not None and t.published > 0


def _changes(t: Tournament, wanted: Event) -> tuple[PrizeChange, ...]:
    """`t` is a copy, which is changed."""
    now = prize_list(snapshot(t))
    return prize_changes(now, prize_list(snapshot(replay([wanted], t))))


def _fingerprint(wanted: Event) -> str:
    """The fingerprint of the list that was shown: another one is shown again."""
    return blake2b(repr(wanted).encode(), digest_size=FINGERPRINT_OCTETS).hexdigest()


def _typed(form: Form, announced: PrizesAnnounced | None) -> list[Prize]:
    if "prizes" not in form.fields:
        return typed_rows(form)
    text = form.fields["prizes"]
    untouched = text.split() == form.fields.get("shown_lines", _lines(announced)).split()
    return typed_rows(form) if untouched and "prize_name_1" in form.fields else read_prizes(text, _currency(form))


def read_prizes(typed: str, currency: str = "EUR") -> list[Prize]:
    """One prize a line: `name; amount; category; thing; its value`, all but the name optional.

    Raises BadField naming the line.
    """
    lines = [line for line in typed.splitlines() if line.strip()]
    if len(lines) > MAX_PRIZES:
        raise BadField("prizes", str(len(lines)), f"lines:{MAX_PRIZES}")
    parts = ([part.strip() for part in line.split(";")] + [""] * MOST_PARTS for line in lines)
    return _in_their_places((part[:MOST_PARTS] for part in parts), currency)


def _in_their_places(typed: Iterable[Sequence[str]], currency: str) -> list[Prize]:
    """Prizes by name, amount, category, thing and its value. Places count within a category.

    Raises BadField naming the line.
    """
    taken: Counter[str] = Counter()
    prizes = []
    for number, (name, amount, category, thing, value) in enumerate(typed, 1):
        taken[category] += 1
        cents, worth = (read_cents(f"prizes, line {number}", sum, currency) for sum in (amount, value))
        prizes.append(Prize(name, cents, category, taken[category], thing, worth))
    return prizes


def _typed_tax(form: Form) -> PrizeTax:
    way = form.choice("tax_way", TaxWay, TaxWay.NONE)
    if way is TaxWay.NONE:
        return NO_TAX
    amount, threshold = (read_cents(name, form.text(name), _currency(form)) for name in ("tax_amount", "tax_threshold"))
    return PrizeTax(way, amount, threshold, form.ticked("tax_things"))


def _lines(announced: PrizesAnnounced | None) -> str:
    return "\n".join(_line(prize) for prize in announced.prizes) if announced else ""


def _line(prize: Prize) -> str:
    """Without the empty places at its end."""
    parts = [prize.name, written_amount(prize.cents), prize.category, prize.thing, _written(prize.value)]
    while not parts[-1]:
        parts.pop()
    return "; ".join(parts)


# The prize list as rows of a form: name, amount, and who may win it.

EMPTY_ROWS = 5
MOST_PRIZE_ROWS = 500
OLDEST = 120
"""Years; a number above it is a rating."""
READ = re.compile(r"(?P<kind>[US])(?P<number>[0-9]+)|(?P<named>club|fed):(?P<name>.+)")


class Winners(StrEnum):
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
    name: str = ""
    amount: str = ""
    winners: Winners = Winners.ALL
    value: str = ""
    thing: str = ""
    worth: str = ""


def rows_of_prizes(prizes: tuple[Prize, ...]) -> list[TypedPrize]:
    return [*map(_row, prizes), *[TypedPrize()] * EMPTY_ROWS]


def _row(prize: Prize) -> TypedPrize:
    winners, value = _winners(prize.category)
    return TypedPrize(prize.name, _written(prize.cents), winners, value, prize.thing, _written(prize.value))


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
    """The prizes of all rows with a name. Raises BadField naming the row."""
    rows = range(1, MOST_PRIZE_ROWS + 1)
    boxes = ("name", "amount", "thing", "worth")
    typed = (([form.text(f"prize_{box}_{row}") for box in boxes], row) for row in rows)
    filled = (
        (name, amount, _category(form, row), thing, worth)
        for (name, amount, thing, worth), row in typed
        if name or amount or thing or worth
    )
    return _in_their_places(filled, _currency(form))


def _category(form: Form, row: int) -> str:
    """Raises BadField where the last box has something that the choice does not ask for."""
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
        case _ if value:
            raise BadField(f"prizes, line {row}", value, "for-whom")
        case _:
            return winners.value


def _written(cents: int) -> str:
    return written_amount(cents) if cents else ""


_PAGE = "/prizes"

routes: Sequence[BaseRoute] = (get(_PAGE, show_prizes), post(_PAGE, set_prizes, _PAGE, EVERYTHING_KEY(AnnouncePrizes)))
