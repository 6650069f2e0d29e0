"""Entrants, which are paired: players, or teams."""

from typing import NewType

EntrantId = NewType("EntrantId", int)
"""An entrant in the journal: given at registration, counted from 1, never given twice in a tournament."""

BoardSeats = tuple[EntrantId, EntrantId]
"""White and Black."""
