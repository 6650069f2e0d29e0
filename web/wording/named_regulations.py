"""Kinds of event that a new tournament can begin with, each with a sentence."""

from collections.abc import Callable, Mapping

from web.wording import N_, Language

NAMES: Mapping[str, str] = {
    "fide": N_("FIDE open"),
    "club": N_("Club evening"),
    "juniors": N_("Juniors"),
    "round-robin": N_("Round robin"),
    "knock-out": N_("Knock-out"),
    "teams": N_("Teams"),
    "dutch-1998": N_("Dutch system of 1998"),
    "portal-swiss": N_("Swiss of the chess portal"),
}
KIND_SENTENCES: Mapping[str, str] = {
    "fide": N_("A Swiss of nine rounds by the rules in force since February 2026. It can be rated."),
    "club": N_("A Swiss of five rounds; late entries are welcome, and equal players share the place."),
    "juniors": N_("A Swiss of seven rounds; no tie-break asks for ratings, and prizes can go by age."),
    "round-robin": N_("Everybody meets everybody by the Berger tables: for 3 to 16 players."),
    "knock-out": N_("A bracket: winners go on, and level matches are decided by further games."),
    "teams": N_("A Swiss of teams at four boards, with lineups, match points and game points."),
    "dutch-1998": N_("A Swiss by the rules of 1998, outside FIDE mode."),
    "portal-swiss": N_(
        "An even field, numbers by rating (by lot if nobody has one), up to three games in a row with one colour and "
        "as many rounds as in a knock-out: the form proposes them from the players expected."
    ),
}


def regulations_name(name: str, words: Language) -> str:
    return words.gettext(NAMES[name])


def regulations_sentence(name: str, words: Language) -> str:
    """A sentence about this kind of event."""
    return words.gettext(KIND_SENTENCES[name])


KIND_FILTERS: Mapping[str, Callable[[str, Language], str]] = {
    "regulations_name": regulations_name,
    "regulations_sentence": regulations_sentence,
}
"""For templates, by their names there."""
