"""The words of festivals (entries, messages, stages, series) and of the face of an event."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from babel.dates import get_day_names

from domain.festival.events import GroupsDrawn
from domain.festival.state import EntryStage
from domain.words.choices.faces import EventFace
from domain.words.choices.prizes import category
from domain.words.festivals import Carry, EntryForm, Merit, Occasion, RankingRules, RankingTie, Rhythm, Seeding
from projections.festivals.rankings import RankedRow
from web.accents import AccentGround, Shade
from web.wording import N_, Language, said_by
from web.wording.conditions import category_in_words

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

CARRIED: Mapping[Carry, str] = {
    Carry.NONE: N_("no points"),
    Carry.POINTS: N_("all their points"),
    Carry.MUTUAL: N_("the results against each other"),
}

SEEDED: Mapping[Seeding, str] = {Seeding.SNAKE: N_("by rating, to and fro (snake)"), Seeding.LOT: N_("by lot")}

RHYTHMS: Mapping[Rhythm, str] = {
    Rhythm.WEEKEND: N_("at weekends"),
    Rhythm.WORKING_DAYS: N_("on working days"),
    Rhythm.WEEKLY: N_("weekly"),
    Rhythm.MONTHLY: N_("monthly"),
    Rhythm.CONSECUTIVE: N_("one after another"),
}

MERITS: Mapping[Merit, str] = {
    Merit.TABLE: N_("points by place, as typed"),
    Merit.PLAYERS: N_("one point for each player behind, and one more"),
    Merit.SCORE: N_("the points scored"),
    Merit.PLACE: N_("the place itself, the smallest sum is first"),
}

RANKING_TIES: Mapping[RankingTie, str] = {
    RankingTie.FIRST_PLACES: N_("number of first places"),
    RankingTie.BEST_EVENT: N_("best single event"),
    RankingTie.ALL_EVENTS: N_("sum of all events, of those too that do not count"),
    RankingTie.SCORE: N_("points scored in the events that count"),
    RankingTie.EVENTS: N_("number of events played"),
    RankingTie.LAST_EVENT: N_("last event played"),
}

HEADS_OF_TIES: Mapping[RankingTie, str] = {
    RankingTie.FIRST_PLACES: N_("1st"),
    RankingTie.BEST_EVENT: N_("Best"),
    RankingTie.ALL_EVENTS: N_("All"),
    RankingTie.SCORE: N_("Scored"),
    RankingTie.EVENTS: N_("Events"),
    RankingTie.LAST_EVENT: N_("Last"),
}

merit_in_words = said_by(MERITS)
ranking_tie = said_by(RANKING_TIES)
head_of_tie = said_by(HEADS_OF_TIES)
entry_form_in_words = said_by(ENTRY_FORMS)
entry_stage_in_words = said_by(ENTRY_STAGES)
occasion_in_words = said_by(OCCASIONS)
carry_in_words = said_by(CARRIED)
seeding_in_words = said_by(SEEDED)
rhythm_in_words = said_by(RHYTHMS)


def draw_in_words(drawn: GroupsDrawn, words: Language) -> str:
    """The groups, and how many of them play in each stage after: 24 → 4 of 6 → 8 in the final."""
    sizes = [len(group.entrants) for group in drawn.groups]
    size = words.alternatives([words.number(one) for one in sorted(set(sizes))])
    steps = [
        words.ngettext("{n} player", "{n} players", sum(sizes)),
        words.ngettext("{n} group of {size}", "{n} groups of {size}", len(sizes), size=size),
    ]
    coming = sizes
    for stage in drawn.stages:
        coming = [sum(min(stage.places, one) for one in coming)]
        steps.append(words.gettext("{number} in “{stage}”", number=words.number(coming[0]), stage=stage.title))
    return " → ".join(steps)


def weekday_in_words(weekday: int, words: Language) -> str:
    """0 = Monday."""
    return str(get_day_names(locale=words.locale)[weekday])


def parts_of_face(face: EventFace, words: Language) -> str:
    """The pictures by name and the colour; "nothing" for an empty face."""
    parts = [words.gettext("colour {colour}", colour=face.accent)] if face.accent else []
    if face.logo:
        parts.append(words.gettext("logo “{name}”", name=face.logo.name))
    if face.sponsors:
        parts.append(words.gettext("sponsors: {names}", names=words.listing([one.name for one in face.sponsors])))
    if face.poster:
        parts.append(words.gettext("poster “{name}”", name=face.poster.name))
    return ", ".join(parts) or words.gettext("nothing")


GROUND_NAMES: Mapping[AccentGround, str] = {
    AccentGround.LIGHT_PAGE: N_("Light pages"),
    AccentGround.DARK_PAGE: N_("Dark pages"),
    AccentGround.DARK_SCREEN: N_("Dark screens"),
    AccentGround.LIGHT_SCREEN: N_("Light screens"),
}
ground_name = said_by(GROUND_NAMES)


def shade_said(shade: Shade, words: Language) -> str:
    """The contrast of the colour, and what is shown in its place where that is too little."""
    chosen, shown = (words.decimal(Fraction(ratio), 1) for ratio in (shade.chosen, shade.contrast))
    if not shade.derived:
        return words.gettext("contrast {ratio}:1, shown as it is", ratio=chosen)
    return words.gettext(
        "contrast {ratio}:1 is too little to read; {colour} is shown there, with {shown}:1",
        ratio=chosen, colour=shade.colour, shown=shown,
    )  # fmt: skip


def worth_in_figures(worth: Fraction, words: Language) -> str:
    """Whole, with a half, or with two decimals: what an event is worth, or a sum of it."""
    halves = 2 * worth
    return words.points(int(halves)) if halves.denominator == 1 else words.decimal(worth)


def ranked_group(written: str, words: Language) -> str:
    """The heading of a table of a ranking: everybody, or a category in words."""
    group = category_in_words(category(written), words) if written else words.gettext("everybody")
    return group[:1].upper() + group[1:]


def head_of_ranked(rows: Iterable[RankedRow], words: Language) -> str:
    """Of the column of names in a ranking: sections may be of players, of teams, or of both."""
    of_teams = {bool(row.person.team) for row in rows}
    if len(of_teams) > 1:
        return words.gettext("Name")
    return words.gettext("Team") if True in of_teams else words.gettext("Player")


def rules_in_words(rules: RankingRules, words: Language) -> str:
    """How events count and what separates equals, in sentences."""
    said = words.gettext
    merit = merit_in_words(rules.merit, words)
    if rules.merit is Merit.TABLE:
        merit = said("points by place: {points}", points=" ".join(map(str, rules.points)))
    told = [said("An event is worth {merit}.", merit=merit)]
    if rules.best:
        counted = words.ngettext("The best {n} event of each counts.", "The best {n} events of each count.", rules.best)
        told.append(counted)
    else:
        told.append(said("All events count."))
    if rules.ties:
        ties = words.listing([ranking_tie(one, words) for one in rules.ties])
        told.append(said("Equals are separated by: {ties}.", ties=ties))
    return " ".join(told)
