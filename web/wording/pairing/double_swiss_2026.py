"""The words of Double-Swiss 2026: its steps, its criteria and its answers to "why not?"."""

from collections.abc import Mapping

from domain.pairing.account import Step
from domain.pairing.double_swiss_2026 import facts as f
from domain.pairing.swiss import facts as shared
from domain.words.formats.swiss import FIDE_COLOUR_RUN
from web.wording import N_, Language
from web.wording.pairing.told import (
    ABSENT,
    FORBIDDEN,
    OTHER_BRACKETS,
    THEY_DO,
    Label,
    Pattern,
    StepInWords,
    criterion_in_words,
    listed,
    number_of,
    points_of,
)

CRITERIA: Mapping[str, str] = {
    "C1": N_("they have met before"),
    "C2": N_("a bye, a match won by forfeit or a full-point bye already"),
    "C7": N_("no upfloater who floated in the last round"),
    "C8": N_("no opponent of an upfloater who floated in the last round"),
}
REASONS: Mapping[shared.Reason, Pattern] = {
    shared.Reason.THEY_DO: THEY_DO,
    shared.Reason.ABSENT: ABSENT,
    shared.Reason.BYE: Pattern(N_("{one} and {two}: one of them has the bye, which is given first (3.4).")),
    shared.Reason.FORBIDDEN: FORBIDDEN,
    shared.Reason.OTHER_BRACKETS: OTHER_BRACKETS,
    shared.Reason.NOT_COMPLETED: Pattern(
        N_("{one} and {two}: with this pair the rest of bracket {bracket} could not be paired (C1).")
    ),
    shared.Reason.WORSE: Pattern(
        N_("{one} and {two}: with this pair more residents would float twice running in bracket {bracket} (C8).")
    ),
    shared.Reason.LATER: Pattern(
        N_("{one} and {two}: a pairing of bracket {bracket} with this pair has a later identifier (3.6).")
    ),
}
BREACHES: Mapping[str, str] = {
    "C1": N_("{players} have played each other already (C1)"),
    "C2": N_("{players} had a bye, or won a match by forfeit, already (C2)"),
    "C3": N_("too few opponents are left for {players} (C3)"),
}


def name(words: Language) -> str:
    """The system and its edition for people."""
    return words.gettext("Swiss of two-game matches, FIDE Double-Swiss system of 2026 (C.04.5)")


def purpose(words: Language) -> str:
    """The purpose of the system, in a sentence or two."""
    return words.gettext(
        "Every round is a match of two games against the same opponent, one with each colour: for events in which "
        "colours must not decide. Nobody floats down, and no colour keeps two players apart."
    )


def breach(number: str, run: int = FIDE_COLOUR_RUN) -> str | None:
    """The pattern for a broken article."""
    return BREACHES.get(number)


def told(step: Step, label: Label, words: Language, run: int = FIDE_COLOUR_RUN) -> StepInWords:
    """A step in words."""
    match step.facts:
        case f.PairingBracket():
            under = tuple(told(one, label, words) for one in step.children)
            return StepInWords(_heading(step.facts, label, words), under)
        case shared.WhyNot(players=(one, two), reason=reason, bracket=bracket):
            rules = [criterion_in_words(number_of(child), CRITERIA, words) for child in step.children if child.article]
            return StepInWords(REASONS[reason].filled(words, rules, one=label(one), two=label(two), bracket=bracket))
        case shared.ByeGiven():
            return StepInWords(_bye(step.facts, label, words))
        case _:
            return StepInWords(_done(step, label, words))


def _heading(bracket: f.PairingBracket, label: Label, words: Language) -> str:
    data = {
        "number": bracket.number,
        "points": points_of(bracket.score, words),
        "residents": listed(bracket.residents, label),
        "upfloaters": listed(bracket.upfloaters, label),
    }
    if bracket.upfloaters:
        pattern = N_("Bracket {number} ({points}): residents {residents}, upfloaters {upfloaters} (3.5).")
        return words.gettext(pattern, **data)
    return words.gettext("Bracket {number} ({points}): residents {residents}.", **data)


def _done(step: Step, label: Label, words: Language) -> str:
    said, facts = words.gettext, step.facts
    match facts:
        case f.Identified(tops=tops, opponents=opponents):
            sides = {"tops": listed(tops, label), "opponents": listed(opponents, label)}
            return said("Top members {tops}, their opponents {opponents}: the first identifier (3.6).", **sides)
        case shared.NotMet(times=times):
            return words.ngettext(
                "Not met: {criterion}.", "Not met {n} times: {criterion}.", times,
                criterion=criterion_in_words(number_of(step), CRITERIA, words),
            )  # fmt: skip
        case f.BoardMade(board=board, white=white, black=black, bracket=bracket, upfloater=up):
            data = {"white": label(white), "black": label(black), "bracket": bracket, "article": number_of(step)}
            if up is None:
                pattern = N_("Board {board}: {white} - {black}, bracket {bracket}; colours of game 1 by {article}.")
                return said(pattern, board=board, **data)
            pattern = N_(
                "Board {board}: {white} - {black}, bracket {bracket}, {up} floated up; colours of game 1 by {article}."
            )
            return said(pattern, board=board, up=label(up), **data)
        case _:
            raise TypeError(f"no words for {type(facts).__name__}")


def _bye(facts: shared.ByeGiven, label: Label, words: Language) -> str:
    data = {"player": label(facts.player), "points": points_of(facts.score, words)}
    barred = words.listing([f"{label(one)} (C2)" for one in facts.barred] + [f"{label(n)} (C3)" for n in facts.needed])
    if facts.barred or facts.needed:
        pattern = N_("Bye: {player}, {points} (3.4); could not have it: {players}.")
        return words.gettext(pattern, players=barred, **data)
    return words.gettext("Bye: {player}, {points} (3.4).", **data)
