"""The players of a tournament found on a rating list, and where a rating that was entered is from."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from domain.decisions.players.ratings import Listing, month_of_list
from domain.decisions.players.registering import NewPlayer
from domain.tournament import Tournament
from domain.words.players import EntrantId, Player
from domain.words.rating_lists import FIDE, TYPED, RatedList, RatingEntry, is_converted, speed_of_clock
from server.office.ratings_in_order import ListsInOrder, lists_in_order, today
from server.rating_lists.shelf import Shelf


def list_that_counts(shelf: Shelf, t: Tournament, publisher: str = FIDE, day: date | None = None) -> str:
    """The mark of the publisher's list that counts in this tournament on a day, or today."""
    return shelf.valid_in(publisher, month_of_list(t.details, day or today()))


def listing_of(
    shelf: Shelf, t: Tournament, publisher: str = FIDE, order: Sequence[RatedList] = (), day: date | None = None
) -> Listing | None:
    """Everybody by FIDE number; without one by the whole name, where just one on the list can be meant.

    It is the list that counts in this tournament; the order of lists says whose rating does. None = no such list is
    here, or not the whole of it yet.
    """
    mark = list_that_counts(shelf, t, publisher, day)
    about = shelf.about(mark)
    if about is None or not about.whole:
        return None
    known = shelf.by_numbers((player.fide_id for player in t.players.values()), mark)
    entries = {}
    for id, player in t.players.items():
        entry = known.get(player.fide_id) or _by_name(shelf, player, publisher, mark)
        if entry is not None:
            entries[id] = entry
    lists = lists_in_order(shelf, t, order, day)
    return Listing(about.name, speed_of_clock(t.details.clock), entries, _counting(lists, t, entries, publisher))


def _counting(
    lists: ListsInOrder, t: Tournament, entries: Mapping[EntrantId, RatingEntry], publisher: str
) -> dict[EntrantId, tuple[int, str]]:
    """The rating of the first list that has one: beside a national list only where it is that list's."""
    if not lists.order:
        return {}
    on_fide = lists.on_fide(t.players[id].fide_id or entry.number for id, entry in entries.items())
    counting = {}
    for id, entry in entries.items():
        ratings = lists.ratings(_sought(t.players[id]), on_fide.get(t.players[id].fide_id or entry.number))
        if ratings and (publisher == FIDE or ratings[0].source == lists.names.get(publisher)):
            counting[id] = (ratings[0].rating, ratings[0].source)
    return counting


def _sought(player: Player) -> RatingEntry:
    """A player as the lists know one."""
    return RatingEntry(player.fide_id, player.name, player.federation, player.sex, player.title, player.birth_year)


def with_sources(lists: ListsInOrder, players: Sequence[NewPlayer]) -> list[NewPlayer]:
    """The players with the list that their ratings are from: the first that has just that rating, else typed.

    A converted rating stays noted as one.
    """
    listed = lists.on_fide(player.fide_id for player in players)

    def source(player: NewPlayer) -> str:
        if is_converted(player.rating_from):
            return player.rating_from
        ratings = lists.ratings(_sought(player), listed.get(player.fide_id)) if player.rating else ()
        found = next((one.source for one in ratings if one.rating == player.rating), TYPED)
        return found if player.rating else ""

    return [replace(player, rating_from=source(player)) for player in players]


def _by_name(shelf: Shelf, player: Player, publisher: str, mark: str) -> RatingEntry | None:
    if player.fide_id and publisher == FIDE:
        return None
    fitting = [one for one in shelf.by_whole_name(player.name, mark) if _fits(one, player)]
    return fitting[0] if len(fitting) == 1 else None


def _fits(entry: RatingEntry, player: Player) -> bool:
    pairs = ((entry.birth_year, player.birth_year), (entry.federation, player.federation), (entry.sex, player.sex))
    return all(mine == theirs for mine, theirs in pairs if mine and theirs)
