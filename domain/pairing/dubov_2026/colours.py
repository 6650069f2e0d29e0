"""Article 5.2: which of two paired players gets White."""

from domain.pairing.swiss.allocation import (
    Allocation,
    alternate,
    both_new,
    both_preferences,
    higher_ranked,
    stronger_preference,
)

ALLOCATION: Allocation = (
    ("5.2.1", both_new),
    ("5.2.2", both_preferences),
    ("5.2.3", stronger_preference),
    ("5.2.4", alternate),
    ("5.2.5", higher_ranked),
)
"""In order of priority; nobody is without a preference (1.6.4)."""
