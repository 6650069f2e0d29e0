"""Questions about people of one name, in words. English is the source."""

from domain.refusals import NamesakesAsked
from web.wording import NN_, Language

NAMES_IN_A_QUESTION = 8

NAMESAKES_ASKED = NN_(
    "{names}: somebody of this name is here already. Say whether it is the same person or another one.",
    "{names}: somebody of these names is here already. Say of each whether it is the same person or another one.",
)


def namesakes_asked(refusal: NamesakesAsked, words: Language) -> str:
    """One sentence for all questions of a form or a list."""
    names = words.listing([one.player.name for one in refusal.questions[:NAMES_IN_A_QUESTION]])
    return words.ngettext(*NAMESAKES_ASKED, len(refusal.questions), names=names)
