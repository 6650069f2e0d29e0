"""National ratings: what a federation other than FIDE says of a player."""

from dataclasses import dataclass

from domain.words.entrants import EntrantId


@dataclass(frozen=True, slots=True)
class NationalRating:
    """A national rating line of a report file that says more than a rating."""

    player: EntrantId
    federation: str
    rating: int
    title: str = ""
    origin: str = ""
    """The source of the rating."""
    number: str = ""
    """The player's number in that federation."""
