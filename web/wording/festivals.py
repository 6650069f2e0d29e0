"""The words of festivals: entries, petitions, messages, and why something about them is refused."""

from collections.abc import Callable, Mapping
from dataclasses import fields

from babel.dates import get_day_names

from domain.festival import refusals as r
from domain.festival.state import EntryStage
from domain.refusals import Refusal
from domain.words.festivals import Carry, EntryForm, Occasion, Rhythm, Seeding
from web.wording import N_, Language

REFUSED: Mapping[type[Refusal], str] = {
    r.NoOpenEdition: N_("Nobody can enter or leave by themselves just now. Write to the organiser."),
    r.EditionFull: N_("All {places} places are taken. If somebody withdraws, their place is free again."),
    r.AlreadyEntered: N_("{player} has entered already."),
    r.LastOrganiser: N_("{player} runs this event together with others who all play: one of them must not."),
    r.EntryIsDecided: N_("Somebody has decided on the entry of {player} already: reload the page."),
    r.TooManyWait: N_("So many are waiting already that no more are taken just now. Try again later."),
    r.NoSuchPetition: N_("This petition is no longer open."),
    r.PetitionExists: N_("There is a petition for {title} already: sign that one."),
    r.AlreadySigned: N_("{player} has signed already."),
    r.OtherLevel: N_("The rating of {player} is outside the ratings of this petition."),
    r.TooFewSigners: N_("Only {signed} of {needed} players have signed."),
    r.CannotUndoDecision: N_("Entry {version} is not the last decision, or later steps rest on it."),
}

ENTRY_FORMS: Mapping[EntryForm, str] = {
    EntryForm.NONE: N_("no, only an arbiter enters them"),
    EntryForm.QUEUE: N_("yes, and an arbiter admits each of them"),
    EntryForm.DIRECT: N_("yes, they are entered at once"),
}

ENTRY_STAGES: Mapping[EntryStage, str] = {
    EntryStage.WAITING: N_("waiting for the arbiter"),
    EntryStage.ADMITTED: N_("entered"),
    EntryStage.TURNED_DOWN: N_("turned down"),
    EntryStage.WITHDRAWN: N_("withdrawn"),
}

OCCASIONS: Mapping[Occasion, str] = {
    Occasion.START: N_("before the start"),
    Occasion.STAGE: N_("the stage begins"),
    Occasion.MOVED: N_("the start has moved"),
    Occasion.OVER: N_("the stage is over"),
}


def festival_refusal(refusal: Refusal, words: Language) -> str:
    """Empty for a refusal of something else."""
    if type(refusal) not in REFUSED:
        return ""
    data = {one.name: getattr(refusal, one.name) for one in fields(refusal)}  # type: ignore[arg-type]
    return words.gettext(REFUSED[type(refusal)], **data)


def entry_form_in_words(form: EntryForm, words: Language) -> str:
    return words.gettext(ENTRY_FORMS[form])


def entry_stage_in_words(stage: EntryStage, words: Language) -> str:
    return words.gettext(ENTRY_STAGES[stage])


def occasion_in_words(occasion: Occasion, words: Language) -> str:
    return words.gettext(OCCASIONS[occasion])


OF_FESTIVALS: Mapping[str, Callable[..., str]] = {
    "entry_form_in_words": entry_form_in_words,
    "entry_stage_in_words": entry_stage_in_words,
    "occasion_in_words": occasion_in_words,
}
"""By the name under which templates use them."""


# The words of stages: what is brought along, and how groups are seeded.

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
