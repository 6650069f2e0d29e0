"""The prize list at the desk: typed as lines, shown as it would be paid out now."""

import re

from starlette.responses import Response

from domain.decisions.prizes import announce_prizes
from domain.events import Prize
from domain.ranking.prizes import Sharing
from domain.refusals import BadField
from projections.prize_list import prize_list
from server.office.tournaments import TournamentOffice
from server.routes.desk.visit import Visit, go

MAX_PRIZES = 500
AMOUNT = re.compile(r"(?P<whole>[0-9]{1,13})(?:[.,](?P<cents>[0-9]{1,2}))?")


async def show_prizes(visit: Visit, office: TournamentOffice) -> Response:
    """The form with what is announced, and who would get what."""
    announced = office.tournament.prizes
    return visit.page(
        "desk/prizes.html",
        t=office.tournament,
        announced=announced,
        lines="\n".join(_line(prize) for prize in announced.prizes) if announced else "",
        ways=[way.value for way in Sharing],
        view=prize_list(visit.snapshot),
    )


async def set_prizes(visit: Visit, office: TournamentOffice) -> Response:
    form = visit.form
    prizes = read_prizes(form.fields.get("prizes", ""))
    sharing, currency = form.text("sharing") or Sharing.EQUAL.value, form.text("currency") or "EUR"
    one = form.ticked("one_per_player")
    outcome = await visit.command(lambda t: announce_prizes(t, prizes, sharing, currency, one))
    return go(f"/desk/t/{office.id}/prizes", outcome)


def read_prizes(typed: str) -> list[Prize]:
    """One prize a line: `name; amount; category`, the last two optional. Places count within a category.

    Raises BadField naming the line.
    """
    prizes: list[Prize] = []
    taken: dict[str, int] = {}
    lines = [line for line in typed.splitlines() if line.strip()]
    if len(lines) > MAX_PRIZES:
        raise BadField("prizes", str(len(lines)), f"lines:{MAX_PRIZES}")
    for number, line in enumerate(lines, 1):
        name, amount, category = ([part.strip() for part in line.split(";")] + ["", ""])[:3]
        place = taken[category] = taken.get(category, 0) + 1
        prizes.append(Prize(name, _cents(number, amount), category, place))
    return prizes


def _cents(line: int, amount: str) -> int:
    """`1 500`, `99.50` or `99,50`; empty = a cup. `1,500` is refused: nobody knows which of the two it means."""
    plain = amount.replace("\u00a0", "").replace(" ", "")
    found = AMOUNT.fullmatch(plain or "0")
    if found is None:
        raise BadField(f"prizes, line {line}", amount, "amount")
    return 100 * int(found["whole"]) + int((found["cents"] or "").ljust(2, "0"))


def _line(prize: Prize) -> str:
    amount = f"{prize.cents // 100}.{prize.cents % 100:02}" if prize.cents % 100 else str(prize.cents // 100)
    return "; ".join(part for part in (prize.name, amount, prize.category) if part)
