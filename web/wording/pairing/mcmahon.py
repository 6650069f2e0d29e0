"""The words of McMahon: those of FIDE Dutch 2026, whose process it has, and the starting points."""

from domain.pairing.account import Step
from domain.pairing.swiss import account as f
from domain.words.options import FIDE_COLOUR_RUN
from web.wording import N_, Language
from web.wording.pairing import dutch_2026
from web.wording.pairing.told import Label, StepInWords, listed, points_of


def name(words: Language) -> str:
    """The system for people."""
    return words.gettext("Swiss, McMahon system (no FIDE system)")


def purpose(words: Language) -> str:
    """The purpose of the system, in a sentence or two."""
    return words.gettext(
        "Players begin with points by their rating, and then meet others of as many points; who is at or above the "
        "bar begins level and plays for the first place. Good where strengths are far apart and rounds are few."
    )


def breach(number: str, run: int = FIDE_COLOUR_RUN) -> str | None:
    """The pattern for a broken article of the Dutch system."""
    return dutch_2026.breach(number, run)


def told(step: Step, label: Label, words: Language, run: int = FIDE_COLOUR_RUN) -> StepInWords:
    """A step in words. The points of a bracket are McMahon scores."""
    match step.facts:
        case f.VirtualPoints(half_points=half, players=players):
            return StepInWords(_start(half, players, label, words))
        case _:
            return dutch_2026.told(step, label, words, run)


def _start(half: int, players: tuple[int, ...], label: Label, words: Language) -> str:
    pattern = N_("Starting points, which count in the brackets: {points} for {players}.")
    return words.gettext(pattern, points=points_of(half, words), players=listed(players, label))
