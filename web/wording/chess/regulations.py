"""Kinds of event to begin with, and the five ways to the number of rounds of a Swiss, in words."""

from collections.abc import Mapping

from domain.formats.tables.swiss_rounds import RoundsAdvice, RoundsMethod
from domain.words.regulations import Format
from web.wording import N_, Language, said_by

NAMES: Mapping[str, str] = {
    "fide": N_("FIDE open"),
    "club": N_("Club evening"),
    "juniors": N_("Juniors"),
    "round-robin": N_("Round robin"),
    "knock-out": N_("Knock-out"),
    "teams": N_("Teams"),
    "dutch-1998": N_("Dutch system of 1998"),
    "portal-swiss": N_("Swiss of the chess portal"),
    "portal-round-robin": N_("Round robin of the chess portal"),
}
PRACTICE_NAME: str = N_("Practice")
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
        "as many rounds as in a knock-out: five for 17 to 32 players; the form follows the players expected."
    ),
    "portal-round-robin": N_(
        "Everybody meets everybody, with numbers and colours by lot; equal points go by the doubled Sonneborn-Berger, "
        "then by the average rating of the opponents, and the last result closes it."
    ),
}

METHODS: Mapping[RoundsMethod, str] = {
    RoundsMethod.FLOORS: N_("log2 of the players and log2 of the prize places less one, each rounded down"),
    RoundsMethod.NEAREST: N_("log2 of the players and log2 of the prize places, each rounded to the nearest"),
    RoundsMethod.SQUARE_ROOT: N_(
        "the root of the players and twice the prize places after the first: far too many in a large field"
    ),
    RoundsMethod.KNOCKOUT: N_("as many as a knock-out: enough for one winner"),
    RoundsMethod.TABLE: N_("the table for the first three places: a knock-out and two rounds more"),
}

regulations_name = said_by(NAMES)
regulations_sentence = said_by(KIND_SENTENCES)
method_name = said_by(METHODS)


def reason(advice: RoundsAdvice, language: Language) -> str:
    data = {"players": language.number(advice.players), "n": advice.recommended, "places": advice.places}
    if advice.recommended == advice.most and advice.methods[advice.method] > advice.most:
        return language.gettext(
            "{n} rounds: nobody has more opponents than that among {players} players. A round robin orders them best.",
            **data,
        )
    if advice.recommended >= advice.forced_from and advice.places > 1:
        return language.gettext(
            "{n} rounds order the first {places} places of {players} players, but from round {forced} on the pairings "
            "are hardly by the scores any more.",
            forced=advice.forced_from,
            **data,
        )
    if advice.places == 1:
        return language.gettext(
            "{n} rounds are enough for one winner among {players} players, as in a knock-out; with fewer two may win "
            "all games.",
            **data,
        )
    return language.gettext(
        "{n} rounds order the first {places} places of {players} players; with fewer than {fewest} two may win all "
        "games.",
        fewest=advice.fewest,
        **data,
    )


def reason_of_format(format: str, players: int, rounds: int, language: Language) -> str:
    data = {"players": language.number(players), "n": rounds}
    if format == Format.KNOCKOUT:
        return language.gettext("{n} rounds: each halves the field of {players} players.", **data)
    return language.gettext("{n} rounds: everybody of {players} players meets everybody once.", **data)


def norms_sentence(language: Language) -> str:
    return language.gettext("Title norms take nine rounds in most events.")
