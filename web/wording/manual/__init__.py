"""The manual's chapters on pairing systems, one for each, and which system suits which event.

A chapter is English sentences; `in_words` says it in a language.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from web.wording import N_, Language
from web.wording.manual.chapters import DUTCH_AND_KIN, OTHER_WAYS, Chapter


@dataclass(frozen=True, slots=True)
class Advice:
    event: str
    system: str


WHICH_FOR_WHAT: tuple[Advice, ...] = (
    Advice(N_("An open tournament like most: players of all strengths, five to eleven rounds"), "dutch-2026"),
    Advice(N_("Ratings are known and trusted, and equals are to meet equal opposition"), "dubov-2026"),
    Advice(N_("Many have no rating or a wrong one: juniors, a new club, a first event after years"), "burstein-2026"),
    Advice(N_("Strengths are far apart and rounds are few, and everybody is to have even games"), "mcmahon"),
    Advice(N_("Colours must not decide: rapid or blitz, two games against each opponent"), "double-swiss-2026"),
    Advice(N_("Everybody is to be able to follow the pairing by hand, step by step"), "lim"),
    Advice(N_("Teams meet, board against board"), "team-swiss-2026"),
    Advice(N_("The event was announced under the rules of before 2011, or an old file is paired again"), "dutch-1998"),
)

OF_EVERY_SWISS: Chapter = Chapter(
    suits=(),
    needs=(
        N_("The number of rounds, which is announced beforehand; the desk advises one for the players expected."),
        N_("The colour of number 1 in round 1, drawn by lot before anything is paired."),
        N_("Pairing numbers by rating, then title, then the alphabet."),
    ),
    way=(
        N_("Nobody meets the same opponent twice, and nobody has the bye of an odd field twice."),
        N_("Players of equal scores meet as far as that can be, and colours are balanced."),
        N_("Each pairing says by article why it is as it is, and the desk answers “why not these two?”."),
        N_("A pairing made by hand is held against the same articles, and each breach is named."),
    ),
    unusual=(
        N_("A late entrant has no points for the rounds missed and is paired on arrival."),
        N_("A forfeited game was not played: the two may meet again, and it gives nobody a colour."),
        N_("A corrected result counts for the rounds still to be paired; published pairings stand."),
    ),
    options=(
        N_("Points of a win, a draw, a loss, the bye and an absence; the list of tie-breaks."),
        N_("Baku acceleration (C.04.7), where a system knows virtual points: not in Lim, McMahon, Dutch 1998."),
        N_("Players kept apart, in all rounds or in some."),
        N_(
            "Outside FIDE mode: no round for an odd field, the bye to the last of the lowest group, three equal "
            "colours running, numbers by lot."
        ),
    ),
    sources=(N_("C.04.1, basic rules, and C.04.2, general handling rules, in the edition of the system."),),
)


CHAPTERS: Mapping[str, Chapter] = {**DUTCH_AND_KIN, **OTHER_WAYS}
"""By the name of the system."""

IN_SHORT: Mapping[str, str] = {
    "dutch-2026": N_("Dutch 2026"),
    "dubov-2026": N_("Dubov 2026"),
    "burstein-2026": N_("Burstein 2026"),
    "mcmahon": N_("McMahon"),
    "double-swiss-2026": N_("Double-Swiss 2026"),
    "lim": N_("Lim"),
    "team-swiss-2026": N_("Teams 2026"),
    "dutch-1998": N_("Dutch 1998"),
}
"""Systems in the order of the manual, by the names people use."""


def system_in_short(system: str, words: Language) -> str:
    """The name that people use; the whole one says the edition and its article."""
    return words.gettext(IN_SHORT[system])
