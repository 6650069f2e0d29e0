"""Photos of players: who is shown with one. The photos lie beside the journal, where they can be erased."""

from domain.records import dataclass

GROWN_UP_YEARS = 18


@dataclass(frozen=True, slots=True)
class PhotoRules:
    """By default the desk alone sees photos."""

    shown: bool = False
    """Everybody sees them: on pages, screens and in data."""
    juniors: bool = False
    """Also those of players under 18 in the year of the event, and of whom nobody knows the year of birth."""


NO_PHOTOS = PhotoRules()
