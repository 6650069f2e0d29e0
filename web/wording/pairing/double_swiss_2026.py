"""The words of Double-Swiss 2026: its criteria and its boards."""

from web.wording import N_
from web.wording.pairing.told import Pattern
from web.wording.pairing.top_scoregroup import TopScoregroupWords

WORDS = TopScoregroupWords(
    title=N_("Swiss of two-game matches, FIDE Double-Swiss system of 2026 (C.04.5)"),
    use=N_(
        "Every round is a match of two games against the same opponent, one with each colour: for events in which "
        "colours must not decide. Nobody floats down, and no colour keeps two players apart."
    ),
    criteria={
        "C1": N_("they have met before"),
        "C2": N_("a bye, a match won by forfeit or a full-point bye already"),
        "C7": N_("no upfloater who floated in the last round"),
        "C8": N_("no opponent of an upfloater who floated in the last round"),
    },
    board=Pattern(
        N_("Board {board}: {white} - {black}, bracket {bracket}; colours of game 1 by {article}."),
        N_("Board {board}: {white} - {black}, bracket {bracket}, {up} floated up; colours of game 1 by {article}."),
    ),
)
