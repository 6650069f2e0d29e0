"""Players beside a rating list, and the differences that the arbiter takes over (FIDE checklist, 133, 142-144)."""

from collections.abc import Mapping
from dataclasses import field, replace
from datetime import date
from enum import StrEnum

from domain import events as e
from domain.decisions import given_reason, refuse_if_closed
from domain.decisions.players.attendance import LONGEST_REASON
from domain.decisions.players.registering import again, amend_as_listed, registered
from domain.records import dataclass
from domain.refusals import BadField, SameAsBefore
from domain.tournament import Tournament, evolve
from domain.tournament_cards.periods import day_of, is_long
from domain.tournament_cards.starting_points import has_starting_points, starting_points
from domain.words.options import HALVES_OF_A_POINT, MOST_STARTING_POINTS
from domain.words.players import ALL_OTHERS, EntrantId, Player, name_key
from domain.words.rating_lists import FIDE, TYPED, ListName, RatingEntry, Speed, is_of_a_federation

MONTH_FORMAT = "%Y-%m"


class ListedField(StrEnum):
    RATING = "rating"
    NATIONAL_RATING = "national_rating"
    TITLE = "title"
    FEDERATION = "federation"
    BIRTH_YEAR = "birth_year"
    NAME = "name"
    FIDE_ID = "fide_id"
    SEX = "sex"
    K = "k"
    OFFICIAL_RATING = "official_rating"


def month_of_list(t: Tournament, today: date) -> str:
    """The month whose list counts: that of the first day (FIDE checklist, 137), before it that of today.

    In an event of more than thirty days the list of the day counts, up to its end, unless it has rating periods:
    there later lists count beside that of the start.
    """
    details = t.details
    start, end = day_of(details.start), day_of(details.end)
    if start is None or start > today:
        return today.strftime(MONTH_FORMAT)
    long = is_long(details) and not t.regulations.rating_periods
    return (min(today, end) if long and end else start).strftime(MONTH_FORMAT)


@dataclass(frozen=True, slots=True)
class Listing:
    name: ListName
    speed: Speed
    entries: Mapping[EntrantId, RatingEntry]
    counting: Mapping[EntrantId, tuple[int, str]] = field(default_factory=dict)
    """The rating of the first list that has one, and that list, where the order of lists says which rating counts."""

    def rating_of(self, id: EntrantId) -> tuple[int, str]:
        """The rating that counts of somebody who is on the list, and the list that it is from."""
        return self.counting.get(id) or (self.entries[id].rating(self.speed), str(self.name))


def values_listed(entry: RatingEntry, player: Player, listing: Listing) -> dict[ListedField, int | str]:
    """The fields as the list has them. It never takes away a title, a year or a sex; a name in another alphabet is
    the same name."""
    national = listing.name.publisher != FIDE
    rating, source = listing.rating_of(player.id)
    values: dict[ListedField, int | str] = {
        **({} if national and player.id not in listing.counting else {ListedField.RATING: rating}),
        ListedField.NATIONAL_RATING: entry.rating(listing.speed) if national else 0,
        ListedField.TITLE: entry.title,
        ListedField.FEDERATION: entry.federation,
        ListedField.BIRTH_YEAR: entry.birth_year,
        ListedField.NAME: player.name if name_key(entry.name) == name_key(player.name) else entry.name,
        ListedField.FIDE_ID: entry.number,
        ListedField.SEX: entry.sex,
        ListedField.K: 0 if national else entry.development_coefficient(listing.speed),
        ListedField.OFFICIAL_RATING: 0 if national or not is_of_a_federation(source) else entry.rating(listing.speed),
    }
    return {field: value for field, value in values.items() if value or field is ListedField.RATING}


def agrees(tournament: Tournament, id: EntrantId, listing: Listing) -> bool:
    player = tournament.players[id]
    source = _source(player, {}, listing)
    return bool(source) and source != tournament.rating_sources.get(id)


def differences(player: Player, listing: Listing) -> dict[ListedField, int | str]:
    """The values of the list where the player has others; empty for somebody who is not on it."""
    entry = listing.entries.get(player.id)
    listed = values_listed(entry, player, listing) if entry else {}
    return {field: value for field, value in listed.items() if getattr(player, field) != value}


def newly_rated(tournament: Tournament, listing: Listing) -> list[EntrantId]:
    """Players whose rating or title is another one on the list: of a national list where they have a rating of it here.

    A typed rating of somebody whom the list has without one is the arbiter's estimate, and no difference.
    """
    national = listing.name.publisher != FIDE

    def differs(id: EntrantId, entry: RatingEntry) -> bool:
        player, rating = tournament.players[id], listing.rating_of(id)[0]
        if national:
            counts = id in listing.counting and rating != player.rating
            return counts or (bool(player.national_rating) and entry.rating(listing.speed) != player.national_rating)
        estimated = not rating and tournament.rating_sources.get(id) == TYPED
        return (rating != player.rating and not estimated) or bool(entry.title and entry.title != player.title)

    return [id for id, entry in listing.entries.items() if id in tournament.players and differs(id, entry)]


def take_over(
    tournament: Tournament, listing: Listing, chosen: Mapping[EntrantId, frozenset[ListedField]]
) -> list[e.Event]:
    """Ordinary amendments, all in one step; the list and its month are noted with each rating that is the list's.

    Raises BadField where nothing was chosen, and what `amend_as_listed` raises.
    """
    ahead, events = tournament.copy(), list[e.Event]()
    for id, fields in chosen.items():
        player = registered(ahead, id)
        wanted = {field.value: value for field, value in differences(player, listing).items() if field in fields}
        new = replace(again(player), **wanted, rating_from=_source(player, wanted, listing))  # type: ignore[arg-type]
        for event in amend_as_listed(ahead, id, new, ALL_OTHERS):
            if isinstance(event, e.RatingCorrected):
                event = replace(event, reason=str(listing.name))
            evolve(ahead, event)
            events.append(event)
    if not events:
        raise BadField("players", "", "nothing-ticked")
    orders = [place for place, event in enumerate(events) if isinstance(event, e.PairingNumbersIssued)]
    return [event for place, event in enumerate(events) if place not in orders[:-1]]


def _source(player: Player, wanted: Mapping[str, int | str], listing: Listing) -> str:
    if player.id not in listing.entries or not (listing.name.publisher == FIDE or player.id in listing.counting):
        return ""
    rating, source = listing.rating_of(player.id)
    return source if rating and rating == wanted.get(ListedField.RATING, player.rating) else ""


def correct_starting_points(tournament: Tournament, player: EntrantId, points: int, reason: str) -> list[e.Event]:
    """`points` are half-points; they count in the table at once and from the next pairing on.

    Before round 1 is published they follow the rating, which is corrected instead.
    """
    refuse_if_closed(tournament)
    registered(tournament, player)
    if not has_starting_points(tournament.regulations) or not tournament.published:
        raise BadField("starting_points", "", "start-follows-rating")
    if not 0 <= points <= HALVES_OF_A_POINT * MOST_STARTING_POINTS:
        raise BadField("starting_points", str(points // HALVES_OF_A_POINT), f"at-most:{MOST_STARTING_POINTS}")
    why = given_reason(reason, "starting-points", LONGEST_REASON)
    was = starting_points(tournament)[player]
    if points == was:
        raise SameAsBefore(0, 0)
    first = tournament.published + 1
    return [e.StartingPointsCorrected(player, points, was, first, why, tournament.paired)]
