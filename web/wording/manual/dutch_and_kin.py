"""Chapters on the Dutch systems, and on Burstein and Dubov, which FIDE keeps beside them."""

from collections.abc import Mapping

from web.wording import N_
from web.wording.manual.chapter import Chapter

ON_DUTCH_2026 = Chapter(
    suits=(
        N_("Any open tournament; the system that FIDE events use unless their regulations name another."),
        N_("Fields of any size: a thousand players are paired while one waits."),
    ),
    needs=(N_("No ratings at all, though pairing numbers by rating make the first rounds sensible."),),
    way=(
        N_("Players of equal scores form a bracket; who cannot be paired in it moves down to the next."),
        N_("The upper half of a bracket meets the lower half, number 1 the first of the lower half."),
        N_(
            "Criteria C1 to C21 in their order: nobody twice, the bye, as few as possible move down, colours, no two "
            "moves in the same direction in rounds close to each other."
        ),
        N_("Of all pairings that are equally good the one that comes first in the order of article 4 is taken."),
    ),
    unusual=(
        N_("In force since 1 February 2026. The bye goes to the lowest score possible (C5)."),
        N_("The bye is barred to a player who had one, or once the points of a win without playing (C2)."),
        N_("An absence that is worth nothing is no float; one that is worth half a point is one downwards."),
        N_("In the last round players with more than half of the points may have a third equal colour (C10, C11)."),
    ),
    options=(N_("Those of every Swiss, Baku acceleration among them."),),
    sources=(
        N_("C.04.3 of 2026 (approved in October 2025), read in full condensation with its article numbers."),
        N_("Held against bbpPairings 6 and a second implementation to the letter, round by round."),
    ),
)

ON_DUTCH_1998 = Chapter(
    suits=(
        N_("Events announced under the rules of before 2011."),
        N_("Old report files, which it pairs again as they were paired then."),
    ),
    needs=(N_("Nothing beside the lot of round 1."),),
    way=(
        N_("Players of equal scores form a bracket, which is paired from the highest down."),
        N_("The upper half meets the lower half; transpositions are tried first, exchanges after them (D)."),
        N_("If nothing fits, criteria of colours and floats fall one after the other, never the absolute ones."),
        N_("A bracket that leaves the rest unpaired is opened again (C.12, C.13)."),
    ),
    unusual=(
        N_("No look ahead: a bracket is finished before the next one is seen."),
        N_("The bye is a point and counts as a float down; nobody has it who had a point without playing."),
        N_("An adjourned game is a draw for the pairing alone, and nothing in the table until it ends (F.9)."),
        N_("A result corrected after the next round was published counts for rounds still to be paired (F.7)."),
    ),
    options=(N_("Those of every Swiss without acceleration."),),
    sources=(
        N_("C.04.1, Swiss System based on Rating, as approved in 1992, 1997 and 1998; in the Handbook until 2011."),
        N_("Written twice, once as close to the text as code can be; both agree in random events and in known rounds."),
    ),
)

ON_DUBOV_2026 = Chapter(
    suits=(
        N_("Events where ratings are known and trusted, and where equals are to have met equal opposition."),
        N_("Qualifiers and closed opens of strong fields."),
    ),
    needs=(
        N_("A rating of everybody: the arbiter's estimate will do, and the desk names those who have none."),
        N_("A rating that is corrected changes pairing numbers until round 4 is paired."),
    ),
    way=(
        N_("The bye is given first. Scoregroups are paired from the top; those who are missing come up from below."),
        N_("Half of a group is due White (G1), half Black (G2); who is too many changes sides."),
        N_(
            "G1 is sorted by the average rating of opponents met, the weakest first; they meet G2 by pairing number: "
            "whoever has had weak opponents gets a strong one."
        ),
    ),
    unusual=(
        N_("Players float up only, and nobody more often than 2 + a fifth of the rounds if it can be helped (MaxT)."),
        N_("Nobody ever has three equal colours running, not even in the last round."),
        N_("Players without a game prefer Black."),
        N_("Number 1 may meet number 2 early: sorting is by opponents, not by own strength."),
    ),
    options=(N_("Those of every Swiss, Baku acceleration among them. MaxT follows from the rounds."),),
    sources=(
        N_("C.04.4.1 of 2026, as others quote and condense it, and the text of 2018."),
        N_("Held against py4swiss in tens of thousands of rounds, and against a second implementation to the letter."),
    ),
)

ON_BURSTEIN_2026 = Chapter(
    suits=(
        N_("Events in which many have no rating, or one that says little: what counts is this event alone."),
        N_("Long events, so that opponents' points have become telling."),
    ),
    needs=(N_("Nothing beside the lot of round 1: ratings are used for the first rounds only."),),
    way=(
        N_("The first rounds, half of all but four at most, are those of FIDE Dutch 2026 (1.6.2)."),
        N_("After them players of equal points are ranked by an Index: opponents' points, then Sonneborn-Berger."),
        N_("The first of a group meets the last, the second the last but one, if colours and earlier games allow it."),
    ),
    unusual=(
        N_(
            "Whoever has had strong opponents meets somebody who has had weak ones: equal points become worth the same."
        ),
        N_("A round without a game counts as one against oneself with the points it gave."),
        N_("Floats are not remembered, and the last round has no exceptions for colours."),
    ),
    options=(
        N_("Those of every Swiss, Baku acceleration among them; virtual points never count in the Index (1.7.2)."),
        N_("The number of first rounds is fixed by the text."),
    ),
    sources=(
        N_("C.04.4.2 of 2026, in condensation; older programs have an older text of the same name."),
        N_("Held against py4swiss, mended at seven articles, and against a second implementation to the letter."),
    ),
)

DUTCH_AND_KIN: Mapping[str, Chapter] = {
    "dutch-2026": ON_DUTCH_2026,
    "dutch-1998": ON_DUTCH_1998,
    "dubov-2026": ON_DUBOV_2026,
    "burstein-2026": ON_BURSTEIN_2026,
}
