"""The players of a tournament found on a rating list, and where a rating that was entered is from."""

from dataclasses import replace

from domain.decisions.checking_ratings import Listing
from domain.decisions.new_player import NewPlayer
from domain.tournament import Tournament
from domain.words.players import Player
from domain.words.rating_lists import FIDE, TYPED, RatingEntry, speed_of_clock
from server.rating_lists.shelf import Shelf


def listing_of(shelf: Shelf, t: Tournament, publisher: str = FIDE) -> Listing | None:
    """Everybody by FIDE number; without one by the whole name, where just one on the list can be meant.

    None = no such list is here, or not the whole of it yet.
    """
    about = shelf.about(publisher)
    if about is None or not about.whole:
        return None
    known = shelf.by_numbers((player.fide_id for player in t.players.values()), publisher)
    entries = {}
    for id, player in t.players.items():
        entry = known.get(player.fide_id) or _by_name(shelf, player, publisher)
        if entry is not None:
            entries[id] = entry
    return Listing(about.name, speed_of_clock(t.details.clock), entries)


def with_sources(shelf: Shelf, t: Tournament, players: list[NewPlayer]) -> list[NewPlayer]:
    """The players with the list that their ratings are from: FIDE's where it has just that rating, else typed."""
    about, speed = shelf.about(), speed_of_clock(t.details.clock)
    listed = shelf.by_numbers(player.fide_id for player in players)

    def source(player: NewPlayer) -> str:
        entry = listed.get(player.fide_id)
        own = about is not None and entry is not None and entry.rating(speed) == player.rating
        return (str(about.name) if about and own else TYPED) if player.rating else ""

    return [replace(player, rating_from=source(player)) for player in players]


def _by_name(shelf: Shelf, player: Player, publisher: str) -> RatingEntry | None:
    if player.fide_id and publisher == FIDE:
        return None
    fitting = [one for one in shelf.by_whole_name(player.name, publisher) if _fits(one, player)]
    return fitting[0] if len(fitting) == 1 else None


def _fits(entry: RatingEntry, player: Player) -> bool:
    pairs = ((entry.birth_year, player.birth_year), (entry.federation, player.federation), (entry.sex, player.sex))
    return all(mine == theirs for mine, theirs in pairs if mine and theirs)
