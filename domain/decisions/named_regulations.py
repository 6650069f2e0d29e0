"""Whole sets of regulations under a name, to begin an announcement with; each field can still be changed."""

from collections.abc import Mapping
from dataclasses import replace

from domain.decisions.rules_in_force import IN_FORCE
from domain.ranking.tiebreaks import Ruleset
from domain.words.formats.numbers import NumbersBy
from domain.words.formats.swiss import ByeRule, OddField, SwissOptions
from domain.words.regulations import Regulations

PORTAL_SWISS = replace(
    IN_FORCE,
    order=("S003-SWISS",),
    ruleset=Ruleset.PORTAL.value,
    swiss=SwissOptions(OddField.REFUSED, ByeRule.LAST, colour_run=3, numbers=NumbersBy.LOT),
)
"""The Swiss of document 003: an even field in lot order, and no more than three games in a row with one colour.

The bye is for whoever allows an odd field all the same: the last of the lowest group who has had none.
"""

NAMED_REGULATIONS: Mapping[str, Regulations] = {"fide": IN_FORCE, "portal-swiss": PORTAL_SWISS}
