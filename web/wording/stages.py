"""The words of stages: what is brought along, and how groups are seeded."""

from collections.abc import Callable, Mapping

from babel.dates import get_day_names

from domain.words.festivals import Carry, Rhythm, Seeding
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

RHYTHMS: Mapping[Rhythm, str] = {
    Rhythm.WEEKEND: N_("at weekends"),
    Rhythm.WORKING_DAYS: N_("on working days"),
    Rhythm.WEEKLY: N_("weekly"),
    Rhythm.MONTHLY: N_("monthly"),
    Rhythm.CONSECUTIVE: N_("one after another"),
}


def rhythm_in_words(rhythm: Rhythm, words: Language) -> str:
    return words.gettext(RHYTHMS[rhythm])


def weekday_in_words(weekday: int, words: Language) -> str:
    """0 = Monday."""
    return str(get_day_names(locale=words.locale)[weekday])


def carry_in_words(carry: Carry, words: Language) -> str:
    """The points that those who go on bring along."""
    return words.gettext(CARRIED[carry])


def seeding_in_words(seeding: Seeding, words: Language) -> str:
    return words.gettext(SEEDED[seeding])


SPOKEN: Mapping[str, Callable[..., str]] = {
    "carry_in_words": carry_in_words,
    "rhythm_in_words": rhythm_in_words,
    "weekday_in_words": weekday_in_words,
    "seeding_in_words": seeding_in_words,
}
"""By the name under which templates use them."""
