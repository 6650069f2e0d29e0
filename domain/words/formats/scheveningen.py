"""The options of a match by the Scheveningen tables."""

from dataclasses import dataclass

LONGEST_TEAM_NAME_CHARS = 120
"""As many as a club may have."""


@dataclass(frozen=True, slots=True)
class ScheveningenOptions:
    """The two teams by name; a player belongs to the one that stands in the field for the club."""

    first_team: str = ""
    second_team: str = ""
