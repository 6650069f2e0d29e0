"""Names of whole sets of regulations."""

from collections.abc import Mapping

from web.wording import N_, Language

NAMES: Mapping[str, str] = {
    "fide": N_("rules of FIDE in force"),
    "portal-swiss": N_(
        "Swiss of the chess portal: an even field, numbers by lot, up to three games in a row with one colour"
    ),
}


def regulations_name(name: str, words: Language) -> str:
    return words.gettext(NAMES[name])
