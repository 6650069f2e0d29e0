"""Article 5.2: which of two paired players gets White."""

from domain.pairing.swiss.allocation import (
    Allocation,
    alternate,
    both_preferences,
    by_initial_colour,
    higher_ranked,
    stronger_preference,
)

ALLOCATION: Allocation = (
    ("5.2.1", both_preferences),
    ("5.2.2", stronger_preference),
    ("5.2.3", alternate),
    ("5.2.4", higher_ranked),
    ("5.2.5", by_initial_colour),
)
"""In order of priority."""
