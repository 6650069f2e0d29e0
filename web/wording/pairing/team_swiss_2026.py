"""The words of the Swiss of teams of 2026: its criteria and its matches."""

from web.wording import N_
from web.wording.pairing.told import Pattern
from web.wording.pairing.top_scoregroup import TopScoregroupWords

WORDS = TopScoregroupWords(
    title=N_("Swiss of teams, FIDE Swiss Team Pairing System of 2026 (C.04.6)"),
    use=N_(
        "For teams: by match points or by game points. Nobody floats down, and no colour keeps two teams apart; the "
        "colour of a team is that of its first board."
    ),
    criteria={
        "C1": N_("they have met before"),
        "C2": N_("a bye, a match won by forfeit or a full-point bye already"),
        "C7": N_("no upfloater that floated in the last round"),
        "C8": N_("the colour that a team prefers"),
        "C9": N_("the colour that a team strongly prefers"),
        "C10": N_("no opponent of an upfloater that floated in the last round"),
    },
    board=Pattern(
        N_("Match {board}: {white} - {black}, bracket {bracket}; colours of board 1 by {article}."),
        N_("Match {board}: {white} - {black}, bracket {bracket}, {up} floated up; colours of board 1 by {article}."),
    ),
)
