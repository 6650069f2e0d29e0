"""English inside a page of another language: what its catalogue does not have is marked as English in HTML.

A catalogue asks its fallback for such a sentence, and the fallback brackets it. `labelled` turns the brackets of a
finished page into `<span lang="en">`; in an attribute, a title or an option, where no tag can stand, it drops them.
"""

import re
from copy import copy
from dataclasses import replace
from gettext import NullTranslations

from web.wording import Language

OPENING, CLOSING = "\ue000", "\ue001"
"""Characters of Unicode's private use, which no text has."""
BRACKET_SIGNS = re.compile(f"[{OPENING}{CLOSING}]")
TAG = re.compile(r"(<[^<>]*>)")
TEXT_ALONE = re.compile(r"<(/?)(title|option|textarea|script|style)\b")


class Bracketing(NullTranslations):
    def gettext(self, message: str) -> str:
        return f"{OPENING}{message}{CLOSING}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"{OPENING}{msgid1 if n == 1 else msgid2}{CLOSING}"

    def pgettext(self, context: str, message: str) -> str:
        return f"{OPENING}{message}{CLOSING}"


def bracketing(words: Language) -> Language:
    """The language as templates speak it; English as it is, for there everything is English."""
    if words.spoken == "en":
        return words
    catalogue = copy(words.catalogue)
    catalogue.add_fallback(Bracketing())
    return replace(words, catalogue=catalogue)


def labelled(html: str) -> str:
    if OPENING not in html:
        return html
    pieces, text_alone = [], False
    for piece in TAG.split(html):
        found = TEXT_ALONE.match(piece)
        text_alone = not found[1] if found else text_alone
        if text_alone or piece.startswith("<"):
            pieces.append(BRACKET_SIGNS.sub("", piece))
        else:
            pieces.append(piece.replace(OPENING, '<span lang="en">').replace(CLOSING, "</span>"))
    return "".join(pieces)
