"""The words of the two systems of 2026 that pair the top scoregroup with its upfloaters, again and again."""

from collections.abc import Mapping
from dataclasses import dataclass

from domain.pairing.account import Step
from domain.pairing.swiss import account as shared
from domain.pairing.top_scoregroup import account as f
from domain.words.options import FIDE_COLOUR_RUN
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
    upfloat_in_words,
)

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
        N_("{one} and {two}: with this pair bracket {bracket} would meet its criteria worse."),
        N_("{one} and {two}: with this pair bracket {bracket} would meet a criterion worse: {criteria}."),
    ),
    shared.Reason.LATER: Pattern(
        N_("{one} and {two}: a pairing of bracket {bracket} with this pair has a later identifier (3.6).")
    ),
}
CRITERIA_OF_UPFLOATERS: dict[str, str] = {
    "C4": N_("as few upfloaters as possible"),
    "C5": N_("the highest scores among the upfloaters"),
    "C6": N_("as few upfloaters as possible for the next scoregroup"),
}
BREACHES: Mapping[str, str] = {
    "C1": N_("{players} have played each other already (C1)"),
    "C2": N_("{players} had a bye, or won a match by forfeit, already (C2)"),
    "C3": N_("too few opponents are left for {players} (C3)"),
}


@dataclass(frozen=True, slots=True)
class TopScoregroupWords:
    """The words of one of these systems."""

    title: str
    use: str
    """The purpose, in a sentence or two."""
    criteria: dict[str, str]
    board: Pattern
    """Bare, and where an upfloater is named in it."""

    def name(self, words: Language) -> str:
        """The system and its edition for people."""
        return words.gettext(self.title)

    def purpose(self, words: Language) -> str:
        """The purpose of the system, in a sentence or two."""
        return words.gettext(self.use)

    def breach(self, number: str, run: int = FIDE_COLOUR_RUN) -> str | None:
        """The pattern for a broken article."""
        return BREACHES.get(number)

    def told(self, step: Step, label: Label, words: Language, run: int = FIDE_COLOUR_RUN) -> StepInWords:
        """A step in words."""
        match step.facts:
            case f.PairingBracket():
                under = tuple(self.told(one, label, words) for one in step.children)
                return StepInWords(_heading(step.facts, label, words), under)
            case shared.WhyNot(players=(one, two), reason=reason, bracket=bracket):
                data = {"one": label(one), "two": label(two), "bracket": bracket}
                return StepInWords(REASONS[reason].filled(words, self._criteria(step.children, words), **data))
            case shared.ByeGiven():
                return StepInWords(_bye(step.facts, label, words))
            case f.BoardMade():
                return StepInWords(self._board(step, step.facts, label, words))
            case f.Identified(tops=tops, opponents=opponents):
                sides = {"tops": listed(tops, label), "opponents": listed(opponents, label)}
                pattern = N_("Top members {tops}, their opponents {opponents}: the first identifier (3.6).")
                return StepInWords(words.gettext(pattern, **sides))
            case shared.FloatUp():
                return StepInWords(
                    upfloat_in_words(step, step.facts, CRITERIA_OF_UPFLOATERS | self.criteria, label, words)
                )
            case shared.NotMet(times=times):
                return StepInWords(self._not_met(step, times, words))
            case _:
                raise TypeError(f"no words for {type(step.facts).__name__}")

    def _criteria(self, steps: tuple[Step, ...], words: Language) -> list[str]:
        return [criterion_in_words(number_of(step), self.criteria, words) for step in steps]

    def _not_met(self, step: Step, times: int, words: Language) -> str:
        return words.ngettext(
            "Not met: {criterion}.", "Not met {n} times: {criterion}.", times,
            criterion=criterion_in_words(number_of(step), self.criteria, words),
        )  # fmt: skip

    def _board(self, step: Step, made: f.BoardMade, label: Label, words: Language) -> str:
        data = {"board": made.board, "bracket": made.bracket, "article": number_of(step)}
        sides = {"white": label(made.white), "black": label(made.black)}
        if made.upfloater is None:
            return words.gettext(self.board.bare, **data, **sides)
        return words.gettext(self.board.naming, up=label(made.upfloater), **data, **sides)


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


def _bye(facts: shared.ByeGiven, label: Label, words: Language) -> str:
    data = {"player": label(facts.player), "points": points_of(facts.score, words)}
    barred = words.listing([f"{label(one)} (C2)" for one in facts.barred] + [f"{label(n)} (C3)" for n in facts.needed])
    if facts.barred or facts.needed:
        pattern = N_("Bye: {player}, {points} (3.4); could not have it: {players}.")
        return words.gettext(pattern, players=barred, **data)
    return words.gettext("Bye: {player}, {points} (3.4).", **data)
