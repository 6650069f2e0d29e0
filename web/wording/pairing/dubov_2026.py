"""The words of FIDE Dubov 2026: its steps, its criteria and its answers to "why not?"."""

from domain.pairing.dubov_2026 import account as f
from domain.pairing.swiss import rising
from domain.pairing.swiss.account import ByeGiven, Reason
from web.wording import N_
from web.wording.pairing.told import CRITERIA, REASONS, Chapter, EditionWords, Pattern, Telling

BOARD = Pattern(
    N_("Board {board}: {white} - {black}, bracket {bracket}; colours by {article}."),
    N_("Board {board}: {white} - {black}, bracket {bracket}; colours by {article}; not satisfied: {criteria}."),
)
BOARD_OF_UPFLOATER = Pattern(
    N_("Board {board}: {white} - {black}, bracket {bracket}, {upfloater} floating up; colours by {article}."),
    N_(
        "Board {board}: {white} - {black}, bracket {bracket}, {upfloater} floating up; colours by {article}; "
        "not satisfied: {criteria}."
    ),
)
SHIFTS = {
    (True, True): N_("{players} into G1: in G2 they could not but meet each other (3.2.4.1)."),
    (True, False): N_("{players} into G2: in G1 they could not but meet each other (3.2.4.1)."),
    (False, True): N_("{players} into G1, so that both are as large (3.2.4.2)."),
    (False, False): N_("{players} into G2, so that both are as large (3.2.4.2)."),
}
"""Whether the shift was unavoidable, and whether it was into G1."""

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


class Dubov2026Words(EditionWords):
    title = N_("Swiss, FIDE Dubov system of 2026 (C.04.4.1)")
    short = N_("Dubov 2026")
    event = N_("Ratings are known and trusted, and equals are to meet equal opposition")
    chapter = ON_DUBOV_2026
    use = N_(
        "Players with equal points are to have met equally strong opponents: whoever has had weak ones so far gets a "
        "strong one. Good where ratings are known and trusted; everybody needs one."
    )
    heading = rising.PairingBracket
    criteria = {
        **CRITERIA,
        "C4": N_("everybody below can be paired"),
        "C5": N_("as few upfloaters as possible"),
        "C6": N_("small score differences to the upfloaters"),
        "C7": N_("the colour preferred"),
        "C8": N_("no upfloat beyond the maximum"),
        "C9": N_("few upfloats of those beyond the maximum"),
        "C10": N_("no second upfloat running"),
    }
    reasons = {
        **REASONS,
        Reason.BYE: Pattern(N_("{one} and {two}: one of them has the bye, which is given first (3.1).")),
        Reason.OTHER_BRACKETS: Pattern(
            N_("{one} and {two}: one of them floats up into a bracket to which the other does not belong (3.2.2).")
        ),
        Reason.WORSE: Pattern(
            N_("{one} and {two}: the best bracket with this pair is worse."),
            N_("{one} and {two}: the best bracket with this pair is worse: {criteria}."),
        ),
        Reason.LATER: Pattern(
            N_(
                "{one} and {two}: a bracket with this pair is as good, but comes later in the prescribed order "
                "(section 4)."
            )
        ),
    }

    def sentence(self, t: Telling) -> str:
        match t.step.facts:
            case rising.PairingBracket() as bracket:
                return _heading(t, bracket)
            case rising.BoardMade(board=board, white=white, black=black, bracket=number, upfloater=up):
                seats = t.seats(board, white, black, number)
                return (
                    t.filled(BOARD, **seats)
                    if up is None
                    else t.filled(BOARD_OF_UPFLOATER, **seats, upfloater=t.label(up))
                )
            case ByeGiven() as bye:
                return _bye(t, bye)
            case f.Shifted(players=players, into_g1=into_g1, unavoidable=unavoidable):
                return t.said(SHIFTS[unavoidable, into_g1], players=t.listed(players))
            case f.Divided(g1=g1, g2=g2, by_colour=by_colour):
                groups = {"g1": t.listed(g1) or "-", "g2": t.listed(g2) or "-"}
                if by_colour:
                    return t.said("G1, due White: {g1}; G2, due Black: {g2} (3.2.3).", **groups)
                return t.said("Nobody has played yet: G1 is the upper half {g1}, G2 the lower {g2} (3.2.3).", **groups)
            case f.Transposed(s1=s1, averages=averages, t2=t2):
                ranked = " · ".join(f"{t.label(one)} ({aro})" for one, aro in zip(s1, averages, strict=True))
                pattern = N_("S1 by the average rating of the opponents: {s1}; against them {t2} (3.2.5).")
                return t.said(pattern, s1=ranked, t2=t.listed(t2))
            case _:
                return super().sentence(t)


def _heading(t: Telling, bracket: rising.PairingBracket) -> str:
    data = t.bracket(bracket.number, bracket.score, residents=bracket.residents, upfloaters=bracket.upfloaters)
    if bracket.upfloaters:
        return t.said("Bracket {number} ({points}): residents {residents}; floating up {upfloaters} (3.2.2).", **data)
    return t.said("Bracket {number} ({points}): residents {residents}; nobody floats up (3.2.1).", **data)


def _bye(t: Telling, bye: ByeGiven) -> str:
    data = {"player": t.label(bye.player), "points": t.points(bye.score), "games": bye.games}
    if passed := t.passed_for_bye(bye, "C2", "C4"):
        pattern = N_("Bye, given first: {player}, {points}, games played: {games} (3.1); could not have it: {players}.")
        return t.said(pattern, players=passed, **data)
    return t.said("Bye, given first: {player}, {points}, games played: {games} (3.1).", **data)


WORDS = Dubov2026Words()
