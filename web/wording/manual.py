"""The manual on pairing systems: which of them suits which event, and a chapter for each.

A chapter is English sentences; `in_words` says it in a language.
"""

from collections.abc import Mapping

from domain.records import dataclass
from web.wording import N_, said_by
from web.wording.pairing import EDITIONS
from web.wording.pairing.told import Chapter


@dataclass(frozen=True, slots=True)
class Advice:
    event: str
    system: str


WHICH_FOR_WHAT = tuple(Advice(edition.event, system) for system, edition in EDITIONS.items())

OF_EVERY_SWISS: Chapter = Chapter(
    suits=(),
    needs=(
        N_("The number of rounds, which is announced beforehand; the desk advises one for the players expected."),
        N_("The colour of number 1 in round 1, drawn by lot before anything is paired (not for Keizer)."),
        N_("Pairing numbers by rating, then title, then the alphabet."),
    ),
    way=(
        N_(
            "Nobody meets the same opponent twice, and nobody has the bye of an odd field twice; under Keizer not soon."
        ),
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

CHAPTERS: Mapping[str, Chapter] = {system: edition.chapter for system, edition in EDITIONS.items()}
IN_SHORT: Mapping[str, str] = {system: edition.short for system, edition in EDITIONS.items()}
"""Systems in the order of the manual, by the names people use."""

system_in_short = said_by(IN_SHORT)
"""The name that people use; the whole one says the edition and its article."""
