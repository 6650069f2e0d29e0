"""Tie-breaks in a few plain words, for a spectator who taps on the head of a column."""

from web.wording import N_, Language

PLAIN_WORDS = {
    "PS": N_("the points after each round, added up: early points count more"),
    "KS": N_("the points made against those who have half of the points or more"),
    "WIN": N_("how many games were won"),
    "WON": N_("how many games were won over the board"),
    "BPG": N_("how many games were played with Black"),
    "BWG": N_("how many games were won with Black"),
    "DE": N_("the games between those who are equal"),
    "DE1": N_("the games between those who are equal in first place"),
    "BH": N_("the points of all opponents, added up: who met stronger ones has more"),
    "FB": N_("Buchholz as if all games of the last round were drawn"),
    "AOB": N_("how strong the opponents’ opponents were, on average"),
    "SB": N_("the points of those one has beaten, and half of the points of those one has drawn with"),
    "ARO": N_("how high the opponents are rated, on average"),
    "TPR": N_("the rating that fits these results"),
    "APRO": N_("how well the opponents have played, on average"),
    "RTNG": N_("the rating at the start"),
    "MP": N_("two points for a match won, one for a match drawn"),
    "GP": N_("the points of all boards, added up"),
    "LOTS": N_("drawn by lot"),
}
"""By code; without an entry the name in the Handbook says enough."""


def plain_words(code: str, language: Language) -> str:
    """Empty where there is nothing plainer than the name."""
    return language.gettext(PLAIN_WORDS[code]) if code in PLAIN_WORDS else ""
