"""The circle of those who see a tournament."""

from enum import StrEnum


class Visibility(StrEnum):
    """Everybody may see a public tournament; the desk sees all."""

    DRAFT = "draft"
    """Not announced yet."""
    PUBLIC = "public"
    HIDDEN = "hidden"
    """It was announced and is out of sight now."""
