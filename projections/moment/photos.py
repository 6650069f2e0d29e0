"""Photos that everybody may see, by the fingerprints that their addresses have."""

from collections.abc import Collection, Mapping

from domain.tournament import Tournament
from domain.words.choices.photos import GROWN_UP_YEARS
from domain.words.players import EntrantId
from projections.moment.snapshot import Snapshot


def photo_of(snapshot: Snapshot, player: EntrantId) -> str:
    """Empty: there is none, or it is not shown."""
    return shown_photo(snapshot.tournament, player, snapshot.nameless)


def photos_of(snapshot: Snapshot) -> Mapping[EntrantId, str]:
    """Of everybody whose photo is shown."""
    return snapshot.now(("photos",), lambda _: _photos(snapshot))


def _photos(snapshot: Snapshot) -> Mapping[EntrantId, str]:
    t = snapshot.tournament
    those = t.photos if t.photo_rules.shown else ()
    return {player: photo for player in those if (photo := photo_of(snapshot, player))}


def shown_photo(t: Tournament, player: EntrantId, nameless: Collection[EntrantId]) -> str:
    photo = t.photos.get(player, "") if t.photo_rules.shown else ""
    shown = (
        photo and player in t.players and player not in nameless and (t.photo_rules.juniors or is_grown_up(t, player))
    )
    return photo if shown else ""


def is_grown_up(t: Tournament, player: EntrantId) -> bool:
    """18 in the year of the event; False where a year is not known."""
    born, year = t.players[player].birth_year, t.details.start[:4]
    return bool(born and year) and int(year) - born >= GROWN_UP_YEARS


def player_with_photo(t: Tournament, digest: str) -> EntrantId | None:
    """Whose photo this is, whoever may see it."""
    return next((player for player, kept in t.photos.items() if kept == digest), None)
