"""The ratings of later lists in an event of more than thirty days (FIDE checklist, 212-213)."""

from collections.abc import Iterable
from dataclasses import replace

from domain import events as e
from domain.decisions import refuse_if_closed
from domain.decisions.players.ratings import Listing
from domain.decisions.players.registering import HIGHEST_RATING, NUMBER_BOUNDS, registered
from domain.fields import text, whole_number
from domain.refusals import BadField
from domain.tournament import Tournament
from domain.tournament_cards.periods import later_ratings, rating_in, rating_periods
from domain.words.players import EntrantId
from domain.words.rating_lists import PeriodRating

LONGEST_LIST_NAME = 40


def take_period_ratings(
    tournament: Tournament, from_round: int, ratings: Iterable[PeriodRating], rating_from: str = ""
) -> list[e.Event]:
    """All ratings of the period that begins with this round, in the place of those taken before for it.

    Raises BadField where no later period begins with it.
    """
    refuse_if_closed(tournament)
    firsts = [period.first for period in rating_periods(tournament)[1:]]
    if from_round not in firsts:
        known = ",".join(map(str, firsts))
        raise BadField("from_round", str(from_round), f"one-of:{known}" if firsts else "no-later-period")
    source = text("rating_from", rating_from, longest=LONGEST_LIST_NAME)
    wanted = {one.player: _checked(tournament, one) for one in ratings}
    before = _ratings_before(tournament, from_round)
    other = tuple(one for id, one in sorted(wanted.items()) if _differs(before[id], one))
    taken = e.PeriodRatingsTaken(from_round, other, source)
    return [] if taken == tournament.period_ratings.get(from_round) else [taken]


def _checked(tournament: Tournament, one: PeriodRating) -> PeriodRating:
    registered(tournament, one.player)
    whole_number("rating", one.rating, 0, HIGHEST_RATING)
    whole_number("k", one.k, *NUMBER_BOUNDS["k"])
    return one


def _differs(before: PeriodRating, one: PeriodRating) -> bool:
    """A title or a K that is not said stays."""
    said = replace(one, title=one.title or before.title, k=one.k or before.k)
    return said != before


def _ratings_before(tournament: Tournament, from_round: int) -> dict[EntrantId, PeriodRating]:
    """Of everybody in the period before the one that begins with this round."""
    later = later_ratings(tournament)
    return {id: rating_in(tournament, later, id, from_round - 1) for id in tournament.players}


def ratings_listed(tournament: Tournament, from_round: int, listing: Listing | None) -> list[PeriodRating]:
    """Everybody as the list has them; whoever is not on it, and everybody without a list, as in the period so far."""
    later = later_ratings(tournament)
    return [_listed(rating_in(tournament, later, id, from_round), listing) for id in tournament.players]


def _listed(now: PeriodRating, listing: Listing | None) -> PeriodRating:
    entry = listing.entries.get(now.player) if listing else None
    if listing is None or entry is None:
        return now
    rating, _ = listing.rating_of(now.player)
    return PeriodRating(now.player, rating, entry.title or now.title, entry.development_coefficient(listing.speed))
