"""Whoever is paired: a player, or a team."""

from typing import NewType

EntrantId = NewType("EntrantId", int)
"""Who an entrant is in the journal: given at registration, counted from 1, never given twice in a tournament."""
