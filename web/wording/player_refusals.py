"""Everything that is wrong with players who were to be registered at once, in words."""

from collections.abc import Callable, Sequence

from domain.refusals import ProblemOfAPlayer, Refusal
from web.wording import Language

PROBLEMS_TOLD = 10


def nobody_entered(problems: Sequence[ProblemOfAPlayer], say: Callable[[Refusal], str], words: Language) -> str:
    """The first of them, each with the place on the list counted from 1, and how many more there are."""
    told = [
        words.gettext(
            "Player {place} ({name}): {what}", place=one.index + 1, name=one.name or "–", what=say(one.refusal)
        )
        for one in problems[:PROBLEMS_TOLD]
    ]
    if more := len(problems) - len(told):
        told.append(words.ngettext("There is {n} more problem.", "There are {n} more problems.", more, n=more))
    return words.gettext("Nothing was registered. {problems}", problems=" ".join(told))
