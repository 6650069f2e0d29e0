"""The choice that the Lim system leaves to the organiser."""

from enum import StrEnum


class MaxiTournament(StrEnum):
    """Colours move only players of close ratings (Lim, 3.2.3, 3.8, 5.7). The values are stored in journals."""

    AUTOMATIC = "automatic"
    """With more participants than 2 to the number of rounds, as the first text of the system said."""
    YES = "yes"
    NO = "no"

    @property
    def declared(self) -> bool | None:
        """None: by the number of participants."""
        return None if self is MaxiTournament.AUTOMATIC else self is MaxiTournament.YES
