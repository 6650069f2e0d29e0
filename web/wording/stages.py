"""The words of stages: what is brought along, and how groups are seeded."""

from collections.abc import Mapping

from domain.words.stages import Carry, Seeding
from web.wording import N_, Language

CARRIED: Mapping[Carry, str] = {
    Carry.NONE: N_("no points"),
    Carry.POINTS: N_("all their points"),
    Carry.MUTUAL: N_("the results against each other"),
}

SEEDED: Mapping[Seeding, str] = {
    Seeding.SNAKE: N_("by rating, to and fro (snake)"),
    Seeding.LOT: N_("by lot"),
}


def carry_in_words(carry: Carry, words: Language) -> str:
    """Of those who go on: they bring ... along."""
    return words.gettext(CARRIED[carry])


def seeding_in_words(seeding: Seeding, words: Language) -> str:
    return words.gettext(SEEDED[seeding])
