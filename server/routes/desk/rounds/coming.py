"""What comes next, for the desk: the next round if it ended now, the likely opponents, and the chances of the rest."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.cards.card import RoundPairing
from domain.pairing import NoLegalPairing
from domain.records import dataclass
from domain.words.players import PairingNumber, numbers_in_order
from projections.chances.needs import Need, need, prospect_of, reaches
from projections.chances.playing_out import (
    Lot,
    NotPlayedOut,
    RestOfEvent,
    ends_by_rating,
    ends_drawn,
    next_pairing,
    rest_of_event,
)
from projections.chances.tally import LikelyOpponent, Share
from projections.moment.people import Person
from server.office.chances import ASKED_PLACES, ChancesFound
from server.office.tournaments import TournamentOffice
from server.routes.desk.rows import get
from server.routes.desk.visit import Visit
from web.links import DeskSite

OPEN_GAMES: Mapping[str, Lot] = {"drawn": ends_drawn, "rating": ends_by_rating}
"""How open games are taken for the next round, by the words of the address."""
LEAST_SHOWN = 0.005
"""A chance below this of the last place asked for is not worth a row."""
OPPONENTS_SHOWN = 3


@dataclass(frozen=True, slots=True)
class OpponentToCome:
    person: Person | None
    """None: the bye."""
    likely: LikelyOpponent


@dataclass(frozen=True, slots=True)
class PlayerToCome:
    person: Person
    points: int
    """Half-points."""
    places: Sequence[Share]
    need: Need
    """For the first place."""
    opponents: Sequence[OpponentToCome]


async def show_coming(visit: Visit, office: TournamentOffice) -> Response:
    t = office.tournament
    try:
        rest = rest_of_event(t)
        found = visit.services.chances.asked(office.id, t)
    except NotPlayedOut:
        return visit.page("desk/coming.html", rest=None)
    by_number = {number: visit.snapshot.people[id] for id, number in numbers_in_order(rest.ids).items()}
    how = visit.asked("open") if visit.asked("open") in OPEN_GAMES else "drawn"
    return visit.page(
        "desk/coming.html",
        rest=rest,
        site=DeskSite(office.id, t.regulations.of_teams),
        how=how,
        ways=list(OPEN_GAMES),
        upcoming=_upcoming(rest, OPEN_GAMES[how]),
        people=by_number,
        found=found,
        rows=list(_rows(rest, found, by_number)) if found else [],
        places=ASKED_PLACES,
        error=_error(found),
    )


def _upcoming(rest: RestOfEvent, lot: Lot) -> RoundPairing | None:
    """The next round; None where none is left, or where it has no legal pairing."""
    try:
        return next_pairing(rest, lot) if rest.rounds_to_pair else None
    except NoLegalPairing:
        return None


def _error(found: ChancesFound | None) -> Fraction:
    """The largest standard error of all figures, in points of per cent."""
    errors = [share.error for shares in found.places.values() for share in shares] if found else []
    return Fraction(round(1000 * max(errors, default=0.0)), 10)


def _rows(rest: RestOfEvent, found: ChancesFound, people: Mapping[PairingNumber, Person]) -> Iterator[PlayerToCome]:
    """Those who may still come among the places asked for, the likeliest first."""
    prospect = prospect_of(rest)
    likely = [n for n, shares in found.places.items() if shares[-1].chance >= LEAST_SHOWN]
    likely.sort(key=lambda n: ([-share.chance for share in found.places[n]], n))
    for number in likely:
        coming = found.opponents.get(number, ())[:OPPONENTS_SHOWN]
        yield PlayerToCome(
            people[number],
            rest.table[number].score,
            found.places[number],
            need(reaches(prospect, number), 1),
            [OpponentToCome(people[one.opponent] if one.opponent else None, one) for one in coming],
        )


routes: Sequence[BaseRoute] = (get("/coming", show_coming),)
