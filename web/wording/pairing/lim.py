"""The words of the Lim system: its steps and its answers to "why not?"."""

from collections.abc import Mapping

from domain.pairing.account import Step
from domain.pairing.lim import account as f
from domain.pairing.lim.choosing import FloaterType, PairedAs
from domain.pairing.lim.competitors import ColourReason
from domain.words.options import FIDE_COLOUR_RUN
from web.wording import N_, Language
from web.wording.pairing.told import (
    ABSENT,
    FORBIDDEN,
    THEY_DO,
    Label,
    Pattern,
    StepInWords,
    criterion_in_words,
    listed,
    number_of,
    points_of,
)

HEADINGS: Mapping[f.GroupPart, str] = {
    f.GroupPart.ABOVE: N_("Group {number} ({points}), above the median, paired downward: {residents}."),
    f.GroupPart.BELOW: N_("Group {number} ({points}), below the median, paired upward: {residents}."),
    f.GroupPart.MEDIAN: N_("Group {number} ({points}), the median, paired last and downward: {residents}."),
}
HEADINGS_JOINED: Mapping[f.GroupPart, str] = {
    f.GroupPart.ABOVE: N_(
        "Group {number} ({points}), above the median, paired downward: {residents}; floated in: {came}."
    ),
    f.GroupPart.BELOW: N_(
        "Group {number} ({points}), below the median, paired upward: {residents}; floated in: {came}."
    ),
    f.GroupPart.MEDIAN: N_(
        "Group {number} ({points}), the median, paired last and downward: {residents}; floated in: {came}."
    ),
}
"""Groups that somebody floated into."""
TYPES: Mapping[FloaterType, str] = {
    FloaterType.D: N_("Floats on: {player}, type d: not floated into the group, an opponent in the next one (3.9)."),
    FloaterType.C: N_("Floats on: {player}, type c: not floated into the group, no opponent in the next one (3.9)."),
    FloaterType.B: N_("Floats on: {player}, type b: floated into the group, an opponent in the next one (3.9)."),
    FloaterType.A: N_("Floats on: {player}, type a: floated into the group, no opponent in the next one (3.9)."),
}
TYPES_AGAIN: Mapping[FloaterType, str] = {
    FloaterType.D: N_(
        "Floats on, as in the last round: {player}, type d: not floated into the group, an opponent in the next one "
        "(3.9, 3.10)."
    ),
    FloaterType.C: N_(
        "Floats on, as in the last round: {player}, type c: not floated into the group, no opponent in the next one "
        "(3.9, 3.10)."
    ),
    FloaterType.B: N_(
        "Floats on, as in the last round: {player}, type b: floated into the group, an opponent in the next one "
        "(3.9, 3.10)."
    ),
    FloaterType.A: N_(
        "Floats on, as in the last round: {player}, type a: floated into the group, no opponent in the next one "
        "(3.9, 3.10)."
    ),
}
"""Players who floated in the previous round too."""
COLOURS: Mapping[ColourReason, str] = {
    ColourReason.LIMITS: N_("no other colours are allowed"),
    ColourReason.DUE: N_("each has the colour that is due"),
    ColourReason.LATEST: N_("each has the other colour than in the latest round in which theirs differed"),
    ColourReason.HIGHER: N_("the higher ranked has the colour that is due"),
    ColourReason.LOWER: N_("below the median the lower ranked has the colour that is due"),
    ColourReason.LOT: N_("colours by the lot of round 1"),
}
CRITERIA: Mapping[str, str] = {
    "C.04.1, 2": N_("they have met before"),
    "2.1": N_("one of them would have one colour too often running, or too much more of it than of the other"),
}
REASONS: Mapping[f.Reason, Pattern] = {
    f.Reason.THEY_DO: THEY_DO,
    f.Reason.ABSENT: ABSENT,
    f.Reason.FORBIDDEN: FORBIDDEN,
    f.Reason.OTHER_GROUPS: Pattern(N_("{one} and {two}: they are never in one group together.")),
    f.Reason.TAKEN: Pattern(
        N_("{one} and {two}: {chooser} had their turn before and took {chosen} (group {group}, article 4).")
    ),
    f.Reason.NOT_COMPLETED: Pattern(
        N_("{one} and {two}: with this pair the rest of group {group} could not be paired; {chooser} took {chosen}.")
    ),
    f.Reason.COLOUR: Pattern(
        N_("{one} and {two} are due the same colour; {chooser} took {chosen}, who is due the other one (5.2).")
    ),
    f.Reason.LATER: Pattern(
        N_("{one} and {two}: {chooser} took {chosen}, who comes first in the order of group {group} (4.2).")
    ),
}
BREACHES: Mapping[str, str] = {
    "C.04.1, 2": N_("{players} have played each other already (C.04.1, 2)"),
    "C.04.1, 4": N_("{players} had a bye, or a win's points without play, already (C.04.1, 4)"),
    "2.1": N_("{players} would break the limits on colours (2.1)"),
    "5.1": N_("{players} would have one colour too often running, or too much more of it than of the other (5.1)"),
    "2.3": N_("too few opponents are left for {players} (2.3)"),
}


def name(words: Language) -> str:
    """The system and its edition for people."""
    return words.gettext("Swiss, Lim system (C.04.4.3)")


def purpose(words: Language) -> str:
    """The purpose of the system, in a sentence or two."""
    return words.gettext(
        "Groups are paired from the top and from the bottom towards the middle, so that the leaders and the last meet "
        "their equals. Good where each pairing is to be followed by hand, step by step."
    )


def breach(number: str, run: int = FIDE_COLOUR_RUN) -> str | None:
    """The pattern for a broken article."""
    return BREACHES.get(number)


def told(step: Step, label: Label, words: Language, run: int = FIDE_COLOUR_RUN) -> StepInWords:
    """A step in words."""
    match step.facts:
        case f.ScoreGroup():
            heading = _heading(step.facts, label, words)
            return StepInWords(heading, tuple(told(one, label, words) for one in step.children))
        case f.WhyNot(players=(one, two), reason=reason, group=group, instead=turn):
            rules = [criterion_in_words(number_of(child), CRITERIA, words) for child in step.children if child.article]
            names = {"one": label(one), "two": label(two)}
            if turn is not None:
                names |= {"chooser": label(turn[0]), "chosen": label(turn[1])}
            return StepInWords(REASONS[reason].filled(words, rules, group=group, **names))
        case f.ByeGiven():
            return StepInWords(_bye(step, step.facts, label, words))
        case _:
            return StepInWords(_done(step, label, words))


def _heading(group: f.ScoreGroup, label: Label, words: Language) -> str:
    pattern = (HEADINGS_JOINED if group.came_in else HEADINGS)[group.part]
    residents = listed(group.residents, label) or words.gettext("nobody")
    data = {"number": group.number, "points": points_of(group.score, words), "residents": residents}
    return words.gettext(pattern, **data, came=listed(group.came_in, label))


def _done(step: Step, label: Label, words: Language) -> str:
    said, facts = words.gettext, step.facts
    match facts:
        case f.FloatsOut(player=player, type=kind, again=again):
            return said((TYPES_AGAIN if again else TYPES)[kind], player=label(player))
        case f.Exchanged(player=player, opponent=opponent, passed=passed, role=role, for_colour=for_colour):
            names = {"player": label(player), "opponent": label(opponent), "passed": listed(passed, label)}
            if for_colour:
                return said("{player} takes {opponent} for the colours, before {passed} (5.2).", **names)
            if role is PairedAs.FLOATER:
                return said("The floater {player} takes {opponent}; {passed} cannot be taken (3.8).", **names)
            return said("{player} takes {opponent}; {passed} cannot be taken (4.2).", **names)
        case f.TakenBack(players=(one, two)):
            return said("Cracked for the median: {one} - {two} is taken back (2.6).", one=label(one), two=label(two))
        case f.BoardMade(board=board, white=white, black=black, group=group, colours=reason):
            names = {"white": label(white), "black": label(black), "why": said(COLOURS[reason])}
            pattern = N_("Board {board}: {white} - {black}, group {group}; {why} ({article}).")
            return said(pattern, board=board, group=group, article=number_of(step), **names)
        case _:
            raise TypeError(f"no words for {type(facts).__name__}")


def _bye(step: Step, facts: f.ByeGiven, label: Label, words: Language) -> str:
    data = {"player": label(facts.player), "article": number_of(step)}
    barred, needed = (words.listing([label(one) for one in some]) for some in (facts.barred, facts.needed))
    match bool(facts.barred), bool(facts.needed):
        case False, False:
            return words.gettext("Bye: {player} ({article}).", **data)
        case True, False:
            return words.gettext("Bye: {player} ({article}); may not have it: {barred}.", barred=barred, **data)
        case False, True:
            pattern = N_("Bye: {player} ({article}); without them the rest cannot be paired: {needed}.")
            return words.gettext(pattern, needed=needed, **data)
        case _:
            pattern = N_(
                "Bye: {player} ({article}); may not have it: {barred}; without them nobody can pair the rest: {needed}."
            )
            return words.gettext(pattern, barred=barred, needed=needed, **data)
