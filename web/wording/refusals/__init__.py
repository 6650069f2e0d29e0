"""Every refusal in words, a file for each subject, as `domain/refusals` has them."""

from web.wording.refusals import desk, entrants, festivals, results, rounds, tournament
from web.wording.refusals.refusal import sentence

__all__ = ["sentence"]

REFUSAL_SUBJECTS = (desk, entrants, festivals, results, rounds, tournament)
"""Imported so that each adds its sentences."""
