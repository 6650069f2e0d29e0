"""Rating periods of a long event: the ratings of each list, taken over in one step, and a report file of each."""

import asyncio
from collections.abc import Iterator, Sequence

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.players.period_ratings import ratings_listed, take_period_ratings
from domain.decisions.players.ratings import Listing
from domain.records import dataclass
from domain.refusals import BadField
from domain.stewards.permissions import Action
from domain.tournament import Tournament
from domain.tournament_cards.periods import RatingPeriod, is_long, later_ratings, rating_in, rating_periods
from domain.words.players import EntrantId, Player, Title
from domain.words.rating_lists import FIDE, PeriodRating, is_month, is_publisher
from server.office.list_checks import listing_of
from server.office.tournaments import TournamentOffice
from server.routes.api.commands import PLAYERS_KEY
from server.routes.desk.rows import get, post
from server.routes.desk.visit import Visit, go
from server.routes.forms import Form, small
from web.api.commands.arranging import TakePeriodRatings

_PERIODS, _PERIOD = "/periods", "/periods/{round:int}"


@dataclass(frozen=True, slots=True)
class PeriodRow:
    player: Player
    before: PeriodRating
    now: PeriodRating

    @property
    def differs(self) -> bool:
        return self.before != self.now


async def show_periods(visit: Visit, office: TournamentOffice) -> Response:
    t = office.tournament
    return visit.page("desk/periods.html", periods=rating_periods(t), long=is_long(t.details))


async def show_period(visit: Visit, office: TournamentOffice) -> Response:
    """With the ratings that were taken; before, and where it is asked for, those of the list."""
    t, first = office.tournament, visit.number("round")
    period = _beginning_with(t, first)
    wanted = visit.asked("list")
    taken = t.period_ratings.get(first)
    listing = await _listing(visit, t, period, wanted) if wanted or taken is None else None
    rows = _rows(t, first, listing)
    return visit.page(
        "desk/period.html",
        period=period,
        taken=taken,
        listing=listing,
        looked=bool(wanted) or taken is None,
        rows=sorted(rows, key=lambda row: not row.differs),
        differing=sum(row.differs for row in rows),
        missing=[row.player for row in rows if listing and row.player.id not in listing.entries],
    )


def _beginning_with(t: Tournament, first: int) -> RatingPeriod:
    """A 404 where no later period does."""
    found = next((one for one in rating_periods(t)[1:] if one.first == first), None)
    if found is None:
        raise HTTPException(404)
    return found


def _rows(t: Tournament, first: int, listing: Listing | None) -> list[PeriodRow]:
    later = later_ratings(t)
    return [
        PeriodRow(t.players[now.player], rating_in(t, later, now.player, first - 1), now)
        for now in ratings_listed(t, first, listing)
    ]


async def _listing(visit: Visit, t: Tournament, period: RatingPeriod, wanted: str) -> Listing | None:
    """The list of the period, or the nearest one of its publisher that is here."""
    named, _, month = period.list.partition(" ")
    publisher = next((one for one in (wanted, named) if is_publisher(one)), FIDE)
    order = await asyncio.to_thread(visit.services.list_renewal.order_in, t)
    shelf, of_month = visit.services.rating_lists.shelf, month if is_month(month) else ""
    return await asyncio.to_thread(listing_of, shelf, t, publisher, order, of_month)


async def take_ratings(visit: Visit, office: TournamentOffice) -> Response:
    first, ratings, source = visit.number("round"), list(_typed(visit.form)), visit.form.text("rating_from")
    outcome = await visit.command(lambda t: take_period_ratings(t, first, ratings, source))
    return go(f"/desk/t/{office.id}{_PERIODS}", outcome)


def _typed(form: Form) -> Iterator[PeriodRating]:
    """`rating-7`, with `title-7` and `k-7`; an empty rating is none."""
    for name in form.fields:
        field, _, id = name.partition("-")
        if field == "rating" and small(id):
            title = form.text(f"title-{id}").upper()
            if title not in set(Title):
                raise BadField("title", title, "one-of:" + ",".join(filter(None, Title)))
            yield PeriodRating(EntrantId(small(id)), _whole(form, "rating", id), Title(title), _whole(form, "k", id))


def _whole(form: Form, field: str, id: str) -> int:
    """Raises BadField with the name of the field alone."""
    return Form({field: form.text(f"{field}-{id}")}).whole(field, 0)


routes: Sequence[BaseRoute] = (
    get(_PERIODS, show_periods, Action.ARBITRATE),
    get(_PERIOD, show_period, Action.ARBITRATE),
    post(_PERIOD, take_ratings, _PERIOD, PLAYERS_KEY(TakePeriodRatings)),
)
